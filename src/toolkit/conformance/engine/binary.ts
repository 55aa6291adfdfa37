/**
 * Bytes in JSON values: a binary string (by its schema) has one character per byte, U+0000 to U+00FF. A string with other
 * characters, which an example may contain, is UTF-8.
 */
import { isUtf8 } from 'node:buffer'
import type { Json, JsonObject } from '../../openapi/document.ts'
import { isBinaryType } from '../../openapi/json.ts'
import { textOf } from './parameterStyles.ts'

export const isBinarySchema = ({ format, contentMediaType, contentEncoding }: JsonObject): boolean =>
  format === 'binary' ||
  (typeof contentMediaType === 'string' && contentEncoding === undefined && isBinaryType(contentMediaType))

/** The bytes of a value; `binary` when its place is one for bytes. */
export function bytesOf(value: Json, binary: boolean): Buffer {
  const text = textOf(value)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all bytes
  return Buffer.from(text, binary && /^[\u0000-\u00ff]*$/.test(text) ? 'latin1' : 'utf8')
}

/** Bytes in the format of an HTTP Archive: text if they are valid UTF-8, otherwise base64. */
export const archived = (body: Buffer): { text: string; encoding?: 'base64' } =>
  isUtf8(body) ? { text: body.toString() } : { text: body.toString('base64'), encoding: 'base64' }
