/** One small server with many styles, each below a first path segment of its own. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export type Item = Record<string, unknown>

export interface Call {
  method: string
  /** The segments below the style's own. */
  path: string[]
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  text: string
  body: Item
  /** The X-Request-Id of the response: that of the request, or one of the server's. */
  requestId: string
}

export interface PlainResponse {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** A body that is not JSON; its type is in the headers. */
  text?: string
  /** Instead of a response: the connection is reset, or events come without end. */
  instead?: 'reset' | 'events'
}

export type Handler = (call: Call) => PlainResponse

export interface StyleServer extends AsyncDisposable {
  origin: string
  /** The handler that responses below `/<name>`. */
  serve(name: string, handler: Handler): void
}

export async function startStyles(now: () => number): Promise<StyleServer> {
  const handlers = new Map<string, Handler>()
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://styles')
      const [, style = '', ...path] = url.pathname.split('/').map(decodeURIComponent)
      const { method = '', headers } = request
      const text = Buffer.concat(chunks).toString()
      const requestId = String(headers['x-request-id'] ?? `req_${++count}`)
      const call = { method, path, query: url.searchParams, headers, text, body: objectIn(text), requestId }
      response.setHeader('Date', new Date(now()).toUTCString())
      response.setHeader('X-Request-Id', requestId)
      respondWith(response, handlers.get(style)?.(call) ?? { status: 404 }, method)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    serve: (name, handler) => void handlers.set(name, handler),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function objectIn(text: string): Item {
  try {
    return (JSON.parse(text) ?? {}) as Item
  } catch {
    return {}
  }
}

function respondWith(response: ServerResponse, planned: PlainResponse, method: string): void {
  if (planned.instead === 'reset') return void response.socket?.resetAndDestroy()
  if (planned.instead === 'events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('data: {"n":1}\n\n')
    return
  }
  const body = planned.body === undefined ? planned.text : JSON.stringify(planned.body)
  response.writeHead(planned.status, {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...planned.headers,
  })
  response.end(method === 'HEAD' ? undefined : body)
}

/** How a server treats the items of one collection. */
export interface Habits {
  /** The default is `things`. */
  collection?: string
  /** Which paths end in a slash. */
  slashed?: 'collections' | 'all' | undefined
  /** The schema for a POST and a PUT. */
  accepts: object
  /** The number of an item becomes its id. */
  idOf?(count: number): string | number
  make(body: Item, id: string | number): Item
  /** How an item is shown: by itself, or in a list. */
  show?(item: Item, where: 'made' | 'read' | 'listed'): Item
  /** A response to a call that does not concern one item. */
  before?(call: Call, items: Map<string, Item>): PlainResponse | undefined
  location?(id: string): string
  list(items: Item[], query: URLSearchParams, path: string): PlainResponse
  change?(item: Item, body: Item): void
  remove?(items: Map<string, Item>, id: string): PlainResponse
  /** Whether a POST creates resources; otherwise a PUT at an address of the client's choice does. */
  putMakes?: true
  update?: 'PATCH' | 'PUT'
  /** The status for a change of an invalid id. */
  badId?: number
  head?: boolean
}

const problem = (status: number, headers?: Record<string, string>): PlainResponse => ({
  status,
  body: { title: `status ${status}` },
  ...(headers !== undefined && { headers }),
})

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const validators = new Map<object, ValidateFunction>()

/** The problem of a body, as a response. */
export function rejectionOf(schema: object, { text, headers }: Call): PlainResponse | undefined {
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return problem(415)
  const validate = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validate)
  try {
    return validate(JSON.parse(text)) ? undefined : problem(400)
  } catch {
    return problem(400)
  }
}

export function collection(habits: Habits): Handler {
  const items = new Map<string, Item>()
  const {
    accepts,
    collection: things = 'things',
    show = (item) => item,
    location = (id) => `/things/${id}`,
    update = 'PATCH',
  } = habits
  const idOf = habits.idOf ?? ((count) => `t${String(count).padStart(5, '0')}`)
  const change = habits.change ?? ((item, body) => void Object.assign(item, body))
  let count = 0
  return (call) => {
    const special = habits.before?.(call, items)
    if (special !== undefined) return special
    const isSlashed = call.path.at(-1) === ''
    const [name, id, ...more] = isSlashed ? call.path.slice(0, -1) : call.path
    const isWanted = habits.slashed === 'all' || (habits.slashed === 'collections' && id === undefined)
    if (name !== things || more.length > 0 || isSlashed !== isWanted) return problem(404)
    if (id !== undefined && !/^t\d{5}$/.test(id))
      return problem(call.method === 'GET' ? 404 : (habits.badId ?? 404))
    const allowed = id === undefined ? ['GET', habits.putMakes ? '' : 'POST'] : ['GET', update, 'DELETE']
    const method = call.method === 'HEAD' && habits.head !== false ? 'GET' : call.method
    if (!allowed.includes(method)) return problem(405, { Allow: allowed.filter(Boolean).join(', ') })
    if (id === undefined && method === 'GET')
      return habits.list(
        [...items.values()].map((item) => show(item, 'listed')),
        call.query,
        '/things',
      )
    const item = id === undefined ? undefined : items.get(id)
    if (method === 'POST' || (method === 'PUT' && habits.putMakes)) {
      const rejection = rejectionOf(accepts, call)
      if (rejection !== undefined) return rejection
      const made = id ?? idOf(++count)
      if (item !== undefined) {
        change(item, call.body)
        return { status: 200, body: show(item, 'read') }
      }
      const stored = habits.make(call.body, made)
      items.set(String(made), stored)
      return { status: 201, body: show(stored, 'made'), headers: { Location: location(String(made)) } }
    }
    if (method === 'DELETE' && habits.remove !== undefined) return habits.remove(items, id ?? '')
    if (item === undefined) return problem(404)
    if (method === 'GET') return { status: 200, body: show(item, 'read') }
    if (method === 'DELETE') {
      items.delete(id ?? '')
      return { status: 204 }
    }
    const rejection = rejectionOf(update === 'PUT' ? accepts : { ...accepts, required: [] }, call)
    if (rejection !== undefined) return rejection
    change(item, call.body)
    return { status: 200, body: show(item, 'read') }
  }
}
