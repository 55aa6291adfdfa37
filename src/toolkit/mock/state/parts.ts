import type { KeptGraph, Targets } from './graph.ts'
import type { Kept } from './kept.ts'
import type { Presenter } from './presenter.ts'
import type { Store } from './store.ts'
import type { Maker } from './targets.ts'

/** What the parts of the stateful mock share. */
export interface StateParts {
  maker: Maker
  graph: KeptGraph
  targets: Targets
  store: Store
  kept: Kept
  presenter: Presenter
}
