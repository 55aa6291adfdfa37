/** Bodies and headers that the document allows: Prism's, else made from the schema; each held to the document first. */

import { type Api, type ApiOperation, examplesOf } from '../conformance/api/api.ts'
import { viewOf } from '../conformance/api/schemaView.ts'
import { concreteType, isJson, mediaTypeOf } from '../conformance/json.ts'
import { validatorOf } from '../conformance/validators.ts'
import { fittingValue } from '../conformance/values/fitting.ts'
import { createRandom, seedFor } from '../conformance/values/random.ts'
import { validValue } from '../conformance/values/valid.ts'
import {
  follow,
  isObject,
  type Json,
  type JsonObject,
  type Located,
  objectAt,
  pointerOf,
  responseFor,
  tokensOf,
} from '../contract/index.ts'
import { type HttpAnswer, Refusal } from '../requests/exchange.ts'
import { declaredOnly } from './declaredOnly.ts'
import type { Prism } from './prism.ts'

interface SampleWish {
  operation: ApiOperation
  /** With the variables filled in. */
  path: string
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
 * An answer of the wished status.
 * @throws Refusal 406 when the client accepts none of the media types, 404 when there is no such status or example
 */
export async function sample(api: Api, prism: Prism, wanted: SampleWish): Promise<HttpAnswer> {
  // The schema of an error takes the codes of every status; which of them fits this one, its examples alone tell.
  const wish = wanted.status >= 400 ? { ...wanted, dynamic: false } : wanted
  const response = responseFor(wish.operation, wish.status)
  const { operationId } = wish.operation
  if (response === undefined) {
    const known = [...wish.operation.responses.keys()].join(', ')
    throw new Refusal(404, `The document has no status ${wish.status} for ${operationId}; it has ${known}.`)
  }
  const media = mediaOf(response)
  const chosen = media.find(({ type }) => accepts(wish.accept, mediaTypeOf(type)))
  if (media.length > 0 && chosen === undefined) {
    const available = media.map(({ type }) => type)
    const types = available.join(' or ')
    throw new Refusal(406, `Received Accept: ${wish.accept}; this answer is ${types}.`, {
      hint: /ACCEPTABLE/i,
      facts: { field: 'header.Accept', received: wish.accept ?? '', available, expected: available },
    })
  }
  const { method, template } = wish.operation
  const path = template.endsWith('/') && wish.path !== '/' ? `${wish.path}/` : wish.path
  const accept = chosen === undefined ? undefined : [chosen.type]
  const given = await prism({ ...wish, path, method, template, accept }).catch(() => undefined)
  if (wish.example !== undefined && given === undefined)
    throw new Refusal(404, `The document has no example ${wish.example} for ${operationId} ${wish.status}.`)
  // Values made up for headers contradict each other; the document's examples do not.
  const headers = wish.dynamic ? {} : { ...given?.headers }
  const declared = Object.entries(objectAt(response.node, 'headers'))
  const marks = declared.filter(([, header]) => isMark(api, header)).map(([name]) => name.toLowerCase())
  for (const name of Object.keys(headers))
    if (/^content-type$/i.test(name) || marks.includes(name.toLowerCase())) delete headers[name]
  if (chosen === undefined) return { status: wish.status, headers }
  headers['Content-Type'] = chosen.type
  if (!isJson(mediaTypeOf(chosen.type)))
    return { status: wish.status, headers, body: textOf(api, chosen, given?.body) }
  return { status: wish.status, headers, body: validBody(api, chosen, given?.body, wish) }
}

/**
 * Whether a header can say one thing alone and may be left out: then being there is what it says, as with
 * `Idempotent-Replayed: true`, and an ordinary answer goes without it.
 */
function isMark(api: Api, given: Json): boolean {
  const header = follow(api.document, given)
  const schema = viewOf(api.document, header.schema)
  const single = schema.const !== undefined || (Array.isArray(schema.enum) && schema.enum.length === 1)
  return header.required !== true && single
}

/** The headers that a response must carry, with the values that the document shows or allows. */
export function requiredHeaders(api: Api, response: Located | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, given] of Object.entries(
    response === undefined ? {} : objectAt(response.node, 'headers'),
  )) {
    const header = follow(api.document, given)
    if (header.required !== true || /^content-type$/i.test(name)) continue
    const [example] = [
      ...examplesOf(api.document, header),
      ...examplesOf(api.document, viewOf(api.document, header.schema)),
    ]
    const value =
      example ??
      validValue(
        header.schema,
        { document: api.document, random: createRandom(1), extent: 'minimal', answer: true },
        name,
      )
    if (value !== undefined && value !== null) headers[name] = String(value)
  }
  return headers
}

/** The first of Prism's body, the document's examples and a value from the schema that the document allows. */
function validBody(
  api: Api,
  media: Media,
  given: Json | undefined,
  { seed, operation, dynamic }: SampleWish,
): Json {
  const check = validatorOf(api.document, 'answer')
  const schema = media.node.schema
  const allowed = (body: Json | undefined): body is Json =>
    body !== undefined && (schema === undefined || check(media.pointer, body).length === 0)
  if (given !== undefined && dynamic) given = declaredOnly(api.document, schema, given)
  if (allowed(given)) return given
  const problemsOf = (body: Json) => check(media.pointer, body).map(({ pointer }) => pointer)
  const made = Array.from({ length: 3 }, (_, turn) => () => {
    const random = createRandom(seedFor(turn, seed + operation.operationId))
    const extent = turn === 2 ? 'minimal' : 'full'
    const options = { document: api.document, random, extent, answer: true } as const
    return fittingValue({ schemaPointer: media.pointer, schema }, options)
  })
  const examples = examplesOf(api.document, media.node).map((example) => () => example)
  const own = () => (given === undefined ? undefined : mended(given, made[0]?.(), problemsOf))
  for (const candidate of dynamic ? [own, ...made, ...examples] : [...examples, own, ...made]) {
    const body = candidate()
    if (allowed(body)) return body
  }
  throw new Refusal(
    500,
    `Nothing was found that the schema at ${media.pointer} allows; an example in the document helps.`,
  )
}

/** The generator's value, with members that the document forbids replaced by those of a value made from the schema. */
function mended(given: Json, made: Json | undefined, problemsOf: (body: Json) => string[]): Json {
  const body = structuredClone(given)
  for (let round = 0; round < 3; round++) {
    const problems = problemsOf(body)
    if (problems.length === 0) break
    // What is not mended where it stands is replaced a step further out.
    for (const pointer of problems)
      replaceAt(body, tokensOf(pointer).slice(0, round === 0 ? undefined : 1), made)
  }
  return body
}

function replaceAt(body: Json, tokens: readonly string[], made: Json | undefined): void {
  let [at, from]: (Json | undefined)[] = [body, made]
  for (const [index, token] of tokens.entries()) {
    if (typeof at !== 'object' || at === null) return
    const next = Array.isArray(from) ? from[0] : isObject(from) ? from[token] : undefined
    if (index === tokens.length - 1) {
      const holder = at as Record<string, Json>
      if (next !== undefined) holder[token] = structuredClone(next)
      else if (!Array.isArray(at)) delete holder[token]
    }
    at = (at as Record<string, Json>)[token]
    from = next
  }
}

function textOf(api: Api, media: Media, given: Json | undefined): string {
  if (typeof given === 'string') return given
  const [example] = examplesOf(api.document, media.node)
  if (typeof example === 'string') return example
  return example === undefined ? 'mock' : JSON.stringify(example)
}

/** Whether an `Accept` field takes a media type (RFC 9110, section 12.5.1); a quality of 0 refuses. */
function accepts(field: string | undefined, type: string): boolean {
  if (field === undefined || field.trim() === '') return true
  const ranges = field.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))
    return { range, refused: quality !== undefined && Number(quality.slice(2)) === 0 }
  })
  const fits = [type, `${type.split('/', 1)[0]}/*`, '*/*']
  const best = fits
    .map((wanted) => ranges.find(({ range }) => range === wanted))
    .find((one) => one !== undefined)
  return best !== undefined && !best.refused
}
