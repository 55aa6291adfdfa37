import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'

/** An API may reject or ignore undeclared query parameters, but must do the same everywhere. */
export const undeclaredQueryRejected = defineRule({
  ...definitionOf('undeclared-query-rejected'),
  *checks({ api, hints }) {
    if (hints.unknownQuery === 'ignored') return
    for (const operation of api.operations) {
      yield {
        name: 'unexpectedParameter',
        constraint: 'query.unexpectedParameter',
        operation,
        async run(context) {
          const parts = await likelyBase(context, operation)
          const query = { ...parts.query, unexpectedParameter: 'surprise' }
          const exchange = await context.send(operation, { ...parts, query })
          const what = 'an undeclared query parameter'
          if (hints.unknownQuery === 'refused')
            expectRejection(context, operation, exchange, { what, fitting: [400, 422], any4xx: true })
          else {
            // A state or a permission may be in the way; only these speak of the request itself.
            const rejected = [400, 422].includes(exchange.status)
            if (!rejected && exchange.status >= 300)
              return context.notObserved({ code: 'independent-of-parameter', status: exchange.status })
            if (rejected && (await context.send(operation, parts)).status === exchange.status)
              return context.notObserved({ code: 'independent-of-parameter' })
            // An operation without query parameters, or with a body, may not read the query at all.
            const reads = operation.inputs.some((input) => input.in === 'query')
            const question = `undeclared-query-rejected: ${operation.method} ${reads ? 'with' : 'without'} query parameters`
            context.habit(question, rejected ? 'refused' : 'ignored', {
              code: 'undeclared-query-status',
              subject: what,
              received: exchange.status,
              exchange,
              place: operation.pointer,
            })
          }
        },
      }
    }
  },
})
