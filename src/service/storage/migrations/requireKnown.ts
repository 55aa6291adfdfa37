import { DatabaseRejected } from '../database.ts'
import type { Migration } from './migration.ts'

/** A step as the database has it. */
export interface AppliedStep {
  name: string
  checksum: string
}

/**
 * @param database its name in the error message
 * @param steps of the engine, in their order
 * @throws DatabaseRejected when the database has steps that this program does not know, or knows otherwise
 */
export function requireKnown(
  database: string,
  applied: readonly AppliedStep[],
  steps: readonly Migration[],
  checksum: (step: Migration) => string,
): void {
  for (const [position, { name, checksum: found }] of applied.entries()) {
    const known = steps.find((step) => step.name === name)
    if (known === undefined) {
      throw new DatabaseRejected(
        database,
        `the database was made by a newer version: it has the schema step "${name}", which this version does not know.`,
        'Start the newer version, or restore a backup made before the upgrade.',
      )
    }
    if (steps[position] !== known || checksum(known) !== found) {
      throw new DatabaseRejected(
        database,
        `the schema step "${name}" was applied in another form or order than this version has it.`,
        'Start the version that made the database, or restore a backup.',
      )
    }
  }
}
