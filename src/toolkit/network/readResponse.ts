/** Reads the bodies of responses, up to a size and a time: a target may send one without end, or one byte a second. */
import type { Readable } from 'node:stream'

/** Default maximum of bytes of one body. */
export const DEFAULT_MAX_BODY = 10_000_000

/** Responses without an end: they are read until they are quiet, or for a limited time. */
export const isStream = (contentType: string): boolean =>
  /event-stream|ndjson|jsonl|json-seq|x-mixed-replace/i.test(contentType)
const QUIET = 150
const MAX_STREAM = 2_000

/** The whole body; undefined when it is longer than `maxBytes`, and the rest is not read then. */
export async function wholeOf(body: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    // Leaving the loop destroys the stream, and the connection with it.
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The beginning of a body that may never end. */
export async function someOf(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  let enough = false
  const stop = () => {
    enough = true
    body.destroy()
  }
  const longest = setTimeout(stop, MAX_STREAM)
  let quiet: NodeJS.Timeout | undefined
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) break
      clearTimeout(quiet)
      quiet = setTimeout(stop, QUIET)
    }
  } catch (error) {
    if (!enough) throw error
  } finally {
    clearTimeout(longest)
    clearTimeout(quiet)
  }
  return Buffer.concat(chunks)
}
