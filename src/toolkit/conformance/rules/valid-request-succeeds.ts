import { isObject, type Json } from '../../contract/index.ts'
import type { ApiOperation } from '../api/api.ts'
import { normal } from '../api/resources.ts'
import { membersOf, viewOf } from '../api/schemaView.ts'
import { isJson, mediaTypeOf } from '../json.ts'
import { referenceTarget } from '../run/materialise.ts'
import { type Bench, defineRule, type Plan, Refused } from '../run/rule.ts'
import { expectSuccess } from './expectation.ts'

/** What the document shows as valid is answered with a success that it declares. */
export const validRequestSucceeds = defineRule({
  id: 'valid-request-succeeds',
  title: 'A valid request gets a success that the document declares.',
  basis: 'the document',
  pack: 'core',
  *trials({ api, ...plan }) {
    for (const operation of api.operations) {
      yield {
        name: 'base',
        constraint: 'success',
        operation,
        async run(bench) {
          try {
            const { exchange } = await bench.succeed(operation, { fresh: operation.method !== 'GET' })
            expectSuccess(bench, operation, exchange, 'a valid request')
          } catch (error) {
            const refused = error instanceof Refused && error.exchange.operationId === operation.operationId
            if (refused && isWrong(operation, error.exchange.status, asksForNothing(operation)))
              expectSuccess(bench, operation, error.exchange, 'a valid request')
            throw error
          }
        },
      }
      const { body } = operation
      for (const nth of body?.examples.keys() ?? []) {
        if (operation.method === 'DELETE') break
        yield {
          name: `example ${nth + 1}`,
          constraint: 'example succeeds',
          operation,
          run: (bench) =>
            tryExample(bench, operation, nth, refersToNothing({ api, ...plan }, operation, nth)),
        }
      }
    }
  },
})

async function tryExample(bench: Bench, operation: ApiOperation, nth: number, alone: boolean): Promise<void> {
  const parts = await bench.parts(operation, { fresh: operation.method !== 'GET', example: nth })
  const exchange = await bench.send(operation, parts)
  if (exchange.status < 300 || isWrong(operation, exchange.status, alone))
    expectSuccess(bench, operation, exchange, "the document's own example", operation.body?.schemaPointer)
  else bench.notObserved(`the example was refused with ${exchange.status}`)
}

/**
 * A server error is wrong whatever was sent; a refusal where nothing that the request needs can be missing. A limit, a
 * permission or a state may be in the way of any request.
 */
const isWrong = (operation: ApiOperation, status: number, alone: boolean): boolean =>
  status >= 500
    ? !(status === 501 || status === 503) || !operation.responses.has(String(status))
    : alone &&
      [400, 404, 405, 415, 422].includes(status) &&
      !(status === 404 && operation.responses.has('404'))

/** A request without parameters and body that has to be asked for. */
const asksForNothing = ({ method, path, inputs, body }: ApiOperation): boolean =>
  method === 'GET' && !path.includes('{') && body === undefined && inputs.every(({ required }) => !required)

/** Names of what another request, or a person, has to bring: a token, the code of a mail, an address to be called. */
const BROUGHT =
  /(id|ids|token|code|secret|password|otp|pin|signature|credential|assertion|key|ref|reference|url|uri|hash|cursor)$/

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
    return BROUGHT.test(normal(name)) || referenceTarget({ plan, from }, name, schema) !== undefined
  }
  return !refers(body.examples[nth], body.schema, '')
}
