/** Optimistic locking by body: `{ "version": 3, "label": "new" }`, with 409 for an outdated version. */

import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { normal, statedVersion } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { membersOf, requiredOf, viewOf } from '../../schema/view.ts'
import type { CheckContext, Item, Plan } from './rule.ts'

export interface BodyVersion {
  /** The property of the request body. */
  member: string
  /** The property of the item that it must equal. */
  shown: string
}

/** The version property of an update: the item shows it, and no creation accepts it. */
export function bodyVersionOf(
  plan: Pick<Plan, 'api' | 'graph'>,
  operation: ApiOperation,
): BodyVersion | undefined {
  const resource = plan.graph.resources.find(({ update }) => update === operation)
  return resource?.read === undefined ? undefined : versionIn(plan, resource, operation)
}

/** The same of any change of an item, an action included. */
export function versionIn(
  { api }: Pick<Plan, 'api'>,
  resource: Resource,
  operation: ApiOperation,
): BodyVersion | undefined {
  if (operation.body === undefined) return undefined
  const names = (schema: Json | undefined) => membersOf(viewOf(api.document, schema)).map(([name]) => name)
  const required = requiredOf(viewOf(api.document, operation.body.schema))
  const used = new Set(names(resource.create?.body?.schema))
  const shows = resource.read ?? resource.update ?? resource.create
  const inItem = shows === undefined ? [] : names(thingSchema(api, shows))
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
  const resource = version && context.graph.alongPath(operation.path).at(-1)
  if (version === undefined || resource === undefined || !isObject(body)) return body
  const now = (await itemNow(context, resource, params))?.[version.shown]
  return now === undefined ? body : { ...body, [version.member]: now }
}

/**
 * The same for other changes of an item, such as actions, and for items without a GET.
 * @param made the item as it was created, for one that nothing shows
 */
export async function withItsVersion(
  context: CheckContext,
  operation: ApiOperation,
  { params, body }: { params: Record<string, Json>; body: JsonObject },
  made: JsonObject | undefined,
): Promise<JsonObject> {
  const resource = context.graph.alongPath(operation.path).at(-1)
  if (resource === undefined || bodyVersionOf(context, operation) !== undefined) return body
  const version = versionIn(context, resource, operation)
  const now = version && ((await itemNow(context, resource, params)) ?? made)?.[version.shown]
  return version === undefined || now === undefined ? body : { ...body, [version.member]: now }
}

/** The item as its GET shows it, or as its list does. */
export async function itemNow(
  context: CheckContext,
  resource: Resource,
  params: Record<string, Json>,
): Promise<JsonObject | undefined> {
  const { read, list } = resource
  if (read === undefined)
    return list === undefined
      ? undefined
      : (await context.findInList({ resource, params: params as Item['params'] })).found
  const { json } = await context.send(read, { params, query: {}, headers: {} })
  return isObject(json as Json) ? (json as JsonObject) : undefined
}
