import { describe, expect, it } from 'vitest'
import type { Rendered } from '../../../../../src/service/server/exchange.ts'
import { call, codeOf, created, reply, setUp } from './world.ts'

describe('an answer that holds a secret', () => {
  const secret = 'svc_live_0123456789abcdefghijklmnopqrst012345'
  const blocking: Rendered = { ...created, body: '{"secret":"whsec_Zm9vYmFy"}' }

  it('is given again to the credential that got it', async () => {
    const service = await setUp()
    await reply(service, blocking, { secretForEncryption: secret })
    const again = await service.idempotency.begin({ ...call, secretForEncryption: secret })
    expect(again).toMatchObject({
      response: {
        headers: { ETag: '"abc"', 'Idempotent-Replayed': 'true' },
        body: Buffer.from(blocking.body as string),
      },
    })
  })

  it('stands nowhere in the database', async () => {
    const service = await setUp()
    await reply(service, blocking, { secretForEncryption: secret })
    const rows = await service.database.read((tx) =>
      tx.all<Record<string, unknown>>('SELECT * FROM idempotency_records'),
    )
    const all = rows
      .map((row) => JSON.stringify({ ...row, body: (row.body as Buffer).toString('latin1') }))
      .join()
    for (const part of ['whsec_', 'Zm9vYmFy', 'abc', secret]) expect(all).not.toContain(part)
  })

  it('is sealed anew each time', async () => {
    const service = await setUp()
    await reply(service, blocking, { key: 'k1', secretForEncryption: secret })
    await reply(service, blocking, { key: 'k2', secretForEncryption: secret })
    const bodies = await service.database.read((tx) =>
      tx.all<{ body: Buffer }>('SELECT body FROM idempotency_records'),
    )
    expect(bodies[0]?.body.equals(bodies[1]?.body ?? Buffer.alloc(0))).toBe(false)
  })

  it.each<[string, { change: string; bytes?: (body: Buffer) => Buffer; secret: string | undefined }]>([
    ['without the secret', { change: '', secret: undefined }],
    ['with another secret', { change: '', secret: `${secret}x` }],
    [
      'after its bytes were altered',
      {
        change: 'UPDATE idempotency_records SET body = ?',
        bytes: (body) => Buffer.concat([Buffer.alloc(1), body]),
        secret,
      },
    ],
    [
      'after its bytes were cut off',
      { change: 'UPDATE idempotency_records SET body = ?', bytes: () => Buffer.from([0, 0x11]), secret },
    ],
    [
      'after it was moved to another credential',
      { change: "UPDATE idempotency_records SET credential_id = 'key_b'", secret },
    ],
  ])('stays closed %s', async (_name, { change, bytes, secret: given }) => {
    const service = await setUp()
    await reply(service, blocking, { secretForEncryption: secret })
    const stored = await service.database.get<{ body: Buffer }>('SELECT body FROM idempotency_records')
    const values = bytes && stored ? [bytes(stored.body)] : []
    if (change !== '') await service.database.write((tx) => tx.run(change, ...values))
    const credentialId = change.includes('key_b') ? 'key_b' : 'key_a'
    const request = { ...call, credentialId, ...(given && { secretForEncryption: given }) }
    expect(await codeOf(service.idempotency.begin(request))).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})
