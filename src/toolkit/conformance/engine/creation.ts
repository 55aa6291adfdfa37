/** Items that are being created, and which of them wait for which. */
import type { Resource } from '../../model/resources.ts'
import { NotObserved } from './rule.ts'

/**
 * The creation of one item. Checks share items and create them at the same time. Without this record, creations of
 * resources that refer to each other in a circle could wait for each other for ever.
 */
export class Creation {
  readonly resource: Resource
  readonly #waitsFor = new Set<Creation>()
  #hasEnded = false

  constructor(resource: Resource) {
    this.resource = resource
  }

  /** The item exists: nothing waits any more. */
  end(): void {
    this.#hasEnded = true
  }

  /**
   * The item, for other creations, which wait for it.
   * @param chain the creations that need the item, each for the one after it
   * @throws NotObserved where this creation waits for one of them, so that neither would end
   */
  async waitedForBy<T>(chain: readonly Creation[], item: Promise<T>): Promise<T> {
    if (this.#hasEnded || chain.length === 0) return item
    if (this.#needs(new Set(chain))) throw new NotObserved({ code: 'needs-itself', item: this.resource.item })
    for (const one of chain) one.#waitsFor.add(this)
    try {
      return await item
    } finally {
      for (const one of chain) one.#waitsFor.delete(this)
    }
  }

  #needs(wanted: ReadonlySet<Creation>, seen = new Set<Creation>()): boolean {
    if (wanted.has(this)) return true
    seen.add(this)
    return [...this.#waitsFor].some((one) => !seen.has(one) && one.#needs(wanted, seen))
  }
}

/** Whether an item of the resource is being created. */
export const includes = (chain: readonly Creation[], resource: Resource): boolean =>
  chain.some((one) => one.resource === resource)
