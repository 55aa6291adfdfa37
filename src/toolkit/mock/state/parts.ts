import type { StoredGraph, Targets } from './graph.ts'
import type { Presenter } from './presenter.ts'
import type { Store } from './store.ts'
import type { Stored } from './stored.ts'
import type { Maker } from './targets.ts'

/** Shared parts of the stateful mock. */
export interface StateParts {
  maker: Maker
  graph: StoredGraph
  targets: Targets
  store: Store
  stored: Stored
  presenter: Presenter
}
