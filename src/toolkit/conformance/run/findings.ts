/** Collects findings and groups them by cause: what one mistake on the server brings is one line, not hundreds. */
import type { Finding } from '../../responses/finding.ts'
import { type Fact, isKeyword } from '../../schema/problem.ts'
import { CUSTOM } from '../report/messages.ts'
import type { Assumption, Recorded, Suspicion, Unusual } from './events.ts'
import type { Broken, Trial } from './rule.ts'

export interface NewFinding extends Omit<Finding, 'message'> {
  constraint: string
  /** The telling exchange. */
  exchange: Recorded
  /** Others that belong to the proof. */
  with: Recorded[]
  trial: string
  /** Pointer into the document. */
  place: string | undefined
  assumes?: Assumption
  /** How it differs from what the others do. */
  unusual?: Unusual
}

export interface RawFinding extends NewFinding {
  cause: string
  /** The one of its cause that is repeated. */
  first: boolean
}

export interface Findings {
  add(finding: NewFinding): void
  size(): number
  /** Takes back those that were added since the count was `index`. */
  takeSince(index: number): NewFinding[]
  /** Whether a trial that was repeated shows what it showed before, whatever the state by then. */
  isAgain(finding: NewFinding, before: RawFinding): boolean
  /** One for each cause, operation and constraint. */
  all(profile: 'core' | 'full'): RawFinding[]
}

/** Further findings of a cause at one operation tell nothing new. */
const MOST_OF_ONE = 2

export function createFindings(): Findings {
  const list: NewFinding[] = []
  const kept = new Map<string, number>()
  return {
    isAgain: (finding, before) =>
      finding.operationId === before.operationId && causeOf(finding) === causeOf(before),
    add(finding) {
      const key = `${causeOf(finding)} ${finding.operationId} ${finding.constraint}`
      const count = (kept.get(key) ?? 0) + 1
      kept.set(key, count)
      if (count <= MOST_OF_ONE || finding.exchange.number < 0) list.push(finding)
    },
    size() {
      kept.clear() // what comes from here on is asked for, however often it came before
      return list.length
    },
    takeSince: (index) => list.splice(index),
    all() {
      const causes = new Set<string>()
      const bodies = new Map<string, string>()
      const shown = new Set<string>()
      return list.flatMap((finding) => {
        const cause = causeInBody(finding, bodies)
        const key = `${cause} ${finding.operationId} ${finding.constraint}`
        if (shown.has(key)) return []
        shown.add(key)
        const first = !causes.has(cause)
        causes.add(cause)
        return [{ ...finding, cause, first }]
      })
    },
  }
}

/** What one mistake on the server brings has one cause, whichever operation and value show it. */
function causeOf(finding: NewFinding): string {
  const { rule, code, subject, received, operationId, constraint, exchange } = finding
  if (code === CUSTOM) return `${rule}/${code} ${operationId ?? ''} ${constraint}`
  const parts = [`${rule}/${code}`]
  if (subject !== undefined) parts.push(subject.replace(/\d+/g, '#'))
  if (received === exchange.status) parts.push(`${Math.floor(exchange.status / 100)}xx`)
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

/** What is wrong, without where it showed. */
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

export function fromTrial(rule: string, trial: Trial, id: string, problem: Broken): NewFinding {
  return {
    rule,
    operationId: trial.operation?.operationId ?? problem.exchange.operationId,
    constraint: trial.constraint ?? trial.name,
    ...factOf(problem),
    place: problem.place ?? trial.operation?.pointer,
    provenance: problem.provenance ?? trial.operation?.origin ?? 'decided',
    status: problem.exchange.status,
    exchange: problem.exchange,
    with: problem.with ?? [],
    trial: id,
    ...(problem.pointer !== undefined && { pointer: problem.pointer }),
    ...(trial.assumes !== undefined && { assumes: trial.assumes }),
  }
}
