import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { mediaTypeOf } from '../../../openapi/json.ts'
import type { Recorded } from '../../engine/events.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { unknownId } from '../requests/unknown-item-not-found.ts'

/** Security headers, which must be on every response or on none. */
const HEADERS = [
  'strict-transport-security',
  'x-content-type-options',
  'cache-control',
  'content-security-policy',
  'referrer-policy',
  'x-frame-options',
  'cross-origin-resource-policy',
]

/** All responses must have the same security headers, and all errors the same form. */
export const consistentResponses = defineRule({
  ...definitionOf('consistent-responses'),
  *checks({ api, graph }) {
    for (const operation of api.operations) {
      yield {
        name: 'response',
        constraint: 'usual headers',
        operation,
        async run(context) {
          const parts = await likelyBase(context, operation)
          look(context, await context.send(operation, parts, { identity: null }), operation)
          if (operation.method !== 'GET') return
          const shown = await context.send(operation, parts)
          look(context, shown, operation)
          const read = graph.resources.find((resource) => resource.read === operation)
          const id = read && unknownId(context, operation, read.parameter, parts.params[read.parameter])
          if (read === undefined || id === undefined) return
          const unknown = { ...parts, params: { ...parts.params, [read.parameter]: id } }
          separated(context, await context.send(operation, unknown), shown, operation)
        },
      }
    }
  },
})

const SHARED = /\bpublic\b|s-maxage/i

/**
 * The values of cache and content policies differ between responses for good reasons, so that only the
 * presence of these headers counts. In addition, responses to requests with credentials must not be cached
 * publicly (RFC 9111, 3.5).
 */
function askedOf(
  name: string,
  value: string,
  operation: ApiOperation,
): { question: string; response: string } {
  if (value === 'none' || !['cache-control', 'content-security-policy'].includes(name))
    return { question: name, response: value }
  if (name !== 'cache-control' || !needsCredential(operation)) return { question: name, response: 'given' }
  return { question: name, response: SHARED.test(value) ? 'for all callers' : 'given' }
}

/**
 * Where a response must not be cached publicly, its 404 must not be either, because the item may be created
 * later.
 */
function separated(context: CheckContext, error: Recorded, shown: Recorded, operation: ApiOperation): void {
  const [kept, usual] = [error, shown].map(({ headers }) => readHeader(headers, 'cache-control') ?? '')
  if (error.status < 400 || !needsCredential(operation)) return
  if (!SHARED.test(kept ?? '') || SHARED.test(usual ?? '')) return
  context.broken({
    code: 'error-cached',
    received: kept,
    details: { status: error.status, success: shown.status },
    exchange: error,
    with: [shown],
    place: operation.pointer,
  })
}

function look(context: CheckContext, exchange: Recorded, operation: ApiOperation): void {
  for (const [name, wanted] of Object.entries(context.hints.everyResponse ?? {})) {
    const received = readHeader(exchange.headers, name)
    // `*` is any value.
    if (
      wanted === null
        ? received === undefined
        : received !== undefined && (wanted === '*' || received === wanted)
    )
      continue
    context.broken({
      code: 'header-not-as-configured',
      subject: name,
      received,
      expected: wanted,
      exchange,
      place: operation.pointer,
    })
  }
  const kind = exchange.status < 400 ? 'success' : 'error'
  for (const name of HEADERS) {
    const value = readHeader(exchange.headers, name) ?? 'none'
    const { question, response } = askedOf(name, value, operation)
    context.habit(`consistent-responses: ${kind} ${question}`, response, {
      code: 'usual-header',
      subject: name,
      received: value,
      exchange,
      place: operation.pointer,
    })
  }
  // A response to HEAD has no body (RFC 9110, 9.3.2).
  if (kind === 'error' && exchange.method !== 'HEAD') lookAtError(context, exchange, operation)
}

function lookAtError(context: CheckContext, exchange: Recorded, operation: ApiOperation): void {
  const type = mediaTypeOf(readHeader(exchange.headers, 'content-type') ?? 'nothing')
  const form = isObject(exchange.json as Json) ? formOf(exchange.json as Json) : `no JSON but ${type}`
  const reported = { code: 'error-form' as const, received: form, exchange, place: operation.pointer }
  context.habit(`consistent-responses: ${exchange.status} form`, form, reported)
}

/** The names of the properties, two levels deep. */
function formOf(json: Json): string {
  if (!isObject(json)) return typeof json
  const members = Object.entries(json).map(([name, value]) =>
    isObject(value) ? `${name}{${Object.keys(value).sort().join(',')}}` : name,
  )
  return `{${members.sort().join(',')}}`
}
