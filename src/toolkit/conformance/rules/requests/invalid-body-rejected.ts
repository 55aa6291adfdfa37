import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { isIdName } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { tokensOf } from '../../../openapi/pointer.ts'
import { validatorOf } from '../../../schema/validators.ts'
import { fittingValue } from '../../../schema/values/fitting.ts'
import { createRandom } from '../../../schema/values/random.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { type Violation, violationsOf } from '../../../schema/values/violations.ts'
import { kindsOf, viewOf } from '../../../schema/view.ts'
import { bodyVersionOf } from '../../engine/bodyVersion.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { alternativeBase, baseOf } from '../base.ts'
import { expectRejection } from '../expectation.ts'
import { brokenTexts } from '../updates/plainTexts.ts'
import { errorFields, isOnlyLast, namesHolder, namesMember, namesPaths } from './errorField.ts'

/** A body with exactly one violation of its schema must be rejected, and the error must name the property. */
export const invalidBodyRejected = defineRule({
  ...definitionOf('invalid-body-rejected'),
  *checks(plan) {
    const { api } = plan
    yield* brokenTexts({ api })
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
        if (!isInvalid(violation.value) || mayNameAnother(plan, operation, violation)) continue
        const plain = plainNameOf(violation)
        const nth = (names.get(plain) ?? 0) + 1
        names.set(plain, nth)
        yield {
          name: nth === 1 ? plain : `${plain}.${nth}`,
          constraint: plain,
          operation,
          run: async (context) => tryOne(context, operation, violation, await baseOf(context, operation)),
        }
      }
      // Violations that only exist in other variants of the body.
      for (const { name, value, parts } of alternativesOf(api, operation)) {
        if (isInvalid(value)) continue
        for (const violation of violationsOf(api.document, body.schema, value)) {
          const plain = plainNameOf(violation)
          if (names.has(plain) || !isInvalid(violation.value)) continue
          if (mayNameAnother(plan, operation, violation)) continue
          names.set(plain, 1)
          yield {
            name: plain,
            constraint: plain,
            operation,
            async run(context) {
              const base = await alternativeBase(context, operation, name, () => parts(context))
              await tryOne(context, operation, violation, base)
            },
          }
        }
      }
    }
  },
})

/**
 * Whether an item would get an id that a lenient server reads as that of another one: `true` as 1. Many servers change the
 * other one instead, which may be of another client.
 */
function mayNameAnother(
  { graph }: Pick<CheckContext, 'graph'>,
  operation: ApiOperation,
  { pointer, value }: Violation,
): boolean {
  const [name = '', ...rest] = tokensOf(pointer)
  if (rest.length > 0 || !isObject(value)) return false
  const changed = graph.resources.find(({ update, replace, put }) =>
    [update, replace, put].includes(operation),
  )
  if (changed?.idMember !== name && !(operation.method === 'POST' && isIdName(name))) return false
  const id = value[name]
  return id !== undefined && !Number.isNaN(Number(id))
}

/** A value with as many properties as possible, to find all possible violations. */
function richValue(api: Api, operation: ApiOperation): Json {
  const { document } = api
  const { body } = operation
  // An example of the whole value, which may only show a few properties, would replace the generated ones.
  const { example: _, examples: __, ...view } = viewOf(document, body?.schema)
  const full =
    body &&
    fittingValue(
      { ...body, schema: view },
      { document, random: createRandom(7), extent: 'full', examples: true },
    )
  const [example] = body?.examples ?? []
  if (isObject(full) && isObject(example)) return { ...full, ...example }
  return example ?? full ?? {}
}

const plainNameOf = ({ pointer, keyword }: Violation): string =>
  `body${pointer.replaceAll('/', '.')}.${keyword}`

interface Alternative {
  name: string
  value: Json
  parts(context: CheckContext): Promise<Parts>
}

/**
 * Further bodies: the examples after the first one, and one for each variant of a resource without an
 * example.
 */
function alternativesOf(api: Api, operation: ApiOperation): Alternative[] {
  const { body } = operation
  if (body === undefined) return []
  const shown = body.examples.map((value, example) => ({
    name: `example ${example}`,
    value,
    parts: (context: CheckContext) => context.parts(operation, { fresh: true, example }),
  }))
  const options = { document: api.document, random: createRandom(7), extent: 'full', examples: true } as const
  const view = viewOf(api.document, body.schema)
  const { oneOf: _, anyOf: __, ...own } = view
  const made = kindsOf(api.document, view).flatMap((kind, nth) => {
    const value = validValue({ allOf: [own as Json, kind] }, options)
    const parts = async (context: CheckContext) => ({
      ...(await context.parts(operation, { fresh: true })),
      body: value,
    })
    return value === undefined ? [] : [{ name: `kind ${nth}`, value, parts }]
  })
  return [...shown.slice(1), ...made]
}

/** The response to the violation; after 409, to the same violation in a request that differs from earlier ones. */
async function sendViolation(
  context: CheckContext,
  operation: ApiOperation,
  violation: Violation,
  { parts, options }: { parts: Parts; options: Parameters<CheckContext['send']>[2] },
): Promise<Recorded> {
  const exchange = await context.send(operation, parts, options)
  if (exchange.status !== 409) return exchange
  // The state that an earlier request has changed hides whether the body is checked.
  const fresh = await context.parts(operation, { fresh: true })
  const body = fresh.body === undefined ? violation.value : planted(fresh.body, violation)
  return context.isValidBody(operation, body)
    ? exchange
    : context.send(operation, { ...fresh, body }, options)
}

async function tryOne(
  context: CheckContext,
  operation: ApiOperation,
  violation: Violation,
  parts: Parts,
): Promise<void> {
  const { body } = operation
  if (body === undefined) return
  parts.body = parts.body === undefined ? violation.value : planted(parts.body, violation)
  if (context.isValidBody(operation, parts.body)) context.notObserved({ code: 'value-valid' })
  const pointer = body.frame?.pointer(violation.pointer) ?? violation.pointer
  const version = bodyVersionOf(context, operation)?.member
  const isOfVersion = version !== undefined && tokensOf(violation.pointer)[0] === version
  const exchange = await sendViolation(context, operation, violation, {
    parts,
    options: isOfVersion ? { version: 'as given' } : {},
  })
  const member = pointer === '' ? 'the body' : pointer
  const rejected = expectRejection(context, operation, exchange, {
    what: `${violation.what} at ${member} (${violation.keyword})`,
    sort: `${violation.what} (${violation.keyword})`,
    fitting: [
      400,
      422,
      ...(violation.keyword === 'maxLength' || violation.keyword === 'maxItems' ? [413] : []),
    ],
    any4xx: true,
    place: bodyPlace(operation),
  })
  // An error about another obstacle, such as 404 or 409, rightly names another property.
  if (rejected && [400, 422].includes(exchange.status))
    checkFields(context, exchange, { pointer, keyword: violation.keyword, place: bodyPlace(operation) })
}

/** The property that an error names is the one with the violation. */
function checkFields(
  context: CheckContext,
  exchange: Recorded,
  { pointer, keyword, place }: { pointer: string; keyword: string; place: string },
): void {
  const fields = errorFields(context, exchange)
  const [field] = fields
  const unknown = keyword === 'additionalProperties'
  const isNamed = fields.some(
    ({ value }) => namesMember(value, pointer) || (unknown && namesHolder(value, pointer)),
  )
  if (field === undefined) return
  const isOnly = isNamed && namesPaths(context) && fields.every(({ value }) => isOnlyLast(value, pointer))
  if (isNamed && !isOnly) return
  context.broken({
    ...(isOnly ? { code: 'error-field-not-a-path' as const } : { code: 'wrong-error-field' as const }),
    subject: pointer,
    received: field.value,
    expected: pointer || 'the body',
    exchange,
    pointer: field.pointer,
    place,
  })
}

/** Puts the violation into a valid body and leaves all other properties unchanged. */
function planted(base: Json, violation: Violation): Json {
  const [member] = tokensOf(violation.pointer)
  if (member === undefined || !isObject(base) || !isObject(violation.value)) return violation.value
  const { [member]: _, ...rest } = base
  const value = violation.value[member]
  if (value === undefined) return rest
  // Within lists and objects, references of the base (ids) are preserved where only a sibling is invalid.
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
