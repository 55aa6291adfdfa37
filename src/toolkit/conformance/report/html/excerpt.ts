/** The lines of the document that a finding is about. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { foreignText } from '../../../openapi/foreignText.ts'
import { escaped } from '../../../theme/reportPage.ts'
import type { DocumentPosition } from '../../engine/events.ts'

const LINES_BEFORE = 2
const LINES_AFTER = 8
/** Characters of a line. */
const MAX_LENGTH = 160

/**
 * The excerpt as HTML, with its line numbers and the line marked.
 * @param folder of the document, to which the file is relative where it is outside the working directory
 * @returns undefined for a position without a line, and for a file that cannot be read any more
 */
export function excerpt({ file, line }: DocumentPosition, folder: string): string | undefined {
  if (file === undefined || line === undefined) return undefined
  const all = linesOf(resolve(file)) ?? linesOf(resolve(folder, file))
  if (all === undefined) return undefined
  const first = Math.max(1, line - LINES_BEFORE)
  const shown = all.slice(first - 1, line + LINES_AFTER)
  const width = String(first + shown.length).length
  const rows = shown.map((text, index) => {
    const number = first + index
    const row = `${String(number).padStart(width)}  ${escaped(foreignText(cut(text)))}`
    return number === line ? `<mark>${row}</mark>` : `${row}\n`
  })
  return `<pre tabindex="0" role="region" aria-label="Lines of the document"><code>${rows.join('')}</code></pre>`
}

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

function linesOf(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return undefined
  }
}
