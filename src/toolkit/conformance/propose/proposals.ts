/** From what a run observed to changes of the document that make it describe the server. Faults of the server are never among them. */
import { INVARIANTS } from '../../model/statedInvariants.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  versionOf,
} from '../../openapi/document.ts'
import { selectNodes } from '../../openapi/jsonPath.ts'
import { createMatcher } from '../../openapi/match.ts'
import { listOperations, type Operation } from '../../openapi/operations.ts'
import { pointerOf, tokensOf, valueAt } from '../../openapi/pointer.ts'
import { requestSchemas } from '../../openapi/requestSchemas.ts'
import type { Located } from '../../openapi/resolve.ts'
import { createErrorFinder, type ErrorFinder } from '../../schema/validate.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import type { ConformanceFinding, LearnedInvariant, Recorded } from '../engine/events.ts'
import { faultOf } from '../engine/triage.ts'
import { Observations } from './observations.ts'
import { undeclaredOperations, undeclaredParameters } from './operationProposals.ts'
import { jsonPathOf, type Proposals, type WhyWithheld } from './proposal.ts'
import {
  declaredHeaders,
  declaredResponse,
  declaredSchema,
  jsonOf,
  type ResponseContext,
  type ResponseGroup,
  undeclaredParts,
  undeclaredStatus,
} from './responseProposals.ts'
import { type Candidate, schemaProposals } from './schemaProposals.ts'

interface Observed {
  document: ContractDocument
  /** The entry file of the document as it is written, with the overlays that are applied already. */
  written: JsonObject
  exchanges: readonly Recorded[]
  findings: readonly ConformanceFinding[]
  learned: readonly LearnedProposal[]
}

/** An invariant that the run learned, with the exchange of its example. */
export interface LearnedProposal {
  invariant: LearnedInvariant
  exchange: Recorded
}

/** Statuses of the operations that do not succeed, and of those that do, are of different weight. */
const isSuccess = (status: number): boolean => status >= 200 && status < 400

/**
 * Changes that make the document describe what the server does and what came again.
 * @returns the proposals, operations first, and what was not proposed, with the reason
 */
export function proposalsOf(observed: Observed): Proposals {
  const { document, written, findings } = observed
  const operations = listOperations(document)
  const match = createMatcher(document)
  const exchanges = inOrder(observed.exchanges.filter(isOfServer(findings)), operations, match)
  const find = createErrorFinder(document, { direction: 'response' })
  const context = contextOf(document, operations)
  const groups = groupsOf(exchanges, match)
  const [undeclared, declared] = [false, true].map((is) =>
    groups.filter((group) => (declaredResponse(group) !== undefined) === is),
  ) as [ResponseGroup[], ResponseGroup[]]
  const observations = new Observations(document, find)
  const candidates = [
    ...undeclaredOperations(exchanges, match, context),
    ...undeclared.filter(isDocumentable).map((group) => undeclaredStatus(group, context)),
    ...byResponse(declared).flatMap(([response, list]) => {
      for (const exchange of list.flatMap((group) => group.exchanges))
        noteBody(observations, response, exchange)
      return undeclaredParts(response, list, context)
    }),
    ...undeclaredParameters(exchanges, match, context),
    ...[...observations.places.values()].flatMap((place) => schemaProposals(place, context)),
    ...observed.learned.map((one) => learnedProposal(one, context)),
  ]
  return divide(candidates, findings, written)
}

/**
 * Exchanges in the order of the operations in the document, then by status. Requests are sent at the same time, and the
 * order in which the server responded would be another one in each run.
 */
function inOrder(
  exchanges: readonly Recorded[],
  operations: readonly Operation[],
  match: ReturnType<typeof createMatcher>,
): Recorded[] {
  const places = new Map(operations.map(({ pointer }, index) => [pointer, index]))
  return exchanges
    .map((exchange) => {
      const { operation } = match(exchange.method, exchange.url)
      return { exchange, place: places.get(operation?.pointer ?? '') ?? operations.length }
    })
    .sort((one, other) => one.place - other.place || one.exchange.status - other.exchange.status)
    .map(({ exchange }) => exchange)
}

function learnedProposal({ invariant, exchange }: LearnedProposal, context: ResponseContext): Candidate {
  const target = jsonPathOf(context.tokensOf(invariant.schema))
  const { operations, observations: objects, resisted } = invariant
  return {
    code: 'learned-invariant',
    subject: invariant.invariant,
    place: target,
    actions: [{ target, update: { [INVARIANTS]: [invariant.invariant] } }],
    evidence: { exchange, responses: objects, operations, learned: { objects, resisted } },
  }
}

/** Groups with one response object, which several operations may share. */
function byResponse(groups: readonly ResponseGroup[]): [Located, ResponseGroup[]][] {
  const found = new Map<string, [Located, ResponseGroup[]]>()
  for (const group of groups) {
    const response = declaredResponse(group)
    if (response === undefined) continue
    const entry = found.get(response.pointer) ?? [response, []]
    entry[1].push(group)
    found.set(response.pointer, entry)
  }
  return [...found.values()]
}

function noteBody(observations: Observations, response: Located, exchange: Recorded): void {
  const value = jsonOf(exchange)
  const pointer = value === undefined ? undefined : declaredSchema(response, exchange)
  if (value !== undefined && pointer !== undefined) observations.note(pointer, { value, exchange })
}

function divide(
  candidates: readonly Candidate[],
  findings: readonly ConformanceFinding[],
  written: JsonObject,
): Proposals {
  const result: Proposals = { proposals: [], withheld: [] }
  for (const { why: known, ...proposal } of candidates) {
    const why = known ?? whyNot(proposal, findings, written)
    const { code, subject, place, evidence } = proposal
    if (why === undefined) result.proposals.push(proposal)
    else result.withheld.push({ code, subject, place, evidence, why })
  }
  return result
}

function whyNot(
  { code, subject, actions, evidence }: Candidate,
  findings: readonly ConformanceFinding[],
  written: JsonObject,
): WhyWithheld | undefined {
  const isOfProperty = [
    'undeclared-property',
    'absent-property',
    'null',
    'other-type',
    'other-value',
  ].includes(code)
  const isAccepted = (one: ConformanceFinding) => one.fault === 102 && one.subject === subject
  if (isOfProperty && code !== 'absent-property' && findings.some(isAccepted)) return 'invalid-accepted'
  const related = findings.filter(
    (one) =>
      evidence.operations.includes(one.operationId ?? '') &&
      (one.subject === subject || String(one.received) === subject),
  )
  if (related.some(({ repeated }) => repeated === false)) return 'not-repeated'
  if (evidence.responses < 2 && !related.some(({ repeated }) => repeated === true)) return 'not-repeated'
  // Later actions change what earlier ones add.
  const [first] = actions
  return first !== undefined && selectNodes(written, first.target).length === 0 ? 'other-file' : undefined
}

/** Whether an exchange shows what the server does by design: no evidence of a fault, no accepted violation. */
function isOfServer(findings: readonly ConformanceFinding[]): (exchange: Recorded) => boolean {
  const faulty = new Set(
    findings
      .filter(({ kind }) => kind === 'server-fault')
      .flatMap(({ sequence }) => sequence.slice(-1).map(({ number }) => number)),
  )
  const isViolation = ({ check, status }: Recorded) =>
    isSuccess(status) && faultOf(check.split(':', 1)[0] ?? '') === 102
  return (exchange) =>
    exchange.status > 0 &&
    !/^https?:/.test(exchange.path) &&
    !faulty.has(exchange.number) &&
    !isViolation(exchange)
}

/** Failures of the server are not documented. */
const isDocumentable = ({ status, exchanges }: ResponseGroup): boolean =>
  status >= 200 &&
  (status < 500 || (status === 503 && exchanges.every(({ headers }) => headers['retry-after'])))

function groupsOf(exchanges: readonly Recorded[], match: ReturnType<typeof createMatcher>): ResponseGroup[] {
  const groups = new Map<string, ResponseGroup>()
  for (const exchange of exchanges) {
    const { operation } = match(exchange.method, exchange.url)
    // HEAD is found as GET, and has no body.
    if (operation === undefined || operation.method !== exchange.method) continue
    const { status } = exchange
    const key = `${operation.operationId} ${status}`
    const group = groups.get(key) ?? { operation, status, exchanges: [] }
    group.exchanges.push(exchange)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function contextOf(document: ContractDocument, operations: readonly Operation[]): ResponseContext {
  const is30 = versionOf(document) === '3.0'
  const findClosed = createErrorFinder(document, { direction: 'response', closed: true })
  const ofRequests = requestSchemas(document, operations)
  return {
    document,
    operations,
    findClosed,
    headers: declaredHeaders(document, operations),
    style: { is30, reference: (values) => referenceFor(values, document, findClosed) },
    isOfRequests: (pointer) => ofRequests.has(pointer),
    tokensOf: (pointer) => (is30 ? withoutNullForms(document, tokensOf(pointer)) : tokensOf(pointer)),
  }
}

/** Reading a document of OpenAPI 3.0 turns `nullable` into a choice; its second form is the schema as it is written. */
function withoutNullForms({ root }: ContractDocument, tokens: readonly string[]): string[] {
  return tokens.filter((token, index) => {
    const upTo = (end: number) => valueAt(root, pointerOf(...tokens.slice(0, end)))
    const forms =
      token === 'anyOf' ? upTo(index + 1) : tokens[index - 1] === 'anyOf' ? upTo(index) : undefined
    const isMade =
      Array.isArray(forms) && forms.length === 2 && isObject(forms[0]) && forms[0].type === 'null'
    return !isMade
  })
}

/** The share of a schema's properties that objects have to show, to be described by it. */
const ENOUGH_SHOWN = 0.5

/** A reference to the schema of the components that describes all the objects best. */
function referenceFor(
  values: readonly Json[],
  document: ContractDocument,
  find: ErrorFinder,
): Json | undefined {
  const shown = new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : [])))
  let best: { reference: string; share: number } | undefined
  for (const [name, schema] of Object.entries(objectAt(objectAt(document.root, 'components'), 'schemas'))) {
    const names = membersOf(viewOf(document, schema)).map(([member]) => member)
    if (names.length === 0 || [...shown].some((one) => !names.includes(one))) continue
    const share = shown.size / names.length
    if (share < ENOUGH_SHOWN || share <= (best?.share ?? 0)) continue
    const pointer = pointerOf('components', 'schemas', name)
    if (values.every((value) => find(pointer, value).length === 0))
      best = { reference: `#/components/schemas/${name}`, share }
  }
  return best && { $ref: best.reference }
}
