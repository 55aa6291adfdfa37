/** Properties that the phrases of sentences name: of the body, of the item on the path, and of items that are referred to. */
import type { Json } from '../openapi/document.ts'
import type { Api, ApiOperation } from './api.ts'
import { bodyProperties, shownProperties } from './operationProperties.ts'
import { isAt } from './paths.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { ownerOfId, singularOf, wordsOf } from './vocabulary.ts'

/** A property that a phrase names, and where it is. */
export type NamedProperty =
  | { in: 'body'; property: string }
  | { in: 'item'; property: string }
  | { in: 'reference'; by: string; holder: Resource; property: string }

/** Names that phrases of sentences about a request can contain. */
export interface Vocabulary {
  /** The properties of the body. */
  body: ReadonlyMap<string, Json>
  /** Words for the item that the request creates. */
  made: readonly string[]
  /** The item on the path, or that the path is below. */
  item: Resource | undefined
  itemProperties: ReadonlyMap<string, Json>
  references: readonly { by: string; nouns: readonly string[]; holder: Resource }[]
}

/** The words for what an operation sends, and for the items that it is about. */
export function vocabularyOf(api: Api, graph: ResourceGraph, operation: ApiOperation): Vocabulary {
  const target = graph.resources.find(({ create }) => create === operation)
  const item =
    target === undefined ? graph.resources.findLast((one) => isAt(one.item, operation.path)) : target.parent
  const body = bodyProperties(api, operation)
  const from = target ?? item
  const references = [...body].flatMap(([by, schema]) => {
    const holder = graph.referredBy(by, schema, from)
    return holder === undefined ? [] : [{ by, holder, nouns: [...nounsOf(holder), ...ownWords(by)] }]
  })
  return {
    body,
    made: target === undefined ? [] : nounsOf(target),
    item,
    itemProperties: item === undefined ? new Map() : shownProperties(api, item),
    references,
  }
}

const ownWords = (by: string): string[] => {
  const own = wordsOf(ownerOfId(by) ?? '').join(' ')
  return own === '' ? [] : [own]
}

/** Words after which a name means the same: `start` of `startsAt` and of `start_date`. */
const ENDING = /^(?:at|on|date|time|datetime|day|timestamp|utc)$/
const SAME: Readonly<Record<string, string>> = {
  starts: 'start',
  started: 'start',
  starting: 'start',
  begins: 'start',
  begin: 'start',
  began: 'start',
  beginning: 'start',
  ends: 'end',
  ended: 'end',
  ending: 'end',
}

/** The words that decide which property is meant: `start` for "the start time" and for `startsAt`. */
function coreOf(words: readonly string[]): string {
  const core = words.filter((word, index) => index === 0 || !ENDING.test(word))
  return core.map((word) => SAME[word] ?? word).join(' ')
}

const DETERMINER =
  /^(?:(?:the|its|his|her|their|this|that|an?|any|your|new|requested|given|chosen|planned|stated|value of|own) )+/i

/**
 * The property that a phrase names: by its name, or by its words.
 * @param names of the properties that can be meant
 * @returns undefined where it names none, or may name several
 */
export function propertyIn(phrase: string, names: readonly string[]): string | undefined {
  const plain = phrase.trim().replace(DETERMINER, '')
  const exact = names.find((name) => name === plain)
  if (exact !== undefined) return exact
  const wanted = coreOf(wordsOf(plain))
  if (wanted === '' || wanted.split(' ').length > 4) return undefined
  const cores = names.map((name) => ({ name, core: coreOf(wordsOf(name)) }))
  const same = cores.filter(({ core }) => core === wanted)
  const near = cores.filter(({ core }) => core.startsWith(`${wanted} `) || core.endsWith(` ${wanted}`))
  const [only, ...others] = same.length > 0 ? same : near
  return others.length > 0 ? undefined : only?.name
}

/** "the policy's start", "the start of the policy", "the policy started", "its start" */
const OWNED: readonly RegExp[] = [
  /^(?:the |an? )?(?<noun>[\w -]+?)['’]s? (?:own )?(?<rest>.+)$/i,
  /^(?<rest>.+?) of (?:the|its|an?|that|this|their) (?<noun>[\w -]+)$/i,
  /^(?:the |its |that )?(?<noun>[\w -]+?) (?<rest>starts?|started|begins?|began|ends?|ended)$/i,
]

/**
 * The property that a phrase names, and where it is.
 * @param self the property that the text describes, which "it" means
 * @param namesOf the names of the properties that can be meant
 */
export function namedIn(
  api: Api,
  phrase: string,
  vocabulary: Vocabulary,
  self: string | undefined,
  namesOf: NamesOf,
): NamedProperty | undefined {
  const plain = phrase.trim()
  if (/^(?:it|this|this (?:date|time|day|moment|value)|the value)$/i.test(plain))
    return self === undefined ? undefined : { in: 'body', property: self }
  const inBody = inPlace('body', plain, namesOf(vocabulary.body))
  if (inBody !== undefined) return inBody
  for (const form of OWNED) {
    const { noun, rest = '' } = form.exec(plain)?.groups ?? {}
    const found = noun === undefined ? undefined : ownedBy(api, noun, rest, vocabulary, namesOf)
    if (found !== undefined) return found
  }
  return inPlace('item', plain, namesOf(vocabulary.itemProperties))
}

type NamesOf = (properties: ReadonlyMap<string, Json>) => readonly string[]

/** The property of the new item, of the only item that is referred to by this noun, or of the item on the path. */
function ownedBy(
  api: Api,
  noun: string,
  rest: string,
  { body, made, item, itemProperties, references }: Vocabulary,
  namesOf: NamesOf,
): NamedProperty | undefined {
  const isCalled = (nouns: readonly string[]) => nouns.some((one) => isNoun(noun, one))
  if (isCalled(made)) return inPlace('body', rest, namesOf(body))
  const [only, ...others] = references.filter(({ nouns }) => isCalled(nouns))
  if (only !== undefined && others.length === 0) {
    const property = propertyIn(rest, namesOf(shownProperties(api, only.holder)))
    return property === undefined
      ? undefined
      : { in: 'reference', by: only.by, holder: only.holder, property }
  }
  return item !== undefined && isCalled(nounsOf(item))
    ? (inPlace('item', rest, namesOf(itemProperties)) ?? inPlace('body', rest, namesOf(body)))
    : undefined
}

function inPlace(
  place: 'body' | 'item',
  phrase: string,
  names: readonly string[],
): NamedProperty | undefined {
  const property = propertyIn(phrase, names)
  return property === undefined ? undefined : { in: place, property }
}

/** Whether words are a noun, in the singular or in the plural: "line items" for `line item`. */
export const isNoun = (words: string, noun: string): boolean => {
  const [one, other] = [words, noun].map((text) =>
    text.toLowerCase().replaceAll(/[-_]/g, ' ').replace(DETERMINER, '').trim(),
  )
  return one === other || singularOf(one?.replaceAll(' ', '-') ?? '').replaceAll('-', ' ') === other
}
