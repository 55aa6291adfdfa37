import type { ApiOperation } from '../../../model/api.ts'
import { mayCreate } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { validatorOf } from '../../../schema/validators.ts'
import type { Recorded } from '../../engine/events.ts'
import { idInside } from '../../engine/items.ts'
import { newName } from '../../engine/materialise.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule, NotObserved } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'
import { unknownLike } from './unknownLike.ts'
import { unknownReferences } from './unknownReferences.ts'

/** A well-formed id that nothing has is 404 (RFC 9110, 15.5.5), at each place of the path. */
export const unknownItemNotFound = defineRule({
  ...definitionOf('unknown-item-not-found'),
  *checks(plan) {
    const { api, graph } = plan
    yield* unknownReferences(plan)
    for (const operation of api.operations) {
      for (const resource of graph.alongPath(operation.path)) {
        if (creates(operation, resource)) continue
        for (const parameter of [...(resource.further ?? []), resource.parameter])
          yield {
            name: parameter,
            constraint: `path.${parameter} unknown`,
            operation,
            run: (context) => tryOne(context, operation, parameter),
          }
        if (operation === resource.read)
          yield {
            name: `${resource.parameter} and a letter`,
            constraint: `path.${resource.parameter} too long`,
            operation,
            run: (context) => tryLonger(context, operation, resource),
          }
      }
    }
  },
})

/** Whether a PUT creates what it does not find (RFC 9110, 9.3.4). */
const creates = (operation: ApiOperation, resource: Resource): boolean =>
  operation === resource.put ||
  operation === resource.named ||
  (operation.path === resource.item && mayCreate(operation))

/** Statuses that reject the operation, the media types or the number of requests, whatever the id is. */
const OF_ANY_ID = [405, 406, 415, 429, 501]

async function tryOne(context: CheckContext, operation: ApiOperation, name: string): Promise<void> {
  const parts = await likelyBase(context, operation).catch((error: unknown) =>
    withNewName(context, operation, error),
  )
  const known = parts.params[name]
  const id = unknownId(context, operation, name, known)
  if (id === undefined)
    return context.notObserved({
      code: 'not-made',
      what: `unknown ${name} that the document allows, of ${String(known)},`,
    })
  parts.params[name] = id
  let exchange = await context.send(operation, parts)
  // A two-letter id may belong to an item that another client just created.
  const other = exchange.status < 300 ? unknownId(context, operation, name, known) : undefined
  const value = other ?? id
  if (value !== id)
    exchange = await context.send(operation, { ...parts, params: { ...parts.params, [name]: value } })
  const { status, body } = exchange
  if (OF_ANY_ID.includes(status))
    return context.notObserved({ code: 'rejected', what: 'any such request', status, body: body.toString() })
  const fitting = operation.responses.has('404') ? [404] : [404, 410, 403]
  const isDeclared = operation.responses.has('404') || operation.responses.has('410')
  if (fitting.length > 1 && isNothing(operation, exchange)) return
  const what = `an unknown ${name}`
  const always = { always: [404], ...(!isDeclared && status !== 401 && { any4xx: true as const }) }
  expectRejection(context, operation, exchange, { what, value, fitting, ...always })
}

/**
 * Reading an unknown item does not require an existing one, only an id in the right format; `error` is the
 * reason why none is known.
 */
function withNewName(context: CheckContext, operation: ApiOperation, error: unknown): Parts {
  const resource = context.graph.resources.find(({ read, put }) => read === operation && put !== undefined)
  const input = operation.inputs.find((one) => one.in === 'path' && one.name === resource?.parameter)
  const name = input && newName(context, input)
  if (!(error instanceof NotObserved) || resource?.parent !== undefined || name === undefined) throw error
  return { params: { [resource?.parameter ?? '']: name }, query: {}, headers: {} }
}

/** An id with an additional letter is unknown, even though it begins like that of an existing item. */
async function tryLonger(context: CheckContext, operation: ApiOperation, resource: Resource): Promise<void> {
  const { parameter } = resource
  const parts = await likelyBase(context, operation)
  const known = parts.params[parameter]
  // Numbers are read as such by many, and `12-a-title` is the twelfth for some.
  if (typeof known !== 'string' || !/[a-z]/i.test(known) || /^\d+(-|$)/.test(known))
    return context.notObserved({ code: 'numeric-id', parameter })
  const id = `${known}${/[a-f]$/i.test(known) ? '0' : 'a'}`
  const exchange = await context.send(operation, { ...parts, params: { ...parts.params, [parameter]: id } })
  const shown = isObject(exchange.json as Json) ? idInside(exchange.json as JsonObject, resource) : undefined
  if (exchange.status >= 300 || String(shown) !== known) return
  context.broken({
    code: 'unknown-id-accepted',
    subject: parameter,
    received: exchange.status,
    details: { id, shown },
    exchange,
    place: operation.pointer,
  })
}

/** An id that nothing has and that the document allows; undefined where none could be made. */
export function unknownId(
  { api, random }: CheckContext,
  operation: ApiOperation,
  name: string,
  known: Json | undefined,
): string | undefined {
  const input = operation.inputs.find((one) => one.in === 'path' && one.name === name)
  const validate = validatorOf(api.document)
  for (let attempt = 0; attempt < 20; attempt++) {
    const id = unknownLike(String(known ?? ''), random).find(
      (one) => input?.schemaPointer === undefined || validate(input.schemaPointer, one, 'text').length === 0,
    )
    if (id !== undefined) return id
  }
  return undefined
}

/** Where no 404 is declared: deleting what is not there has its effect (RFC 9110, 9.2.2), and nothing is in its lists. */
const isNothing = ({ method }: ApiOperation, { status, json }: Recorded): boolean => {
  if (status >= 300) return false
  if (method === 'DELETE') return true
  const lists = Array.isArray(json) ? [json] : isObject(json as Json) ? Object.values(json as object) : []
  const arrays = lists.filter(Array.isArray)
  return method === 'GET' && arrays.length > 0 && arrays.every((one) => one.length === 0)
}
