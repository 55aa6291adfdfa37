import type { Api, ApiOperation, Parameter } from '../api/api.ts'
import { viewOf } from '../api/schemaView.ts'
import { readHeader } from '../finding.ts'
import { mediaTypeOf } from '../json.ts'
import { defineRule } from '../run/rule.ts'
import { baseOf } from './base.ts'

/** A parameter whose choices name the declared media types says which of them comes. */
export const askedFormatAnswered = defineRule({
  id: 'asked-format-answered',
  title: 'A format that was asked for by a parameter is the one that comes.',
  basis: 'the document',
  pack: 'core',
  *trials({ api }) {
    for (const operation of api.operations) {
      const types = declaredTypes(operation)
      if (operation.method !== 'GET' || types.length < 2) continue
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
                return context.notObserved(`${operation.operationId} answered ${exchange.status}`)
              const received = readHeader(exchange.headers, 'content-type')
              if (mediaTypeOf(received ?? '') === mediaType) return
              context.broken({
                message: `received ${received ?? 'no media type'} for ${input.name}=${value}, expected ${mediaType}`,
                exchange,
                place: input.pointer,
              })
            },
          }
      }
    }
  },
})

function declaredTypes({ successes, responses }: ApiOperation): string[] {
  const content = responses.get(String(successes[0]))?.node.content
  return content !== null && typeof content === 'object' ? Object.keys(content).map(mediaTypeOf) : []
}

/** Each choice that names one media type alone, with it: `csv` and `text/csv`. */
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
