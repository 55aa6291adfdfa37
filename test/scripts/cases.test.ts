/** The six parts of the cases that a plain `npm test` leaves out: together they are all cases. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ROOT } from './project.ts'

const harness = pathToFileURL(join(ROOT, 'test/harness/thorough.ts')).href
const script = `
  const { casesOf, isDue } = await import('${harness}')
  const rows = Array.from({ length: 20 }, (_, index) => index)
  console.log(JSON.stringify({ tables: [2, 3, 4, 5, 6].map((every) => casesOf(rows, every)), groups: [1, 2, 3, 4, 5, 6].filter(isDue) }))`

interface Cases {
  tables: number[][]
  groups: number[]
}

function casesWith(every: string): Cases {
  const { THOROUGH: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: ROOT,
    env: { ...env, EVERY_CASE: every },
    encoding: 'utf8',
  })
  return JSON.parse(stdout) as Cases
}

it('each part adds rows and one group of tests, and all of them make the whole', () => {
  const plain = casesWith('')
  const all = casesWith('1')
  const parts = [1, 2, 3, 4, 5, 6].map((part) => casesWith(`${part}/6`))
  expect(plain.groups).toEqual([])
  expect(parts.map(({ groups }) => groups)).toEqual([[1], [2], [3], [4], [5], [6]])
  for (const [at, rows] of all.tables.entries()) {
    const sample = plain.tables[at] ?? []
    expect(rows).toHaveLength(20)
    const added = parts.map(({ tables }) => (tables[at] ?? []).filter((row) => !sample.includes(row)))
    for (const further of added) expect(further.length).toBeGreaterThanOrEqual(1)
    expect([...sample, ...added.flat()].toSorted((a, b) => a - b)).toEqual(rows)
  }
})

it('a part that does not exist ends npm test before anything runs', () => {
  const env = { ...process.env, EVERY_CASE: '1/3' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test.mjs'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toBe(
    'EVERY_CASE is "1/3"; expected 1 for all cases, or one of 1/6, 2/6, 3/6, 4/6, 5/6, 6/6 for a part of them.\n',
  )
})
