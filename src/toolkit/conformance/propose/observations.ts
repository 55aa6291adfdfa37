/** Observed values at each schema of the document. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { memberPointer, valueAt } from '../../openapi/pointer.ts'
import { appliedSchemas } from '../../schema/appliedSchemas.ts'
import type { ErrorFinder } from '../../schema/validate.ts'
import { isNullable, viewOf } from '../../schema/view.ts'
import type { Recorded } from '../engine/events.ts'

/** A value, and the response that showed it. */
export interface Seen {
  value: Json
  exchange: Recorded
}

/** Observed values at one schema, as it is written. */
export interface SchemaPlace {
  pointer: string
  node: JsonObject
  /** Values other than null. */
  seen: Seen[]
  /** Nulls that neither it nor a part of it allows. */
  nulls: Seen[]
  /** Objects that lack a property that it requires, by the name. */
  missing: Map<string, Seen[]>
  /** Properties that neither it nor its parts declare, where it is the one to declare them. */
  undeclared: Map<string, Seen[]>
}

/** Values at one schema that are stored. */
const MAX_SEEN = 4000
const MAX_DEPTH = 40

/** Walks along values and their schemas, and notes at each schema what was there. */
export class Observations {
  readonly places = new Map<string, SchemaPlace>()
  readonly #document: ContractDocument
  readonly #find: ErrorFinder

  /** @param find validates against the document as it is written */
  constructor(document: ContractDocument, find: ErrorFinder) {
    this.#document = document
    this.#find = find
  }

  /** @param pointer of the schema of the value */
  note(pointer: string, seen: Seen, depth = 0): void {
    if (depth > MAX_DEPTH) return
    const { value } = seen
    const schema = valueAt(this.#document.root, pointer)
    if (!isObject(schema)) return
    if (value === null) {
      if (!isNullable(this.#document, viewOf(this.#document, schema)) && !this.#allows(pointer, null))
        push(this.#placeAt(pointer, schema).nulls, seen)
      return
    }
    const parts = this.#partsOf(pointer, value)
    if (parts === undefined) return
    for (const part of parts) push(part.seen, seen)
    if (Array.isArray(value)) this.#noteItems(parts, seen, depth)
    else if (isObject(value)) this.#noteProperties(parts, seen, depth)
  }

  #noteItems(parts: readonly SchemaPlace[], { value, exchange }: Seen, depth: number): void {
    for (const { pointer, node } of parts)
      if (isObject(node.items) && node.prefixItems === undefined)
        for (const item of value as Json[])
          this.note(`${pointer}/items`, { value: item, exchange }, depth + 1)
  }

  #noteProperties(parts: readonly SchemaPlace[], seen: Seen, depth: number): void {
    const object = seen.value as JsonObject
    for (const { node, missing } of parts)
      for (const name of Array.isArray(node.required) ? node.required : [])
        if (typeof name === 'string' && !Object.hasOwn(object, name) && !this.#isWriteOnly(parts, name))
          push(listAt(missing, name), seen)
    for (const [name, value] of Object.entries(object))
      this.#noteProperty(parts, name, { value, exchange: seen.exchange }, depth + 1)
  }

  #noteProperty(parts: readonly SchemaPlace[], name: string, seen: Seen, depth: number): void {
    const declaring = parts.filter(({ node }) => propertyIn(node, name) !== undefined)
    for (const { pointer } of declaring) this.note(memberPointer(`${pointer}/properties`, name), seen, depth)
    if (declaring.length > 0 || parts.some(({ node }) => hasPattern(node, name))) return
    for (const { pointer, node } of parts)
      if (isObject(node.additionalProperties)) this.note(`${pointer}/additionalProperties`, seen, depth)
    if (parts.some(({ node }) => isOpen(node))) return
    const home = parts.findLast(({ node }) => isObject(node.properties))
    if (home !== undefined) push(listAt(home.undeclared, name), seen)
  }

  #isWriteOnly(parts: readonly SchemaPlace[], name: string): boolean {
    return parts.some(({ node }) => viewOf(this.#document, propertyIn(node, name)).writeOnly === true)
  }

  /** @returns undefined where it cannot be known which form was meant */
  #partsOf(pointer: string, value: Json): SchemaPlace[] | undefined {
    const search = { document: this.#document, isValid: (at: string, one: Json) => this.#allows(at, one) }
    return appliedSchemas(search, pointer, value)?.map((part) => this.#placeAt(part.pointer, part.node))
  }

  #allows(pointer: string, value: Json): boolean {
    return this.#find(pointer, value).length === 0
  }

  #placeAt(pointer: string, node: JsonObject): SchemaPlace {
    const known = this.places.get(pointer)
    if (known !== undefined) return known
    const place = { pointer, node, seen: [], nulls: [], missing: new Map(), undeclared: new Map() }
    this.places.set(pointer, place)
    return place
  }
}

function push(list: Seen[], seen: Seen): void {
  if (list.length < MAX_SEEN) list.push(seen)
}

function listAt(map: Map<string, Seen[]>, name: string): Seen[] {
  const known = map.get(name) ?? []
  map.set(name, known)
  return known
}

/** Whether an object states that it may have further properties. */
const isOpen = ({ additionalProperties, unevaluatedProperties }: JsonObject): boolean =>
  [additionalProperties, unevaluatedProperties].some((one) => one === true || isObject(one))

const propertyIn = ({ properties }: JsonObject, name: string): Json | undefined =>
  isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined

const hasPattern = ({ patternProperties }: JsonObject, name: string): boolean =>
  isObject(patternProperties) &&
  Object.keys(patternProperties).some((pattern) => new RegExp(pattern, 'u').test(name))
