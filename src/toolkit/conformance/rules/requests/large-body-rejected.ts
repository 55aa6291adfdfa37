import { isObject } from '../../../openapi/document.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { baseOf } from '../base.ts'
import { expectRejection } from '../expectation.ts'

/** Above the usual limit of APIs, for documents that do not declare one. */
const USUAL = 1_048_576 + 65_536
const LARGEST = 20 * 1_048_576

/** Where 413 is declared, a body over the limit must be rejected (RFC 9110, 15.5.14). */
export const largeBodyRejected = defineRule({
  ...definitionOf('large-body-rejected'),
  *checks({ api }) {
    for (const operation of api.operations) {
      const { body } = operation
      if (body === undefined || !operation.responses.has('413') || !isJson(mediaTypeOf(body.mediaType)))
        continue
      const { requestBody } = operation.operation
      const bound =
        isObject(requestBody) && typeof requestBody['x-max-bytes'] === 'number'
          ? requestBody['x-max-bytes'] + 1
          : USUAL
      yield {
        name: 'large',
        constraint: 'body.size',
        operation,
        async run(context) {
          if (bound > LARGEST) return context.notObserved({ code: 'too-large', bytes: bound })
          const parts = await baseOf(context, operation)
          const text = JSON.stringify(parts.body ?? {})
          // Whitespace counts towards the size of a body, and does not change its value (RFC 8259, 2).
          const padding = ' '.repeat(Math.max(0, bound - text.length))
          const raw = { mediaType: body.mediaType, text: text + padding }
          // The server may close the connection to clients that send too much (RFC 9110, 15.5.14).
          const exchange = await context.send(
            operation,
            { ...parts, body: undefined, raw },
            { mayBreakOff: true },
          )
          expectRejection(context, operation, exchange, { what: `a body of ${bound} bytes`, fitting: [413] })
        },
      }
    }
  },
})
