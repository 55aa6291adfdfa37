/** Where a range of a text is after an edit. */
import type { Position, Range } from 'vscode-languageserver/node'

export interface Edit {
  range: Range
  text: string
}

/**
 * @param range in the text before the edit
 * @param edit that replaces a range by a text
 * @returns the range in the text after it; positions within the replaced range move to its beginning
 * @example
 * movedBy(range, { range: { start, end: start }, text: '\n' }) // one line down, where it begins after `start`
 */
export function movedBy(range: Range, edit: Edit): Range {
  return { start: moved(range.start, edit), end: moved(range.end, edit) }
}

function moved(position: Position, { range: { start, end }, text }: Edit): Position {
  if (isBefore(position, start)) return position
  if (isBefore(position, end)) return start
  const lines = text.split('\n')
  const last = lines.at(-1)?.length ?? 0
  const line = position.line - end.line + start.line + lines.length - 1
  if (position.line !== end.line) return { line, character: position.character }
  const character = position.character - end.character + (lines.length === 1 ? start.character : 0) + last
  return { line, character }
}

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character)
