/**
 * JSON as the service accepts it: RFC 8259 without what readers disagree about (docs/internals/decisions.md, "body safety").
 * One pass over the text rejects what JSON.parse lets through; JSON.parse then builds the value.
 */
import { ApiError } from '../../errors.ts'
import { scanJson } from './scanJson.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * @param body the raw bytes of a request's body.
 * @returns the value, free of duplicate and `__proto__` keys, lone surrogates, NUL, numbers that a double
 *   cannot represent and nesting beyond 64 levels.
 * @throws ApiError INVALID_JSON; `details` names `field`, `issue`, `line`, `column` (from 1) and `offset` (bytes, from 0).
 * @example parseJson(Buffer.from('{"a":1,"a":2}')) // field "a": the key "a" is given twice
 */
export const parseJson = (body: Buffer): unknown => JSON.parse(requireJson(body))

/**
 * The first half of `parseJson`, with half of its duration.
 * @returns the text, which `JSON.parse` may have
 * @throws ApiError as `parseJson` does
 */
export function requireJson(body: Buffer): string {
  if (body.length === 0) throw rejection('body', 'received an empty body; expected a JSON value', body, '', 0)
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    throw rejection('body', 'received a byte order mark; expected JSON without one', body, '', 0)
  }
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    const offset = firstInvalidByte(body)
    const byte = (body[offset] ?? 0).toString(16).padStart(2, '0')
    const before = body.toString('utf8', 0, offset)
    throw rejection('body', `received a byte 0x${byte} that is not UTF-8`, body, before, before.length)
  }
  const fault = scanJson(text)
  if (fault) throw rejection(fault.field, fault.issue, body, text, fault.at)
  return text
}

function rejection(field: string, issue: string, body: Buffer, text: string, at: number): ApiError {
  const position = body.length === 0 ? { line: 1, column: 1, offset: 0 } : describePosition(text, at)
  const where = `line ${position.line}, column ${position.column}`
  return new ApiError('INVALID_JSON', `The body is not acceptable JSON (${where}): ${field}: ${issue}.`, {
    details: { field, issue, ...position },
  })
}

/** A place in a body, as people and programs count it. Runs only on rejections. */
interface Position {
  /** From 1. */
  line: number
  /** Characters (code points) from 1. */
  column: number
  /** Bytes of UTF-8 from 0. */
  offset: number
}

/** @param at index into `text` in UTF-16 units. */
function describePosition(text: string, at: number): Position {
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let i = before.indexOf('\n'); i !== -1; i = before.indexOf('\n', i + 1)) line++
  let column = 1
  for (const _ of before.slice(lineStart)) column++
  return { line, column, offset: Buffer.byteLength(before) }
}

/** @returns the offset of the first byte of `body` that is not UTF-8; its length when all are. */
function firstInvalidByte(body: Buffer): number {
  const text = body.toString('utf8')
  let offset = 0
  let done = 0
  for (let i = text.indexOf('\ufffd'); i !== -1; i = text.indexOf('\ufffd', i + 1)) {
    offset += Buffer.byteLength(text.slice(done, i))
    // A replacement character that was sent as such is valid; one that Node put in marks the place.
    if (body[offset] !== 0xef || body[offset + 1] !== 0xbf || body[offset + 2] !== 0xbd) return offset
    done = i
  }
  return body.length
}
