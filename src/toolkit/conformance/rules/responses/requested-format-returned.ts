import type { Api, ApiOperation, Parameter } from '../../../model/api.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { viewOf } from '../../../schema/view.ts'
import { defineRule, returned } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { baseOf } from '../base.ts'

/** A parameter whose choices name the declared media types must select one of them, and so must Accept. */
export const requestedFormatReturned = defineRule({
  ...definitionOf('requested-format-returned'),
  *checks({ api, graph }) {
    for (const operation of api.operations) {
      const types = declaredTypes(operation)
      if (operation.method !== 'GET' || types.length < 2) continue
      // Where a parameter chooses, Accept need not.
      const chosen = operation.inputs.some(
        (one) => soundsLike('format', one.name) || formatsOf(api, one, types).size > 1,
      )
      // A file comes in the type that it has; a list can be shown in each.
      const isList = graph.resources.some(({ list }) => list === operation)
      for (const mediaType of isList && types.some(isJson) && !chosen ? types.filter(isOfItsOwn) : [])
        yield {
          name: `Accept: ${mediaType}`,
          constraint: 'header.Accept is obeyed',
          operation,
          async run(context) {
            const parts = await baseOf(context, operation)
            const exchange = await context.send(operation, {
              ...parts,
              headers: { ...parts.headers, Accept: mediaType },
            })
            const received = readHeader(exchange.headers, 'content-type')
            if (exchange.status >= 300) return context.notObserved(returned(operation.operationId, exchange))
            if (mediaTypeOf(received ?? '') === mediaType) return
            context.broken({
              code: 'wrong-media-type',
              subject: `Accept: ${mediaType}`,
              received,
              expected: mediaType,
              exchange,
              place: operation.pointer,
            })
          },
        }
      for (const input of operation.inputs) {
        if (input.in !== 'query') continue
        const named = formatsOf(api, input, types)
        if (named.size < 2) continue
        for (const [value, mediaType] of named)
          yield {
            name: `${input.name}=${value}`,
            constraint: `query.${input.name} is obeyed`,
            operation,
            async run(context) {
              const parts = await baseOf(context, operation)
              const exchange = await context.send(operation, {
                ...parts,
                query: { ...parts.query, [input.name]: value },
                headers: { ...parts.headers, Accept: '*/*' },
              })
              if (exchange.status >= 300)
                return context.notObserved(returned(operation.operationId, exchange))
              const received = readHeader(exchange.headers, 'content-type')
              if (mediaTypeOf(received ?? '') === mediaType) return
              context.broken({
                code: 'wrong-media-type',
                subject: `${input.name}=${value}`,
                received,
                expected: mediaType,
                exchange,
                place: input.pointer,
              })
            },
          }
      }
    }
  },
})

/**
 * Document generators add `text/json` and `text/plain` next to JSON, although the server does not support
 * them.
 */
const isOfItsOwn = (type: string): boolean =>
  !isJson(type) &&
  !type.includes('*') &&
  !/^(text\/(plain|json|html)|application\/(xml|octet-stream)|text\/xml)$/.test(type)

function declaredTypes({ successes, responses }: ApiOperation): string[] {
  const content = responses.get(String(successes[0]))?.node.content
  return content !== null && typeof content === 'object' ? Object.keys(content).map(mediaTypeOf) : []
}

/** Each choice that names exactly one media type, with that type: `csv` and `text/csv`. */
function formatsOf(api: Api, input: Parameter, types: readonly string[]): Map<string, string> {
  const { enum: choices } = viewOf(api.document, input.schema)
  const named = new Map<string, string>()
  for (const choice of Array.isArray(choices) ? choices : []) {
    if (typeof choice !== 'string') continue
    const [fitting, ...more] = types.filter((type) => type.split(/[/.]/).includes(choice.toLowerCase()))
    if (fitting !== undefined && more.length === 0) named.set(choice, fitting)
  }
  return named
}
