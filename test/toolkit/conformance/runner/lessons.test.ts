/** A server that is stricter than its document, in ways that only its error responses show. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const zone = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text, name: text, kind: text, comment: text, size: { type: 'integer' } },
}
const parameter = { name: 'id', in: 'path', required: true, schema: text }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Zones', version: '1' },
  paths: {
    '/zones': {
      get: {
        operationId: 'listZones',
        responses: { 200: { description: '', content: json({ type: 'array', items: zone }) } },
      },
      post: {
        operationId: 'createZone',
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: { name: text, kind: text, comment: text, size: { type: 'integer' } },
          }),
        },
        responses: { 201: { description: '', content: json(zone) }, 422: { description: '' } },
      },
    },
    '/zones/{id}': {
      get: {
        operationId: 'getZone',
        parameters: [parameter],
        responses: { 200: { description: '', content: json(zone) }, 404: { description: '' } },
      },
      delete: {
        operationId: 'deleteZone',
        parameters: [parameter],
        responses: { 204: { description: '' }, 404: { description: '' } },
      },
    },
    '/reports/{report}': {
      get: {
        operationId: 'getReport',
        parameters: [{ name: 'report', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: '' }, 403: { description: '' } },
      },
    },
  },
})

interface Zone {
  [name: string]: unknown
  name?: unknown
  kind?: unknown
}

/** The errors of a zone, in the form of a framework. */
function complaintAbout({ name, kind, ...rest }: Zone): unknown {
  if (typeof name !== 'string')
    return {
      errors: [
        {
          instancePath: '',
          keyword: 'required',
          params: { missingProperty: 'name' },
          message: "must have required property 'name'",
        },
      ],
    }
  if (!name.endsWith('.')) return { error: 'name must end with a dot' }
  if (/\s/.test(name)) return { errors: { name: ['does not match the pattern /^[a-z0-9.]+$/'] } }
  if (kind !== 'native' && kind !== 'slave')
    return {
      detail: [
        {
          loc: ['body', 'kind'],
          msg: kind === undefined ? 'Field required' : 'Input should be one of native, slave',
        },
      ],
    }
  if (rest.comment !== undefined) return { message: 'Unknown property: "comment"' }
  return undefined
}

let close: (() => void) | undefined
afterEach(() => close?.())

async function startZones(): Promise<{ url: string; stored: Map<string, Zone> }> {
  const stored = new Map<string, Zone>()
  let count = 0
  const reply = (response: ServerResponse, status: number, body?: unknown) => {
    response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  const handle = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const [, collection, id] = (request.url ?? '').split('?')[0]?.split('/') ?? []
    if (collection === 'reports') return reply(response, 403, { message: 'forbidden' })
    if (id !== undefined) {
      const found = stored.get(id)
      if (found === undefined) return reply(response, 404)
      if (request.method !== 'DELETE') return reply(response, 200, found)
      stored.delete(id)
      return reply(response, 204)
    }
    if (request.method !== 'POST') return reply(response, 200, [...stored.values()])
    const sent = JSON.parse(body) as Zone
    const complaint = complaintAbout(sent)
    if (complaint !== undefined) return reply(response, 422, complaint)
    const made = { ...sent, id: `z${++count}` }
    stored.set(made.id, made)
    return reply(response, 201, made)
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => handle(request, response, Buffer.concat(parts).toString()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stored }
}

describe('a server whose error responses say what it wants', () => {
  it('is reached, and what cannot be reached is named', { timeout: 60_000 }, async () => {
    const { url, stored } = await startZones()
    const summary = await runConformance({
      document,
      target: url,
      identities: [{ name: 'anyone', credential: { kind: 'none' } }],
      rules: runnerRules.filter(({ id }) => ['valid-request-succeeds', 'created-read-back'].includes(id)),
      subscribers: [],
    })
    expect(summary.reached).toMatchObject({ operations: 4, ofOperations: 5 })
    expect(summary.unreached).toMatchObject([
      { operationId: 'getReport', obstacle: { kind: 'rejected', operationId: 'getReport', status: 403 } },
    ])
    expect(summary.left).toEqual([])
    expect(stored.size).toBe(0)
  })
})
