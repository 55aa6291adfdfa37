/** Reads JSON from bytes, strictly. */
type JsonReading = { value: unknown } | { problem: string }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The value in `body`, or what keeps it from being JSON in UTF-8 (RFC 8259, section 8.1: no byte order mark). */
export function readJson(body: Buffer): JsonReading {
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return {
      problem: `received bytes that are not UTF-8 (${body.subarray(0, 16).toString('hex')}…), expected UTF-8`,
    }
  }
  if (text.startsWith('\uFEFF')) return { problem: 'received a byte order mark, expected UTF-8 without one' }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: `received a body that is not JSON (${(error as Error).message}), expected JSON` }
  }
}

/** The media type without its parameters, in lower case. */
export const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

export const isJson = (mediaType: string): boolean => /^application\/json$|\+json$/.test(mediaType)

/**
 * The media type that stands for a range of the document: many generators write the range of all types and mean JSON.
 * A type that is none is itself.
 */
export const concreteType = (range: string): string => {
  const plain = mediaTypeOf(range)
  if (plain === '*/*' || plain === 'application/*') return 'application/json'
  return plain === 'text/*' ? 'text/plain' : range
}
