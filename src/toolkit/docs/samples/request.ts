/** The request that the samples of an operation send: what is required, with the document's example values. */
import type { CredentialForm } from '../../openapi/credentialForm.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { follow } from '../../openapi/resolve.ts'
import { textAt } from '../blocks.ts'
import { type Example, examplesOf } from '../examples.ts'

export interface SampleRequest {
  method: string
  /** With path variables and query, ready to send. */
  url: string
  headers: [name: string, value: string][]
  credentials: readonly CredentialForm[]
  body: undefined | { type: string; kind: 'json' | 'form' | 'multipart' | 'text' | 'binary'; value: Json }
  /** Whether the response is JSON. */
  json: boolean
}

/** Headers that the samples write for themselves (OpenAPI ignores parameters of these names). */
const OWN = new Set(['accept', 'content-type', 'authorization'])

export function sampleRequest(
  document: ContractDocument,
  operation: Operation,
  server: string,
  /** Those of one request, such as the first of `credentialAlternatives`. */
  credentials: readonly CredentialForm[] = [],
): SampleRequest {
  let path = operation.path
  const query: string[] = []
  const headers: [string, string][] = []
  const cookies: string[] = []
  for (const parameter of operation.parameters) {
    const name = textAt(parameter, 'name')
    const place = textAt(parameter, 'in')
    if (place !== 'path' && parameter.required !== true) continue
    const value = parameterValue(document, parameter)
    if (place === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(plain(value)))
    else if (place === 'query') query.push(...queryParts(parameter, name, value))
    else if (place === 'header' && !OWN.has(name.toLowerCase())) headers.push([name, plain(value)])
    else if (place === 'cookie') cookies.push(`${name}=${plain(value)}`)
  }
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')])
  return {
    method: operation.method,
    url: `${server}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
    credentials,
    body: bodyOf(document, operation),
    json: returnsJson(operation),
  }
}

/** The value that stands for a parameter. */
export function parameterValue(document: ContractDocument, parameter: JsonObject): Json {
  const content = Object.values(objectAt(parameter, 'content')).filter(isObject)
  const [media] = content
  const [example] = examplesOf(document, media ?? parameter, 'request')
  if (example === undefined) return textAt(parameter, 'name')
  return media === undefined ? example.value : JSON.stringify(example.value)
}

/** The body types of an operation, JSON first, each with its examples. */
export function bodiesOf(
  document: ContractDocument,
  operation: JsonObject,
): { type: string; node: JsonObject; examples: Example[] }[] {
  const content = objectAt(follow(document, operation.requestBody), 'content')
  return Object.keys(content)
    .map((type) => ({ type, node: follow(document, content[type]) }))
    .map((one) => ({ ...one, examples: examplesOf(document, one.node, 'request', one.type) }))
    .sort((a, b) => rank(a.type) - rank(b.type))
}

const rank = (type: string): number =>
  isJsonType(type) ? 0 : /form-urlencoded/.test(type) ? 1 : /multipart/.test(type) ? 2 : 3

export const isJsonType = (type: string): boolean => /[/+]json\b/i.test(type)

function bodyOf(document: ContractDocument, { operation }: Operation): SampleRequest['body'] {
  const [first] = bodiesOf(document, operation)
  if (first === undefined) return undefined
  const value = first.examples[0]?.value ?? {}
  const { type } = first
  if (isJsonType(type) || type === '*/*')
    return { type: type === '*/*' ? 'application/json' : type, kind: 'json', value }
  if (/form-urlencoded/i.test(type)) return { type, kind: 'form', value: isObject(value) ? value : {} }
  if (/multipart/i.test(type)) return { type, kind: 'multipart', value: isObject(value) ? value : {} }
  if (typeof value === 'string') return { type, kind: 'text', value }
  return { type, kind: 'binary', value: '' }
}

function returnsJson({ responses }: Operation): boolean {
  const success =
    [...responses].find(([status]) => status.startsWith('2')) ??
    [...responses].find(([status]) => status === 'default')
  const types = success === undefined ? [] : Object.keys(objectAt(success[1].node, 'content'))
  return types.some(isJsonType)
}

function queryParts(parameter: JsonObject, name: string, value: Json): string[] {
  const pair = (key: string, one: Json) => `${encodeURIComponent(key)}=${encodeURIComponent(plain(one))}`
  const style = textAt(parameter, 'style') || 'form'
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form'
  if (Array.isArray(value)) {
    if (explode) return value.map((one) => pair(name, one))
    const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
    return [
      `${encodeURIComponent(name)}=${value.map((one) => encodeURIComponent(plain(one))).join(separator)}`,
    ]
  }
  if (!isObject(value)) return [pair(name, value)]
  if (style === 'deepObject') return Object.entries(value).map(([key, one]) => pair(`${name}[${key}]`, one))
  if (explode) return Object.entries(value).map(([key, one]) => pair(key, one))
  return [
    pair(
      name,
      Object.entries(value)
        .flat()
        .map((one) => plain(one as Json))
        .join(','),
    ),
  ]
}

/** A value as written in a URL or a header. */
export const plain = (value: Json): string =>
  Array.isArray(value) ? value.map(plain).join(',') : isObject(value) ? JSON.stringify(value) : String(value)
