import { isObject } from '../../../openapi/document.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { baseOf } from '../base.ts'
import { expectRejection } from '../expectation.ts'

/** Where no bound is declared, this is beyond what an API usually takes. */
const USUAL = 1_048_576 + 65_536
const LARGEST = 20 * 1_048_576

/** Where 413 is declared, a body beyond the bound is refused (RFC 9110, 15.5.14). */
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
          // Blanks are part of a body, and of no value in it (RFC 8259, 2).
          const padding = ' '.repeat(Math.max(0, bound - text.length))
          const raw = { mediaType: body.mediaType, text: text + padding }
          // Who sends too much may be cut off (RFC 9110, 15.5.14).
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
