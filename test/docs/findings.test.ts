/** The table of what was found names tests that exist, and commits. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasTitle } from '../evidence/titles.ts'

const page = readFileSync('docs/internals/findings.md', 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !/\| commit \|$/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('the page has a row for each of what was found', () => {
  expect(rows.length).toBeGreaterThan(70)
})

describe.each(rows)('%s', (found, proofs = '', commit = '', ...more) => {
  test('has its tests and its commit', () => {
    expect(more, found).toEqual([])
    expect(commit).toMatch(/^`[0-9a-f]{7,12}`$/)
    const named = [...proofs.matchAll(/`([^`]+)` "([^"]+)"/g)]
    expect(named.map(([text]) => text).join(', ')).toBe(proofs)
    for (const [, file = '', title = ''] of named) {
      expect(existsSync(file), file).toBe(true)
      expect(hasTitle(file, title), `${file}: ${title}`).toBe(true)
    }
  })
})
