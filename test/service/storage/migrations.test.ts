/** Steps of the schema that work on existing data: part by part, and continued after a kill. */
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../../../src/service/storage/database.ts'
import { migrations } from '../../../src/service/storage/migrations/index.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { inCi } from '../../harness/thorough.ts'
import { startProgram } from './program.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

const ROWS = 12_000
const first = migrations.findIndex(({ parts }) => parts !== undefined)

/** A database of the version before the first step with parts, with many prompts, some of them deleted. */
async function olderDatabase(): Promise<string> {
  const file = join(temporaryDirectory(), 'test.db')
  const database = await openSqlite({ file, steps: migrations.slice(0, first) })
  await database.write(async (tx) => {
    const columns = await tx.all<{ name: string; type: string; notnull: number; dflt_value: string | null }>(
      `SELECT * FROM pragma_table_info('prompts')`,
    )
    const values: Record<string, string> = {
      id: `'prompt_' || printf('%026d', i)`,
      organization_id: `'org_' || (i % 3)`,
      name: `'Name ' || i`,
      name_key: `'name ' || i`,
      deleted_at: 'CASE WHEN i % 5 = 0 THEN i END',
    }
    const needed = columns.filter((one) => values[one.name] || (one.notnull && one.dflt_value === null))
    await tx.run(
      `INSERT INTO prompts (${needed.map(({ name }) => name).join(', ')})
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT ${needed.map(({ name, type }) => values[name] ?? (type === 'TEXT' ? `'[]'` : 'i')).join(', ')} FROM n`,
      ROWS,
    )
  })
  await database.close()
  return file
}

/** The schema, and the contents of the index of names. */
const stateOf = async (database: Database) => ({
  schema: await database.all(
    `SELECT type, name, sql FROM sqlite_schema WHERE name <> 'schema_steps' ORDER BY name`,
  ),
  applied: await database.all('SELECT position, name, checksum FROM schema_steps ORDER BY position'),
  entries: await database.all(
    `SELECT count(*) AS entries, count(DISTINCT r.id) AS rows, min(r.id) AS first, max(part) AS last
     FROM name_parts p JOIN named_rows r ON r.row = p.row AND r.space = p.space`,
  ),
})

const flat = ({ schema, ...others }: Awaited<ReturnType<typeof stateOf>>) => ({
  ...others,
  schema: schema.map((row) => JSON.stringify(row).replaceAll(/(\\n|\s)+/g, ' ')),
})

test.runIf(inCi)(
  'a killed step continues after its last finished part, with the same outcome',
  async () => {
    const whole = await openSqlite({
      file: await olderDatabase(),
      steps: migrations.map(({ parts: _, ...step }) => step),
    })
    const expected = flat(await stateOf(whole))
    await whole.close()

    const file = await olderDatabase()
    const stops = ['name-search, part 2 of', 'name-search, part 9 of']
    const seen: string[] = []
    for (const stop of stops) {
      const program = startProgram('migrating.ts', [file, stop])
      await once(program.child, 'exit')
      expect(program.child.signalCode).toBe('SIGKILL')
      seen.push(...program.lines)
    }
    const database = await openSqlite({ file, notice: (text) => seen.push(text) })
    expect(flat(await stateOf(database))).toEqual(expected)
    expect(await database.integrityCheck()).toEqual([])
    const named = { kind: 'prompts', organizationId: 'org_1', most: 10 } as const
    expect(await database.idsNamed({ ...named, part: 'me 11998' })).toEqual([
      `prompt_${'11998'.padStart(26, '0')}`,
    ])
    await database.close()
  },
  60_000,
)

test('rows are worked through some at a time, and a kill amid them loses no more than those', async () => {
  const file = await olderDatabase()
  const step = migrations.find(({ name }) => name === 'name-search')
  const steps = migrations.slice(0, migrations.indexOf(step as (typeof migrations)[number]))
  await (await openSqlite({ file, steps })).close()
  const made = { name: 'made', sql: 'CREATE TABLE done (id TEXT NOT NULL PRIMARY KEY)' }
  const limit = `CREATE TRIGGER limited BEFORE INSERT ON done WHEN NEW.id > 'prompt_${'8000'.padStart(26, '0')}'
    BEGIN SELECT RAISE(ABORT, 'no further'); END`
  const until = [...steps, made, { name: 'limited', sql: limit }]
  const working = {
    name: 'working',
    sql: '',
    parts: [{ rowsOf: 'prompts', sql: 'INSERT INTO done SELECT id FROM prompts WHERE id > ? AND id <= ?' }],
  }
  await expect(openSqlite({ file, steps: [...until, working] })).rejects.toThrow('no further')
  const before = await openSqlite({ file, steps: until })
  expect(await before.get('SELECT count(*) AS done FROM done')).toEqual({ done: 5_000 })
  await before.write((tx) => tx.run('DROP TRIGGER limited'))
  await before.close()
  const after = await openSqlite({ file, steps: [...until, working] })
  expect(await after.get('SELECT count(*) AS done FROM done')).toEqual({ done: ROWS })
  await after.close()
})
