import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

/** The kinds of resource, as their identifiers name them (docs/internals/decisions.md, "identifiers"). */
type IdentifierPrefix =
  | 'prompt'
  | 'pver'
  | 'folder'
  | 'dataset'
  | 'item'
  | 'eval'
  | 'result'
  | 'report'
  | 'template'
  | 'webhook'
  | 'evt'
  | 'delivery'
  | 'replay'
  | 'exec'
  | 'org'
  | 'ws'
  | 'user'
  | 'member'
  | 'key'
  | 'client'
  | 'grant'
  | 'export'
  | 'import'
  | 'req'
  | 'job'
  | 'audit'

/** Makes identifiers: `<prefix>_` + a UUIDv7 in 26 base32 characters (the TypeID form), ascending as made. */
export interface Identifiers {
  create(prefix: IdentifierPrefix): string
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Identifiers that sort by the time of their creation, also within one millisecond. The 12 bits after the time
 * are a counter with a random start (RFC 9562, section 6.2, method 1).
 */
export function createIdentifiers(clock: Clock, random: Random): Identifiers {
  let last = 0
  let counter = 0
  return {
    create(prefix) {
      const now = clock.now()
      if (now > last) {
        last = now
        counter = random.bytes(2).readUInt16BE() & 0x7ff
      } else if (++counter > 0xfff) {
        last++ // the counter overflowed: borrow the next millisecond rather than lose the order
        counter = 0
      }
      return `${prefix}_${encode(last, counter, random.bytes(8))}`
    },
  }
}

/** UUIDv7 as 26 base32 characters: 48 bits of time, version, counter, variant, 62 random bits. */
function encode(milliseconds: number, counter: number, tail: Buffer): string {
  const bytes = new Uint8Array(16)
  for (let i = 5, rest = milliseconds; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes.set(tail, 8)
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
  let text = ''
  let bits = 2 // 128 bits are right-aligned in 130: the first character contains three
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text
}
