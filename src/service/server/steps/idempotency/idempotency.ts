/**
 * Idempotency-Key on POST (docs/internals/decisions.md, "idempotency"): the first response is stored for 24 hours and given
 * again. Its record is written in the transaction of the change itself, so that both exist or neither does.
 */
import { createHash } from 'node:crypto'
import { ApiError, validationError } from '../../../errors.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Database, ExistingLease, Others, WriteTransaction } from '../../../storage/database.ts'
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
  /** The credential as sent, when the operation's response contains a secret. */
  secretForEncryption?: string
}

interface ReplayedCall {
  kind: 'replay'
  /** The first response, with `Idempotent-Replayed: true`. */
  response: Rendered
}

/** The first call with its key; until `release` no other one gets through. */
export interface FreshCall {
  kind: 'fresh'
  /**
   * Writes the response in the transaction of the change.
   * @throws ApiError IDEMPOTENCY_IN_PROGRESS when another call recorded the key meanwhile: the change is undone
   */
  record(tx: WriteTransaction, response: Rendered): Promise<void>
  /** Retains a rejection that changed nothing, in a transaction of its own; never throws. */
  recordFailure(response: Rendered): Promise<void>
  /** Ends the call, whatever became of it; to be awaited where it is a promise. */
  release(): undefined | Promise<void>
}

export interface Idempotency {
  /**
   * @throws ApiError VALIDATION_ERROR for a malformed key, IDEMPOTENCY_KEY_REUSED when it was used for another
   *   request, IDEMPOTENCY_IN_PROGRESS (`details.retryAfterSeconds`) while the first call still runs
   */
  begin(request: IdempotentRequest): Promise<ReplayedCall | FreshCall>
}

const RETENTION_MS = 24 * 60 * 60 * 1000
const RETRY_AFTER_SECONDS = 1
/** The purge costs as much as a record: every sixteenth record pays for one, and no request for many rows. */
const PURGE_EVERY = 16
const PURGED_AT_ONCE = 32
/** Another try may have another result; 5xx are not stored either. */
const NEVER_STORED_STATUSES = new Set([400, 401, 403, 429])

export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  const { others } = database
  const claim = others ? callsAmong(others) : callsInMemory()
  let recorded = 0

  async function begin(request: IdempotentRequest): Promise<ReplayedCall | FreshCall> {
    requireWellFormed(request.key)
    const taking = claim(request)
    const claimed = taking instanceof Promise ? await taking : taking
    if (claimed.kind === 'taken') {
      // Next to other processes the response may have been recorded while the call was requested.
      const replay = others && (await replayOf(request))
      if (replay) return replay
      // Two uploads cannot be compared before both are read: the second client has to repeat its request.
      throw typeof request.fingerprint === 'string' && claimed.note !== request.fingerprint
        ? reused()
        : inProgress()
    }
    const { release } = claimed
    try {
      const replay = await replayOf(request)
      if (replay === undefined) return fresh(request, claimed)
      await release()
      return replay
    } catch (error) {
      await release()
      throw error
    }
  }

  /** The first response, where there is one. @throws ApiError when it was that of another request */
  async function replayOf(request: IdempotentRequest): Promise<ReplayedCall | undefined> {
    const stored = await database.read((tx) => findRecord(tx, request, clock.now()))
    if (stored === undefined) return undefined
    const context = await settled(request)
    if (stored.fingerprint !== context.fingerprint) throw reused()
    const response = fromRecord(stored, context, request.secretForEncryption)
    if (response === undefined) throw sealedForAnother()
    return { kind: 'replay', response }
  }

  function fresh(request: IdempotentRequest, current: ClaimedCall): FreshCall {
    const record = async (tx: WriteTransaction, response: Rendered) => {
      if (response.status >= 500 || NEVER_STORED_STATUSES.has(response.status)) return
      // Anyone who has the key now is at the same work.
      if (current.lost) throw inProgress()
      const now = clock.now()
      const stored = toRecord(response, await settled(request), request.secretForEncryption)
      if (++recorded % PURGE_EVERY === 0) await purgeExpired(tx, now, PURGED_AT_ONCE)
      if (!(await insertRecord(tx, request, stored, now, now + RETENTION_MS))) throw inProgress()
    }
    const recordFailure = async (response: Rendered) => {
      if (response.status >= 500 || NEVER_STORED_STATUSES.has(response.status)) return
      // An upload is rejected before it is read to its end: there is nothing to know it by.
      if (typeof request.fingerprint === 'function') return
      // Nothing was changed, so that nothing is lost without the record: the rejection goes out in any case.
      await database.write((tx) => record(tx, response)).catch(() => {})
    }
    return { kind: 'fresh', record, recordFailure, release: current.release }
  }

  return { begin }
}

/** A call with its key to itself, or the fingerprint of the one that has it. */
type Call = ClaimedCall | ExistingLease

interface ClaimedCall {
  kind: 'held'
  readonly lost: boolean
  release: FreshCall['release']
}

const nameOf = ({ organizationId, credentialId, key }: IdempotentRequest) =>
  JSON.stringify([organizationId, credentialId, key])

/** Of an upload it is not known yet. */
const noteOf = ({ fingerprint }: IdempotentRequest) => (typeof fingerprint === 'string' ? fingerprint : '')

/** The calls under way of the one process that serves the database: its memory is lease enough. */
function callsInMemory(): (request: IdempotentRequest) => Call {
  const underWay = new Map<string, IdempotentRequest>()
  return (request) => {
    const name = nameOf(request)
    const running = underWay.get(name)
    if (running !== undefined) return { kind: 'taken', note: noteOf(running) }
    underWay.set(name, request)
    return {
      kind: 'held',
      lost: false,
      release() {
        if (underWay.get(name) === request) underWay.delete(name)
        return undefined
      },
    }
  }
}

const callsAmong =
  (others: Others) =>
  (request: IdempotentRequest): Promise<Call> =>
    others.lease(`idempotency ${digest(nameOf(request))}`, noteOf(request))

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

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
  const message = 'The first request with this idempotency key still runs; retry later for its response.'
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
    'The first response to this idempotency key contains a secret and is returned again only to the token of the first request.'
  return new ApiError('IDEMPOTENCY_KEY_REUSED', message)
}
