import { createHash } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import { DatabaseRefused } from '../database.ts'
import type { Migration } from '../migrations/migration.ts'
import type { RawDatabase } from './driver.ts'

interface Applied {
  name: string
  checksum: string
}

/**
 * Brings the schema up to date: each missing step in a transaction of its own, recorded with its checksum.
 * @throws DatabaseRefused when the file has steps that this program does not know, or knows otherwise.
 */
export function migrate(file: string, raw: RawDatabase, steps: readonly Migration[], clock: Clock): void {
  raw.exec(`CREATE TABLE IF NOT EXISTS schema_steps (
    position INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL
  )`)
  const applied = raw.prepare('SELECT name, checksum FROM schema_steps ORDER BY position').all() as Applied[]
  requireKnown(file, applied, steps)
  // Steps that rebuild a table drop the old one, which must not cascade; the check below stands in for it.
  raw.pragma('foreign_keys = OFF')
  try {
    const record = raw.prepare('INSERT INTO schema_steps VALUES (?, ?, ?, ?)')
    for (const [position, step] of steps.entries()) {
      if (position < applied.length) continue
      raw.transaction(() => {
        raw.exec(step.sql)
        if ((raw.pragma('foreign_key_check') as unknown[]).length > 0) {
          throw new Error(`The schema step ${step.name} leaves rows that refer to missing ones.`)
        }
        record.run(position, step.name, checksum(step), clock.now())
      })()
    }
  } finally {
    raw.pragma('foreign_keys = ON')
  }
}

function requireKnown(file: string, applied: readonly Applied[], steps: readonly Migration[]): void {
  for (const [position, { name, checksum: found }] of applied.entries()) {
    const known = steps.find((step) => step.name === name)
    if (known === undefined) {
      throw new DatabaseRefused(
        file,
        `the database was made by a newer version: it has the schema step "${name}", which this version does not know.`,
        'Start the newer version, or restore a backup made before the upgrade.',
      )
    }
    if (steps[position] !== known || checksum(known) !== found) {
      throw new DatabaseRefused(
        file,
        `the schema step "${name}" was applied in another form or order than this version has it.`,
        'Start the version that made the database, or restore a backup.',
      )
    }
  }
}

const checksum = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex')
