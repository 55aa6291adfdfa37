/** Versions and tags in bodies: they name the state that a change is based on (AIP-154). */

import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { descriptionOf, names, saysCompared } from '../../../model/description.ts'
import { responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { hasRole } from '../../../model/roles.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'

/**
 * The tag that a change may contain in its body and that the item shows (AIP-154), where a description
 * declares its purpose.
 */
export function promisedTag(api: Api, update: ApiOperation, read: ApiOperation): string | undefined {
  const shown = responseProperties(api, read)
  const { schema } = update.body ?? {}
  return membersOf(viewOf(api.document, schema)).find(([name, member]) => {
    const { readOnly, description } = viewOf(api.document, member)
    if (!hasRole(api.document, 'etag', name, member) || readOnly === true || !shown.has(name)) return false
    const words = descriptionOf(update.operation)
    const said = names(words, 'etag') ? words : ''
    return [description, said].some((text) => typeof text === 'string' && saysCompared(text))
  })?.[0]
}

/**
 * A change whose body names an outdated state must be rejected without effect.
 * @param member of the body; the item shows it as `shown`
 * @param changed whether two representations of the item show different states
 */
export async function rejectsOld(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  { member, shown, fitting }: OldState,
  changed: (was: JsonObject, now: JsonObject) => boolean,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const was = (await context.read(item)).json as Json
  const { body, ...parts } = await context.parts(operation, { params: item.params })
  const old = isObject(was) ? was[shown] : undefined
  if (!isObject(body) || !isObject(was) || old === undefined)
    return context.notObserved({ code: 'not-made', what: `change that GET shows in ${shown}` })
  const send = (sent: JsonObject) =>
    context.send(
      operation,
      { ...parts, params: { ...parts.params, ...item.params }, body: { ...sent, [member]: old } },
      { version: 'as given' },
    )
  const first = await send(body)
  const now = (await context.read(item)).json as Json
  if (first.status >= 300 || !isObject(now) || !changed(was, now))
    return context.notObserved({ code: 'no-effect' })
  // A different change: the same change again may get a success (RFC 9110, 13.1.1).
  const next = (await context.parts(operation, { params: item.params })).body
  if (!isObject(next) || isSame(next, body))
    return context.notObserved({ code: 'not-made', what: 'second change' })
  const late = await send(next)
  if (late.status < 300)
    context.broken({
      code: 'lost-update',
      subject: member,
      received: late.status,
      expected: fitting,
      exchange: late,
      with: [item.made, first],
      place: bodyPlace(operation),
    })
}

interface OldState {
  member: string
  shown: string
  /** In words. */
  fitting: string
}
