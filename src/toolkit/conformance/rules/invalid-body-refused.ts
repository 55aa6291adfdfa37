import { isObject, type Json, tokensOf } from '../../contract/index.ts'
import type { Api, ApiOperation } from '../api/api.ts'
import { isJson, mediaTypeOf } from '../json.ts'
import { defineRule, type TrialContext } from '../run/rule.ts'
import { validatorOf } from '../validators.ts'
import { fittingValue } from '../values/fitting.ts'
import { createRandom } from '../values/random.ts'
import { type Violation, violationsOf } from '../values/violations.ts'
import { baseOf } from './base.ts'
import { errorFields, isLastAlone, namesHolder, namesMember, namesPaths } from './errorField.ts'
import { expectRefusal } from './expectation.ts'

/** A body with exactly one violation of its schema is refused, and the error names the member. */
export const invalidBodyRefused = defineRule({
  id: 'invalid-body-refused',
  title: 'A body that breaks one rule of its schema is refused, and nothing else happens.',
  basis: 'the document',
  pack: 'core',
  *trials({ api }) {
    for (const operation of api.operations) {
      const { body } = operation
      if (body?.schema === undefined || !isJson(mediaTypeOf(body.mediaType))) continue
      const names = new Map<string, number>()
      const isInvalid = (value: Json) => {
        try {
          return validatorOf(api.document, 'request')(body.schemaPointer, value).length > 0
        } catch {
          return false // what cannot be compiled is a finding about the document
        }
      }
      for (const violation of violationsOf(api.document, body.schema, richValue(api, operation))) {
        if (!isInvalid(violation.value)) continue
        const plain = `body${violation.pointer.replaceAll('/', '.')}.${violation.keyword}`
        const nth = (names.get(plain) ?? 0) + 1
        names.set(plain, nth)
        yield {
          name: nth === 1 ? plain : `${plain}.${nth}`,
          constraint: plain,
          operation,
          run: (context) => tryOne(context, operation, violation),
        }
      }
    }
  },
})

/** A value with as many members as possible, to find what can be violated. */
function richValue(api: Api, operation: ApiOperation): Json {
  const { document } = api
  const { body } = operation
  const full =
    body && fittingValue(body, { document, random: createRandom(7), extent: 'full', examples: true })
  const [example] = body?.examples ?? []
  if (isObject(full) && isObject(example)) return { ...full, ...example }
  return example ?? full ?? {}
}

async function tryOne(context: TrialContext, operation: ApiOperation, violation: Violation): Promise<void> {
  const { body } = operation
  if (body === undefined) return
  const parts = await baseOf(context, operation)
  parts.body = parts.body === undefined ? violation.value : planted(parts.body, violation)
  const problems = validatorOf(context.api.document, 'request')(body.schemaPointer, parts.body)
  if (problems.length === 0) context.notObserved('the value turned out to be valid for this schema')
  const exchange = await context.send(operation, parts)
  const member = violation.pointer === '' ? 'the body' : violation.pointer
  const refused = expectRefusal(context, operation, exchange, {
    what: `${violation.what} at ${member} (${violation.keyword})`,
    fitting: [
      400,
      422,
      ...(violation.keyword === 'maxLength' || violation.keyword === 'maxItems' ? [413] : []),
    ],
    place: body.schemaPointer,
  })
  const fields = refused ? errorFields(context, exchange) : []
  const [field] = fields
  const unknown = violation.keyword === 'additionalProperties'
  const isNamed = fields.some(
    ({ value }) =>
      namesMember(value, violation.pointer) || (unknown && namesHolder(value, violation.pointer)),
  )
  if (
    field !== undefined &&
    isNamed &&
    namesPaths(context) &&
    fields.every(({ value }) => isLastAlone(value, violation.pointer))
  )
    return context.broken({
      message: `received ${JSON.stringify(field.value)} as the member at fault, expected the path to ${violation.pointer} as the document's errors show it`,
      exchange,
      pointer: field.pointer,
      place: body.schemaPointer,
    })
  if (field === undefined || isNamed) return
  context.broken({
    message: `received ${JSON.stringify(field.value)} as the member at fault, expected it to name ${violation.pointer || 'the body'}`,
    exchange,
    pointer: field.pointer,
    place: body.schemaPointer,
  })
}

/** The violation put into a body that succeeds, all other members left as they are. */
function planted(base: Json, violation: Violation): Json {
  const [member] = tokensOf(violation.pointer)
  if (member === undefined || !isObject(base) || !isObject(violation.value)) return violation.value
  const { [member]: _, ...rest } = base
  const value = violation.value[member]
  if (value === undefined) return rest
  // Within lists and objects, what the base refers to (ids) is kept where only a sibling is broken.
  return { ...rest, [member]: merged(base[member], value, tokensOf(violation.pointer).slice(1)) }
}

/** The base's value with only what lies on the way of the violation replaced. */
function merged(base: Json | undefined, broken: Json, way: string[]): Json {
  const [token, ...rest] = way
  if (token === undefined || base === undefined) return broken
  if (Array.isArray(base) && Array.isArray(broken) && token === '0' && base.length > 0)
    return [merged(base[0], broken[0] ?? null, rest), ...base.slice(1)]
  if (isObject(base) && isObject(broken)) {
    const value = broken[token]
    const { [token]: own, ...others } = base
    if (value === undefined) return others
    return { ...others, [token]: merged(own, value, rest) }
  }
  return broken
}
