/** Makes, reads, lists, changes and deletes one resource, as far as the document offers it. */
import { type Api, type ApiOperation, successSchema } from '../../src/toolkit/model/api.ts'
import { isObject, type Json, type JsonObject } from '../../src/toolkit/openapi/index.ts'
import { validatorOf } from '../../src/toolkit/schema/validators.ts'
import { membersOf, typesOf, viewOf } from '../../src/toolkit/schema/view.ts'
import { type Client, itself, type Received } from './client.ts'
import { type Offered, resourcesOf } from './offered.ts'

export interface Outcome {
  path: string
  steps: string[]
  /** Undefined when all that is offered works. */
  reason: string | undefined
}

class Failure extends Error {}

const succeeded = ({ status }: Received): boolean => status >= 200 && status < 300

/** Every object of a response that may be the item: itself, or the contents of an envelope. */
function objectsIn(body: Json | undefined, depth = 0): JsonObject[] {
  if (depth > 2) return []
  if (Array.isArray(body)) return objectsIn(body[0], depth + 1)
  if (!isObject(body)) return []
  return [body, ...Object.values(body).flatMap((value) => objectsIn(value, depth + 1))]
}

/** The lists of a response: itself, or lists in it. */
function listsIn(body: Json | undefined, depth = 0): Json[][] {
  if (Array.isArray(body)) return [body]
  if (!isObject(body) || depth > 2) return []
  return Object.values(body).flatMap((value) => listsIn(value, depth + 1))
}

/** The resource in an envelope such as `{ "article": { … } }`. */
function meant(value: Json | undefined, path: string): JsonObject {
  if (!isObject(value)) return {}
  const [first, ...others] = Object.entries(value)
  const named = first !== undefined && (first[0] === 'data' || bare(first[0]).includes(bare(singular(path))))
  return others.length === 0 && named && isObject(first[1]) ? first[1] : value
}

const scalars = (value: Json | undefined, path: string): [string, Json][] =>
  Object.entries(meant(value, path)).filter(([, one]) => ['string', 'number', 'boolean'].includes(typeof one))

/**
 * A property that was sent and comes back with another value, though the document would allow the response to have the
 * sent one; undefined when there is none.
 */
function differing(
  api: Api,
  operation: ApiOperation,
  sent: Json | undefined,
  body: Json | undefined,
): string | undefined {
  const wanted = scalars(sent, operation.path)
  const candidates = objectsIn(body).map((object) => ({
    object,
    shared: wanted.filter(([name]) => Object.hasOwn(object, name)),
  }))
  const best = candidates.toSorted((a, b) => b.shared.length - a.shared.length)[0]
  const target = successSchema(api, operation)
  for (const [name, value] of best?.shared ?? []) {
    const { object } = best as { object: JsonObject }
    const received = object[name]
    if (same(received, value)) continue
    object[name] = value
    const allowed =
      target === undefined || validatorOf(api.document, 'response')(target.pointer, body).length === 0
    if (received === undefined) delete object[name]
    else object[name] = received
    if (allowed) return `${name} is ${JSON.stringify(received)} and was sent as ${JSON.stringify(value)}`
  }
  return undefined
}

const same = (a: Json | undefined, b: Json): boolean => a === b || String(a) === String(b)

const singular = (path: string): string =>
  (path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function idIn(response: Received, { variable, path }: Offered): string | undefined {
  const kind = singular(path)
  const names = [
    variable ?? '',
    'id',
    `${kind}id`,
    '_id',
    'gid',
    'uuid',
    'key',
    'slug',
    'code',
    'name',
    'username',
    'token',
    'email',
  ].map(bare)
  for (const want of names)
    for (const object of objectsIn(response.body))
      for (const [name, value] of Object.entries(object))
        if (bare(name) === want && (typeof value === 'string' || typeof value === 'number'))
          return String(value)
  const location = response.headers.get('location')
  return location === null ? undefined : decodeURIComponent(location.split('?')[0]?.split('/').at(-1) ?? '')
}

/** The body of a change with one text that is new; the same body where it has none. */
export function changedBody(
  api: Api,
  operation: ApiOperation,
  body: Json,
  variable: string | undefined,
): Json {
  const { schemaPointer, schema } = operation.body ?? {}
  if (schemaPointer === undefined) return body
  const fits = (value: Json) => validatorOf(api.document, 'request')(schemaPointer, value).length === 0
  const vary = (
    object: JsonObject,
    whole: (changed: JsonObject) => Json,
    view: JsonObject,
  ): Json | undefined => {
    for (const [name, value] of Object.entries(object)) {
      const inner = viewOf(api.document, membersOf(view).find(([member]) => member === name)?.[1])
      if (
        /id$/i.test(name) ||
        bare(name) === bare(variable ?? '') ||
        inner.enum !== undefined ||
        inner.const !== undefined
      )
        continue
      if (typeof value === 'string' && inner.format === undefined) {
        const changed = whole({ ...object, [name]: `${value.slice(0, 20)}x` })
        if (fits(changed)) return changed
      } else if (typeof value === 'boolean') {
        const changed = whole({ ...object, [name]: !value })
        if (fits(changed)) return changed
      } else if (isObject(value) && typesOf(inner).includes('object')) {
        const changed = vary(value, (one) => whole({ ...object, [name]: one }), inner)
        if (changed !== undefined) return changed
      }
    }
    return undefined
  }
  return isObject(body) ? (vary(body, (one) => one, viewOf(api.document, schema)) ?? body) : body
}

export async function tryResource(api: Api, client: Client, resource: Offered): Promise<Outcome> {
  const steps: string[] = []
  try {
    await attempt(api, client, resource, steps)
    return { path: resource.path, steps, reason: undefined }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { path: resource.path, steps, reason: error.message }
  }
}

const expect = (isTrue: boolean, reason: string): void => {
  if (!isTrue) throw new Failure(reason)
}
const report = ({ status, body }: Received): string =>
  `${status} ${JSON.stringify(body)?.slice(0, 160) ?? ''}`

async function attempt(api: Api, client: Client, resource: Offered, steps: string[]): Promise<void> {
  const { make, read, list, change, remove, variable } = resource
  const path = await madeAbove(api, client, resource, 0)
  let sent: Json | undefined
  if (make !== undefined) {
    steps.push('make')
    sent = client.bodyFor(make)
    expect(sent !== undefined || make.body === undefined, 'no body could be made for it')
    const response = await client.call(make, path, sent)
    expect(succeeded(response), `make: ${report(response)}`)
    const wrong = differing(api, make, sent, response.body)
    expect(wrong === undefined, `make: ${wrong}`)
    if (variable !== undefined && path[variable] === undefined) {
      const id = idIn(response, resource) ?? (list && (await firstListed(client, list, path, resource)))
      expect(id !== undefined, 'make: nothing in the answer or the list tells where the item is')
      path[variable] = id ?? ''
    }
  } else if (variable !== undefined) {
    const listed = list && (await firstListed(client, list, path, resource))
    if (listed !== undefined) path[variable] = listed
  }
  if (read !== undefined) {
    steps.push('read')
    const response = await client.call(read, path)
    expect(succeeded(response), `read: ${report(response)}`)
    const wrong = differing(api, read, sent, response.body)
    expect(wrong === undefined, `read: ${wrong}`)
  }
  if (list !== undefined && make !== undefined) {
    steps.push('list')
    await expectListed(client, list, path, resource, sent, true)
  }
  if (change !== undefined) {
    steps.push('change')
    const given = client.bodyFor(change)
    expect(given !== undefined || change.body === undefined, 'change: no body could be made for it')
    const changed =
      given === undefined
        ? undefined
        : itself(changedBody(api, change, given, variable), path[variable ?? ''])
    const response = await client.call(change, path, changed)
    expect(succeeded(response), `change: ${report(response)}`)
    if (read !== undefined) {
      const after = await client.call(read, path)
      const wrong = differing(api, read, changed, after.body)
      expect(succeeded(after) && wrong === undefined, `read after change: ${wrong ?? report(after)}`)
    }
  }
  if (remove !== undefined) {
    steps.push('delete')
    const body = remove.body?.required ? client.bodyFor(remove) : undefined
    const response = await client.call(remove, path, body)
    expect(succeeded(response), `delete: ${report(response)}`)
    if (read !== undefined && variable !== undefined) {
      const after = await client.call(read, path)
      expect(after.status >= 400, `read after delete: ${report(after)}`)
    }
    if (list !== undefined && make !== undefined)
      await expectListed(client, list, path, resource, sent, false)
  }
}

async function firstListed(
  client: Client,
  list: ApiOperation,
  path: Record<string, string>,
  resource: Offered,
): Promise<string | undefined> {
  const response = await client.call(list, path)
  for (const items of listsIn(response.body))
    for (const item of items) {
      const id = idIn({ ...response, body: item, headers: new Headers() }, resource)
      if (id !== undefined) return id
    }
  return undefined
}

async function expectListed(
  client: Client,
  list: ApiOperation,
  path: Record<string, string>,
  { variable, path: own }: Offered,
  sent: Json | undefined,
  there: boolean,
): Promise<void> {
  const response = await client.call(list, path, undefined, meant(sent, own))
  expect(succeeded(response), `list: ${report(response)}`)
  const items = listsIn(response.body).flat()
  const isListed = items.some((item) =>
    variable !== undefined
      ? [item, ...objectsIn(item).flatMap((object) => Object.values(object))].some(
          (value) => String(value) === path[variable],
        )
      : scalars(sent, own).some(([name, value]) =>
          objectsIn(item).some((object) => object[name] === value),
        ) || scalars(sent, own).length === 0,
  )
  expect(
    isListed === there,
    there ? 'list: what was made is not in it' : 'list after delete: it is still there',
  )
}

/** The items that the path goes through are made first, where the document has a way to make them. */
export async function madeAbove(
  api: Api,
  client: Client,
  resource: Offered,
  depth: number,
): Promise<Record<string, string>> {
  const path: Record<string, string> = {}
  if (depth > 3) return path
  const all = resourcesOf(api).filter(({ variable }) => variable !== undefined)
  const reached: Offered[] = [resource]
  for (const one of reached)
    for (const other of all)
      if (
        !reached.some(({ path: known }) => known === other.path) &&
        [one.path, one.make?.path].some((path) => path?.startsWith(`${other.path}/`))
      )
        reached.push(other)
  const parents = reached.slice(1).sort((a, b) => a.path.length - b.path.length)
  for (const parent of parents) {
    const { make, variable } = parent
    if (make === undefined || variable === undefined) continue
    const body = client.bodyFor(make)
    const response = await client.call(make, path, body)
    const id = make.path.endsWith(`{${variable}}`) ? undefined : idIn(response, parent)
    if (succeeded(response) && id !== undefined) path[variable] = id
  }
  return path
}
