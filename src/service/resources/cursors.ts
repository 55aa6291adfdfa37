import { createHmac, timingSafeEqual } from 'node:crypto'
import { validationError } from '../errors.ts'

/**
 * Opaque list cursors: unforgeable, and bound to the operation, organization, sort and filters that they were
 * made for (docs/internals/decisions.md, "list parameters").
 */
export interface Cursors {
  /** A cursor that continues `list` after the row whose sort key is `position`. */
  encode(list: ListIdentity, position: readonly (string | number | null)[]): string
  /** The position in `cursor`; throws a VALIDATION_ERROR at `query.cursor` when it is not one of ours for `list`. */
  decode(list: ListIdentity, cursor: string): (string | number | null)[]
}

/** The identity of a cursor: any JSON value that names the list, its order and its filters. */
type ListIdentity = readonly unknown[]

/** 128 bits: no one forges one, and a cursor stays short. */
const TAG_BYTES = 16
/** The longest sort key is a name of 255 characters; anything much longer is not one of ours. */
const MAX_CURSOR = 4096

/**
 * Cursors signed with HMAC-SHA256: base64url of the tag and the position as JSON. The list is signed with the
 * position but not carried.
 * @param key 32 bytes, for nothing else.
 */
export function createCursors(key: Buffer): Cursors {
  const tag = (list: ListIdentity, position: Buffer) =>
    createHmac('sha256', key)
      .update(JSON.stringify(list))
      .update('\n') // never is in the JSON before it, so that the two parts cannot be cut elsewhere
      .update(position)
      .digest()
      .subarray(0, TAG_BYTES)

  return {
    encode(list, position) {
      const body = Buffer.from(JSON.stringify(position))
      return Buffer.concat([tag(list, body), body]).toString('base64url')
    },

    decode(list, cursor) {
      const bytes = Buffer.from(cursor.length > MAX_CURSOR ? '' : cursor, 'base64url')
      const body = bytes.subarray(TAG_BYTES)
      // Node ignores characters that are not base64url; only the one spelling that we gave out is accepted.
      const genuine =
        bytes.length > TAG_BYTES &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag(list, body))
      if (!genuine) throw validationError({ field: 'query.cursor', issue: FOREIGN_CURSOR })
      return JSON.parse(body.toString())
    },
  }
}

const FOREIGN_CURSOR =
  'is not a cursor of this list; expected the nextCursor of an earlier page with the same sort, order and filters'
