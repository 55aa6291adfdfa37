import { isObject, type Json, objectAt } from '../../../openapi/document.ts'
import { valueAt } from '../../../openapi/pointer.ts'
import { follow } from '../../../openapi/resolve.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

/**
 * A link of the document must lead from one response to a next request that succeeds (OpenAPI 3.1, "Link
 * Object").
 */
export const linksResolve = defineRule({
  ...definitionOf('links-resolve'),
  *checks({ api }) {
    for (const operation of api.operations) {
      for (const [status, { node }] of operation.responses) {
        if (!/^2/.test(status)) continue
        for (const [name, entry] of Object.entries(objectAt(node, 'links'))) {
          const link = follow(api.document, entry)
          const target = typeof link.operationId === 'string' ? api.byId.get(link.operationId) : undefined
          if (target === undefined || target === operation || target.method !== 'GET') continue
          yield {
            name,
            constraint: `link ${name}`,
            operation,
            async run(context) {
              const { exchange, parts: given } = await context.succeed(operation, {
                fresh: operation.method !== 'GET',
              })
              const parts = {
                params: {} as Record<string, Json>,
                query: {} as Record<string, Json>,
                headers: {} as Record<string, string>,
              }
              for (const [parameter, expression] of Object.entries(objectAt(link, 'parameters'))) {
                const value = evaluate(expression, exchange.wrapped ?? exchange.json, given.params)
                if (value === undefined || value === null)
                  return context.notObserved({
                    code: 'absent',
                    from: 'the response',
                    what: `value at ${String(expression)}`,
                  })
                const input = target.inputs.find((one) => one.name === parameter)
                if (input?.in === 'path') parts.params[parameter] = value
                else parts.query[parameter] = value
              }
              const missing = target.inputs.find(
                (one) => one.in === 'path' && parts.params[one.name] === undefined,
              )
              if (missing !== undefined)
                return context.notObserved({ code: 'absent', from: 'the link', what: missing.name })
              const response = await context.send(target, parts)
              if (response.status >= 300)
                context.broken({
                  code: 'wrong-status',
                  subject: `the link ${name}`,
                  received: response.status,
                  expected: 'a success',
                  exchange: response,
                  with: [exchange],
                  place: operation.pointer,
                })
            },
          }
        }
      }
    }
  },
})

function evaluate(
  expression: Json | undefined,
  body: unknown,
  params: Record<string, Json>,
): Json | undefined {
  if (typeof expression !== 'string') return expression
  const named = /^\$request\.path\.(.+)$/.exec(expression)?.[1]
  if (named !== undefined) return params[named]
  const pointer = /^\$response\.body#(.*)$/.exec(expression)?.[1]
  if (pointer === undefined) return expression.startsWith('$') ? undefined : expression
  return isObject(body as Json) || Array.isArray(body) ? valueAt(body as Json, pointer) : undefined
}
