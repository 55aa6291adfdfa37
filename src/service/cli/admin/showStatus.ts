import { kinds, readRetention } from '../../retention/settings.ts'
import { adminCommand } from './adminCommand.ts'

/** The size of an environment's database, and its retention. */
export const showStatus = adminCommand({
  words: 'status',
  summary: 'Shows the size of the database, its largest tables, and the retention of each kind of data.',
  reads: true,
  flags: {},
  input: () => ({}),
  async run({ environment, database, retention }, _input, maintenance) {
    const { rows, ...sizes } = await maintenance.sizes()
    const stored = await database.read((tx) => readRetention(tx, retention))
    return { environment, sizes, rows, retention: stored }
  },
  format: ({ environment, sizes, rows, retention }) =>
    [
      `The size of the database of ${environment} is ${inWords(sizes.file)}${shareOf(sizes)}.`,
      'Rows, at most:',
      ...Object.entries(rows).map(([table, count]) => `  ${table}: ${count.toLocaleString('en-US')}`),
      'Kept:',
      ...kinds.map(
        (kind) => `  ${kind}: ${retention[kind] === null ? 'for ever' : `${retention[kind]} days`}`,
      ),
    ].join('\n'),
})

/** The free part, and the log next to it, where the engine reports them. */
function shareOf({ free, log }: { free: number | null; log: number | null }): string {
  if (free === null || log === null) return ''
  return `, of which ${inWords(free)} are free, and a log of ${inWords(log)}`
}

/** Bytes for people. */
export function inWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const units = ['KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1]}`
}
