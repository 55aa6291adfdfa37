/** Values that an update must leave as they are: "The handle can't be changed", "A zone given in an update is ignored". */
import type { ApiOperation } from '../../../model/api.ts'
import {
  type FixedValue,
  fixedValues,
  type UnaffectedValue,
  unaffectedValues,
} from '../../../model/fixedValues.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { type Check, type CheckContext, type Item, type Plan, rejected } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { otherValue } from '../otherValue.ts'
import { setBy } from '../states.ts'

export function* valuesThatStay({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    if (resource.create === undefined) continue
    for (const fixed of fixedValues(api, resource))
      yield {
        name: `${fixed.property} stays`,
        constraint: `body.${fixed.property} changes nothing`,
        operation: fixed.operation,
        run: (context) => tryFixed(context, resource, fixed),
      }
    for (const value of unaffectedValues(api, resource))
      yield {
        name: `${value.property} stays when ${value.by} changes`,
        constraint: `/${value.property} stays when ${value.by} changes`,
        operation: value.operation,
        run: (context) => tryUnaffected(context, resource, value),
      }
  }
}

async function tryFixed(context: CheckContext, resource: Resource, fixed: FixedValue): Promise<void> {
  const { property, operation, status, text } = fixed
  const item = await context.item(resource, { fresh: true })
  const before = resource.read === undefined ? item.made : await context.read(item)
  const was = shownAt(before, [property])
  const other = await another(context, resource, property, was)
  // An update may set a missing value that is fixed "once set".
  if (was === undefined || was === null || other === undefined)
    return context.notObserved({ code: 'not-made', what: `value of ${property}` })
  const response = await setBy(context, item, operation, { [property]: other })
  if (response.status >= 500) return context.notObserved(rejected('the update', response))
  const after = resource.read === undefined ? response : await context.read(item)
  const proof = { with: [item.made, before, response] }
  if (after.status < 300 && isSame(shownAt(after, [property]), other))
    return context.broken({
      ...proof,
      ...changedOf(operation, property, { received: other, expected: was, text }),
      exchange: after,
    })
  if (status === undefined || response.status >= 300) return
  context.broken({
    code: 'accepted-in-state',
    subject: operation.path,
    received: response.status,
    expected: status,
    details: { description: text },
    exchange: response,
    with: [item.made, before],
    place: operation.pointer,
  })
}

const changedOf = (
  operation: ApiOperation,
  property: string,
  { received, expected, text }: { received: Json; expected: Json; text: string },
) => ({
  code: 'fixed-value-changed' as const,
  subject: `/${property}`,
  received,
  expected,
  details: { text },
  pointer: `/${property}`,
  place: operation.pointer,
})

/** Another value that the property can have: the id of another item, or one that its schema allows. */
async function another(
  context: CheckContext,
  resource: Resource,
  property: string,
  was: Json | undefined,
): Promise<Json | undefined> {
  const { api, graph } = context
  const schema =
    bodyProperties(api, resource.update).get(property) ??
    bodyProperties(api, resource.create).get(property) ??
    responseProperties(api, resource.read ?? resource.update).get(property)
  if (schema === undefined) return undefined
  const target = graph.referredBy(property, schema, resource)
  if (target !== undefined) return (await context.item(target, { fresh: true })).params[target.parameter]
  return otherValue(context, schema, property, was)
}

async function tryUnaffected(
  context: CheckContext,
  resource: Resource,
  { property, by, operation, text }: UnaffectedValue,
): Promise<void> {
  const item: Item = await context.item(resource, { fresh: true })
  const before = resource.read === undefined ? item.made : await context.read(item)
  const was = shownAt(before, [property])
  const other = await another(context, resource, by, shownAt(before, [by]))
  if (was === undefined || was === null || other === undefined)
    return context.notObserved({ code: 'not-made', what: `value of ${by}` })
  const response: Recorded = await setBy(context, item, operation, {
    [by]: other,
    ...(operation.method !== 'PATCH' && { [property]: was }),
  })
  if (response.status >= 300) return context.notObserved(rejected('the update', response))
  const after = resource.read === undefined ? response : await context.read(item)
  const now = shownAt(after, [property])
  if (after.status >= 300 || !isSame(shownAt(after, [by]), other))
    return context.notObserved({ code: 'not-as-sent', member: by })
  if (isSame(now, was)) return
  context.broken({
    ...changedOf(operation, property, { received: now ?? null, expected: was, text }),
    exchange: after,
    with: [item.made, before, response],
  })
}
