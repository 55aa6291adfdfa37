/** A location in one of the documents that are compared, and the steps from one location to the next. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { escapeToken, pointerOf, pointerOfFragment, tokensOf } from '../openapi/pointer.ts'

export interface Position {
  file: string
  line: number
  column: number
  pointer: string
}

export interface LoadedDocument {
  /** As the caller named it, for messages. */
  name: string
  kind: ContractDocument['kind']
  /** `3.0.3`, `3.1.0` */
  version: string
  root: ContractDocument['root']
  at(pointer: string): Location
  /** The file and the pointer within it: the same for a file that two documents share. */
  identity(pointer: string): string
  positionOf(pointer: string): Position
}

export interface Location {
  document: LoadedDocument
  /** From the root of the loaded tree, which contains other files below `x-files`. */
  pointer: string
  value: Json | undefined
}

/** The property of an object or the item of a list; its value is undefined where it does not exist. */
export function step(location: Location, token: string | number): Location {
  const { value } = location
  const next = Array.isArray(value)
    ? value[Number(token)]
    : isObject(value) && Object.hasOwn(value, token)
      ? value[token]
      : undefined
  return {
    document: location.document,
    pointer: `${location.pointer}/${escapeToken(String(token))}`,
    value: next,
  }
}

export const rootOf = (document: LoadedDocument): Location => ({
  document,
  pointer: '',
  value: document.root,
})

/** The properties of an object as locations; an empty list for any other value. */
export const members = (location: Location): [string, Location][] =>
  isObject(location.value) ? Object.keys(location.value).map((key) => [key, step(location, key)]) : []

/** The items of a list as locations. */
export const items = (location: Location): Location[] =>
  Array.isArray(location.value) ? location.value.map((_, index) => step(location, index)) : []

export const objectOf = (location: Location): JsonObject => (isObject(location.value) ? location.value : {})

export const isPresent = (location: Location): boolean =>
  location.value !== undefined && location.value !== null

/** A chain of references longer than this is a circle. */
const MAX_CHAIN = 64

/** A reference that leads out of the documents, which are all that is read. */
export const isRemote = (reference: Json | undefined): reference is string =>
  typeof reference === 'string' && !reference.startsWith('#')

/** Where the `$ref` of an object leads, one hop; undefined where it has none, or one to the network. */
export const target = ({ document, value }: Location): Location | undefined =>
  isObject(value) ? targetOf(document, value) : undefined

/** The same for an object of a document. */
export function targetOf(document: LoadedDocument, { $ref }: JsonObject): Location | undefined {
  return typeof $ref !== 'string' || isRemote($ref) ? undefined : document.at(pointerOfFragment($ref))
}

/** The object itself, or the one that its `$ref`s lead to in the end. */
export function follow(location: Location): Location {
  let at = location
  for (let hops = 0; hops < MAX_CHAIN; hops++) {
    const next = target(at)
    if (!next) return at
    at = next
  }
  return at
}

/** Where a value of a discriminator's mapping leads: a reference, or the bare name of a schema. */
export const mappedPointer = (value: Json | undefined): string =>
  typeof value === 'string' && value.startsWith('#')
    ? pointerOfFragment(value)
    : pointerOf('components', 'schemas', String(value))

/** The name of the component at a location, such as `Prompt` for `#/components/schemas/Prompt`. */
export function componentName(location: Location): string | undefined {
  const tokens = tokensOf(location.pointer)
  if (tokens[0] === 'components' && tokens.length === 3) return tokens[2]
  if (tokens[0] === 'x-files' && tokens.length === 2) {
    return tokens[1]?.replace(/^.*\//, '').replace(/\.(ya?ml|json)$/, '')
  }
  return undefined
}

/** The same string for equal JSON values: properties are sorted by name. */
export function canonical(value: Json | undefined): string {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.keys(value).sort()
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

export { pointerOfFragment }
