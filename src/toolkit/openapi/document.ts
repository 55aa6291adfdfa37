/**
 * The documents that tools read: any OpenAPI 3.x or AsyncAPI 3.x document, loaded into one tree whose
 * `$ref`s are all local. Nothing here knows the service.
 */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [member: string]: Json
}

export interface ContractDocument {
  /** Where it was read from, for messages. */
  source: string
  kind: 'openapi' | 'asyncapi'
  /** The whole tree. Referenced files are in `x-files`. */
  root: JsonObject
  /** Whether schemas of an older dialect were translated into JSON Schema 2020-12, as `readDocument` does. */
  translated?: boolean
  /** The extension and value that mark the parts specified by an external source. */
  mark?: Mark
  /** The origin of its parts, shown by documentation. */
  labels?: Labels
  /** Defects of the document itself; empty for a tree that was given and not read. */
  findings: readonly DocumentFinding[]
  /**
   * Source position of a node. Follows references: `/paths/~1orders/get/responses/200` gives the position in the file that
   * contains the response. Undefined for documents that were not read from files.
   */
  positionOf(pointer: string): Position | undefined
}

/** An extension with one value, such as `x-status: stable`. */
export interface Mark {
  extension: string
  value: string
}

/** An extension whose values documentation shows as badges. */
export interface Labels {
  extension: string
  /** Heading of the table that explains the values. */
  title: string
  /** The meaning of each value. */
  values: Readonly<Record<string, string>>
}

/** Counted from 1. */
export interface TextPosition {
  line: number
  column: number
}

/** From the first character to the position after the last one. */
export interface TextRange {
  start: TextPosition
  end: TextPosition
}

/** A place in a file that was read. */
export interface Position extends TextPosition {
  file: string
  /** Of a value; undefined where only the beginning is known. */
  end?: TextPosition
}

/** `things.yaml:12:5`. */
export const formatPosition = ({ file, line, column }: Position): string => `${file}:${line}:${column}`

export type DocumentFindingCode =
  /** A `$ref` to a place or file that is not there. */
  | 'unresolved-reference'
  /** A `$ref` to the network, which is never read. */
  | 'remote-reference'
  /** `$ref`s that lead to one another and to no schema. */
  | 'circular-reference'
  /** Something else than the kind of object that belongs there. */
  | 'malformed'
  /** A schema keyword with an invalid value. */
  | 'invalid-keyword'
  /** Contradictory schema keywords: bounds that no value satisfies, or a default or enum of another type. */
  | 'contradiction'
  /** A pattern that is not valid in ECMA-262. */
  | 'invalid-pattern'
  /** An invalid schema identifier. */
  | 'invalid-id'
  /** A feature that these tools do not support, and therefore do not check. */
  | 'unsupported'
  /** A property without effect in this version of the standard. */
  | 'without-effect'
  /** The same name for two nodes. */
  | 'duplicate'

export interface DocumentFinding {
  code: DocumentFindingCode
  /** `error`: a part is unusable and is not checked; `warning`: it probably does not mean what it states. */
  severity: 'error' | 'warning'
  /** JSON Pointer into the loaded tree. */
  pointer: string
  message: string
  position: Position | undefined
}

/** `openapi.yaml:12:5 error invalid-pattern: …`. */
export const formatDocumentFinding = (finding: DocumentFinding): string =>
  `${finding.position ? formatPosition(finding.position) : finding.pointer} ${finding.severity} ${finding.code}: ${finding.message}`

export type DocumentErrorCode =
  | 'UNREADABLE'
  | 'UNPARSABLE'
  | 'UNRESOLVED_REFERENCE'
  | 'UNKNOWN_KIND'
  | 'MALFORMED'

/** The document cannot be used. The message contains the file and the received and expected content. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DocumentError'
    this.code = code
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is of a type of JSON Schema (Validation, 6.1.1). An `integer` is a `number`, too. */
export function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** The value of a property that the object itself has, for names from documents such as `constructor`. */
export const ownValue = <T>(node: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(node, name) ? node[name] : undefined

/** A copy without the properties that every object inherits, so that names from documents are safe to read and set. */
export const withoutInherited = (node: JsonObject): JsonObject => Object.assign(Object.create(null), node)

/** Sets a property, also of the name `__proto__`. */
export function setOwn(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
  else object[name] = value
}

/** The value of a property if it is an object, otherwise an empty object. */
export const objectAt = (node: JsonObject, member: string): JsonObject => {
  const value = ownValue(node, member)
  return isObject(value) ? value : {}
}

/** `3.1` of `3.1.0`. */
export const versionOf = ({ kind, root }: Pick<ContractDocument, 'kind' | 'root'>): string =>
  String(root[kind]).split('.', 2).join('.')

/** The reason where an error is a stack that ran out: references that lead from one to the next thousands of times. */
export const tooDeep = (error: unknown): string | undefined =>
  error instanceof RangeError && /Maximum call stack/.test(error.message)
    ? 'The document refers from schema to schema too many times in a row; shorten the chain of references.'
    : undefined
