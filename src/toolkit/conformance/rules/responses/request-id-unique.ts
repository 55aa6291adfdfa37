import type { ApiOperation, Parameter } from '../../../model/api.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { baseOf, likelyBase } from '../base.ts'

const NAMES = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-trace-id']

/** Each response must have a unique request id, or the one that the client sent. */
export const requestIdUnique = defineRule({
  ...definitionOf('request-id-unique'),
  *checks({ api }) {
    for (const operation of api.operations) {
      if (operation.method !== 'GET') {
        const input = operation.inputs.find(
          (one) => one.in === 'header' && NAMES.includes(one.name.toLowerCase()),
        )
        if (input !== undefined)
          yield {
            name: 'repeated',
            constraint: `header.${input.name}`,
            operation,
            run: (context) => repeats(context, operation, input),
          }
        continue
      }
      yield {
        name: 'distinct',
        constraint: 'request id',
        operation,
        async run(context) {
          const parts = await baseOf(context, operation)
          const one = await context.send(operation, parts)
          const two = await context.send(operation, parts)
          const name = NAMES.find((candidate) => readHeader(one.headers, candidate) !== undefined)
          if (name === undefined)
            return context.notObserved({ code: 'absent', from: 'the response', what: 'request id' })
          const [first, second] = [readHeader(one.headers, name), readHeader(two.headers, name)]
          // One that had to be sent is repeated, as it should be.
          const given = Object.keys(parts.headers).some((one) => one.toLowerCase() === name)
          if (first === second && !given)
            context.broken({
              code: 'request-id-repeated',
              subject: name,
              received: first,
              exchange: two,
              with: [one],
            })
          const input = operation.inputs.find(
            (candidate) => candidate.in === 'header' && candidate.name.toLowerCase() === name,
          )
          if (input === undefined) return
          const own = `req_kit${context.random.word(12)}`
          const echoed = await context.send(operation, {
            ...parts,
            headers: { ...parts.headers, [input.name]: own },
          })
          if (readHeader(echoed.headers, name) !== own)
            context.broken({
              code: 'request-id-not-echoed',
              subject: name,
              received: readHeader(echoed.headers, name),
              expected: own,
              exchange: echoed,
              place: input.pointer,
            })
        },
      }
    }
  },
})

/** Every response must repeat the request id of its request, errors as well. */
async function repeats(context: CheckContext, operation: ApiOperation, input: Parameter): Promise<void> {
  const parts = await likelyBase(context, operation)
  const own = `req_kit${context.random.word(12)}`
  const exchange = await context.send(operation, {
    ...parts,
    headers: { ...parts.headers, [input.name]: own },
  })
  const received = readHeader(exchange.headers, input.name)
  if (received === undefined)
    return context.notObserved({ code: 'absent', from: 'the response', what: 'request id' })
  if (received !== own)
    context.broken({
      code: 'request-id-not-echoed',
      subject: input.name,
      received,
      expected: own,
      exchange,
      place: input.pointer,
    })
}
