/** Optimistic locking by body: `{ "version": 3, "label": "new" }`, with 409 for an outdated version. */

import type { ApiOperation } from '../../model/api.ts'
import { normal, statedVersion } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { membersOf, requiredOf, viewOf } from '../../schema/view.ts'
import type { CheckContext, Item, Plan } from './rule.ts'

interface BodyVersion {
  /** The property of the request body. */
  member: string
  /** The property of the item that it must equal. */
  shown: string
}

/** The version property of a change: the item shows it, and no creation accepts it. */
export function bodyVersionOf(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  operation: ApiOperation,
): BodyVersion | undefined {
  const resource = graph.resources.find(({ update }) => update === operation)
  if (resource?.read === undefined || operation.body === undefined) return undefined
  const names = (schema: Json | undefined) => membersOf(viewOf(api.document, schema)).map(([name]) => name)
  const required = requiredOf(viewOf(api.document, operation.body.schema))
  const used = new Set(names(resource.create?.body?.schema))
  const inItem = names(thingSchema(api, resource.read))
  for (const member of names(operation.body.schema)) {
    const bare = statedVersion(member)
    if (bare === undefined || !required.has(member) || used.has(member)) continue
    const shown = inItem.find((name) => name === member) ?? inItem.find((name) => normal(name) === bare)
    if (shown !== undefined) return { member, shown }
  }
  return undefined
}

/** Adds the version that the item last had, if the operation requires it. */
export function withVersion(
  plan: Pick<Plan, 'api' | 'graph'>,
  operation: ApiOperation,
  item: Item,
  body: JsonObject,
): JsonObject {
  const version = bodyVersionOf(plan, operation)
  const value = version && item.body[version.shown]
  return version === undefined || value === undefined ? body : { ...body, [version.member]: value }
}

/** The body with the version that the item has now. */
export async function withCurrentVersion(
  context: CheckContext,
  operation: ApiOperation,
  { params, body }: { params: Record<string, Json>; body?: Json | undefined },
): Promise<Json | undefined> {
  const version = isObject(body) ? bodyVersionOf(context, operation) : undefined
  const read = version && context.graph.alongPath(operation.path).at(-1)?.read
  if (version === undefined || read === undefined || !isObject(body)) return body
  const { json } = await context.send(read, { params, query: {}, headers: {} })
  const now = isObject(json as Json) ? (json as JsonObject)[version.shown] : undefined
  return now === undefined ? body : { ...body, [version.member]: now }
}
