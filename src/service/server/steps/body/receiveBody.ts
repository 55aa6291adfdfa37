/** The body of a request as its operation takes it: 415, 413 and 400 in that order (docs/decisions.md, "order of refusal"). */
import type { IncomingMessage } from 'node:http'
import type { Operation } from '../../../../../generated/operations.ts'
import { validationError } from '../../../errors.ts'
import { requireMediaType } from './mediaType.ts'
import { readBody } from './readBody.ts'
import { parseJson } from './strictJson.ts'

export interface ReceivedBody {
  /** As sent, inflated: what an idempotency key's fingerprint covers. */
  bytes: Buffer
  /** The JSON value; undefined when there was no body. */
  value: unknown
}

const NOTHING: ReceivedBody = { bytes: Buffer.alloc(0), value: undefined }

/**
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON, or VALIDATION_ERROR for a body that
 *   the operation does not have; whether a missing body is allowed is the document's to say
 */
export async function receiveBody(
  request: IncomingMessage,
  wanted: Operation['body'],
): Promise<ReceivedBody> {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers
  const sent = transfer !== undefined || length !== '0'
  if (wanted === null) {
    if (!sent) return NOTHING
    throw validationError({ field: 'body', issue: 'received a body; expected none on this operation' })
  }
  if (!sent && !wanted.required) return NOTHING
  requireMediaType(request.headers['content-type'], wanted.mediaTypes)
  const bytes = await readBody(request, { maxBytes: wanted.maxBytes })
  return bytes.length === 0 && !wanted.required ? NOTHING : { bytes, value: parseJson(bytes) }
}
