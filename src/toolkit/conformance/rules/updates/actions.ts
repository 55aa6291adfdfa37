/**
 * An action on a resource, such as `POST /orders/{id}/pay`, that returns the resource: the returned state
 * must be the stored one.
 */

import { type ApiOperation, actionsOn } from '../../../model/api.ts'
import { descriptionOf, saysEveryChange, saysLastChange } from '../../../model/description.ts'
import { bodyProperties, shownProperties } from '../../../model/operationProperties.ts'
import { actionOn } from '../../../model/paths.ts'
import { nounsOf } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole, statusOf } from '../../../model/roles.ts'
import { surroundingTexts } from '../../../model/surroundings.ts'
import { isState, leadsTo } from '../../../model/vocabulary.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { viewOf } from '../../../schema/view.ts'
import { eventually } from '../../engine/eventually.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame, isVolatile } from '../compare.ts'

export function* actionsStored({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  const shape = (operation: ApiOperation) => {
    const schema = thingSchema(api, operation)
    return isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : undefined
  }
  for (const resource of graph.resources) {
    const { read, item, create } = resource
    const own = read && shape(read)
    if (read === undefined || create === undefined || own === undefined) continue
    for (const operation of actionsOn(api, item)) {
      if (operation.successes[0] !== 200 || shape(operation) !== own) continue
      yield {
        name: 'kept',
        constraint: 'the result of an action is stored',
        operation,
        run: (context) => isStored(context, resource, operation),
      }
    }
  }
}

async function isStored(context: CheckContext, resource: Resource, operation: ApiOperation): Promise<void> {
  const { read } = resource
  if (read === undefined) return
  const item = await context.item(resource, { fresh: true, readyFor: operation })
  const at = { params: item.params, query: {}, headers: {} }
  const before = await context.send(read, at)
  const { exchange } = await context.succeed(operation, { params: item.params })
  const [was, reported] = [before.json, exchange.json].map((json) => json as Json)
  if (!isObject(was) || !isObject(reported) || exchange.status !== 200) return
  if (!isSame(was[resource.idMember], reported[resource.idMember])) return
  const changed = Object.keys(reported).filter(
    (name) =>
      !isSame(reported[name], was[name]) &&
      (!isOfRole(context.api, resource, 'passing', name) || isSettled(was[name], reported[name])) &&
      !isVolatile(context, resource, name),
  )
  const stale = staleStamp(context, resource, { was, reported, changed })
  if (stale !== undefined)
    return context.broken({
      code: 'update-time-not-later',
      subject: `/${stale}`,
      received: reported[stale],
      details: { before: was[stale] },
      exchange,
      with: [item.made, before],
      pointer: `/${stale}`,
      place: operation.pointer,
    })
  const mayEnd = leadsTo('removal', actionOn(resource.item, operation.path) ?? '')
  const wrong = await eventually(context, async () => {
    const after = await context.send(read, at)
    const now = after.json as Json
    if (after.status === 404 && before.status < 300 && !mayEnd)
      return { after, lost: undefined, shown: undefined }
    if (!isObject(now) || after.status >= 300) return undefined
    const lost = changed.find((name) => isSame(now[name], was[name]))
    return lost === undefined ? undefined : { after, lost, shown: now[lost] }
  })
  if (wrong === undefined) return
  const { after, lost, shown } = wrong
  const proof = { exchange: after, with: [item.made, before, exchange], place: operation.pointer }
  if (lost === undefined)
    return context.broken({
      ...proof,
      code: 'wrong-status',
      subject: 'GET of the resource that the action returned',
      received: after.status,
      expected: 200,
    })
  context.broken({
    ...proof,
    code: 'action-result-lost',
    subject: `/${lost}`,
    received: shown,
    expected: reported[lost],
    pointer: `/${lost}`,
  })
}

/** The time of the last change, where an item that changed still has the earlier one. */
function staleStamp(
  { api }: CheckContext,
  resource: Resource,
  { was, reported, changed }: { was: JsonObject; reported: JsonObject; changed: readonly string[] },
): string | undefined {
  // A like or a vote does not change the item itself.
  const members = new Set([
    statusOf(api, resource)?.property,
    ...[resource.update, resource.replace].flatMap((one) => [...bodyProperties(api, one).keys()]),
  ])
  if (!changed.some((name) => members.has(name))) return undefined
  const around = resource.read === undefined ? [] : surroundingTexts(api, resource.read)
  return [...shownProperties(api, resource)].flatMap(([name, schema]) => {
    const own = descriptionOf(viewOf(api.document, schema))
    const isStamp =
      isOfRole(api, resource, 'updatedAt', name) &&
      (saysLastChange(own, nounsOf(resource)) ||
        saysEveryChange(own, undefined) ||
        around.some((text) => saysEveryChange(text, name)))
    // Whole seconds may be equal.
    const isFine = typeof was[name] === 'string' && /\.\d*[1-9]/.test(was[name])
    return isStamp && isFine && isSame(was[name], reported[name]) ? [name] : []
  })[0]
}

/** Whether a state passes into another only by a request, as from `draft` to `published`. */
const isSettled = (was: Json | undefined, now: Json | undefined): boolean =>
  [was, now].every((state) => typeof state === 'string' && !isState('passing', state))
