/** The order in which the checks of a run begin, and how far the run has come. */
import type { Resource } from '../../model/resources.ts'
import { type CheckPhase, type Planned, phaseOf, stageOf } from './plan.ts'

export class Schedule {
  readonly #planned: Planned[]
  #begun = 0

  /** @param planned in the order of the plan */
  constructor(planned: readonly Planned[]) {
    this.#planned = [...planned]
  }

  /** How many checks have begun. */
  get begun(): number {
    return this.#begun
  }

  /** The next check of the phase; undefined when all of them have begun. */
  take(phase: CheckPhase): Planned | undefined {
    const next = this.#planned[this.#begun]
    if (next === undefined || phaseOf(next) !== phase) return undefined
    this.#begun++
    return next
  }

  /** The checks that have not begun. */
  rest(): readonly Planned[] {
    return this.#planned.slice(this.#begun)
  }

  /**
   * Moves the checks of a resource that have not begun to the front of their stage, so that they wait for its items
   * while others send.
   */
  bringForward({ collection, create }: Resource): void {
    const rest = this.#planned.splice(this.#begun)
    const isAbout = ({ check: { operation } }: Planned) =>
      operation !== undefined && (operation === create || operation.path.startsWith(collection))
    // The sort is stable: within a stage, the order of the plan stays.
    const rank = (one: Planned) => stageOf(one) * 2 - Number(isAbout(one))
    this.#planned.push(...rest.sort((a, b) => rank(a) - rank(b)))
  }
}
