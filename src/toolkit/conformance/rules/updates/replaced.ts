/** PUT as the update: what it sends is what is there afterwards (RFC 9110, 9.3.4); what only the server sets stays. */

import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { tokensOf } from '../../../openapi/pointer.ts'
import { bodyVersionOf } from '../../engine/bodyVersion.ts'
import { parentOf, showsItself } from '../../engine/items.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { hidesNull, isLeftToServer, isSame, isVolatile, storedDifferences } from '../compare.ts'
import { rejectedValue } from '../expectation.ts'
import type { Choice } from './references.ts'

export async function replace(
  context: CheckContext,
  resource: Resource,
  member: string,
  { choose }: Choice,
): Promise<void> {
  const { update, read } = resource
  if (update?.body === undefined || read === undefined) return
  const item = await context.item(resource, { fresh: true })
  const chosen = await choose(context, parentOf(item))
  if (chosen === undefined) return context.notObserved({ code: 'not-made', what: 'such value' })
  const before = await context.read(item)
  if (!isObject(before.json as Json))
    return context.notObserved({ code: 'returned', what: 'GET', status: before.status })
  const parts = await context.parts(update, { params: item.params })
  const { body: base } = parts
  if (!isObject(base)) return context.notObserved({ code: 'not-an-object' })
  const body: JsonObject = { ...base, [member]: chosen.value }
  if (!context.isValidBody(update, body))
    return context.notObserved({ code: 'invalid-together', what: `${chosen.what} for ${member}` })
  const response = await context.send(update, { ...parts, params: item.params, body })
  const proof = { with: [item.made, before], place: update.pointer }
  if (response.status >= 300) {
    if (response.status >= 500)
      context.broken({
        ...proof,
        ...rejectedValue(response, member, chosen),
        exchange: response,
      })
    return context.notObserved({
      code: 'rejected',
      what: `${chosen.what} for ${member}`,
      status: response.status,
      body: response.body.toString(),
    })
  }
  const settable = bodyProperties(context.api, update)
  // The engine sends the current version, which the update raises.
  const version = bodyVersionOf(context, update)?.member
  const givenOnce = bodyProperties(context.api, resource.create)
  const own = (name: string) =>
    givenOnce.has(name) &&
    !isOfRole(context.api, resource, 'passing', name) &&
    !isOfRole(context.api, resource, 'change', name) &&
    !isVolatile(context, resource, name)
  const fixed = ([name]: [string, unknown]) =>
    !settable.has(name) &&
    (isOfRole(context.api, resource, 'identity', name) ||
      name === resource.idMember ||
      isOfRole(context.api, resource, 'origin', name) ||
      own(name))
  for (const [exchange, operation] of [
    [response, update],
    [await context.read(item), read],
  ] as const) {
    const now = exchange.json as Json
    if (!isObject(now) || !showsItself(now, resource)) continue
    const shown = responseProperties(context.api, operation)
    for (const [name, value] of Object.entries(body)) {
      if (value === undefined || !shown.has(name) || [resource.idMember, version].includes(name)) continue
      if (isLeftToServer(context, resource, name, value)) continue
      if (value === null && hidesNull(context.api, operation, name)) continue
      const found = storedDifferences(context.api, update, { member: name, value, received: now[name] })
      for (const { pointer, sent, received } of found.slice(0, 2)) {
        if (isOfRole(context.api, resource, 'passing', tokensOf(pointer)[0] ?? '')) continue
        context.broken({
          ...proof,
          exchange,
          pointer,
          code: 'put-not-stored',
          subject: pointer,
          received,
          expected: sent,
        })
      }
    }
    for (const [name, was] of Object.entries(before.json as JsonObject).filter(fixed)) {
      if (was === undefined || isSame(now[name], was)) continue
      context.broken({
        ...proof,
        exchange,
        pointer: `/${name}`,
        code: 'put-changed-other',
        subject: `/${name}`,
        received: now[name],
        expected: was,
      })
    }
  }
}
