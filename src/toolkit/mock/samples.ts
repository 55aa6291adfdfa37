/** Bodies and headers that the document allows: its examples, else values generated from the schema. */

import { type Api, type ApiOperation, examplesOf } from '../model/api.ts'
import { type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { namedExamples } from '../openapi/examples.ts'
import { isHeader } from '../openapi/headers.ts'
import { concreteType, isJson, mediaTypeOf } from '../openapi/json.ts'
import { responseFor } from '../openapi/operations.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { follow, type Located } from '../openapi/resolve.ts'
import { HttpError, type HttpResponse } from '../requests/exchange.ts'
import { responseProblems } from '../requests/responseProblems.ts'
import { fittingValue, fixedValue } from '../schema/values/fitting.ts'
import { createRandom, seedFor } from '../schema/values/random.ts'
import { type ValueOptions, validValue } from '../schema/values/valid.ts'
import { typesOf, viewOf } from '../schema/view.ts'
import { declaredOnly } from './declaredOnly.ts'
import { UnknownPreference } from './preference.ts'
import { xmlOf } from './xml.ts'

/** Generates a value of a schema, the same for the same seed; undefined where it cannot. */
export type Generate = (schema: Json | undefined, seed: string) => Promise<Json | undefined>

interface SampleWish {
  operation: ApiOperation
  status: number
  example?: string | undefined
  dynamic: boolean
  seed: string
  accept?: string | undefined
}

interface Media {
  type: string
  pointer: string
  node: JsonObject
}

/** The media types of a response, JSON first. */
export function mediaOf({ node, pointer }: Located): Media[] {
  const content = objectAt(node, 'content')
  const all = Object.keys(content).map((type) => ({
    type: concreteType(type),
    pointer: pointer + pointerOf('content', type, 'schema'),
    node: objectAt(content, type),
  }))
  return all.sort((a, b) => Number(isJson(mediaTypeOf(b.type))) - Number(isJson(mediaTypeOf(a.type))))
}

/**
 * A response of the wanted status.
 * @throws HttpError 406 when the client accepts none of the media types
 * @throws UnknownPreference when there is no such status or example
 */
export async function sample(api: Api, generate: Generate, wanted: SampleWish): Promise<HttpResponse> {
  // Error schemas usually allow the codes of every status. Only examples show which code belongs to this one.
  const wish = wanted.status >= 400 ? { ...wanted, dynamic: false } : wanted
  const response = responseFor(wish.operation, wish.status)
  const { operationId } = wish.operation
  if (response === undefined) {
    const known = [...wish.operation.responses.keys()].join(', ')
    throw new UnknownPreference(
      `The document has no status ${wish.status} for ${operationId}. Use one of: ${known}.`,
    )
  }
  const media = mediaOf(response)
  const accepted = media.filter(({ type }) => accepts(wish.accept, mediaTypeOf(type)))
  if (media.length > 0 && accepted.length === 0) {
    const available = media.map(({ type }) => type)
    const types = available.join(' or ')
    throw new HttpError(406, `Received Accept: ${wish.accept}; this response is ${types}.`, {
      kind: 'notAcceptable',
      facts: { field: 'header.Accept', received: wish.accept ?? '', available, expected: available },
    })
  }
  // Generated header values contradict each other; the document's examples do not.
  const headers = wish.dynamic ? {} : headersShown(api, response)
  const named = wish.example === undefined ? undefined : exampleNamed(api, wish, accepted)
  const chosen = named?.media ?? accepted[0]
  if (chosen === undefined) return { status: wish.status, headers }
  headers['Content-Type'] = chosen.type
  const body = named?.value ?? (await bodyOf(api, generate, chosen, wish))
  return { status: wish.status, headers, body: writtenAs(api, chosen, body) }
}

/**
 * The example with the requested name, unchanged and even if it is invalid, since the client requested it explicitly.
 * @throws UnknownPreference with the available names
 */
function exampleNamed(
  { document }: Api,
  { example = '', operation, status }: SampleWish,
  media: readonly Media[],
): { media: Media; value: Json } {
  const namesOf = ({ node }: Media) => namedExamples(document, node).map(({ name }) => name)
  for (const one of media) {
    const found = namedExamples(document, one.node).find(({ name }) => name === example)
    if (found !== undefined) return { media: one, value: found.value }
  }
  const names = [...new Set(media.flatMap(namesOf))]
  const others = [...operation.responses]
    .filter(
      ([key, one]) => key !== String(status) && mediaOf(one).some((own) => namesOf(own).includes(example)),
    )
    .map(([key]) => key)
  throw new UnknownPreference(
    [
      `The document has no example "${example}" for ${operation.operationId} ${status}.`,
      names.length > 0 ? `Use one of: ${names.join(', ')}.` : 'This response has no named examples.',
      ...(others.length > 0 ? [`Status ${others.join(', ')} has it: add code=${others[0]}.`] : []),
    ].join(' '),
  )
}

/** The value in the form of the media type: XML is XML, whatever form the document gives its example. */
function writtenAs({ document }: Api, media: Media, body: Json): Json {
  const type = mediaTypeOf(media.type)
  if (isJson(type) || typeof body === 'string') return body
  if (/^(application|text)\/xml$|\+xml$/.test(type)) return xmlOf(document, media.node.schema, body)
  return type === 'text/event-stream' ? `data: ${JSON.stringify(body)}\n\n` : JSON.stringify(body)
}

/**
 * Whether an optional header has only one possible value, so that its presence is the information, as in
 * `Idempotent-Replayed: true`. Normal responses omit such headers.
 */
function isMark(api: Api, given: Json): boolean {
  const header = follow(api.document, given)
  const schema = viewOf(api.document, header.schema)
  const single = schema.const !== undefined || (Array.isArray(schema.enum) && schema.enum.length === 1)
  return header.required !== true && single
}

/** The headers that a response must carry, with the values that the document shows or allows. */
export function requiredHeaders(api: Api, response: Located | undefined): Record<string, string> {
  return headersOf(api, response, (header) => header.required === true)
}

/** All headers that a response declares, those aside that only mark a special response. */
const headersShown = (api: Api, response: Located): Record<string, string> =>
  headersOf(api, response, (header) => !isMark(api, header))

function headersOf(
  api: Api,
  response: Located | undefined,
  isWanted: (header: JsonObject) => boolean,
): Record<string, string> {
  const headers: Record<string, string> = {}
  const declared = response === undefined ? {} : objectAt(response.node, 'headers')
  for (const [name, given] of Object.entries(declared)) {
    const header = follow(api.document, given)
    if (!isWanted(header) || isHeader(name, 'Content-Type')) continue
    const view = viewOf(api.document, header.schema)
    const [example] = [
      ...examplesOf(api.document, header),
      ...examplesOf(api.document, view),
      ...(view.default === undefined ? [] : [view.default]),
    ]
    const options = {
      document: api.document,
      random: createRandom(1),
      extent: 'minimal',
      response: true,
    } as const
    const value = example ?? validValue(header.schema, options, name)
    if (value !== undefined && value !== null)
      headers[name] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return headers
}

/** The body that a response shows: an example, a generated value, or what comes nearest to either. */
async function bodyOf(api: Api, generate: Generate, media: Media, wish: SampleWish): Promise<Json> {
  const { document } = api
  const schema = media.node.schema
  const examples = [...examplesOf(document, media.node), ...examplesOf(document, viewOf(document, schema))]
  if (!isJson(mediaTypeOf(media.type))) {
    const [example] = examples
    if (example !== undefined) return example
    if (typesOf(viewOf(document, schema)).every((type) => type === 'string')) return 'mock'
  }
  if (schema === undefined) return examples[0] ?? {}
  const isValid = (body: Json) => responseProblems(document, media.pointer, body).length === 0
  const generated = wish.dynamic ? await generate(schema, wish.seed) : undefined
  const dynamic = generated === undefined ? undefined : declaredOnly(document, schema, generated)
  const optionsOf = (turn: number, isShown: boolean): ValueOptions => ({
    document,
    random: createRandom(seedFor(turn, wish.seed + wish.operation.operationId)),
    extent: turn === 2 ? 'minimal' : 'full',
    response: true,
    examples: isShown,
  })
  const made = (turn: number, isShown: boolean) =>
    fittingValue({ schemaPointer: media.pointer, schema }, optionsOf(turn, isShown))
  const repairedFrom = (given: Json | undefined) => () =>
    given === undefined
      ? undefined
      : fixedValue({ schemaPointer: media.pointer, schema }, given, optionsOf(0, !wish.dynamic))
  const shown = examples.map((example) => () => example)
  const own = [0, 1, 2].map((turn) => () => made(turn, false))
  const candidates = wish.dynamic
    ? [() => dynamic, repairedFrom(dynamic), ...own, ...shown]
    : [...shown, repairedFrom(examples[0]), () => made(0, true), ...own]
  for (const candidate of candidates) {
    const body = candidate()
    if (body !== undefined && isValid(body)) return body
  }
  // A schema without valid values, such as one with an endless required recursion: use an invalid example or value
  // instead of an error.
  const nearest = examples[0] ?? dynamic ?? validValue(schema, { ...optionsOf(0, true), readable: true })
  if (nearest !== undefined) return nearest
  throw new HttpError(
    500,
    `The mock found no value that the schema at ${media.pointer} allows. Add an example to the response.`,
  )
}

/** Whether an `Accept` header accepts a media type (RFC 9110, section 12.5.1). A quality of 0 rejects it. */
function accepts(field: string | undefined, type: string): boolean {
  if (field === undefined || field.trim() === '') return true
  const ranges = field.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))
    return { range, rejected: quality !== undefined && Number(quality.slice(2)) === 0 }
  })
  const fits = [type, `${type.split('/', 1)[0]}/*`, '*/*']
  const best = fits
    .map((wanted) => ranges.find(({ range }) => range === wanted))
    .find((one) => one !== undefined)
  return best !== undefined && !best.rejected
}
