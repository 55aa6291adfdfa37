/** Colors and line breaks of text for people at a terminal. */
import { stripVTControlCharacters, styleText } from 'node:util'

export type Style = 'red' | 'yellow' | 'green' | 'bold' | 'dim'

/** Colors a text, which begins and ends on the same line. */
export type Paint = (style: Style, text: string) => string

export const withoutColors: Paint = (_, text) => text

/** @param isColored whether the output shows colors at all */
export const paintOf = (isColored: boolean): Paint =>
  isColored ? (style, text) => styleText(style, text, { validateStream: false }) : withoutColors

const MIN_WIDTH = 40

/** The number of columns of a text on a terminal: its length without colors. */
const columnsOf = (text: string): number =>
  text.includes('\u001b') ? stripVTControlCharacters(text).length : text.length

/**
 * Breaks a line between words. Further lines are indented two spaces deeper than the first.
 * @param line may have colors, which count no columns; those that span a break continue on the next line
 * @param width columns of the terminal; undefined leaves the line as it is, for files and pipes
 * @returns the lines; a word that is longer than the width stays whole
 * @example wrapped('  received the status 500 for truncated JSON', 40) // ['  received the status 500 for truncated', '    JSON']
 */
export function wrapped(line: string, width: number | undefined): string[] {
  const limit = width === undefined ? Number.POSITIVE_INFINITY : Math.max(width, MIN_WIDTH)
  if (columnsOf(line) <= limit) return [line]
  const indent = /^ */.exec(line)?.[0] ?? ''
  const hanging = ' '.repeat(indent.length + 2)
  const lines: string[] = []
  let current = ''
  for (const word of line.slice(indent.length).split(' ')) {
    const before = lines.length === 0 ? indent : hanging
    const longer = current === '' ? before + word : `${current} ${word}`
    if (columnsOf(longer) <= limit || current === '') current = longer
    else {
      lines.push(current)
      current = hanging + word
    }
  }
  return [...lines, current]
}
