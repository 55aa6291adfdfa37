/** A server that is stricter than its document, in ways that only its error responses show. */
import { describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { type JsonServer, startJson } from './jsonServer.ts'

const text = { type: 'string' }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const hours = { dawn: { type: 'integer', minimum: 4 }, dusk: { type: 'integer', minimum: 1 } }
const zone = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text, name: text, kind: text, comment: text, size: { type: 'integer' }, ...hours },
}
const options = { type: 'object', required: ['service'], properties: { service: text } }
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
            required: ['dawn', 'dusk'],
            properties: {
              name: text,
              kind: text,
              comment: text,
              size: { type: 'integer' },
              options,
              ...hours,
            },
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
  if (typeof (rest.options as Zone | undefined)?.service !== 'string')
    return { error: 'Invalid input: service is missing' }
  if (Number(rest.dusk) <= Number(rest.dawn)) return { fields: { dusk: 'must be later than dawn' } }
  if (rest.comment !== undefined) return { message: 'Unknown property: "comment"' }
  return undefined
}

function startZones(stored: Map<string, Zone>): Promise<JsonServer> {
  let count = 0
  return startJson(({ method, url, body }) => {
    const [, collection, id] = url.split('?')[0]?.split('/') ?? []
    if (collection === 'reports') return [403, { message: 'forbidden' }]
    if (id !== undefined) {
      const found = stored.get(id)
      if (found === undefined) return [404]
      return method === 'DELETE' && stored.delete(id) ? [204] : [200, found]
    }
    if (method !== 'POST') return [200, [...stored.values()]]
    const sent = JSON.parse(body) as Zone
    const complaint = complaintAbout(sent)
    if (complaint !== undefined) return [422, complaint]
    const made = { ...sent, id: `z${++count}` }
    stored.set(made.id, made)
    return [201, made]
  })
}

describe('a server whose error responses say what it wants', () => {
  it('is reached, and what cannot be reached is named', { timeout: 60_000 }, async () => {
    const stored = new Map<string, Zone>()
    await using server = await startZones(stored)
    const summary = await runConformance({
      document,
      target: server.url,
      identities: [{ name: 'anyone', credentials: [] }],
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
