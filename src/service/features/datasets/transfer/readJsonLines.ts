import { ApiError } from '../../../errors.ts'
import { parseJson } from '../../../syntax/json/strictJson.ts'
import { type Entry, faultAt, MAX_EMPTY_LINES, MAX_ENTRY_LENGTH } from './record.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * The items of a file of JSON lines; empty lines are passed over.
 * @throws ApiError INVALID_JSON or VALIDATION_ERROR with `details.line`
 */
export async function* readJsonLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Entry, void> {
  let line = 0
  let empty = 0
  for await (const bytes of linesOf(pieces)) {
    line++
    if (bytes.length > 0) yield { line, value: parseLine(bytes, line), size: bytes.length }
    else if (++empty > MAX_EMPTY_LINES) {
      throw faultAt({ line }, { field: 'body', issue: `received more than ${MAX_EMPTY_LINES} empty lines` })
    }
  }
}

function parseLine(bytes: Buffer, line: number): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { field, issue } = error.details as { field: string; issue: string }
    throw new ApiError(error.code, `line ${line}: ${field}: ${issue}`, {
      details: { ...error.details, line },
    })
  }
}

/** The lines without what ends them; what follows the last line feed is one when it is not empty. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = []
  let length = 0
  let line = 1
  const buffer = (part: Buffer) => {
    begun.push(part)
    length += part.length
    if (length <= MAX_ENTRY_LENGTH) return
    throw faultAt(
      { line },
      {
        field: 'body',
        issue: `is a line of more than ${MAX_ENTRY_LENGTH} bytes; expected at most that many`,
      },
    )
  }
  const drain = (): Buffer => {
    const whole = begun.length === 1 ? (begun[0] as Buffer) : Buffer.concat(begun, length)
    begun = []
    length = 0
    line++
    return whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      buffer(piece.subarray(start, end))
      yield drain()
      start = end + 1
    }
    if (start < piece.length) buffer(piece.subarray(start))
  }
  if (length > 0) yield drain()
}
