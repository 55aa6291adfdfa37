/** Items that a PUT creates: what the PUT wrote is what the GET shows. */

import { type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { viewOf } from '../../../schema/view.ts'
import { parentOf } from '../../engine/items.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { hidesNull, isSame, isVolatile, storedDifferences, transferred } from '../compare.ts'
import { rejectedValue } from '../expectation.ts'
import { type Choice, choicesFor } from './references.ts'

export function* putReadBack(plan: Plan): Iterable<Check> {
  for (const resource of plan.graph.resources) {
    const { put, read, create } = resource
    if (put?.body === undefined || read === undefined || create !== undefined) continue
    const shown = responseProperties(plan.api, read)
    for (const [member, schema] of bodyProperties(plan.api, put)) {
      if (!shown.has(member) || !isPlain(plan, resource, member, schema)) continue
      for (const choice of choicesFor(plan, resource, member, schema))
        yield {
          name: `${member}.${choice.name}`,
          constraint: `body.${member} is stored`,
          operation: put,
          run: (context) => writeAndRead(context, { resource, put, read, member, choice }),
        }
    }
  }
}

/** Whether clients set a property, and the server does not. */
function isPlain(plan: Plan, resource: Resource, member: string, schema: Json): boolean {
  const { api } = plan
  return (
    member !== resource.idMember &&
    viewOf(api.document, schema).readOnly !== true &&
    !isVolatile(plan, resource, member) &&
    (['passing', 'identity', 'secret', 'change'] as const).every(
      (role) => !isOfRole(api, resource, role, member),
    )
  )
}

interface Written {
  resource: Resource
  put: ApiOperation
  read: ApiOperation
  member: string
  choice: Choice
}

async function writeAndRead(context: CheckContext, written: Written): Promise<void> {
  const { resource, put, read, member, choice } = written
  const item = await context.item(resource, { fresh: true })
  const base = item.sent?.body
  if (!isObject(base)) return context.notObserved({ code: 'not-an-object' })
  const before = (await context.read(item)).json as Json
  // A server that stores another value than the first one gives the property a meaning of its own.
  if (!isObject(before) || base[member] === undefined || !isSame(before[member], base[member]))
    return context.notObserved({ code: 'not-as-sent', member })
  const chosen = await choice.choose(context, parentOf(item))
  const value = chosen === undefined ? undefined : transferred(put, chosen.value)
  if (chosen === undefined || value === undefined)
    return context.notObserved({ code: 'not-made', what: 'such value' })
  if (value === null && hidesNull(context.api, read, member))
    return context.notObserved({ code: 'not-made', what: 'such value' })
  const body = { ...base, [member]: value }
  if (!context.isValidBody(put, body))
    return context.notObserved({ code: 'invalid-together', what: `${chosen.what} for ${member}` })
  const wrote = await context.send(put, { params: item.params, query: {}, headers: {}, body })
  if (wrote.status >= 500)
    context.broken({ ...rejectedValue(wrote, member, chosen), exchange: wrote, place: bodyPlace(put) })
  if (wrote.status >= 300)
    return context.notObserved({
      code: 'rejected',
      what: `${chosen.what} for ${member}`,
      status: wrote.status,
      body: wrote.body.toString(),
    })
  const after = await context.read(item)
  const now = after.json as Json
  if (after.status >= 300 || !isObject(now)) return
  const received = now[member]
  for (const difference of storedDifferences(context.api, put, { member, value, received }, read).slice(0, 2))
    context.broken({
      code: 'sent-value-changed',
      subject: difference.pointer,
      received: difference.received,
      expected: difference.sent,
      exchange: after,
      with: [item.made, wrote],
      pointer: difference.pointer,
      place: bodyPlace(put),
    })
}
