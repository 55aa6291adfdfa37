/** Writes through the mock's port, for each write operation of a document, and compares what was written with what is read. */
import { type Api, type ApiOperation, successSchema } from '../../src/toolkit/model/api.ts'
import { listPlace } from '../../src/toolkit/model/listPlace.ts'
import { isObject, type Json, type JsonObject } from '../../src/toolkit/openapi/index.ts'
import { validatorOf } from '../../src/toolkit/schema/validators.ts'
import type { Client, Received } from './client.ts'
import { type Offered, resourcesOf } from './offered.ts'
import { changedBody, madeAbove } from './tryResource.ts'

/**
 * - `true`: reads show what was written, or that it is gone.
 * - `unread`: a success that no read operation of the document can confirm or contradict.
 * - `declined`: 501, or an error response.
 * - `untrue`: a success that a read contradicts.
 */
export interface Written {
  operation: ApiOperation
  outcome: 'true' | 'unread' | 'declined' | 'untrue'
  status: number
  reason: string
}

export const writesOf = (api: Api): ApiOperation[] =>
  api.operations.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))

export async function writeAndRead(api: Api, client: Client, operation: ApiOperation): Promise<Written> {
  const { method, path } = operation
  const at = (where: string, verb: string) =>
    api.operations.find((one) => one.path === where && one.method === verb)
  const own = resourcesOf(api).find((one) => one.path === path)
  const around: Offered = { ...NOTHING, path, make: operation }
  const params = await madeAbove(api, client, around, 0)
  const collection = path.replace(/\/\{[^{}/]+\}$/, '')
  // The item that a change or a deletion is about.
  const creator = own?.make === operation ? undefined : (own?.make ?? at(path, 'POST'))
  let id: string | undefined
  if (method !== 'POST' && creator !== undefined && creator !== operation) {
    const made = await client.call(creator, params, client.bodyFor(creator))
    id = identifierIn(made, own?.variable, collection)
    if (own?.variable !== undefined && id !== undefined) params[own.variable] ??= id
  } else if (
    method === 'POST' &&
    own?.variable !== undefined &&
    own.make !== undefined &&
    own.make !== operation
  ) {
    const made = await client.call(own.make, params, client.bodyFor(own.make))
    id = identifierIn(made, own.variable, collection)
    if (id !== undefined) params[own.variable] ??= id
  }
  const given = client.bodyFor(operation)
  const isChange = id !== undefined && given !== undefined
  const body = isChange ? changedBody(api, operation, given, own?.variable) : given
  const inQuery = body === undefined && id !== undefined && method !== 'DELETE' ? freeTexts(operation) : {}
  const sent =
    id !== undefined && isObject(body) && !path.endsWith('}') && 'id' in body ? { ...body, id } : body
  const written = await client.call(operation, params, typed(sent, body), {}, inQuery)
  const result = (outcome: Written['outcome'], reason = ''): Written => ({
    operation,
    outcome,
    status: written.status,
    reason,
  })
  if (written.status >= 300) return result('declined', JSON.stringify(written.body)?.slice(0, 200))
  const reads: { read: ApiOperation; params: Record<string, string> }[] = []
  const add = (read: ApiOperation | undefined, more: Record<string, string> = {}) => {
    if (read !== undefined) reads.push({ read, params: { ...params, ...more } })
  }
  const itemBelow = api.operations.find(
    (one) =>
      one.method === 'GET' &&
      one.path.startsWith(`${path}/{`) &&
      /^\/\{[^{}/]+\}$/.test(one.path.slice(path.length)),
  )
  const variable = /\{([^{}]+)\}$/.exec(itemBelow?.path ?? '')?.[1]
  const newId = identifierIn(written, variable ?? own?.variable, collection)
  if (path.endsWith('}') || method !== 'POST') add(at(path, 'GET'))
  if (!path.endsWith('}') && ['PUT', 'PATCH'].includes(method) && id !== undefined && variable !== undefined)
    add(itemBelow, { [variable]: id })
  else if (
    itemBelow !== undefined &&
    variable !== undefined &&
    newId !== undefined &&
    isAbout(api, operation, itemBelow)
  )
    add(itemBelow, { [variable]: newId })
  if (method === 'DELETE') {
    for (const { read, params: known } of reads) {
      const after = await client.call(read, { ...known })
      if (path.endsWith('}') && after.status < 300)
        return result('untrue', `GET ${read.path} still responds ${after.status}`)
    }
    return result(reads.length === 0 ? 'unread' : 'true')
  }
  if (isChange && isObject(sent) && sent !== body && itemBelow !== undefined && variable !== undefined) {
    // The same change to an item that is not there.
    const unknown = '990099'
    const other = await client.call(operation, params, typed({ ...sent, id: unknown }, body))
    const found = await client.call(itemBelow, { ...params, [variable]: unknown })
    if (other.status < 300 && found.status >= 300)
      return result('untrue', `changed an item that GET ${itemBelow.path} does not have`)
  }
  const claims = [sent, inQuery, written.body].filter((one) => one !== undefined)
  let compared = 0
  for (const { read, params: known } of reads) {
    const after = await client.call(read, { ...known })
    // A read that rejects its own parameters neither contradicts nor confirms.
    if (after.status === 400) continue
    compared++
    if (after.status >= 300) return result('untrue', `GET ${read.path} responds ${after.status}`)
    for (const claim of claims) {
      const wrong = contradiction(api, read, claim, after.body, own?.variable)
      if (wrong !== undefined) return result('untrue', `GET ${read.path}: ${wrong}`)
    }
  }
  // A created resource is in the list of its collection.
  const list = method === 'POST' && !path.endsWith('}') ? at(path, 'GET') : undefined
  if (list !== undefined && operation !== list && isListed(api, list) && isCreation(operation, itemBelow)) {
    const claimed = objectsIn(written.body).toReversed()
    const known: JsonObject = Object.assign({}, ...claimed, ...objectsIn(sent).toReversed())
    for (const [name, value] of Object.entries(objectsIn(sent)[0] ?? {}))
      if (isObject(value) && value.id !== undefined) known[`${name}_id`] ??= value.id
    const after = await client.call(list, { ...params }, undefined, known)
    if (after.status >= 300) return result('untrue', `GET ${path} responds ${after.status}`)
    const text = JSON.stringify(after.body)
    const values = [newId, ...scalarsOf(sent)].filter((one) => one !== undefined && String(one).length > 2)
    if (
      values.length > 0 &&
      !values.some((one) => text.includes(JSON.stringify(one)) || text.includes(String(one)))
    )
      return result('untrue', `GET ${path} does not list what was created`)
    compared++
  }
  const wrong = contradiction(api, operation, sent, written.body, own?.variable)
  if (wrong !== undefined && compared > 0) return result('untrue', `response: ${wrong}`)
  return result(compared === 0 ? 'unread' : 'true')
}

/** New values for the optional texts of a query. */
const freeTexts = ({ inputs }: ApiOperation): JsonObject =>
  Object.fromEntries(
    inputs
      .filter(({ in: place, required, schema }) => {
        const { type, enum: listed, format, pattern } = isObject(schema) ? schema : {}
        const isFree =
          type === 'string' && listed === undefined && format === undefined && pattern === undefined
        return place === 'query' && !required && isFree
      })
      .map(({ name }) => [name, 'written']),
  )

const isListed = (api: Api, list: ApiOperation): boolean => listPlace(api, list) !== undefined

/** A POST to a collection creates where the document gives its items a path, or responds 201. */
const isCreation = ({ successes }: ApiOperation, itemBelow: ApiOperation | undefined): boolean =>
  itemBelow !== undefined || successes[0] === 201

const scalarsOf = (value: Json | undefined): Json[] =>
  Object.values(objectsIn(value)[0] ?? {}).filter((one): one is string => typeof one === 'string')

const NOTHING: Omit<Offered, 'path'> = {
  make: undefined,
  read: undefined,
  list: undefined,
  change: undefined,
  remove: undefined,
  variable: undefined,
}

/** An identifier as the body has it: a number where it was one. */
const typed = (sent: Json | undefined, body: Json | undefined): Json | undefined =>
  isObject(sent) && isObject(body) && typeof body.id === 'number' ? { ...sent, id: Number(sent.id) } : sent

/** Whether what a write responds is what the read of one item returns, by the names of its properties. */
function isAbout(api: Api, write: ApiOperation, read: ApiOperation): boolean {
  const [a, b] = [write, read].map((one) => JSON.stringify(successSchema(api, one)?.schema ?? null))
  return a === b || write.body !== undefined || a === 'null'
}

function identifierIn(
  { body, headers }: Received,
  variable: string | undefined,
  path: string,
): string | undefined {
  const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const kind = bare(
    (path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '').replace(/s$/, ''),
  )
  const whole = objectsIn(body)
  // `{ "group": {…}, "role": {…} }`: the one of the kind that the path is about comes first.
  const own = whole.flatMap((one) =>
    Object.entries(one).flatMap(([name, inner]) => (bare(name) === kind && isObject(inner) ? [inner] : [])),
  )
  const objects = [...own, ...whole]
  for (const want of [
    bare(variable ?? '-'),
    'id',
    `${kind}id`,
    'gid',
    'uuid',
    'key',
    'slug',
    'code',
    'name',
    'username',
  ])
    for (const one of objects)
      for (const [name, value] of Object.entries(one))
        if (bare(name) === want && (typeof value === 'string' || typeof value === 'number'))
          return String(value)
  const location = headers.get('location')
  return location === null ? undefined : decodeURIComponent(location.split('?')[0]?.split('/').at(-1) ?? '')
}

/** The objects that may be the item: the body, and the contents of an envelope. */
function objectsIn(body: Json | undefined, depth = 0): JsonObject[] {
  if (depth > 2) return []
  if (Array.isArray(body)) return body.slice(0, 1).flatMap((one) => objectsIn(one, depth + 1))
  if (!isObject(body)) return []
  return [body, ...Object.values(body).flatMap((one) => objectsIn(one as Json, depth + 1))]
}

/** A property of the claim that the read shows with another value, although the document allows the claimed one there. */
function contradiction(
  api: Api,
  read: ApiOperation,
  claim: Json | undefined,
  body: Json | undefined,
  variable?: string,
): string | undefined {
  const success = successSchema(api, read)
  const claimed = objectsIn(claim)[0] ?? {}
  const [envelope, inner] = Object.entries(claimed).find(([, one]) => isObject(one)) ?? []
  const isShown = objectsIn(body).some((one) => envelope !== undefined && Object.hasOwn(one, envelope))
  const isWrapped = Object.keys(claimed).length === 1 && inner !== undefined && !isShown
  const said = isWrapped ? (inner as JsonObject) : claimed
  // The path decides which item a change is about, not the identifier in its body.
  const scalars = Object.entries(said).filter(
    ([name, one]) => name !== variable && ['string', 'number', 'boolean'].includes(typeof one),
  )
  const shared = (one: JsonObject) => scalars.filter(([name]) => Object.hasOwn(one, name)).length
  const [shown] = objectsIn(body).toSorted((a, b) => shared(b) - shared(a))
  for (const [name, value] of scalars) {
    const received = shown?.[name]
    if (shown === undefined || !Object.hasOwn(shown, name) || String(received) === String(value)) continue
    shown[name] = value
    const isAllowed =
      success === undefined || validatorOf(api.document, 'response')(success.pointer, body).length === 0
    shown[name] = received as Json
    if (isAllowed) return `${name} is ${JSON.stringify(received)}, and ${JSON.stringify(value)} was written`
  }
  return undefined
}
