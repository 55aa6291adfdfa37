/** The format of an API's errors, and conventions that apply to all of its operations. */
import { isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { isJson, mediaTypeOf } from '../openapi/json.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, examplesOf } from './api.ts'
import { type Evidence, evidence } from './evidence.ts'
import {
  ERROR_CODES,
  ERROR_FIELDS,
  ERROR_MESSAGES,
  isIdempotencyHeader,
  isRateLimitHeader,
  isRequestId,
  normal,
} from './vocabulary.ts'

interface PlaceOfError {
  /** JSON Pointer into the body of an error. */
  at: string
  evidence: Evidence
}

export interface ErrorModel {
  code?: PlaceOfError
  message?: PlaceOfError
  /** Name of the invalid property or parameter. */
  field?: PlaceOfError
  requestId?: PlaceOfError
}

interface Convention {
  /** The name of a header. */
  value: string
  evidence: Evidence
}

export interface Conventions {
  idempotencyKey?: Convention
  /** `If-Match`, if updates accept it. */
  concurrency?: Convention
  requestId?: Convention
  rateLimit?: Convention
  deprecation?: Convention
}

const MAX_DEPTH = 3

interface FoundPlace {
  role: keyof ErrorModel
  at: string
  source: 'schema' | 'example'
}

type Counted = FoundPlace & { times: number; pointer: string }

/** The error format that most 4xx and 5xx responses share. The confidence is the share of those responses. */
export function errorsOf(api: Api): ErrorModel {
  const bodies = api.operations.flatMap((operation) => errorBodies(api, operation))
  const count = new Map<string, Counted>()
  // Most responses refer to the same schemas.
  const known = new Map<string, FoundPlace[]>()
  for (const { schema, pointer, example } of bodies) {
    const body = JSON.stringify([schema, example])
    const places = known.get(body) ?? placesIn(api, schema, example)
    known.set(body, places)
    for (const { role, at, source } of places) {
      const key = `${role} ${at}`
      const counted = count.get(key) ?? { role, at, source, times: 0, pointer }
      count.set(key, { ...counted, times: counted.times + 1 })
    }
  }
  const model: ErrorModel = {}
  for (const { role, at, source, times, pointer } of [...count.values()].sort((a, b) => b.times - a.times))
    model[role] ??= {
      at,
      evidence: evidence(source, pointer, Math.round((90 * times) / bodies.length) / 100),
    }
  return model
}

interface ErrorBody {
  schema: Json | undefined
  pointer: string
  example: Json | undefined
}

function errorBodies({ document }: Api, { responses }: ApiOperation): ErrorBody[] {
  return [...responses].flatMap(([status, { node, pointer }]): ErrorBody[] => {
    if (!/^[45]|^default$/.test(status)) return []
    const content = objectAt(node, 'content')
    const type = Object.keys(content).find((one) => isJson(mediaTypeOf(one)))
    if (type === undefined) return []
    const media = objectAt(content, type)
    const [example] = examplesOf(document, media)
    return [{ schema: media.schema, pointer: pointer + pointerOf('content', type, 'schema'), example }]
  })
}

function placesIn({ document }: Api, schema: Json | undefined, example: Json | undefined): FoundPlace[] {
  const found: { [Role in keyof ErrorModel]?: string | undefined } = {}
  const look = (node: Json | undefined, at: readonly (string | number)[]): void => {
    const view: JsonObject = withoutNull(document, viewOf(document, node))
    const values = new Map<string, string>()
    for (const [name, inner] of membersOf(view)) {
      const types = typesOf(withoutNull(document, viewOf(document, inner)))
      const here = pointerOf(...at, name)
      const isValue = types.length === 0 || types.some((type) => type === 'string' || type === 'integer')
      if (isValue) values.set(normal(name), name)
      if (isValue && isRequestId(name)) found.requestId ??= here
    }
    found.code ??= firstOf(ERROR_CODES, values, at)
    found.message ??= firstOf(ERROR_MESSAGES, values, at)
    if (at.length >= MAX_DEPTH) return
    for (const [name, inner] of membersOf(view)) {
      const below = withoutNull(document, viewOf(document, inner))
      if (typesOf(below).includes('array')) look(below.items, [...at, name, 0])
      else if (typesOf(below).includes('object')) look(inner, [...at, name])
    }
  }
  look(schema, [])
  const places = Object.entries(found).flatMap(([role, at]) =>
    at === undefined ? [] : [{ role: role as keyof ErrorModel, at, source: 'schema' as const }],
  )
  const declared = ERROR_FIELDS.find((pointer) => isDeclared(document, schema, pointer))
  const shown = ERROR_FIELDS.find((pointer) => isObject(example) && valueAt(example, pointer) !== undefined)
  const field = declared ?? shown
  if (field === undefined) return places
  return [...places, { role: 'field', at: field, source: declared === undefined ? 'example' : 'schema' }]
}

/** JSON Pointer of the first likely name that an object has. */
function firstOf(
  likely: readonly string[],
  values: ReadonlyMap<string, string>,
  at: readonly (string | number)[],
): string | undefined {
  const found = likely.map((name) => values.get(name)).find((name) => name !== undefined)
  return found === undefined ? undefined : pointerOf(...at, found)
}

function isDeclared(document: Api['document'], schema: Json | undefined, pointer: string): boolean {
  let view = withoutNull(document, viewOf(document, schema))
  for (const token of pointer.split('/').slice(1)) {
    const inner = token === '0' ? view.items : new Map(membersOf(view)).get(token)
    if (inner === undefined) return false
    view = withoutNull(document, viewOf(document, inner))
  }
  return true
}

/** Conventions of the API, from the headers that operations and responses declare. */
export function conventionsOf(api: Api): Conventions {
  const found: Conventions = {}
  const note = (name: keyof Conventions, value: string, pointer: string) => {
    found[name] ??= { value, evidence: evidence('declared', pointer) }
  }
  for (const { inputs, responses, pointer } of api.operations) {
    for (const { name, in: place } of inputs) {
      if (place !== 'header') continue
      if (isIdempotencyHeader(name)) note('idempotencyKey', name, pointer)
      if (/^if-match$/i.test(name)) note('concurrency', name, pointer)
    }
    for (const { node, pointer: at } of responses.values())
      for (const name of Object.keys(objectAt(node, 'headers'))) {
        if (isRequestId(name)) note('requestId', name, at)
        if (isRateLimitHeader(name)) note('rateLimit', name, at)
        if (/^(deprecation|sunset)$/i.test(name)) note('deprecation', name, at)
      }
  }
  return found
}
