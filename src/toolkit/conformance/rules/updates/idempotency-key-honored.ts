import type { ApiOperation } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isIdempotencyHeader, isReplayHeader, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { variantsOf } from '../../../schema/values/variants.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import { itemMadeBy } from '../../engine/jobs.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isOfSentForm, isSame } from '../compare.ts'

/** The idempotency header of this operation; undefined where it has none. */
export function idempotencyHeaderOf(
  { api, graph, hints }: Pick<Plan, 'api' | 'graph' | 'hints'>,
  operation: ApiOperation,
): string | undefined {
  const declares = ({ inputs }: ApiOperation, header: string) =>
    inputs.some((one) => one.in === 'header' && one.name.toLowerCase() === header.toLowerCase())
  const { idempotencyHeader: hinted } = hints
  if (hinted === undefined)
    return operation.inputs.find((one) => one.in === 'header' && isIdempotencyHeader(one.name))?.name
  // A header that no operation declares is assumed for creations.
  const accepts = api.operations.some((one) => declares(one, hinted))
    ? declares(operation, hinted)
    : operation.method === 'POST' && graph.resources.some(({ create }) => create === operation)
  return accepts ? hinted : undefined
}

/** A POST repeated with its idempotency key must be executed once, and get the first response again. */
export const idempotencyKeyHonored = defineRule({
  ...definitionOf('idempotency-key-honored'),
  *checks({ api, graph, hints }) {
    for (const operation of api.operations) {
      const header = idempotencyHeaderOf({ api, graph, hints }, operation)
      if (header === undefined) continue
      yield {
        name: 'replay',
        constraint: `header.${header}`,
        operation,
        run: (context) => replay(context, operation, header),
      }
      const resource = graph.resources.find((one) => one.create === operation)
      if (resource?.update?.body !== undefined)
        yield {
          name: 'after a change',
          constraint: `header.${header} after a change`,
          operation,
          run: (context) => replayAfterChange(context, resource, header),
        }
      if (operation.body === undefined) continue
      yield {
        name: 'after a rejection',
        constraint: `header.${header} after a rejection`,
        operation,
        run: (context) => fixed(context, operation, header),
      }
      yield {
        name: 'another request',
        constraint: `header.${header} reused`,
        operation,
        async run(context) {
          const key = `kit-${context.random.word(20)}`
          const first = await sent(context, operation, header, key)
          const parts = anotherRequest(context, operation, first.parts)
          if (parts === undefined) return context.notObserved({ code: 'not-made', what: 'other body' })
          const exchange = await context.send(operation, {
            ...parts,
            params: first.parts.params,
            headers: { ...parts.headers, [header]: key },
          })
          const declared = [409, 422].filter((status) => operation.responses.has(String(status)))
          if ((declared.length > 0 ? declared : [400, 409, 422]).includes(exchange.status)) return
          context.broken({
            code: 'used-key-accepted',
            subject: header,
            received: exchange.status,
            expected: declared.length > 0 ? declared : 'an error response',
            exchange,
            with: [first.exchange],
          })
        },
      }
    }
  },
})

async function sent(context: CheckContext, operation: ApiOperation, header: string, key: string) {
  return context.succeed(operation, {
    fresh: true,
    change: (parts) => void Object.assign(parts.headers, { [header]: key }),
  })
}

/** A request that succeeds, with a key that none of the rejected ones before it had. */
async function firstWithKey(context: CheckContext, operation: ApiOperation, header: string) {
  // Without a change, what errors teach is learned.
  await context.succeed(operation, { fresh: true })
  return context.succeed(operation, {
    fresh: true,
    change(parts) {
      parts.headers = { ...parts.headers, [header]: `kit-${context.random.word(20)}` }
    },
  })
}

async function replay(context: CheckContext, operation: ApiOperation, header: string): Promise<void> {
  const { exchange: first, parts } = await firstWithKey(context, operation, header)
  const second = await context.send(operation, parts)
  const reported = { exchange: second, with: [first] }
  if (second.status !== first.status)
    return context.broken({
      ...reported,
      code: 'replay-status-differs',
      received: second.status,
      expected: first.status,
    })
  if (
    second.body.toString() !== first.body.toString() &&
    !isSame(lasting(first.json), lasting(second.json))
  ) {
    const id = (json: unknown) => (isObject(json as Json) ? (json as Record<string, Json>).id : undefined)
    const twice = id(first.json) !== id(second.json)
    context.broken({
      ...reported,
      ...(twice
        ? { code: 'carried-out-twice' as const, received: id(second.json), expected: id(first.json) }
        : { code: 'replay-body-differs' as const }),
    })
  }
  const marker = Object.keys(operation.responses.get(String(first.status))?.node.headers ?? {}).find(
    isReplayHeader,
  )
  if (marker === undefined) return
  if (readHeader(second.headers, marker) === undefined)
    context.broken({ ...reported, code: 'replay-not-marked', subject: marker })
  if (readHeader(first.headers, marker) !== undefined)
    context.broken({ exchange: first, code: 'first-marked-as-replay', subject: marker })
}

/** A body without the values that differ in each response; undefined for invalid JSON. */
function lasting(json: unknown): Json | undefined {
  if (Array.isArray(json)) return json.map((one) => lasting(one) ?? null)
  if (!isObject(json as Json)) return json as Json | undefined
  const stable = Object.entries(json as JsonObject).filter(([name]) => !soundsLike('ofResponse', name))
  return Object.fromEntries(stable.map(([name, value]) => [name, lasting(value) ?? null]))
}

/** The first response must be returned unchanged, even after the item has changed. */
async function replayAfterChange(context: CheckContext, resource: Resource, header: string): Promise<void> {
  const { create, update } = resource
  if (create === undefined || update === undefined) return
  const { exchange: first, parts: request } = await firstWithKey(context, create, header)
  if (!isObject(first.json as Json))
    return context.notObserved({ code: 'returned', what: 'the first request', status: first.status })
  const item = await itemMadeBy(context, resource, undefined, { exchange: first, parts: request })
  const change = await context.parts(update, { params: item.params })
  const changed = await context.send(update, { ...change, params: { ...request.params, ...item.params } })
  if (changed.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the change', status: changed.status })
  const again = await context.send(create, request)
  // Servers write times and request ids anew, so that what counts is whether the change shows.
  const [then, now] = [first.json, again.json]
  if (again.status !== first.status || !isObject(then as Json) || !isObject(now as Json)) return
  const shows = Object.entries(isObject(change.body) ? change.body : {}).find(
    ([member, value]) =>
      isSame((now as JsonObject)[member], value) && !isSame((then as JsonObject)[member], value),
  )
  if (shows === undefined) return
  context.broken({
    code: 'replay-follows-change',
    subject: shows[0] ?? '',
    exchange: again,
    with: [first, changed],
  })
}

/**
 * The key of a rejected request may be used up or not. A corrected request with that key must not get the old
 * rejection.
 */
async function fixed(context: CheckContext, operation: ApiOperation, header: string): Promise<void> {
  const { parts } = await context.succeed(operation, { fresh: true })
  const { body } = operation
  const fresh = await context.parts(operation, { fresh: true })
  const wrong = isObject(fresh.body) ? { ...fresh.body } : undefined
  const [required] = requiredOf(viewOf(context.api.document, body?.schema))
  if (wrong === undefined || required === undefined || parts === undefined)
    return context.notObserved({ code: 'absent', from: 'the body', what: 'required property' })
  delete wrong[required]
  const headers = { ...fresh.headers, [header]: `kit-${context.random.word(20)}` }
  const rejected = await context.send(operation, { ...fresh, headers, body: wrong })
  if (rejected.status < 400 || rejected.status >= 500)
    return context.notObserved({
      code: 'returned',
      what: `a request without ${required}`,
      status: rejected.status,
    })
  const exchange = await context.send(operation, { ...fresh, headers })
  if (exchange.status !== rejected.status || !exchange.body.equals(rejected.body)) return
  const other = await context.send(operation, {
    ...fresh,
    headers: { ...headers, [header]: `kit-${context.random.word(20)}` },
  })
  if (other.status >= 400)
    return context.notObserved({
      code: 'returned',
      what: 'the same request with another key',
      status: other.status,
    })
  context.broken({
    code: 'rejection-replayed',
    subject: header,
    received: exchange.status,
    details: { property: required, status: rejected.status },
    exchange,
    with: [rejected],
  })
}

/** The request with another valid value for one of its properties. */
function anotherRequest(context: CheckContext, operation: ApiOperation, parts: Parts): Parts | undefined {
  const { body } = parts
  if (!isObject(body) || operation.body === undefined) return undefined
  for (const [member, schema] of bodyProperties(context.api, operation)) {
    if (!isOfSentForm(context.api, operation, body, member)) continue
    for (const { value } of variantsOf(context.api.document, schema, context.random, member)) {
      const changed = { ...body, [member]: value }
      if (JSON.stringify(value) === JSON.stringify(body[member] ?? null)) continue
      if (context.isValidBody(operation, changed)) return { ...parts, body: changed }
    }
  }
  return undefined
}
