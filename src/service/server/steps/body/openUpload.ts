/** The body of an operation that accepts another media type than JSON: checked by its headers, read by the handler. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Operation } from '../../operationTable.ts'
import { hasBody, requireFraming } from './framing.ts'
import { requireMediaType } from './mediaType.ts'
import { streamBody } from './streamBody.ts'

export interface OpenedUpload {
  mediaType: string
  /** To be read once; throws as `streamBody` does. */
  pieces: AsyncIterable<Buffer>
  /**
   * SHA-256 of all pieces, in base64url; reads what is left of them.
   * @throws Error when the reading was ended before
   */
  digest(): Promise<string>
}

/**
 * @returns undefined when there is no body, and none is required
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE for an announced length, VALIDATION_ERROR
 */
export function openUpload(
  request: IncomingMessage,
  wanted: NonNullable<Operation['body']>,
): OpenedUpload | undefined {
  // A file of no bytes is a file too, when it states of which kind it is.
  if (!hasBody(request) && !wanted.required) return undefined
  const mediaType = requireMediaType(request.headers['content-type'], wanted.mediaTypes)
  requireFraming(request, wanted)
  const hash = createHash('sha256')
  let whole: string | undefined
  const read = async function* () {
    for await (const piece of streamBody(request, wanted)) {
      hash.update(piece)
      yield piece
    }
    whole = hash.digest('base64url')
  }
  const pieces = read()
  return {
    mediaType,
    pieces,
    async digest() {
      if (whole === undefined) for await (const _ of pieces);
      if (whole === undefined) throw new Error('The body was not read to its end.')
      return whole
    },
  }
}
