import { bodyPlace } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { soleFlags } from '../../../model/soleFlags.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { differences, isOfSentForm, saysItMerges } from '../compare.ts'
import { defaultsOfOthers } from './relatedSources.ts'

/** A property that was left out must have its declared default. */
export const defaultApplies = defineRule({
  ...definitionOf('default-applies'),
  *checks({ api, graph }) {
    yield* defaultsOfOthers({ api, graph })
    for (const operation of api.operations) {
      if (operation.body === undefined) continue
      const resource = graph.resources.find((one) => one.create === operation)
      // A property that a change leaves out is unchanged; defaults only apply to creations.
      if (operation.method === 'PATCH' || saysItMerges(operation)) continue
      const shown = responseProperties(api, operation)
      const soles = resource === undefined ? [] : soleFlags(api, resource).map(({ property }) => property)
      const required = requiredOf(viewOf(api.document, operation.body.schema))
      for (const [member, schema] of bodyProperties(api, operation)) {
        const declared = viewOf(api.document, schema).default
        // Of several items, the only one has a flag in any case.
        const isOther = required.has(member) || !shown.has(member) || soles.includes(member)
        if (declared === undefined || isOther) continue
        yield {
          name: member,
          constraint: `body.${member}.default`,
          operation,
          async run(context) {
            let isOfForm = false
            const change = ({ body }: { body?: Json | undefined }) => {
              if (!isObject(body)) return
              isOfForm = isOfSentForm(api, operation, body, member)
              delete body[member]
            }
            const { exchange } = await context.succeed(operation, { fresh: resource === undefined, change })
            if (!isOfForm || !isObject(exchange.json as Json)) return
            const received = (exchange.json as Record<string, Json>)[member]
            if (differences(declared, received).length === 0) return
            context.broken({
              code: 'default-not-applied',
              subject: `/${member}`,
              received,
              expected: declared,
              exchange,
              pointer: `/${member}`,
              place: bodyPlace(operation),
            })
          },
        }
      }
    }
  },
})
