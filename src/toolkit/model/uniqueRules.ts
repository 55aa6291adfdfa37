/** Values that no two items share, by sentences: "There is already a claim for the same policy and the same date". */
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { momentsOf } from './bounds.ts'
import { plainNumbers } from './conditions.ts'
import { descriptionOf, ignoresCase, inEitherNumber, mostFirst, statePattern } from './description.ts'
import { shownProperties } from './operationProperties.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { isNoun, propertyIn, type Vocabulary, vocabularyOf } from './spokenNames.ts'
import { type SpokenRule, spokenRules, statementsIn } from './spokenRules.ts'

export interface UniquePromise {
  operation: ApiOperation
  /** The properties of the body that no two items share together, or no more than `most`. */
  properties: readonly string[]
  most: number
  /** Whether only items below the same one are in conflict. */
  isWithin: boolean
  /** The states of an item that is in conflict with a second one. Empty: any. */
  states: readonly string[]
  /** Whether the second item is in conflict only in these states, too. */
  isOfBoth: boolean
  ignoresCase: boolean
  /** The flag that is true for an item that counts. */
  flag: string | undefined
  status: number
  description: string
}

const known = new WeakMap<Resource, UniquePromise[]>()

/** The promises about second items with the same values. */
export function uniquePromises(api: Api, graph: ResourceGraph, resource: Resource): readonly UniquePromise[] {
  const promises = known.get(resource) ?? promisesOf(api, graph, resource)
  known.set(resource, promises)
  return promises
}

function promisesOf(api: Api, graph: ResourceGraph, resource: Resource): UniquePromise[] {
  const { create } = resource
  if (create?.body === undefined || create.method !== 'POST') return []
  if (REPLACES.test(descriptionOf(create.operation))) return []
  const values = statusOf(api, resource)?.values ?? []
  const vocabulary = vocabularyOf(api, graph, create)
  const aliases = aliasesIn(descriptionOf(api.document.root.info), nounsOf(resource), values)
  const forms = formsOf(nounsOf(resource), [...values, ...aliases.keys()])
  const words = {
    values,
    aliases,
    named: namesOf(api, vocabulary),
    others: vocabulary.references.map(({ by }) => by),
    flags: flagsOf(api, resource),
    defined: definitionsIn(descriptionOf(create.operation)),
  }
  const promises = spokenRules(api, create).flatMap((rule) =>
    inUsualWords(rule.text).flatMap((text): UniquePromise[] => {
      const found = readIn({ ...rule, text }, forms, words)
      return found === undefined
        ? []
        : [{ ...found, operation: create, status: rule.status, description: rule.description }]
    }),
  )
  const keyOf = ({ properties, most }: UniquePromise) => [...properties, most].sort().join()
  return [...new Map(promises.map((one) => [keyOf(one), one])).values()]
}

/** The flags that an item shows. */
const flagsOf = (api: Api, resource: Resource): string[] =>
  [...shownProperties(api, resource)].flatMap(([name, schema]) =>
    typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('boolean') ? [name] : [],
  )

/** Words that a text defines: "Address = postcode + street + house number". */
const definitionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    statementsIn(text).flatMap((one): [string, string][] => {
      const [, word = '', parts = ''] =
        /^([\w-]+) (?:=|means|is made of|consists of) ([\w -]+(?: ?[+,] ?[\w -]+)+)$/i.exec(one) ?? []
      return word === '' ? [] : [[word.toLowerCase(), parts.replaceAll(/ ?[+,] ?(?:and )?/g, ', ')]]
    }),
  )

/** A sentence in the words of the forms; with a further limit, two sentences. */
function inUsualWords(stated: string): string[] {
  const text = mostFirst(plainNumbers(stated))
    .replace(/ ?\((?:also|even|including)\b[^()]*\)/i, '')
    .replace(
      /^(?:one|an?|each|every) [\w-]+, (?:told apart|identified|recogni[sz]ed|known|counted) by (?:(?:its|their|the) )?([\w-]+),/i,
      'each $1',
    )
    .replace(/\b([\w-]+)\/([\w-]+) (?:pair|combination)\b/i, '$1 and $2')
  const { start = '', thing = '', per = '', state = '', most = '' } = ALTOGETHER.exec(text)?.groups ?? {}
  return most === ''
    ? [text]
    : [`${start} only have one ${thing} ${per}${state}`, `${start} have at most ${most} ${thing}${state}`]
}

const ALTOGETHER =
  /^(?<start>[\w -]{1,40} (?:can|may)) (?:only )?have (?:only )?one (?<thing>[\w-]+) (?<per>(?:per|for each) [\w -]{1,40}?)(?<state> (?:that|which) [\w’' -]{1,40})?,? and (?:at most )?(?<most>\d+) (?:altogether|in total|overall|in all)$/i

/** A phrase as a property of the body, or as the item on the path. */
type Named = (phrase: string, self: string | undefined) => { property: string } | 'path' | undefined

function namesOf({ document }: Api, { body, item, references }: Vocabulary): Named {
  const days = momentsOf(document, body)
  const names = [...body].flatMap(([name, schema]) => {
    const types = typesOf(withoutNull(document, viewOf(document, schema)))
    return types.some((type) => type === 'string' || type === 'integer' || type === 'number') ? [name] : []
  })
  return (phrase, self) => {
    const plain = phrase
      .replaceAll(/\be-mail/gi, 'email')
      .replace(/^(?:(?:the|a|an|this|that|same|given|its|their|any|one) )+/i, '')
    if (self !== undefined && /^(?:it|one|this value|the value|value)$/i.test(plain.trim() || 'it'))
      return { property: self }
    const [only, ...others] = references.filter(({ nouns }) => nouns.some((one) => isNoun(plain, one)))
    if (only !== undefined) return others.length > 0 ? undefined : { property: only.by }
    if (item !== undefined && nounsOf(item).some((one) => isNoun(plain, one))) return 'path'
    const property = dayIn(plain, days) ?? valueIn(plain, names)
    return property === undefined ? undefined : { property }
  }
}

/** The only date or time of a body, for "a day". */
function dayIn(phrase: string, moments: readonly { name: string }[]): string | undefined {
  const [only, ...others] = moments
  return others.length === 0 && /^(?:day|date)$/i.test(phrase) ? only?.name : undefined
}

const valueIn = (phrase: string, names: readonly string[]): string | undefined =>
  propertyIn(phrase, names) ??
  propertyIn(phrase.replace(/ (?:address|number)$/i, ''), names) ??
  // "Shirt numbers"
  names.find((one) => new RegExp(`^[a-z]+ ${one}s$`, 'i').test(phrase))

/** "A newer one supersedes the older", so that a second item is accepted. */
const REPLACES =
  /\b(?:new(?:er)?|second|later|further|another|next|latest|last)(?: (?:one|quote|[\w-]+))? (?:\w+ )?(?:supersedes|replaces|overwrites|cancels|closes|ends|takes the place of)\b|\b(?:supersedes|replaces|overwrites|takes the place of) (?:the|an?|any|its|their) (?:older|old|earlier|previous|first|existing|former|current|pending|last)\b/i

type Found = Omit<UniquePromise, 'operation' | 'status' | 'description'>

/** More items than these need too many requests. */
const MAX_ITEMS = 20

/** Words after which letters count in either case. */
const CASE_TAIL =
  /,? (?:ignoring|regardless of|without regard to|irrespective of|whatever the)(?: (?:letter|the|upper or lower))* case$|,? case[- ]insensitive(?:ly)?$/i
/** Scopes with all items in them. */
const WHOLE =
  /^(?:all|every|the (?:whole |entire )?(?:system|workspace|api|organi[sz]ation|company|platform|fleet|network|database|catalogu?e)|everything|globally)/i

interface Words {
  values: readonly string[]
  /** Words for several states: an `active` application is one that is neither hired nor rejected. */
  aliases: ReadonlyMap<string, readonly string[]>
  named: Named
  /** The properties that refer to items. */
  others?: readonly string[]
  flags?: readonly string[]
  defined?: ReadonlyMap<string, string>
}

function readIn({ text, kind, self }: SpokenRule, forms: readonly Form[], words: Words): Found | undefined {
  const plain = text.replace(CASE_TAIL, '')
  for (const { pattern, kinds } of forms) {
    const groups = kinds.includes(kind) ? pattern.exec(plain)?.groups : undefined
    const named = groups && propertiesIn(groups, self, words)
    if (groups === undefined) continue
    return (
      named &&
      countedIn(groups, words, {
        ...named,
        states: statesIn(groups, words),
        isOfBoth: kind === 'plain',
        ignoresCase: ignoresCase(text),
      })
    )
  }
  return undefined
}

type Groups = Readonly<Record<string, string | undefined>>

/** With the number of items and the flag that a sentence names; undefined where the items do not show the flag. */
function countedIn(
  { flag: named, most: said = '1' }: Groups,
  { flags = [] }: Words,
  found: Omit<Found, 'flag' | 'most'>,
): Found | undefined {
  const flag = flags.find((one) => one === named)
  const most = Number(said)
  return most < 1 || most > MAX_ITEMS || flag !== named ? undefined : { ...found, flag, most }
}

/** The properties that a sentence names; undefined where one of its phrases names something else. */
function propertiesIn(
  { holder, props, scope, nobody, most }: Groups,
  self: string | undefined,
  { named, others = [], defined = new Map() }: Words,
): Pick<Found, 'properties' | 'isWithin'> | undefined {
  const phrases = [holder, props, scope !== undefined && WHOLE.test(scope) ? undefined : scope].flatMap(
    (one) => one?.split(LIST).flatMap((each) => defined.get(each.toLowerCase())?.split(LIST) ?? [each]) ?? [],
  )
  // "Unique per room" is about the property that the text describes.
  const isOfHolder = props !== undefined || most !== undefined
  const itself = isOfHolder ? [] : [self === undefined ? undefined : { property: self }]
  const all = [...itself, ...phrases.map((one) => named(one, self))]
  if (all.length === 0 || all.includes(undefined)) return undefined
  const properties = all.flatMap((one) => (one === undefined || one === 'path' ? [] : [one.property]))
  // No one: none of those that the only other reference can name.
  const further = nobody === undefined ? [] : others.filter((one) => !properties.includes(one))
  if (properties.length === 0 || (nobody !== undefined && further.length !== 1)) return undefined
  return { properties: [...new Set([...properties, ...further])], isWithin: all.includes('path') }
}

const LIST = /,? and (?:the same |of the same )?|, /i

function statesIn({ list, not }: Groups, { values, aliases }: Words): readonly string[] {
  if (list === undefined) return []
  const meant = aliases.get(list.toLowerCase())
  if (meant !== undefined) return meant
  const isListed = (state: string) =>
    new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(list)
  return values.filter((state) => isListed(state) === (not === undefined))
}

/** "An application is called active while its status is screening or offered." */
function aliasesIn(text: string, nouns: readonly string[], values: readonly string[]): Map<string, string[]> {
  const noun = nouns.map(inEitherNumber).join('|')
  const pattern = new RegExp(
    `^(?:an? |the )?(?:${noun}) (?:is|counts as) (?:called |considered |regarded as )?(\\w+) (?:while|when|if|as long as) (?:its status is|it is)(?: in)?(?: one of)? ([\\w, -]+)$`,
    'i',
  )
  return new Map(
    statementsIn(text).flatMap((one): [string, string[]][] => {
      const [, word = '', list = ''] = pattern.exec(one) ?? []
      const states = statesIn({ list }, { values, aliases: new Map(), named: () => undefined })
      const isKnown = values.some((state) => state === word.toLowerCase())
      return states.length === 0 || isKnown ? [] : [[word.toLowerCase(), [...states]]]
    }),
  )
}

interface Form {
  pattern: RegExp
  kinds: readonly SpokenRule['kind'][]
}

const WORDS = "[\\w'’.-]+(?: [\\w'’.-]+){0,2}?"
const SAME = '(?:the same|this|that|an identical|the given)'
const ONCE = '(?:only once|once only|at most once|no more than once|just once)'

const MOST = '(?:at most|no more than|not more than|up to|only)'
const HAVING =
  '(?:(?:can|may|must) )?(?:only )?(?:do|does|have|has|hold|holds|make|makes|book|books|buy|buys|place|places|drives?|runs?|submit|submits|send|sends)'

/** The phrases of sentences about second items. */
function phrasesOf(nouns: readonly string[], values: readonly string[]) {
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const one = values.length === 0 ? '(?!)' : `(?:${values.map(statePattern).join('|')})`
  const list = `(?<list>${one}(?:(?:,? (?:or|and|nor)|,) ${one})*)`
  return {
    noun,
    list,
    thing: `(?:${list} |(?<flag>active) )?${noun}`,
    behind: `(?: (?:that|which) (?:is|has|are|have)(?<not> not|n[’']t)? (?:been )?${list})?`,
    props: `(?<props>${WORDS}(?:(?:,| and|, and)(?: the same| of the same)? ${WORDS}){0,2})`,
  }
}

const formsOf = (nouns: readonly string[], values: readonly string[]): Form[] => {
  const phrases = phrasesOf(nouns, values)
  const form =
    (kinds: Form['kinds']) =>
    (source: string): Form => ({ pattern: new RegExp(`^${source}$`, 'i'), kinds })
  return [...faultsOf(phrases).map(form(['cause', 'request'])), ...statementsOf(phrases).map(form(['plain']))]
}

/** Second items that are rejected. */
function faultsOf({ noun, list, thing, props }: ReturnType<typeof phrasesOf>): string[] {
  const other = '(?:another|an existing|any other|an?|some other|other)'
  const holder = `(?:the |this |that )?(?<holder>${WORDS})`
  const already = "(?:there is|there[’']s) already (?:an? |another )?"
  return [
    `${other} ${thing} (?:already )?(?:has|have|uses|with|carries)(?: already)? ${SAME} ${props}(?: already)?(?: exists)?(?: already)?`,
    `${already}${thing} (?:for|with|of|on) ${SAME} ${props}`,
    `${already}${noun} (?:for|with|of|on) ${SAME} ${props} (?:that|which) (?:is|has)(?<not> not| not been| never been)? (?:been )?${list}`,
    `(?:an? |another )?${thing} (?:for|with|of|on) ${SAME} ${props} (?:already )?exists(?: already)?`,
    `${holder} already (?:has|contains|holds|had|lists|includes) (?:an? |another )?${thing} (?:with|for|on|of|to|in) ${SAME} ${props}`,
    `${other} ${noun} (?:of|in|on) (?:the|this|that) (?<holder>${WORDS}) (?:already )?(?:has|have|uses) ${SAME} ${props}(?: already)?`,
    `(?:the |this |that )?${props} (?:is |are )?(?:already )?in use(?: already)?`,
    `(?:a second|another|a further|a duplicate) (?:${noun}|registration|entry|one|attempt|request) (?:for|with|of) the same ${props}`,
  ]
}

/** Statements that rule out a second item. */
function statementsOf({ noun, thing, props, behind }: ReturnType<typeof phrasesOf>): string[] {
  const scope = '(?: (?:across|within|among|per|in|for|throughout) (?<scope>[\\w -]+?))?'
  const each = '(?:an? |each |every |the same )?'
  const per = '(?:per|for the same|for each|for every|on the same|of the same)'
  const several = '(?:more than one|two|2|several|a second)'
  const never = "(?:cannot|can ?not|can[’']t|may not|must not)"
  const any = '(?:an?|one|the same|each|any|the)'
  return [
    `(?:the )?(?:${noun}[’']?s? )?${props} (?:must be|is|are|has to be|have to be|needs to be) (?:globally |always )?unique${scope}`,
    `(?:must be |is )?(?:globally )?unique${scope}`,
    `no (?:two|2) ${noun}(?: of (?:the same|one) (?<holder>${WORDS}))? (?:(?:can|may|must|could|will)(?: ever)? )?(?:share|have|use|carry|be for) (?:the same|one|an identical|a)(?: (?<props>${WORDS}))?`,
    `(?:there (?:can|may|must) be )?(?:only |at most |exactly |no more than |just )?one ${thing} (?:per|for each|for every) ${props}`,
    `${each}(?<holder>${WORDS}) (?:can|may) (?:only have|have only|have at most|have no more than) one ${thing} ${per} ${props}`,
    `${each}(?<holder>${WORDS}) ${never} have ${several} ${thing} ${per} ${props}`,
    `(?<nobody>nobody|no one) (?:can|may) have ${several} ${thing} ${per} ${props}`,
    `(?:each|every|an?|the same) (?<holder>${WORDS}) (?:can|may|must) (?:only )?(?:be )?\\w+ (?:on|in|to|for|at|by|with) ${any} (?<props>${WORDS}) ${ONCE}`,
    `(?:each|every|an?|the same) (?<holder>${WORDS}) (?:can|may|must) (?:only )?\\w+ ${any} (?<props>${WORDS}) (?:only )?once`,
    `${each}(?<holder>${WORDS}) (?:can|may) (?:only have|have only|have at most) one ${noun} ${per} (?<props>${WORDS})${behind}`,
    `${each}(?<holder>${WORDS}) ${HAVING} ${MOST} (?<most>\\d+) ${thing} (?:an?|${per}|for an?|on an?) ${props}`,
    `${each}(?<holder>${WORDS}) ${HAVING} ${MOST} (?<most>\\d+) ${noun}${behind}`,
    `(?:the )?${props} (?:uniquely identifies (?:an?|the|each) ${noun}|identifies (?:an?|the|each) ${noun} uniquely)`,
  ]
}
