/** The order of a list: sort parameters, the property and direction of each key, and the default. */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation, Parameter } from './api.ts'
import {
  defaultKeyIn,
  descriptionOf,
  directionIn,
  namesDirections,
  onlyOrder,
  rankIn,
  type SpokenOrder,
  saidOrders,
  saysFurtherKey,
  sortsAllWithoutCase,
  sortsWithoutCase,
  tiesIn,
  tiesOfEveryOrder,
} from './description.ts'
import { listArray, listItems } from './listPlace.ts'
import { choicesIn, hasRole } from './roles.ts'
import { agreedOrder, differsFromTies, isOfOthers, type Kind, spokenOrder } from './spokenOrders.ts'
import { statedSort } from './statements.ts'
import {
  isAscending,
  isDescending,
  lastSegment,
  normal,
  SORT_DIRECTIONS,
  SORTS,
  soundsLike,
} from './vocabulary.ts'

type Direction = 'ascending' | 'descending'

export interface SortKey {
  /** The value to request, such as `-createdAt`. */
  key: string
  property: string
  descending: boolean
}

interface Sorting {
  /** The parameter that names the property to sort by. */
  sort: Parameter | undefined
  /** The parameter for the direction. */
  direction: Parameter | undefined
  /** Properties that items can be sorted by. Excludes enums without a stated rank, which servers sort in various ways. */
  properties: readonly string[]
  /** The values of enums from the lowest to the highest, where the spec states that. */
  ranks: ReadonlyMap<string, readonly string[]>
  /** The properties whose order ignores case, where the spec states that. */
  withoutCase: ReadonlySet<string>
  /** The order of items with equal values, whatever a request sorts by and in both directions. */
  ties: SpokenOrder | undefined
  /** The same in the default order. */
  usualTies: SpokenOrder | undefined
  /** The property with the time of the creation. */
  creation: string | undefined
  /** The direction of a key without a sign; undefined if the spec does not state it. */
  usual: Direction | undefined
  /** Whether the spec states the direction of the default order. */
  saysDirection: boolean
  /** The `default` of the sort parameter. */
  defaultKey: string | undefined
  defaultDirection: string | undefined
  /** The default order according to descriptions. */
  spoken: SpokenOrder | undefined
}

const known = new WeakMap<ApiOperation, Sorting>()

/** Finds the sort parameters and the default order of a list. */
export function sortingOf(api: Api, list: ApiOperation): Sorting {
  const found = known.get(list) ?? findSorting(api, list)
  known.set(list, found)
  return found
}

function findSorting(api: Api, list: ApiOperation): Sorting {
  const { document } = api
  const { sort, direction } = parametersOf(api, list)
  const members = membersOf(viewOf(document, listItems(api, list)))
  const about = descriptionOf((sort ?? direction)?.node)
  const ranks = new Map(
    members.flatMap(([name, schema]) => {
      const values = choicesIn(document, schema)
      const rank = values.length > 1 ? rankIn(about, name, values) : undefined
      return rank === undefined ? [] : [[name, rank] as const]
    }),
  )
  const properties = members
    .filter(
      ([name, schema]) =>
        ranks.has(name) || withoutNull(document, viewOf(document, schema)).enum === undefined,
    )
    .map(([name]) => name)
  const general = descriptionOf(document.root.info)
  const texts = [
    descriptionOf(list.operation),
    typeof list.operation.summary === 'string' ? list.operation.summary : '',
    descriptionOf(list.responses.get('200')?.node),
    descriptionOf(listArray(api, list)),
  ]
  const { said, signed } = directionIn(about)
  const aboutTies = [about, descriptionOf(direction?.node), general]
  const hasFurtherKey = saysFurtherKey(about)
  const keys = choicesOf(api, sort)
  const creation = creationIn(api, members)
  const kinds = kindsOf(api, members, properties)
  const spoken = spokenIn({ list, texts, about, properties, kinds, creation })
  const usualTies = hasFurtherKey ? undefined : tiesIn([...texts, ...aboutTies], properties)
  const isUnclear = differsFromTies(spoken, usualTies)
  const isSigned = signed || keys.some((key) => key.startsWith('-') && keys.includes(key.slice(1)))
  return {
    sort,
    direction,
    properties,
    ranks,
    withoutCase: new Set(
      properties.filter(
        (name) =>
          [about, ...texts].some((text) => sortsWithoutCase(text, name)) ||
          sortsAllWithoutCase(general, name),
      ),
    ),
    ties: hasFurtherKey ? undefined : tiesOfEveryOrder(aboutTies, texts, properties),
    usualTies: isUnclear ? undefined : usualTies,
    creation,
    usual: isSigned ? 'ascending' : said,
    saysDirection: said !== undefined && !isSigned,
    defaultKey: defaultOf(api, sort) ?? defaultKeyIn(about, [...properties, ...keys]),
    defaultDirection: defaultOf(api, direction),
    spoken: isUnclear && spoken !== undefined ? withoutFurther(spoken) : spoken,
  }
}

const withoutFurther = ({ further: _, ...order }: SpokenOrder): SpokenOrder => order

/** The default order according to descriptions; undefined where two sentences differ. */
function spokenIn(of: {
  list: ApiOperation
  texts: readonly string[]
  about: string
  properties: readonly string[]
  kinds: ReadonlyMap<string, Kind>
  creation: string | undefined
}): SpokenOrder | undefined {
  const { texts, about, properties } = of
  const nouns = nounsOf(of.list)
  const order = spokenOrder(texts, of.kinds, nouns)
  const said = saidOrders(texts, about, properties).filter(({ sentence }) => !isOfOthers(sentence, nouns))
  return order === undefined ? onlyOrder(said) : agreedOrder(order, said, of.creation)
}

/** Words for what a list contains, from its path and its summary: "List the members of a club". */
function nounsOf({ path, operation }: ApiOperation): string[] {
  const summary = typeof operation.summary === 'string' ? operation.summary : ''
  const [before = ''] = summary.split(/\b(?:of|with|in|for|by|and)\b/i)
  return [lastSegment(path), ...before.split(/\W+/)].filter((word) => word.length > 3)
}

/** The kinds of the properties, for words about an order. */
const kindsOf = (
  { document }: Api,
  members: readonly [string, Json][],
  properties: readonly string[],
): Map<string, Kind> =>
  new Map(
    members
      .filter(([name]) => properties.includes(name))
      .map(([name, schema]) => [name, kindOf(withoutNull(document, viewOf(document, schema)))]),
  )

function kindOf(view: JsonObject): Kind {
  const types = typesOf(view)
  if (types.includes('integer') || types.includes('number')) return 'number'
  if (!types.includes('string')) return 'other'
  return view.format === 'date' || view.format === 'date-time' ? 'time' : 'text'
}

function parametersOf(api: Api, list: ApiOperation): Pick<Sorting, 'sort' | 'direction'> {
  const query = list.inputs.filter((one) => one.in === 'query')
  const open = query.filter((one) => statedSort(one) === undefined)
  const stated = (as: 'sort' | 'direction') => query.find((one) => statedSort(one) === as)
  const named = (names: readonly string[]) =>
    open.find(
      (one) =>
        names.includes(normal(one.name)) &&
        !/^(boolean|integer|number)$/.test(typesOf(viewOf(api.document, one.schema)).join()) &&
        !choicesOf(api, one).some((choice) => /^(next|prev(ious)?|forwards?|backwards?)$/i.test(choice)),
    )
  const [called, way] = [named(SORTS), named(SORT_DIRECTIONS)]
  // `sort=desc`, and `order_by=name&sort=desc`
  const isWay = called !== undefined && way === undefined && hasOnlyWays(choicesOf(api, called))
  const direction = stated('direction') ?? (isWay ? called : way)
  const sort = stated('sort') ?? (isWay ? named(SORTS.filter((one) => one !== normal(called.name))) : called)
  const isDirection =
    direction !== undefined &&
    (isWay || sort !== undefined || statedSort(direction) === 'direction' || saysWay(direction))
  if (isDirection || direction === undefined) return { sort, direction }
  // `order=name&order_direction=asc`
  return {
    sort: direction,
    direction: named(SORT_DIRECTIONS.filter((one) => one !== normal(direction.name))),
  }
}

const hasOnlyWays = (choices: readonly string[]): boolean =>
  choices.length > 0 && choices.every((one) => isAscending(one) || isDescending(one))

const saysWay = ({ schema, node }: Parameter): boolean =>
  (isObject(schema) && JSON.stringify(schema).toLowerCase().includes('desc')) ||
  namesDirections(descriptionOf(node))

/** The enum of a parameter, or of its items if it accepts several keys. */
export function choicesOf({ document }: Api, input: Parameter | undefined): string[] {
  const whole = viewOf(document, input?.schema)
  const { enum: list } = typesOf(whole).includes('array') ? viewOf(document, whole.items) : whole
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

/** The default of a parameter; the first of several keys. */
function defaultOf({ document }: Api, input: Parameter | undefined): string | undefined {
  const [first] = [viewOf(document, input?.schema).default].flat()
  return typeof first === 'string' ? first.split(',')[0] : undefined
}

/** The likely sort property of a list that only has a direction parameter. */
export const likelyKey = ({ creation }: Sorting): string | undefined => creation

function creationIn({ document }: Api, members: readonly [string, Json][]): string | undefined {
  const found = members.filter(([name, schema]) => hasRole(document, 'createdAt', name, schema))
  const [first] = [...found.filter(([name]) => normal(name) === 'createdat'), ...found]
  return first?.[0]
}

/**
 * Parses a sort key: `-createdAt`, `createdAt:desc`, `created_desc`, or `created_at` with `order=desc`.
 * @param direction the value of the direction parameter
 * @returns without `property` if the key names none; without `descending` if the direction is unknown
 */
export function readKey(
  key: string | undefined,
  direction: string | undefined,
  { properties, usual }: Pick<Sorting, 'properties' | 'usual'>,
): { property?: string; descending?: boolean } {
  if (key === undefined) return {}
  const [plain = '', suffix] = key.replace(/^[-+]/, '').split(/[:\s]|[-_.](?=(?:asc|desc)$)/i)
  const property =
    properties.find((one) => normal(one) === normal(plain)) ??
    properties.find((one) => normal(one) === `${normal(plain)}at`)
  const said = suffix ?? direction
  if (property === undefined) return {}
  if (/^[-+]/.test(key)) return { property, descending: key.startsWith('-') }
  if (said !== undefined) return { property, descending: isDescending(said) }
  return usual === undefined ? { property } : { property, descending: usual === 'descending' }
}

/** The keys of the enum with a known property and direction. */
export const sortKeys = (api: Api, sorting: Sorting): SortKey[] =>
  choicesOf(api, sorting.sort).flatMap((key) => {
    const { property, descending } = readKey(key, undefined, sorting)
    return property === undefined || descending === undefined ? [] : [{ key, property, descending }]
  })

/**
 * The value of a property as the order of a list compares it: the rank of a choice, the number of an amount of money, a
 * text without its case.
 */
export function orderedValue(
  value: Json | undefined,
  property: string,
  { ranks, withoutCase }: Pick<Sorting, 'ranks' | 'withoutCase'>,
): Json | undefined {
  const rank = ranks.get(property)
  if (rank !== undefined)
    return typeof value === 'string' && rank.includes(value) ? rank.indexOf(value) : null
  if (isObject(value)) {
    const member = amountMember(value)
    return member === undefined ? null : Number(value[member])
  }
  return typeof value === 'string' && withoutCase.has(property) ? value.toLowerCase() : value
}

/** The property of an amount of money with its number: `amount` of `{ "amount": "12.50", "currency": "EUR" }`. */
export const amountMember = (value: JsonObject): string | undefined =>
  Object.keys(value).find(
    (name) => soundsLike('amount', name) && /^-?\d+(?:\.\d+)?$/.test(String(value[name])),
  )

/** Compares two values as servers do: numbers by size, others as strings; missing values come first. */
export function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, two] = [String(a ?? ''), String(b ?? '')]
  return one < two ? -1 : one > two ? 1 : 0
}

/** Numbers in strings, which servers order by size or as strings. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/
/** A text with a number at its end, such as `task-9`, which some collations order by that number. */
const NUMBERED = /^(.*?)(\d{1,15})$/s

/** Whether `a` comes before `b`, or is equal, where numbers in texts count as such. */
function areByNumber(a: string, b: string): boolean {
  if ([a, b].every((text) => DECIMAL.test(text))) return Number(a) <= Number(b)
  const [one, two] = [NUMBERED.exec(a), NUMBERED.exec(b)]
  return one !== null && two !== null && one[1] === two[1] && Number(one[2]) <= Number(two[2])
}

/** Whether `a` may come before `b`. Collations differ: strings are out of order only if all usual collations agree. */
export function mayPrecede(a: Json | undefined, b: Json | undefined, descending: boolean): boolean {
  if (a === null || b === null || a === undefined || b === undefined) return true
  const [low, high] = descending ? [b, a] : [a, b]
  if (compare(low, high) <= 0) return true
  if (typeof low === 'number' && typeof high === 'number') return false
  const [one, two] = [String(low), String(high)]
  return areByNumber(one, two) || one.toLowerCase() <= two.toLowerCase() || one.localeCompare(two) <= 0
}
