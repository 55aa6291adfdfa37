import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/service/cli/serve/logger.ts'
import { revokeKey } from '../../src/service/features/organization/model/apiKey.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import type { WireRequest } from '../harness/wire.ts'

const directory = mkdtempSync(join(tmpdir(), 'keys-'))
const lines: string[] = []
const log = createLogger('trace', { write: (line) => void lines.push(line) })

let server: TestServer
let production: TestServer
beforeAll(async () => {
  server = await startServer({ directory, log })
  production = await startServer({ name: 'production' })
})
afterAll(async () => {
  await server.close()
  await production.close()
  rmSync(directory, { recursive: true })
})

const get = (on: TestServer, key: string | null, more: Partial<WireRequest> = {}) =>
  on.wire.send({ method: 'GET', path: '/prompts', key, ...more })
const codeOf = async (response: ReturnType<typeof get>) => {
  const { status, body } = await response
  return [status, JSON.parse(body.toString()).error?.code]
}

describe('a key of the other environment', () => {
  test('is told so, in both directions', async () => {
    expect(await codeOf(get(production, server.a.key))).toEqual([401, 'WRONG_ENVIRONMENT'])
    expect(await codeOf(get(server, production.a.key))).toEqual([401, 'WRONG_ENVIRONMENT'])
    expect((await get(production, production.a.key)).status).toBe(200)
  })
  test('is told so on every path, before anything is looked up', async () => {
    const response = server.faults.during('storage', () =>
      get(server, production.a.key, { path: '/nothing' }),
    )
    expect(await codeOf(response)).toEqual([401, 'WRONG_ENVIRONMENT'])
  })
})

/** The key with one character changed for another of its alphabet. */
const mistyped = (key: string, at: number) =>
  `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`

test('a mistyped key is refused although the database cannot be read', async () => {
  const key = server.a.key
  for (const at of [10, 20, key.length - 1]) {
    const response = server.faults.during('storage', () => get(server, mistyped(key, at)))
    expect(await codeOf(response)).toEqual([401, 'INVALID_API_KEY'])
  }
  // An unknown key with a sound checksum has to be looked up.
  expect((await server.faults.during('storage', () => get(server, key))).status).toBe(503)
})

test('a revoked key fails at the next request, and looks like an unknown one', async () => {
  const key = await server.keyWith(server.a, ['prompts:read'])
  expect((await get(server, key)).status).toBe(200)
  const { database, clock } = server.services
  const { id } = (await database.read((tx) =>
    tx.get<{ id: string }>('SELECT id FROM api_keys ORDER BY created_at DESC, id DESC LIMIT 1'),
  )) ?? { id: '' }
  await database.write((tx) => revokeKey(tx, server.a.id, id, clock.now()))
  const [revoked, unknown] = [await get(server, key), await get(server, await foreignKey())]
  expect(revoked.status).toBe(401)
  const reported = (body: Buffer) => ({ ...JSON.parse(body.toString()).error, requestId: undefined })
  expect(reported(revoked.body)).toEqual(reported(unknown.body))
  expect(revoked.header('WWW-Authenticate')).toBe(unknown.header('WWW-Authenticate'))
})

/** A well-formed key of this environment that this server does not know. */
async function foreignKey(): Promise<string> {
  await using other = await startServer()
  return other.keyWith(other.b, ['prompts:read'])
}

test('no secret is in the log, in an error, in a list, or in a file', async () => {
  const key = server.a.key
  const wrong = mistyped(key, 12)
  const responses: string[] = []
  const retain = async (response: ReturnType<typeof get>) => {
    const { body, headers } = await response
    responses.push(body.toString(), JSON.stringify(headers))
  }
  const created = await server.wire.send({
    method: 'POST',
    path: '/webhooks',
    key,
    headers: { 'Idempotency-Key': 'secret-1' },
    body: { url: 'https://127.0.0.1/hook', events: ['prompt.created'] },
  })
  const { id, secret } = created.json() as { id: string; secret: string }
  await retain(get(server, wrong))
  await retain(get(server, null, { headers: { Authorization: `Basic ${key}` } }))
  await retain(get(server, null, { headers: { Authorization: key } }))
  await retain(get(server, null, { path: `/prompts?api_key=${key}` }))
  await retain(get(server, key, { path: `/prompts?api_key=${encodeURIComponent(secret)}` }))
  await retain(get(server, key, { method: 'POST', body: { name: 'x', apiKey: key } }))
  await retain(get(server, key, { path: '/webhooks' }))
  await retain(get(server, key, { path: `/webhooks/${id}` }))
  await retain(get(server, key, { path: `/webhooks/${id}/deliveries` }))
  await retain(get(server, key, { method: 'PATCH', path: `/webhooks/${id}`, body: { description: 'x' } }))
  await retain(server.faults.during('defect', () => get(server, key)))
  await retain(server.faults.during('storage', () => get(server, key)))
  await server.services.database.write(async () => {})

  expect(lines.some((line) => line.includes('request failed'))).toBe(true)
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)).toString('latin1'))
  expect(files.some((bytes) => bytes.includes(id))).toBe(true)
  const core = (whole: string) => whole.slice(10, 30) // what is left of it when a prefix is cut off
  for (const place of [...lines, ...files]) {
    for (const one of [key, secret, wrong]) expect(place.includes(core(one))).toBe(false)
  }
  for (const response of responses) {
    for (const one of [key, wrong, secret]) expect(response, response).not.toContain(core(one))
  }
})
