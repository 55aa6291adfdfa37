import type { Dispatcher } from 'undici'

/** Bytes of a response's body that are stored, as they came over the wire: nothing is inflated. */
const LENGTH = 1024

/**
 * The beginning of a response's body as text; null when there is none, or when it is compressed. Every
 * error, and the deadline too, only ends the reading.
 */
export async function readExcerpt({ body, headers }: Dispatcher.ResponseData): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= LENGTH) break // leaves the rest unread and closes the connection
    }
  } catch {
    // The status has decided the outcome; what was read so far is stored.
  }
  if (length === 0 || (headers['content-encoding'] ?? 'identity') !== 'identity') return null
  return toText(Buffer.concat(chunks).subarray(0, LENGTH))
}

/** Invalid UTF-8 becomes U+FFFD, and so does NUL, which not every database stores; a character cut at the end is dropped. */
const toText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')
