/** Requests of both suites. Each run uses a library of its own. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

export { assert }
export const library = randomUUID()

/** @returns the response, with its body parsed */
export async function call(method, path, { body, key = `writer-${library}` } = {}) {
  const response = await fetch(process.env.API_URL + path, {
    method,
    headers: { ...(key && { 'x-key': key }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) }
}
