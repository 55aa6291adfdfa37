/** A server that needs resources which no property refers to, and whose errors name them: a tariff, a line of an order, a limit. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { type JsonServer, startJson } from './jsonServer.ts'

const text = { type: 'string' }
const date = { ...text, format: 'date' }
const id = { name: 'id', in: 'path', required: true, schema: text }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const size = { enum: ['small', 'large'] }

interface Kind {
  /** Collection whose items these are in. */
  within?: string
  properties: Record<string, object>
  example?: object
  /** The properties of each form of a body. */
  forms?: string[][]
}

const KINDS: Record<string, Kind> = {
  harbours: { properties: { name: text } },
  berths: {
    within: 'harbours',
    properties: { size, places: { type: 'integer', minimum: 1 } },
    example: { size: 'large', places: 4 },
  },
  tariffs: {
    within: 'harbours',
    properties: {
      berthSize: size,
      validFrom: date,
      validTo: date,
      minNights: { type: 'integer', minimum: 1 },
    },
    example: { berthSize: 'small', validFrom: '2090-01-01', validTo: '2090-02-01', minNights: 9 },
  },
  moorings: {
    properties: { berthId: text, from: date, until: date, boatCount: { type: 'integer', minimum: 1 } },
    example: { berthId: '1', from: '2091-06-10', until: '2091-06-13', boatCount: 6 },
  },
  orders: { properties: { note: text } },
  permits: { properties: { voucher: text, boatName: text }, forms: [['voucher'], ['boatName']] },
  lines: { within: 'orders', properties: { article: text } },
}

const json = (schema: object, example?: object) => ({
  required: true,
  content: { 'application/json': { schema, ...(example && { example }) } },
})

function pathsOf([name, { within, properties, example, forms }]: [string, Kind]) {
  const required = forms === undefined ? Object.keys(properties) : []
  const schema = { type: 'object', required, properties }
  const form = (names: string[]) => ({
    type: 'object',
    required: names,
    additionalProperties: false,
    properties: Object.fromEntries(names.map((one) => [one, text])),
  })
  const whole = { ...schema, properties: { id: { ...text, readOnly: true }, ...properties } }
  const collection = within === undefined ? `/${name}` : `/${within}/{id}/${name}`
  const parameters = within === undefined ? [] : [id]
  return {
    [collection]: {
      parameters,
      get: { operationId: `list ${name}`, responses: { 200: shown({ type: 'array', items: whole }) } },
      post: {
        operationId: `create ${name}`,
        requestBody: json(forms === undefined ? schema : { oneOf: forms.map(form) }, example),
        responses: { 201: shown(whole), 409: shown({ type: 'object' }), 422: shown({ type: 'object' }) },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `get ${name}`, responses: { 200: shown(whole), 404: { description: '' } } },
      delete: { operationId: `delete ${name}`, responses: { 204: { description: '' } } },
    },
  }
}

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Harbours', version: '1' },
  paths: {
    ...Object.assign({}, ...Object.entries(KINDS).map(pathsOf)),
    '/orders/{id}/submit': {
      parameters: [id],
      post: {
        operationId: 'submit order',
        responses: { 204: { description: '' }, 409: { description: '' } },
      },
    },
  },
})

type Thing = Record<string, string | number>

/** Why a new mooring is rejected. */
function obstacle(mooring: Thing, stored: ReadonlyMap<string, Map<string, Thing>>): string | undefined {
  const of = (name: string) => [...(stored.get(name)?.values() ?? [])]
  const berth = of('berths').find((one) => one.id === mooring.berthId)
  if (berth === undefined) return 'berthId does not exist'
  if (Number(mooring.boatCount) > Number(berth.places)) return `The berth takes ${berth.places} boats.`
  const [from = '', until = ''] = [mooring.from, mooring.until].map(String)
  const isFree = of('moorings').every(
    (one) => one.berthId !== berth.id || until <= String(one.from) || String(one.until) <= from,
  )
  if (!isFree) return 'CONFLICT'
  const tariff = of('tariffs').find(
    (one) =>
      one.parent === berth.parent &&
      one.berthSize === berth.size &&
      String(one.validFrom) <= from &&
      until <= String(one.validTo),
  )
  if (tariff === undefined) return 'There is no tariff for every night.'
  return Number(tariff.minNights) > 3 ? 'The stay is too short.' : undefined
}

function startHarbours(): Promise<JsonServer> {
  const stored = new Map<string, Map<string, Thing>>(Object.keys(KINDS).map((name) => [name, new Map()]))
  let count = 0
  return startJson(({ method, url, body }) => {
    const [, first = '', one, second] = url.split('?')[0]?.split('/') ?? []
    if (second === 'submit') {
      const hasLines = [...(stored.get('lines')?.values() ?? [])].some(({ parent }) => parent === one)
      return hasLines ? [204] : [409, { message: 'The order is empty.' }]
    }
    const name = second ?? first
    const things = stored.get(name) ?? new Map<string, Thing>()
    if (one !== undefined && stored.get(first)?.has(one) !== true) return [404]
    if (one !== undefined && second === undefined)
      return method === 'DELETE' && things.delete(one) ? [204] : [200, things.get(one)]
    if (method !== 'POST') return [200, [...things.values()].filter(({ parent }) => parent === one)]
    const made: Thing = { ...(JSON.parse(body) as Thing), ...(one && { parent: one }), id: `${++count}` }
    const invalid = name === 'permits' && made.boatName === undefined ? 'Vouchers are sold out.' : undefined
    const reason = name === 'moorings' ? obstacle(made, stored) : invalid
    if (reason === 'CONFLICT') return [409, { code: reason }]
    if (reason !== undefined) return [422, { error: { code: 'REFUSED', message: reason } }]
    things.set(String(made.id), made)
    return [201, made]
  })
}

it('creates what an error response names, fitted to the request, and reaches each operation', async () => {
  await using server = await startHarbours()
  const summary = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) =>
      ['valid-request-succeeds', 'created-read-back', 'deleted-item-gone'].includes(rule),
    ),
    subscribers: [],
  })
  expect(summary).toMatchObject({ unreached: [], failed: 0, left: [] })
})

it('ends where two resources need each other', async () => {
  const shelves = { properties: { name: text } }
  const labels = { properties: { shelfId: text } }
  const circular = documentOf({
    openapi: '3.1.0',
    info: { title: 'Shelves', version: '1' },
    paths: Object.assign({}, ...Object.entries({ shelves, labels }).map(pathsOf)),
  })
  await using server = await startJson(({ method }) =>
    method === 'POST' ? [422, { message: 'The shelf has no label.' }] : [200, []],
  )
  const summary = await runConformance({
    document: circular,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) =>
      ['valid-request-succeeds', 'created-read-back'].includes(rule),
    ),
    subscribers: [],
  })
  expect(summary.unreached.map(({ operationId }) => operationId)).toContain('create shelves')
})
