/** Names of operations that are a verb and a noun, as in APIs whose paths are procedures: `/user/create`, `createUser`. */
import { lastSegment, normal, singularOf, wordsOf } from './vocabulary.ts'

const CREATION = /^(?:create|new|make|insert)$/
/** Verbs that create the noun after them. Otherwise they may add to the item before them: `/team/invite`. */
const ADDITION = /^(?:add|register|open|upload|import|invite|generate|signup)$/
const REMOVAL = /^(?:delete|remove|destroy|archive|erase|drop|kill|leave|close|kick|cancel|revoke)$/
/** Verbs of procedures that create nothing and delete nothing. */
const OTHER =
  /^(?:get|list|find|fetch|read|show|info|search|count|check|has|is|update|set|edit|change|modify|rename|move|copy|send|join|accept|reject|approve|ban|unban|restore|unarchive|history|members)$/

interface Procedure {
  /** The kind of item in the singular, in normal form: `user`; '' where the path shows none. */
  noun: string
  does: 'create' | 'remove' | 'other'
}

/**
 * The verb and the noun of the last part of a path: `/admin/create-user`, `/user/create`, `users.create` and `createUser`.
 * @returns undefined where the path has a parameter, or its last part has no verb
 */
export function procedureOf(path: string): Procedure | undefined {
  if (path.includes('{')) return undefined
  const words = wordsOf(lastSegment(path))
  const index = words.findIndex((word) => [CREATION, ADDITION, REMOVAL, OTHER].some((one) => one.test(word)))
  const verb = words[index]
  if (verb === undefined || (index > 0 && index < words.length - 1)) return undefined
  const rest = words.filter((_, place) => place !== index)
  const before = path.split('/').at(-2) ?? ''
  const noun = normal(singularOf(rest.length > 0 ? rest.join('-') : before))
  const creates = CREATION.test(verb) || (ADDITION.test(verb) && index === 0 && rest.length > 0)
  return { noun, does: creates ? 'create' : REMOVAL.test(verb) ? 'remove' : 'other' }
}
