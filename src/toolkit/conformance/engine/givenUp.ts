/** Operations for which no further request is worth sending: the target lacks them, or rejects them again and again. */
import type { ApiOperation } from '../../model/api.ts'
import type { Recorded } from './events.ts'
import { NotObserved } from './rule.ts'

/** Responses of this kind, and no others, after which the target counts as without the operation (see `isUnknown`). */
const MAX_UNKNOWN = 3

/** Creations of items that nothing identifies, after which the run creates no further ones. */
const MAX_UNIDENTIFIED = 3

/** Attempts of an operation that never succeeded, after which a further one needs something that was not known before. */
const MAX_FAILURES = 5
/** The same for server errors, which may pass. */
const MAX_ERRORS = 15

interface Failures {
  times: number
  /** The knowledge at the last one. */
  progress: number
  error: NotObserved
}

/** Whether a response shows that the target lacks the operation; 404 may speak of an item in the path. */
const isUnknown = ({ path }: ApiOperation, status: number): boolean =>
  status === 405 || status === 501 || (status === 404 && !path.includes('{'))

export class GivenUp {
  /** Responses that show that the target lacks an operation; none once another one has shown that it has it. */
  readonly #unknown = new Map<string, Recorded[]>()
  /** Operations that never succeeded. */
  readonly #failures = new Map<string, Failures>()
  /** By the path of the items. */
  readonly #unidentified = new Map<string, { times: number; error: NotObserved }>()

  noteResponse(operation: ApiOperation, response: Recorded): void {
    const known = this.#unknown.get(operation.operationId)
    const isKnown = known?.length === 0 || !isUnknown(operation, response.status)
    this.#unknown.set(operation.operationId, isKnown ? [] : [...(known ?? []), response])
  }

  /** @throws NotObserved for an operation that the target seems to lack */
  requireImplemented({ operationId }: ApiOperation): void {
    const responses = this.#unknown.get(operationId) ?? []
    const last = responses.at(-1)
    if (last === undefined || responses.length < MAX_UNKNOWN) return
    throw new NotObserved(
      { code: 'not-implemented', operationId, status: last.status, times: responses.length },
      last,
    )
  }

  /**
   * @param error of an attempt with all bodies
   * @param progress grows with what is known of the operation, and with each operation that succeeds for the first time
   */
  noteFailure({ operationId }: ApiOperation, error: NotObserved, progress: number): void {
    const { fact } = error
    if (fact.code !== 'valid-requests-rejected' || fact.status === 429) return
    const before = this.#failures.get(operationId)
    const times = before?.progress === progress ? before.times + 1 : 1
    this.#failures.set(operationId, { times, progress, error })
  }

  /** @throws NotObserved for an operation that was rejected again and again, and about which nothing new is known */
  requireProgress({ operationId }: ApiOperation, progress: number): void {
    const failures = this.#failures.get(operationId)
    if (failures === undefined || failures.progress !== progress) return
    const { fact } = failures.error
    const isError = fact.code === 'valid-requests-rejected' && fact.status >= 500
    if (failures.times >= (isError ? MAX_ERRORS : MAX_FAILURES)) throw failures.error
  }

  noteUnidentified(item: string, error: unknown): void {
    if (!(error instanceof NotObserved) || error.fact.code !== 'unidentified') return
    this.#unidentified.set(item, { times: (this.#unidentified.get(item)?.times ?? 0) + 1, error })
  }

  /** @throws NotObserved for items that were created, but never found again */
  requireIdentified(item: string): void {
    const known = this.#unidentified.get(item)
    if (known !== undefined && known.times >= MAX_UNIDENTIFIED) throw known.error
  }
}
