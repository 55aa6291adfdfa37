/** The words of proposals. A proposal is a change of the document that makes it describe what the server does. */
import type { Json } from '../../openapi/document.ts'
import type { ConformanceFinding, Recorded, RunSummary } from '../engine/events.ts'
import type { Seen } from './observations.ts'

/** One action of an OpenAPI Overlay 1.0. */
export interface Action {
  /** JSONPath of what it changes. */
  target: string
  update?: Json
  remove?: true
}

export type ProposalCode =
  | 'undeclared-operation'
  | 'undeclared-status'
  | 'undeclared-content'
  | 'undeclared-header'
  | 'undeclared-parameter'
  | 'undeclared-property'
  | 'absent-property'
  | 'null'
  | 'other-type'
  | 'other-value'
  | 'other-format'
  | 'learned-invariant'

export interface Proposal {
  code: ProposalCode
  /** The status, media type, header, parameter, property or value that it is about. */
  subject: string
  /** Where it belongs: an operation, or the path of a schema in the document. */
  place: string
  actions: Action[]
  evidence: Evidence
}

export interface Evidence {
  /** The shortest exchange that shows it. */
  exchange: Recorded
  /** How many responses showed it. */
  responses: number
  operations: string[]
  /** Of a learned invariant: the different objects that match it, and the updates that would have broken it. */
  learned?: { objects: number; resisted: number }
}

/** Why the document is left as it is where the server differs. */
export type WhyWithheld =
  /** Some responses match the document and others do not. */
  | 'inconsistent'
  /** It did not come again. */
  | 'not-repeated'
  /** Requests have the same schema. */
  | 'shared-with-requests'
  /** The server accepted an invalid value of this property, and shows it. */
  | 'invalid-accepted'
  /** It is written in another file, which no overlay of this document changes. */
  | 'other-file'

export interface Withheld extends Pick<Proposal, 'code' | 'subject' | 'place' | 'evidence'> {
  why: WhyWithheld
}

export interface Proposals {
  proposals: Proposal[]
  withheld: Withheld[]
}

/** Result of runs that propose an overlay; the last run had all of it. */
export interface Proposed {
  proposals: Proposal[]
  /** Of the last run. */
  withheld: Withheld[]
  /** Findings of the run with the overlay. */
  findings: ConformanceFinding[]
  summary: RunSummary
  rounds: number
}

/** Orders exchanges by the length of their bodies, and those of one length in a way that does not depend on time. */
function byLength(one: Recorded, other: Recorded): number {
  const text = ({ method, path, body }: Recorded) => `${method} ${path} ${body}`
  return one.body.length - other.body.length || (text(one) < text(other) ? -1 : 1)
}

/** Summary of the responses that showed something. */
export function evidenceOf(seen: readonly Pick<Seen, 'exchange'>[]): Evidence {
  const exchanges = [...new Set(seen.map(({ exchange }) => exchange))]
  const exchange = exchanges.reduce((best, one) => (byLength(one, best) < 0 ? one : best))
  const operations = [...new Set(exchanges.map((one) => one.operationId ?? `${one.method} ${one.path}`))]
  return { exchange, responses: exchanges.length, operations }
}

/** JSONPath (RFC 9535) of the node that a JSON Pointer's tokens lead to. */
export const jsonPathOf = (tokens: readonly string[]): string =>
  tokens.reduce((path, token) => {
    if (/^[A-Za-z_]\w*$/.test(token)) return `${path}.${token}`
    return `${path}['${token.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
  }, '$')
