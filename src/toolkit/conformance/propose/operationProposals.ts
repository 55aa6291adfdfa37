/** Operations and query parameters that the document lacks and that responses name. */
import { observedSchema } from '../../model/observedSchema.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import type { OperationMatch } from '../../openapi/match.ts'
import type { Operation } from '../../openapi/operations.ts'
import { valueAt } from '../../openapi/pointer.ts'
import type { Recorded } from '../engine/events.ts'
import type { Seen } from './observations.ts'
import { type Action, evidenceOf, jsonPathOf } from './proposal.ts'
import { jsonOf, nameOf, type ResponseContext, responseOf } from './responseProposals.ts'
import type { Candidate } from './schemaProposals.ts'

type Match = (method: string, url: string) => OperationMatch

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Statuses of a method that the server does not have. */
const UNKNOWN = [404, 405, 501]

/** Methods of known paths that the document lacks: those that `Allow` lists or that succeed. */
export function undeclaredOperations(
  exchanges: readonly Recorded[],
  match: Match,
  context: ResponseContext,
): Candidate[] {
  const found = new Map<string, { sister: Operation; method: string; shown: Recorded[]; sent: Recorded[] }>()
  const entryOf = (sister: Operation, method: string) => {
    const key = `${method} ${sister.path}`
    const known = found.get(key) ?? { sister, method, shown: [], sent: [] }
    found.set(key, known)
    return known
  }
  for (const exchange of exchanges) {
    const { operation, methods } = match(exchange.method, exchange.url)
    const [known = ''] = methods
    const sister = operation ?? match(known, exchange.url).operation
    if (sister === undefined) continue
    const isUnknown = operation === undefined && METHODS.includes(exchange.method)
    if (isUnknown) entryOf(sister, exchange.method).sent.push(exchange)
    if (isUnknown && exchange.status < 400) entryOf(sister, exchange.method).shown.push(exchange)
    if (exchange.status !== 405) continue
    for (const method of allowed(exchange))
      if (!methods.includes(method)) entryOf(sister, method).shown.push(exchange)
  }
  return [...found.values()].flatMap((one) =>
    one.shown.length === 0 ? [] : [operationCandidate(one, context)],
  )
}

const allowed = ({ headers }: Recorded): string[] =>
  (readHeader(headers, 'allow') ?? '')
    .split(',')
    .map((one) => one.trim().toUpperCase())
    .filter((one) => METHODS.includes(one))

function operationCandidate(
  { sister, method, shown, sent }: { sister: Operation; method: string; shown: Recorded[]; sent: Recorded[] },
  context: ResponseContext,
): Candidate {
  const statuses = [...new Set(sent.map(({ status }) => status))].filter(
    (status) => status > 0 && status < 500 && !UNKNOWN.includes(status),
  )
  const responses = statuses.map((status): [string, Json] => [
    String(status),
    responseOf(
      status,
      sent.filter((one) => one.status === status),
      context,
    ),
  ])
  const itemPointer = sister.pointer.replace(/\/[^/]+$/, '')
  const own = valueAt(context.document.root, `${sister.pointer}/parameters`)
  const inPath = (Array.isArray(own) ? own : []).filter((one) => isObject(one) && one.in === 'path')
  const operation: JsonObject = {
    ...(inPath.length > 0 && { parameters: inPath }),
    ...(/^P/.test(method) && {
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    }),
    // An operation has one response at least (OpenAPI 3.0, "Responses Object").
    responses: responses.length > 0 ? Object.fromEntries(responses) : { '2XX': { description: 'Success' } },
  }
  const place = nameOf({ method, path: sister.path })
  return {
    code: 'undeclared-operation',
    subject: method,
    place,
    actions: [
      { target: jsonPathOf(context.tokensOf(itemPointer)), update: { [method.toLowerCase()]: operation } },
    ],
    evidence: { ...evidenceOf(shown.map((exchange) => ({ value: null, exchange }))), operations: [place] },
  }
}

/** Query parameters in addresses that responses name: links to pages, Location. */
export function undeclaredParameters(
  exchanges: readonly Recorded[],
  match: Match,
  context: ResponseContext,
): Candidate[] {
  const found = new Map<string, { operation: Operation; name: string; seen: Seen[] }>()
  for (const exchange of exchanges) {
    if (exchange.status >= 300 || exchange.method !== 'GET') continue
    const own = match('GET', exchange.url).operation?.operationId
    for (const address of addressesIn(exchange)) {
      if (!URL.canParse(address, 'http://target')) continue
      const url = new URL(address, 'http://target')
      const { operation } = match('GET', url.pathname)
      // A link may lead anywhere; one to the same list names what the list accepts.
      if (operation === undefined || operation.operationId !== own) continue
      const declared = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      const sent = new URL(exchange.path, 'http://target').searchParams
      for (const [name, text] of url.searchParams) {
        if (declared.includes(name) || sent.has(name) || /[[\]]/.test(name)) continue
        const key = `${operation.operationId} ${name}`
        const entry = found.get(key) ?? { operation, name, seen: [] }
        entry.seen.push({ value: /^-?\d{1,15}$/.test(text) ? Number(text) : text, exchange })
        found.set(key, entry)
      }
    }
  }
  return [...found.values()].map(({ operation, name, seen }): Candidate => {
    const schema = observedSchema(
      seen.map(({ value }) => value),
      context.style,
    )
    const parameter = { name, in: 'query', schema }
    const list = `${operation.pointer}/parameters`
    const hasList = Array.isArray(valueAt(context.document.root, list))
    const target = jsonPathOf(context.tokensOf(hasList ? list : operation.pointer))
    const actions: Action[] = [{ target, update: hasList ? parameter : { parameters: [parameter] } }]
    return {
      code: 'undeclared-parameter',
      subject: name,
      place: nameOf(operation),
      actions,
      evidence: evidenceOf(seen),
    }
  })
}

/** Texts of a response that look like addresses with a query: of its body, of `Link` and of `Location`. */
function addressesIn(exchange: Recorded): string[] {
  const links = [...(readHeader(exchange.headers, 'link') ?? '').matchAll(/<([^>]*)>/g)].map(
    ([, one = '']) => one,
  )
  const texts: string[] = [...links, readHeader(exchange.headers, 'location') ?? '']
  const body = jsonOf(exchange)
  const queue: Json[] = isObject(body) ? [body] : []
  for (let next = queue.pop(); next !== undefined; next = queue.pop())
    for (const inner of Object.values(next as JsonObject)) {
      if (typeof inner === 'string') texts.push(inner)
      // Links of the list itself are next to its items, not in them.
      else if (isObject(inner)) queue.push(inner)
    }
  return texts.filter((text) => /^(https?:\/)?\/[^\s?]*\?[^\s]+=/.test(text))
}
