/**
 * The duration of an error response does not show what exists. Times on a busy machine prove nothing, so the work is
 * counted: the costly calls and the database's transactions of each error response, with their input.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Derivation } from '../../src/service/secrets/passwordHash.ts'
import { hashPassword } from '../../src/service/secrets/passwordHash.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { letSignIn, makeClient, PASSWORD, post, type TestClient } from '../service/features/oauth/fixture.ts'
import { Visitor } from '../service/features/oauth/visitor.ts'

let server: TestServer
let web: TestClient
let native: TestClient
let known: string
beforeAll(async () => {
  server = await startServer()
  web = await makeClient(server)
  native = await makeClient(server, { type: 'public' })
  known = await letSignIn(server, server.a, hashPassword(PASSWORD))
})
afterAll(() => server.close())

/** Calls go through to the real functions. */
const spies = () => ({
  scrypt: vi.spyOn(crypto, 'scrypt'), // on Node's shared threads, where no password may be hashed
  hashed: vi.spyOn(Worker.prototype, 'postMessage'),
  timingSafeEqual: vi.spyOn(crypto, 'timingSafeEqual'),
  createHash: vi.spyOn(crypto, 'createHash'),
  reads: vi.spyOn(server.services.database, 'read'),
  writes: vi.spyOn(server.services.database, 'write'),
})
let seen: ReturnType<typeof spies>
beforeEach(() => {
  seen = spies()
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** The work of `action` once all is warm, and the cost that each password was looked at with. */
async function workOf(action: () => Promise<{ status: number }>) {
  await action()
  vi.clearAllMocks()
  const { status } = await action()
  const counts = Object.entries(seen).map(([name, spy]) => [name, spy.mock.calls.length])
  const costs = seen.hashed.mock.calls.map(([message]) => (message as { input: Derivation }).input.options)
  return { status, ...Object.fromEntries(counts), costs }
}

describe('a refused sign-in', () => {
  test('is the same work for an unknown address, a wrong password and an account without one', async () => {
    const visitor = new Visitor(server)
    const attempt = (email: string) => workOf(() => visitor.attempt(email, 'wrong'))
    const wrong = await attempt(known)
    expect(wrong).toMatchObject({
      status: 400,
      scrypt: 0,
      hashed: 1,
      timingSafeEqual: 2,
      reads: 1,
      writes: 1,
    })
    expect(await attempt('nobody@example.com')).toEqual(wrong)
    expect(await attempt('owner2@example.com')).toEqual(wrong)
  })
})

describe('a refused client', () => {
  test('is the same work, whether it is unknown, its secret is wrong, or it has none', async () => {
    const present = (client_id: string, client_secret?: string) =>
      workOf(() =>
        post(server, '/oauth/token', {
          client_id,
          grant_type: 'client_credentials',
          ...(client_secret !== undefined && { client_secret }),
        }),
      )
    const wrong = await present(web.id, 'cs_wrong')
    expect(wrong).toMatchObject({ status: 401, scrypt: 0, hashed: 0, timingSafeEqual: 2, reads: 1 })
    expect(await present(`${web.id.slice(0, -4)}zzzz`, 'cs_wrong')).toEqual(wrong)
    expect(await present(native.id, 'cs_wrong')).toEqual(wrong)
    expect(await present(web.id)).toEqual(wrong)
  })
})
