/** Turns what a handler returns as a body into bytes: whole, or as they come. */
import { isJson, mediaTypeOf } from '../openapi/json.ts'
import type { HttpResponse } from '../requests/exchange.ts'
import { bytesOf } from '../requests/exchange.ts'
import type { ServerSentEvent } from './handler.ts'

export interface Outgoing {
  status: number
  headers: Record<string, string>
  /** Undefined: none. */
  body: Uint8Array | AsyncIterable<Uint8Array> | undefined
}

export const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]

/** Adds the name and type of a `File` as headers, unless the handler set them. */
export function withFileHeaders(response: HttpResponse): HttpResponse {
  const { body, headers } = response
  if (!(body instanceof Blob)) return response
  const name = 'name' in body ? String(body.name) : ''
  const lacks = (header: string) => headerOf(headers, header) === undefined
  return {
    ...response,
    headers: {
      ...headers,
      ...(body.type !== '' && lacks('content-type') && { 'Content-Type': body.type }),
      ...(name !== '' && lacks('content-disposition') && { 'Content-Disposition': dispositionOf(name) }),
    },
  }
}

/** RFC 6266, section 4.3: any name in UTF-8, next to one in ASCII for old clients. */
function dispositionOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** The bytes of a body that is all there; undefined for one that comes piece by piece. */
export function wholeBody(response: HttpResponse): Uint8Array | undefined {
  const { body } = response
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  return body instanceof Blob || isStream(body) ? undefined : bytesOf(response)
}

const isStream = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** The bytes of a body that comes piece by piece: lines of JSON and events are written as their media types have it. */
export async function* streamedBody({ body, headers }: HttpResponse): AsyncGenerator<Uint8Array> {
  const pieces = body instanceof Blob ? (body.stream() as unknown as AsyncIterable<unknown>) : body
  const type = mediaTypeOf(headerOf(headers, 'content-type') ?? '')
  for await (const piece of pieces as AsyncIterable<unknown>)
    yield piece instanceof Uint8Array ? piece : encoder.encode(textOf(piece, type))
}

const encoder = new TextEncoder()

function textOf(piece: unknown, type: string): string {
  if (type === 'text/event-stream') return eventText(piece)
  if (type === 'application/json-seq') return `\u001e${JSON.stringify(piece)}\n`
  if (/^application\/(x-)?(ndjson|jsonl|jsonlines)$/.test(type)) return `${JSON.stringify(piece)}\n`
  if (typeof piece === 'string') return piece
  throw new TypeError(
    `A stream of ${isJson(type) ? 'JSON text' : type || 'bytes'} has a piece of the type ${typeof piece}. Yield strings or Uint8Array.`,
  )
}

/** HTML Standard, section 9.2.5: each line of the data is a field of its own. */
function eventText(piece: unknown): string {
  const isEvent =
    typeof piece === 'object' &&
    piece !== null &&
    ['data', 'event', 'id', 'retry'].some((key) => key in piece)
  const { event, id, retry, data } = (isEvent ? piece : { data: piece }) as ServerSentEvent
  const text = typeof data === 'string' || data === undefined ? (data ?? '') : JSON.stringify(data)
  const oneLine = (value: string) => value.replace(/[\r\n\0]/g, ' ')
  return [
    ...(event === undefined ? [] : [`event: ${oneLine(event)}`]),
    ...(id === undefined ? [] : [`id: ${oneLine(id)}`]),
    ...(retry === undefined ? [] : [`retry: ${Math.round(retry)}`]),
    ...text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
    '\n',
  ].join('\n')
}
