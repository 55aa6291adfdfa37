/** Reads a request's body piece by piece, for bodies too large for memory (docs/internals/decisions.md, "request bodies"). */
import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ApiError } from '../../../errors.ts'
import { askForBody } from '../../../runtime/expectContinue.ts'
import { type BodyBounds, hasBody, RequestAborted, requireFraming, tooLarge } from './framing.ts'
import { type Encoding, notInEncoding } from './inflate.ts'
import { closeAfterResponse } from './unreadBody.ts'

const inflaters = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }

/**
 * The pieces of the body, inflated. The client is delayed while the consumer works. The consumer may stop
 * early and respond; `closeAfterResponse` then handles the rest.
 * @throws ApiError and RequestAborted as `readBody` does, when the iteration reaches the fault.
 * @example for await (const piece of streamBody(request, { maxBytes: 256 * 2 ** 20 })) await stage(piece)
 */
export async function* streamBody(
  request: IncomingMessage,
  bounds: BodyBounds,
): AsyncGenerator<Buffer, void> {
  if (!hasBody(request)) return
  try {
    const encoding = requireFraming(request, bounds)
    askForBody(request)
    const raw = counted(received(request), bounds.maxBytes)
    yield* encoding === 'identity' ? raw : counted(inflated(raw, encoding), bounds.maxBytes)
  } catch (error) {
    if (error instanceof ApiError) Object.assign(error.headers, closeAfterResponse(request))
    throw error
  }
}

async function* received(request: IncomingMessage): AsyncGenerator<Buffer, void> {
  try {
    // Its default would destroy the connection, and with it the response, when the iteration ends early.
    yield* request.iterator({ destroyOnReturn: false })
  } catch {
    throw new RequestAborted()
  }
}

async function* counted(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer, void> {
  let count = 0
  for await (const piece of source) {
    count += piece.length
    if (count > maxBytes) throw tooLarge(count, maxBytes)
    yield piece
  }
}

async function* inflated(
  raw: AsyncIterable<Buffer>,
  encoding: Exclude<Encoding, 'identity'>,
): AsyncGenerator<Buffer, void> {
  const inflater: Transform = inflaters[encoding]()
  // Errors of either stream reach the iteration below, for the pipeline destroys the inflater with them.
  pipeline(Readable.from(raw, { objectMode: false }), inflater, () => {})
  try {
    yield* inflater
  } catch (error) {
    throw error instanceof ApiError || error instanceof RequestAborted ? error : notInEncoding(encoding)
  }
}
