import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import { readHeader } from '../../../openapi/headers.ts'
import type { Recorded } from '../../engine/events.ts'
import { alternativesFor, isAtPlace, placesOf } from '../../engine/identities.ts'
import { requestOf } from '../../engine/requests.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'

const ORIGIN = 'https://conformance.example'

const listOf = (exchange: Recorded, name: string): string[] =>
  (readHeader(exchange.headers, name) ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/**
 * A list of methods that is the same for every path may be a policy. A list that differs between paths is
 * derived from each path, so that a missing declared method is a mistake.
 */
async function saysElsewhere(
  context: CheckContext,
  operation: ApiOperation,
  exchange: Recorded,
): Promise<void> {
  const { methods } = context.api
  const own = (path: string, list: readonly string[]) =>
    list.every((one) => one === 'head' || one === 'options' || methods.get(path)?.includes(one.toUpperCase()))
  const here = listOf(exchange, 'access-control-allow-methods')
  if (!own(operation.template, here)) return
  const others = context.api.operations.filter(
    ({ template }) =>
      !template.includes('{') &&
      template !== operation.template &&
      methods.get(template)?.join() !== methods.get(operation.template)?.join(),
  )
  for (const other of others.slice(0, 4)) {
    const there = await context.sendRaw('OPTIONS', other.template, {
      identity: null,
      headers: { Origin: ORIGIN, 'Access-Control-Request-Method': other.method },
    })
    const list = listOf(there, 'access-control-allow-methods')
    if (list.length === 0 || !own(other.template, list)) return
    if (list.join() === here.join()) continue
    return context.broken({
      code: 'method-not-allowed-by-cors',
      subject: operation.method,
      received: here,
      expected: operation.method,
      exchange,
      with: [there],
      place: operation.pointer,
    })
  }
}

/**
 * The headers that a browser would announce in a preflight for this operation. A server may allow only the
 * announced ones.
 */
function askedHeaders({ roles }: CheckContext, { body }: ApiOperation): Record<string, string> {
  const inHeaders = placesOf(roles.main).filter(({ kind }) => kind === 'header')
  const names = [
    ...inHeaders.map(({ name }) => name.toLowerCase()),
    ...(body === undefined ? [] : ['content-type']),
  ]
  return names.length === 0 ? {} : { 'Access-Control-Request-Headers': names.sort().join(',') }
}

/** Headers with credentials that every alternative of the operation requires, as far as the first identity has it. */
function requiredHeaders({ api, roles }: CheckContext, operation: ApiOperation): string[] {
  const alternatives = alternativesFor(api.document, roles.main, operation)
  return placesOf(roles.main)
    .filter((one) => alternatives.every((places) => places.some((place) => isAtPlace(one, place))))
    .flatMap(({ kind, name }) => (kind === 'header' ? [name] : []))
}

/** CORS headers must be the same for each operation (Fetch standard, CORS protocol). */
export const corsConsistent = defineRule({
  ...definitionOf('cors-consistent'),
  *checks({ api }) {
    for (const operation of api.operations) {
      yield {
        name: 'preflight',
        constraint: 'method OPTIONS',
        operation,
        async run(context) {
          const parts = await likelyBase(context, operation)
          const { path } = requestOf(context.api.document, operation, { ...parts, query: {} })
          const exchange = await context.sendRaw('OPTIONS', path, {
            identity: null,
            headers: {
              Origin: ORIGIN,
              'Access-Control-Request-Method': operation.method,
              ...askedHeaders(context, operation),
            },
          })
          const origin = readHeader(exchange.headers, 'access-control-allow-origin')
          const methods = readHeader(exchange.headers, 'access-control-allow-methods')
          const allowed =
            methods === undefined
              ? 'none'
              : methods.includes('*') ||
                methods
                  .toUpperCase()
                  .split(/[\s,]+/)
                  .includes(operation.method)
          // An error, such as of an unknown path, may come from before the part that knows other origins.
          if (exchange.status < 400)
            context.habit(
              'cors-consistent: preflight',
              // Without CORS, the response to OPTIONS does not matter.
              origin === undefined
                ? 'none'
                : `${exchange.status}, origin ${origin}, method ${allowed === 'none' ? 'not stated' : allowed ? 'allowed' : 'not allowed'}`,
              {
                code: 'preflight-status',
                subject: operation.method,
                received: exchange.status,
                details: { origin },
                exchange,
                place: operation.pointer,
              },
            )
          if (exchange.status >= 500 && exchange.status !== 501)
            context.broken({
              code: 'wrong-status',
              subject: 'OPTIONS',
              received: exchange.status,
              expected: 'no server error',
              exchange,
            })
          if (origin === undefined) return
          // Browsers send no credential with a preflight, and require a success status.
          if (exchange.status === 401 || exchange.status === 403)
            context.broken({
              code: 'wrong-status',
              subject: 'a preflight from an allowed origin without a credential',
              received: exchange.status,
              expected: 'a success',
              exchange,
              place: operation.pointer,
            })
          if (allowed === false) await saysElsewhere(context, operation, exchange)
          const names = listOf(exchange, 'access-control-allow-headers')
          const forbidden = requiredHeaders(context, operation).find(
            (name) => !names.includes(name.toLowerCase()),
          )
          if (
            forbidden !== undefined &&
            names.length > 0 &&
            !names.includes('*') &&
            api.operations.every(needsCredential)
          )
            context.broken({
              code: 'credential-not-allowed-by-cors',
              subject: forbidden,
              received: names,
              exchange,
              place: operation.pointer,
            })
        },
      }
      if (operation.method !== 'GET') continue
      yield {
        name: 'origin',
        constraint: 'header.Origin',
        operation,
        async run(context) {
          const parts = await likelyBase(context, operation)
          const exchange = await context.send(operation, parts, { headers: { Origin: ORIGIN } })
          const reported = [
            'access-control-allow-origin',
            'access-control-allow-credentials',
            'access-control-expose-headers',
          ].map((name) => readHeader(exchange.headers, name) ?? 'none')
          const vary = readHeader(exchange.headers, 'vary')?.toLowerCase().includes('origin')
            ? 'Vary: Origin'
            : 'no Vary'
          if (exchange.status < 400)
            context.habit(
              'cors-consistent: origin',
              reported[0] === 'none'
                ? 'none'
                : `${reported[0] === ORIGIN ? 'the origin' : reported[0]}, credentials ${reported[1]}, exposes ${reported[2]}, ${vary}`,
              {
                code: 'cors-origin',
                received: reported[0] ?? 'none',
                exchange,
                place: operation.pointer,
              },
            )
          if (reported[0] === ORIGIN && reported[1] === 'true')
            context.broken({
              code: 'cors-credentials-for-any-origin',
              received: ORIGIN,
              exchange,
              place: operation.pointer,
            })
          // Without CORS headers on an error response, a page only sees a network error.
          if (exchange.status >= 400 || reported[0] === 'none' || !needsCredential(operation)) return
          const rejected = await context.send(operation, parts, {
            identity: null,
            headers: { Origin: ORIGIN },
          })
          if (
            rejected.status >= 400 &&
            readHeader(rejected.headers, 'access-control-allow-origin') === undefined
          )
            context.broken({
              code: 'cors-missing-on-error',
              received: rejected.status,
              expected: reported[0],
              details: { success: exchange.status },
              exchange: rejected,
              with: [exchange],
              place: operation.pointer,
            })
        },
      }
    }
  },
})
