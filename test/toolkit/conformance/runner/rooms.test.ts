import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { casesOf } from '../../../harness/thorough.ts'

const DOCUMENT = `openapi: 3.1.0
info: {title: Rooms, version: '1'}
servers: [{url: 'https://rooms.example/v1'}]
security: [{key: []}]
paths:
  /floors:
    get: {operationId: listFloors, responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {type: string}}}}}, '401': {$ref: '#/components/responses/Refused'}}}
  /rooms:
    get:
      operationId: listRooms
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100, default: 20}}
        - {name: offset, in: query, schema: {type: integer, minimum: 0, default: 0}}
      responses:
        '200':
          description: Some.
          headers: {X-Total-Count: {required: true, schema: {type: integer}}}
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Room'}}}}
        '400': {$ref: '#/components/responses/Refused'}
        '401': {$ref: '#/components/responses/Refused'}
    post:
      operationId: createRoom
      requestBody: {$ref: '#/components/requestBodies/Room'}
      responses:
        '201':
          description: Made.
          headers: {Location: {required: true, schema: {type: string}}, ETag: {schema: {type: string}}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}
        '400': {$ref: '#/components/responses/Refused'}
        '401': {$ref: '#/components/responses/Refused'}
        '415': {$ref: '#/components/responses/Refused'}
  /rooms/{roomId}:
    parameters: [{name: roomId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getRoom, responses: {'200': {$ref: '#/components/responses/Room'}, '400': {$ref: '#/components/responses/Refused'}, '401': {$ref: '#/components/responses/Refused'}, '404': {$ref: '#/components/responses/Refused'}}}
    put:
      operationId: replaceRoom
      parameters: [{name: If-Match, in: header, required: true, schema: {type: string}}]
      requestBody: {$ref: '#/components/requestBodies/Room'}
      responses: {'200': {$ref: '#/components/responses/Room'}, '400': {$ref: '#/components/responses/Refused'}, '401': {$ref: '#/components/responses/Refused'}, '404': {$ref: '#/components/responses/Refused'}, '412': {$ref: '#/components/responses/Refused'}, '415': {$ref: '#/components/responses/Refused'}, '428': {$ref: '#/components/responses/Refused'}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  requestBodies: {Room: {required: true, content: {application/json: {schema: {type: object, required: [name], additionalProperties: false, properties: {name: {type: string, minLength: 1, maxLength: 60}, seats: {type: integer, minimum: 1}}}}}}}
  responses:
    Refused: {description: No., content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}
    Room: {description: One., headers: {ETag: {required: true, schema: {type: string}}}, content: {application/json: {schema: {$ref: '#/components/schemas/Room'}}}}
  schemas:
    Room: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, seats: {type: integer}}}
`

type Mistake =
  | 'gives no Location'
  | 'loses a room at each page'
  | 'counts another in the header'
  | 'counts the page alone'
  | 'keeps the name at a PUT'
  | 'refuses every room'

interface Room {
  id: number
  name: string
  seats?: number
  version: number
}

/** A server whose changes need the tag of what they change; right, or with one mistake. */
async function startRooms(mistake?: Mistake) {
  const rooms: Room[] = []
  const tag = ({ version }: Room) => `"v${version}"`
  const shown = ({ version: _, ...room }: Room) => room
  const reject = (status: number) => ({ status, body: { title: `status ${status}` }, headers: {} })
  const read = async (request: IncomingMessage) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    try {
      return JSON.parse(text) as unknown
    } catch {
      return undefined
    }
  }
  const understood = (body: unknown): body is { name: string; seats?: number } => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
    const { name, seats, ...more } = body as Record<string, unknown>
    const named = typeof name === 'string' && [...name].length >= 1 && [...name].length <= 60
    const seated = seats === undefined || (Number.isInteger(seats) && Number(seats) >= 1)
    return named && seated && Object.keys(more).length === 0
  }
  const page = (url: URL) => {
    const [limit, offset] = [url.searchParams.get('limit') ?? '20', url.searchParams.get('offset') ?? '0']
    if (!/^\d+$/.test(limit) || !/^\d+$/.test(offset) || +limit < 1 || +limit > 100) return reject(400)
    const from = mistake === 'loses a room at each page' && +offset > 0 ? +offset + 1 : +offset
    const total = rooms.length + (mistake === 'counts another in the header' ? 1 : 0)
    const items = [...rooms].reverse().slice(from, +offset + +limit)
    const count = mistake === 'counts the page alone' ? items.length : total
    return { status: 200, body: items.map(shown), headers: { 'X-Total-Count': String(count) } }
  }
  const respond = async (request: IncomingMessage) => {
    const url = new URL(request.url ?? '/', 'http://rooms')
    const { method = '', headers } = request
    const [, base, collection, id, ...more] = url.pathname.split('/')
    if (base !== 'v1' || more.length > 0) return reject(404)
    const methods =
      collection === 'floors' && id === undefined
        ? ['GET']
        : collection === 'rooms'
          ? id === undefined
            ? ['GET', 'POST']
            : ['GET', 'PUT']
          : undefined
    if (methods === undefined) return reject(404)
    const wanted = method === 'HEAD' ? 'GET' : method
    if (!methods.includes(wanted)) return { ...reject(405), headers: { Allow: methods.join(', ') } }
    if (!/^bearer good$/i.test(headers.authorization ?? ''))
      return { ...reject(401), headers: { 'WWW-Authenticate': 'Bearer' } }
    if (collection === 'floors') return { status: 200, body: ['first'], headers: {} }
    if (id === undefined && wanted === 'GET') return page(url)
    const room = rooms.find((one) => String(one.id) === id)
    if (id !== undefined && !/^-?\d+$/.test(id)) return reject(400)
    if (id !== undefined && room === undefined) return reject(404)
    if (wanted === 'GET' && room) return { status: 200, body: shown(room), headers: { ETag: tag(room) } }
    if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return reject(415)
    const body = await read(request)
    if (!understood(body) || mistake === 'refuses every room') return reject(400)
    if (room === undefined) {
      const made = { id: rooms.length + 1, ...body, version: 1 }
      rooms.push(made)
      const location = mistake === 'gives no Location' ? {} : { Location: `/v1/rooms/${made.id}` }
      return { status: 201, body: shown(made), headers: { ETag: tag(made), ...location } }
    }
    if (headers['if-match'] === undefined) return reject(428)
    if (headers['if-match'] !== '*' && headers['if-match'] !== tag(room)) return reject(412)
    const { id: number, name, version } = room
    const retained = mistake === 'keeps the name at a PUT' ? { name } : {}
    const changed = { id: number, ...body, ...retained, version: version + 1 }
    rooms[number - 1] = changed
    return { status: 200, body: shown(changed), headers: { ETag: tag(changed) } }
  }
  const server = createServer((request, response) => {
    void respond(request).then(({ status, body, headers }) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'conform-rooms-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const configOf = (name: string, document: string) => {
  at(`${name}.yaml`, document)
  return at(`${name}.conform.yaml`, `openapi: ${name}.yaml\nidentities:\n  keeper: { bearer: env:KEY }\n`)
}
const config = configOf('rooms', DOCUMENT)
/** As most documents are: only the status 428 shows that the header is necessary. */
const withoutRequired = configOf(
  'optional',
  DOCUMENT.replace('name: If-Match, in: header, required: true', 'name: If-Match, in: header'),
)

async function run(target: string, flags: string[] = [], key = 'good', from = config) {
  const lines: string[] = []
  const terminal = { env: { KEY: key }, print: (line: string) => void lines.push(line) }
  const code = await conform.run(['--config', from, '--target', target, ...flags], terminal)
  return { code, text: lines.join('\n') }
}

describe('specwright conform at a server whose changes need a tag', () => {
  const ways: [string, string][] = [
    ['by `required`', config],
    ['by the status 428', withoutRequired],
  ]
  it.each(casesOf(ways, 2, 1))(
    'sends the tag that the item has, where the document requires it %s, and finds nothing',
    async (_how, from) => {
      await using rooms = await startRooms()
      const { code, text } = await run(`${rooms.origin}/v1`, ['--allow-existing-data'], 'good', from)
      expect(text).toMatch(/ 0 failed, \d skipped; no findings/)
      expect(code).toBe(0)
    },
  )

  const mistakes = [
    ['gives no Location', /^1\. headers-match: createRoom$/m],
    ['loses a room at each page', /^\d\. list-pages-complete: listRooms$/m],
    ['counts another in the header', /^\d\. count-matches-items: listRooms$/m],
    ['counts the page alone', /^\d\. count-matches-items: listRooms$/m],
    ['keeps the name at a PUT', /^\d\. update-applied-exactly: replaceRoom$/m],
  ] satisfies [Mistake, RegExp][]
  it.each(casesOf<[Mistake, RegExp]>(mistakes, 3, 1))(
    'finds one that %s, each time',
    async (mistake, finding) => {
      await using rooms = await startRooms(mistake)
      const { code, text } = await run(`${rooms.origin}/v1`)
      expect(text).toMatch(finding)
      expect(code).toBe(1)
    },
  )

  it('says once what keeps many checks from being observed', async () => {
    await using rooms = await startRooms('refuses every room')
    const { text } = await run(`${rooms.origin}/v1`)
    expect(text).toMatch(
      /^Skipped, mostly for these reasons.*\n {2}\d{2,} times: createRoom rejected valid requests: 400/m,
    )
  })
})

describe('specwright conform that cannot tell anything', () => {
  it.each<[string, { path?: string; key?: string; flags?: string[] }, RegExp]>([
    [
      'with a key that is not taken',
      { key: 'bad' },
      /keeper is rejected everywhere: 401 for GET \/floors, GET \/rooms\. Expected/,
    ],
    [
      'at another address',
      { path: '/v9' },
      /Nothing of the document is below http\S+\/v9: 404 for GET \/floors, GET \/rooms\. The servers of the document: https:\/\/rooms\.example\/v1\./,
    ],
    [
      'with rules that nothing asks for',
      { flags: ['--only', 'idempotency-key-honored'] },
      /No check is left: the flags exclude/,
    ],
  ])('says so %s', async (_, { path = '/v1', key = 'good', flags = [] }, message) => {
    await using rooms = await startRooms()
    await expect(run(rooms.origin + path, flags, key)).rejects.toThrow(message)
  })

  it('is red where the document leads nowhere', async () => {
    await using rooms = await startRooms()
    const broken = at(
      'broken.yaml',
      DOCUMENT.replace(
        'schema: {type: array, items: {type: string}}',
        "schema: {$ref: '#/components/schemas/Floor'}",
      ),
    )
    const { code, text } = await run(`${rooms.origin}/v1`, [broken, '--only', 'valid-request-succeeds'])
    expect(text).toMatch(/broken\.yaml:\d+:\d+ error unresolved-reference/)
    expect(text).toContain('The document has 1 error, shown above: the parts concerned are not checked.')
    expect(code).toBe(1)
  })
})
