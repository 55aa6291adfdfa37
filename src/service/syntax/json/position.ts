/** Where in a body something stands, as people and programs count it. Runs on refusals alone. */
interface Position {
  /** From 1. */
  line: number
  /** Characters (code points) from 1. */
  column: number
  /** Bytes of UTF-8 from 0. */
  offset: number
}

/** @param at index into `text` in UTF-16 units. */
export function describePosition(text: string, at: number): Position {
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let i = before.indexOf('\n'); i !== -1; i = before.indexOf('\n', i + 1)) line++
  let column = 1
  for (const _ of before.slice(lineStart)) column++
  return { line, column, offset: Buffer.byteLength(before) }
}

/** @returns the offset of the first byte of `body` that is not UTF-8; its length when all are. */
export function firstInvalidByte(body: Buffer): number {
  const text = body.toString('utf8')
  let offset = 0
  let done = 0
  for (let i = text.indexOf('\ufffd'); i !== -1; i = text.indexOf('\ufffd', i + 1)) {
    offset += Buffer.byteLength(text.slice(done, i))
    // A replacement character that was sent as such is valid; one that Node put in marks the place.
    if (body[offset] !== 0xef || body[offset + 1] !== 0xbf || body[offset + 2] !== 0xbd) return offset
    done = i
  }
  return body.length
}
