/** Responses of HTTP clients and test frameworks as exchanges. */
import type { HeaderFields } from '../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../openapi/json.ts'
import type { Exchange } from '../responses/finding.ts'

/** The request of a response, where the response does not contain it. */
export interface SentRequest {
  /** Default: the method that the response names. */
  method?: string
  /** URL or path. Default: the URL that the response names. */
  url?: string
}

/** A response, and of its request what it shows. */
export type Received = Omit<Exchange, 'method' | 'url'> & {
  method?: string | undefined
  url?: string | undefined
}

type Parts = Record<string, unknown>
const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null ? (value as Parts) : {}
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Reads a response of fetch, undici, axios, supertest or light-my-request (`inject` of Fastify).
 * @returns a promise where the body has to be read first: fetch, and `request` of undici
 * @throws TypeError for any other value, and for a body of undici that was read before
 */
export function receivedFrom(value: unknown): Received | Promise<Received> {
  const parts = partsOf(value)
  if (typeof Response === 'function' && value instanceof Response) return fromFetch(value)
  if (isFetchLike(parts)) return fromFetch(value as Response)
  if (typeof parts.statusCode === 'number' && 'rawPayload' in parts) return fromInject(parts)
  if (typeof parts.statusCode === 'number' && typeof partsOf(parts.body).arrayBuffer === 'function')
    return fromUndici(parts)
  if (typeof parts.status === 'number' && 'config' in parts && 'data' in parts) return fromAxios(parts)
  if (typeof parts.status === 'number' && 'text' in parts && 'req' in parts) return fromSupertest(parts)
  throw new TypeError(
    'toMatchApi: received a value that is not a response. Pass a response of fetch, undici, axios, supertest or light-my-request.',
  )
}

/** A `Response` of another realm or library. */
const isFetchLike = ({ status, clone, arrayBuffer }: Parts): boolean =>
  typeof status === 'number' && typeof clone === 'function' && typeof arrayBuffer === 'function'

async function fromFetch(response: Response): Promise<Received> {
  if (response.bodyUsed)
    throw new TypeError('toMatchApi: the body of the response was read before. Check the response first.')
  const body = Buffer.from(await response.clone().arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  return { status: response.status, headers, body, url: response.url === '' ? undefined : response.url }
}

async function fromUndici(parts: Parts): Promise<Received> {
  const body = parts.body as { bodyUsed?: boolean; arrayBuffer(): Promise<ArrayBuffer> }
  if (body.bodyUsed === true)
    throw new TypeError('toMatchApi: the body of the response was read before. Check the response first.')
  const bytes = Buffer.from(await body.arrayBuffer())
  // The stream is at its end: what the test reads next comes from here.
  Object.assign(body, {
    arrayBuffer: async () => bytes,
    text: async () => bytes.toString(),
    json: async () => JSON.parse(bytes.toString()) as unknown,
  })
  return { status: parts.statusCode as number, headers: parts.headers as HeaderFields, body: bytes }
}

function fromInject(parts: Parts): Received {
  const sent = partsOf(partsOf(parts.raw).req)
  return {
    status: parts.statusCode as number,
    headers: parts.headers as HeaderFields,
    body: Buffer.from(parts.rawPayload as Uint8Array),
    method: textOf(sent.method),
    url: textOf(sent.url),
  }
}

function fromSupertest(parts: Parts): Received {
  const sent = partsOf(parts.request)
  const { text, body } = parts
  return {
    status: parts.status as number,
    headers: parts.headers as HeaderFields,
    body: Buffer.isBuffer(body) ? body : Buffer.from(textOf(text) ?? ''),
    method: textOf(sent.method),
    url: textOf(sent.url),
  }
}

function fromAxios(parts: Parts): Received {
  const { config, request, data } = parts
  const { method, url, baseURL } = partsOf(config)
  const headers = Object.fromEntries(Object.entries(partsOf(parts.headers))) as HeaderFields
  const path = textOf(url) ?? ''
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(path)
  return {
    status: parts.status as number,
    headers,
    body: bytesOfData(data, String(headers['content-type'] ?? '')),
    method: textOf(method),
    // The path that was sent has the parameters, too.
    url: textOf(partsOf(request).path) ?? (isAbsolute ? path : `${textOf(baseURL) ?? ''}${path}`),
  }
}

/** axios parses JSON; a string that it could not parse is the body as it was. */
function bytesOfData(data: unknown, contentType: string): Buffer {
  if (data === undefined || data === null)
    return Buffer.from(isJson(mediaTypeOf(contentType)) && data === null ? 'null' : '')
  if (data instanceof Uint8Array) return Buffer.from(data)
  if (data instanceof ArrayBuffer) return Buffer.from(data)
  return Buffer.from(typeof data === 'string' ? data : JSON.stringify(data))
}
