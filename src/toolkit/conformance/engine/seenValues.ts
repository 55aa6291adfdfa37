/**
 * Values of earlier responses, by name, for parameters that identify what no request of the run creates. So
 * `GET /chart?chart=…` gets a key of `charts`, and `GET /requests/{requestId}` the id of an entry of `requests`.
 */
import type { ApiOperation } from '../../model/api.ts'
import { isIdName, KEY_NAMES, lastSegment, normal, ownerOfId, singularOf } from '../../model/vocabulary.ts'
import { isObject, isOfType, type Json, type JsonObject } from '../../openapi/document.ts'
import { typesOf, viewOf } from '../../schema/view.ts'
import type { Recorded } from './events.ts'
import type { Parts } from './requests.ts'
import type { CheckContext } from './rule.ts'

/** Statuses by which servers report that a value identifies nothing. */
const REJECTED: readonly number[] = [400, 404, 422]
const MAX_DEPTH = 6
const MAX_VALUES = 12
/** A property has at most this many values in one response. */
const MAX_ENTRIES = 20
const MAX_LENGTH = 200
const MAX_TRIED = 5
/** Whether a property identifies an entry of a list. A token is a secret. */
const isIdentifying = (name: string): boolean =>
  isIdName(name) || (name !== 'token' && KEY_NAMES.includes(name))

type Value = string | number

/** Values of parameters. */
export type Preset = Pick<Parts, 'params' | 'query'>

export class SeenValues {
  readonly #byName = new Map<string, Set<Value>>()
  /** The requests that were tried, by operation. */
  readonly #tried = new Set<string>()

  /** Remembers the values of a successful response. */
  note({ method, status, json, path }: Pick<Recorded, 'method' | 'status' | 'json' | 'path'>): void {
    if (method !== 'GET' || status < 200 || status >= 300 || json === undefined) return
    this.#visit(lastSegment(path.split('?', 1)[0] ?? ''), json as Json, 0)
  }

  /**
   * Requests of which one parameter has a value that was seen, the likeliest first, and each only once.
   * @param sent the parameters of a request that was rejected
   */
  presetsFor(context: CheckContext, operation: ApiOperation, last: Recorded, sent: Preset): Preset[] {
    // A write would change what the value identifies.
    if (!REJECTED.includes(last.status) || operation.method !== 'GET') return []
    const presets = operation.inputs.flatMap((input) => {
      const values = input.in === 'path' ? sent.params : input.in === 'query' ? sent.query : {}
      const { enum: choices } = viewOf(context.api.document, input.schema)
      if (values[input.name] === undefined || choices !== undefined) return []
      if (input.in === 'path' && isOfCreated(context, operation, input.name)) return []
      const types = typesOf(viewOf(context.api.document, input.schema))
      const seen = this.#valuesFor(input.name, operation.path).filter(
        (one) => types.length === 0 || types.some((type) => isOfType(one, type)),
      )
      return seen
        .slice(0, MAX_TRIED)
        .map((one) =>
          input.in === 'path'
            ? { params: { [input.name]: one }, query: {} }
            : { params: {}, query: { [input.name]: one } },
        )
    })
    return presets.filter((one) => {
      const key = JSON.stringify([operation.operationId, one])
      const isNew = !this.#tried.has(key)
      this.#tried.add(key)
      return isNew
    })
  }

  /** A bare `id` or `name` is that of what the path is about. */
  #valuesFor(name: string, path: string): Value[] {
    const nouns = path.split('/').filter((one) => one !== '' && !one.includes('{'))
    const noun = normal(singularOf(nouns.at(-1) ?? ''))
    const plain = normal(name)
    const owner = ownerOfId(name)
    const isBare = isIdentifying(plain)
    const stem = isBare ? noun : normal(owner === undefined || owner === '' ? name : owner)
    const names = isBare ? [noun + plain, noun] : [plain, `${stem}id`, stem, `${stem}name`]
    return [...new Set(names.flatMap((one) => [...(this.#byName.get(one) ?? [])]))]
  }

  #visit(name: string, value: Json, depth: number): void {
    if (depth > MAX_DEPTH) return
    if (typeof value === 'string' || typeof value === 'number') this.#add(name, value)
    else if (Array.isArray(value))
      for (const entry of value.slice(0, MAX_ENTRIES)) {
        if (isObject(entry)) this.#noteEntry(singularOf(name), entry)
        this.#visit(singularOf(name), entry, depth + 1)
      }
    else if (isObject(value)) this.#visitObject(name, value, depth)
  }

  #visitObject(name: string, value: JsonObject, depth: number): void {
    const one = singularOf(name)
    // A map of objects by their keys.
    if (one !== name && Object.values(value).every((entry) => entry !== undefined && isObject(entry)))
      for (const key of Object.keys(value).slice(0, MAX_ENTRIES)) this.#add(one, key)
    for (const [inner, entry] of Object.entries(value).slice(0, 2 * MAX_ENTRIES))
      if (entry !== undefined) this.#visit(inner, entry, depth + 1)
  }

  #noteEntry(name: string, entry: JsonObject): void {
    for (const [key, id] of Object.entries(entry)) {
      if (!isIdentifying(key) || (typeof id !== 'string' && typeof id !== 'number')) continue
      this.#add(name + key, id)
      this.#add(name, id)
    }
  }

  #add(name: string, value: Value): void {
    if (value === '' || String(value).length > MAX_LENGTH) return
    const known = this.#byName.get(normal(name)) ?? new Set()
    if (known.size < MAX_VALUES) known.add(value)
    this.#byName.set(normal(name), known)
  }
}

/** Whether the parameter identifies an item that the run can create. */
const isOfCreated = ({ graph }: CheckContext, { path }: ApiOperation, name: string): boolean =>
  graph
    .alongPath(path)
    .some(({ parameter, create, put }) => parameter === name && (create !== undefined || put !== undefined))
