/** Operations that need a value of an earlier response, an example in prose, or what error responses state in other words. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string' }
const named = { type: 'string', minLength: 1, maxLength: 40 }
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const query = (name: string) => ({ name, in: 'query', required: true, schema: text })
const sensor = { type: 'object', properties: { unit: text } }
/** Nothing is required, as in documents that describe requests and responses by one schema. */
const zone = {
  type: 'object',
  properties: {
    id: { ...text, readOnly: true },
    name: { ...text, description: 'Name of the zone (e.g. “example.com.”)' },
    kind: { ...text, description: 'Set to "Zone"' },
    file: { ...text, description: 'The records as the text of a file.' },
    records: { type: 'array', items: text, description: 'Names, including the trailing dot.' },
    owner: { ...text, description: 'Who pays.' },
  },
}
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Sensors and zones', version: '1' },
  paths: {
    '/sensors': {
      get: {
        responses: {
          200: json({
            type: 'object',
            properties: { host: text, sensors: { type: 'object', additionalProperties: sensor } },
          }),
        },
      },
    },
    '/sensor': {
      get: { parameters: [query('sensor')], responses: { 200: json(sensor), 404: { description: '' } } },
    },
    '/log': {
      get: {
        responses: {
          200: json({
            type: 'object',
            properties: { entries: { type: 'array', items: { type: 'object', properties: { id: text } } } },
          }),
        },
      },
    },
    '/log/{entryId}': {
      get: {
        parameters: [parameter('entryId')],
        responses: { 200: json({ type: 'object' }), 404: { description: '' } },
      },
    },
    '/zones': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: zone } } },
        responses: { 201: json(zone), 422: { description: '' } },
      },
    },
    // The rooms are made in a house, and their labels are below another path.
    ...collection('/houses', 'House', { name: named }),
    '/houses/{id}/rooms': { parameters: [parameter('id')], post: sending({ name: named }, 'Room') },
    '/houses/{id}/rooms/{roomId}': {
      parameters: [parameter('id'), parameter('roomId')],
      get: sending(undefined, 'Room', 200),
    },
    '/admin/rooms/{roomId}/labels': {
      parameters: [parameter('roomId')],
      post: sending({ label: named }, 'Room'),
    },
    // The response to a new ticket is only its id.
    '/tickets': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 201: json({ type: 'array', items: text }) },
      },
    },
    '/tickets/{id}': {
      parameters: [parameter('id')],
      get: { responses: { 200: json({ type: 'object' }), 404: { description: '' } } },
    },
    '/zones/{id}': {
      parameters: [parameter('id')],
      get: { responses: { 200: json(zone), 404: { description: '' } } },
    },
  },
  components: { schemas: { House: object({ name: named }), Room: object({ name: named }) } },
})

const SENSORS: Record<string, object> = { 'room.1.heat': { unit: 'C' }, 'room.2.heat': { unit: 'C' } }

function createServer() {
  const zones = new Map<string, Thing>()
  const reject = (error: string): Response => [422, { error }]
  const create = (sent: Record<string, unknown>): Response => {
    const { name, kind, file, records = [], owner } = sent
    if (typeof name !== 'string') return reject("Key 'name' not present or not a String")
    if (!name.endsWith('.')) return reject(`DNS Name '${name}' is not canonical`)
    if (file !== undefined && sent.records !== undefined)
      return reject('You cannot give file AND records at once')
    const wrong = (records as string[]).find((one) => !one.endsWith('.'))
    if (wrong !== undefined) return reject(`Record is not canonical: '${wrong}'`)
    if (kind !== undefined && kind !== 'Zone') return reject('No')
    // The reason names no property.
    if (owner !== undefined) return reject(`There is nobody who is called '${owner}' here`)
    const made = { ...sent, id: crypto.randomUUID() }
    zones.set(made.id, made)
    return [201, made]
  }
  const things = new Map<string, Thing>()
  const housing = (method: string, path: string, body: string): Response => {
    const segments = path.split('/').slice(1).map(decodeURIComponent)
    const around = segments.filter((one) => one.includes('_')).map((id) => things.get(id))
    if (around.includes(undefined)) return fail(404, 'not_found', 'Not found.')
    if (method !== 'POST') return [200, around.at(-1)]
    const made = { ...(JSON.parse(body) as object), id: `${segments.at(-1)}_${crypto.randomUUID()}` }
    things.set(made.id, made)
    return [201, made]
  }
  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const { pathname, searchParams } = new URL(url, 'http://target')
    if (pathname === '/sensors') return [200, { host: 'here', sensors: SENSORS }]
    if (pathname === '/tickets') return [201, ['ticket-7']]
    if (pathname === '/tickets/ticket-7') return [200, {}]
    if (pathname === '/log') return [200, { entries: [{ id: 'entry-1' }] }]
    if (/^\/(?:houses|admin)/.test(pathname)) return housing(method, pathname, body)
    if (method === 'POST') return create(JSON.parse(body) as Record<string, unknown>)
    const found =
      pathname === '/sensor'
        ? SENSORS[searchParams.get('sensor') ?? '']
        : pathname === '/log/entry-1'
          ? { id: 'entry-1' }
          : zones.get(decodeURIComponent(pathname.split('/')[2] ?? ''))
    return found === undefined ? [404, { error: 'Not found' }] : [200, found]
  }
}

it('reaches each operation', { timeout: 120_000 }, async () => {
  const { unreached, reached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
  expect(reached.operations).toBe(reached.ofOperations)
})
