/** The wait that an error states, in its header, its properties and its words. */

import { isInMilliseconds, soundsLike } from '../model/vocabulary.ts'
import { isObject, type Json } from '../openapi/document.ts'
import { isHeader } from '../openapi/headers.ts'
import type { HttpResponse } from './exchange.ts'

/** Seconds to wait in the unit of a property: `retryAfterMs` has milliseconds. */
export const waitAs = (name: string, seconds: number): number =>
  isInMilliseconds(name) ? seconds * 1000 : seconds

/**
 * An error with a wait has one number for it in all places: its body's, that of its words, else that of
 * `Retry-After`.
 */
export function withOneWait(response: HttpResponse): HttpResponse {
  const given = Object.keys(response.headers).find((name) => isHeader(name, 'Retry-After'))
  const body = response.body as Json | undefined
  const seconds =
    (body === undefined ? undefined : waitIn(body)) ??
    (given === undefined ? undefined : Number(response.headers[given]))
  if (seconds === undefined || !Number.isFinite(seconds)) return response
  const headers = { ...response.headers, [given ?? 'Retry-After']: String(seconds) }
  return { ...response, headers, ...(body !== undefined && { body: withWait(body, seconds) }) }
}

const SECONDS = /\b\d+(?=\s*(?:s|sec|secs|seconds?)\b)/

/** The seconds to wait in a body, in a property for them or in words. */
function waitIn(body: Json): number | undefined {
  const members = Object.entries(isObject(body) ? body : {}) as [string, Json][]
  for (const [name, value] of members)
    if (soundsLike('retry', name) && Number(value) > 0) return Math.ceil(Number(value) / waitAs(name, 1))
  for (const [, value] of members) {
    const inside = isObject(value) ? waitIn(value) : undefined
    if (inside !== undefined) return inside
  }
  const words = members.find(
    ([name, value]) => soundsLike('errorText', name) && SECONDS.test(String(value)),
  )?.[1]
  return words === undefined ? undefined : Number(SECONDS.exec(String(words))?.[0])
}

function withWait(body: Json, seconds: number): Json {
  if (!isObject(body)) return body
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    if (soundsLike('retry', name) && typeof value === 'number') return [name, waitAs(name, seconds)]
    if (soundsLike('retry', name) && typeof value === 'string') return [name, String(waitAs(name, seconds))]
    if (soundsLike('errorText', name) && typeof value === 'string')
      return [name, value.replace(SECONDS, String(seconds))]
    return [name, withWait(value as Json, seconds)]
  })
  return Object.fromEntries(entries)
}
