/** State that the checks of a run share, and the results of each check. */
import type { Resource } from '../../model/resources.ts'
import type { Clock } from './clock.ts'
import type { Recorded } from './events.ts'
import type { Fixtures } from './fixtures.ts'
import type { Broken, Plan } from './rule.ts'
import type { Guard } from './safety/guard.ts'
import type { Ownership } from './safety/ownership.ts'
import type { SingletonState } from './safety/singletonState.ts'
import type { Writes } from './safety/writes.ts'
import type { Transport } from './send.ts'
import type { Tokens } from './tokens.ts'

export interface Habit {
  question: string
  behavior: string
  operationId: string | null
  /** Whether a standard requires this behavior, however many operations behave otherwise. */
  right: boolean
  evidence: Broken
}

export interface CheckContextParts {
  plan: Plan
  fixtures: Fixtures
  transport: Transport
  clock: Clock
  /** Waits for the target while other checks send. */
  pause(milliseconds: number): Promise<void>
  /** Called before a request is sent. The returned function is called with its response. */
  begin(
    request: Pick<Recorded, 'check' | 'operationId' | 'method'>,
  ): (response: Pick<Recorded, 'number' | 'status'>) => void
  /** How many exchanges are recorded. */
  recorded(): number
  /** Every exchange goes through here: numbered, checked, reported. */
  record(exchange: Omit<Recorded, 'number'>, isShared: boolean, beganAt?: number): Recorded
  makeRoom(resource: Resource, check: string): Promise<boolean>
  /** Every write passes it before it is sent. */
  guard: Guard
  ownership: Ownership
  singletons: SingletonState
  writes: Writes
  /** Whether writes may go to data that the run did not create. */
  allowsExisting: boolean
  tokens: Tokens
  /** Of the run; what must be new each time follows from it. */
  salt: number
  /** When the run has to be over. */
  deadline: number
}

/** The exchanges and problems of a check so far. */
export interface CheckRecord {
  exchanges: Recorded[]
  problems: Broken[]
  habits: Habit[]
  /** Above 0 while what is created is for other checks as well. */
  sharing: number
}
