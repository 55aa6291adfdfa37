import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { Api, Parameter } from '../api/api.ts'
import { limitOf, pagingOf } from '../api/paging.ts'
import { lastSegment, listItemSchema, normal, type Resource, singularOf } from '../api/resources.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../api/schemaView.ts'
import { show } from '../finding.ts'
import { itemsOf } from '../run/items.ts'
import { type Bench, defineRule, type Item, type Plan } from '../run/rule.ts'
import { fits } from '../values/strings.ts'
import { validValue } from '../values/valid.ts'
import { type Bound, boundOf, boundsAround, within } from './bounds.ts'
import { bodyMembers } from './compare.ts'

/** What a list may be narrowed by holds for every item in it, and nothing that fits is left out. */
export const listFilterHolds = defineRule({
  id: 'list-filter-holds',
  title: 'A filter of a list keeps what fits and leaves out what does not.',
  basis: 'the document',
  pack: 'core',
  *trials({ api, graph, ...plan }) {
    for (const resource of graph.resources) {
      const { list } = resource
      if (list === undefined) continue
      const paging = pagingOf(api, list)
      const others = new Set([paging?.next.name, paging?.limit?.name, limitOf(list)?.name])
      for (const input of list.inputs) {
        if (
          input.in !== 'query' ||
          others.has(input.name) ||
          /^(sort|order|direction|fields|include|expand|embed)/i.test(input.name)
        )
          continue
        const filter = filterOf({ api, graph, ...plan }, resource, input)
        const bound =
          filter === undefined ? boundOf(api.document, itemMembers(api, resource), input) : undefined
        yield {
          name: input.name,
          constraint: `query.${input.name} filters`,
          operation: list,
          run: (bench) =>
            bound !== undefined
              ? tryBound(bench, resource, input, bound)
              : filter === undefined
                ? unknownFilter(bench, resource, input)
                : tryFilter(bench, resource, input, filter),
        }
      }
    }
  },
})

const itemMembers = (api: Api, { list }: Resource): [string, Json][] =>
  membersOf(viewOf(api.document, list && listItemSchema(api, list)))

interface Filter {
  member: string
  /** How an item's member relates to the parameter's value. */
  kind: 'equals' | 'contains' | 'has'
}

/** The member that a parameter is about: of the same name, or its plural. */
function filterOf(plan: Plan, resource: Resource, input: Parameter): Filter | undefined {
  const members = itemMembers(plan.api, resource)
  const name = normal(input.name)
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

async function unknownFilter(bench: Bench, resource: Resource, input: Parameter): Promise<void> {
  bench.notObserved(
    `which member of ${resource.collection} the parameter ${input.name} is about cannot be guessed from its name`,
  )
}

const holds = (kind: Filter['kind'], member: Json | undefined, value: Json): boolean => {
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

/** An item is in the list bounded on its one side, and not in the one bounded on its other. */
async function tryBound(bench: Bench, resource: Resource, input: Parameter, bound: Bound): Promise<void> {
  const { list } = resource
  if (list === undefined) return
  const item = await bench.item(resource, resource.create === undefined ? {} : { fresh: true })
  const { member } = bound
  const seen = (await bench.findInList(item)).found ?? item.body
  const around = boundsAround(bound, seen[member] ?? null)
  if (around.length === 0) return bench.notObserved(`no item has a ${member} to be bounded`)
  const told = { place: input.pointer, with: [item.made] }
  let refused = 0
  for (const { value, within: wanted } of around) {
    const { found, last, complete } = await bench.findInList(item, { query: { [input.name]: value } })
    if (last.status >= 300) {
      refused++
      continue
    }
    const shown = `whose ${member} is ${show(seen[member])}, for ${input.name}=${show(value)}`
    if (wanted && found === undefined && complete)
      bench.broken({
        ...told,
        exchange: last,
        message: `received a list without ${show(item.params[resource.parameter])}, ${shown}`,
      })
    if (!wanted && found !== undefined)
      bench.broken({ ...told, exchange: last, message: `received an item ${shown}` })
    const stray = itemsOf(bench, resource, last).find((one) => !within(bound, one[member], value))
    if (stray === undefined || stray === found) continue
    const message = `received an item whose ${member} is ${show(stray[member])} for ${input.name}=${show(value)}`
    bench.broken({ ...told, exchange: last, message })
  }
  if (refused === around.length) bench.notObserved('the bound was refused')
}

async function tryFilter(
  bench: Bench,
  resource: Resource,
  input: Parameter,
  { member, kind }: Filter,
): Promise<void> {
  const { list } = resource
  if (list === undefined) return
  let item = await bench.item(resource, resource.create === undefined ? {} : { fresh: true })
  const other = await anotherItem(bench, item)
  const params = Object.fromEntries(
    Object.entries(item.params).filter(([name]) => name !== resource.parameter),
  )
  let seen = (await bench.findInList(item)).found ?? item.body
  if (valueIn(seen, member, kind) === undefined) {
    item = (await withValue(bench, item, member)) ?? item
    seen = (await bench.findInList(item)).found ?? item.body
  }
  const value = valueIn(seen, member, kind)
  if (value === undefined)
    return bench.notObserved(`no item has a ${member} to filter by; a recipe that makes one would help`)
  const query = { [input.name]: value }
  const { found, last, complete } = await bench.findInList(item, { query })
  if (last.status >= 300)
    return bench.notObserved(
      `the filter was refused with ${last.status}: ${last.body.toString().slice(0, 160)}`,
    )
  const told = { place: input.pointer, with: [item.made] }
  if (found === undefined && complete)
    bench.broken({
      ...told,
      exchange: last,
      message: `received a list without ${show(item.params[resource.parameter])}, whose ${member} fits ${input.name}=${show(value)}`,
    })
  const page = await bench.send(list, { params, query, headers: {} })
  for (const one of itemsOf(bench, resource, page)) {
    if (one[member] === undefined || holds(kind, one[member], value)) continue
    return bench.broken({
      ...told,
      exchange: page,
      message: `received an item whose ${member} is ${show(one[member])} for ${input.name}=${show(value)}`,
    })
  }
  await likeText(bench, { item, input, member, kind, value, params })
  // Other values give other items; an item that does not fit any of them shows that the filter is ignored.
  for (const choice of otherValues(bench, input, value)) {
    const answer = await bench.send(list, { params, query: { [input.name]: choice }, headers: {} })
    if (answer.status >= 300) continue
    const stray = itemsOf(bench, resource, answer).find(
      (one) => one[member] !== undefined && !holds(kind, one[member], choice),
    )
    if (stray === undefined) continue
    const message = `received an item whose ${member} is ${show(stray[member])} for ${input.name}=${show(choice)}`
    return bench.broken({ ...told, exchange: answer, message })
  }
  if (other === undefined && otherValues(bench, input, value).length === 0)
    bench.notObserved('no other value of the filter was there to be left out')
}

/** An item of the same collection that differs from the first, where a further creation brings one. */
async function anotherItem(bench: Bench, item: Item): Promise<Item | undefined> {
  if (item.resource.create === undefined) return undefined
  try {
    return await bench.item(item.resource, { fresh: true })
  } catch {
    return undefined
  }
}

/** An item that has the member: made with it, or given it by what stands below it, as a label does for a prompt. */
async function withValue(bench: Bench, item: Item, member: string): Promise<Item | undefined> {
  const { resource } = item
  const below = bench.graph.resources.find(
    (one) => one.parent === resource && normal(lastSegment(one.collection)) === normal(member),
  )
  if (below !== undefined) {
    await bench.item(below, { fresh: true, within: item })
    return item
  }
  const schema = bodyMembers(bench.api, resource.create).get(member)
  if (schema === undefined) return undefined
  const target = bench.graph.referredBy(member, schema, resource)
  const { document } = bench.api
  const value =
    target === undefined
      ? validValue(schema, { document, random: bench.random, extent: 'full' }, member)
      : (await bench.item(target, { fresh: true })).params[target.parameter]
  if (value === undefined) return undefined
  return bench.item(resource, { fresh: true, body: (sent) => void Object.assign(sent, { [member]: value }) })
}

function valueIn(item: JsonObject, member: string, kind: Filter['kind']): Json | undefined {
  const value = item[member]
  if (value === null || value === undefined || value === '') return undefined
  if (kind !== 'has') return typeof value === 'object' ? undefined : value
  if (Array.isArray(value)) return typeof value[0] === 'object' ? undefined : value[0]
  return isObject(value) ? Object.keys(value)[0] : undefined
}

/** What a filter by part of a text promises: letters in any case where it says so, and signs as they are. */
async function likeText(
  bench: Bench,
  told: {
    item: Item
    input: Parameter
    member: string
    kind: Filter['kind']
    value: Json
    params: Record<string, Json>
  },
): Promise<void> {
  const { item, input, member, kind, value, params } = told
  const { list } = item.resource
  if (kind !== 'contains' || typeof value !== 'string' || list === undefined) return
  const about = typeof input.node.description === 'string' ? input.node.description : ''
  const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()
  if (/case/i.test(about) && /insensitive|without regard|regardless|ignor/i.test(about) && other !== value) {
    const { found, last, complete } = await bench.findInList(item, { query: { [input.name]: other } })
    if (found === undefined && complete) {
      const message = `received a list without ${show(value)} for ${input.name}=${show(other)}, expected it without regard to case`
      bench.broken({ message, exchange: last, with: [item.made], place: input.pointer })
    }
  }
  for (const sign of ['%', '_'].filter((one) => !value.includes(one))) {
    const answer = await bench.send(list, { params, query: { [input.name]: sign }, headers: {} })
    const stray = itemsOf(bench, item.resource, answer).find((one) => !holds(kind, one[member], sign))
    if (answer.status >= 300 || stray === undefined) continue
    const message = `received an item whose ${member} is ${show(stray[member])} for ${input.name}=${show(sign)}: the sign is taken for a wildcard`
    bench.broken({ message, exchange: answer, with: [item.made], place: input.pointer })
  }
}

/** Further values of the parameter: its other choices, or one that hardly any item has. */
function otherValues(bench: Bench, input: Parameter, value: Json): Json[] {
  const view = viewOf(bench.api.document, input.schema)
  if (Array.isArray(view.enum)) return view.enum.filter((one) => one !== value && one !== null)
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'string') return []
  const made = /_[0-9a-z]{20,}$|^[0-9a-f-]{36}$/.test(value) ? `${value.slice(0, -6)}000000` : undefined
  const text = made ?? `zq${bench.random.word(12)}`
  return view.format === undefined && fits(view, text) ? [text] : []
}
