/**
 * Values of earlier responses, by name, for parameters that identify what no request of the run creates. So
 * `GET /chart?chart=…` gets a key of `charts`, and `GET /requests/{requestId}` the id of an entry of `requests`.
 */
import type { ApiOperation } from '../../model/api.ts'
import {
  isIdName,
  KEY_NAMES,
  lastSegment,
  normal,
  ownerOfId,
  singularOf,
  soundsLike,
} from '../../model/vocabulary.ts'
import { isObject, isOfType, type Json, type JsonObject } from '../../openapi/document.ts'
import { typesOf, viewOf } from '../../schema/view.ts'
import type { Recorded } from './events.ts'
import { MadeValues } from './madeValues.ts'
import type { Parts } from './requests.ts'
import type { CheckContext } from './rule.ts'
import { Registrations } from './signIn.ts'

/** Statuses by which servers report that a value identifies nothing. */
const REJECTED: readonly number[] = [400, 404, 422]
const MAX_DEPTH = 6
const MAX_VALUES = 12
/** A property has at most this many values in one response. */
const MAX_ENTRIES = 20
const MAX_LENGTH = 200
/** Entries of lists that are remembered. */
const MAX_NOTED = 200
const MAX_TRIED = 5
/** Whether a property identifies an entry of a list. A token is a secret. */
const isIdentifying = (name: string): boolean =>
  isIdName(name) || (name !== 'token' && KEY_NAMES.includes(name))

type Value = string | number

/** An entry of a list, by the names of its values, those of the objects in it included. */
interface Entry {
  noun: string
  values: ReadonlyMap<string, Value>
}

/** Values of parameters. */
export type Preset = Pick<Parts, 'params' | 'query'>

export class SeenValues {
  readonly #byName = new Map<string, Set<Value>>()
  readonly #entries: Entry[] = []
  /** The ids that procedures created. */
  readonly made = new MadeValues()
  readonly registrations = new Registrations()
  /** The requests that were tried, by operation. */
  readonly #tried = new Set<string>()

  /** Remembers the values of a successful response. */
  note(exchange: Recorded): void {
    const { method, status, json, path } = exchange
    this.made.note(exchange)
    this.registrations.note(exchange)
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
    const presets = [...this.#entriesFor(context, operation), ...this.#singlesFor(context, operation, sent)]
    return presets.filter((one) => {
      const key = JSON.stringify([operation.operationId, one])
      const isNew = !this.#tried.has(key)
      this.#tried.add(key)
      return isNew
    })
  }

  /**
   * Values that a text may refer to: those with one of these names, or with one that begins and ends as it does.
   * @param names in words, such as `Kernel spec name` or `kernel name`
   * @param except the noun of what the request itself is about, whose values would be those of other items
   */
  referred(names: readonly string[], except: string): Value[] {
    const own = normal(singularOf(except))
    const isOwn = (known: string) => own !== '' && (known === own || isFor(known, own))
    const isMeant = (known: string) =>
      names.some((name) => normal(name) === known || (name.includes(' ') && isLike(known, name)))
    return [...this.#byName].flatMap(([known, values]) =>
      isMeant(known) && !isOwn(known) ? [...values] : [],
    )
  }

  /** Requests whose path parameters are all values of one entry: `/entities/by-name/{kind}/{namespace}/{name}`. */
  #entriesFor(context: CheckContext, operation: ApiOperation): Preset[] {
    const inputs = operation.inputs.filter((input) => input.in === 'path')
    if (inputs.length === 0 || inputs.some(({ name }) => isOfCreated(context, operation, name))) return []
    const nouns = operation.path.split('/').map((one) => normal(singularOf(one)))
    const shown = this.#entries.flatMap(({ noun, values }) => {
      if (!nouns.includes(noun)) return []
      const params: Preset['params'] = {}
      for (const { name } of inputs) params[name] = values.get(normal(name)) ?? null
      return Object.values(params).includes(null) ? [] : [params]
    })
    return shown.slice(0, MAX_TRIED).map((params) => ({ params, query: {} }))
  }

  #singlesFor(context: CheckContext, operation: ApiOperation, sent: Preset): Preset[] {
    return operation.inputs.flatMap((input) => {
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
      for (const [key, entry] of Object.entries(value).slice(0, MAX_ENTRIES)) {
        this.#add(one, key)
        if (isObject(entry)) this.#noteEntry(one, entry)
      }
    for (const [inner, entry] of Object.entries(value).slice(0, 2 * MAX_ENTRIES))
      if (entry !== undefined) this.#visit(inner, entry, depth + 1)
  }

  #noteEntry(name: string, entry: JsonObject): void {
    if (this.#entries.length < MAX_NOTED)
      this.#entries.push({ noun: normal(name), values: new Map(leavesOf(entry)) })
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

/** The values of an entry and of the objects in it; the outer ones last, so that they count. */
function leavesOf(entry: JsonObject, depth = 0): [string, Value][] {
  const values = Object.entries(entry)
  const inner = values.flatMap(([, value]) =>
    depth < 2 && isObject(value) ? leavesOf(value, depth + 1) : [],
  )
  const own = values.flatMap(([name, value]): [string, Value][] =>
    ((typeof value === 'string' && value !== '') || typeof value === 'number') && !soundsLike('secret', name)
      ? [[normal(name), value]]
      : [],
  )
  return [...inner, ...own]
}

/** Whether a name is one of an item of this noun: `kernelname` and `kernelid` of `kernel`. */
const isFor = (known: string, noun: string): boolean =>
  known.startsWith(noun) && isIdentifying(known.slice(noun.length))

/** Whether a name has the first and the last word of another one: `kernelspecname` and `kernel name`. */
function isLike(known: string, phrase: string): boolean {
  const words = phrase.split(' ').map(normal)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return first.length > 3 && known.startsWith(first) && known.endsWith(last)
}
