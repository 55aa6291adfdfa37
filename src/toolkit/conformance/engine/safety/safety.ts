/** The parts of a run that protect data which the run did not create. */

import type { Clock } from '../clock.ts'
import type { Plan } from '../rule.ts'
import type { Transport } from '../send.ts'
import type { Tokens } from '../tokens.ts'
import { createGuard, type Guard } from './guard.ts'
import { createOwnership, type Ownership } from './ownership.ts'
import { createSender } from './sender.ts'
import { createSingletonState, type SingletonState } from './singletonState.ts'
import { createWrites, type Writes } from './writes.ts'

interface SafetyParts {
  plan: Plan
  /** Carries requests after the time budget, too: a singleton is put back then. */
  transport: Transport
  tokens: Tokens
  clock: Clock
  /** How many exchanges are recorded. */
  recorded(): number
}

export interface Safety {
  ownership: Ownership
  writes: Writes
  guard: Guard
  singletons: SingletonState
}

export function createSafety(parts: SafetyParts): Safety {
  const { plan } = parts
  const ownership = createOwnership(plan)
  const writes = createWrites(plan.api)
  const send = createSender({ ...parts, writes })
  return {
    ownership,
    writes,
    guard: createGuard({ plan, ownership, look: send }),
    singletons: createSingletonState(plan, send, ownership.organizationOf),
  }
}
