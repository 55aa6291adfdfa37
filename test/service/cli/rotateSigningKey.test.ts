import { expect, it } from 'vitest'
import { rotateSigningKey } from '../../../src/service/cli/admin/rotateSigningKey.ts'
import { startServer } from '../../harness/server.ts'

/** The command copies and checks no file. */
const unused = {
  sizes() {
    throw new Error('not asked for')
  },
  compact: () => Promise.reject(new Error('not asked for')),
  backup: () => Promise.reject(new Error('not asked for')),
  integrityCheck: () => Promise.reject(new Error('not asked for')),
  usage() {
    throw new Error('not asked for')
  },
}

it('the operator rotates the signing key: published at once, signing when verifiers know it, or now', async () => {
  await using server = await startServer()
  const published = async () => {
    const response = await server.oauthWire.send({ method: 'GET', path: '/.well-known/jwks.json', key: null })
    return (response.json() as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }
  const [first] = await published()
  const run = async (now: boolean) => {
    const result = (await rotateSigningKey.run(server.services, { now }, unused, false)) as {
      kid: string
      signsFrom: string
    }
    expect(rotateSigningKey.format(result)).toContain(result.kid)
    return result
  }
  const second = await run(false)
  expect(await published()).toEqual([second.kid, first])
  expect(second.signsFrom).toBe(new Date(server.clock.now() + 600_000).toISOString())
  const third = await run(true)
  expect(await published()).toEqual([third.kid])
  for (const { key } of [server.a, server.b]) {
    const { data } = await server.client(key).GET('/organization/audit-log')
    const entry = {
      operation: 'admin rotate-signing-key',
      targetId: null,
      userId: null,
      triggeredBy: 'operator',
    }
    expect(data?.entries).toMatchObject([entry, entry])
  }
})
