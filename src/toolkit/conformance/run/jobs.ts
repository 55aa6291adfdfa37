/** Things that are not made at once: a creation that is accepted (202) tells of a job, and the job of the thing. */
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { ApiOperation } from '../api/api.ts'
import { identifierNames, normal, type Resource } from '../api/resources.ts'
import { thingSchema } from '../api/wrapping.ts'
import { readHeader } from '../finding.ts'
import type { Recorded } from './events.ts'
import { itemOf } from './items.ts'
import type { Parts } from './requests.ts'
import { type Item, NotObserved, type TrialContext } from './rule.ts'
import { isPassing } from './settling.ts'

const LONGEST_WAIT = 15_000
/** Where an answer says that its job can be looked at. */
const MONITORS = ['location', 'operation-location', 'azure-asyncoperation', 'content-location']

/** Whether an answer is of another thing than the one that was asked for. */
function isOfAJob({ api }: TrialContext, { create, read }: Resource, { status }: Recorded): boolean {
  const shape = (operation: ApiOperation | undefined) => {
    const schema = operation && thingSchema(api, operation)
    return isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : JSON.stringify(schema ?? null)
  }
  return status === 202 && read !== undefined && shape(create) !== shape(read)
}

/** What a creation has made: the thing in its answer, or the one that its job tells of. */
export const itemMadeBy = async (
  context: TrialContext,
  resource: Resource,
  parent: Item | undefined,
  made: { exchange: Recorded; parts: Parts },
): Promise<Item> =>
  (await madeByJob(context, resource, parent, made)) ?? itemOf(resource, parent, made.exchange, made.parts)

/** The thing that a job has made, once it is done; undefined where the answer shows the thing itself. */
async function madeByJob(
  context: TrialContext,
  resource: Resource,
  parent: Item | undefined,
  { exchange, parts }: { exchange: Recorded; parts: Parts },
): Promise<Item | undefined> {
  if (resource.read === undefined || !isOfAJob(context, resource, exchange)) return undefined
  const path = MONITORS.map((name) => monitored(context, readHeader(exchange.headers, name))).find(Boolean)
  const until = context.now() + LONGEST_WAIT
  let job = exchange
  for (let pause = 20; ; pause = Math.min(500, pause * 2)) {
    const id = idToldBy(job, resource)
    if (id !== undefined) {
      const item = {
        resource,
        params: { ...parent?.params, [resource.parameter]: id },
        made: exchange,
        sent: parts,
      }
      const { status, json } = await context.send(resource.read, {
        params: item.params,
        query: {},
        headers: {},
      })
      if (status < 300 && isObject(json as Json)) return { ...item, body: json as JsonObject }
    }
    const state = isObject(job.json as Json) ? (job.json as JsonObject).status : undefined
    const ended =
      path === undefined
        ? id === undefined
        : typeof state === 'string' && !isPassing(state) && id === undefined
    if (ended || context.now() > until)
      throw new NotObserved(
        `${exchange.operationId} was accepted (202), and ${resource.item} could not be read in time; a recipe would help`,
        exchange,
      )
    await context.wait(pause)
    if (path !== undefined) job = await context.sendRaw('GET', path)
  }
}

/** The address of a declared GET; others lead anywhere. */
function monitored({ api, target }: TrialContext, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, 'http://target')) return undefined
  const { pathname, search } = new URL(location, 'http://target')
  const prefix = target === undefined ? '' : new URL(target).pathname.replace(/\/$/, '')
  const path = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
  const isDeclared = api.operations.some(
    (one) =>
      one.method === 'GET' &&
      new RegExp(`^${one.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(
        path,
      ),
  )
  return isDeclared ? path + search : undefined
}

/** The id of the thing in what a job shows: under its name, in the result, or at the end of an address of such things. */
function idToldBy(
  { json }: Recorded,
  { parameter, collection, item }: Resource,
): string | number | undefined {
  if (!isObject(json as Json)) return undefined
  const body = json as JsonObject
  const inside = ['result', 'results', 'response', 'resource', 'output']
    .map((name) => body[name])
    .filter(isObject)
  const names = identifierNames(parameter, collection).filter((name) => name !== 'id' && /id$/i.test(name))
  const wanted = new Set([...names, 'resourceId', 'targetId', 'resultId'].map(normal))
  const isId = (value: Json | undefined) => typeof value === 'string' || typeof value === 'number'
  for (const holder of [body, ...inside])
    for (const [name, value] of Object.entries(holder))
      if (isId(value) && wanted.has(normal(name)) && (holder !== body || normal(name) !== 'id'))
        return value as string | number
  for (const { id } of inside) if (isId(id)) return id as string | number
  const address = new RegExp(`${item.replace(/\{[^}]+\}/g, '([^/?#]+)')}$`)
  for (const value of Object.values(body)) {
    const found = typeof value === 'string' ? address.exec(value) : null
    if (found !== null) return decodeURIComponent(found.at(-1) ?? '')
  }
  return undefined
}
