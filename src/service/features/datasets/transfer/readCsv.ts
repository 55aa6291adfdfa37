import { ApiError, type Issue } from '../../../errors.ts'
import { parseJson } from '../../../syntax/json/strictJson.ts'
import { type Cell, type CsvRecord, readRecords, SEPARATORS } from './readRecords.ts'
import { type Entry, faultAt } from './record.ts'

/** Columns whose cells are used as they are, and those whose cells contain JSON. */
const TEXT = new Set(['id', 'expectedOutput', 'status'])
const JSON_COLUMNS = new Set(['variables', 'metadata', 'scorers'])
export const VARIABLE = 'variables.'

/**
 * The items of a file of CSV. A cell of nothing is a property that is not there.
 * @throws ApiError VALIDATION_ERROR with `details.line` and `details.row`
 */
export async function* readCsv(pieces: AsyncIterable<Buffer>): AsyncGenerator<Entry, void> {
  let columns: string[] | undefined
  for await (const record of readRecords(pieces)) {
    if (columns === undefined) columns = requireColumns(record)
    else yield { line: record.line, row: record.row, size: record.size, value: itemOf(record, columns) }
  }
}

function requireColumns(record: CsvRecord): string[] {
  const names = record.cells.map(({ text }) => text)
  const issues: Issue[] = []
  for (const [index, name] of names.entries()) {
    const variable = name.startsWith(VARIABLE) && name !== 'variables.__proto__'
    const separator = /[;\t|]/.exec(name)?.[0]
    if (separator !== undefined) {
      const issue = `received ${quote(name)} as one column; expected commas between the columns, not ${SEPARATORS[separator]}`
      issues.push({ field: 'header', issue })
    } else if (!variable && !TEXT.has(name) && !JSON_COLUMNS.has(name)) {
      const expected = 'id, variables, variables.<name>, expectedOutput, metadata, scorers or status'
      issues.push({ field: 'header', issue: `received the column ${quote(name)}; expected ${expected}` })
    } else if (names.indexOf(name) < index) {
      issues.push({ field: 'header', issue: `received the column ${quote(name)} twice; expected each once` })
    } else if (variable && names.includes('variables')) {
      issues.push({
        field: 'header',
        issue: `received ${quote(name)} together with variables; expected one of them`,
      })
    }
  }
  const [first, ...others] = issues
  if (first) throw faultAt(record, first, ...others.slice(0, 20))
  return names
}

function itemOf(record: CsvRecord, columns: readonly string[]): Record<string, unknown> {
  const { cells } = record
  if (cells.length !== columns.length) {
    const issue = `received ${cells.length} cells; expected ${columns.length}, as the header has`
    throw faultAt(record, { field: 'body', issue })
  }
  const variables: Record<string, string> = {}
  const item: Record<string, unknown> = { variables }
  for (const [index, name] of columns.entries()) {
    const { text, quoted } = cells[index] as Cell
    if (text === '' && !quoted) continue
    if (TEXT.has(name)) item[name] = text
    else if (JSON_COLUMNS.has(name)) item[name] = jsonOf(record, name, text)
    else variables[name.slice(VARIABLE.length)] = text
  }
  return item
}

function jsonOf(record: CsvRecord, field: string, text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw faultAt(record, { field, issue: `is not acceptable JSON: ${error.details.issue}` })
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 100))
