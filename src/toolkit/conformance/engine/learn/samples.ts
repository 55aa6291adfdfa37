/** The objects of successful responses, by the schema that describes them. */
import { statedInvariants } from '../../../model/statedInvariants.ts'
import type { ContractDocument, Json, JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { isJson, mediaTypeOf, readJson } from '../../../openapi/json.ts'
import { listOperations, type Operation, responseFor } from '../../../openapi/operations.ts'
import { isUnsupportedByMock } from '../../../openapi/unsupportedByMock.ts'
import { declaredMedia } from '../../../responses/media.ts'
import { objectsWithSchemas, type SchemaObject } from '../../../schema/appliedSchemas.ts'
import { validatorOf } from '../../../schema/validators.ts'
import type { Recorded } from '../events.ts'

/** An object, and the first response that showed it. */
interface Sample {
  object: JsonObject
  exchange: Recorded
}

/** The different objects of one schema. */
export interface SamplePlace {
  /** Of the schema in the document. */
  pointer: string
  samples: Sample[]
  /** The operations whose responses are such an object, and not a part that contains one. */
  wholeOf: Set<string>
  /** The operations that showed it. */
  operations: Set<string>
  /** The invariants that the document states. */
  stated: Set<string>
}

/** Limits of the responses of one run, and of the objects of a schema. */
const MAX_RESPONSES = 4000
const MAX_BYTES = 30_000_000
const MAX_OBJECTS = 1500

export class Samples {
  readonly #document: ContractDocument
  /** Operations that list items: their responses are pages, of which the parts depend on the request. */
  readonly #lists: ReadonlySet<string>
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #places = new Map<string, SamplePlace>()
  readonly #known = new Map<string, Set<string>>()
  #waiting: Recorded[] = []
  #responses = 0
  #bytes = 0

  constructor(document: ContractDocument, lists: ReadonlySet<string>) {
    this.#document = document
    this.#lists = lists
    this.#operations = new Map(listOperations(document).map((one) => [one.operationId, one]))
  }

  /** Remembers a successful response with JSON. It is read when `places` is called. */
  note(exchange: Recorded): void {
    const { status, method, operationId, path, body } = exchange
    const isWanted = status >= 200 && status < 300 && method !== 'HEAD' && operationId !== null
    if (!isWanted || body.length === 0 || /^https?:/.test(path) || isUnsupportedByMock(exchange)) return
    if (!isJson(mediaTypeOf(readHeader(exchange.headers, 'content-type') ?? ''))) return
    this.#responses++
    this.#bytes += body.length
    if (this.#responses <= MAX_RESPONSES && this.#bytes <= MAX_BYTES) this.#waiting.push(exchange)
  }

  /** More responses are stored, as those of attacks must not be lost. */
  beginAttacks(): void {
    this.#responses = 0
    this.#bytes = 0
  }

  places(): SamplePlace[] {
    for (const exchange of this.#waiting) this.#read(exchange)
    this.#waiting = []
    return [...this.#places.values()]
  }

  #read(exchange: Recorded): void {
    const operation = this.#operations.get(exchange.operationId ?? '')
    const response = operation && responseFor(operation, exchange.status)
    const media = declaredMedia({ response, header: (name) => readHeader(exchange.headers, name) })
    const reading = media && readJson(exchange.body)
    if (media === undefined || reading === undefined || !('value' in reading)) return
    const validate = validatorOf(this.#document, 'response')
    const search = {
      document: this.#document,
      isValid: (pointer: string, value: Json) => validate(pointer, value).length === 0,
    }
    for (const found of objectsWithSchemas(search, media.schemaPointer, reading.value as Json))
      this.#add(found, exchange)
  }

  #add({ object, at, schemas }: SchemaObject, exchange: Recorded): void {
    const operationId = exchange.operationId ?? ''
    if (at === '' && this.#lists.has(operationId)) return
    const pointer = schemas.find(
      ({ node }) => typeof node.properties === 'object' || Array.isArray(node.allOf),
    )?.pointer
    if (pointer === undefined) return
    const place = this.#places.get(pointer) ?? newPlace(pointer)
    this.#places.set(pointer, place)
    place.operations.add(operationId)
    if (at === '') place.wholeOf.add(operationId)
    const stated = statedInvariants(this.#document)
    for (const one of schemas) for (const { text } of stated.get(one.pointer) ?? []) place.stated.add(text)
    const known = this.#known.get(pointer) ?? new Set()
    this.#known.set(pointer, known)
    const text = JSON.stringify(object)
    if (known.has(text) || known.size >= MAX_OBJECTS) return
    known.add(text)
    place.samples.push({ object, exchange })
  }
}

const newPlace = (pointer: string): SamplePlace => ({
  pointer,
  samples: [],
  wholeOf: new Set(),
  operations: new Set(),
  stated: new Set(),
})
