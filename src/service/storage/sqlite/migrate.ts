import { createHash } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import type { Migration, MigrationPart } from '../migrations/migration.ts'
import { type AppliedStep, requireKnown } from '../migrations/requireKnown.ts'
import type { RawDatabase } from './driver.ts'

/** Rows of a part that one transaction works through, about 0.2 s of a search in names. */
const ROWS_AT_ONCE = 5_000

/**
 * Brings the schema up to date: each missing step in a transaction of its own, recorded with its checksum. A new file
 * gets all of them in one, because each transaction waits for the disk. A step with parts is done part by part where there is data already, and a start that is killed amid it continues behind the last one.
 * @param notice called with each step that has parts to do, and with each part that is done
 * @throws DatabaseRejected when the file has steps that this program does not know, or knows otherwise.
 */
export function migrate(
  file: string,
  raw: RawDatabase,
  all: readonly Migration[],
  clock: Clock,
  notice: (text: string) => void,
): void {
  const steps = all.filter(({ engine }) => engine === undefined || engine === 'sqlite')
  raw.exec(`CREATE TABLE IF NOT EXISTS schema_steps (
    position INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL
  )`)
  const applied = raw
    .prepare('SELECT name, checksum FROM schema_steps ORDER BY position')
    .all() as AppliedStep[]
  requireKnown(file, applied, steps, checksum)
  // Steps that rebuild a table drop the old one, which must not cascade; the check below is in for it.
  raw.pragma('foreign_keys = OFF')
  try {
    const record = raw.prepare('INSERT INTO schema_steps VALUES (?, ?, ?, ?)')
    const note = (step: Migration, position: number) =>
      record.run(position, step.name, checksum(step), clock.now())
    if (applied.length === 0) {
      raw.transaction(() => {
        for (const { sql } of steps) raw.exec(sql)
        requireReferences(raw, 'of a new file')
        steps.forEach(note)
      })()
      return
    }
    for (const [position, step] of steps.entries()) {
      if (position < applied.length) continue
      const { parts } = step
      if (parts) {
        parts.forEach((part, at) => {
          runPart(raw, step.name, part, at)
          notice(
            `the database is brought up to date: ${step.name}, part ${at + 1} of ${parts.length} is done`,
          )
        })
      }
      raw.transaction(() => {
        raw.exec(parts ? 'DROP TABLE schema_parts' : step.sql)
        requireReferences(raw, step.name)
        note(step, position)
      })()
    }
  } finally {
    raw.pragma('foreign_keys = ON')
  }
}

function requireReferences(raw: RawDatabase, step: string): void {
  if ((raw.pragma('foreign_key_check') as unknown[]).length > 0)
    throw new Error(`The schema step ${step} leaves rows that refer to missing ones.`)
}

interface Progress {
  part: number
  /** The last id that the part was done for; null when it is done. */
  after: string | null
}

/** Does what is left of a part, each piece with the note of it in one transaction. */
function runPart(raw: RawDatabase, step: string, { sql, rowsOf }: MigrationPart, part: number): void {
  raw.exec(
    'CREATE TABLE IF NOT EXISTS schema_parts (step TEXT NOT NULL, part INTEGER NOT NULL, after TEXT, PRIMARY KEY (step, part))',
  )
  const known = raw
    .prepare('SELECT part, after FROM schema_parts WHERE step = ? AND part = ?')
    .get(step, part)
  const note = raw.prepare('INSERT OR REPLACE INTO schema_parts (step, part, after) VALUES (?, ?, ?)')
  if ((known as Progress | undefined)?.after === null) return
  if (rowsOf === undefined) {
    raw.transaction(() => {
      raw.exec(sql)
      note.run(step, part, null)
    })()
    return
  }
  const work = raw.prepare(sql)
  const end = raw
    .prepare(`SELECT max(id) FROM (SELECT id FROM ${rowsOf} WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE})`)
    .pluck()
  for (let after = (known as Progress | undefined)?.after ?? ''; ; ) {
    const last = end.get(after) as string | null
    raw.transaction(() => {
      if (last !== null) work.run(after, last)
      note.run(step, part, last)
    })()
    if (last === null) return
    after = last
  }
}

const checksum = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex')
