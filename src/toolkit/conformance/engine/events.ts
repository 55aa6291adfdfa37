/**
 * What a run tells while it goes on. Reporters subscribe to these events and to nothing else: whoever writes one
 * needs this file alone. Events come in the order in which things happen; `run-finished` is the last, also when the
 * run was interrupted or the target died.
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

/** `passed`: the server kept the contract. `failed`: it did not. `skipped`: nothing can be said, and why. */
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
  /** The whole answer, where `json` is the thing that it wraps. */
  wrapped?: unknown
  /** The path as the document writes it; undefined for a request that is of no operation. */
  template?: string
  /** The path and query below the target's URL, without a credential that was sent in the query. */
  path: string
  /** The part of the query that is the credential: `api_key=…`. */
  secretQuery?: string
  /** The header that is the credential. */
  secretHeader?: string
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
  /** `rule:operation:name`, which `--replay` takes with the seed. */
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
  /** The error response that stood in the way, where there was one. */
  obstacle?: { operationId: string | null; status: number }
  /** The run was over before its turn. */
  unreached?: true
  /** Of all answers of the operation, told once at the end; it is none of the checks that were planned. */
  ofResponses?: true
}

/** Where the broken promise stands in the document. */
export interface DocumentPosition {
  pointer: string
  file?: string
  line?: number
  column?: number
}

/** What a rule took for granted that the document does not declare; `x-conformance` at the parameter corrects it. */
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

/** What breaks the contract, as data; `messageOf` makes a sentence of it. */
export interface ConformanceFinding extends Fact {
  /** What `--replay` takes: `seed:rule:operation:name`. */
  id: string
  rule: string
  operationId: string | null
  constraint: string
  /** JSON Pointer into the body of the response or, for a refused request, of the request. */
  pointer?: string
  status: number
  place?: DocumentPosition
  /** What it rests on; nothing where the document declares it. */
  assumes?: Assumption
  provenance: Origin
  /** What most operations of the server do, where this one differs without breaking a written promise. */
  unusual?: Unusual
  /** Equal for findings of one cause: the rule, the code, the subject (of an invalid request: its violation) and the class of a wrong status, or an undeclared status. */
  cause: string
  kind: FindingKind
  /** Code of the WFC catalogue of faults; see `triage.ts`. */
  fault: FaultCode
  /** The shortest sequence that shows it, the telling exchange last. */
  sequence: Recorded[]
  /** The same, to paste into a shell. */
  curl: string
  /** Whether it came again when it was replayed; undefined when there was no time for that. */
  repeated?: boolean
}

/** Something broken, before it was repeated. */
export type Suspicion = Fact & Pick<ConformanceFinding, 'rule' | 'operationId' | 'constraint'>

export interface WriteCount {
  method: string
  /** The path as the document writes it. */
  path: string
  sent: number
  /** Successful responses, by what the request does. */
  created: number
  changed: number
  deleted: number
  /** Error responses, and requests without a response. */
  rejected: number
  /** Stopped before it was sent, because it would have gone to existing data. */
  stopped: number
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
  /** What prevents the success of the other operations. */
  unreached: Unreached[]
  /** What probes found out about the inferences that checks rest on. */
  inferences: { confirmed: Inference[]; refuted: (Inference & { why: string })[]; unknown: Inference[] }
  /** What was found, most important first. */
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
  /** Comes at once; what comes again when the run repeats it becomes a finding. */
  | { type: 'suspicion'; suspicion: Suspicion }
  /** Comes once a finding has been replayed and shrunk. */
  | { type: 'finding'; finding: ConformanceFinding }
  /** Something that a reader should know, such as a default that was guessed. */
  | { type: 'note'; text: string }
  | { type: 'run-finished'; summary: RunSummary }

/** Gets every event of a run; what it returns is not waited for. */
export type Subscriber = (event: RunEvent) => void
