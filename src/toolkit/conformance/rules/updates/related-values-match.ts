import type { ApiOperation, Parameter } from '../../../model/api.ts'
import { type Copy, copiesOf, follows } from '../../../model/copies.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { relationsTo } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { choicesIn } from '../../../model/roles.ts'
import { isExpansion, isMasked, normal, ownerOfId } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { stringFor } from '../../../schema/values/strings.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import {
  type Check,
  type CheckContext,
  defineRule,
  type Item,
  type Plan,
  rejected,
} from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame, shownAt } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { computedValues } from './computedValues.ts'
import { copiesThatStay } from './fixedCopies.ts'
import { flagValues } from './flagValues.ts'
import { valuesRetained } from './retainedValues.ts'
import { flagsOfOne } from './soleFlags.ts'

/** Values of another item that a response shows, such as `customer_name` next to `customer_id`, are those of that item. */
export const relatedValuesMatch = defineRule({
  ...definitionOf('related-values-match'),
  *checks({ api, graph }) {
    yield* computedValues({ api, graph })
    yield* flagValues({ api, graph })
    yield* flagsOfOne({ api, graph })
    for (const resource of graph.resources) {
      const { read } = resource
      if (read === undefined || (resource.create ?? resource.put) === undefined) continue
      for (const copy of copiesOf(api, graph, resource, read))
        yield {
          name: copy.path.join('.'),
          constraint: `/${copy.path.join('/')} is of the ${copy.reference}`,
          operation: read,
          run: (context) => compare(context, resource, copy),
        }
      for (const copy of copiesOf(api, graph, resource, read).filter((one) => follows(api, read, one)))
        yield {
          name: `${copy.path.join('.')} after an update`,
          constraint: `/${copy.path.join('/')} follows the ${copy.reference}`,
          operation: read,
          run: (context) => compareAfter(context, resource, copy),
        }
      yield* expansions({ api, graph }, resource, read)
    }
    yield* copiesThatStay({ api, graph })
    yield* valuesRetained({ api, graph })
  },
})

async function compare(context: CheckContext, resource: Resource, copy: Copy): Promise<void> {
  const { reference, target, of } = copy
  const item = await itemWith(context, resource, reference, target)
  const response = await context.read(item)
  const id = shownAt(response, [reference])
  if (target.read === undefined || (typeof id !== 'string' && typeof id !== 'number'))
    return context.notObserved({ code: 'absent', from: 'the resource', what: reference })
  const other = await context.send(target.read, {
    params: { [target.parameter]: id },
    query: {},
    headers: {},
  })
  if (other.status >= 300)
    return context.notObserved({ code: 'returned', what: `GET of the ${reference}`, status: other.status })
  const expected = shownAt(other, [of])
  if (isMasked(expected)) return context.notObserved({ code: 'not-as-sent', member: of })
  if (expected === undefined)
    return context.notObserved({ code: 'absent', from: `the ${reference}`, what: of })
  await expectCopy(context, item, copy, other, expected)
}

async function expectCopy(
  context: CheckContext,
  item: Item,
  { path }: Copy,
  other: Recorded,
  expected: Json,
): Promise<void> {
  const isRight = (one: Recorded) => isSame(shownAt(one, path), expected)
  const last = await eventually(context, () => context.read(item), isRight)
  // An object that is not embedded here lacks all of its values.
  if (
    last.status >= 300 ||
    isRight(last) ||
    (path.length > 1 && shownAt(last, path.slice(0, -1)) === undefined)
  )
    return
  context.broken({
    code: 'related-value-differs',
    subject: `/${path.join('/')}`,
    received: shownAt(last, path),
    expected,
    details: { path: other.path },
    exchange: last,
    with: [item.made, other],
    pointer: `/${path.join('/')}`,
  })
}

/** Compares the copy after an update of the other item. */
async function compareAfter(context: CheckContext, resource: Resource, copy: Copy): Promise<void> {
  const { reference, target, of } = copy
  const item = await itemWith(context, resource, reference, target)
  const id = shownAt(await context.read(item), [reference])
  if (target.update === undefined || (typeof id !== 'string' && typeof id !== 'number'))
    return context.notObserved({ code: 'absent', from: 'the resource', what: reference })
  const schema = bodyProperties(context.api, target.update).get(of) ?? null
  const value = stringFor(viewOf(context.api.document, schema), context.random, of)
  if (value === undefined) return context.notObserved({ code: 'not-made', what: `value of ${of}` })
  const params = { [target.parameter]: id }
  const isOnlyHere = relationsTo(context.api, context.graph, target).some(({ child }) => child === resource)
  if (!isOnlyHere || !context.isOwn(target, params))
    return context.notObserved({ code: 'not-made', what: `${reference} of a new item` })
  const parts = await context.parts(target.update, { params })
  const changed = await context.send(target.update, {
    ...parts,
    params: { ...parts.params, ...params },
    body: { [of]: value },
  })
  if (changed.status >= 300) return context.notObserved(rejected('the update', changed))
  await expectCopy(context, item, copy, changed, value)
}

/** A new item that refers to a new one, which is not the first of its kind. */
async function itemWith(
  context: CheckContext,
  resource: Resource,
  reference: string,
  target: Resource,
): Promise<Item> {
  const { api, graph } = context
  const relation = relationsTo(api, graph, target).find(
    ({ child, property }) => child === resource && (property === undefined || property === reference),
  )
  if (relation === undefined || target.create === undefined) return context.item(resource, { fresh: true })
  await context.item(target)
  return relatedItem(context, relation, await context.item(target, { fresh: true }))
}

/** Parameters such as `expand=customer`: the item then shows the related item. */
function* expansions(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  resource: Resource,
  read: ApiOperation,
): Generator<Check> {
  const shown = responseProperties(api, read)
  for (const input of read.inputs.filter(({ in: place, name }) => place === 'query' && isExpansion(name)))
    for (const value of choicesIn(api.document, input.schema)) {
      const reference = [...shown].find(
        ([name, schema]) =>
          normal(ownerOfId(name) ?? '') === normal(value) &&
          graph.referredBy(name, schema, resource) !== undefined,
      )
      if (!shown.has(value) || reference === undefined) continue
      yield {
        name: `${input.name} ${value}`,
        constraint: `query.${input.name}=${value}`,
        operation: read,
        run: (context) => expand(context, resource, read, { input, value, reference: reference[0] }),
      }
    }
}

async function expand(
  context: CheckContext,
  resource: Resource,
  read: ApiOperation,
  { input, value, reference }: { input: Parameter; value: string; reference: string },
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const isArray = typesOf(viewOf(context.api.document, input.schema)).includes('array')
  const query = { [input.name]: isArray ? [value] : value }
  const exchange = await context.send(read, { params: item.params, query, headers: {} })
  const id = shownAt(exchange, [reference])
  if (exchange.status >= 300 || (typeof id !== 'string' && typeof id !== 'number'))
    return context.notObserved({ code: 'absent', from: 'the resource', what: reference })
  const inside = shownAt(exchange, [value])
  const own = isObject(inside) ? ((inside as JsonObject).id ?? id) : undefined
  if (own !== undefined && String(own) === String(id)) return
  context.broken({
    code: 'not-expanded',
    subject: `/${value}`,
    received: inside ?? null,
    details: { parameter: input.name, value, id },
    exchange,
    with: [item.made],
    pointer: `/${value}`,
    place: input.pointer,
  })
}
