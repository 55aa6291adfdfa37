/** Filters of a list: which member of the items each parameter is about, and which values to ask for. */

import type { Api, Parameter } from '../../model/api.ts'
import { aboutOf } from '../../model/bounds.ts'
import { lastSegment, listItemSchema, normal, type Resource, singularOf } from '../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/index.ts'
import { fits } from '../../schema/values/strings.ts'
import { validValue } from '../../schema/values/valid.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { Item, Plan, TrialContext } from '../run/rule.ts'
import { bodyMembers } from './compare.ts'

export const itemMembers = (api: Api, { list }: Pick<Resource, 'list'>): [string, Json][] =>
  membersOf(viewOf(api.document, list && listItemSchema(api, list)))

export interface Filter {
  member: string
  /** How an item's member relates to the parameter's value. */
  kind: 'equals' | 'contains' | 'has'
}

/** The members of a `deepObject` parameter, each as a parameter of its own: `filter[state]`, `filter[price_to]`. */
export function narrowing({ document }: Api, list: Resource['list']): Parameter[] {
  return (list?.inputs ?? []).flatMap((input) => {
    if (input.in !== 'query' || input.node.style !== 'deepObject') return [input]
    return membersOf(viewOf(document, input.schema)).map(([member, schema]) => ({
      ...input,
      name: `${input.name}[${member}]`,
      required: false,
      examples: [],
      schema,
      node: { description: viewOf(document, schema).description ?? null },
    }))
  })
}

/** The member that a parameter is about: of the same name, or its plural. */
export function filterOf(plan: Plan, resource: Resource, input: Parameter): Filter | undefined {
  const members = itemMembers(plan.api, resource)
  const name = normal(aboutOf(input.name))
  for (const [member, memberSchema] of members) {
    const view = withoutNull(plan.api.document, viewOf(plan.api.document, memberSchema))
    const types = typesOf(view)
    if (normal(member) === name) {
      if (types.includes('array')) return { member, kind: 'has' }
      const fixed = view.enum !== undefined || view.format !== undefined || !types.includes('string')
      const id = /id$/i.test(member) || plan.graph.referredBy(member, memberSchema, resource) !== undefined
      return { member, kind: fixed || id ? 'equals' : 'contains' }
    }
    if (types.includes('array') && normal(singularOf(member)) === name) return { member, kind: 'has' }
    if (types.includes('object') && normal(singularOf(member)) === name) return { member, kind: 'has' }
  }
  return undefined
}

export const filtersOf = (plan: Plan, resource: Resource): { input: Parameter; filter: Filter }[] =>
  narrowing(plan.api, resource.list).flatMap((input) => {
    const filter = input.in === 'query' ? filterOf(plan, resource, input) : undefined
    return filter === undefined ? [] : [{ input, filter }]
  })

export const holds = (kind: Filter['kind'], member: Json | undefined, value: Json): boolean => {
  switch (kind) {
    case 'equals':
      return String(member) === String(value)
    case 'contains':
      return typeof member === 'string' && member.toLowerCase().includes(String(value).toLowerCase())
    case 'has':
      return Array.isArray(member)
        ? member.some((one) => String(one) === String(value))
        : isObject(member) && Object.hasOwn(member, String(value))
  }
}

export function valueIn(item: JsonObject, member: string, kind: Filter['kind']): Json | undefined {
  const value = item[member]
  if (value === null || value === undefined || value === '') return undefined
  if (kind !== 'has') return typeof value === 'object' ? undefined : value
  if (Array.isArray(value)) return typeof value[0] === 'object' ? undefined : value[0]
  return isObject(value) ? Object.keys(value)[0] : undefined
}

const EVERYTHING = /^(all|any|both|every|everything|either|none|\*)$/i

/** Whether a choice is a value that an item may have: `all` beside `open` and `closed` is none. */
function mayBe(own: JsonObject, choice: Json): boolean {
  if (Array.isArray(own.enum)) return own.enum.some((one) => String(one) === String(choice))
  if (typesOf(own).includes('boolean')) return /^(true|false)$/.test(String(choice))
  return !EVERYTHING.test(String(choice))
}

/** Further values of the parameter: its other choices, or one that hardly any item has. */
export function otherValues(
  context: TrialContext,
  resource: Resource,
  { input, filter }: { input: Parameter; filter: Filter },
  value: Json,
): Json[] {
  const { document } = context.api
  const oneOf = (schema: Json | undefined) => {
    const whole = withoutNull(document, viewOf(document, schema))
    return typesOf(whole).includes('array') ? withoutNull(document, viewOf(document, whole.items)) : whole
  }
  const view = oneOf(input.schema)
  if (Array.isArray(view.enum)) {
    const own = oneOf(new Map(itemMembers(context.api, resource)).get(filter.member))
    return view.enum.filter((one) => one !== value && one !== null && mayBe(own, one))
  }
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'string') return []
  const made = /_[0-9a-z]{20,}$|^[0-9a-f-]{36}$/.test(value) ? `${value.slice(0, -6)}000000` : undefined
  const text = made ?? `zq${context.random.word(12)}`
  return view.format === undefined && fits(view, text) ? [text] : []
}

/** An item that has the member: made with it, or given it by what stands below it, as a label does for a prompt. */
export async function withValue(
  context: TrialContext,
  item: Item,
  member: string,
): Promise<Item | undefined> {
  const { resource } = item
  const below = context.graph.resources.find(
    (one) => one.parent === resource && normal(lastSegment(one.collection)) === normal(member),
  )
  if (below !== undefined) {
    await context.item(below, { fresh: true, within: item })
    return item
  }
  const schema = bodyMembers(context.api, resource.create).get(member)
  if (schema === undefined) return undefined
  const target = context.graph.referredBy(member, schema, resource)
  const { document } = context.api
  const value =
    target === undefined
      ? validValue(schema, { document, random: context.random, extent: 'full' }, member)
      : (await context.item(target, { fresh: true })).params[target.parameter]
  if (value === undefined) return undefined
  return context.item(resource, {
    fresh: true,
    body: (sent) => void Object.assign(sent, { [member]: value }),
  })
}
