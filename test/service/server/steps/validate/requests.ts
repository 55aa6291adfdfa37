/** Requests for the differential test: the document's own examples, and what random faults make of them. */
import fc from 'fast-check'
import type { Operation } from '../../../../../generated/operations.ts'
import type { RequestParts } from '../../../../../src/service/server/steps/validate/validator.ts'
import {
  type ContractDocument,
  follow,
  type Json,
  listOperations,
  objectAt,
} from '../../../../../src/toolkit/openapi/index.ts'

interface Sample {
  params: Record<string, string>
  bodies: Json[]
}

/** The path parameters and request bodies that the document gives as examples, by operation. */
export function samplesOf(document: ContractDocument): Map<string, Sample> {
  return new Map(
    listOperations(document).map(({ operationId, parameters, operation }) => {
      const params = parameters.filter((parameter) => parameter.in === 'path')
      const content = objectAt(follow(document, operation.requestBody ?? {}), 'content')
      const [media] = Object.keys(content)
      const examples = Object.values(objectAt(objectAt(content, media ?? ''), 'examples'))
      const bodies = examples.map((example) => follow(document, example).value as Json)
      return [
        operationId,
        { params: Object.fromEntries(params.map((one) => [String(one.name), String(one.example)])), bodies },
      ]
    }),
  )
}

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1',
    '100',
    '101',
    '1e3',
    'true',
    'null',
    '[]',
    'a,b',
    'a:b',
    'ä€😀',
    '\n',
    '{{x}}',
    'draft',
    'asc',
    'createdAt',
  ),
  fc.string({ maxLength: 8 }),
)
const oddValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2,
    3,
    101,
    1e15,
    '',
    'x',
    [],
    {},
    ['x'],
    [1],
    { x: 1 },
    'https://example.com/x',
    'http://example.com',
    'x'.repeat(256),
    'x'.repeat(2049),
    'a\r\nb',
    'a@b',
    'a@b.de',
    'https://münchen.de/',
    'https://example.com/%zz',
    '2999-01-01T00:00:00+02:00',
    '2999-01-01T00:00:00.000Z',
  ),
  oddText,
  // The strict validator loses the place of a property whose name is empty.
  fc
    .jsonValue({ maxDepth: 2 })
    .filter((value) => !JSON.stringify(value).includes('"":')) as fc.Arbitrary<Json>,
)
/** Changes of a body at a place: replaced, dropped, joined by a stranger, doubled. */
const fault = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('replace', 'drop', 'stranger', 'double'),
  value: oddValue,
})
const oddQuery = fc.dictionary(
  fc.constantFrom(
    'limit',
    'cursor',
    'sort',
    'order',
    'folderId',
    'name',
    'status',
    'id',
    'from',
    'to',
    'version',
    'recursive',
    'stranger',
  ),
  fc.oneof({ weight: 4, arbitrary: oddText }, fc.array(oddText, { minLength: 2, maxLength: 3 })),
  { maxKeys: 3, noNullPrototype: true },
)
const oddHeaders = fc.dictionary(
  fc.constantFrom('idempotency-key', 'if-match', 'if-none-match', 'x-request-id', 'x-other'),
  fc.constantFrom('', 'a', '"abc"', 'W/"abc"', '*', 'x'.repeat(256), 'ä', 'a b', '"a", "b"'),
  { maxKeys: 2, noNullPrototype: true },
)

/** Requests of one operation; about a third are left as the examples are. */
export function requestsOf(operation: Operation, sample: Sample): fc.Arbitrary<RequestParts> {
  // An upload's body is read by its operation, not validated by a schema.
  const body =
    operation.body && !operation.body.upload
      ? fc
          .tuple(fc.nat(), fc.array(fault, { maxLength: 2 }), fc.integer({ min: 0, max: 19 }))
          .map(([which, faults, absent]) =>
            absent === 0
              ? undefined
              : faults.reduce(
                  damage,
                  structuredClone(sample.bodies[which % Math.max(sample.bodies.length, 1)] ?? {}),
                ),
          )
      : fc.constant(undefined)
  const params = fc.tuple(fc.integer({ min: 0, max: 9 }), oddText).map(([dice, text]) => {
    const names = Object.keys(sample.params)
    const broken = names[dice]
    return broken === undefined ? sample.params : { ...sample.params, [broken]: text === '' ? 'x' : text }
  })
  return fc
    .record({
      params,
      body,
      query: fc.oneof(fc.constant({}), oddQuery),
      headers: fc.oneof(fc.constant({}), oddHeaders),
    })
    .map((parts) => {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(parts.params[name] ?? ''),
      )
      const pairs = Object.entries(parts.query).flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}=${encodeURIComponent(wellFormed(one))}`),
      )
      const headers = operation.body
        ? { ...parts.headers, 'content-type': operation.body.mediaTypes[0] }
        : parts.headers
      return { ...parts, headers, target: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path }
    })
}

/** A lone surrogate has no percent-encoding. */
const wellFormed = (text: string) => Buffer.from(text).toString()

function damage(body: Json, { place, how, value }: { place: number; how: string; value: Json }): Json {
  const places: { holder: Json[] | Record<string, Json>; key: string }[] = []
  const visit = (holder: Json) => {
    if (typeof holder !== 'object' || holder === null) return
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, Json>, key })
      visit((holder as Record<string, Json>)[key] as Json)
    }
  }
  const root: Record<string, Json> = { body }
  visit(root)
  const chosen = places[place % places.length]
  if (!chosen) return body
  const holder = chosen.holder as Record<string, Json>
  if (how === 'replace') holder[chosen.key] = value
  else if (how === 'stranger') Object.assign(holder === root ? (body ?? {}) : holder, { stranger: value })
  else if (how === 'drop') {
    if (Array.isArray(holder)) holder.splice(Number(chosen.key), 1)
    else if (holder !== root) delete holder[chosen.key]
  } else if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(chosen.key)]) as Json)
  return root.body ?? null
}
