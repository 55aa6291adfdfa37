import { describe, expect, it } from 'vitest'
import {
  createIdempotency,
  fingerprintOf,
  type IdempotentRequest,
} from '../../../../../src/service/server/steps/idempotency/idempotency.ts'
import type { Others } from '../../../../../src/service/storage/database.ts'
import { begin, call, codeOf, count, created, HOUR, reply, setUp } from './world.ts'

describe('a second call with the key', () => {
  it('gets the first answer: status, body and its own headers, marked as replayed', async () => {
    const service = await setUp()
    await reply(service)
    const again = await service.idempotency.begin({ ...call })
    expect(again).toEqual({
      kind: 'replay',
      response: {
        status: 201,
        headers: {
          Location: '/v1/prompts/prompt_1',
          ETag: '"abc"',
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          'Idempotent-Replayed': 'true',
        },
        body: Buffer.from(created.body as string),
      },
    })
  })

  it('gets it again and again, also after a restart', async () => {
    const service = await setUp()
    await reply(service)
    const restarted = createIdempotency(service)
    for (let i = 0; i < 3; i++) expect((await restarted.begin({ ...call })).kind).toBe('replay')
  })

  it.each<[string, { given: Partial<IdempotentRequest>; want: string }]>([
    ['for another request', { given: { fingerprint: 'other' }, want: 'IDEMPOTENCY_KEY_REUSED' }],
    ['of another credential', { given: { credentialId: 'key_b' }, want: 'none' }],
    ['of another organization', { given: { organizationId: 'org_b' }, want: 'none' }],
    ['in other letters', { given: { key: 'CREATE-1' }, want: 'none' }],
  ])('%s', async (_name, { given, want }) => {
    const service = await setUp()
    await reply(service)
    expect(await codeOf(begin(service.idempotency, given))).toBe(want)
  })

  it('is told to wait while the first one runs, and gets through when that one failed', async () => {
    const { idempotency } = await setUp()
    const first = await begin(idempotency)
    await expect(idempotency.begin({ ...call })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
      details: { retryAfterSeconds: 1 },
    })
    expect(await codeOf(begin(idempotency, { fingerprint: 'other' }))).toBe('IDEMPOTENCY_KEY_REUSED')
    await first.release()
    const second = await begin(idempotency)
    await first.release() // a late second release must not let a third call in
    expect(await codeOf(begin(idempotency))).toBe('IDEMPOTENCY_IN_PROGRESS')
    await second.release()
  })

  it('of fifty parallel ones, one gets through', async () => {
    const { idempotency } = await setUp()
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(begin(idempotency))))
    expect(codes.filter((code) => code === 'none')).toHaveLength(1)
    expect(codes.filter((code) => code === 'IDEMPOTENCY_IN_PROGRESS')).toHaveLength(49)
  })

  it('is a new first call after 24 hours', async () => {
    const service = await setUp()
    await reply(service)
    service.clock.jump(service.clock.now() + 24 * HOUR - 1)
    expect((await service.idempotency.begin({ ...call })).kind).toBe('replay')
    service.clock.jump(service.clock.now() + 1)
    await reply(service, { ...created, body: '{"id":"prompt_2"}' }, { fingerprint: 'other' })
    const again = await service.idempotency.begin({ ...call, fingerprint: 'other' })
    expect(again).toMatchObject({ response: { body: Buffer.from('{"id":"prompt_2"}') } })
  })
})

describe('the record', () => {
  it('is undone with the change', async () => {
    const { database, idempotency } = await setUp()
    const fresh = await begin(idempotency)
    const failing = database.write(async (tx) => {
      await fresh.record(tx, created)
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    await fresh.release()
    expect((await idempotency.begin({ ...call })).kind).toBe('fresh')
  })

  it('undoes the change that lost the race for the key', async () => {
    const { clock, database, idempotency } = await setUp()
    const other = createIdempotency({ database, clock })
    const [winner, loser] = [await begin(idempotency), await begin(other)]
    await database.write((tx) => winner.record(tx, created))
    const late = database.write(async (tx) => {
      await tx.run("INSERT INTO request_days (organization_id, day, requests) VALUES ('lost', 1, 1)")
      await loser.record(tx, { ...created, body: 'second' })
    })
    expect(await codeOf(late)).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(await database.read((tx) => tx.all('SELECT * FROM request_days'))).toEqual([])
    await loser.release()
    expect(await other.begin({ ...call })).toMatchObject({
      response: { body: Buffer.from(created.body as string) },
    })
  })

  it('undoes the change whose lease on the key another process has taken', async () => {
    const { clock, database } = await setUp()
    const locked = { kind: 'held' as const, lost: false, release: async () => {} }
    const others = { lease: async () => locked } as unknown as Others
    const fresh = await begin(createIdempotency({ database: { ...database, others }, clock }))
    locked.lost = true
    const late = database.write(async (tx) => {
      await tx.run("INSERT INTO request_days (organization_id, day, requests) VALUES ('lost', 1, 1)")
      await fresh.record(tx, created)
    })
    expect(await codeOf(late)).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(await database.read((tx) => tx.all('SELECT * FROM request_days'))).toEqual([])
    expect(await count(database)).toBe(0)
  })

  it.each([400, 401, 403, 429, 500, 502, 503, 504])('is not kept for %d', async (status) => {
    const { database, idempotency } = await setUp()
    const fresh = await begin(idempotency)
    await fresh.recordFailure({ status, headers: {}, body: '{}' })
    await database.write((tx) => fresh.record(tx, { status, headers: {}, body: '{}' }))
    await fresh.release()
    expect((await idempotency.begin({ ...call })).kind).toBe('fresh')
  })

  it.each([200, 201, 202, 404, 409, 412])('is kept for %d', async (status) => {
    const { idempotency } = await setUp()
    const fresh = await begin(idempotency)
    await fresh.recordFailure({ status, headers: {}, body: '{"a":1}' })
    await fresh.release()
    expect(await idempotency.begin({ ...call })).toMatchObject({
      kind: 'replay',
      response: { status, body: Buffer.from('{"a":1}') },
    })
  })

  it('of an answer without a body gives none back', async () => {
    const service = await setUp()
    await reply(service, { status: 204, headers: {}, body: undefined })
    expect(await service.idempotency.begin({ ...call })).toMatchObject({
      response: { status: 204, body: undefined },
    })
  })

  it('that cannot be stored does not change a refusal', async () => {
    const { database, idempotency } = await setUp()
    const fresh = await begin(idempotency)
    await database.close()
    await expect(fresh.recordFailure({ status: 404, headers: {}, body: '{}' })).resolves.toBeUndefined()
  })

  it('goes away some time after it expired', async () => {
    const service = await setUp()
    for (let i = 0; i < 10; i++) await reply(service, created, { key: `old-${i}` })
    expect(await count(service.database)).toBe(10)
    service.clock.jump(service.clock.now() + 24 * HOUR)
    for (let i = 0; i < 16; i++) await reply(service, created, { key: `new-${i}` })
    expect(await count(service.database)).toBe(16)
  })
})

describe('the key', () => {
  it.each<[string, { given: string; want: string }]>([
    ['one character', { given: 'a', want: 'none' }],
    ['255 characters', { given: 'k'.repeat(255), want: 'none' }],
    ['all printable ASCII', { given: ' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~', want: 'none' }],
    ['nothing', { given: '', want: 'VALIDATION_ERROR' }],
    ['256 characters', { given: 'k'.repeat(256), want: 'VALIDATION_ERROR' }],
    ['a tab', { given: 'a\tb', want: 'VALIDATION_ERROR' }],
    ['beyond ASCII', { given: 'clé', want: 'VALIDATION_ERROR' }],
    ['a line end', { given: 'a\n', want: 'VALIDATION_ERROR' }],
  ])('%s', async (_name, { given, want }) => {
    const { idempotency } = await setUp()
    expect(await codeOf(begin(idempotency, { key: given }))).toBe(want)
  })

  it('is reported at its header', async () => {
    const { idempotency } = await setUp()
    await expect(idempotency.begin({ ...call, key: 'é' })).rejects.toMatchObject({
      details: { field: 'header.Idempotency-Key' },
    })
  })

  it('cannot be put together from the parts of another', async () => {
    const { idempotency } = await setUp()
    await begin(idempotency, { organizationId: 'a', credentialId: 'b","c', key: 'd' })
    expect(await codeOf(begin(idempotency, { organizationId: 'a","b', credentialId: 'c', key: 'd' }))).toBe(
      'none',
    )
  })
})

describe('fingerprintOf', () => {
  const of = (method: string, path: string, search: string, body: string) =>
    fingerprintOf(method, path, search, Buffer.from(body))
  const base = of('POST', '/prompts', 'a=1&b=2', '{}')

  it.each<[string, { given: string; want: boolean }]>([
    ['the same request', { given: of('POST', '/prompts', 'a=1&b=2', '{}'), want: true }],
    ['the method in small letters', { given: of('post', '/prompts', 'a=1&b=2', '{}'), want: true }],
    ['parameters in another order', { given: of('POST', '/prompts', 'b=2&a=1', '{}'), want: true }],
    ['parameters escaped otherwise', { given: of('POST', '/prompts', '%61=1&b=2', '{}'), want: true }],
    ['another method', { given: of('PUT', '/prompts', 'a=1&b=2', '{}'), want: false }],
    ['another path', { given: of('POST', '/prompt', 'a=1&b=2', '{}'), want: false }],
    ['another parameter', { given: of('POST', '/prompts', 'a=1&b=3', '{}'), want: false }],
    ['another body', { given: of('POST', '/prompts', 'a=1&b=2', '{ }'), want: false }],
    ['a body moved into the query', { given: of('POST', '/prompts', 'a=1&b=2{}', ''), want: false }],
  ])('%s', (_name, { given, want }) => {
    expect(given === base).toBe(want)
  })

  it('keeps the order of repeated parameters', () => {
    expect(of('POST', '/p', 'id=1&id=2', '')).not.toBe(of('POST', '/p', 'id=2&id=1', ''))
  })
})
