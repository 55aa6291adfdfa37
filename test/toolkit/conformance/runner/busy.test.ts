/** A server where an action makes the item busy that another item refers to: a vehicle has one started trip. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './jsonServer.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: text }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const errors = { 404: { description: '' }, 409: { description: 'The state does not allow it.' } }
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })

function resource(name: string, sent: object, status: string[]) {
  const whole = object({ id: text, ...sent, status: { enum: status } })
  const one = name.slice(0, -1)
  return {
    [`/${name}`]: {
      get: { operationId: `list-${name}`, responses: { 200: shown({ type: 'array', items: whole }) } },
      post: {
        operationId: `create-${one}`,
        requestBody: { required: true, content: { 'application/json': { schema: object(sent) } } },
        responses: { 201: shown(whole), 422: { description: '' } },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `get-${one}`, responses: { 200: shown(whole), ...errors } },
    },
  }
}

const action = (operationId: string) => ({
  parameters: [id],
  post: { operationId, responses: { 200: shown({ type: 'object' }), ...errors } },
})

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Fleet', version: '1' },
  paths: {
    ...resource('vehicles', { plate: text }, ['free', 'in_use']),
    ...resource('trips', { vehicle_id: text }, ['planned', 'started', 'finished', 'cancelled']),
    '/trips/{id}/start': action('start-trip'),
    '/trips/{id}/cancel': action('cancel-trip'),
    '/trips/{id}/finish': action('finish-trip'),
  },
})

interface Thing {
  [name: string]: unknown
  id: string
  status: string
}

const MOVES: Record<string, [from: string, to: string]> = {
  start: ['planned', 'started'],
  cancel: ['planned', 'cancelled'],
  finish: ['started', 'finished'],
}

const conflict = (error: string): [number, object] => [409, { error }]

function act(trip: Thing, name: string, vehicle: Thing): [number, unknown] {
  const [from, to] = MOVES[name] ?? ['', '']
  if (trip.status !== from) return conflict(`The trip is not ${from}.`)
  if (name === 'start' && vehicle.status !== 'free') return conflict('The vehicle is not available.')
  if (name !== 'cancel') vehicle.status = name === 'start' ? 'in_use' : 'free'
  trip.status = to
  return [200, trip]
}

it('starts the trip of a vehicle of its own, and finishes it', { timeout: 60_000 }, async () => {
  const things = new Map<string, Map<string, Thing>>([
    ['vehicles', new Map()],
    ['trips', new Map()],
  ])
  await using server = await startJson(({ method, url, body }) => {
    const [, kind = '', one, name] = url.split('?')[0]?.split('/') ?? []
    const own = things.get(kind)
    if (own === undefined) return [404]
    const vehicles = things.get('vehicles')
    if (method === 'POST' && one === undefined) {
      const sent = JSON.parse(body) as Record<string, unknown>
      if (kind === 'trips' && !vehicles?.has(String(sent.vehicle_id))) return [422]
      const status = kind === 'trips' ? 'planned' : 'free'
      const made: Thing = { ...sent, id: `${kind}-${own.size + 1}`, status }
      own.set(made.id, made)
      return [201, made]
    }
    if (one === undefined) return [200, [...own.values()]]
    const thing = own.get(one)
    const vehicle = vehicles?.get(String(thing?.vehicle_id))
    if (thing === undefined) return [404]
    return name === undefined || vehicle === undefined ? [200, thing] : act(thing, name, vehicle)
  })
  const summary = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) => rule === 'valid-request-succeeds'),
    subscribers: [],
  })
  expect(summary).toMatchObject({ unreached: [], failed: 0 })
})
