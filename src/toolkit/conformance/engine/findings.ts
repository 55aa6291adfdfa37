/** Collects findings and groups them by cause, so that one mistake on the server is one entry of a report. */
import type { Finding } from '../../responses/finding.ts'
import { type Fact, isKeyword } from '../../schema/problem.ts'
import { CUSTOM, type Unusual } from '../messages/catalogue.ts'
import type { Assumption, Recorded, Suspicion } from './events.ts'
import type { Broken, Check } from './rule.ts'
import { byRank } from './triage.ts'

export interface NewFinding extends Omit<Finding, 'message'> {
  constraint: string
  /** The exchange that shows it. */
  exchange: Recorded
  /** Further exchanges that prove it. */
  with: Recorded[]
  check: string
  /** Pointer into the document. */
  place: string | undefined
  assumes?: Assumption
  /** The kind of mistake, instead of the subject, where it is one of the server wherever it shows. */
  sort?: string
  /** How it differs from what the others do. */
  unusual?: Unusual
}

export interface RawFinding extends NewFinding {
  cause: string
  /** Whether it is the first of its cause, which the run repeats. */
  first: boolean
}

export interface Findings {
  add(finding: NewFinding): void
  size(): number
  /** Removes and returns those that were added since `size()` returned `index`. */
  removeSince(index: number): NewFinding[]
  /** Whether a finding of a repeated check is the same as before, at the same operation and of the same cause. */
  isAgain(finding: NewFinding, before: RawFinding): boolean
  /** One finding for each cause, operation and constraint, the most important causes first. */
  all(): RawFinding[]
}

/** Findings of one cause, operation and constraint that are stored. */
const MAX_OF_ONE = 2

/** @param order place of a check in the plan, by id: which checks end first must not decide what a report shows first */
export function createFindings(order: ReadonlyMap<string, number> = new Map()): Findings {
  const placeOf = ({ check }: NewFinding) => order.get(check) ?? order.size
  const list: NewFinding[] = []
  const counts = new Map<string, number>()
  return {
    isAgain: (finding, before) =>
      finding.operationId === before.operationId && causeOf(finding) === causeOf(before),
    add(finding) {
      const key = `${causeOf(finding)} ${finding.operationId} ${finding.constraint}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= MAX_OF_ONE || finding.exchange.number < 0) list.push(finding)
    },
    size() {
      counts.clear() // a repeated check may add what was found before
      return list.length
    },
    removeSince: (index) => list.splice(index),
    all() {
      const causes = new Set<string>()
      const bodies = new Map<string, string>()
      const shown = new Set<string>()
      return list
        .toSorted((a, b) => byRank(a, b) || placeOf(a) - placeOf(b))
        .flatMap((finding) => {
          const cause = causeInBody(finding, bodies)
          // A limit is that of the server, whichever operation meets it.
          const key =
            finding.code === 'undeclared-limit'
              ? cause
              : `${cause} ${finding.operationId} ${finding.constraint}`
          if (shown.has(key)) return []
          shown.add(key)
          const first = !causes.has(cause)
          causes.add(cause)
          return [{ ...finding, cause, first }]
        })
    },
  }
}

const UNDECLARED: ReadonlySet<string> = new Set(['undeclared-status', 'undeclared-limit'])

/** Findings of one mistake have one cause, whichever operation and value show it. */
function causeOf(finding: NewFinding): string {
  const { rule, code, subject, received, operationId, constraint, exchange, sort = subject } = finding
  if (code === CUSTOM) return `${rule}/${code} ${operationId ?? ''} ${constraint}`
  const parts = [`${rule}/${code}`]
  if (sort !== undefined) parts.push(sort.replace(/\d+/g, '#'))
  // A document that leaves out 401 and 404 has two gaps.
  if (UNDECLARED.has(code)) parts.push(String(received))
  else if (received === exchange.status) parts.push(`${Math.floor(exchange.status / 100)}xx`)
  return parts.join(' ')
}

/**
 * Several properties of one body that violate a schema alike are one mistake, such as names in another case.
 * @param bodies the cause of the first one, by exchange and violation
 */
function causeInBody(finding: NewFinding, bodies: Map<string, string>): string {
  const { rule, code, expected, exchange } = finding
  if (!isKeyword(code)) return causeOf(finding)
  const key = `${exchange.number} ${rule}/${code} ${JSON.stringify(expected)}`
  const cause = bodies.get(key) ?? causeOf(finding)
  bodies.set(key, cause)
  return cause
}

/** The problem without its location. */
export function factOf(problem: Fact | Broken): Fact {
  if (!('code' in problem)) return { code: CUSTOM, details: { message: problem.message } }
  const { code, subject, within, received, expected, details }: Fact = problem
  return {
    code,
    ...(subject !== undefined && { subject }),
    ...(within !== undefined && { within }),
    ...(received !== undefined && { received }),
    ...(expected !== undefined && { expected }),
    ...(details !== undefined && { details }),
  }
}

export const suspicionOf = (finding: NewFinding): Suspicion => {
  const { rule, operationId, constraint } = finding
  return { rule, operationId, constraint, ...factOf(finding) }
}

export function fromCheck(rule: string, check: Check, id: string, problem: Broken): NewFinding {
  return {
    rule,
    operationId: check.operation?.operationId ?? problem.exchange.operationId,
    constraint: check.constraint ?? check.name,
    ...factOf(problem),
    place: problem.place ?? check.operation?.pointer,
    provenance: problem.provenance ?? check.operation?.origin ?? 'decided',
    status: problem.exchange.status,
    exchange: problem.exchange,
    with: problem.with ?? [],
    check: id,
    ...(problem.pointer !== undefined && { pointer: problem.pointer }),
    ...(check.assumes !== undefined && { assumes: check.assumes }),
    ...(problem.sort !== undefined && { sort: problem.sort }),
  }
}
