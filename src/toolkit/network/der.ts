/** DER, the encoding of certificates (ITU-T X.690), as far as X.509 certificates and their extensions need it. */

/** Tags of universal types; `0x20` marks those that consist of elements. */
const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
}

/** One element: its tag, the length of its contents and the contents, less than 64 KiB of them. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

export const sequence = (...elements: readonly Uint8Array[]): Buffer => element(TAGS.sequence, ...elements)

export const set = (...elements: readonly Uint8Array[]): Buffer => element(TAGS.set, ...elements)

export const octetString = (content: Uint8Array): Buffer => element(TAGS.octetString, content)

export const utf8String = (text: string): Buffer => element(TAGS.utf8String, Buffer.from(text, 'utf8'))

/** The value `true`: where it is the default, `false` is left out. */
export const TRUE = element(TAGS.boolean, Buffer.from([0xff]))

/** A whole number that is not negative, as big-endian bytes whose first bit is off. */
export const integer = (bytes: Uint8Array): Buffer => element(TAGS.integer, bytes)

/** @param unused bits at the end of the last byte */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer =>
  element(TAGS.bitString, Buffer.from([unused]), bytes)

/** An object identifier such as `2.5.29.30`. */
export function objectIdentifier(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number)
  return element(TAGS.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Seven bits a byte, each but the last with its first bit on. */
function base128(number: number): number[] {
  const bytes = [number & 0x7f]
  for (let left = number >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}

/** A time in Unix milliseconds, to the second: two digits of the year until 2049, four after it (RFC 5280, 4.1.2.5). */
export function time(at: number): Buffer {
  const digits = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
  return digits < '2050'
    ? element(TAGS.utcTime, Buffer.from(digits.slice(2), 'ascii'))
    : element(TAGS.generalizedTime, Buffer.from(digits, 'ascii'))
}

/** The elements within the element at the beginning of `bytes`, each with its tag and length. */
export function elementsOf(bytes: Buffer): Buffer[] {
  const { start, end } = contentsOf(bytes)
  const found: Buffer[] = []
  for (let at = start; at < end; ) {
    const next = at + contentsOf(bytes.subarray(at)).end
    found.push(bytes.subarray(at, next))
    at = next
  }
  return found
}

function contentsOf(bytes: Buffer): { start: number; end: number } {
  const size = bytes.readUInt8(1)
  if (size < 0x80) return { start: 2, end: 2 + size }
  const start = 2 + (size & 0x7f)
  return { start, end: start + bytes.readUIntBE(2, size & 0x7f) }
}
