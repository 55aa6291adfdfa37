/** Which operations returned a success that the document declares, and what prevents the others. */
import { type Api, type ApiOperation, declares } from '../../model/api.ts'

/** The reason why an operation has no successful response. */
export type Obstacle =
  /** It would write to data that the run did not create. */
  | { kind: 'existing-data' }
  /** A request that it needs was rejected: its own, or one that creates what it acts on. */
  | { kind: 'rejected'; operationId: string; status: number; reason: string }
  /** It succeeds, with a status that the document does not declare. */
  | { kind: 'undeclared-success'; status: number }
  /** No item can be created or found. */
  | { kind: 'nothing-to-act-on'; reason: string }
  /** It was not reached before the run ended. */
  | { kind: 'not-tried' }

export interface Unreached {
  operationId: string
  method: string
  /** As the document writes it. */
  path: string
  obstacle: Obstacle
}

interface Response {
  operationId: string | null
  status: number
}

/** Why the plain request of an operation was not successful. */
interface Failure {
  reason: string
  needsExistingData: boolean
  rejection: Response | undefined
}

export class Reach {
  readonly #operations: readonly ApiOperation[]
  readonly #reached = new Set<string>()
  /** Statuses of successes that the document does not declare. */
  readonly #undeclared = new Map<string, number>()
  readonly #failures = new Map<string, Failure>()

  /** @param isSelected whether the run is about an operation */
  constructor({ operations }: Api, isSelected: (operationId: string) => boolean) {
    this.#operations = operations.filter(({ operationId }) => isSelected(operationId))
  }

  get size(): number {
    return this.#reached.size
  }

  get of(): number {
    return this.#operations.length
  }

  /** Notes a response. */
  note({ operationId, status }: Response): void {
    if (status < 200 || status >= 300) return
    const operation = this.#operations.find((one) => one.operationId === operationId)
    if (operation === undefined) return
    if (declares(operation, status)) this.#reached.add(operation.operationId)
    else this.#undeclared.set(operation.operationId, status)
  }

  /** Notes why the plain request of an operation could not be sent, or was rejected. */
  failed(operationId: string, failure: Failure): void {
    this.#failures.set(operationId, failure)
  }

  unreached(): Unreached[] {
    return this.#operations
      .filter(({ operationId }) => !this.#reached.has(operationId))
      .map(({ operationId, method, path }) => ({
        operationId,
        method,
        path,
        obstacle: this.#obstacleOf(operationId),
      }))
  }

  #obstacleOf(operationId: string): Obstacle {
    const status = this.#undeclared.get(operationId)
    if (status !== undefined) return { kind: 'undeclared-success', status }
    const failure = this.#failures.get(operationId)
    if (failure === undefined) return { kind: 'not-tried' }
    const { reason, needsExistingData, rejection } = failure
    if (needsExistingData) return { kind: 'existing-data' }
    if (rejection === undefined || rejection.operationId === null)
      return { kind: 'nothing-to-act-on', reason }
    return { kind: 'rejected', operationId: rejection.operationId, status: rejection.status, reason }
  }
}
