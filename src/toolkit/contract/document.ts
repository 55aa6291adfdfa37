/**
 * What the tools of this folder read: any OpenAPI 3.x or AsyncAPI 3.x document, loaded into one tree whose
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
  /** The whole tree. Files that the entry file refers to stand under `x-files`. */
  root: JsonObject
}

export type DocumentErrorCode =
  | 'UNREADABLE'
  | 'UNPARSABLE'
  | 'UNRESOLVED_REFERENCE'
  | 'UNKNOWN_KIND'
  | 'MALFORMED'

/** The document cannot be used; the message names the file, what stands there and what was expected. */
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

/** The member as an object; an empty one where it is missing. */
export const objectAt = (node: JsonObject, member: string): JsonObject => {
  const value = Object.hasOwn(node, member) ? node[member] : undefined
  return isObject(value) ? value : {}
}
