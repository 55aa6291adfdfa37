/** The six parts of the cases that a plain `npm test` leaves out: together they are all cases. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ROOT } from './project.ts'

const harness = pathToFileURL(join(ROOT, 'test/harness/thorough.ts')).href
const script = `
  const rows = Array.from({ length: 20 }, (_, index) => index)
  const found = []
  for (const every of process.argv.slice(1)) {
    process.env.EVERY_CASE = every
    const { casesOf, inCi, isDue } = await import('${harness}?' + encodeURIComponent(every))
    const tables = [2, 3, 4, 5, 6].flatMap((every) => [casesOf(rows, every), casesOf(rows, 2 * every, every)])
    found.push({ tables, inCi, groups: [1, 2, 3, 4, 5, 6].filter(isDue) })
  }
  console.log(JSON.stringify(found))`

interface Cases {
  tables: number[][]
  inCi: boolean
  groups: number[]
}

function casesWith(...values: string[]): Cases[] {
  const { THOROUGH: _, ...env } = process.env
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, ...values]
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  return JSON.parse(stdout) as Cases[]
}

it('each part adds rows and one group of tests, and all of them make the whole', () => {
  const [plain, all, ...parts] = casesWith('', '1', ...[1, 2, 3, 4, 5, 6].map((part) => `${part}/6`))
  expect(plain?.groups).toEqual([])
  expect(parts.map(({ groups }) => groups)).toEqual([[1], [2], [3], [4], [5], [6]])
  expect([plain, all, ...parts].map((one) => one?.inCi)).toEqual([false, ...Array(7).fill(true)])
  for (const [at, rows] of all?.tables.entries() ?? []) {
    expect(rows).toHaveLength(20)
    const ofParts = parts.map(({ tables }) => tables[at] ?? [])
    const inEach = rows.filter((row) => ofParts.every((one) => one.includes(row)))
    for (const row of plain?.tables[at] ?? []) expect(inEach).toContain(row)
    const added = ofParts.map((one) => one.filter((row) => !inEach.includes(row)))
    for (const further of added) expect(further.length).toBeGreaterThanOrEqual(1)
    expect([...inEach, ...added.flat()].toSorted((a, b) => a - b)).toEqual(rows)
  }
})

it('a second sample is of a plain npm test only', () => {
  const [plain, long] = casesWith('', '0/6')
  const sizes = (one?: Cases) => one?.tables.map(({ length }) => length)
  expect(sizes(plain)).toEqual([10, 5, 7, 4, 5, 3, 4, 2, 4, 2])
  expect(sizes(long)).toEqual([10, 10, 7, 7, 5, 5, 4, 4, 4, 4])
  expect(long).toMatchObject({ inCi: true, groups: [] })
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
    'EVERY_CASE is "1/3"; expected 1 for all cases, or one of 0/6, 1/6, 2/6, 3/6, 4/6, 5/6, 6/6 for a part of them.\n',
  )
})
