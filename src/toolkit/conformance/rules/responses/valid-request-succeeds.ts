import { isDeepStrictEqual } from 'node:util'
import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import { complaintsIn } from '../../../model/rejection.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { referenceTarget } from '../../engine/materialise.ts'
import { type CheckContext, defineRule, NotObserved, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { expectSuccess } from '../expectation.ts'

/** A request that is valid under the document must get a declared success. */
export const validRequestSucceeds = defineRule({
  ...definitionOf('valid-request-succeeds'),
  *checks({ api, ...plan }) {
    for (const operation of api.operations) {
      yield {
        name: 'base',
        constraint: 'success',
        operation,
        plain: true,
        run: (context) => tryOne(context, operation),
      }
      const { body } = operation
      for (const nth of body?.examples.keys() ?? []) {
        if (operation.method === 'DELETE') break
        yield {
          name: `example ${nth + 1}`,
          constraint: 'example succeeds',
          operation,
          run: (context) =>
            tryExample(context, operation, nth, refersToNothing({ api, ...plan }, operation, nth)),
        }
      }
    }
  },
})

async function tryOne(context: CheckContext, operation: ApiOperation): Promise<void> {
  try {
    const { exchange } = await context.succeed(operation, { fresh: operation.method !== 'GET' })
    expectSuccess(context, operation, exchange, 'a valid request')
  } catch (error) {
    if (!(error instanceof NotObserved) || error.exchange === undefined) throw error
    const { exchange } = error
    if (exchange.operationId !== operation.operationId || !isNoResponse(operation, exchange.status))
      throw error
    expectSuccess(context, operation, exchange, 'a valid request')
  }
}

/**
 * Some values are only valid with knowledge that a schema does not contain, so that a rejection of generated
 * values proves nothing. A server error, a rejected credential and the rejection of a request without any
 * generated value count.
 */
function isNoResponse(operation: ApiOperation, status: number): boolean {
  const { method, inputs, responses } = operation
  if (status >= 500) return status <= 501 || !responses.has(String(status))
  const nothingChosen = method === 'GET' && inputs.every(({ required }) => !required)
  const isState = status === 429 || (status === 404 && responses.has('404'))
  // On an operation without credentials, 401 is about the values, such as those of a login.
  return (status === 401 && needsCredential(operation)) || (nothingChosen && status >= 400 && !isState)
}

async function tryExample(
  context: CheckContext,
  operation: ApiOperation,
  nth: number,
  single: boolean,
): Promise<void> {
  const options = { fresh: operation.method !== 'GET', example: nth }
  let parts = await context.parts(operation, options)
  let exchange = await context.send(operation, parts)
  const isUnchanged = () => isDeepStrictEqual(parts.body, operation.body?.examples[nth])
  // A server may want of names what its schema does not state: the example has the author's own.
  if (REJECTIONS.includes(exchange.status) && !isUnchanged()) {
    parts = await context.parts(operation, { ...options, unchanged: true })
    exchange = await context.send(operation, parts)
  }
  const isRejected = REJECTIONS.includes(exchange.status) && !alreadyExists(exchange)
  if (
    exchange.status < 300 ||
    (exchange.status >= 500 && isNoResponse(operation, exchange.status)) ||
    (single && isUnchanged() && isRejected)
  ) {
    const what = isUnchanged() ? "the document's own example" : 'a valid request'
    expectSuccess(context, operation, exchange, what, operation.body?.schemaPointer)
  } else context.notObserved({ code: 'rejected', what: 'the example', status: exchange.status })
}

/** Statuses that reject the values of a request. */
const REJECTIONS: readonly number[] = [400, 415, 422]

/** Whether the server objects that the resource of the example exists already. */
const alreadyExists = ({ json, body }: Recorded): boolean =>
  complaintsIn(json ?? body.toString()).some(({ demand }) => demand.kind === 'unique')

/** Whether an example needs nothing that has to be there before: no item, no parent, no secret. */
function refersToNothing(plan: Plan, operation: ApiOperation, nth: number): boolean {
  const { body, path, inputs, method } = operation
  if (body === undefined || !isJson(mediaTypeOf(body.mediaType)) || method !== 'POST') return false
  if (path.includes('{') || inputs.some(({ required }) => required)) return false
  const from = plan.graph.resources.find(({ collection }) => collection === path)
  const refers = (value: Json | undefined, schema: Json | undefined, name: string): boolean => {
    const view = viewOf(plan.api.document, schema)
    if (Array.isArray(value)) return value.some((one) => refers(one, view.items, name))
    if (isObject(value)) {
      const members = new Map(membersOf(view))
      return Object.entries(value).some(([member, one]) => refers(one, members.get(member), member))
    }
    if (typeof value !== 'string' && typeof value !== 'number') return false
    return soundsLike('provided', name) || referenceTarget({ plan, from }, name, schema) !== undefined
  }
  return !refers(body.examples[nth], body.schema, '')
}
