import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'

/**
 * Where 406 is declared, a request for a media type that the operation cannot return must be rejected (RFC
 * 9110, 15.5.7).
 */
export const unacceptableTypeRejected = defineRule({
  ...definitionOf('unacceptable-type-rejected'),
  *checks({ api }) {
    for (const operation of api.operations) {
      if (!operation.responses.has('406')) continue
      yield {
        name: 'Accept',
        constraint: 'header.Accept',
        operation,
        async run(context) {
          const parts =
            operation.method === 'GET'
              ? await likelyBase(context, operation)
              : await context.parts(operation, { fresh: true })
          const exchange = await context.send(operation, {
            ...parts,
            headers: { ...parts.headers, Accept: 'image/x-nothing' },
          })
          expectRejection(context, operation, exchange, { what: 'Accept: image/x-nothing', fitting: [406] })
        },
      }
    }
  },
})
