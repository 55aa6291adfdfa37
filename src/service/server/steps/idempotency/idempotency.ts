/**
 * Idempotency-Key on POST (docs/decisions.md, "idempotency"): the first answer is kept for 24 hours and given
 * again. Its record is written in the transaction of the change itself, so that both exist or neither does.
 */
import { ApiError, validationError } from '../../../errors.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Database, WriteTransaction } from '../../../storage/database.ts'
import type { Rendered } from '../../exchange.ts'
import { findRecord, fromRecord, insertRecord, purgeExpired, toRecord } from './records.ts'

export { fingerprintByDigest, fingerprintOf } from './fingerprint.ts'

export interface IdempotentRequest {
  organizationId: string
  credentialId: string
  /** The header as sent. */
  key: string
  /** From `fingerprintOf`; of an upload a function, which reads what is left of it. */
  fingerprint: string | (() => Promise<string>)
  /** The credential as sent, when the operation's answer holds a secret. */
  secretForEncryption?: string
}

interface ReplayedCall {
  kind: 'replay'
  /** The first answer, with `Idempotent-Replayed: true`. */
  response: Rendered
}

/** The first call with its key; until `release` no other one gets through. */
export interface FreshCall {
  kind: 'fresh'
  /**
   * Writes the answer in the transaction of the change.
   * @throws ApiError IDEMPOTENCY_IN_PROGRESS when another call recorded the key meanwhile: the change is undone
   */
  record(tx: WriteTransaction, response: Rendered): Promise<void>
  /** Keeps a refusal that changed nothing, in a transaction of its own; never throws. */
  recordFailure(response: Rendered): Promise<void>
  /** Ends the call, whatever became of it. */
  release(): void
}

export interface Idempotency {
  /**
   * @throws ApiError VALIDATION_ERROR for a malformed key, IDEMPOTENCY_KEY_REUSED when it was used for another
   *   request, IDEMPOTENCY_IN_PROGRESS (`details.retryAfterSeconds`) while the first call still runs
   */
  begin(request: IdempotentRequest): Promise<ReplayedCall | FreshCall>
}

const KEPT_MS = 24 * 60 * 60 * 1000
const RETRY_AFTER_SECONDS = 1
/** The purge costs as much as a record: every sixteenth record pays for one, and no request for many rows. */
const PURGE_EVERY = 16
const PURGED_AT_ONCE = 32
/** These may turn out otherwise when they are tried again; 5xx are not kept either. */
const NEVER_KEPT = new Set([400, 401, 403, 429])

export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  /** The calls under way. One process serves a database file, so memory is lease enough. */
  const underWay = new Map<string, IdempotentRequest>()
  let recorded = 0

  async function begin(request: IdempotentRequest): Promise<ReplayedCall | FreshCall> {
    const { organizationId, credentialId, key, fingerprint, secretForEncryption } = request
    requireWellFormed(key)
    const lease = JSON.stringify([organizationId, credentialId, key])
    const running = underWay.get(lease)
    if (running !== undefined) {
      // Two uploads cannot be compared before both are read: whoever comes second asks again.
      const differs = typeof fingerprint === 'string' && running.fingerprint !== fingerprint
      throw differs ? reused() : inProgress()
    }
    underWay.set(lease, request)
    const release = () => {
      if (underWay.get(lease) === request) underWay.delete(lease)
    }
    try {
      const stored = await database.read((tx) => findRecord(tx, request, clock.now()))
      if (stored === undefined) return fresh(request, release)
      const context = await settled(request)
      if (stored.fingerprint !== context.fingerprint) throw reused()
      const response = fromRecord(stored, context, secretForEncryption)
      if (response === undefined) throw sealedForAnother()
      release()
      return { kind: 'replay', response }
    } catch (error) {
      release()
      throw error
    }
  }

  function fresh(request: IdempotentRequest, release: () => void): FreshCall {
    const record = async (tx: WriteTransaction, response: Rendered) => {
      if (response.status >= 500 || NEVER_KEPT.has(response.status)) return
      const now = clock.now()
      const stored = toRecord(response, await settled(request), request.secretForEncryption)
      if (++recorded % PURGE_EVERY === 0) await purgeExpired(tx, now, PURGED_AT_ONCE)
      if (!(await insertRecord(tx, request, stored, now, now + KEPT_MS))) throw inProgress()
    }
    const recordFailure = async (response: Rendered) => {
      if (response.status >= 500 || NEVER_KEPT.has(response.status)) return
      // An upload is refused before it is read to its end: there is nothing to know it by.
      if (typeof request.fingerprint === 'function') return
      // Nothing was changed, so that nothing is lost without the record: the refusal goes out in any case.
      await database.write((tx) => record(tx, response)).catch(() => {})
    }
    return { kind: 'fresh', record, recordFailure, release }
  }

  return { begin }
}

/** The request with its fingerprint known. */
async function settled(request: IdempotentRequest): Promise<IdempotentRequest & { fingerprint: string }> {
  const { fingerprint } = request
  return { ...request, fingerprint: typeof fingerprint === 'string' ? fingerprint : await fingerprint() }
}

function requireWellFormed(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return
  const received = key.length > 255 ? `${key.length} characters` : JSON.stringify(key)
  const issue = `received ${received}; expected 1 to 255 printable ASCII characters`
  throw validationError({ field: 'header.Idempotency-Key', issue })
}

function inProgress(): ApiError {
  const message = 'The first request with this idempotency key still runs; ask again for its answer.'
  return new ApiError('IDEMPOTENCY_IN_PROGRESS', message, {
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  })
}

function reused(): ApiError {
  const message =
    'This idempotency key was used for another request; expected the same method, path, query and body, or a new key.'
  return new ApiError('IDEMPOTENCY_KEY_REUSED', message)
}

function sealedForAnother(): ApiError {
  const message =
    'The first answer to this idempotency key holds a secret and is given again only to the token that asked first.'
  return new ApiError('IDEMPOTENCY_KEY_REUSED', message)
}
