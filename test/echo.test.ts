/**
 * Every response and event must be able to declare an accepted value that it shows. Each string of a body is replaced by
 * strings at the edge of validity. The service must respond to accepted ones and send them within its documents. The strict
 * validator and the checks on the wire check the responses, the outbox the events.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationId } from '../src/service/server/handler.ts'
import { loadDocument } from '../src/toolkit/conformance/index.ts'
import { follow, type Json, type JsonObject, listOperations, objectAt } from '../src/toolkit/openapi/index.ts'
import { callOf } from './contract/recipes/index.ts'
import { createWorld, type World } from './contract/world.ts'
import { createReceiver } from './harness/receiver.ts'
import { startServer } from './harness/server.ts'
import { casesOf, inCi, sampled, times } from './harness/thorough.ts'

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ validator: 'strict', webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world?.server.close()
  await world?.receiver.close()
})

/** By format; `text` stands for a string without one. */
const EDGES: Record<string, string[]> = {
  email: [
    'a@b',
    'x@localhost',
    'owner@localhost',
    'a@münchen.de',
    'müller@example.com',
    'a@xn--mnchen-3ya.de',
    '"a b"@example.com',
    'a..b@example.com',
    'a@b..de',
    'a@-b.de',
    'a@[192.0.2.1]',
    'A@B.DE',
    "o'x@b.de",
    'a@b.c',
    'a@b.de.',
    '😀@example.com',
    `${'a'.repeat(64)}@${'b.'.repeat(90)}de`,
  ],
  uri: [
    'https://münchen.de/',
    'https://xn--mnchen-3ya.de/',
    'https://example.com/%zz',
    'https://example.com/{a}',
    'https://example.com/%C3%BC',
    'https://example.com/ü',
    'https://example.com/"',
    'https://example.com/\\',
    "https://example.com/!$&'()*+,;=:@-._~",
    'https://example.com/|',
    'https://example.com/^`',
    'https://a_b.de',
    'https://example.com/<a>',
    'https://example.com/[a]',
    'https://example.com?a=[b]',
    'https://example.com/#',
    'https://example.com:/',
    'https://example.com:99999/',
    'https://example.com:8443/a?b=c#d',
    'HTTPS://example.com',
    'https://[2606:4700::1111]/',
    'https://[::g]/',
    'https://example.com./',
    'https://exa%6dple.com/',
    'com.example.app:/callback',
    'com.example.app://ü/',
    'http://127.0.0.1:1/"',
    'http://[::1]:1/{port}',
  ],
  'date-time': [
    '2999-01-01T00:00:00Z',
    '2999-01-01T00:00:00.5Z',
    '2999-01-01T00:00:00.123456789Z',
    '2999-01-01t00:00:00z',
    '2999-01-01T00:00:00+02:00',
    '2999-01-01T00:00:00-23:59',
    '2998-12-31T23:59:60Z',
    '2999-01-01 00:00:00Z',
    '9999-12-31T23:59:59.999-12:00',
    '0000-01-01T00:00:00+01:00',
    '2000-01-01T00:00:00Z',
    '2999-02-29T00:00:00Z',
  ],
  text: [
    '',
    ' ',
    'ä€😀',
    '\u2028',
    '\u0085',
    'a\tb\nc',
    '\u007f',
    '{{a}}',
    '"\\/',
    'e\u0301',
    '\ufeffa',
    'a'.repeat(255),
    '😀'.repeat(255),
  ],
}

interface Place {
  path: (string | number)[]
  format: string
}

const document = loadDocument('generated/openapi.v1.json')

/** Places of a string in the schema, without an enumeration of its values. */
function placesIn(given: Json | undefined, path: Place['path'] = []): Place[] {
  const schema = follow(document, given ?? {})
  if (path.length > 4 || schema.enum !== undefined || schema.const !== undefined) return []
  const types = [schema.type].flat()
  const own: Place[] = types.includes('string') ? [{ path, format: String(schema.format ?? 'text') }] : []
  const members = Object.entries(objectAt(schema, 'properties')).flatMap(([name, member]) =>
    placesIn(member as Json, [...path, name]),
  )
  const items = types.includes('array') ? placesIn(schema.items, [...path, 0]) : []
  const open = isOpen(schema) ? placesIn(schema.additionalProperties, [...path, 'name']) : []
  const branches = [schema.oneOf, schema.anyOf, schema.allOf]
    .flat()
    .flatMap((branch) => (branch ? placesIn(branch, path) : []))
  return [...own, ...members, ...items, ...open, ...branches]
}

const isOpen = (schema: JsonObject) => typeof schema.additionalProperties === 'object'

/** The body with `value` at the place; undefined where the place does not exist. */
function withValue(body: unknown, [step, ...rest]: Place['path'], value: string): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') {
    if (!Array.isArray(body)) return undefined
    const inner = withValue(body[step], rest, value)
    return inner === undefined ? undefined : body.with(step, inner)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const inner = withValue((body as JsonObject)[step], rest, value)
  return inner === undefined ? undefined : { ...body, [step]: inner }
}

const operations = listOperations(document).flatMap(({ operationId, operation }) => {
  const content = objectAt(follow(document, operation.requestBody ?? {}), 'content')
  const places = placesIn(objectAt(content, 'application/json').schema)
  return places.length > 0 ? [{ id: operationId as OperationId, places }] : []
})

describe('what a request takes, every answer and event can declare', () => {
  let accepted = 0
  test.each(casesOf(operations, 3, 1))('$id', async ({ id, places }) => {
    for (const { path, format } of places) {
      for (const edge of sampled(EDGES[format] ?? EDGES.text ?? [], 4)) {
        const { method, path: target, body } = await callOf(world, id)
        const changed = withValue(body, path, edge)
        if (changed === undefined) break
        const { status, body: response } = await world.send(method, target, changed)
        expect(status, `${path.join('.')} = ${JSON.stringify(edge)}: ${response}`).toBeLessThan(500)
        if (status < 300) accepted++
      }
    }
  })
  test('and plenty is taken', () => expect(accepted).toBeGreaterThan(times(300, inCi ? 75 : 25)))
})
