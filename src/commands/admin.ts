import { resolve } from 'node:path'
import { closest } from '../toolkit/contract/nearest.ts'
import { ask } from './admin/ask.ts'
import type { AdminVerb } from './admin/verb.ts'
import { verbs } from './admin/verbs.ts'
import { type Command, type FlagTable, UsageError } from './command.ts'
import { dataDirectoryAt } from './dataDirectory.ts'
import { columns, commandHelp } from './help.ts'
import { oneOf, parseFlags, strayWords } from './parseFlags.ts'
import { environmentNames } from './perEnvironment.ts'

const environment = { type: 'string', value: 'NAME', help: 'production or development.' } as const

/** The flags that every verb has. */
const shared = {
  environment,
  'data-dir': { type: 'string', value: 'DIRECTORY', default: './data', help: "The server's data directory." },
  json: { type: 'boolean', help: 'Prints the result as JSON.' },
  help: { type: 'boolean', help: 'Shows this.' },
} as const satisfies FlagTable

/** The flags of a verb. One that changes nothing may be asked without saying where. */
const flagsOf = ({ flags, reads }: AdminVerb) => ({
  ...flags,
  ...shared,
  environment: reads ? { ...environment, default: 'production' } : environment,
})

/** Every flag of any verb: which of them take a value is told before the verb is known. */
export const allFlags: FlagTable = Object.assign({}, ...verbs.map(flagsOf))

/** The words that may follow `prompt-service admin`. */
export const adminWords: string[] = verbs.map(({ words }) => words)

/** `prompt-service admin`: what the operator alone may do, with the server running or not. */
export const admin: Command = {
  name: 'admin',
  description:
    'Asks the running server through a socket in its data directory; when none runs, it works on\nthe database file itself.',
  operands: 'VERB',
  flags: {},
  async run(args, terminal) {
    const stray = strayWords(args, allFlags)
    const words = stray.map(({ word }) => word)
    const verb = verbs.find((candidate) => isMeant(candidate, words))
    if (!verb) {
      terminal.print(overview(words, args.includes('--help')))
      return words.length === 0 && !args.includes('--help') ? 2 : 0
    }
    const flags = flagsOf(verb)
    const { operand: wanted } = verb
    const own = verb.words.split(' ').length + (wanted === undefined ? 0 : 1)
    const taken = new Set(stray.slice(0, own).map(({ index }) => index))
    const given = parseFlags(
      args.filter((_, index) => !taken.has(index)),
      flags,
    )
    if (given.help) {
      const name = [`admin ${verb.words}`, wanted].filter(Boolean).join(' ')
      terminal.print(commandHelp({ name, description: verb.summary, flags }))
      return 0
    }
    const operand = wanted === undefined ? '' : words.at(verb.words.split(' ').length)
    if (operand === undefined) throw new UsageError(`"${verb.words}" needs a ${wanted}.`)
    if (given.environment === undefined) {
      const example = `"--environment ${environmentNames[0]}" or "--environment ${environmentNames[1]}"`
      throw new UsageError(`"${verb.words}" needs to be told where: ${example}.`)
    }
    const name = oneOf('environment', given.environment, environmentNames)
    const question = { verb: verb.words, environment: name, input: verb.input(given, operand) }
    const result = await ask(verb, question, dataDirectoryAt(resolve(given['data-dir'])), terminal.env)
    terminal.print(given.json ? JSON.stringify(result, null, 2) : verb.tell(result))
    return 0
  },
}

/** A verb is meant by its own words, wherever the flags stand; what follows them is its operand. */
const isMeant = ({ words }: AdminVerb, given: readonly string[]): boolean =>
  words.split(' ').every((word, index) => word === given[index])

/**
 * The list of verbs, or of those that begin with `words`.
 * @throws UsageError when none does
 */
function overview(words: readonly string[], asksHelp: boolean): string {
  const begin = words.join(' ')
  const matching = verbs.filter((verb) => begin === '' || verb.words.startsWith(`${begin} `))
  if (matching.length === 0 || (begin !== '' && !asksHelp)) throw new UsageError(unknown(begin, matching))
  return `${commandHelp(admin)}\n\nVerbs:\n${columns(matching.map(({ words, operand, summary }) => [operand ? `${words} ${operand}` : words, summary]))}`
}

function unknown(begin: string, matching: readonly AdminVerb[]): string {
  if (matching.length > 0) return `"${begin}" is not a whole verb; expected ${list(matching)}.`
  const guess = closest(
    begin,
    verbs.map(({ words }) => words),
  )
  return `Unknown verb "${begin}".${guess ? ` Did you mean "${guess}"?` : ` Expected ${list(verbs)}.`}`
}

const list = (some: readonly AdminVerb[]) => some.map(({ words }) => `"${words}"`).join(', ')
