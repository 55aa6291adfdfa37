/** Asynchronous creations: a 202 response refers to a job, and the finished job to the new resource. */

import type { ApiOperation } from '../../model/api.ts'
import { identifierNames, type Resource } from '../../model/resources.ts'
import { endsInId, isState, normal } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { templateSource } from '../../openapi/templates.ts'
import type { Recorded } from './events.ts'
import { idInside, inside, itemOf } from './items.ts'
import type { Parts } from './requests.ts'
import { type CheckContext, type Item, NotObserved } from './rule.ts'
import { unnamedItem } from './unnamedItems.ts'

const MAX_WAIT = 15_000
/** Headers with the URL of a job. */
const MONITORS = ['location', 'operation-location', 'azure-asyncoperation', 'content-location']

/** Whether a response describes a job instead of the new resource. */
export function isOfAJob(
  { api }: Pick<CheckContext, 'api'>,
  { create, read }: Resource,
  { status }: Recorded,
): boolean {
  const shape = (operation: ApiOperation | undefined) => {
    const schema = operation && thingSchema(api, operation)
    return isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : JSON.stringify(schema ?? null)
  }
  return status === 202 && read !== undefined && shape(create) !== shape(read)
}

/** The created resource: in the response, in the finished job, or where it is read or listed. */
export async function itemMadeBy(
  context: CheckContext,
  resource: Resource,
  parent: Item | undefined,
  made: { exchange: Recorded; parts: Parts },
): Promise<Item> {
  const item = await madeByJob(context, resource, parent, made)
  if (item !== undefined) return item
  try {
    return itemOf(resource, parent, made.exchange, made.parts)
  } catch (error) {
    if (!(error instanceof NotObserved) || error.fact.code !== 'unidentified') throw error
    const found = await unnamedItem(context, resource, parent, made)
    if (found === undefined) throw error
    return found
  }
}

/** The resource that a finished job created; undefined if the response contains the resource itself. */
async function madeByJob(
  context: CheckContext,
  resource: Resource,
  parent: Item | undefined,
  { exchange, parts }: { exchange: Recorded; parts: Parts },
): Promise<Item | undefined> {
  if (resource.read === undefined || !isOfAJob(context, resource, exchange)) return undefined
  const addresses = MONITORS.flatMap((name) => pathOf(context, readHeader(exchange.headers, name)) ?? [])
  const path = addresses.find((one) => isDeclared(context, resource, one))
  // Without a URL, or with that of the resource itself, the response is read like any other.
  const [, pointedAt] = addresses.map((one) => addressOf(resource).exec(one)).find(Boolean) ?? []
  const own = path === undefined ? (pointedAt ?? idIn(exchange, resource)) : undefined
  const until = context.now() + MAX_WAIT
  let job = exchange
  for (let pause = 20; ; pause = Math.min(500, pause * 2)) {
    const id = idStatedBy(job, resource) ?? own
    if (id !== undefined) {
      const item = {
        resource,
        params: { ...inside(resource, parent), [resource.parameter]: id },
        made: exchange,
        sent: parts,
      }
      const { status, json } = await context.send(resource.read, {
        params: item.params,
        query: {},
        headers: {},
      })
      if (status < 300 && isObject(json as Json)) {
        context.own(resource, item.params, exchange)
        return { ...item, body: json as JsonObject }
      }
    }
    const state = isObject(job.json as Json) ? (job.json as JsonObject).status : undefined
    const ended =
      path === undefined
        ? id === undefined
        : typeof state === 'string' && !isState('passing', state) && id === undefined
    if (ended || context.now() > until)
      throw new NotObserved(
        { code: 'accepted-not-ready', operationId: String(exchange.operationId), item: resource.item },
        exchange,
      )
    await context.wait(pause)
    if (path !== undefined) job = await context.sendRaw('GET', path)
  }
}

/** An address as a path below the target's URL. */
function pathOf({ target }: CheckContext, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, 'http://target')) return undefined
  const { pathname, search } = new URL(location, 'http://target')
  const prefix = target === undefined ? '' : new URL(target).pathname.replace(/\/$/, '')
  return (pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname) + search
}

/** Whether a path matches a declared GET of another resource. Other URLs are not followed. */
const isDeclared = ({ api }: CheckContext, { read }: Resource, path: string): boolean =>
  api.operations.some((one) => one.method === 'GET' && one !== read && patternOf(one.path).test(path))

/** Where an address ends. */
const END = '\\/?(?:[?#]|$)'

const patternOf = (template: string): RegExp => new RegExp(`^${templateSource(template)}${END}`)

const addressOf = ({ item }: Resource): RegExp =>
  new RegExp(`^${templateSource(item.slice(0, item.lastIndexOf('{')))}([^/?#]+)${END}`)

function idIn(exchange: Recorded, resource: Resource): string | number | undefined {
  const id = isObject(exchange.json as Json) ? idInside(exchange.json as JsonObject, resource) : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** Names that the job's own id may have, too. */
const GENERAL = new Set(['id', 'gid', 'uuid', 'uid'])

/** The id of the new resource in a job: in a property of its name, in the result, or at the end of a URL. */
function idStatedBy(
  { json }: Recorded,
  { parameter, collection, item }: Resource,
): string | number | undefined {
  if (!isObject(json as Json)) return undefined
  const body = json as JsonObject
  const inside = ['result', 'results', 'response', 'resource', 'output']
    .map((name) => body[name])
    .filter(isObject)
  const names = identifierNames(parameter, collection).filter(endsInId)
  const wanted = new Set([...names, 'resourceId', 'targetId', 'resultId'].map(normal))
  for (const name of GENERAL) wanted.delete(name)
  const isId = (value: Json | undefined) => typeof value === 'string' || typeof value === 'number'
  for (const holder of [body, ...inside])
    for (const [name, value] of Object.entries(holder))
      if (isId(value) && wanted.has(normal(name))) return value as string | number
  for (const { id } of inside) if (isId(id)) return id as string | number
  const address = new RegExp(`${item.replace(/\{[^}]+\}/g, '([^/?#]+)')}$`)
  for (const value of Object.values(body)) {
    const found = typeof value === 'string' ? address.exec(value) : null
    if (found !== null) return decodeURIComponent(found.at(-1) ?? '')
  }
  return undefined
}
