import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'

const texts: [name: string, text: string, what: string][] = [
  ['truncated', '{"name": ', 'truncated JSON'],
  ['no-json', 'name=value', 'a body that is not JSON'],
  ['trailing', '{} {}', 'two JSON values'],
]

/** Invalid JSON must be rejected as a client error (RFC 8259). */
export const malformedBodyRejected = defineRule({
  ...definitionOf('malformed-body-rejected'),
  *checks({ api }) {
    for (const operation of api.operations) {
      const { body } = operation
      if (body === undefined || !isJson(mediaTypeOf(body.mediaType))) continue
      for (const [name, text, what] of texts) {
        yield {
          name,
          constraint: 'body.json',
          operation,
          async run(context) {
            const parts = await likelyBase(context, operation)
            const exchange = await context.send(operation, {
              ...parts,
              body: undefined,
              raw: { mediaType: body.mediaType, text },
            })
            expectRejection(context, operation, exchange, {
              what,
              fitting: [400, 422],
              any4xx: true,
              provenance: 'specified',
            })
          },
        }
      }
      if (!body.required) continue
      yield {
        name: 'absent',
        constraint: 'body.required',
        operation,
        async run(context) {
          const parts = await likelyBase(context, operation)
          const exchange = await context.send(operation, { ...parts, body: undefined })
          expectRejection(context, operation, exchange, {
            what: 'a request without the required body',
            fitting: [400, 411, 415, 422],
            any4xx: true,
            place: operation.pointer,
          })
        },
      }
    }
  },
})
