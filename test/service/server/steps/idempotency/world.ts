import { ApiError } from '../../../../../src/service/errors.ts'
import type { Rendered } from '../../../../../src/service/server/exchange.ts'
import {
  createIdempotency,
  type FreshCall,
  fingerprintOf,
  type Idempotency,
  type IdempotentRequest,
} from '../../../../../src/service/server/steps/idempotency/idempotency.ts'
import type { Database } from '../../../../../src/service/storage/database.ts'
import { ManualClock } from '../../../../harness/clock.ts'
import { temporaryServiceDatabase } from '../../../storage/temporaryDatabase.ts'

export const HOUR = 3_600_000
export const created: Rendered = {
  status: 201,
  headers: {
    Location: '/v1/prompts/prompt_1',
    ETag: '"abc"',
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-RateLimit-Remaining': '7',
  },
  body: '{"id":"prompt_1","name":"naïve 😀"}',
}
export const call: IdempotentRequest = {
  organizationId: 'org_a',
  credentialId: 'key_a',
  key: 'create-1',
  fingerprint: fingerprintOf('POST', '/prompts', '', Buffer.from('{"name":"a"}')),
}

export async function setUp() {
  const clock = new ManualClock()
  const database = await temporaryServiceDatabase()
  return { clock, database, idempotency: createIdempotency({ database, clock }) }
}

export async function begin(
  idempotency: Idempotency,
  request: Partial<IdempotentRequest> = {},
): Promise<FreshCall> {
  const begun = await idempotency.begin({ ...call, ...request })
  if (begun.kind !== 'fresh') throw new Error('expected a fresh call')
  return begun
}

/** Runs a whole first call: a change, its record, one transaction. */
export async function reply(
  { database, idempotency }: { database: Database; idempotency: Idempotency },
  response: Rendered = created,
  request: Partial<IdempotentRequest> = {},
) {
  const fresh = await begin(idempotency, request)
  await database.write((tx) => fresh.record(tx, response))
  await fresh.release()
}

export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return 'none'
}

export const count = async (database: Database) =>
  (await database.read((tx) => tx.get<{ n: number }>('SELECT count(*) AS n FROM idempotency_records')))?.n
