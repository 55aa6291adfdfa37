/**
 * The events of a run. Reporters subscribe to these events and to nothing else, so that the author of a reporter needs
 * only this file. Events come in the order of time. `run-finished` is the last, also when the run was interrupted or
 * the target died.
 */

import type { CoverageReport } from '../../openapi/coverage.ts'
import type { Origin } from '../../openapi/provenance.ts'
import type { Exchange } from '../../responses/finding.ts'
import type { Fact } from '../../schema/problem.ts'
import type { Unusual } from '../messages/catalogue.ts'
import type { SkipFact } from '../messages/skips.ts'
import type { EndReason } from './ending.ts'
import type { Unreached } from './reach.ts'
import type { Cause, FaultCode, FindingKind } from './triage.ts'

/** `passed`: the server meets the contract. `failed`: it does not. `skipped`: the run could not decide, with the reason. */
export type OutcomeKind = 'passed' | 'failed' | 'skipped'

/** One exchange as the runner sent it. */
export interface Recorded extends Exchange {
  /** Counts up over the run. */
  number: number
  /** The check that sent it. */
  check: string
  /** Name of the identity whose credential was sent; null for none. */
  identity: string | null
  operationId: string | null
  /** The whole response body, where `json` is the resource inside an envelope. */
  wrapped?: unknown
  /** The path as the document writes it; undefined for a request that is of no operation. */
  template?: string
  /** The path and query below the target's URL, without a credential that was sent in the query. */
  path: string
  /** The part of the query with the credentials: `api_key=…`. */
  secretQuery?: string
  /** The headers with credentials. */
  secretHeaders?: readonly string[]
  requestHeaders: Record<string, string>
  requestBody: Buffer | undefined
  /** The body when it is JSON, else undefined. */
  json: unknown
  startedAt: number
  milliseconds: number
}

export interface RunInfo {
  target: string
  document: string
  title: string
  seed: number
  profile: 'core' | 'full'
  identities: string[]
  operations: { operationId: string; method: string; path: string; statuses: string[] }[]
  rules: { id: string; title: string; basis: string; fault: FaultCode }[]
  checks: number
  /** Nothing was sent: the exchanges of a recording, of which there are `checks`. */
  recorded?: true
  startedAt: string
}

export interface CheckOutcome {
  /** `rule:operation:name`, which `--replay` accepts with the seed. */
  check: string
  rule: string
  operationId: string | null
  /** The part of the contract that it is about: `body.name.maxLength`, `identity other-organization`… */
  constraint: string
  outcome: OutcomeKind
  /** Why nothing was observed, and what would make it observable. */
  reason?: string
  /** The reason as data: the code of its sentence, with the values that it names. */
  skip?: SkipFact
  /** The error response that prevented it, if there was one. */
  obstacle?: { operationId: string | null; status: number }
  /** The run was over before its turn. */
  unreached?: true
  /** About all responses of the operation, reported once at the end. It is not one of the planned checks. */
  ofResponses?: true
}

/** The place of the broken promise in the document. */
export interface DocumentPosition {
  pointer: string
  file?: string
  line?: number
  column?: number
}

/** A fact that a rule assumes and the document does not declare. `x-conformance` at the parameter corrects it. */
export interface Assumption {
  /** The key of `x-conformance`. */
  key: 'filter' | 'sort' | 'paging'
  parameter: string
  /** The property that it filters or sorts by. */
  property?: string
}

/** An assumption of checks that a probe confirms or refutes. */
export interface Inference extends Assumption {
  operationId: string
  /** From 0 to 1. */
  confidence: number
}

/** A violation of the contract as data. `messageOf` makes a sentence of it. */
export interface ConformanceFinding extends Fact {
  /** The value for `--replay`: `seed:rule:operation:name`. */
  id: string
  rule: string
  operationId: string | null
  constraint: string
  /** JSON Pointer into the body of the response or, for a rejected request, of the request. */
  pointer?: string
  status: number
  place?: DocumentPosition
  /** The assumption behind it. Absent where the document declares the fact. */
  assumes?: Assumption
  provenance: Origin
  /** The usual behavior of the other operations, where this one differs without breaking a written promise. */
  unusual?: Unusual
  /** Equal for findings of one cause: the rule, the code, the subject (of an invalid request: its violation) and the class of a wrong status, or an undeclared status. */
  cause: string
  kind: FindingKind
  /** Code of the WFC catalogue of faults; see `triage.ts`. */
  fault: FaultCode
  /** The shortest sequence that shows it. The last exchange is the evidence. */
  sequence: Recorded[]
  /** The same, to paste into a shell. */
  curl: string
  /** Whether the replay confirmed it. Undefined when there was no time for a replay. */
  repeated?: boolean
}

/** Something broken, before it was repeated. */
export type Suspicion = Fact & Pick<ConformanceFinding, 'rule' | 'operationId' | 'constraint'>

export interface WriteCount {
  method: string
  /** The path as the document writes it. */
  path: string
  sent: number
  /** Successful responses, by the effect of the request. */
  created: number
  changed: number
  deleted: number
  /** Error responses, and requests without a response. */
  rejected: number
  /** Stopped before it was sent, because it would have gone to existing data. */
  stopped: number
}

/** A relation that the objects of a schema matched in the whole run, also after updates that would have broken it. */
export interface LearnedInvariant {
  /** As `x-invariants` states it. */
  invariant: string
  /** Pointer to the schema in the document. */
  schema: string
  place?: DocumentPosition
  /** The operations that showed such objects. */
  operations: string[]
  /** How many different objects match it. */
  observations: number
  /** Updates that would have broken it: the server rejected them, or changed the other values, too. */
  resisted: number
  /** The shortest response that shows it. */
  example: {
    /** Number of the exchange. */
    exchange: number
    method: string
    path: string
    status: number
    values: { name: string; value: unknown }[]
  }
}

export interface RunSummary {
  passed: number
  failed: number
  skipped: number
  requests: number
  milliseconds: number
  coverage: CoverageReport
  /** Why the run ended before all checks were run. */
  endedEarly?: EndReason
  /** How far it came; `operations` are those that returned a success that the document declares. */
  reached: { operations: number; ofOperations: number; checks: number; ofChecks: number }
  /** The obstacles to the success of the other operations. */
  unreached: Unreached[]
  /** Results of the probes of inferences that checks rest on. */
  inferences: { confirmed: Inference[]; refuted: (Inference & { why: string })[]; unknown: Inference[] }
  /** Relations that no `x-invariants` states. Empty unless the run learns them. */
  learned: LearnedInvariant[]
  /** The causes of all findings, most important first. */
  causes: Cause[]
  /** Every write by method and path. */
  writes: WriteCount[]
  /** Paths of what the run created and could not delete, and of what it could not put back. */
  left: string[]
}

export type RunEvent =
  | { type: 'run-started'; run: RunInfo }
  | { type: 'exchange'; exchange: Recorded }
  | { type: 'outcome'; outcome: CheckOutcome }
  /** Comes immediately. It becomes a finding when its replay confirms it. */
  | { type: 'suspicion'; suspicion: Suspicion }
  /** Comes after the finding was replayed and shrunk. */
  | { type: 'finding'; finding: ConformanceFinding }
  /** Information for readers, such as a guessed default. */
  | { type: 'note'; text: string }
  | { type: 'run-finished'; summary: RunSummary }

/** Receives every event of a run. The run does not wait for its result. */
export type Subscriber = (event: RunEvent) => void
