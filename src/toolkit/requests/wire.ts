/** Between Node's requests and responses and those of the document. */

import type { IncomingMessage } from 'node:http'

/** The header fields, those that came several times as one text. */
export const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.assign(
    // A document may declare a header of the name `constructor`.
    Object.create(null),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  )

/** Bytes that are read only for the rejection of a body that is too large. */
const MAX_DROPPED = 64 * 1024 * 1024

/**
 * The body; undefined when it is larger than `largest` bytes. It is read to its end all the same, and the rest dropped,
 * so that the error response arrives. Beyond `MAX_DROPPED` it is cut off.
 */
export async function readBody(request: IncomingMessage, largest: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= largest) parts.push(part)
    else if (size > largest + MAX_DROPPED) break
  }
  return size > largest ? undefined : Buffer.concat(parts)
}
