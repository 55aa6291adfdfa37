import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../../../src/service/errors.ts'
import { createApiKeyAuthenticator } from '../../../../src/service/features/organization/apiKeyAuthenticator.ts'
import {
  type CreatedApiKey,
  createApiKey,
  createKey,
  findKeyHolder,
  revokeKey,
} from '../../../../src/service/features/organization/model/apiKey.ts'
import type { Scope } from '../../../../src/service/features/organization/model/member.ts'
import {
  type CreatedOrganization,
  createOrganization,
} from '../../../../src/service/features/organization/model/organization.ts'
import { createIdentifiers, type Identifiers } from '../../../../src/service/runtime/identifiers.ts'
import type { Authenticator } from '../../../../src/service/server/steps/identify.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../../src/service/storage/database.ts'
import { ManualClock } from '../../../harness/clock.ts'
import { seededRandom } from '../../../harness/random.ts'
import { temporaryServiceDatabase } from '../../storage/temporaryDatabase.ts'

const random = seededRandom('authenticator')
let clock: ManualClock
let ids: Identifiers
let database: Database
let organization: CreatedOrganization
let authenticate: Authenticator
/** The authenticator's calls to the database. */
let asked: { reads: number; writes: number }

beforeEach(async () => {
  clock = new ManualClock()
  ids = createIdentifiers(clock, random)
  database = await temporaryServiceDatabase()
  organization = await database.write((tx) =>
    createOrganization(
      tx,
      { ids, now: clock.now() },
      {
        name: 'Example',
        plan: 'business',
        owner: { name: 'Owner', email: 'owner@example.com', passwordHash: null },
      },
    ),
  )
  asked = { reads: 0, writes: 0 }
  const counted: Database = {
    get(sql, ...values) {
      asked.reads++
      return database.get(sql, ...values)
    },
    all(sql, ...values) {
      asked.reads++
      return database.all(sql, ...values)
    },
    watch: (tables, action) => database.watch(tables, action),
    sideBySide: false,
    others: undefined,
    claim: (work) => database.claim(work),
    read(work) {
      asked.reads++
      return database.read(work)
    },
    write(work) {
      asked.writes++
      return database.write(work)
    },
    idsNamed: (wanted) => database.idsNamed(wanted),
    close: () => database.close(),
  }
  authenticate = createApiKeyAuthenticator({ database: counted, environment: 'development', clock })
})

const makeKey = (scopes: readonly Scope[], expiresAt: number | null = null): Promise<CreatedApiKey> =>
  database.write((tx) =>
    createApiKey(
      tx,
      { environment: 'development', ids, random, now: clock.now() },
      {
        organizationId: organization.organizationId,
        userId: organization.ownerId,
        name: 'Test',
        scopes,
        expiresAt,
      },
    ),
  )

const change = (sql: string, ...values: string[]) =>
  database.write((tx: WriteTransaction) => tx.run(sql, ...values))

/** The rejection of a credential, as its code and challenge. */
async function rejectionOf(bearer: string): Promise<ApiError> {
  const assessed = async () => authenticate(bearer)
  const error = await assessed().then(
    () => new Error('was accepted'),
    (error: unknown) => error,
  )
  if (!(error instanceof ApiError)) throw error
  return error
}

test('a key acts as its user, in its organization, under its plan', async () => {
  const { id, key, last4 } = await makeKey(['prompts:read', 'prompts:write'])
  expect(await authenticate(key)).toEqual({
    caller: {
      organizationId: organization.organizationId,
      workspaceId: organization.workspaceId,
      userId: organization.ownerId,
      credentialId: id,
      scopes: new Set(['prompts:read', 'prompts:write']),
      triggeredBy: 'api',
    },
    plan: 'business',
  })
  expect(key.endsWith(last4)).toBe(true)
  expect(JSON.stringify(await database.read((tx) => tx.all('SELECT * FROM api_keys')))).not.toContain(key)
})

const roles: [string, { given: { role: string; scopes: Scope[] }; want: string[] }][] = [
  [
    'owner',
    {
      given: { role: 'owner', scopes: ['organization:admin'] },
      want: ['organization:admin', 'organization:read'],
    },
  ],
  ['admin', { given: { role: 'admin', scopes: ['webhooks:write'] }, want: ['webhooks:write'] }],
  [
    'editor',
    {
      given: { role: 'editor', scopes: ['organization:admin', 'prompts:write'] },
      want: ['prompts:write', 'organization:read'],
    },
  ],
  [
    'viewer',
    {
      given: {
        role: 'viewer',
        scopes: ['organization:read', 'prompts:write', 'prompts:read', 'reports:read'],
      },
      want: ['prompts:read', 'reports:read'],
    },
  ],
]
test.each(roles)("a key never exceeds its user's present role: %s", async (_, { given, want }) => {
  const { key } = await makeKey(given.scopes)
  await authenticate(key)
  await change('UPDATE memberships SET role = ?', given.role)
  const { caller } = await authenticate(key)
  expect([...caller.scopes].sort()).toEqual(want.sort())
})

const WRONG: Record<string, (key: string, id: string) => Promise<string | undefined>> = {
  unknown: async () => createKey('development', random),
  revoked: async (_, id) => {
    await database.write((tx) => revokeKey(tx, organization.organizationId, id, clock.now()))
    return undefined
  },
  expired: async () => {
    await clock.advance(3_600_000)
    return undefined
  },
  'of a removed member': async () => {
    await change("UPDATE memberships SET status = 'removed'")
    return undefined
  },
  'of a member who has not joined': async () => {
    await change("UPDATE memberships SET status = 'invited'")
    return undefined
  },
}
test.each(Object.keys(WRONG))(
  'a key that is %s is refused as all others are, after one read',
  async (name) => {
    const { id, key } = await makeKey(['prompts:read'], clock.now() + 3_600_000)
    await authenticate(key)
    asked.reads = 0
    const error = await rejectionOf((await WRONG[name]?.(key, id)) ?? key)
    const message = 'The API key is unknown, expired, revoked, or its user is no longer a member.'
    expect([error.status, error.code, error.message]).toEqual([401, 'INVALID_API_KEY', message])
    expect(error.headers['WWW-Authenticate']).toBe(
      `Bearer realm="prompt-service", error="invalid_token", error_description="${message}"`,
    )
    expect(asked.reads).toBe(1)
  },
)

const unread: [string, { given: string; want: string }][] = [
  ['mistyped', { given: 'svc_test_ThisIsThirtyCharactersOfBase621aXAOh', want: 'INVALID_API_KEY' }],
  ['of no known form', { given: 'hunter2', want: 'INVALID_API_KEY' }],
  [
    'of the other environment',
    { given: 'svc_live_ThisIsThirtyCharactersOfBase623VbBdR', want: 'WRONG_ENVIRONMENT' },
  ],
]
test.each(unread)(
  'a credential that is %s is refused without asking the database',
  async (_, { given, want }) => {
    const error = await rejectionOf(given)
    expect([error.status, error.code]).toEqual([401, want])
    expect(error.headers['WWW-Authenticate']).toMatch(/^Bearer [\x20-\x7e]*error="invalid_token"/)
    expect(JSON.stringify([error.message, error.headers])).not.toContain(given)
    expect(asked).toEqual({ reads: 0, writes: 0 })
  },
)

test('the last use is noted at most once a minute', async () => {
  const { key } = await makeKey(['prompts:read'])
  const start = clock.now()
  const seen: (number | null)[] = []
  for (const wait of [0, 30_000, 29_999, 1]) {
    await clock.advance(wait)
    await authenticate(key)
    await database.write(async () => {}) // behind the note
    seen.push(
      (
        await database.read((tx: ReadTransaction) =>
          tx.get<{ at: number }>('SELECT last_used_at AS at FROM api_keys'),
        )
      )?.at ?? null,
    )
  }
  expect(seen.map((at) => at && at - start)).toEqual([0, 0, 0, 60_000])
  expect(asked.writes).toBe(2)
})

test('the look-up goes through indexes alone', async () => {
  const explained = await database.read((tx) => {
    const explaining = { ...tx, get: (sql: string) => tx.all(`EXPLAIN QUERY PLAN ${sql}`, 'digest') }
    return findKeyHolder(explaining as unknown as ReadTransaction, 'digest')
  })
  const steps = (explained as unknown as { detail: string }[]).map(({ detail }) => detail)
  expect(steps.length).toBe(4)
  expect(steps.filter((step) => !step.startsWith('SEARCH'))).toEqual([])
})

test('is read once, until something changes that decides', async () => {
  const { id, key } = await makeKey(['prompts:read'])
  for (let use = 0; use < 3; use++) await authenticate(key)
  expect(asked.reads).toBe(1)
  await change('UPDATE api_keys SET last_used_at = ? WHERE id = ?', String(clock.now()), id)
  await authenticate(key)
  expect(asked.reads).toBe(1)
  await change("UPDATE memberships SET role = 'viewer' WHERE user_id = ?", organization.ownerId)
  await authenticate(key)
  expect(asked.reads).toBe(2)
})

test('is refused when it was revoked between the reading and the keeping of what was read', async () => {
  const { id, key } = await makeKey(['prompts:read'])
  let release = () => {}
  const locked = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow: Database = {
    ...database,
    async get(sql, ...values) {
      const row = await database.get(sql, ...values)
      await locked
      return row as never
    },
  }
  authenticate = createApiKeyAuthenticator({ database: slow, environment: 'development', clock })
  const underWay = authenticate(key)
  await database.write((tx) => revokeKey(tx, organization.organizationId, id, clock.now()))
  release()
  // It began before the revocation was acknowledged, and may still succeed; a later request may not.
  await underWay
  expect((await rejectionOf(key)).code).toBe('INVALID_API_KEY')
})

test('ends at its time, although it is remembered', async () => {
  const { key } = await makeKey(['prompts:read'], clock.now() + 1_000)
  await authenticate(key)
  await clock.advance(1_000)
  expect((await rejectionOf(key)).code).toBe('INVALID_API_KEY')
})

test('nobody fills the memory by guessing', async () => {
  const { key } = await makeKey(['prompts:read'])
  await database.write((tx) => tx.run('DELETE FROM api_keys'))
  for (let attempt = 0; attempt < 3; attempt++) await rejectionOf(key)
  expect(asked.reads).toBe(3)
})
