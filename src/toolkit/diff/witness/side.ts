/** One version of an API as witnesses need it: its operations, and validators of its schemas. */
import type { ErrorObject } from 'ajv'
import { type Api, type ApiOperation, createApi } from '../../model/api.ts'
import type { ContractDocument, Json } from '../../openapi/document.ts'
import { translatedCopy } from '../../openapi/documentOf.ts'
import { valueAt } from '../../openapi/pointer.ts'
import type { SchemaProblem } from '../../schema/problem.ts'
import { createErrorFinder, type ErrorFinder, problemsOf } from '../../schema/validate.ts'
import { errorFinderOf } from '../../schema/validators.ts'
import type { Direction as ValueDirection } from '../../schema/view.ts'
import type { LoadedDocument, Location } from '../location.ts'

/** How a value is validated: `strict` also rejects properties that the schema does not declare. */
export interface Reading {
  direction: ValueDirection | undefined
  strict: boolean
}

/** A schema of one side. */
export interface PlacedSchema {
  side: Side
  pointer: string
  /** Undefined where the side has no schema there, which allows everything. */
  schema: Json | undefined
}

export interface Side {
  document: ContractDocument
  api: Api
  operation(method: string, template: string): ApiOperation | undefined
  /** @returns false only for a value that a validator rejects: not for a schema that none can compile */
  accepts(pointer: string, value: Json, reading: Reading): boolean
  /** @returns what is wrong with the value; empty for a schema that no validator can compile */
  problems(pointer: string, value: Json, reading: Reading): SchemaProblem[]
}

/** Results that a side stores. */
const MAX_VALIDATED = 1_000

/** The JSON of values that are validated several times, by both sides. */
const texts = new WeakMap<object, string>()

function textOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return text
}

const sides = new WeakMap<LoadedDocument, Side>()

export function sideOf(loaded: LoadedDocument): Side {
  const side = sides.get(loaded) ?? createSide(loaded)
  sides.set(loaded, side)
  return side
}

function createSide({ name, kind, root }: LoadedDocument): Side {
  const document = translatedCopy({ source: name, kind, root })
  const finders = new Map<string, ErrorFinder>()
  const finderFor = ({ direction, strict }: Reading) => {
    const key = `${direction} ${strict}`
    const options = { closed: strict, direction }
    const known =
      finders.get(key) ??
      // The search for values compiles open schemas too.
      (strict ? createErrorFinder(document, options) : errorFinderOf(document, direction))
    finders.set(key, known)
    return known
  }
  // Searches in both directions, and from several starting values, validate the same values again.
  const validated = new Map<string, readonly ErrorObject[]>()
  const errorsOf = (pointer: string, value: Json, reading: Reading): readonly ErrorObject[] => {
    const key = `${reading.direction} ${reading.strict} ${pointer} ${textOf(value)}`
    const known = validated.get(key)
    if (known !== undefined) return known
    const found = validate(pointer, value, reading)
    if (validated.size >= MAX_VALIDATED) validated.clear()
    validated.set(key, found)
    return found
  }
  const validate = (pointer: string, value: Json, reading: Reading): readonly ErrorObject[] => {
    if (valueAt(document.root, pointer) === undefined) return []
    try {
      return finderFor(reading)(pointer, value)
    } catch {
      return [] // what cannot be compiled is reported where the document is checked
    }
  }
  let api: Api | undefined
  let operations: Map<string, ApiOperation> | undefined
  return {
    document,
    get api() {
      api ??= createApi(document)
      return api
    },
    operation(method, template) {
      operations ??= new Map(this.api.operations.map((one) => [`${one.method} ${one.template}`, one]))
      return operations.get(`${method} ${template}`)
    },
    accepts: (pointer, value, reading) => errorsOf(pointer, value, reading).length === 0,
    problems: (pointer, value, reading) => problemsOf(document, pointer, errorsOf(pointer, value, reading)),
  }
}

export function placedAt({ document, pointer }: Location): PlacedSchema {
  const side = sideOf(document)
  return { side, pointer, schema: valueAt(side.document.root, pointer) as Json | undefined }
}
