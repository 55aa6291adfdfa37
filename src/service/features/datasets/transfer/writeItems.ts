/** The files that an export makes, a batch of items at a time. */
import { type ItemRow, itemOf } from '../model/item.ts'
import { VARIABLE } from './readCsv.ts'

type Batches = () => AsyncIterable<readonly ItemRow[]>

/** More columns than this serve no one: the variables then are in one. */
const MAX_COLUMNS = 1000

export async function* writeJsonLines(batches: Batches): AsyncGenerator<Buffer, void> {
  for await (const rows of batches()) {
    const lines = rows.map((row) => {
      const { id, variables, expectedOutput, metadata, scorers, status } = itemOf(row)
      return `${JSON.stringify({ id, variables, expectedOutput, metadata, scorers, status })}\n`
    })
    yield Buffer.from(lines.join(''))
  }
}

/** Reads the items twice: the header names every variable that one of them has. */
export async function* writeCsv(batches: Batches): AsyncGenerator<Buffer, void> {
  const names = await variablesOf(batches)
  const columns = names ? names.map((name) => VARIABLE + name) : ['variables']
  yield Buffer.from(recordOf(['id', ...columns, 'expectedOutput', 'metadata', 'scorers', 'status']))
  for await (const rows of batches()) {
    const records = rows.map((row) => {
      const variables: Record<string, string> = JSON.parse(row.variables)
      const values = names
        ? names.map((name) => (Object.hasOwn(variables, name) ? variables[name] : undefined))
        : [row.variables]
      return recordOf([row.id, ...values, row.expected_output, row.metadata, row.scorers, row.status])
    })
    yield Buffer.from(records.join(''))
  }
}

/** The names of all variables, in the order in which they first appear; undefined when they are too many. */
async function variablesOf(batches: Batches): Promise<string[] | undefined> {
  const names = new Set<string>()
  for await (const rows of batches()) {
    for (const row of rows) for (const name of Object.keys(JSON.parse(row.variables))) names.add(name)
    if (names.size > MAX_COLUMNS) return undefined
  }
  return [...names]
}

const recordOf = (values: readonly (string | null | undefined)[]): string =>
  `${values.map(cellOf).join(',')}\r\n`

/** A missing value is an empty cell; the empty text has its quotes (RFC 4180, section 2.5 allows both). */
function cellOf(value: string | null | undefined): string {
  if (value === null || value === undefined) return ''
  return value === '' || /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
