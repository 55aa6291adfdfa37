import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTitle, titlesOf } from './titles.ts'

const SOURCE = `
import { describe, it, test } from 'vitest'
const rows: [string, { given: string }][] = [['a row', { given: 'not this' }], ["another's", { given: '' }]]
describe('a group', () => {
  it('a test', () => { expect('no title').toBe('no title') })
  test.each(rows)('%s of a table', () => {})
  it.each<[string, number]>([['typed', 1]])('%s too', () => {})
  describe.skipIf(true)('skipped', () => {})
  test(\`with \${'a'} hole\`, () => {})
})
`

test('titles are those of groups, tests and rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'titles-'))
  const file = join(folder, 'some.test.ts')
  writeFileSync(file, SOURCE)
  expect(new Set(titlesOf(file))).toEqual(
    new Set([
      'a group',
      'a test',
      '%s of a table',
      '%s too',
      'skipped',
      'with … hole',
      'a row',
      "another's",
      'typed',
    ]),
  )
  expect([hasTitle(file, 'of a table'), hasTitle(file, 'no title'), hasTitle(file, '')]).toEqual([
    true,
    false,
    false,
  ])
  rmSync(folder, { recursive: true })
})
