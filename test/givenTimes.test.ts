/** Every place for a time accepts every spelling of RFC 3339, with the same moment for all of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { operations as table } from '../generated/operations.ts'
import { loadDocument } from '../src/toolkit/conformance/index.ts'
import { follow, type Json, type JsonObject, listOperations, objectAt } from '../src/toolkit/openapi/index.ts'
import { callOf } from './contract/recipes/index.ts'
import { createWorld, type World } from './contract/world.ts'
import { createReceiver } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'

import { casesOf } from './harness/thorough.ts'

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ validator: 'strict', webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world?.server.close()
  await world?.receiver.close()
})

/** Spellings of one moment: the whole second `moment`, UTC. */
const spellings = (moment: string): [what: string, text: string][] => [
  ['without a fraction', `${moment}Z`],
  ['with tenths', `${moment}.0Z`],
  ['with milliseconds', `${moment}.000Z`],
  ['with nanoseconds', `${moment}.000000000Z`],
  ['with a numeric offset of zero', `${moment}+00:00`],
  ['east of Greenwich', shifted(moment, '+05:30', 330)],
  ['west of Greenwich', shifted(moment, '-08:00', -480)],
  ['in lower case', `${moment}z`.toLowerCase()],
]
const shifted = (moment: string, offset: string, minutes: number) =>
  new Date(Date.parse(`${moment}Z`) + minutes * 60_000).toISOString().slice(0, 19) + offset

const REJECTED = [
  '2026-11-01',
  '2026-11-01T00:00Z',
  '2026-11-01T00:00:00',
  '2026-11-01 00:00:00Z',
  '1793491200',
  'now',
  '',
]

const document = loadDocument('generated/openapi.v1.json')
const isTime = (schema: Json | undefined) => follow(document, schema ?? {}).format === 'date-time'

const inQueries = listOperations(document).flatMap(({ operationId, parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'query' && isTime(parameter.schema))
    .map((parameter) => [operationId as keyof typeof table, String(parameter.name)] as const),
)
const inBodies = listOperations(document).flatMap(({ operationId, operation }) => {
  const content = objectAt(follow(document, operation.requestBody ?? {}), 'content')
  const members = objectAt(follow(document, objectAt(content, 'application/json').schema), 'properties')
  return Object.keys(members)
    .filter((name) => isTime(members[name]))
    .map((name) => [operationId as keyof typeof table, name] as const)
})

test('the document has times in queries and in bodies', () => {
  expect(inQueries.length).toBeGreaterThan(1)
  expect(inBodies.length).toBeGreaterThan(2)
})

describe.each(casesOf(inQueries, 9, 3))('%s takes ?%s=', (id, name) => {
  const ask = async (text: string) => {
    const { method, path } = await callOf(world, id)
    return world.send(method, `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(text)}`)
  }
  test.each(spellings('2026-11-02T09:59:59'))('%s', async (_, text) => {
    const { status, body } = await ask(text)
    expect(status, body.toString()).toBe(200)
  })
  test.each(REJECTED)('and refuses %j with words', async (text) => {
    const rejected = await ask(text)
    expect(rejected.status).toBe(400)
    expect((rejected.json() as { error: object }).error).toMatchObject({
      details: { field: `query.${name}` },
    })
  })
})

describe.each(casesOf(inBodies, 8, 2))('%s takes %s', (id, name) => {
  // The clock of the tests is at 10:00; a range needs a past moment, an expiry one to come.
  const moment =
    name === 'expiresAt'
      ? '2999-12-31T09:59:59'
      : name === 'to'
        ? '2026-11-02T09:59:59'
        : '2026-10-02T09:59:59'
  const ask = async (text: string) => {
    const { method, path, body } = await callOf(world, id)
    return world.send(method, path, { ...(body as JsonObject), [name]: text })
  }
  test.each(spellings(moment))('%s, and answers in UTC with milliseconds', async (_, text) => {
    const response = await ask(text)
    expect(response.status, response.body.toString()).toBeLessThan(300)
    expect(response.json()).toMatchObject({ [name]: `${moment}.000Z` })
  })
  test.each(REJECTED)('and refuses %j with words', async (text) => {
    const rejected = await ask(text)
    expect(rejected.status).toBe(400)
    expect((rejected.json() as { error: object }).error).toMatchObject({ details: { field: name } })
  })
})

test('a leap second is the second after it', async () => {
  const body = { name: world.unique('Key'), scopes: ['prompts:read'], expiresAt: '2998-12-31T15:59:60-08:00' }
  expect(await world.call(201, 'POST', '/organization/api-keys', body)).toMatchObject({
    expiresAt: '2999-01-01T00:00:00.000Z',
  })
})
