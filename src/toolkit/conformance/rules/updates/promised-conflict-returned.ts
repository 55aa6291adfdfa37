import type { ApiOperation } from '../../../model/api.ts'
import { namesIdentifier, promisedConflict } from '../../../model/description.ts'
import { actionOn } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { defineRule, type Probe, type Rule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'

/** A declared 409 or 422 whose description names a conflict is a promise: the request that causes the conflict gets an error. */
export const promisedConflictReturned = defineRule({
  ...definitionOf('promised-conflict-returned'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      yield* creations(resource)
      if (resource.create !== undefined) yield* actions(resource, api.operations)
    }
  },
})

function* creations(resource: Resource): Generator<Check> {
  const { create } = resource
  if (create?.body === undefined || create.method !== 'POST') return
  const promised = promiseOf(create, create.path.includes('{') ? 'below' : 'creation')
  if (promised === undefined) return
  yield {
    name: 'created twice',
    constraint: `response ${promised.status}`,
    operation: create,
    run: (context) => createdTwice(context, resource, create, promised),
  }
}

function* actions(resource: Resource, operations: readonly ApiOperation[]): Generator<Check> {
  for (const operation of operations) {
    const isAction = operation.method === 'POST' && actionOn(resource.item, operation.path) !== undefined
    const promised = isAction ? promiseOf(operation, 'action') : undefined
    if (promised === undefined) continue
    yield {
      name: 'acted twice',
      constraint: `response ${promised.status}`,
      operation,
      run: (context) => actedTwice(context, resource, operation, promised),
    }
  }
}

type Check = ReturnType<Rule['checks']> extends Iterable<infer One> ? One : never
type CheckContext = Parameters<Probe['run']>[0]

interface Promised {
  status: number
  description: string
}

/** The first response of a conflict whose description a second request of the same kind has to cause. */
function promiseOf(
  { responses }: ApiOperation,
  by: Parameters<typeof promisedConflict>[1],
): Promised | undefined {
  for (const status of [409, 422]) {
    const description = responses.get(String(status))?.node.description
    if (typeof description === 'string' && promisedConflict(description, by)) return { status, description }
  }
  return undefined
}

async function createdTwice(
  context: CheckContext,
  resource: Resource,
  create: ApiOperation,
  promised: Promised,
): Promise<void> {
  const { made, sent } = await context.item(resource, { fresh: true })
  const body = sent?.body
  if (sent === undefined || !isObject(body))
    return context.notObserved({ code: 'absent', from: 'the creation', what: 'body' })
  if (made.status !== 201 && made.status !== 200)
    return context.notObserved({ code: 'returned', what: 'the creation', status: made.status })
  // An identifier that the server chooses is another one each time.
  if (namesIdentifier(promised.description) && !Object.hasOwn(body, resource.idMember))
    return context.notObserved({ code: 'server-chosen-id' })
  const exchange = await context.send(create, { ...sent, headers: {} })
  if (exchange.status >= 300) return
  const [first, second] = [made, exchange].map(({ json }) => idIn(json as Json, resource))
  if (second === undefined || isSame(first, second)) return context.notObserved({ code: 'returned-first' })
  breaks(context, create, promised, { exchange, with: [made] })
}

const idIn = (json: Json, { idMember }: Resource): Json | undefined =>
  isObject(json) ? json[idMember] : undefined

async function actedTwice(
  context: CheckContext,
  resource: Resource,
  operation: ApiOperation,
  promised: Promised,
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const { exchange: first, parts } = await context.succeed(operation, { params: item.params })
  // A job that was only accepted may be over by then.
  if (first.status === 202) return context.notObserved({ code: 'under-way' })
  const exchange = await context.send(operation, parts)
  if (exchange.status < 300) breaks(context, operation, promised, { exchange, with: [item.made, first] })
}

const breaks = (
  context: CheckContext,
  operation: ApiOperation,
  { status, description }: Promised,
  proof: { exchange: Recorded; with: Recorded[] },
): void =>
  void context.broken({
    code: 'conflict-accepted',
    subject: operation.path,
    received: proof.exchange.status,
    expected: status,
    details: { description },
    ...proof,
    place: operation.pointer,
  })
