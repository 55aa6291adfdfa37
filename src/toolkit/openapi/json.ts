/** Reads JSON from bytes, strictly. */
type JsonReading = { value: unknown } | { problem: string }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** An implementation may limit the depth (RFC 8259, section 9): what walks over a value must not run out of stack. */
const MAX_DEPTH = 500

/** Whether arrays and objects are nested deeper than anything that walks over them can bear. */
function isTooDeep(body: Uint8Array): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (inString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === BRACKET || byte === BRACE) {
      if (++depth > MAX_DEPTH) return true
    } else if (byte === BRACKET + 2 || byte === BRACE + 2) depth--
  }
  return false
}

// As bytes of UTF-8 they are never a part of another character; what closes is two further than what opens.
const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b]

/** Two lower-case digits for each byte. */
export const hexText = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Parses `body`, or returns the reason why it is not JSON in UTF-8 (RFC 8259, section 8.1: no byte order mark). */
export function readJson(body: Uint8Array): JsonReading {
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return {
      problem: `received bytes that are not UTF-8 (${hexText(body.subarray(0, 16))}…), expected UTF-8`,
    }
  }
  if (text.startsWith('\uFEFF')) return { problem: 'received a byte order mark, expected UTF-8 without one' }
  if (isTooDeep(body))
    return {
      problem: `received JSON nested deeper than ${MAX_DEPTH} levels, expected less (RFC 8259, section 9)`,
    }
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

/** Whether a response is an HTML page. Many web applications respond with one to each GET of an unknown address. */
export const isPage = (method: string, contentType: string | undefined): boolean =>
  /^(get|head)$/i.test(method) && mediaTypeOf(contentType ?? '') === 'text/html'

/** Whether this media type is binary: a file, a picture, an archive. */
export const isBinaryType = (mediaType: string): boolean =>
  !isJson(mediaType) &&
  !/^text\/|[/+](xml|yaml|csv)$|^multipart\/|x-www-form-urlencoded$|javascript/.test(mediaType)

/**
 * The concrete media type for a range: many generators write the range of all types and mean JSON. Invalid types are
 * returned unchanged.
 */
export const concreteType = (range: string): string => {
  const plain = mediaTypeOf(range)
  if (plain === '*/*' || plain === 'application/*') return 'application/json'
  return plain === 'text/*' ? 'text/plain' : range
}
