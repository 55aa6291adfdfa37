/** Reads a request's body into memory within bounds (docs/internals/decisions.md, "request bodies", "body safety"). */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../errors.ts'
import { askForBody } from '../../../runtime/expectContinue.ts'
import { FORM_MEDIA_TYPE, type Form, parseForm } from '../../../syntax/form.ts'
import { type BodyBounds, hasBody, RequestAborted, requireFraming, tooLarge } from './framing.ts'
import { inflate } from './inflate.ts'
import { requireMediaType } from './mediaType.ts'
import { closeAfterResponse } from './unreadBody.ts'

const EMPTY = Buffer.alloc(0)

/**
 * @returns the body, inflated when it came with a Content-Encoding; an empty buffer when there is none.
 * @throws ApiError PAYLOAD_TOO_LARGE (`details.received`: bytes announced or counted so far, `details.allowed`).
 *   UNSUPPORTED_MEDIA_TYPE for another Content-Encoding than gzip, deflate, br or identity. VALIDATION_ERROR for
 *   data that is not in its encoding or a Transfer-Encoding other than chunked. After a rejection the rest is
 *   discarded within bounds and the connection closes after the response.
 * @throws RequestAborted when the client goes away.
 */
export async function readBody(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  if (!hasBody(request)) return EMPTY
  try {
    const encoding = requireFraming(request, bounds)
    askForBody(request)
    const raw = await collect(request, bounds.maxBytes)
    return encoding === 'identity' || raw.length === 0 ? raw : await inflate(raw, encoding, bounds.maxBytes)
  } catch (error) {
    if (error instanceof ApiError) Object.assign(error.headers, closeAfterResponse(request))
    throw error
  }
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const settle = () => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      chunks.push(chunk)
      if (received > maxBytes) {
        settle()
        reject(tooLarge(received, maxBytes))
      }
    }
    const onEnd = () => {
      settle()
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, received))
    }
    const onGone = () => {
      settle()
      reject(new RequestAborted())
    }
    if (request.destroyed && !request.readableEnded) onGone()
    else request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

/**
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE for anything but a form, PAYLOAD_TOO_LARGE
 * @throws OAuthError invalid_request for text that is not UTF-8 or has invalid escapes
 */
export async function readForm(request: IncomingMessage, maxBytes: number): Promise<Form> {
  requireMediaType(request.headers['content-type'], [FORM_MEDIA_TYPE])
  return parseForm((await readBody(request, { maxBytes })).toString('latin1'))
}
