import type { Api, ApiOperation, Parameter } from '../../../model/api.ts'
import type { Json } from '../../../openapi/document.ts'
import { validatorOf } from '../../../schema/validators.ts'
import { createRandom } from '../../../schema/values/random.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { violationsOf } from '../../../schema/values/violations.ts'
import { typesOf, viewOf } from '../../../schema/view.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'
import { ordersOfQueries } from './promisedOrders.ts'

/** A parameter that violates its schema must be rejected, and so must a request without a required one. */
export const invalidParameterRejected = defineRule({
  ...definitionOf('invalid-parameter-rejected'),
  *checks({ api }) {
    yield* ordersOfQueries({ api })
    for (const operation of api.operations) {
      for (const input of operation.inputs) {
        // Header values are also restricted by HTTP, and servers often ignore invalid ones (RFC 9110, 5.5).
        if ((input.in === 'cookie' || input.in === 'header') && !input.required) continue
        if (input.in !== 'path' && input.required) {
          const constraint = `${input.in}.${input.name}.required`
          yield {
            name: constraint,
            constraint,
            operation,
            run: (context) => without(context, operation, input),
          }
        }
        if (input.in === 'header' || input.in === 'cookie') continue
        let nth = 0
        for (const { keyword, value, what } of wrongTexts(api, input)) {
          const constraint = `${input.in}.${input.name}.${keyword}`
          yield {
            name: `${constraint}.${++nth}`,
            constraint,
            operation,
            run: (context) => tryOne(context, operation, input, value, what),
          }
        }
      }
    }
  },
})

async function without(context: CheckContext, operation: ApiOperation, input: Parameter): Promise<void> {
  const parts = await likelyBase(context, operation)
  delete parts.query[input.name]
  delete parts.headers[input.name]
  delete parts.cookies?.[input.name]
  const exchange = await context.send(operation, { ...parts, untagged: true })
  expectRejection(context, operation, exchange, {
    what: `a request without the ${input.in} parameter ${input.name}`,
    sort: `a request without a ${input.in} parameter`,
    // RFC 6585, 3: a precondition is required.
    fitting: [400, 422, ...(input.name.toLowerCase().startsWith('if-') ? [428] : [])],
    any4xx: true,
    place: input.pointer,
  })
}

async function tryOne(
  context: CheckContext,
  operation: ApiOperation,
  input: Parameter,
  value: Json,
  what: string,
): Promise<void> {
  const parts = await likelyBase(context, operation)
  if (input.in === 'path') parts.params[input.name] = value
  else parts.query[input.name] = value
  const exchange = await context.send(operation, parts)
  expectRejection(context, operation, exchange, {
    what: `${what} as ${input.in} parameter ${input.name}`,
    sort: `${what} as ${input.in} parameter`,
    value,
    fitting: input.in === 'path' ? [400, 404, 422] : [400, 422],
    any4xx: true,
    place: input.pointer,
  })
}

/** Values that are still wrong once they are text, as everything in a URL is. */
function* wrongTexts(api: Api, input: Parameter): Iterable<{ keyword: string; value: Json; what: string }> {
  const { document } = api
  const { schemaPointer } = input
  if (schemaPointer === undefined) return
  const validate = validatorOf(document)
  const [example] = input.examples
  const valid =
    example ?? validValue(input.schema, { document, random: createRandom(3), extent: 'full' }, input.name)
  if (valid === undefined) return
  const view = viewOf(document, input.schema)
  const list = typesOf(view).includes('array')
  const isString = typesOf(list ? viewOf(document, view.items) : view).includes('string')
  const seen = new Set<string>()
  for (const { keyword, value, what } of violationsOf(document, input.schema, valid)) {
    // "12" and "true" are strings: what rejects them is an enum or a pattern, which has a violation of its own.
    if (keyword === 'type' && isString) continue
    // The properties of an object are parameters of other names, or more values of this one.
    if (list ? !Array.isArray(value) : typeof value === 'object') continue
    if (Array.isArray(value) && (value.length === 0 || value.some((item) => typeof item === 'object')))
      continue
    const text = list ? value : String(value)
    if (input.in === 'path' && unroutable(String(text))) continue
    const key = JSON.stringify(text)
    if (seen.has(key) || validate(schemaPointer, text, 'text').length === 0) continue
    // "12" and 12 are one in a URL.
    if (!list && validate(schemaPointer, numeric(text as string), 'text').length === 0) continue
    seen.add(key)
    yield { keyword, value: text, what }
  }
}

/** Values that cannot be one segment of a URL path. */
const unroutable = (text: string): boolean =>
  text === '' || text === '.' || text.includes('/') || text.includes('\0')

const numeric = (text: string): Json => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text)
