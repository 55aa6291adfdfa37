/** References in bodies to items of another tenant: they must be rejected like references to nothing. */
import { type ApiOperation, bodyPlace, needsCredential } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { listsItems } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { withValueAt } from '../../../openapi/pointer.ts'
import { requiredOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { findInList } from '../../engine/findInList.ts'
import { itemOf } from '../../engine/items.ts'
import { referenceTarget, severalOf } from '../../engine/materialise.ts'
import { referencesIn } from '../../engine/references.ts'
import {
  type Check,
  type CheckContext,
  type Item,
  type Plan,
  returned,
  type SendOptions,
} from '../../engine/rule.ts'
import { isOfSentForm, isSame, isVolatile, sharedDifferences } from '../compare.ts'

interface Reference {
  operation: ApiOperation
  member: string
  isArray: boolean
  target: Resource
}

export function* foreignReferences({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  yield* foreignInBatches({ api, graph })
  for (const resource of graph.resources)
    for (const operation of new Set([resource.create, resource.update]))
      for (const reference of operation === undefined
        ? []
        : referencesOf({ api, graph }, resource, operation))
        yield {
          name: `reference ${reference.member}`,
          constraint: `body.${reference.member} of another organization`,
          operation: reference.operation,
          run: (context) => tryOne(context, reference),
        }
}

/** The actions on several items by their ids, as `POST /tickets/bulk_update`: those of another tenant must stay as they are. */
function* foreignInBatches(plan: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  const { api } = plan
  for (const operation of api.operations.filter(needsCredential)) {
    const target = severalOf(plan, operation)
    const member = [...bodyProperties(api, operation).keys()].find(listsItems)
    if (member === undefined || target?.read === undefined || !isCreatable(target)) continue
    yield {
      name: 'several items',
      constraint: `body.${member} of another organization`,
      operation,
      run: (context) => tryBatch(context, operation, target, member),
    }
  }
}

async function tryBatch(
  context: CheckContext,
  operation: ApiOperation,
  target: Resource,
  member: string,
): Promise<void> {
  const { stranger } = context.roles
  if (stranger === undefined || target.read === undefined)
    return context.notObserved({ code: 'not-made', what: 'item of another tenant' })
  const theirs = await strangersItem(context, target)
  if ((await context.read(theirs)).status < 300)
    return context.notObserved({ code: 'not-made', what: 'hidden item of another tenant' })
  const own = await context.item(target, { fresh: true })
  const parts = await context.parts(operation, { fresh: true })
  if (!isObject(parts.body)) return context.notObserved({ code: 'not-an-object' })
  const withIds = (...items: Item[]): JsonObject => ({
    ...(parts.body as JsonObject),
    [member]: items.map(({ params }) => params[target.parameter] ?? null),
  })
  // A request without an effect on an item of its own proves nothing.
  const before = await lookAt(context, own)
  await context.send(operation, { ...parts, body: withIds(own) })
  const effects = changesSince(before, await context.read(own))
  if (effects.length === 0) return context.notObserved({ code: 'no-effect' })
  const was = await lookAt(context, theirs, { identity: stranger })
  const exchange = await context.send(operation, { ...parts, body: withIds(own, theirs) })
  const after = await context.read(theirs, { identity: stranger })
  if (!changesSince(was, after).some((name) => effects.includes(name))) return
  context.broken({
    code: 'changed-across-tenants',
    subject: member,
    exchange: after,
    with: [theirs.made, was.exchange, exchange],
    place: operation.pointer,
  })
}

/** An item as GETs show it, and its properties that change by themselves. */
interface Look {
  exchange: Recorded
  shown: JsonObject
  changing: (name: string) => boolean
}

/** Reads an item twice, a second apart: what differs, such as the time of the last GET, changes without requests. */
async function lookAt(context: CheckContext, item: Item, options?: SendOptions): Promise<Look> {
  const { json } = await context.read(item, options)
  await context.wait(1_050)
  const exchange = await context.read(item, options)
  const [first, shown] = [json as Json, exchange.json as Json]
  if (exchange.status >= 300 || !isObject(first) || !isObject(shown))
    return context.notObserved({ code: 'not-an-object' })
  const changing = (name: string) =>
    !isSame(first[name], shown[name]) || isVolatile(context, item.resource, name)
  return { exchange, shown, changing }
}

/** Instead of a property, where the item no longer exists. */
const EXISTENCE = ''

/** The properties that a request changed, added or removed. */
function changesSince({ shown, changing }: Look, { status, json }: Recorded): string[] {
  if (status >= 300) return status === 404 || status === 410 ? [EXISTENCE] : []
  const now = json as Json
  if (!isObject(now)) return []
  return [...new Set([...Object.keys(shown), ...Object.keys(now)])].filter((name) => {
    const [one, other] = [{ [name]: shown[name] ?? null }, { [name]: now[name] ?? null }]
    return sharedDifferences(one, other, changing, () => false).length > 0
  })
}

/** The properties that refer to an item which another tenant can create. */
function referencesOf(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  from: Resource,
  operation: ApiOperation,
): Reference[] {
  if (!needsCredential(operation)) return []
  return [...bodyProperties(api, operation)].flatMap(([member, schema]): Reference[] => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    const isArray = typesOf(view).includes('array')
    const target = referenceTarget(
      { plan: { api, graph } as Plan, from },
      member,
      isArray ? view.items : schema,
    )
    return target !== undefined && target !== from && isCreatable(target)
      ? [{ operation, member, isArray, target }]
      : []
  })
}

/** Whether another tenant can create an item, after those that it refers to. */
const isCreatable = ({ create, parent }: Resource): boolean =>
  create !== undefined &&
  needsCredential(create) &&
  (create.path.includes('{') ? parent !== undefined && isCreatable(parent) : true)

async function tryOne(
  context: CheckContext,
  { operation, member, isArray, target }: Reference,
): Promise<void> {
  // A request that fails with an item of its own too proves nothing.
  await context.succeed(operation, { fresh: true })
  const theirs = await strangersItem(context, target)
  // Items that the tenant can see, such as those of a shared catalog, may be referred to.
  if (!(await isHidden(context, theirs)))
    return context.notObserved({ code: 'not-made', what: 'hidden item of another tenant' })
  const parts = await context.parts(operation, { fresh: true })
  const id: Json = theirs.params[target.parameter] ?? null
  if (!isObject(parts.body)) return context.notObserved({ code: 'not-an-object' })
  const body = { ...parts.body, [member]: isArray ? [id] : id }
  if (!isOfSentForm(context.api, operation, parts.body, member))
    return context.notObserved({ code: 'not-made', what: `body of the form with ${member}` })
  if (!context.isValidBody(operation, body))
    return context.notObserved({ code: 'invalid-together', what: `another ${member}` })
  const exchange = await context.send(operation, { ...parts, body })
  if (exchange.status >= 300) return
  context.broken({
    code: 'wrong-status',
    subject: `another tenant's ${member} in the body`,
    received: exchange.status,
    expected: 'an error response',
    exchange,
    with: [theirs.made],
    place: bodyPlace(operation),
  })
}

/** Whether a GET, or else a list that shows it to its tenant, hides an item from the caller. */
async function isHidden(context: CheckContext, theirs: Item): Promise<boolean> {
  const { read, list } = theirs.resource
  if (read !== undefined) return (await context.read(theirs)).status >= 300
  const { stranger } = context.roles
  if (list === undefined || stranger === undefined) return false
  const shown = await findInList(context, theirs, { identity: stranger })
  if (shown.found === undefined) return false
  const { found, complete } = await findInList(context, theirs, {})
  return found === undefined && complete
}

const MAX_DEPTH = 3

/** An item of another tenant, with the items that it is in and that it refers to. */
async function strangersItem(context: CheckContext, target: Resource, depth = 0): Promise<Item> {
  const { stranger } = context.roles
  const { create, parent } = target
  if (stranger === undefined || create === undefined || depth > MAX_DEPTH)
    return context.notObserved({ code: 'not-made', what: 'item of another tenant' })
  const parts = await context.parts(create, { fresh: true })
  const around = parent && (await strangersItem(context, parent, depth + 1))
  Object.assign(parts.params, around?.params)
  const surroundings = { plan: context, from: target }
  const required = requiredOf(viewOf(context.api.document, create.body?.schema))
  for (const { path, target: other, by } of referencesIn(surroundings, create.body?.schema, parts.body)) {
    const [name = '', ...inside] = path
    // A folder needs no parent folder, whose parent folder would be next.
    if (other === target && inside.length === 0 && !required.has(name) && isObject(parts.body)) {
      const { [name]: _, ...rest } = parts.body
      parts.body = rest
      continue
    }
    const theirs = await strangersItem(context, other, depth + 1)
    const key = by === undefined ? theirs.params[other.parameter] : theirs.body[by]
    parts.body = withValueAt(parts.body ?? null, path, key ?? null)
  }
  const made = await context.send(create, parts, { identity: stranger })
  return made.status < 300
    ? itemOf(target, around, made, parts)
    : context.notObserved(returned('the creation by another tenant', made))
}
