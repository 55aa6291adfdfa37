/**
 * Properties of an item about its stored versions: the number of the last one, and whether the item differs
 * from it.
 */

import { saysNewestVersion } from '../../../model/description.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { NO_OPERATIONS, type Resource } from '../../../model/resources.ts'
import { hasRole } from '../../../model/roles.ts'
import { lastSegment, leadsTo, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemsOf } from '../../engine/items.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { storedVariants } from '../storedVariants.ts'

/** The property with the number of the newest version, according to its description. */
function newestVersionMember({ api }: Pick<Plan, 'api'>, parent: Resource): string | undefined {
  const settable = bodyProperties(api, parent.update)
  return [...responseProperties(api, parent.read)].find(([name, schema]) => {
    const { description } = viewOf(api.document, schema)
    return (
      hasRole(api.document, 'versionNumber', name, schema) &&
      !settable.has(name) &&
      typeof description === 'string' &&
      saysNewestVersion(description)
    )
  })?.[0]
}

export function* storedVersions({ api, graph }: Pick<Plan, 'api' | 'graph'>): Iterable<Check> {
  for (const { collection, list, create, item, parent } of graph.resources)
    if (list !== undefined && leadsTo('versions', lastSegment(collection))) {
      const resource = graph.resources.find((one) => one.item === item)
      if (resource !== undefined) yield* checkFor({ api }, resource, parent, create !== undefined)
    }
  // Versions that are listed and have no address of their own.
  for (const parent of graph.resources) {
    const list = api.operations.find(
      ({ method, path }) =>
        method === 'GET' &&
        path.startsWith(`${parent.item}/`) &&
        leadsTo('versions', path.slice(parent.item.length + 1)),
    )
    if (list === undefined || graph.resources.some(({ collection }) => collection === list.path)) continue
    const single: Resource = {
      ...NO_OPERATIONS,
      collection: list.path,
      item: `${list.path}/{}`,
      parameter: '',
      parent,
      list,
      idMember: 'version',
    }
    yield* checkFor({ api }, single, parent, false)
  }
}

function* checkFor(
  plan: Pick<Plan, 'api'>,
  versions: Resource,
  parent: Resource | undefined,
  made: boolean,
): Iterable<Check> {
  if (parent?.read === undefined) return
  const flag = [...responseProperties(plan.api, parent.read)].find(
    ([name, schema]) =>
      soundsLike('changedSinceVersion', name) &&
      typesOf(viewOf(plan.api.document, schema)).includes('boolean'),
  )?.[0]
  if (flag !== undefined && made && parent.update?.method === 'PATCH')
    yield {
      name: `/${flag} after a change`,
      constraint: `/${flag} is true`,
      operation: parent.update,
      run: (context) => flagRises(context, versions, parent, flag),
    }
  const member = newestVersionMember(plan, parent)
  if (member === undefined) return
  yield {
    name: `/${member} of ${lastSegment(versions.collection)}`,
    constraint: `/${member} is the newest`,
    operation: parent.read,
    run: (context) => isNewest(context, versions, parent, member, made),
  }
}

async function isNewest(
  context: CheckContext,
  versions: Resource,
  parent: Resource,
  member: string,
  made: boolean,
): Promise<void> {
  const item = await context.item(parent, { fresh: true })
  if (made) await makeTwo(context, versions, item)
  else await changeAll(context, item.resource, item.params)
  const { list } = versions
  if (list === undefined) return
  const read = await context.read(item)
  const listed = await context.send(list, { params: item.params, query: {}, headers: {} })
  const numbers = itemsOf(context, versions, listed).flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) =>
      soundsLike('versionNumber', name) && typeof value === 'number' ? [value] : [],
    ),
  )
  const reported = isObject(read.json as Json) ? (read.json as JsonObject)[member] : undefined
  if (typeof reported !== 'number' || numbers.length < 2)
    return context.notObserved({ code: 'too-few', what: 'versions' })
  const newest = Math.max(...numbers)
  if (reported >= newest) return
  context.broken({
    code: 'not-newest-version',
    subject: `/${member}`,
    received: reported,
    expected: newest,
    details: { list: list.path },
    exchange: read,
    with: [item.made, listed],
    pointer: `/${member}`,
    place: parent.read?.pointer ?? list.pointer,
  })
}

async function makeTwo(context: CheckContext, versions: Resource, item: Item): Promise<void> {
  for (let count = 0; count < 2; count++)
    await context.item(versions, { fresh: true, within: item }).catch((error: unknown) => {
      if (!(error instanceof NotObserved)) throw error
    })
}

/** A flag for differences from the last version must be true after a change. */
async function flagRises(
  context: CheckContext,
  versions: Resource,
  parent: Resource,
  flag: string,
): Promise<void> {
  const { update } = parent
  if (update?.body === undefined) return
  const item = await context.item(parent, { fresh: true })
  await context.item(versions, { fresh: true, within: item }).catch((error: unknown) => {
    if (!(error instanceof NotObserved)) throw error
  })
  const before = await context.read(item)
  const was = isObject(before.json as Json) ? (before.json as JsonObject) : {}
  const listed =
    versions.list && (await context.send(versions.list, { params: item.params, query: {}, headers: {} }))
  const [version] = listed === undefined ? [] : itemsOf(context, versions, listed)
  if (was[flag] !== false || version === undefined)
    return context.notObserved({ code: 'initially-set', flag })
  const changed: Recorded[] = []
  for (const [name, schema] of bodyProperties(context.api, update)) {
    // The properties that a version stores are those in which an item can differ from it.
    if (typeof was[name] !== 'string' || !Object.hasOwn(version, name)) continue
    const other = storedVariants(context.api.document, schema, context.random, name).find(
      ({ value }) =>
        typeof value === 'string' && value !== was[name] && context.isValidBody(update, { [name]: value }),
    )
    if (other === undefined) continue
    const response = await context.send(update, {
      params: item.params,
      query: {},
      headers: {},
      body: { [name]: other.value },
    })
    if (response.status < 300) changed.push(response)
  }
  const after = await context.read(item)
  const now = isObject(after.json as Json) ? (after.json as JsonObject) : {}
  const differs = Object.keys(version).some(
    (name) =>
      typeof was[name] === 'string' &&
      bodyProperties(context.api, update).has(name) &&
      now[name] !== was[name],
  )
  if (changed.length === 0 || !differs)
    return context.notObserved({ code: 'not-changed', what: 'each property that a version stores' })
  if (now[flag] !== false) return
  context.broken({
    code: 'change-not-flagged',
    subject: `/${flag}`,
    exchange: after,
    with: [item.made, before, ...changed],
    pointer: `/${flag}`,
    place: parent.read?.pointer ?? update.pointer,
  })
}

/** Changes of the item and of its nested resources, each of which may create a version. */
async function changeAll(
  context: CheckContext,
  parent: Resource,
  params: Record<string, Json>,
): Promise<void> {
  const made = { ...params } as Record<string, string | number>
  const inside = context.graph.resources.filter((one) => one.parent === parent && one.create !== undefined)
  const holder = { resource: parent, params: made, body: {}, made: undefined as never, sent: undefined }
  for (const one of inside)
    for (let count = 0; count < 2; count++)
      await context.item(one, { fresh: true, within: holder }).catch(() => undefined)
}
