/** Collects findings and groups them by cause: what one mistake on the server brings is one line, not hundreds. */
import type { Finding } from '../../responses/finding.ts'
import type { Assumption, Recorded } from './events.ts'
import type { Broken, Trial } from './rule.ts'

export interface NewFinding extends Finding {
  constraint: string
  /** The telling exchange. */
  exchange: Recorded
  /** Others that belong to the proof. */
  with: Recorded[]
  trial: string
  /** Pointer into the document. */
  place: string | undefined
  assumes?: Assumption
  /** Whether it is one against what the others do. */
  habit?: true
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
  causeOf(finding: NewFinding): string
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
  const causeOf = (finding: NewFinding) => `${finding.rule}: ${shapeOf(finding.message)}`
  return {
    causeOf,
    isAgain: (finding, before) =>
      finding.rule === before.rule &&
      finding.operationId === before.operationId &&
      (causeOf(finding).replace(/\d+/g, '#') === before.cause.replace(/\d+/g, '#') ||
        (finding.constraint === before.constraint && wordsOf(finding.message) === wordsOf(before.message))),
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
      const shown = new Set<string>()
      return list.flatMap((finding) => {
        const cause = causeOf(finding)
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

/** Ids and counts differ from time to time; statuses tell one cause from another. */
const STATUS_OR_NUMBER = /((?:received|status|expected|answers|answered|or) )?(\d+)/g

/** The message without what differs from case to case. */
const shapeOf = (message: string): string =>
  message
    .replace(/"(?:[^"\\…]|\\.)*["…]/g, '"…"')
    .replace(/[a-z]+_[0-9a-z]{20,}|[0-9a-f]{8}-[0-9a-f-]{20,}/g, '…')
    .replace(/\{.*[}…]|\[.*[\]…]/gs, '…')
    .replace(/^(received status \d+), expected one of .*$/, '$1')
    .replace(/^(received 5\d\d) for .* as (\S+) \(.*\), which the schema allows$/s, '$1 for a value of $2')
    .replace(STATUS_OR_NUMBER, (all, before = '', digits = '') =>
      before !== '' && /^[1-5]\d\d$/.test(digits) ? all : `${before}#`,
    )

/** The message without values that stand in it bare, such as the id of a request: words and statuses alone. */
const wordsOf = (message: string): string =>
  message
    .split(/\s+/)
    .filter((token) => /^[a-z',.;:()-]+$/i.test(token) || /^[1-5]\d\d[,.;:]?$/.test(token))
    .join(' ')

export function fromTrial(rule: string, trial: Trial, id: string, problem: Broken): NewFinding {
  return {
    rule,
    operationId: trial.operation?.operationId ?? problem.exchange.operationId,
    constraint: trial.constraint ?? trial.name,
    message: problem.message,
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
