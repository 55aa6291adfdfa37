/** Changes that say in their body which version they are of: `{ "version": 3, "label": "new" }`, and 409 for an old one. */

import type { ApiOperation } from '../../model/api.ts'
import { normal, statedVersion } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { membersOf, requiredOf, viewOf } from '../../schema/view.ts'
import type { CheckContext, Item, Plan } from './rule.ts'

interface BodyVersion {
  /** The member of the body. */
  member: string
  /** The member of the item that it has to equal. */
  shown: string
}

/** Where a change asks for the version that it changes: a member that no creation takes, and that the item shows. */
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

/** The body of a change with the version that the item had when it was last seen, where the change asks for one. */
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
