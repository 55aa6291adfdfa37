/** Filters of a list: which items a query leaves, and which of its parameters the mock does not understand. */
import type { Api, ApiOperation, Parameter } from '../../model/api.ts'
import { aboutOf, boundOf, within } from '../../model/bounds.ts'
import { listItems } from '../../model/listPlace.ts'
import type { Paging } from '../../model/paging.ts'
import { normal, singularOf } from '../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/index.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'

export const SORT = /^(sort|sortby|orderby|order_by|sort_by)$/i
export const ORDER = /^(order|direction|sortorder|dir|sort_order|sort_dir)$/i
export const AFTER_ITEM = /^(starting_?after|after(_?id)?|since_?id|last_?id)$/i
/** Two parameters that are one filter: the name of a property, and its value. */
const FILTER_NAME = /^(filter|search)_?(by|field|key|column|property|on)$/i
const FILTER_VALUE = /^(filter|search)_?(value|term|text)$/i
const EVERYTHING = /^(all|any|both|every|everything|either|\*)$/i
const SEARCH = /^(q|query|search|keywords?|term|text)$/i
const PART_SUFFIX = /(?<=.)(\[|_{1,2}|(?=[A-Z]))(i?contains|like|search|prefix|i?starts_?with)\]?$/i
/** `tag_name` filters by `tags`: what of the entry is compared. */
const KIND_SUFFIX = /_?(names?|ids?|keys?|slugs?)$/i

interface Filtered {
  items: readonly JsonObject[]
  /** The parameters that left the list as it was because the mock does not understand them. */
  ignored: string[]
}

type Test = (item: JsonObject) => boolean

export function filtered(
  api: Api,
  operation: ApiOperation,
  items: readonly JsonObject[],
  query: Record<string, Json>,
  paging: Paging | undefined,
  limit: Parameter | undefined,
): Filtered {
  const members = membersOf(viewOf(api.document, listItems(api, operation)))
  const known = members.map(([name]) => name)
  const others = [...new Set(items.flatMap((item) => Object.keys(item)))].filter(
    (one) => !known.includes(one),
  )
  const all: [string, Json][] = [...members, ...others.map((one): [string, Json] => [one, {}])]
  const given = parametersOf(api, operation, query)
  const pairName = given.find(({ name }) => FILTER_NAME.test(name))
  const pairValue = given.find(({ name }) => FILTER_VALUE.test(name))
  const steering = [paging?.next.name, paging?.limit?.name, limit?.name]
  const ignored: string[] = []
  let left = items
  for (const one of given) {
    const { name } = one
    if (steering.includes(name) || ORDER.test(name) || isCredential(api, operation, name)) continue
    if (paging === undefined && AFTER_ITEM.test(name)) continue
    if (SORT.test(name)) {
      if (sortMember(items, String(one.value)) === undefined && items.length > 0) ignored.push(name)
      continue
    }
    if (one === pairValue && pairName !== undefined) continue
    const wanted =
      one === pairName && pairValue !== undefined
        ? { ...one, name: String(one.value), value: pairValue.value }
        : one
    const test = testOf(api, all, wanted)
    if (test === undefined) ignored.push(...(one === pairName && pairValue ? [name, pairValue.name] : [name]))
    else left = left.filter(test)
  }
  return { items: left, ignored }
}

interface Given {
  name: string
  value: Json
  input: Parameter
}

/** Each parameter that was sent; the properties of an object (`price[gte]`) as parameters of their own. */
function parametersOf(api: Api, operation: ApiOperation, query: Record<string, Json>): Given[] {
  return operation.inputs.flatMap((input): Given[] => {
    const value = input.in === 'query' ? query[input.name] : undefined
    if (value === undefined) return []
    if (!isObject(value)) return [{ name: input.name, value, input }]
    const schemas = new Map(membersOf(viewOf(api.document, input.schema)))
    return Object.entries(value).flatMap(([inner, one]): Given[] => {
      if (one === undefined) return []
      const schema = schemas.get(inner)
      const description = viewOf(api.document, schema).description ?? null
      const name = input.style === 'deepObject' ? `${input.name}[${inner}]` : inner
      return [{ name, value: one, input: { ...input, name, schema, node: { description } } }]
    })
  })
}

const isCredential = ({ document }: Api, { security }: ApiOperation, name: string): boolean => {
  const { components } = document.root
  const schemes =
    isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {}
  return security.flat().some(({ scheme }) => {
    const one = schemes[scheme]
    return isObject(one) && one.in === 'query' && one.name === name
  })
}

/** The property that a sort parameter names. */
export function sortMember(items: readonly JsonObject[], asked: string): string | undefined {
  const name = asked.replace(/^[-+]/, '').replace(/[:.\s](asc|desc)$/i, '')
  return [...new Set(items.flatMap((item) => Object.keys(item)))].find((one) => normal(one) === normal(name))
}

/** Undefined where nothing tells what the parameter compares. */
function testOf(
  api: Api,
  members: readonly [string, Json][],
  { name, value, input }: Given,
): Test | undefined {
  const about = aboutOf(name)
  const values = [value].flat().flatMap((one) => [String(one), ...String(one).split(',')])
  const part = partOf(api, { ...input, name })
  const member = memberFor(api, members, about)
  if (member === undefined) {
    const bound = boundOf(api.document, members, { ...input, name })
    if (bound !== undefined) return (item) => within(bound, item[bound.member], value)
    const [, outer, inner] = /^([^[\].]+)[[.]([^[\].]+)\]?$/.exec(about) ?? []
    const holder = outer && inner ? members.find(([one]) => normal(one) === normal(outer))?.[0] : undefined
    if (holder !== undefined && inner !== undefined)
      return (item) => {
        const held = item[holder]
        return isObject(held) && values.includes(String(held[inner]))
      }
    const nested = nestedFor(api, members, about)
    if (nested !== undefined)
      return (item) => {
        const held = item[nested.outer]
        return isObject(held) && values.includes(String(held[nested.inner]))
      }
    // What a search looks at, no document describes: any text of the item.
    if (part !== undefined && SEARCH.test(name))
      return (item) => Object.values(item).some((one) => isText(one) && holds(part, one, values))
    return undefined
  }
  const schema = viewOf(api.document, members.find(([one]) => one === member)?.[1])
  const isChoice = !Array.isArray(schema.enum) || !schema.enum.map(String).includes(String(value))
  if (EVERYTHING.test(String(value)) && isChoice && !isText(schema.const)) return () => true
  return (item) => {
    const found = [item[member]].flat().flatMap((one) => (isObject(one) ? Object.values(one) : [one]))
    return found.some((one) =>
      part !== undefined && isText(one) ? holds(part, one, values) : values.includes(String(one)),
    )
  }
}

/** The property of that name, of its plural or singular, or the list that the name is one entry's name of. */
function memberFor(api: Api, members: readonly [string, Json][], about: string): string | undefined {
  const names = members.map(([name]) => name)
  const key = normal(about.replace(PART_SUFFIX, ''))
  const kind = normal(about.replace(KIND_SUFFIX, ''))
  const lists = members.filter(([, schema]) =>
    typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('array'),
  )
  return (
    names.find((one) => normal(one) === normal(about)) ??
    names.find((one) => normal(one) === key) ??
    names.find((one) => normal(one) === `${key}s`) ??
    names.find((one) => normal(one) === normal(singularOf(key))) ??
    (kind === '' ? undefined : lists.find(([one]) => normal(singularOf(one)) === kind)?.[0])
  )
}

/** `ownerId` is about `owner.id`. */
function nestedFor(
  { document }: Api,
  members: readonly [string, Json][],
  about: string,
): { outer: string; inner: string } | undefined {
  const found = members.flatMap(([outer, schema]) =>
    membersOf(withoutNull(document, viewOf(document, schema)))
      .filter(([inner]) => normal(`${outer}${inner}`) === normal(about))
      .map(([inner]) => ({ outer, inner })),
  )
  return found.length === 1 ? found[0] : undefined
}

type Part = 'inside' | 'beginning'

const isText = (value: Json | undefined): value is string => typeof value === 'string'

const holds = (part: Part, value: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => {
    const [text, sought] = [value.toLowerCase(), one.toLowerCase()]
    return part === 'inside' ? text.includes(sought) : text.startsWith(sought)
  })

/** The part of a text that a filter compares, where its name or its description says so; undefined for all of it. */
function partOf(api: Api, { name, node, schema }: Parameter): Part | undefined {
  const view = viewOf(api.document, schema)
  if (view.enum !== undefined || view.const !== undefined) return undefined
  const [, , suffix = ''] = PART_SUFFIX.exec(name) ?? []
  const words = `${suffix} ${SEARCH.test(name) ? name : ''} ${node.description ?? ''} ${view.description ?? ''}`
  if (/\bexact(ly)?\b/i.test(words)) return undefined
  if (/\b(prefix|i?starts?_?( ?with|ing with)|begins? with|beginning with)\b/i.test(words)) return 'beginning'
  return /\b(i?contain(s|ing)?|substring|part(s|ial|ially)?|search(es)?|fuzzy)\b/i.test(words) ||
    /like/i.test(suffix)
    ? 'inside'
    : undefined
}
