/** The body of a request as its operation accepts it: 415, 413 and 400 in that order (docs/internals/decisions.md, "order of rejection"). */
import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { validationError } from '../../../errors.ts'
import { parseJson, requireJson } from '../../../syntax/json/strictJson.ts'
import type { Operation } from '../../operationTable.ts'
import { requireMediaType } from './mediaType.ts'
import { readBody } from './readBody.ts'

/** From this size on each step of reading a body has its own turn of the event loop: two megabytes last 20 ms a step. */
export const LARGE_BODY = 64 * 1024

interface ReceivedBody {
  /** As sent, inflated: what an idempotency key's fingerprint covers. */
  bytes: Buffer
  /** The JSON value; undefined when there was no body. */
  value: unknown
}

/**
 * @returns undefined when there is no body, which the document allows or the validator rejects
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON, or VALIDATION_ERROR for a body that
 *   the operation does not have
 */
export function receiveBody(
  request: IncomingMessage,
  wanted: Operation['body'],
): Promise<ReceivedBody> | undefined {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
  const sent = transfer !== undefined || length !== '0'
  if (wanted === null) {
    if (!sent) return undefined
    throw validationError({ field: 'body', issue: 'received a body; expected none on this operation' })
  }
  if (!sent && !wanted.required) return undefined
  requireMediaType(request.headers['content-type'], wanted.mediaTypes)
  return read(request, wanted)
}

async function read(request: IncomingMessage, wanted: NonNullable<Operation['body']>): Promise<ReceivedBody> {
  const bytes = await readBody(request, { maxBytes: wanted.maxBytes })
  if (bytes.length === 0 && !wanted.required) return { bytes, value: undefined }
  if (bytes.length < LARGE_BODY) return { bytes, value: parseJson(bytes) }
  await nextTurn() // inflating and joining what came was a turn
  const text = requireJson(bytes)
  await nextTurn()
  const value = JSON.parse(text)
  await nextTurn()
  return { bytes, value }
}
