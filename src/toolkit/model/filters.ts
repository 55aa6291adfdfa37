/** Filters of a list: which properties of the items each parameter compares, and how. */
import { isObject, type Json, type JsonObject } from '../openapi/index.ts'
import { branchesOf, membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation, Parameter } from './api.ts'
import { aboutOf, type Bound, boundOf } from './bounds.ts'
import { descriptionOf, names, namesPlainly, partIn } from './description.ts'
import { type Evidence, evidence } from './evidence.ts'
import { listItems } from './listPlace.ts'
import { limitOf, pagingOf } from './paging.ts'
import { type Operator, statedFilter, statedPaging, statedSort } from './statements.ts'
import {
  beginningOf,
  COMMON_WORDS,
  CURSORS,
  isAfterItem,
  isBeforeItem,
  isEverything,
  isSearch,
  KIND_SUFFIX,
  NAMING,
  normal,
  OFFSETS,
  PAGES,
  PART_SUFFIX,
  SHAPES,
  SORT_DIRECTIONS,
  SORTS,
  singularOf,
} from './vocabulary.ts'

/** The names that lead from an item to a value. */
type PropertyPath = readonly string[]

export interface Filter {
  /** Name of the query parameter; of a `deepObject` parameter with the property: `filter[state]`. */
  parameter: string
  /** What is compared: one property, or those that a search looks at; none where a search looks at every text. */
  properties: readonly PropertyPath[]
  operator: Operator
  /** The property is a list or a map, of which one entry has to fit. */
  each: boolean
  /** The document leaves open whether a text has to be equal or to contain the value, or whether a bound is within. */
  open: boolean
  /** Of what is bounded. */
  unit?: Bound['unit']
  /** Choices such as `all` that no item has as its value, and that leave every item in the list. */
  takesAll: boolean
  evidence: Evidence
}

type Members = readonly (readonly [name: string, schema: Json])[]

/** The properties of a list's items, with their schemas. */
export const itemProperties = (api: Api, list: ApiOperation | undefined): [string, Json][] =>
  list === undefined ? [] : membersOf(viewOf(api.document, listItems(api, list)))

/** The query parameters of a list that are neither of its pages nor of its order nor of the form of its answer. */
export function filterInputs(api: Api, list: ApiOperation): Parameter[] {
  const paging = pagingOf(api, list)
  const steering = new Set([paging?.next.name, paging?.limit?.name, limitOf(api, list)?.name])
  const properties = new Set(itemProperties(api, list).map(([name]) => normal(name)))
  return queryInputs(api, list).filter(
    (input) =>
      !steering.has(input.name) &&
      !isOfOrder(input) &&
      !isOfPages(input, properties) &&
      !SHAPES.test(normal(input.name)) &&
      !isCredential(api, list, input.name),
  )
}

/** Another parameter of pages, beside the one that asks for the next: no property of the items has its name. */
const isOfPages = (input: Parameter, properties: ReadonlySet<string>): boolean =>
  statedPaging(input) === undefined &&
  statedFilter(input) === undefined &&
  !properties.has(normal(input.name)) &&
  !/^date/.test(String(isObject(input.schema) ? input.schema.format : '')) &&
  (isAfterItem(input.name) ||
    isBeforeItem(input.name) ||
    [...CURSORS, ...PAGES, ...OFFSETS].includes(normal(input.name)))

/** Whether a parameter says in which order the list comes. */
const isOfOrder = (input: Parameter): boolean =>
  (statedSort(input) ?? ([...SORTS, ...SORT_DIRECTIONS].includes(normal(input.name)) ? 'sort' : 'none')) !==
  'none'

/** Query parameters, and the properties of a `deepObject` parameter each as a parameter of its own: `filter[state]`. */
const queryInputs = ({ document }: Api, list: ApiOperation): Parameter[] =>
  list.inputs.flatMap((input) => {
    if (input.in !== 'query') return []
    if (input.node.style !== 'deepObject') return [input]
    const view = viewOf(document, input.schema)
    const forms = branchesOf(view).map((branch) => viewOf(document, branch))
    // A range or a value: `created[gte]=1` and `created=1`.
    const isValue = forms.some((form) => typesOf(form).some((type) => type !== 'object' && type !== 'null'))
    const parts = [view, ...forms]
      .flatMap(membersOf)
      .map(([member, schema]) =>
        partOfObject(input, `${input.name}[${member}]`, schema, viewOf(document, schema).description ?? null),
      )
    return isValue ? [input, ...parts] : parts
  })

export const partOfObject = (
  input: Parameter,
  name: string,
  schema: Json | undefined,
  description: Json,
): Parameter => ({ ...input, name, required: false, examples: [], schema, node: { description } })

const isCredential = ({ document }: Api, { security }: ApiOperation, name: string): boolean => {
  const { components } = document.root
  const schemes =
    isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {}
  return security.flat().some(({ scheme }) => {
    const one = schemes[scheme]
    return isObject(one) && one.in === 'query' && one.name === name
  })
}

/** All filters of a list that are understood. */
export const filtersOf = (api: Api, list: ApiOperation): { input: Parameter; filter: Filter }[] =>
  filterInputs(api, list).flatMap((input) => {
    const filter = filterOf(api, list, input)
    return filter === undefined ? [] : [{ input, filter }]
  })

/**
 * What a parameter compares.
 * @param members the properties of the items; those of the list's schema where left out
 * @returns undefined where nothing tells, or where the document denies it
 */
export function filterOf(
  api: Api,
  list: ApiOperation,
  input: Parameter,
  members: Members = itemProperties(api, list),
): Filter | undefined {
  const stated = statedFilter(input)
  if (stated === 'none') return undefined
  const { document } = api
  const known: Known[] = members.map(([name, schema]) => {
    const view = withoutNull(document, viewOf(document, schema))
    return { name, schema, view, types: typesOf(view) }
  })
  const ask: Ask = { api, input, known, name: normal(aboutOf(input.name)), text: descriptionOf(input.node) }
  if (stated !== undefined) return statedAs(ask, stated)
  return byBeginning(ask) ?? byInner(ask) ?? bySearch(ask) ?? byName(ask) ?? byBound(ask) ?? byLikeness(ask)
}

interface Known {
  name: string
  schema: Json
  view: JsonObject
  types: string[]
}

interface Ask {
  api: Api
  input: Parameter
  known: readonly Known[]
  /** The `normal` form of what the parameter is about. */
  name: string
  text: string
}

const isText = ({ types, view }: Known): boolean => types.includes('string') && view.enum === undefined

function made(
  ask: Ask,
  filter: Pick<Filter, 'properties' | 'operator' | 'evidence'> & Partial<Filter>,
): Filter {
  return { parameter: ask.input.name, each: false, open: false, takesAll: false, ...filter }
}

function statedAs(ask: Ask, { property, operator }: { property: string; operator: Operator }): Filter {
  const path = property.split('.')
  const held = ask.known.find(({ name }) => name === path[0])
  return made(ask, {
    properties: [path],
    operator,
    each: path.length === 1 && held?.types.some((type) => type === 'array' || type === 'object') === true,
    ...(/^[lg]t/.test(operator) && { unit: held?.types.includes('string') ? 'time' : 'number' }),
    evidence: evidence('override', ask.input.pointer),
  })
}

/** `namePrefix` */
function byBeginning(ask: Ask): Filter | undefined {
  const begun = beginningOf(aboutOf(ask.input.name))
  const found = ask.known.find((one) => isText(one) && normal(one.name) === begun)
  if (found === undefined) return undefined
  return made(ask, {
    properties: [[found.name]],
    operator: 'prefix',
    evidence: evidence('name', ask.input.pointer),
  })
}

/** `ownerId` and `owner` are about `owner.id`. */
function byInner(ask: Ask): Filter | undefined {
  const { document } = ask.api
  const inner = ask.known.flatMap(({ name: outer, view, types }) =>
    types.includes('object')
      ? membersOf(view)
          .filter(([, schema]) =>
            typesOf(withoutNull(document, viewOf(document, schema))).some(
              (type) => type === 'string' || type === 'integer',
            ),
          )
          .map(([member]) => [outer, member] as const)
      : [],
  )
  const same = inner.filter(([outer]) => normal(outer) === ask.name)
  const spoken = same.filter(([, member]) => namesPlainly(ask.text, member))
  const naming = same.filter(([, member]) => NAMING.includes(normal(member)))
  const together = inner.filter(([outer, member]) => normal(`${outer}${member}`) === ask.name)
  // A common word is as likely about something that the items do not show.
  const isSaid = COMMON_WORDS.includes(ask.name) || ask.known.some(({ name }) => normal(name) === ask.name)
  const alone = isSaid ? [] : inner.filter(([, member]) => normal(member) === ask.name)
  for (const [found, source] of [
    [together, 'name'],
    [spoken, 'description'],
    [naming, 'name'],
    [alone, 'name'],
  ] as const) {
    const [way] = found
    if (way === undefined || found.length !== 1) continue
    return made(ask, {
      properties: [[...way]],
      operator: 'eq',
      evidence: evidence(source, ask.input.pointer),
    })
  }
  return undefined
}

/** A text that any of the properties may hold that the description names. */
function bySearch(ask: Ask): Filter | undefined {
  if (!isSearch(aboutOf(ask.input.name))) return undefined
  const searched = ask.known.filter(
    (one) => isText(one) && one.view.format === undefined && names(ask.text, one.name),
  )
  if (searched.length === 0) return undefined
  return made(ask, {
    properties: searched.map(({ name }) => [name]),
    operator: 'search',
    evidence: evidence('description', ask.input.pointer),
  })
}

/** A property of the same name, or a list or a map of that name in the plural. */
function byName(ask: Ask): Filter | undefined {
  const isList = ({ types }: Known) => types.includes('array') || types.includes('object')
  const found = ask.known.find(
    (one) => normal(one.name) === ask.name || (isList(one) && normal(singularOf(one.name)) === ask.name),
  )
  if (found === undefined) return undefined
  return compared(ask, found, evidence('name', ask.input.pointer, 0.9))
}

/** @param found the property that is compared with the value of the parameter */
function compared(ask: Ask, found: Known, by: Evidence): Filter {
  const { types, view, name } = found
  const each = types.includes('array') || types.includes('object')
  const isFixed = view.enum !== undefined || view.format !== undefined || !types.includes('string')
  const open = !each && !isFixed && !/id$/i.test(name)
  const own = types.includes('array')
    ? withoutNull(ask.api.document, viewOf(ask.api.document, view.items))
    : view
  const takesAll = !Array.isArray(own.enum) || !own.enum.some(isEverything)
  return made(ask, {
    properties: [[name]],
    operator: open ? (partOf(ask) ?? 'eq') : 'eq',
    each,
    open,
    takesAll: takesAll && own.const === undefined,
    evidence: by,
  })
}

/** What the parameter's ending or its description says of the part that it compares. */
function partOf({ api, input, text }: Ask): 'contains' | 'prefix' | undefined {
  const view = viewOf(api.document, input.schema)
  if (view.enum !== undefined || view.const !== undefined) return undefined
  const [, , suffix = ''] = PART_SUFFIX.exec(input.name) ?? []
  return partIn(`${suffix} ${text} ${descriptionOf(view)}`) ?? (/like/i.test(suffix) ? 'contains' : undefined)
}

function byBound(ask: Ask): Filter | undefined {
  const members = ask.known.map(({ name, schema }): [string, Json] => [name, schema])
  const bound = boundOf(ask.api.document, members, ask.input)
  if (bound === undefined) return undefined
  const { property, side, inclusive, unit } = bound
  const operator = side === 'from' ? (inclusive === false ? 'gt' : 'gte') : inclusive === false ? 'lt' : 'lte'
  return made(ask, {
    properties: [[property]],
    operator,
    open: inclusive === undefined,
    unit,
    evidence: evidence('name', ask.input.pointer),
  })
}

/** What a name is likely to mean, but not more: endings are cut off, and a search looks at every text. */
function byLikeness(ask: Ask): Filter | undefined {
  const about = aboutOf(ask.input.name)
  const weak = evidence('name', ask.input.pointer, 0.4)
  const key = normal(about.replace(PART_SUFFIX, ''))
  const kind = normal(about.replace(KIND_SUFFIX, ''))
  const called = (wanted: string) => ask.known.find(({ name }) => normal(name) === wanted)
  const lists = ask.known.filter(({ types }) => types.includes('array'))
  const found =
    called(key) ??
    called(`${key}s`) ??
    called(normal(singularOf(key))) ??
    called(`${key}id`) ??
    called(key.replace(/^(is|has)(?=[a-z]{3})/, '')) ??
    (kind === '' ? undefined : lists.find(({ name }) => normal(singularOf(name)) === kind))
  if (found !== undefined) return compared(ask, found, weak)
  const [, outer, inner] = /^([^[\].]+)[[.]([^[\].]+)\]?$/.exec(about) ?? []
  const holder = outer === undefined ? undefined : called(normal(outer))
  if (holder !== undefined && inner !== undefined)
    return made(ask, { properties: [[holder.name, inner]], operator: 'eq', evidence: weak })
  if (!isSearch(about)) return undefined
  return made(ask, { properties: [], operator: 'search', evidence: weak })
}

/** The values that an item has at a path; entries of lists and of maps each, and the names of maps. */
function valuesAt(item: JsonObject, path: PropertyPath): Json[] {
  let values: Json[] = [item]
  for (const name of path)
    values = values.flatMap((one) => (isObject(one) && one[name] !== undefined ? [one[name] as Json] : []))
  return values
}

const entriesOf = (value: Json): Json[] =>
  Array.isArray(value)
    ? value.flatMap((one) => (isObject(one) ? (Object.values(one) as Json[]) : [one]))
    : isObject(value)
      ? [...Object.keys(value), ...(Object.values(value) as Json[])]
      : [value]

const folded = (value: Json): string => String(value ?? '').toLowerCase()

/**
 * Whether an item is in the list that the filter leaves for a value.
 * @param value of the parameter; of several values, also with commas between them, one has to fit
 * @param reading what counts where the document leaves the comparison open: `strict` takes a text as it is and a bound as
 *   within, `tolerant` takes everything that could be meant
 */
export function matches(
  filter: Filter,
  item: JsonObject,
  value: Json,
  reading: 'strict' | 'tolerant' = 'strict',
): boolean {
  const { operator, properties, takesAll } = filter
  if (takesAll && isEverything(value)) return true
  const paths = properties.length > 0 ? properties : Object.keys(item).map((name) => [name])
  const found = paths.flatMap((path) => valuesAt(item, path)).flatMap(entriesOf)
  if (/^[lg]t/.test(operator))
    return found.length === 0 || found.some((one) => within(filter, one, value, reading))
  const wanted = [value].flat().flatMap((one) => [String(one), ...String(one).split(',')])
  const isLenient = filter.open && reading === 'tolerant'
  return found.some((one) =>
    wanted.some((text) => {
      if (operator === 'eq' && !isLenient) return String(one) === text
      if (operator === 'search' && typeof one !== 'string') return false
      if (operator === 'prefix' && !isLenient) return folded(one).startsWith(text.toLowerCase())
      return folded(one).includes(text.toLowerCase())
    }),
  )
}

/** Where a value lies beside a bound: -1 below, 0 at it, 1 above; undefined when they cannot be compared. */
function compareToBound(one: Json, value: Json): number | undefined {
  const [a, b] =
    typeof one === 'number' ? [one, Number(value)] : [Date.parse(String(one)), Date.parse(String(value))]
  return Number.isNaN(a) || Number.isNaN(b) ? undefined : Math.sign(a - b)
}

function within({ operator, open }: Filter, one: Json, value: Json, reading: 'strict' | 'tolerant'): boolean {
  const order = compareToBound(one, value)
  // What cannot be compared may be within.
  if (order === undefined) return true
  if (order === 0) return operator.length === 3 || (open && reading === 'tolerant')
  return operator.startsWith('g') ? order > 0 : order < 0
}

const DAY = 86_400_000

/** Bounds to try around an item's value, and whether the item is within each of them. */
export function boundsAround(
  { operator, open, unit }: Filter,
  value: Json | undefined,
): { value: Json; within: boolean }[] {
  const beside = (sign: number): Json | undefined => {
    if (value === null || value === undefined) return undefined
    if (unit === 'number') return typeof value === 'number' ? value + sign : undefined
    const time = Date.parse(String(value))
    if (Number.isNaN(time)) return undefined
    return unit === 'day'
      ? new Date(time + sign * DAY).toISOString().slice(0, 10)
      : new Date(time + sign * 1000).toISOString()
  }
  const isFrom = operator.startsWith('g')
  const sides = [
    { value: beside(-1), within: isFrom },
    { value: beside(1), within: !isFrom },
    { value: open || value === null ? undefined : value, within: operator.length === 3 },
  ]
  return sides.flatMap((side) => (side.value === undefined ? [] : [{ ...side, value: side.value }]))
}

/** Where the property of a filter is written, for messages. */
export const propertyOf = ({ properties }: Filter): string => properties[0]?.join('.') ?? 'text'
