/** How long an error says to wait, in its header, its properties and its words. */
import { isObject, type Json } from '../openapi/document.ts'
import type { HttpAnswer } from './exchange.ts'

export const isRetry = (name: string): boolean => /^retry_?after|^retry_?in(_?seconds)?$/i.test(name)

/** Seconds to wait as a member says them: `retryAfterMs` counts otherwise. */
export const waitAs = (name: string, seconds: number): number =>
  /_?(ms|millis|milliseconds)$/i.test(name) ? seconds * 1000 : seconds

export const MESSAGE = /^(message|detail|description|error_?description|reason|title)$/i

/**
 * An error that tells how long to wait, with one number for it in all places: its body's, that of its words, else that of
 * `Retry-After`.
 */
export function withOneWait(answer: HttpAnswer): HttpAnswer {
  const given = Object.keys(answer.headers).find((name) => /^retry-after$/i.test(name))
  const body = answer.body as Json | undefined
  const seconds =
    (body === undefined ? undefined : waitIn(body)) ??
    (given === undefined ? undefined : Number(answer.headers[given]))
  if (seconds === undefined || !Number.isFinite(seconds)) return answer
  const headers = { ...answer.headers, [given ?? 'Retry-After']: String(seconds) }
  return { ...answer, headers, ...(body !== undefined && { body: withWait(body, seconds) }) }
}

const SECONDS = /\b\d+(?=\s*(?:s|sec|secs|seconds?)\b)/

/** The seconds that a body says to wait, in a member for them or in words. */
function waitIn(body: Json): number | undefined {
  const members = Object.entries(isObject(body) ? body : {}) as [string, Json][]
  for (const [name, value] of members)
    if (isRetry(name) && Number(value) > 0) return Math.ceil(Number(value) / waitAs(name, 1))
  for (const [, value] of members) {
    const inside = isObject(value) ? waitIn(value) : undefined
    if (inside !== undefined) return inside
  }
  const words = members.find(([name, value]) => MESSAGE.test(name) && SECONDS.test(String(value)))?.[1]
  return words === undefined ? undefined : Number(SECONDS.exec(String(words))?.[0])
}

function withWait(body: Json, seconds: number): Json {
  if (!isObject(body)) return body
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    if (isRetry(name) && typeof value === 'number') return [name, waitAs(name, seconds)]
    if (isRetry(name) && typeof value === 'string') return [name, String(waitAs(name, seconds))]
    if (MESSAGE.test(name) && typeof value === 'string')
      return [name, value.replace(SECONDS, String(seconds))]
    return [name, withWait(value as Json, seconds)]
  })
  return Object.fromEntries(entries)
}
