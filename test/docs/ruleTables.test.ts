/** The tables of lint and diff rules contain what the code can report. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { observedDiffRules, tablePages } from '../../scripts/docs/ruleTables.ts'
import plugin from '../../src/toolkit/lint/ownRules.ts'
import { lintRules } from '../../src/toolkit/lint/ruleCatalogue.ts'

it('are what `npm run commands` writes', { timeout: 120_000 }, () => {
  for (const [file, text] of tablePages()) expect(readFileSync(file, 'utf8'), file).toBe(text)
})

it('define every lint rule', () => {
  const { rules } = plugin()
  const own = [...new Set([...Object.keys(rules.oas3), ...Object.keys(rules.async3)])]
  const source = readFileSync('src/toolkit/lint/reading.ts', 'utf8')
  const [, codes = ''] = /const INVALID = new Set\(\[(.*?)\]\)/s.exec(source) ?? []
  const known = [
    ...own.map((name) => `house/${name}`),
    ...[...codes.matchAll(/'([a-z-]+)'/g)].map(([, name]) => `document/${name}`),
    'readable',
    'no-unresolved-refs',
    'document/invalid-invariant',
  ]
  expect(Object.keys(lintRules).sort()).toEqual(known.sort())
})

it('show every diff rule whose name the code contains', { timeout: 120_000 }, () => {
  const shown = [...observedDiffRules().keys()]
  const names = readdirSync('src/toolkit/diff', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(`src/toolkit/diff/${name}`, 'utf8').matchAll(/\brule: '([a-z-]+)'/g)])
    .map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(50)
  // A rule about schemas begins with its direction.
  expect(names.filter((name) => !shown.some((one) => one === name || one.endsWith(`-${name}`)))).toEqual([])
})
