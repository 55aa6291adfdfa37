import { acceptsAnyType, descriptionOf } from '../../../model/description.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'

/** A body of a media type that the operation does not accept must be rejected (RFC 9110, 15.5.16). */
export const undeclaredMediaTypeRejected = defineRule({
  ...definitionOf('undeclared-media-type-rejected'),
  *checks({ api }) {
    if (acceptsAnyType(descriptionOf(api.document.root.info))) return
    for (const operation of api.operations) {
      if (acceptsAnyType(descriptionOf(operation.operation))) continue
      if (operation.body === undefined || /\*/.test(operation.body.mediaType)) continue
      for (const mediaType of ['text/x-undeclared', 'application/xml']) {
        if ([operation.body.mediaType, ...operation.body.others].includes(mediaType)) continue
        yield {
          name: mediaType,
          constraint: 'body.mediaType',
          operation,
          async run(context) {
            const parts = await likelyBase(context, operation)
            const text = JSON.stringify(parts.body ?? {})
            const exchange = await context.send(operation, {
              ...parts,
              body: undefined,
              raw: { mediaType, text },
            })
            expectRejection(context, operation, exchange, {
              what: `a body of type ${mediaType}`,
              fitting: [415, ...(operation.responses.has('415') ? [] : [400, 422])],
              always: [415],
            })
          },
        }
      }
    }
  },
})
