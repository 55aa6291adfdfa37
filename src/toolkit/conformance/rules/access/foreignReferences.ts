/** References in bodies to items of another tenant: they must be rejected like references to nothing. */
import { type Api, type ApiOperation, bodyPlace, needsCredential } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource, ResourceGraph } from '../../../model/resources.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { requiredOf, typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { itemOf } from '../../engine/items.ts'
import { referenceTarget } from '../../engine/materialise.ts'
import { type Check, type CheckContext, type Item, type Plan, returned } from '../../engine/rule.ts'

interface Reference {
  operation: ApiOperation
  member: string
  isArray: boolean
  target: Resource
}

export function* foreignReferences({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources)
    for (const operation of new Set([resource.create, resource.update]))
      for (const reference of operation === undefined ? [] : referencesOf(api, graph, resource, operation))
        yield {
          name: `reference ${reference.member}`,
          constraint: `body.${reference.member} of another organization`,
          operation: reference.operation,
          run: (context) => tryOne(context, reference),
        }
}

/** The properties that refer to an item which another tenant can create. */
function referencesOf(api: Api, graph: ResourceGraph, from: Resource, operation: ApiOperation): Reference[] {
  if (!needsCredential(operation)) return []
  return [...bodyProperties(api, operation)].flatMap(([member, schema]): Reference[] => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    const isArray = typesOf(view).includes('array')
    const target = referenceTarget(
      { plan: { api, graph } as Plan, from },
      member,
      isArray ? view.items : schema,
    )
    return target !== undefined && target !== from && isIndependent(api, graph, target)
      ? [{ operation, member, isArray, target }]
      : []
  })
}

/** Whether an item can be created without another one. */
function isIndependent(api: Api, graph: ResourceGraph, target: Resource): boolean {
  const { create, parent } = target
  if (create === undefined || parent !== undefined || create.path.includes('{') || !needsCredential(create))
    return false
  const required = requiredOf(viewOf(api.document, create.body?.schema))
  return [...bodyProperties(api, create)].every(
    ([name, schema]) => !required.has(name) || graph.referredBy(name, schema, target) === undefined,
  )
}

async function tryOne(
  context: CheckContext,
  { operation, member, isArray, target }: Reference,
): Promise<void> {
  // A request that fails with an item of its own too proves nothing.
  await context.succeed(operation, { fresh: true })
  const theirs = await strangersItem(context, target)
  // Items that the tenant can see, such as those of a shared catalog, may be referred to.
  const seen = target.read && (await context.read(theirs))
  if (seen === undefined || seen.status < 300)
    return context.notObserved({ code: 'not-made', what: 'hidden item of another tenant' })
  const parts = await context.parts(operation, { fresh: true })
  const id: Json = theirs.params[target.parameter] ?? null
  if (!isObject(parts.body)) return context.notObserved({ code: 'not-an-object' })
  const body = { ...parts.body, [member]: isArray ? [id] : id }
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

async function strangersItem(context: CheckContext, target: Resource): Promise<Item> {
  const { stranger } = context.roles
  const { create } = target
  if (stranger === undefined || create === undefined)
    return context.notObserved({ code: 'not-made', what: 'item of another tenant' })
  const parts = await context.parts(create, { fresh: true })
  const made = await context.send(create, parts, { identity: stranger })
  return made.status < 300
    ? itemOf(target, undefined, made, parts)
    : context.notObserved(returned('the creation by another tenant', made))
}
