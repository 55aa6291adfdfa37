/** Values that cannot be changed as soon as other items exist: "Currency is fixed once the first quote is in (409)." */
import { escaped } from '../openapi/templates.ts'
import { viewOf } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { asWords, descriptionOf, inEitherNumber, plainSentences } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { nounsOf, type Relation, relationsTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { propertyIn } from './spokenNames.ts'

export interface LockedValue {
  /** The relation of the items that lock it. */
  relation: Relation
  property: string
  operation: ApiOperation
  status: number
  description: string
}

const STATUSES: readonly number[] = [409, 422, 423, 403, 400]

/** The properties of a resource that an item that belongs to it locks. */
export function lockedValues(api: Api, graph: ResourceGraph, holder: Resource): LockedValue[] {
  const { update, read } = holder
  if (update === undefined || update.method === 'POST') return []
  const shown = responseProperties(api, read ?? update)
  const sent = bodyProperties(api, update)
  const names = [...sent.keys()].filter((name) => shown.has(name))
  const declared = STATUSES.find((one) => update.responses.has(String(one)))
  const texts = [
    { text: descriptionOf(update.operation), status: declared, self: undefined },
    ...[...update.responses].flatMap(([status, { node }]) =>
      /^4/.test(status) ? [{ text: descriptionOf(node), status: Number(status), self: undefined }] : [],
    ),
    ...names.flatMap((self) =>
      [shown, sent].map((properties) => ({
        text: descriptionOf(viewOf(api.document, properties.get(self))),
        status: declared,
        self,
      })),
    ),
  ]
  return relationsTo(api, graph, holder).flatMap((relation) => {
    if (relation.child === holder) return []
    const nouns = { item: nounsOf(relation.child), holder: nounsOf(holder) }
    const found = texts.flatMap(({ text, status, self }) =>
      lockedIn(text, nouns, names, self).flatMap((one) => {
        const expected = one.status ?? status
        return expected === undefined
          ? []
          : [{ relation, property: one.property, operation: update, status: expected, description: one.text }]
      }),
    )
    return found.filter(({ property }, at) => found.findIndex((one) => one.property === property) === at)
  })
}

interface Nouns {
  item: readonly string[]
  holder: readonly string[]
}

const CHANGED = '(?:changed|altered|modified|edited|updated|corrected|set)'
const LOCK = new RegExp(
  `\\b(?:(?:can(?:not|['’]t| not| no longer)|may (?:not|no longer)|must (?:not|no longer)) (?:any (?:more|longer) )?be ${CHANGED}|(?:is|are|becomes?|gets?) (?:fixed|locked|frozen|final|immutable)|(?:an |any )?attempts? to change (?:it|them|the (?<object>[\\w ]{2,40}?)) (?:is|are|gets?) (?:answered|rejected|refused|a))\\b`,
  'i',
)
const WHEN = /\b(?:once|as soon as|after|when|if|from)\b /i
/** Words of sentences about more than these items. */
const OTHERWISE = /\b(?:unless|except|until|without|by|only|approved|admin\w*)\b/i

/**
 * The properties that a text locks as soon as an item exists.
 * @param self the property whose description it is
 * @example lockedIn('The currency is fixed once the first quote is in (409).', { item: ['quote'], holder: [] }, ['currency'])
 */
export function lockedIn(
  description: string,
  nouns: Nouns,
  names: readonly string[],
  self?: string,
): { property: string; status: number | undefined; text: string }[] {
  const before: string[] = []
  return plainSentences(description, '.;:').flatMap((text) => {
    const parts = partsOf(text)
    const about = [...before]
    before.push(text)
    if (parts === undefined || OTHERWISE.test(text) || !isOfFirst(parts.condition, nouns)) return []
    const property =
      namedBy(parts.subject, nouns, names) ??
      (IT.test(parts.subject) ? (self ?? onlyNamed(about, names)) : undefined)
    const [status] = /\b4\d\d\b/.exec(text) ?? []
    return property === undefined
      ? []
      : [{ property, status: status === undefined ? undefined : Number(status), text }]
  })
}

/** "from the first donation on, …" and "… once the first quote is in" */
function partsOf(text: string): { subject: string; condition: string } | undefined {
  const lock = LOCK.exec(text)
  if (lock === null) return undefined
  const [before, after] = [text.slice(0, lock.index), text.slice(lock.index + lock[0].length)]
  const object = lock.groups?.object
  const when = WHEN.exec(before)
  if (when !== null) return WHOLE_END.test(after) ? conditionFirst(before, when, object) : undefined
  const later = WHEN.exec(after)
  if (later === null || !WHOLE.test(after.slice(0, later.index))) return undefined
  const [condition = ''] = after.slice(later.index + later[0].length).split(/[,(]/)
  return isStart(later[0], condition) ? { subject: object ?? before, condition } : undefined
}

/** The words between a condition and a lock. */
function conditionFirst(
  before: string,
  when: RegExpExecArray,
  object: string | undefined,
): { subject: string; condition: string } | undefined {
  const [condition = '', ...subject] = before.slice(when.index + when[0].length).split(/, /)
  const rest = subject.join(', ')
  // "When a quote is made, its price is fixed" is about the quote.
  if (/^\W*its\b/i.test(rest) && !OF_HOLDER.test(condition)) return undefined
  if (!isStart(when[0], condition)) return undefined
  return subject.length === 0 && object === undefined
    ? shortOf(condition)
    : { subject: object ?? (rest.trim() === '' ? 'it' : rest), condition }
}

/** Words between a lock and its condition that add none: not "to a weaker one", "for 24 hours", "in the app". */
const WHOLE =
  /^(?: (?:any ?more|any longer|later|at all|with an? 4\d\d|with 4\d\d|4\d\d))*\W*(?:\([^()]*\))?\W*$/i
const WHOLE_END =
  /^(?: (?:any ?more|any longer|later|at all|again))*\W*$|^\W*(?:(?:with|by) )?(?:an? )?(?:4\d\d|error|conflict)\b|^ ?\(|^(?: (?:any ?more|any longer|later|at all|again))*(?:,| [-–—] )/i

const OF_HOLDER =
  /^\W*(?:it|they|there|(?:the|an?|this) [\w-]+) (?:already )?(?:has|have|are|is (?:any|an?|at least))\b/i

/** Whether a condition is a time: of "from", only the first item is one. */
const isStart = (word: string, condition: string): boolean =>
  !/^from/i.test(word) || /^\W*(?:(?:the|its) )?(?:very )?first\b/i.test(condition)

/** "once a quote exists the currency": the condition ends before the subject. */
function shortOf(words: string): { subject: string; condition: string } | undefined {
  const [, condition, subject] =
    /^(.{3,60}?(?: exists?| in| on|s)) ((?:the|its) .{2,40})$/.exec(words.trim()) ?? []
  return condition === undefined || subject === undefined ? undefined : { subject, condition }
}

const IT = /^\W*(?:it|this|they|)\W*$/i

const namedBy = (subject: string, { holder }: Nouns, names: readonly string[]): string | undefined => {
  const of = new RegExp(` of (?:an?|the|its|this) (?:${holder.map(inEitherNumber).join('|')})\\W*$`, 'i')
  const [last = ''] = subject
    .trim()
    .replace(of, '')
    .split(/, | and then | - /)
    .slice(-1)
  return propertyIn(last, names)
}

/** The only property that sentences name. */
function onlyNamed(texts: readonly string[], names: readonly string[]): string | undefined {
  const found = names.filter((name) =>
    texts.some((one) => new RegExp(`\\b(?:${escaped(name)}|${asWords(name)})\\b`, 'i').test(one)),
  )
  return found.length === 1 ? found[0] : undefined
}

/** Whether a condition is that any item exists: "the first quote is in", "it has bookings", "anybody has subscribed". */
function isOfFirst(condition: string, { item, holder }: Nouns): boolean {
  const noun = `(?:${item.map(inEitherNumber).join('|')})`
  const owner = `(?:it|they|there|(?:the|an?|this) (?:${holder.map(inEitherNumber).join('|')}))`
  const done =
    '(?: (?:exists?|is in|are in|came in|arrived|has come in|(?:is|are|was|were|has been|have been) (?:made|created|added|placed|received|recorded|submitted|there)))?'
  const forms = [
    `(?:(?:the|its|an?) )?(?:very )?first ${noun}${done}(?: on)?`,
    `${owner} (?:already )?(?:has|have|is|are) (?:any |an? |at least one |its first |some )?${noun}`,
    `(?:any|an?|at least one|some) ${noun}${done}`,
    `${noun} (?:exist|are in|have been \\w+)`,
  ]
  const plain = condition.trim().replace(/ \(.*$/, '')
  if (new RegExp(`^(?:${forms.join('|')})\\W*$`, 'i').test(plain)) return true
  const [, verb = ''] =
    /^(?:anybody|anyone|someone|somebody) (?:has|have) (?:already )?(\w{4,}ed)\W*$/i.exec(plain) ?? []
  const stem = verb.slice(0, -3).toLowerCase()
  return stem.length > 3 && item.some((one) => one.toLowerCase().startsWith(stem.slice(0, 7)))
}
