/**
 * Sentences of a document that may state when a request is rejected. Readers of a class of rules decide what a sentence
 * means: each one is split off, in plain words, and without the status and the words around it.
 */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { viewOf } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf, namesExceptions } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'

export interface SpokenRule {
  /** The words, without marks of Markdown. */
  text: string
  /**
   * The use of the words: `cause` of a rejection, condition of an `unless`, words for a `request` that is rejected, such as
   * "a second order". The words of a `plain` sentence decide.
   */
  kind: 'cause' | 'unless' | 'request' | 'plain'
  status: number
  /** Whether the text is one of the API or of a tag, which may be about other requests. */
  isOfAll?: boolean
  /** The property that the text describes. */
  self: string | undefined
  /** The sentence, for messages. */
  description: string
}

/** Statuses of requests that are valid and nevertheless not acceptable. */
const STATUSES = [409, 422, 400]
/** A status that rejects callers as well, so that only a text about it counts. */
const OF_CALLERS = 403

const known = new WeakMap<object, readonly SpokenRule[]>()

/** The sentences about an operation: in its responses, its description, and those of the properties that it sends. */
export function spokenRules(api: Api, operation: ApiOperation): readonly SpokenRule[] {
  const rules = known.get(operation) ?? rulesOf(api, operation)
  known.set(operation, rules)
  return rules
}

function rulesOf(api: Api, operation: ApiOperation): SpokenRule[] {
  const declared = STATUSES.filter((status) => operation.responses.has(String(status)))
  const [usual] = declared
  if (usual === undefined) return []
  const named = [...declared, ...(operation.responses.has(String(OF_CALLERS)) ? [OF_CALLERS] : [])]
  const ofResponses = named.flatMap((status) =>
    rulesIn(descriptionOf(operation.responses.get(String(status))?.node), true).map((one) => ({
      ...one,
      status,
      self: undefined,
    })),
  )
  const own = [...rulesIn(descriptionOf(operation.operation), false), ...ofDocument(api, operation)]
  const described = [...own.map((one) => ({ ...one, self: undefined })), ...ofProperties(api, operation)]
  return [
    ...ofResponses,
    ...described.flatMap(({ status = usual, ...one }) =>
      operation.responses.has(String(status)) ? [{ ...one, status }] : [],
    ),
  ]
}

/** The descriptions of properties: in the body, or else in the response. */
function ofProperties(api: Api, operation: ApiOperation): (Read & { self: string })[] {
  const shown = responseProperties(api, operation)
  return [...bodyProperties(api, operation)].flatMap(([self, schema]) => {
    const own = descriptionOf(viewOf(api.document, schema))
    const text = own === '' ? descriptionOf(viewOf(api.document, shown.get(self))) : own
    return rulesIn(text, false).map((one) => ({ ...one, self }))
  })
}

const ofTags = new WeakMap<object, Map<string, Read[]>>()

/** Descriptions of the tags of an operation, and the list of error codes of the whole API. */
function ofDocument({ document }: Api, { operation }: ApiOperation): Read[] {
  const names = isObject(operation) && Array.isArray(operation.tags) ? operation.tags : []
  const found = ofTags.get(document) ?? new Map<string, Read[]>()
  const key = JSON.stringify(names)
  const rules = found.get(key) ?? rulesAround(document.root as JsonObject, names)
  ofTags.set(document, found.set(key, rules))
  return rules
}

function rulesAround({ info, tags }: JsonObject, names: readonly Json[]): Read[] {
  const own = (Array.isArray(tags) ? tags : []).filter(
    (tag) => isObject(tag) && names.includes(tag.name ?? null),
  )
  const codes = rulesIn(descriptionOf(info), false).filter(({ kind, status }) => kind === 'cause' && status)
  const all = [...codes, ...own.flatMap((tag) => rulesIn(descriptionOf(tag), false))]
  return all.map((one) => ({ ...one, isOfAll: true }))
}

/** The sentences about the whole API that name a kind of request and its status: "A `size` outside of this range is rejected (422)". */
export function generalRules({ document }: Api, { responses }: ApiOperation): SpokenRule[] {
  const { info } = document.root as JsonObject
  return rulesIn(descriptionOf(info), false).flatMap(({ status, ...one }) =>
    one.kind === 'request' && status !== undefined && responses.has(String(status))
      ? [{ ...one, status, self: undefined }]
      : [],
  )
}

type Read = Pick<SpokenRule, 'text' | 'kind' | 'description' | 'isOfAll'> & { status?: number }

/** A sentence that limits the one before: "Administrators may do so anyway." */
const LIMITS_BEFORE =
  /^(?:except|however|but|unless|this (?:does|rule does) not apply|exempt|otherwise it|administrators?|admins?|staff|managers?|(?:with|set|pass|use) `?force)\b|\bdoes not apply\b|\b(?:overrid\w+|force)\b/i
const VAGUE =
  /\b(?:deprecated|planned|in (?:a )?future (?:version|release)|no longer enforced|used to|until version)\b/i

/**
 * @param isError whether the text describes an error response, so that a sentence names a cause
 */
function rulesIn(text: string, isError: boolean): Read[] {
  const sentences = statementsIn(text)
  return sentences.flatMap((sentence, index): Read[] => {
    if (namesExceptions(sentence) || VAGUE.test(sentence)) return []
    if (LIMITS_BEFORE.test(sentences[index + 1] ?? '')) return []
    return clausesIn(sentence).flatMap((clause) => readClause(clause, isError, sentence))
  })
}

/** The sentences, the entries of lists and the cells of tables, without marks of Markdown. */
export const statementsIn = (text: string): string[] =>
  text
    .replaceAll(/^([ \t]*)\* /gm, '$1- ')
    .replaceAll(/^[ \t]*#+ .*$/gm, '\n')
    .replaceAll(/^[ \t]*\|[-:| \t]+\|[ \t]*$/gm, '')
    .replaceAll(/^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells: string) => `\n\n${cells.replaceAll('|', '\n\n')}\n\n`)
    .split(
      /(?<=[^\d\s][.!?][`*"”]?)\s+(?=[A-Z\d(`*"“]|[a-z]+[A-Z_])|(?<=\d\d[.!?])\s+(?=[A-Z])|\n\s*\n|(?:^|\n)\s*(?:[-•+]|\d+[.)])\s+/,
    )
    .map((one) =>
      one
        .replaceAll(/[`*"“”]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^[-•+] |^\d+[.)] /, '')
        .replace(/^(?:please )?note(?: that|:) /i, '')
        .replace(/[\s.:;!]+$/, '')
        .trim(),
    )
    .filter((one) => one !== '')

/** The parts of a sentence around a semicolon or a colon, and without its consequence: "…, so a second one is rejected". */
const clausesIn = (sentence: string): string[] =>
  sentence
    .split(/;\s+|,? so (?=(?:an?|the|any|no) )|: (?<=\w \S+ \S+: )(?=(?:an?|the|any|no|only) )/i)
    .filter((one) => one !== '')

/** Causes of which one is enough: "the shipment is on its way, or it already contains such a parcel". */
const causesIn = (text: string): string[] =>
  text
    .replace(/^either /i, '')
    .split(
      /,? or (?:if|when|because|where) |, or (?=(?:the|an?|another|any|there|it|no|its) )| or (?=its [\w-]+ (?:has|is|was) )| or (?=(?:the|an?) [\w-]+ (?:already )?has )/i,
    )
    .filter((one) => one !== '')
    .flatMap(withSubject)

/** "The date lies in the future, or falls outside the period": the second cause has the subject of the first. */
function withSubject(cause: string): string[] {
  const { subject = '', first = '', second = '' } = SHARED_SUBJECT.exec(cause)?.groups ?? {}
  return second === '' ? [cause] : [`${subject} ${first}`, `${subject} ${second}`]
}

const SHARED_SUBJECT =
  /^(?<subject>(?:(?:the|an?|its|this) )?[\w-]+(?: [\w-]+)?) (?<first>(?:is|are|lies|falls|has|starts|ends|begins) [^,;]{2,80}?),? or (?<second>(?:is|are|lies|falls|has|starts|ends|begins|doesn[’']t|does not|isn[’']t|lacks) [^,;]{2,80})$/i

const IF = '(?:if|when(?:ever)?|where|while|as long as|so long as|because|in case)'
const DENIED =
  '(?:rejected|refused|denied|declined|turned (?:down|away)|forbidden|impossible|prevented|blocked|not (?:possible|allowed|permitted|accepted)|fails?)'
/** "(409)", "(422, `too_late`)" */
const ASIDE = /\s*\(([^()]*\b4\d\d\b[^()]*)\)/g
/** "(not-over)", "(code TOO_LATE)" */
const CODE_ASIDE = /\s*\((?:code )?(?:[a-z]+(?:[-_][a-z]+)+|[A-Z]{3,}(?:_[A-Z]+)*)\)/g

/** The status of a clause, its condition, and its other words. */
function readClause(clause: string, isError: boolean, description: string): Read[] {
  const [, ofAside] = /\([^()]*\b(4\d\d)\b[^()]*\)/.exec(clause) ?? []
  const inside = [...clause.matchAll(ASIDE)].flatMap(([, aside = '']) => {
    const [, word = '', condition] =
      new RegExp(`\\b4\\d\\d\\b,? (${IF}|unless) ((?:\\S+ ){2,}\\S+)$`, 'i').exec(aside) ?? []
    return condition === undefined ? [] : [{ kind: kindOf(word), text: condition }]
  })
  const outside = clause.replaceAll(ASIDE, '').replaceAll(CODE_ASIDE, '').trim()
  const [, bare] = /\b(4\d\d)\b/.exec(outside) ?? []
  const status = Number(ofAside ?? bare)
  const common = { description, ...(!Number.isNaN(status) && { status }) }
  return [...inside, ...readPlain(outside, isError)].flatMap(({ kind, text }) =>
    (kind === 'cause' ? causesIn(text) : [text]).map((one) => ({ kind, text: withoutTail(one), ...common })),
  )
}

const kindOf = (word: string): 'cause' | 'unless' => (/^unless$/i.test(word) ? 'unless' : 'cause')

function readPlain(text: string, isError: boolean): Pick<SpokenRule, 'text' | 'kind'>[] {
  const forms: [RegExp, (groups: Record<string, string>) => Pick<SpokenRule, 'text' | 'kind'>][] = [
    // "Returns 409 if …", "Refused with 409 as long as …", "Deletion fails when …"
    [
      new RegExp(`(?:\\b4\\d\\d\\b|\\b${DENIED})[^,.;]*?,? (?<word>${IF}|unless) (?<rest>.+)$`, 'i'),
      ({ word = '', rest = '' }) => ({ kind: kindOf(word), text: rest }),
    ],
    // "If …, the request is rejected", "When …, returns 409"
    [
      new RegExp(`^(?<word>${IF}|unless) (?<rest>.+?), .*\\b(?:4\\d\\d|${DENIED})\\b.*$`, 'i'),
      ({ word = '', rest = '' }) => ({ kind: kindOf(word), text: rest }),
    ],
    // "Once the booking has started it's too late and you get a 409"
    [
      /^(?:once|as soon as) (?<rest>[^,]+?),? (?:it(?:[’']s| is)|you(?:[’']ll| will)? get|we (?:answer|respond|return)|there(?:[’']s| is| will be)|that(?:[’']s| is)) [^;]*\b4\d\d\b(?: ?\([^)]*\)| with `?[\w-]+`?)?$/i,
      ({ rest = '' }) => ({ kind: 'cause', text: rest }),
    ],
    // "room_taken: …", "409: …", "`code` (409): …"
    [
      /^(?:4\d\d(?: (?:[a-z]+_[a-z_]+|[A-Z_]+))?|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+) ?[:–—-] (?<rest>.+)$/,
      ({ rest = '' }) => ({ kind: 'cause', text: rest }),
    ],
    // "A second order for the same day is refused with 409"
    [
      /^(?<rest>.+?) (?:(?:is|are|will be|gets?) (?:rejected|refused|denied|declined|turned (?:down|away)|answered|met|not (?:possible|allowed|permitted|accepted))|fails?|results? in|leads? to|returns?)(?: (?:with|by|in))?(?: an?)?(?: HTTP)?(?: \b4\d\d\b.*)?(?: (?:likewise|too|as well))?$/i,
      ({ rest = '' }) => ({ kind: 'request', text: rest }),
    ],
  ]
  for (const [form, read] of forms) {
    const groups = form.exec(text)?.groups
    if (groups !== undefined) return [read(groups as Record<string, string>)]
  }
  const [, condition] = new RegExp(`^${IF} (.+)$`, 'i').exec(text) ?? []
  const cause = text
    .replace(/^(?:conflict|rejected|either)\W+/i, '')
    .replace(OTHER_FAULTS, '')
    .replace(new RegExp(`^(?:or )?(?:${IF} )?`, 'i'), '')
  return isError
    ? [{ kind: 'cause', text: condition ?? cause }]
    : [{ kind: 'plain', text: text.replace(CONSEQUENCE, '') }]
}

/** ", otherwise 409", ": 403", " - that's a 409" */
const CONSEQUENCE =
  /,? (?:or|and|else|otherwise)\b[^,]{0,200}\b4\d\d\b.*$|(?:[:,]| [-–—]) (?:(?:that[’']s|this is|that is|you(?:[’']ll| will)? get|it(?:[’']s| is)|gives?|returns?|results? in|with|we answer with) )?(?:an? )?(?:HTTP )?4\d\d\b.*$/i

/** Causes in general, before one of the document: "Malformed, or `until` is before `from`". */
const OTHER_FAULTS =
  /^(?:(?:malformed|invalid|bad request|validation (?:failed|errors?)|among other things|besides [\w -]{3,40}(?=[:,])|e\.? ?g\.?|for example|for instance|wrong (?:status|state))(?:(?:,|:| -|;) ?(?:or )?| or | (?=if |when )|(?<=g\.?) ))/i

/** Without consequences and reasons: "…, so a second one is rejected", "…, for obvious reasons". */
const withoutTail = (text: string): string =>
  text
    .replace(/,? (?:so|hence|thus|which means|in other words) .*$/i, '')
    .replace(/,? for (?:[\w-]+ ){0,3}reasons$/i, '')
    .replace(/\bshall\b/gi, 'must')
    .replace(/[\s.,;:]+$/, '')
    .trim()
