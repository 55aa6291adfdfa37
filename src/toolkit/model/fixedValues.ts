/** Values that no update changes: "The handle can't be changed", "A zone given in an update is ignored", "`kind` is fixed; 422". */
import { viewOf } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf, plainSentences } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import type { Resource } from './resources.ts'
import { isOfRole } from './roles.ts'
import { propertyIn } from './spokenNames.ts'

export interface FixedValue {
  property: string
  operation: ApiOperation
  /** The status of a request with another value, where the text states one. */
  status: number | undefined
  /** The sentence, for messages. */
  text: string
}

/** The properties of an item that its update leaves as they are. */
export function fixedValues(api: Api, resource: Resource): FixedValue[] {
  const { create, update, read, idMember } = resource
  if (update === undefined || update.method === 'POST') return []
  const shown = responseProperties(api, read ?? update)
  const sent = new Map([...bodyProperties(api, create), ...bodyProperties(api, update)])
  const names = [...shown.keys()].filter(
    (name) => name !== idMember && !isOfRole(api, resource, 'change', name),
  )
  const statements = fixedNames(descriptionOf(update.operation), names)
  return names.flatMap((property): FixedValue[] => {
    const own = [shown.get(property), sent.get(property)]
      .map((schema) => fixedBy(descriptionOf(viewOf(api.document, schema)), property))
      .find((one) => one !== undefined)
    const found = own ?? statements.get(property)
    // Other properties that only the server sets are not sent at all.
    const isMeant = found !== undefined && (sent.has(property) || OF_REQUEST.test(found.text))
    return isMeant ? [{ property, operation: update, ...found }] : []
  })
}

const OF_REQUEST = /\b(?:body|request|sent|given)\b/i

interface Statement {
  status: number | undefined
  text: string
}

const CHANGED = '(?:changed|altered|modified|edited|updated|renamed|reassigned|moved)'
const NEVER = [
  `(?:can(?:not| not|['’]t| never)|may (?:not|never)|must not|shall not) be ${CHANGED}`,
  '(?:is|are) (?:fixed|immutable|permanent|unchangeable|set in stone)',
  `(?:is|are) never ${CHANGED}`,
  'never changes?',
  "do(?:es)?(?: not|n[’']t) change",
  'sticks?',
  '(?:stays?|remains?) (?:what (?:it|they) (?:is|are|was|were)|as (?:it|they) (?:is|are|was|were)|the same|unchanged|fixed)',
].join('|')
const MADE = '(?:creation|registration|sign-?up|opening|booking|issue)'
/** Words after a statement that change nothing about it. */
const TAIL = `(?:,? (?:later(?: on)?|afterwards|any ?more|again|at all|ever|once (?:it (?:is|was|has been) )?(?:set|assigned|created|chosen|given)|after (?:the )?${MADE}|after (?:it (?:is|was|has been) )?(?:set|created)|from ${MADE} on|by (?:an )?updates?|in (?:an )?updates?|by (?:PUT|PATCH)|whatever (?:the body|the request|an update|a request) (?:says|contains)))*(?: \\(?(?:4\\d\\d)?(?: \\w+)?\\)?)?`
/** "Immutable", "Fixed after creation", "Set once, at creation" */
const WORDS = `(?:immutable|unchangeable|(?:fixed|read-only|frozen|final) (?:after|from|at) (?:the )?${MADE}|set (?:once,? )?(?:at|on|during) ${MADE} only|(?:only (?:set|accepted) (?:at|on|during)|set only (?:at|on|during)) ${MADE})`
const REQUEST = '(?:(?:an? |the |later )?(?:updates?|PATCH|PUT|changes?)(?: request)?(?: body)?|the body)'
const IGNORED =
  '(?:(?:is|are) (?:silently |simply )?(?:ignored|disregarded|discarded)|(?:has|have) no effect)'

/** Words for something about a value: "The format is fixed" allows other values. */
const PART =
  '(?:default|format|unit|limit|length|width|size|order|list|set|number|type|maximum|minimum|precision|meaning|scale|range|pattern|syntax|structure|colou?r|choices?|options?|keys?|schema)\\b'

/** Words under which a value may be changed: in other states, or by others. */
const CONDITIONAL =
  /\b(?:if|when|whenever|while|unless|until|once|as soon as|except|but|only|before|during|from|after|may|might|support|admin\w*|owners?|members?|users?|or)\b/i

/** Whether a sentence has no condition but those that change nothing. */
const isAlways = (sentence: string): boolean =>
  !CONDITIONAL.test(
    sentence.replace(new RegExp(TAIL_WORDS, 'gi'), ' ').replace(/\b(?:may|can) change\b/gi, ''),
  )

const TAIL_WORDS = `\\b(?:once (?:it (?:is|was|has been) )?(?:set|assigned|created|chosen|given)|after (?:the )?${MADE}|after (?:it (?:is|was|has been) )?(?:set|created)|from ${MADE} on|(?:only (?:set|accepted)|set only) (?:at|on|during) ${MADE}|${MADE} only)\\b`

/** The status of "sending a different value is a 422", and of "(409)" in the sentence. */
function statusIn(text: string, sentence: string): number | undefined {
  const [, other] =
    /\b(?:different|other|another|new) (?:value|one)s?\b[^.;]{0,40}?\b(4\d\d)\b/i.exec(text) ?? []
  const [own] = /\b4\d\d\b/.exec(sentence) ?? []
  return other === undefined && own === undefined ? undefined : Number(other ?? own)
}

/**
 * The statement of a property's own description that no update changes it.
 * @example fixedBy("Can't be changed.", 'handle')
 */
export function fixedBy(description: string, property: string): Statement | undefined {
  const subject = `(?:(?:it|this|they|the (?:value|(?!${PART})[\\w-]+)) )?`
  const [never, ignored, sent] = [
    new RegExp(
      `^\\W*(?:${subject}(?:${NEVER})|${WORDS}|${subject.replace(/\?$/, '')}(?:is|are) ${WORDS})${TAIL}\\W*$`,
      'i',
    ),
    new RegExp(
      `\\b${IGNORED} (?:in|on|by|for) ${REQUEST}\\W*$|(?:^|[,;–-]|\\band) *(?:(?:later|any|all|further|subsequent) )*(?:changes|updates)(?: to it| of it)? ${IGNORED}\\W*$`,
      'i',
    ),
    new RegExp(
      `\\b(?:an?|any|the) (?:different |new |other )?(?<named>[\\w-]+(?: [\\w-]+)?) (?:given|sent|passed|contained|included|set) (?:in|by|with) ${REQUEST} ${IGNORED}\\W*$`,
      'i',
    ),
  ]
  for (const text of plainSentences(description, '.;')) {
    if (!isAlways(text)) continue
    const clauses = text.split(/, (?:and |then )?| and (?:then )?|\s[-–—]\s/)
    const named = sent?.exec(text)?.groups?.named
    const isSent = named !== undefined && (named === 'value' || propertyIn(named, [property]) !== undefined)
    if (isSent || ignored?.test(text) || clauses.some((one) => never?.test(one)))
      return { status: statusIn(description, text), text }
  }
  return undefined
}

/**
 * The properties that a description of an update names as those that it leaves as they are.
 * @example fixedNames('`kind` and `serial` are fixed; sending a different value is a 422.', ['kind', 'serial'])
 */
export function fixedNames(description: string, names: readonly string[]): Map<string, Statement> {
  const form = new RegExp(
    `^\\W*(?<subjects>[\\w ,-]{2,80}?)(?: (?:given|sent|in) (?:in )?${REQUEST})? (?:(?:${NEVER})${TAIL}|${IGNORED}(?: (?:in|on|by) ${REQUEST})?)\\W*$`,
    'i',
  )
  const found = new Map<string, Statement>()
  for (const text of plainSentences(description, '.;')) {
    if (!isAlways(text)) continue
    const subjects = form.exec(text)?.groups?.subjects?.split(/,? and (?:the )?|, (?:the )?/) ?? []
    const properties = subjects.map((one) => propertyIn(one, names))
    if (properties.some((one) => one === undefined)) continue
    for (const property of properties)
      if (property !== undefined) found.set(property, { status: statusIn(description, text), text })
  }
  return found
}

const LATER = '(?:any )?(?:(?:later|subsequent|future|further) )?'
const EDITS = '(?:changes?|updates?|edits?|modifications?)'
const NAMED = '(?:the |its )?(?<by>[\\w-]+(?: [\\w-]+)?)'
const UNAFFECTED: readonly RegExp[] = [
  `\\b(?:unaffected|not (?:affected|changed|touched|influenced)) by ${LATER}${EDITS} (?:of|to|in) ${NAMED}\\W*$`,
  `\\b(?:stays|remains) (?:the same|unchanged|as it (?:is|was)) (?:even )?(?:when|if) ${NAMED} (?:changes|is (?:changed|updated|edited))(?: later| afterwards)?\\W*$`,
  `\\b(?:does(?: not|n['’]t)|will not|won['’]t) (?:change|follow) (?:when|if|with) ${NAMED}(?: (?:changes|is (?:changed|updated|edited)))?(?: later| afterwards)?\\W*$`,
  `^\\W*${LATER}${EDITS} (?:of|to) ${NAMED} (?:do(?:es)? not|don['’]t|never) (?:change|affect|touch|alter) it\\W*$`,
].map((one) => new RegExp(one, 'i'))

/**
 * The property whose changes leave another one as it is.
 * @param self the property whose description it is
 * @example unaffectedBy('Unaffected by later changes of the name.', ['name', 'price']) // 'name'
 */
export function unaffectedBy(
  description: string,
  names: readonly string[],
  self?: string,
): { by: string; text: string } | undefined {
  for (const text of plainSentences(description, '.;'))
    for (const clause of text.split(/, (?:and )?| and (?=(?:it|is|stays|remains|does|later)\b)/)) {
      const found = UNAFFECTED.map((one) => one.exec(clause)).find((one) => one !== null)
      const by = found?.groups?.by === undefined ? undefined : propertyIn(found.groups.by, names)
      if (!found || by === undefined || !isOfSelf(clause.slice(0, found.index), self)) continue
      if (!CASES.test(text.replace(found[0], ''))) return { by, text }
    }
  return undefined
}

/** Whether the words before a statement name no other subject than the property. */
const isOfSelf = (subject: string, self: string | undefined): boolean =>
  ITSELF.test(subject) || (self !== undefined && propertyIn(subject.replace(BEING, ''), [self]) !== undefined)

const BEING = / (?:is|are)\W*$/i
/** "It is" and "Unaffected", but not "Existing invoices are" or "Once issued". */
const ITSELF = /^\W*(?:(?:and|but) )?(?:(?:it|this|they|the value|this value) )?(?:(?:is|are) )?$/i
/** Words of sentences about some cases. */
const CASES =
  /\b(?:unless|except|may|might|if|when|while|whenever|once|after|before|until|during|only|as long as|as soon as|for|in)\b/i

export interface UnaffectedValue {
  property: string
  /** The property whose changes leave it as it is. */
  by: string
  operation: ApiOperation
  text: string
}

/** The properties of an item that stay when the update changes another one of it. */
export function unaffectedValues(api: Api, { update, read }: Resource): UnaffectedValue[] {
  if (update === undefined || update.method === 'POST') return []
  const shown = responseProperties(api, read ?? update)
  const changed = [...bodyProperties(api, update).keys()]
  return [...shown].flatMap(([property, schema]): UnaffectedValue[] => {
    const others = changed.filter((one) => one !== property && shown.has(one))
    const found = unaffectedBy(descriptionOf(viewOf(api.document, schema)), others, property)
    return found === undefined ? [] : [{ property, operation: update, ...found }]
  })
}
