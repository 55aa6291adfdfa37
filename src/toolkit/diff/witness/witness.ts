/**
 * Witnesses: for each breaking finding a message that is valid under one version and invalid under the other,
 * as the validators of both confirm. A finding without a witness is risky, with the reason, and never
 * breaking.
 */
import type { ApiOperation } from '../../model/api.ts'
import type { Json } from '../../openapi/document.ts'
import { tokensOf } from '../../openapi/pointer.ts'
import type { Direction, Finding, Segment, Use } from '../finding.ts'
import type { PlacedFinding, PlacedSlot, Slot } from '../graph.ts'
import type { LoadedDocument } from '../location.ts'
import { findValue } from './findValue.ts'
import type { SampleRequest, Witness } from './message.ts'
import { type RequestCode, requestProblem, requestsOf } from './request.ts'
import { concreteStatus, type ResponseCode, responseProblem, responsesOf } from './response.ts'
import { placedAt, type Reading, type Side, sideOf } from './side.ts'

interface Versions {
  old: LoadedDocument
  new: LoadedDocument
}

/** Rules about what only the other version declares: which problem a request must have, or a response. */
const REQUEST_CODES: Record<string, readonly RequestCode[]> = {
  'operation-removed': ['no-operation'],
  'required-parameter-added': ['parameter-missing'],
  'became-required': ['parameter-missing'],
  'parameter-removed': ['parameter-undeclared'],
  'required-body-added': ['body-missing'],
  'body-became-required': ['body-missing'],
  'body-removed': ['body-undeclared'],
  'media-type-removed': ['media-type'],
  'media-type-specialized': ['media-type'],
  'serialization-changed': ['parameter-form'],
  'security-required': ['credential'],
  'security-alternative-removed': ['credential'],
  'second-credential-required': ['credential'],
  'scope-required': ['credential'],
  'security-scheme-changed': ['credential'],
}

interface ResponseRule {
  code: ResponseCode
  validUnder: 'old' | 'new'
}

const RESPONSE_RULES: Record<string, ResponseRule> = {
  'success-status-removed': { code: 'status', validUnder: 'old' },
  'media-type-removed': { code: 'media-type', validUnder: 'old' },
  'media-type-generalized': { code: 'media-type', validUnder: 'new' },
  'header-removed': { code: 'header-undeclared', validUnder: 'old' },
  'became-optional': { code: 'header-missing', validUnder: 'new' },
}

/** Changes of what no validator sees: where a server is, how a token is obtained, how bytes and XML are written. */
const DECLARATION_PREFIXES: readonly string[] = [
  ...['request', 'response'].flatMap((direction) =>
    ['content-', 'xml-', 'discriminator-', 'extensible-'].map((rule) => `${direction}-${rule}`),
  ),
  'response-property-became-write-only',
  ...['part-media-type', 'document-removed', 'server-', 'variable-', 'base-path-', 'oauth-', 'sunset-'],
  ...['channel-', 'message-removed', 'operation-channel', 'action-', 'reply-', 'access-', 'correlation-'],
  ...['default-content-type', 'content-type-changed', 'schema-format', 'extension-'],
  ...['identifier-', 'pagination-', 'default-order-', 'page-size-', 'filter-'],
]

/**
 * The finding with its witness; one that is breaking and has none becomes risky.
 * @param versions the documents that the finding is about
 */
export function withWitness(placed: PlacedFinding, versions: Versions): Finding {
  const { finding } = placed
  if (finding.level !== 'breaking' || isDeclaration(placed, versions)) return finding
  const witness = witnessOf(placed, versions)
  if (witness !== undefined) return { ...finding, witness }
  return {
    ...finding,
    level: 'risky',
    undecided: `No ${finding.direction === 'request' ? 'request' : 'response'} was found that one version allows and the other does not.`,
  }
}

function isDeclaration({ finding, place, detail }: PlacedFinding, versions: Versions): boolean {
  // Ajv reads no property of this name.
  if ([detail, ...place.path.map(nameIn)].includes('__proto__')) return true
  if (DECLARATION_PREFIXES.some((prefix) => finding.rule.startsWith(prefix))) return true
  // How a header is written.
  if (finding.rule === 'serialization-changed' && finding.direction === 'response') return true
  const { operation } = place.use
  if (place.slots.length > 0) return place.slots.every(isUnread)
  if (operation === undefined)
    return finding.rule !== 'security-scheme-changed' || versions.old.kind !== 'openapi'
  // A method that the version of OpenAPI does not know, such as QUERY in 3.1.
  return operationAt(sideOf(versions.old), operation.method, operation.old) === undefined
}

/** A schema at a place that the version of OpenAPI does not know. */
const isUnread = ({ old, new: now }: Slot): boolean =>
  [old, now].every((at) => placedAt(at).schema === undefined)

function witnessOf(placed: PlacedFinding, versions: Versions): Witness | undefined {
  const { place } = placed
  const slots = place.slots.length > 0 ? [...nearest(place.slots), ...componentOf(placed)] : []
  for (const slot of slots) {
    const found = ofSlot(placed, slot, versions)
    if (found !== undefined) return found
  }
  if (slots.length > 0) return undefined
  const { operation } = place.use
  if (operation === undefined) return anyOperation(placed, versions)
  return placed.direction === 'response'
    ? ofResponse(placed, operation, versions)
    : ofRequest(placed, operation, versions)
}

/** Of more names and items on the way to a place, values are large, and each alternative on the way has to fit. */
const MAX_WAY = 12

/** The slots with a short way to the place, and then the one with the next longer way. */
function nearest(slots: readonly PlacedSlot[]): readonly PlacedSlot[] {
  const near = slots.filter(({ inside }) => inside.length <= MAX_WAY)
  const far = slots.filter(({ inside }) => inside.length > MAX_WAY)
  return near.length > 0 ? [...near, ...far.slice(-1)] : slots
}

/** The component that contains the finding, for forms that only a discriminator names: no validator of the whole value knows them. */
function componentOf({ at }: PlacedFinding): PlacedSlot[] {
  const [component] = [at.new, at.old].flatMap(
    ({ pointer }) => /^\/components\/schemas\/[^/]+/.exec(pointer)?.[0] ?? [],
  )
  if (component === undefined) return []
  return [{ old: at.old.document.at(component), new: at.new.document.at(component), inside: [] }]
}

type OperationPaths = NonNullable<Use['operation']>

const operationsOf = ({ method, old, new: now }: OperationPaths, versions: Versions) => ({
  old: operationAt(sideOf(versions.old), method, old),
  new: operationAt(sideOf(versions.new), method, now),
})

const operationAt = (side: Side, method: string, path: string | undefined): ApiOperation | undefined =>
  path === undefined ? undefined : side.operation(method, path)

/** A security scheme is of the document: any operation that uses it shows the change. */
function anyOperation(placed: PlacedFinding, versions: Versions): Witness | undefined {
  for (const { method, template } of sideOf(versions.old).api.operations) {
    const found = ofRequest(placed, { method, old: template, new: template }, versions)
    if (found !== undefined) return found
  }
  return undefined
}

function ofRequest(
  { finding, place, detail }: PlacedFinding,
  paths: OperationPaths,
  versions: Versions,
): Witness | undefined {
  const { old, new: now } = operationsOf(paths, versions)
  const codes = REQUEST_CODES[finding.rule]
  if (old === undefined || codes === undefined) return undefined
  const side = sideOf(versions.new)
  const names = [detail, nameOf(place.path)].filter((one) => one !== undefined)
  const found: { request: SampleRequest; problem: string }[] = []
  for (const request of requestsOf(sideOf(versions.old), old)) {
    const problem = requestProblem(side, now, request)
    if (problem === undefined || !codes.includes(problem.code)) continue
    found.push({ request, problem: problem.text })
    // One that names what the finding names shows it best.
    if (names.length === 0 || names.some((name) => problem.text.includes(name))) break
  }
  const best = found.at(-1)
  return best && { kind: 'request', validUnder: 'old', ...best }
}

const nameIn = (segment: Segment): string | undefined => ('name' in segment ? segment.name : undefined)

const nameOf = (path: readonly Segment[]): string | undefined =>
  path.flatMap((one) => nameIn(one) ?? []).at(-1)

function ofResponse(
  { finding, place, detail }: PlacedFinding,
  paths: OperationPaths,
  versions: Versions,
): Witness | undefined {
  const operations = operationsOf(paths, versions)
  const rule = RESPONSE_RULES[finding.rule]
  if (rule === undefined) return undefined
  const { validUnder } = rule
  const other = validUnder === 'old' ? 'new' : 'old'
  const [accepting, rejecting] = [operations[validUnder], operations[other]]
  if (accepting === undefined || rejecting === undefined) return undefined
  const status = place.path.find((segment) => segment.kind === 'response')?.status ?? detail
  for (const response of responsesOf(sideOf(versions[validUnder]), accepting)) {
    if (status !== undefined && concreteStatus(status) !== response.status) continue
    if (responseProblem(sideOf(versions[validUnder]), accepting, response) !== undefined) continue
    const problem = responseProblem(sideOf(versions[other]), rejecting, response)
    if (problem?.code === rule.code)
      return { kind: 'response', validUnder, problem: problem.text, to: place.use.label, response }
  }
  return undefined
}

/** Names of properties that responses lose are only missed by clients that read them: nothing undeclared may come. */
const STRICT_RULE = 'response-property-removed'

/** The schema of the whole value comes first; a witness for one form only proves a change of that form. */
function ofSlot(placed: PlacedFinding, slot: PlacedSlot, versions: Versions): Witness | undefined {
  const { place, finding, detail } = placed
  const strict = finding.rule === STRICT_RULE
  const reading: Reading = { direction: directionOf(place.path, placed.direction), strict }
  const [old, now] = [placedAt(slot.old), placedAt(slot.new)]
  // A change with both effects shows either way.
  const usual = (placed.direction === 'request') !== strict ? 'old' : strict ? 'old' : 'new'
  for (const validUnder of usual === 'old' ? (['old', 'new'] as const) : (['new', 'old'] as const)) {
    const [accepting, rejecting] = validUnder === 'old' ? [old, now] : [now, old]
    const found = findValue({ accepting, rejecting, way: slot.inside, detail, reading })
    if (found === undefined) continue
    const message =
      slot === place.slots[0]
        ? messageOf(placed, slot, found.value, versions)
        : { kind: 'payload' as const, of: place.use.label, payload: found.value }
    return { validUnder, problem: found.problem, ...message }
  }
  return undefined
}

/** `readOnly` and `writeOnly` are about bodies. */
function directionOf(path: readonly Segment[], direction: Direction | 'none'): Reading['direction'] {
  if (path.some(({ kind }) => kind === 'parameter' || kind === 'header')) return undefined
  return direction === 'request' ? 'request' : 'response'
}

/** The whole message around the value. */
function messageOf(placed: PlacedFinding, slot: Slot, value: Json, versions: Versions) {
  const { use, path } = placed.place
  const operation = use.operation && operationsOf(use.operation, versions)
  const status = path.find((segment) => segment.kind === 'response')?.status
  const mediaType = mediaTypeIn(slot)
  if (status !== undefined && operation !== undefined) {
    const header = path.find((segment) => segment.kind === 'header')?.name
    const response = {
      status: concreteStatus(status),
      mediaType,
      headers: header === undefined ? {} : { [header]: value },
      body: header === undefined ? value : undefined,
    }
    return { kind: 'response' as const, to: use.label, response }
  }
  const parameter = path.find((segment) => segment.kind === 'parameter')
  if (operation?.old !== undefined) {
    const stated = parameter
      ? { parameter: { ...oldParameter(parameter, slot, operation.old), value } }
      : { body: { mediaType: mediaType ?? 'application/json', value } }
    const [request] = requestsOf(sideOf(versions.old), operation.old, stated)
    if (request !== undefined) return { kind: 'request' as const, request }
  }
  return { kind: 'payload' as const, of: use.label, payload: value }
}

/** Path parameters are the same by their position, so that the old one may have another name. */
function oldParameter(
  { name, in: place }: Extract<Segment, { kind: 'parameter' }>,
  slot: Slot,
  { inputs }: ApiOperation,
): { name: string; in: string } {
  return inputs.find(({ schemaPointer }) => schemaPointer === slot.old.pointer) ?? { name, in: place }
}

/** `…/content/application~1json/schema`; a range gives way to the media type that the other version names. */
function mediaTypeIn(slot: Slot): string | undefined {
  const types = [slot.old, slot.new].flatMap(({ pointer }) => {
    const tokens = tokensOf(pointer)
    return tokens.at(-3) === 'content' ? (tokens.at(-2) ?? []) : []
  })
  return types.find((type) => !type.includes('*')) ?? types[0]
}
