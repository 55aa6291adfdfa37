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

/** A method of a known path, with the responses that show it and all responses to it. */
interface Undeclared {
  sister: Operation
  method: string
  shown: Recorded[]
  sent: Recorded[]
}

/** Methods of known paths that the document lacks: those that `Allow` lists or that succeed. */
export function undeclaredOperations(
  exchanges: readonly Recorded[],
  match: Match,
  context: ResponseContext,
): Candidate[] {
  const found = new Map<string, Undeclared>()
  for (const exchange of exchanges) {
    const { operation, methods } = match(exchange.method, exchange.url)
    const sister = operation ?? match(methods[0] ?? '', exchange.url).operation
    if (sister === undefined) continue
    if (operation === undefined && METHODS.includes(exchange.method)) {
      const entry = entryOf(found, sister, exchange.method)
      entry.sent.push(exchange)
      if (exchange.status < 400) entry.shown.push(exchange)
    }
    const others = exchange.status === 405 ? allowed(exchange).filter((one) => !methods.includes(one)) : []
    for (const method of others) entryOf(found, sister, method).shown.push(exchange)
  }
  return [...found.values()]
    .filter(({ shown }) => shown.length > 0)
    .map((one) => operationCandidate(one, context))
}

function entryOf(found: Map<string, Undeclared>, sister: Operation, method: string): Undeclared {
  const key = `${method} ${sister.path}`
  const entry = found.get(key) ?? { sister, method, shown: [], sent: [] }
  found.set(key, entry)
  return entry
}

const allowed = ({ headers }: Recorded): string[] =>
  (readHeader(headers, 'allow') ?? '')
    .split(',')
    .map((one) => one.trim().toUpperCase())
    .filter((one) => METHODS.includes(one))

function operationCandidate(
  { sister, method, shown, sent }: Undeclared,
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
    const { operation } = match('GET', exchange.url)
    if (operation === undefined || exchange.status >= 300 || exchange.method !== 'GET') continue
    // A link may lead anywhere; one to the same list names what the list accepts.
    const own = addressesIn(exchange).filter(
      ({ pathname }) => match('GET', pathname).operation?.operationId === operation.operationId,
    )
    for (const [name, text] of newParameters(own, operation, exchange)) {
      const key = `${operation.operationId} ${name}`
      const entry = found.get(key) ?? { operation, name, seen: [] }
      entry.seen.push({ value: /^-?\d{1,15}$/.test(text) ? Number(text) : text, exchange })
      found.set(key, entry)
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

/** Query parameters of addresses that neither the operation declares nor the request had. */
function newParameters(
  addresses: readonly URL[],
  { parameters }: Operation,
  { path }: Recorded,
): [name: string, text: string][] {
  const sent = new URL(path, 'http://target').searchParams
  const known = new Set([
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    ...sent.keys(),
  ])
  return addresses
    .flatMap(({ searchParams }) => [...searchParams])
    .filter(([name]) => !known.has(name) && !/[[\]]/.test(name))
}

/** Texts of a response that look like addresses with a query: of its body, of `Link` and of `Location`. */
function addressesIn(exchange: Recorded): URL[] {
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
  return texts
    .filter((text) => /^(https?:\/)?\/[^\s?]*\?[^\s]+=/.test(text) && URL.canParse(text, 'http://target'))
    .map((text) => new URL(text, 'http://target'))
}
