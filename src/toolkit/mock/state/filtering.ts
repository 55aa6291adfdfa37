/** Filters of a stateful mock's lists, and the query parameters of unknown meaning. */
import type { Api, ApiOperation, Parameter } from '../../model/api.ts'
import { filterInputs, filterOf, itemProperties, matches } from '../../model/filters.ts'
import { partOfObject, queryInputs, valueIn } from '../../model/queryInputs.ts'
import { readKey, sortingOf } from '../../model/sorting.ts'
import { isFilterName, isFilterValue, isShape, mayBeShape } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { membersOf, typesOf, viewOf } from '../../schema/view.ts'

interface Filtered {
  items: readonly JsonObject[]
  /** Parameters of unknown meaning, which did not change the list. */
  ignored: string[]
}

type Members = [name: string, schema: Json][]

/** The properties in the list's schema, and further ones of the items. */
export function propertiesOf(api: Api, list: ApiOperation, items: readonly JsonObject[]): Members {
  const declared = itemProperties(api, list)
  const known = new Set(declared.map(([name]) => name))
  const others = new Set(items.flatMap((item) => Object.keys(item)).filter((one) => !known.has(one)))
  return [...declared, ...[...others].map((one): [string, Json] => [one, {}])]
}

/** @param query the values of the request, by parameter */
export function filtered(
  api: Api,
  list: ApiOperation,
  items: readonly JsonObject[],
  query: Record<string, Json>,
): Filtered {
  const members = propertiesOf(api, list, items)
  const given = filterInputs(api, list).flatMap((input) => givenFor(api, query, input))
  const pairName = given.find(({ input }) => isFilterName(input.name))
  const pairValue = given.find(({ input }) => isFilterValue(input.name))
  const ignored = [...unknownSort(api, list, items, query, members), ...optionsIn(api, list, query)]
  let left = items
  for (const one of given) {
    const isPair = pairName !== undefined && pairValue !== undefined
    if (isPair && one === pairValue) continue
    const { input, value } =
      isPair && one === pairName
        ? { input: { ...one.input, name: String(one.value) }, value: pairValue.value }
        : one
    const filter = filterOf(api, list, input, members)
    if (filter !== undefined) left = left.filter((item) => matches(filter, item, value))
    else
      ignored.push(
        ...(isPair && one === pairName ? [pairName.input.name, pairValue.input.name] : [input.name]),
      )
  }
  return { items: left, ignored }
}

/** The parameters in a query that may filter a list. */
export const givenFilters = (api: Api, list: ApiOperation, query: Record<string, Json>): string[] => [
  ...filterInputs(api, list).flatMap((input) => givenFor(api, query, input).map((one) => one.input.name)),
  ...optionsIn(api, list, query),
]

/** Options such as `includeArchived=false`, which choose items although they read like a form of the response. */
const optionsIn = (api: Api, list: ApiOperation, query: Record<string, Json>): string[] =>
  queryInputs(api, list)
    .filter(
      ({ name, schema }) =>
        mayBeShape(name) &&
        !isShape(name) &&
        valueIn(query, name) !== undefined &&
        typesOf(viewOf(api.document, schema)).includes('boolean'),
    )
    .map(({ name }) => name)

interface Given {
  input: Parameter
  value: Json
}

/** The value of a parameter in the query; each property of an object (`price[gte]`) is a separate parameter. */
function givenFor(api: Api, query: Record<string, Json>, input: Parameter): Given[] {
  const value = valueIn(query, input.name)
  if (value === undefined) return []
  if (!isObject(value)) return [{ input, value }]
  const schemas = new Map(membersOf(viewOf(api.document, input.schema)))
  return Object.entries(value).flatMap(([name, one]): Given[] => {
    if (one === undefined) return []
    const schema = schemas.get(name)
    const description = viewOf(api.document, schema).description ?? null
    return [{ input: partOfObject(input, name, schema, description), value: one }]
  })
}

/** The sort parameter if no item has the requested property. */
function unknownSort(
  api: Api,
  list: ApiOperation,
  items: readonly JsonObject[],
  query: Record<string, Json>,
  members: Members,
): string[] {
  const { sort, usual } = sortingOf(api, list)
  const asked = sort && query[sort.name]
  if (sort === undefined || asked === undefined || items.length === 0) return []
  const properties = members.map(([name]) => name)
  const isKnown = keysOf(asked).some((key) => readKey(key, undefined, { properties, usual }).property)
  return isKnown ? [] : [sort.name]
}

/** The keys of a sort parameter, the most significant first. */
export const keysOf = (asked: Json): string[] =>
  [asked]
    .flat()
    .flatMap((one) => String(one).split(','))
    .map((one) => one.trim())
