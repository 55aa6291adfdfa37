/** Actions whose body names the version of the item: with an outdated version they must be rejected, like updates. */

import { type ApiOperation, actionsOn, bodyPlace } from '../../../model/api.ts'
import { descriptionOf, saysCompared } from '../../../model/description.ts'
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

/** Whether the document states that the version is compared, or requires the same one in updates. */
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
  const isStated = texts.some((one) =>
    descriptionOf(one)
      .split(/[.;]\s/)
      .some((text) => saysCompared(text) && new RegExp(statedVersion(member) ?? member, 'i').test(text)),
  )
  return (
    isStated ||
    plan.graph.resources.some(
      ({ update }) => update !== undefined && bodyVersionOf(plan, update)?.member === member,
    )
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
  const now = async () => ((await context.read(item)).json as JsonObject)[shown]
  const send = async (change: JsonObject, version: Json | undefined) => {
    const { body, ...parts } = await context.parts(operation, { params: item.params })
    const whole = {
      ...(isObject(body) ? body : {}),
      ...change,
      ...(version !== undefined && { [member]: version }),
    }
    return context.send(operation, { ...parts, body: whole }, { version: 'as given' })
  }
  const report = (exchange: Awaited<ReturnType<typeof send>>) =>
    context.broken({
      code: 'lost-update',
      subject: member,
      received: exchange.status,
      expected: '409',
      exchange,
      with: [item.made],
      place: bodyPlace(operation),
    })
  const first = item.body[shown]
  const current = await raised(context, resource, item, first, now)
  if (!isSame(first, current)) {
    const late = await send({}, first)
    if (late.status < 300) return report(late)
  }
  const right = await send({}, current)
  if (right.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the action', status: right.status })
  if (isSame(current, await now())) return context.notObserved({ code: 'no-effect' })
  // After the action, the other values of its choice may be possible.
  for (const choice of choicesOf(context.api, operation)) {
    const late = await send(choice, current)
    if (late.status < 300) return report(late)
  }
}

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
