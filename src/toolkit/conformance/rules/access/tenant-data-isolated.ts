import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { unknownId } from '../requests/unknown-item-not-found.ts'
import { idempotencyHeaderOf } from '../updates/idempotency-key-honored.ts'
import { foreignReferences } from './foreignReferences.ts'

/** Resources of one tenant must not be visible to another: not to read, list, change, delete or refer to. */
export const tenantDataIsolated = defineRule({
  ...definitionOf('tenant-data-isolated'),
  *checks({ api, graph, roles, hints }) {
    const { stranger } = roles
    for (const operation of api.operations.filter(needsCredential)) {
      const along = graph.alongPath(operation.path).filter((resource) => resource.create ?? resource.put)
      const resource = along.at(-1)
      if (resource === undefined) continue
      if (stranger === undefined) {
        yield {
          name: 'item',
          constraint: 'identity other organization',
          operation,
          run: async (context) =>
            context.notObserved({
              code: 'unconfigured',
              what: 'identity with another "organization"',
              key: '"identities"',
            }),
        }
        continue
      }
      yield {
        name: 'item',
        constraint: `identity ${stranger.name}`,
        operation,
        async run(context) {
          const parts = await ownersRequest(context, operation)
          const item = operation.method === 'DELETE' ? undefined : parts
          const isRemoval = operation.method === 'DELETE' && operation.path === resource.item
          const wasThere =
            isRemoval && resource.read !== undefined
              ? (await context.send(resource.read, { params: parts.params, query: {}, headers: {} })).status <
                300
              : false
          const exchange = await context.send(operation, parts, { identity: stranger })
          const usual = hints.foreignItems === 'unknown' ? [404] : [404, 403]
          const fitting = usual.filter((status) => operation.responses.has(String(status)))
          const right = (fitting.length > 0 ? fitting : usual).includes(exchange.status)
          if (!right)
            context.broken({
              code: 'wrong-status',
              subject: `another tenant's ${resource.parameter}`,
              received: exchange.status,
              expected: fitting.length > 0 ? fitting : usual,
              exchange,
              place: operation.pointer,
            })
          else if (leaks(exchange.json, item?.params))
            context.broken({
              code: 'error-shows-tenant-data',
              exchange,
              place: operation.pointer,
            })
          if (right && operation === resource.read) {
            await reportsNoMore(context, operation, resource, parts, exchange)
            await hiddenFromOthers(context, operation, parts, exchange)
          }
          if (right && wasThere && resource.read !== undefined) {
            const after = await context.send(resource.read, { params: parts.params, query: {}, headers: {} })
            if (after.status === 404)
              context.broken({
                code: 'deleted-across-tenants',
                exchange: after,
                with: [exchange],
                place: operation.pointer,
              })
          }
        },
      }
    }
    if (stranger === undefined) return
    for (const resource of graph.resources.filter(
      (one) => one.list !== undefined && one.parent === undefined && one.create !== undefined,
    )) {
      yield {
        name: 'list',
        constraint: `identity ${stranger.name}`,
        operation: resource.list,
        async run(context) {
          const item = await context.item(resource, { fresh: true })
          const { found, last } = await context.findInList(item, { identity: stranger })
          if (found !== undefined)
            context.broken({
              code: 'listed-across-tenants',
              details: { id: item.params[resource.parameter] },
              exchange: last,
              with: [item.made],
            })
        },
      }
    }
    for (const operation of graph.resources.flatMap((one) => one.create ?? [])) {
      const header = idempotencyHeaderOf({ api, graph, hints }, operation)
      if (header === undefined || operation.path.includes('{')) continue
      yield {
        name: 'idempotency key',
        constraint: `header.${header} of another organization`,
        operation,
        async run(context) {
          const parts = await context.parts(operation, { fresh: true })
          const headers = { ...parts.headers, [header]: `kit-${context.random.word(20)}` }
          const first = await context.send(operation, { ...parts, headers })
          const id = idOf(first.json)
          if (first.status >= 300 || id === undefined)
            return context.notObserved({ code: 'returned', what: 'the first request', status: first.status })
          const exchange = await context.send(operation, { ...parts, headers }, { identity: stranger })
          if (exchange.status >= 300 || idOf(exchange.json) !== id) return
          context.broken({
            code: 'replayed-across-tenants',
            subject: header,
            received: id,
            exchange,
            with: [first],
            place: operation.pointer,
          })
        },
      }
    }
    yield* foreignReferences({ api, graph })
  },
})

/**
 * A request that succeeds for the owner, for one that fails proves nothing. Reading leaves the item as it is; other
 * methods get a new one, and a POST a body that the target accepts.
 */
async function ownersRequest(context: CheckContext, operation: ApiOperation): Promise<Parts> {
  if (operation.method === 'GET') return likelyBase(context, operation)
  if (operation.method === 'POST') await likelyBase(context, operation)
  return context.parts(operation, { fresh: true })
}

/** The error for another tenant's item must be the error for an unknown item, except for the ids. */
async function reportsNoMore(
  context: CheckContext,
  operation: ApiOperation,
  { parameter }: Resource,
  parts: Parts,
  hidden: Recorded,
): Promise<void> {
  const { stranger } = context.roles
  const known = String(parts.params[parameter])
  const id = unknownId(context, operation, parameter, known)
  if (stranger === undefined || id === undefined || hidden.status !== 404) return
  const unknown = { ...parts, params: { ...parts.params, [parameter]: id } }
  const exchange = await context.send(operation, unknown, { identity: stranger })
  const [one, other] = [messageOf(hidden.json, known), messageOf(exchange.json, id)]
  if (exchange.status !== 404 || one === undefined || other === undefined || one === other) return
  context.broken({
    code: 'existence-visible-to-tenant',
    received: one,
    expected: other,
    exchange: hidden,
    with: [exchange],
    place: operation.pointer,
  })
}

/**
 * Responses to authorized callers must not be stored by shared caches, which would return them to other
 * tenants (RFC 9111, 3.5).
 */
async function hiddenFromOthers(
  context: CheckContext,
  operation: ApiOperation,
  parts: Parts,
  hidden: Recorded,
): Promise<void> {
  const shown = await context.send(operation, parts)
  const [control = '', vary = ''] = ['cache-control', 'vary'].map(
    (name) => readHeader(shown.headers, name) ?? '',
  )
  // A response that is revalidated at each use (no-cache) is not returned to other callers.
  const isShared =
    /\bpublic\b|s-maxage/i.test(control) && !/no-store|no-cache|private|\b(s-)?max-?age=0\b/i.test(control)
  const { credentials } = context.roles.main
  // The URL contains a credential, so that each caller has a cache entry of its own.
  if (credentials.some(({ kind }) => kind === 'query')) return
  const varies = credentials.some(({ kind, name }) =>
    vary.toLowerCase().includes(kind === 'header' ? name.toLowerCase() : kind),
  )
  if (shown.status >= 300 || !isShared || /\*/.test(vary) || varies) return
  context.broken({
    code: 'shared-cache',
    received: control,
    details: { status: hidden.status },
    exchange: shown,
    with: [hidden],
    place: operation.pointer,
  })
}

/** The strings of an error, at most one object deep, without the requested id. */
function messageOf(json: unknown, id: string): string | undefined {
  if (!isObject(json as Json)) return undefined
  const body = json as JsonObject
  const inside = Object.values(body).filter(isObject)
  const text = [body, ...inside]
    .map(({ message, detail }) => message ?? detail)
    .find((one) => typeof one === 'string')
  return typeof text === 'string' ? text.replaceAll(id, '…') : undefined
}

const idOf = (json: unknown): Json | undefined =>
  isObject(json as Json) ? (json as JsonObject).id : undefined

/** Whether an error contains more properties of the resource than the requested id. */
function leaks(json: unknown, params: Record<string, Json> | undefined): boolean {
  if (!isObject(json as Json) || params === undefined) return false
  const ids = Object.values(params).map(String)
  return ids.some((id) => (json as Record<string, Json>).id === id)
}
