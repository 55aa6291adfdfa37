import { afterAll, describe, onTestFinished, test } from 'vitest'
import type { Database } from '../../../src/service/storage/database.ts'
import type { Migration } from '../../../src/service/storage/migrations/migration.ts'
import { openPostgres } from '../../../src/service/storage/postgres.ts'
import { type PostgresServer, postgresMissing, startPostgres } from '../../harness/postgres.ts'
import { temporaryDatabase } from './temporaryDatabase.ts'

interface Engine {
  name: string
  /** Why it cannot be had here. */
  missing?: string | undefined
  /** Whether units run one after the other, in the order of their requests. */
  ordered: boolean
  /** Opens an empty database with the given schema. */
  open(steps: readonly Migration[]): Promise<Database>
}

let server: Promise<PostgresServer> | undefined
let made = 0

async function openSchema(steps: readonly Migration[], undoFirstAttempts: boolean): Promise<Database> {
  server ??= startPostgres()
  const { url } = await server
  const schema = `test_${process.pid}_${++made}`
  const database = await openPostgres({ url, schema, steps, undoFirstAttempts })
  onTestFinished(() => database.close())
  return database
}

/** Every engine that the one suite runs over. PostgreSQL is there a second time, each unit of work run twice. */
const engines: readonly Engine[] = [
  { name: 'SQLite', ordered: true, open: (steps) => temporaryDatabase({ steps }) },
  { name: 'PostgreSQL', missing: postgresMissing, ordered: false, open: (steps) => openSchema(steps, false) },
  {
    name: 'PostgreSQL, each unit twice',
    missing: postgresMissing,
    ordered: false,
    open: (steps) => openSchema(steps, true),
  },
]

/** Runs the tests over each available engine, and reports why the others are skipped. */
export function overEachEngine(tests: (engine: Engine) => void): void {
  afterAll(async () => {
    await (await server)?.stop()
    server = undefined
  })
  describe.each(engines)('$name', (engine) => {
    if (engine.missing === undefined) tests(engine)
    else test.skip(`is skipped: ${engine.missing}`, () => {})
  })
}
