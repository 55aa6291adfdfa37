/** From the parts of a request to the bytes on the wire (OpenAPI 3.1, "Parameter Object", styles). */

import type { ApiOperation, Parameter } from '../../model/api.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { isBinaryType, isJson, mediaTypeOf } from '../../openapi/json.ts'
import { viewOf } from '../../schema/view.ts'
import { bytesOf, isBinarySchema } from './binary.ts'
import { multipart } from './multipart.ts'
import { formPairs, pairsOf, pathValue } from './parameterStyles.ts'

/** In place of a tag: the one that the item has when the request is sent (RFC 9110, 13.1.1). */
export const CURRENT_TAG = '<the tag that the item has>'

/** The header with the tag of the item that a request changes, where the operation requires it: 428 is declared for its absence. */
export const requiredTag = ({ inputs, responses }: ApiOperation): Parameter | undefined =>
  inputs.find(
    (one) => one.in === 'header' && isHeader(one.name, 'If-Match') && (one.required || responses.has('428')),
  )

/** The parameters and body of a request. */
export interface Parts {
  params: Record<string, Json>
  query: Record<string, Json>
  headers: Record<string, string>
  /** Whether the tag that the operation requires is left out. */
  untagged?: boolean
  cookies?: Record<string, Json>
  /** JSON, or the fields of a form; undefined: no body. */
  body?: Json | undefined
  /** In place of `body`: these bytes with this media type. */
  raw?: { mediaType: string; text: string | Buffer } | undefined
}

export interface WireRequest {
  method: string
  /** Path and query below the target's URL. */
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  operationId: string | null
  /** The operation's path as the document writes it. */
  template?: string
}

export function requestOf(document: ContractDocument, operation: ApiOperation, parts: Parts): WireRequest {
  const path = operation.template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    pathValue(
      parts.params[name] ?? '',
      operation.inputs.find((one) => one.in === 'path' && one.name === name),
    ),
  )
  const query = queryOf(operation.inputs, parts.query)
  const headers: Record<string, string> = { Accept: acceptOf(operation), ...parts.headers }
  const cookies = cookiesOf(operation, parts.cookies ?? {})
  if (cookies !== undefined) headers.Cookie = cookies
  const { body, mediaType } = bodyOf(document, operation, parts)
  if (body !== undefined && mediaType !== undefined) headers['Content-Type'] ??= mediaType
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers,
    body,
    operationId: operation.operationId,
    template: operation.template,
  }
}

const acceptOf = (operation: ApiOperation): string => {
  const types = operation.successes.flatMap((status) => {
    const content = operation.responses.get(String(status))?.node.content
    return isObject(content) ? Object.keys(content) : []
  })
  return types.length > 0 && !types.some((type) => isJson(mediaTypeOf(type)))
    ? '*/*'
    : 'application/json, */*;q=0.5'
}

/** `name=value&…` in the style of each parameter. Undeclared parameters are added unchanged. */
function queryOf(inputs: readonly Parameter[], query: Record<string, Json>): string {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      pairsOf(
        name,
        value,
        inputs.find((one) => one.in === 'query' && one.name === name),
      ),
    )
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** The `Cookie` header of an operation's cookie parameters; undefined without any. */
function cookiesOf({ inputs }: ApiOperation, cookies: Record<string, Json>): string | undefined {
  const pairs = Object.entries(cookies).flatMap(([name, value]) =>
    pairsOf(
      name,
      value,
      inputs.find((one) => one.in === 'cookie' && one.name === name),
    ),
  )
  return pairs.length === 0
    ? undefined
    : pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

function bodyOf(
  document: ContractDocument,
  operation: ApiOperation,
  parts: Parts,
): { body?: Buffer; mediaType?: string } {
  if (parts.raw !== undefined) return { body: Buffer.from(parts.raw.text), mediaType: parts.raw.mediaType }
  if (parts.body === undefined) return {}
  const { frame } = operation.body ?? {}
  const value = frame === undefined ? parts.body : frame.encode(parts.body, parts.params)
  const mediaType = operation.body?.mediaType ?? 'application/json'
  const plain = mediaTypeOf(mediaType)
  if (plain === 'application/x-www-form-urlencoded') {
    const text = isObject(value) ? formPairs(value as JsonObject, operation.body?.encoding) : []
    return { body: Buffer.from(new URLSearchParams(text).toString()), mediaType }
  }
  if (plain === 'multipart/form-data' && isObject(value)) {
    const fields = value as JsonObject
    return multipart(document, fields, { schema: operation.body?.schema, encoding: operation.body?.encoding })
  }
  if (isJson(plain) || plain === '*/*')
    return {
      body: Buffer.from(JSON.stringify(value)),
      mediaType: plain === '*/*' ? 'application/json' : mediaType,
    }
  const isBinary = isBinaryType(plain) || isBinarySchema(viewOf(document, operation.body?.schema))
  return { body: bytesOf(value, isBinary), mediaType }
}
