/** Requests that come to the client: callbacks of an operation, and webhooks. */
import { type ContractDocument, isObject, type JsonObject, objectAt } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { follow } from '../../openapi/resolve.ts'
import { type Block, text, textAt } from '../blocks.ts'
import type { OperationContext } from './context.ts'
import { parameters, requestBody } from './inputs.ts'
import { responses } from './responses.ts'

/** Requests that the server sends because of this one. */
export function callbacks(
  document: ContractDocument,
  { operation }: Operation,
  context: OperationContext,
): Block[] {
  return Object.keys(objectAt(operation, 'callbacks')).flatMap((name): Block[] => {
    const callback = follow(document, objectAt(operation, 'callbacks')[name])
    return Object.keys(callback)
      .filter((expression) => !expression.startsWith('x-'))
      .flatMap((expression): Block[] => {
        const item = follow(document, callback[expression])
        return Object.keys(item)
          .filter((method) => isObject(item[method]) && METHODS.has(method))
          .map((method): Block => {
            const called = operationAt(document, item, method, expression, name)
            const body = requestBody(document, called.operation, context.schemas, undefined)
            return {
              kind: 'details',
              summary: `Calls you back: **${name}**`,
              blocks: [
                { kind: 'endpoint', method: method.toUpperCase(), path: expression },
                ...text(textAt(called.operation, 'summary')),
                ...text(textAt(called.operation, 'description')),
                ...parameters(called, context.schemas),
                ...body,
                ...responses(called, context, undefined),
              ],
            }
          })
      })
  })
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** An operation outside of `paths`: of a webhook or a callback. */
export function operationAt(
  document: ContractDocument,
  item: JsonObject,
  method: string,
  path: string,
  name: string,
): Operation {
  const operation = follow(document, item[method])
  const own = (Array.isArray(operation.parameters) ? operation.parameters : []).map((one) =>
    follow(document, one),
  )
  const shared = (Array.isArray(item.parameters) ? item.parameters : [])
    .map((one) => follow(document, one))
    .filter((one) => !own.some((other) => other.name === one.name && other.in === one.in))
  const responses = new Map(
    Object.keys(objectAt(operation, 'responses')).map((status) => [
      status,
      {
        node: follow(document, objectAt(operation, 'responses')[status]),
        pointer: pointerOf('responses', status),
      },
    ]),
  )
  return {
    operationId: textAt(operation, 'operationId') || name,
    method: method.toUpperCase(),
    path,
    pointer: '',
    operation,
    parameters: [...shared, ...own],
    responses,
  }
}
