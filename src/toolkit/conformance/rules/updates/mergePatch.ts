/** A change by JSON Merge Patch reaches into objects: what it leaves out of them stays (RFC 7396, 2). */

import type { Api } from '../../../model/api.ts'
import { bodyProperties, propertiesFor, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { mediaTypeOf } from '../../../openapi/json.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import { withVersion } from '../../engine/bodyVersion.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isSame, isVolatile } from '../compare.ts'
import { storedVariants } from '../storedVariants.ts'

export function* mergePatches({ api, graph }: Pick<Plan, 'api' | 'graph'>): Iterable<Check> {
  for (const resource of graph.resources) {
    const { update, read } = resource
    const type = mediaTypeOf(update?.body?.mediaType ?? '')
    if (update === undefined || read === undefined || type !== 'application/merge-patch+json') continue
    const shown = responseProperties(api, read)
    for (const [member, schema] of bodyProperties(api, update)) {
      if (membersWithin(api, schema).size < 2 || !shown.has(member)) continue
      yield {
        name: `within ${member}`,
        constraint: `body.${member} is merged`,
        operation: update,
        run: (context) => mergesWithin(context, resource, member, schema),
      }
    }
  }
}

/** Those that clients set, and that are shown: what the server owns may change with each change. */
function membersWithin(api: Api, schema: Json): Map<string, Json> {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const shown = propertiesFor(api, view, 'response')
  return new Map([...propertiesFor(api, view, 'request')].filter(([name]) => shown.has(name)))
}

async function mergesWithin(
  context: CheckContext,
  resource: Resource,
  member: string,
  schema: Json,
): Promise<void> {
  const { update } = resource
  const { document } = context.api
  if (update?.body === undefined) return
  const item = await context.item(resource, { fresh: true })
  const parts = { params: item.params, query: {}, headers: {} }
  const patch = async (inside: JsonObject) => {
    const body = withVersion(context, update, item, { [member]: inside })
    if (!context.isValidBody(update, body)) return undefined
    const response = await context.send(update, { ...parts, body })
    return response.status < 300 ? response : undefined
  }
  const full = validValue(schema, { document, random: context.random, extent: 'full' }, member)
  const filled = isObject(full) ? await patch(full) : undefined
  if (filled === undefined) return context.notObserved({ code: 'not-made', what: `content of ${member}` })
  const within = membersWithin(context.api, schema)
  const stays = (name: string) => within.has(name) && !isVolatile(context, resource, name)
  let tried = 0
  for (const [name, inner] of within) {
    const before = await context.read(item)
    const was = insideOf(before.json, member)
    if (was === undefined || Object.keys(was).length < 2) continue
    const variants = storedVariants(document, inner, context.random, name)
    for (const value of [
      variants.find((one) => one.value !== null && !isSame(one.value, was[name])),
      variants.find((one) => one.value === null),
    ]) {
      const response = value === undefined ? undefined : await patch({ [name]: value.value })
      if (response === undefined || value === undefined) continue
      tried++
      const after = await context.read(item)
      const now = insideOf(after.json, member) ?? {}
      const reported = { exchange: after, with: [item.made, before, response], place: update.pointer }
      const lost = Object.keys(was).find(
        (other) => other !== name && stays(other) && !isSame(now[other], was[other]),
      )
      if (lost !== undefined)
        return context.broken({
          ...reported,
          pointer: `/${member}/${lost}`,
          code: 'other-property-changed',
          subject: `/${member}/${lost}`,
          received: now[lost],
          expected: was[lost],
          details: { changed: name },
        })
      // Without a value a property may return to its default.
      const isDefault = value.value === null && isSame(now[name], viewOf(document, inner).default)
      if (!isDefault && !isSame(now[name], value.value))
        return context.broken({
          ...reported,
          pointer: `/${member}/${name}`,
          code: 'change-not-stored',
          subject: `/${member}/${name}`,
          received: now[name],
          expected: value.value,
        })
    }
  }
  if (tried === 0) context.notObserved({ code: 'not-changed', what: `each property of ${member}` })
}

const insideOf = (json: unknown, member: string): JsonObject | undefined => {
  const inside = isObject(json as Json) ? (json as JsonObject)[member] : undefined
  return isObject(inside) ? inside : undefined
}
