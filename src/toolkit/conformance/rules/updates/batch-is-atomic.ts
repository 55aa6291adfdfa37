import type { ApiOperation } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'
import { isIdList } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, typesOf, viewOf } from '../../../schema/view.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { unknownLike } from '../requests/unknownLike.ts'

/** A change of several items must be applied to all of them or to none. */
export const batchIsAtomic = defineRule({
  ...definitionOf('batch-is-atomic'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      if (resource.create === undefined || resource.read === undefined) continue
      const at = (method: string) =>
        api.operations.find((one) => one.path === resource.collection && one.method === method)
      const change = at('PATCH')
      const list = change && listIn(bodyView(api.document, change))
      if (change !== undefined && list !== undefined)
        yield {
          name: 'change',
          constraint: 'batch',
          operation: change,
          run: (context) => changeBatch(context, resource, change, list),
        }
      const remove = at('DELETE')
      const input = remove?.inputs.find((one) => one.in === 'query' && isIdList(one.name))
      if (remove !== undefined && input !== undefined)
        yield {
          name: 'delete',
          constraint: 'batch',
          operation: remove,
          run: (context) => deleteBatch(context, resource, remove, input.name),
        }
    }
  },
})

const bodyView = (document: Parameters<typeof viewOf>[0], operation: ApiOperation) =>
  viewOf(document, operation.body?.schema)

/** The one array of objects in a body. */
const listIn = (view: JsonObject): string | undefined =>
  membersOf(view).find(([, schema]) => isObject(schema) && typesOf(schema).includes('array'))?.[0]

async function changeBatch(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  list: string,
): Promise<void> {
  const { read } = resource
  const base = await context.parts(operation, { fresh: true })
  const given = isObject(base.body) ? base.body[list] : undefined
  if (!Array.isArray(given) || read === undefined)
    return context.notObserved({ code: 'not-made', what: 'batch' })
  const [first] = given
  if (!isObject(first) || first[resource.idMember] === undefined)
    return context.notObserved({ code: 'absent', from: 'an entry of the batch', what: resource.idMember })
  const id = String(first[resource.idMember])
  const at = { params: { [resource.parameter]: id }, query: {}, headers: {} }
  const before = await context.send(read, at)
  const unknown = { ...first, [resource.idMember]: unknownLike(id, context.random)[0] ?? id }
  const exchange = await context.send(operation, {
    ...base,
    body: { ...(base.body as JsonObject), [list]: [first, unknown] },
  })
  const after = await context.send(read, at)
  check(context, operation, exchange, before, after)
  // And when nothing is in the way, each of them changes.
  const whole = await context.send(operation, base)
  if (whole.status >= 300) return
  for (const entry of given.filter(isObject)) {
    const now = await context.send(read, {
      ...at,
      params: { [resource.parameter]: String(entry[resource.idMember]) },
    })
    const body = now.json as Json
    if (!isObject(body)) continue
    for (const [member, value] of Object.entries(entry)) {
      if (
        value === undefined ||
        member === 'etag' ||
        !Object.hasOwn(body, member) ||
        typeof value === 'object'
      )
        continue
      if (body[member] !== value)
        context.broken({
          code: 'batch-not-applied',
          subject: `/${member}`,
          received: body[member],
          expected: value,
          exchange: now,
          with: [whole],
          place: operation.pointer,
        })
    }
  }
}

async function deleteBatch(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  name: string,
): Promise<void> {
  const { read } = resource
  if (read === undefined) return
  const one = await context.item(resource, { fresh: true })
  const two = await context.item(resource, { fresh: true })
  const ids = [one, two].map((item) => item.params[resource.parameter] ?? '')
  const before = await context.read(one)
  const unknown = unknownLike(String(ids[0]), context.random)[0] ?? ''
  const mixed = await context.send(operation, {
    params: {},
    query: { [name]: [ids[0] ?? '', unknown] },
    headers: {},
  })
  check(context, operation, mixed, before, await context.read(one))
  const whole = await context.send(operation, { params: {}, query: { [name]: ids }, headers: {} })
  if (whole.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the deletion of two', status: whole.status })
  for (const item of [one, two]) {
    const after = await context.read(item)
    if (after.status < 300)
      context.broken({
        code: 'wrong-status',
        subject: 'a resource that a batch deleted',
        received: after.status,
        expected: 404,
        exchange: after,
        with: [item.made, whole],
        place: operation.pointer,
      })
  }
}

type PlainResponse = Awaited<ReturnType<CheckContext['send']>>

function check(
  context: CheckContext,
  operation: ApiOperation,
  exchange: PlainResponse,
  before: PlainResponse,
  after: PlainResponse,
): void {
  // 207 reports each item separately, and deleting a missing item has its effect (RFC 9110, 9.2.2).
  const each = exchange.status === 207 && operation.responses.has('207')
  const idempotent = operation.method === 'DELETE' && !operation.responses.has('404')
  if (exchange.status < 300 && (each || idempotent)) return
  if (exchange.status < 400)
    context.broken({
      code: 'batch-accepted',
      received: exchange.status,
      exchange,
      place: operation.pointer,
    })
  else if (exchange.status >= 500)
    context.broken({
      code: 'wrong-status',
      subject: 'a batch with an unknown resource',
      received: exchange.status,
      expected: '4xx',
      exchange,
      place: operation.pointer,
    })
  else if (after.status !== before.status || after.body.toString() !== before.body.toString())
    context.broken({
      code: 'batch-partly-applied',
      exchange: after,
      with: [before, exchange],
      place: operation.pointer,
    })
}
