import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

/** Many libraries send JSON with `charset=utf-8`, which has no effect (RFC 8259, 11). */
export const charsetParameterAccepted = defineRule({
  ...definitionOf('charset-parameter-accepted'),
  *checks({ api }) {
    for (const operation of api.operations) {
      const { body } = operation
      if (body === undefined || !isJson(mediaTypeOf(body.mediaType))) continue
      yield {
        name: 'charset',
        constraint: 'body.mediaType parameter',
        operation,
        async run(context) {
          // The target accepts the request without the parameter, so that a rejection is caused by the
          // parameter.
          await context.succeed(operation, { fresh: true })
          const parts = await context.parts(operation, { fresh: true })
          const headers = {
            ...parts.headers,
            'Content-Type': `${mediaTypeOf(body.mediaType)}; charset=utf-8`,
          }
          const exchange = await context.send(operation, { ...parts, headers })
          if (exchange.status !== 415) return
          context.broken({
            code: 'wrong-status',
            subject: 'JSON with charset=utf-8',
            received: exchange.status,
            expected: 'a success',
            exchange,
            place: operation.pointer,
            provenance: 'specified',
          })
        },
      }
    }
  },
})
