/**
 * Sentences about a request from elsewhere: in the descriptions of the API, of tags, of paths and of schemas. "Cancelling
 * a booking releases its seats" is about the operation that cancels bookings, wherever it was written.
 */
import { isObject } from '../openapi/document.ts'
import { follow } from '../openapi/resolve.ts'
import { type Api, type ApiOperation, operationAt } from './api.ts'
import { descriptionOf, inEitherNumber } from './description.ts'
import { paragraphsOf, surroundingTexts } from './surroundings.ts'
import { isActionTo, lastSegment, remembered, singularOf, wordsOf } from './vocabulary.ts'

/** The request of an operation, as sentences name it. */
interface Named {
  operation: ApiOperation
  /** For the item that it creates, changes or deletes: `order line` and `line`. */
  nouns: readonly string[]
  /** For the items that contain it. */
  holders: readonly string[]
  /** The words behind the verb of an action: `in` of `check-in`; or ''. */
  particle: string
  isRequest(verb: string): boolean
}

/** The API with the sentences about each operation in its description, behind its own ones. */
export function withSentencesElsewhere(api: Api): Api {
  const all = api.operations.flatMap((operation) => namedRequest(api, operation) ?? [])
  const nouns = patternOf(all.flatMap((one) => one.nouns))
  const added = new Map(all.map((one) => [one.operation, sentencesFor(api, one, nouns)] as const))
  const operations = api.operations.map((one) => {
    const sentences = added.get(one) ?? []
    if (sentences.length === 0) return one
    const description = [descriptionOf(one.operation), ...sentences]
      .filter((text) => text !== '')
      .join('\n\n')
    return { ...one, operation: { ...one.operation, description } }
  })
  return { ...api, operations, byId: new Map(operations.map((one) => [one.operationId, one])) }
}

const DELETIONS = /^(?:delet|remov)/i
const CHANGES = /^(?:edit|chang|updat|modif)/i
const CREATIONS = /^(?:add|creat)/i

/** Undefined for reads, and for requests without an item. */
function namedRequest(api: Api, operation: ApiOperation): Named | undefined {
  const { method, path } = operation
  if (/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method)) return undefined
  const segments = path.split('/').filter((one) => one !== '')
  const [last = '', action = ''] = (segments.at(-1) ?? '').split(':')
  if (last.startsWith('{')) return onItem(operation, segments.slice(0, -1), action)
  const isAction = segments.at(-2)?.startsWith('{') === true && !isCollection(api, path)
  if (isAction) return onItem(operation, segments.slice(0, -2), last)
  return method === 'POST' ? creation(operation, segments.slice(0, -1), last) : undefined
}

const isName = (segment: string): boolean => !segment.startsWith('{')

/** @param action its name; '' for a change or a deletion */
function onItem(operation: ApiOperation, above: readonly string[], action: string): Named | undefined {
  const noun = above.findLast(isName)
  if (noun === undefined) return undefined
  const [verb = '', ...further] = wordsOf(action)
  const usual = operation.method === 'DELETE' ? DELETIONS : CHANGES
  const isRequest = (word: string) => (verb === '' ? usual.test(word) : isActionTo(verb, word.toLowerCase()))
  const holders = above.slice(0, above.lastIndexOf(noun)).filter(isName).flatMap(nounsIn)
  return { operation, nouns: nounsIn(noun), holders, particle: further.join(' '), isRequest }
}

function creation(operation: ApiOperation, above: readonly string[], collection: string): Named {
  const { operationId, operation: node } = operation
  const names = [operationId, String(node.summary ?? '')].map((one) => wordsOf(one)[0] ?? '')
  const isNamed = (word: string) => names.some((one) => one.length > 2 && isActionTo(one, word.toLowerCase()))
  return {
    operation,
    nouns: nounsIn(collection),
    holders: above.filter(isName).flatMap(nounsIn),
    particle: '',
    isRequest: (word) => CREATIONS.test(word) || isNamed(word),
  }
}

/** Whether a path has items below it, is listed, or is named in the plural. */
const isCollection = (api: Api, path: string): boolean =>
  operationAt(api, path, 'GET') !== undefined ||
  singularOf(lastSegment(path)) !== lastSegment(path) ||
  api.operations.some((one) => one.path.startsWith(`${path}/{`))

function nounsIn(segment: string): string[] {
  const words = wordsOf(singularOf(segment))
  return [...new Set([words.join(' '), words.at(-1) ?? ''])].filter((one) => one.length > 2)
}

const patternOf = (nouns: readonly string[]): string =>
  [...new Set(nouns)]
    .sort((a, b) => b.length - a.length)
    .map(inEitherNumber)
    .join('|') || '(?!)'

/** The sentences around an operation that are about its request, each with the sentences that continue it. */
function sentencesFor(api: Api, named: Named, nouns: string): string[] {
  const { operation } = named
  const own = descriptionOf(operation.operation)
  const isAbout = testFor(named, nouns)
  const found = [...surroundingTexts(api, operation), ...textsOfSchema(api, operation)].flatMap(
    (paragraph) => (paragraph.startsWith('|') ? [] : aboutRequest(sentencesIn(paragraph), isAbout)),
  )
  return [...new Set(found)].filter((one) => !own.includes(one))
}

/** Remembered, because all operations have the paragraphs of the API around them. */
const sentencesIn = remembered((paragraph): readonly string[] =>
  paragraph
    .replace(/^[-*•+]\s+|^\d+[.)]\s+/, '')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+(?=[A-Z`*])/),
)

/** Sentences that continue the one before, "It is sent by e-mail.", or may be its exception: "Administrators may do so." */
const CONTINUES =
  /^(?:it|its|they|their|this|that|these|those|the same|however|but|except\w*|exempt|otherwise|unless|in (?:that|this|both|either) case|afterwards|then|here|only|also|if (?:it|not|so|there)|doing so|once done|any other|anything else|all other|others)\b|\b(?:can|may|must|except\w*|unless|regardless|override\w*|force\w*)\b/i

const aboutRequest = (sentences: readonly string[], isAbout: (sentence: string) => boolean): string[] =>
  sentences.flatMap((sentence, index) => {
    if (!isAbout(sentence)) return []
    const rest = sentences.slice(index + 1)
    const end = rest.findIndex((one) => !CONTINUES.test(one))
    return [[sentence, ...(end < 0 ? rest : rest.slice(0, end))].join(' ')]
  })

const BE = '(?:is|are|has been|have been|gets|get|being)'
const ANY = '(?:(?:an?|the|any|each|every|its|your|one|several|all|another) )?(?:[\\w`-]+ ){0,2}?'

/** Whether a sentence is about a request. */
function testFor({ isRequest, particle, nouns: own, holders }: Named, all: string) {
  const noun = `(?:${patternOf(own)})`
  const further = particle === '' ? '' : `(?:${particle} )?`
  // "Adding a booking to a group", "Deleting the tickets of a booking" and "Deleting booking tickets" are other requests.
  const holder = `(?:(?:an?|the|its|this|that) )?(?:[\\w-]+ )?(?:${patternOf(holders)})\\b`
  const end = `\\b(?!['’]s?\\b| (?:${all})\\b| (?:to|from|into|in|on) (?!${holder}))`
  const forms = [
    // "Cancelling a booking …", "By cancelling a booking …"
    `^(?:(?:by|on|upon|after|when|while) )?(?<verb>\\w+ing) ${further}(?<between>${ANY})${noun}${end}`,
    // "When a booking is cancelled, …"
    `^(?:when(?:ever)?|once|as soon as|after|each time|every time|the moment) (?<between>${ANY})${noun}(?: that[^,]{1,40}?)? ${BE} (?<verb>\\w+)\\b`,
    // "When you cancel a booking, …", "To cancel a booking, …"
    `^(?:(?:when(?:ever)?|once|after|each time|every time) (?:you|they|someone|somebody|a (?:user|client|customer)|an? \\w+) |to )(?<verb>\\w+) ${further}(?<between>${ANY})${noun}${end}`,
  ].map((form) => new RegExp(form, 'i'))
  const others = new RegExp(`\\b(?:${all})\\b|\\b(?:of|in|to|from|with|for)\\b`, 'i')
  const first = new RegExp(`\\b(?:${all})\\b`, 'i')
  const itself = new RegExp(`^${noun}$`, 'i')
  const isOfForm = (sentence: string) =>
    forms.some((form) => {
      const { verb = '', between = '' } = form.exec(sentence)?.groups ?? {}
      return verb !== '' && isRequest(verb) && !others.test(between)
    })
  return (sentence: string): boolean =>
    isOfForm(sentence) || (limits(sentence, isRequest) && itself.test(first.exec(sentence)?.[0] ?? ''))
}

/** "A tour with bookings cannot be deleted": the first item that it names has to be that of the request. */
function limits(sentence: string, isRequest: Named['isRequest']): boolean {
  const verbs = [
    ...sentence.matchAll(
      /\b(?:can(?:not|['’]t)?|may|must|could)(?: (?:not|never|only|no longer|then))* be (?:only )?(\w+)/gi,
    ),
  ].map(([, verb = '']) => verb)
  return verbs.length > 0 && verbs.every(isRequest)
}

/** The paragraphs of the schema that an operation returns. */
function textsOfSchema({ document }: Api, { operation, responses }: ApiOperation): string[] {
  const schemas = [...responses].flatMap(([status, { node }]) =>
    status.startsWith('2') && isObject(node.content)
      ? Object.values(node.content).flatMap((media) =>
          isObject(media) && media.schema !== undefined ? [media.schema] : [],
        )
      : [],
  )
  return operation.deprecated === true
    ? []
    : schemas.flatMap((one) => paragraphsOf(descriptionOf(follow(document, one))))
}
