/** From the parts of a request to the bytes on the wire (OpenAPI 3.1, "Parameter Object", styles). */
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { ApiOperation, Parameter } from '../api/api.ts'
import { isJson, mediaTypeOf } from '../json.ts'

/** What is put into an operation's request. */
export interface Parts {
  params: Record<string, Json>
  query: Record<string, Json>
  headers: Record<string, string>
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

export function requestOf(operation: ApiOperation, parts: Parts): WireRequest {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    pathValue(
      parts.params[name] ?? '',
      operation.inputs.find((one) => one.in === 'path' && one.name === name),
    ),
  )
  const query = queryOf(operation.inputs, parts.query)
  const headers: Record<string, string> = { Accept: acceptOf(operation), ...parts.headers }
  const { body, mediaType } = bodyOf(operation, parts)
  if (body !== undefined && mediaType !== undefined) headers['Content-Type'] ??= mediaType
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers,
    body,
    operationId: operation.operationId,
    template: operation.path,
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

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function pathValue(value: Json, parameter: Parameter | undefined): string {
  const flat = (one: Json) => encodeURIComponent(textOf(one))
  const joined = Array.isArray(value) ? value.map(flat).join(',') : flat(value)
  if (parameter?.style === 'label') return `.${joined}`
  return parameter?.style === 'matrix' ? `;${parameter.name}=${joined}` : joined
}

/** `name=value&…` by the style of each parameter; what is no parameter goes in as it is. */
export function queryOf(inputs: readonly Parameter[], query: Record<string, Json>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => {
      const input = inputs.find((one) => one.in === 'query' && one.name === name)
      return pairsOf(name, value, input)
    })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

function pairsOf(name: string, value: Json, input: Parameter | undefined): [string, string][] {
  if (input?.style === 'json') return [[name, JSON.stringify(value)]]
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    if (input?.style === 'spaceDelimited' && !input.explode) return [[name, texts.join(' ')]]
    if (input?.style === 'pipeDelimited' && !input.explode) return [[name, texts.join('|')]]
    return input?.explode === false ? [[name, texts.join(',')]] : texts.map((text) => [name, text])
  }
  if (isObject(value)) {
    const members = Object.entries(value) as [string, Json][]
    if (input?.style === 'deepObject') return members.map(([key, one]) => [`${name}[${key}]`, textOf(one)])
    if (input?.explode === false)
      return [[name, members.flatMap(([key, one]) => [key, textOf(one)]).join(',')]]
    return members.map(([key, one]) => [key, textOf(one)])
  }
  return [[name, textOf(value)]]
}

function bodyOf(operation: ApiOperation, parts: Parts): { body?: Buffer; mediaType?: string } {
  if (parts.raw !== undefined) return { body: Buffer.from(parts.raw.text), mediaType: parts.raw.mediaType }
  if (parts.body === undefined) return {}
  const mediaType = operation.body?.mediaType ?? 'application/json'
  const plain = mediaTypeOf(mediaType)
  if (plain === 'application/x-www-form-urlencoded') {
    const fields = isObject(parts.body) ? Object.entries(parts.body as JsonObject) : []
    const text = fields.flatMap(([key, value]) => pairsOf(key, value ?? null, undefined))
    return { body: Buffer.from(new URLSearchParams(text).toString()), mediaType }
  }
  if (isJson(plain) || plain === '*/*')
    return {
      body: Buffer.from(JSON.stringify(parts.body)),
      mediaType: plain === '*/*' ? 'application/json' : mediaType,
    }
  return { body: Buffer.from(textOf(parts.body)), mediaType }
}
