/** Bytes as text and back, by means that browsers and Node share. */

/** The bytes of a text in UTF-8. */
export const utf8Bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  const pieces: string[] = []
  // In pieces: a call has no room for a million arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return pieces.join('')
}

/** The text whose UTF-8 is written in base64url, without padding (RFC 4648, section 5). */
export const textToBase64Url = (text: string): string =>
  btoa(latin1Text(utf8Bytes(text))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_', '=': '' })[sign] ?? '')

/** The text behind base64 or base64url; undefined for what is neither. */
export function textFromBase64(given: string): string | undefined {
  try {
    const binary = atob(given.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)))
  } catch {
    return undefined
  }
}
