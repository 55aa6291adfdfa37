/** Actions whose body names the version of the item: with an outdated version they must be rejected, like updates. */

import { type ApiOperation, actionsOn, bodyPlace } from '../../../model/api.ts'
import { descriptionOf, saysOutdated } from '../../../model/description.ts'
import { actionOn } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { leadsTo, statedVersion } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import { choicesOf } from '../../engine/bodies.ts'
import { type BodyVersion, bodyVersionOf, versionIn } from '../../engine/bodyVersion.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'

export function* oldActionsRejected(plan: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  const { api, graph } = plan
  for (const resource of graph.resources)
    for (const operation of resource.read === undefined ? [] : actionsOn(api, resource.item)) {
      const version = operation.responses.has('409') ? versionIn(plan, resource, operation) : undefined
      if (version === undefined || !isPromised(plan, resource, operation, version)) continue
      yield {
        name: 'version in the body of an action',
        constraint: `body.${version.member}`,
        operation,
        run: (context) => tryOld(context, resource, operation, version),
      }
    }
}

/** Whether the document states that an outdated version is rejected, or updates of the item require the same one. */
function isPromised(
  plan: Pick<Plan, 'api' | 'graph'>,
  resource: Resource,
  operation: ApiOperation,
  { member }: BodyVersion,
): boolean {
  // The version that a restoration names is the one to restore.
  const name = actionOn(resource.item, operation.path) ?? ''
  if (leadsTo('undeletion', name) || leadsTo('ofVersion', name)) return false
  const { document } = plan.api
  const property = membersOf(viewOf(document, operation.body?.schema)).find(([one]) => one === member)?.[1]
  const texts = [viewOf(document, property), operation.operation, operation.responses.get('409')?.node]
  const names = statedVersion(member) ?? member
  return (
    texts.some((one) => saysOutdated(descriptionOf(one), names)) ||
    (resource.update !== undefined && bodyVersionOf(plan, resource.update)?.member === member)
  )
}

async function tryOld(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  { member, shown }: BodyVersion,
): Promise<void> {
  // An action that fails on an item of its own proves nothing.
  await context.succeed(operation, { fresh: true })
  const item = await context.item(resource, { readyFor: operation })
  const now = async () => {
    const { json } = await context.read(item)
    return isObject(json) ? json[shown] : undefined
  }
  const send = async (change: JsonObject, version: Json | undefined) => {
    const { body, ...parts } = await context.parts(operation, { params: item.params })
    const whole: JsonObject = {
      ...(isObject(body) ? body : {}),
      ...change,
      ...(version !== undefined && { [member]: version }),
    }
    const exchange = await context.send(operation, { ...parts, body: whole }, { version: 'as given' })
    return { exchange, whole }
  }
  /** A success proves a lost update only if it changed the item. */
  const isLost = async (change: JsonObject, version: Json | undefined): Promise<boolean> => {
    const before = await now()
    const { exchange } = await send(change, version)
    if (exchange.status >= 300 || isSame(before, await now())) return false
    context.broken({
      code: 'lost-update',
      subject: member,
      received: exchange.status,
      expected: '409',
      exchange,
      with: [item.made],
      place: bodyPlace(operation),
    })
    return true
  }
  const first = item.body[shown]
  const current = await raised(context, resource, item, first, now)
  if (!isSame(first, current) && (await isLost({}, first))) return
  const { exchange: right, whole } = await send({}, current)
  if (right.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the action', status: right.status })
  if (isSame(current, await now())) return context.notObserved({ code: 'no-effect' })
  // After the action, the other values of its choice may be possible.
  for (const choice of choicesOf(context.api, operation))
    if (!isRepeated(choice, whole) && (await isLost(choice, current))) return
}

/** Whether a request was sent with this choice: the same change once more may succeed. */
const isRepeated = (choice: JsonObject, sent: JsonObject): boolean =>
  Object.entries(choice).every(([name, value]) => isSame(value, sent[name]))

/** The version after another change of the item: by the moves that led here, or by an update. */
async function raised(
  context: CheckContext,
  { update }: Resource,
  item: Item,
  first: Json | undefined,
  now: () => Promise<Json | undefined>,
): Promise<Json | undefined> {
  const current = await now()
  if (update === undefined || !isSame(first, current)) return current
  await context.send(update, await context.parts(update, { params: item.params }))
  return now()
}
