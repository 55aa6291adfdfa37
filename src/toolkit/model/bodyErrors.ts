/** Errors that servers report in the body of a response with 2xx. */
import { isObject, type Json } from '../openapi/document.ts'

/**
 * Whether the body of a response reports that the request was rejected. Its forms are `{ "ok": false }`, JSend's
 * `{ "status": "fail" }`, and a code other than 0 with a message and without data.
 */
export function rejectsInBody(json: Json | undefined): boolean {
  if (!isObject(json)) return false
  const { ok, success, status, code, message, data } = json
  if (ok === false || success === false || status === 'error' || status === 'fail') return true
  return typeof code === 'number' && code !== 0 && typeof message === 'string' && data === null
}
