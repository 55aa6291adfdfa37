/** The tables of `verdicts/`, which were decided before the code. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareDocuments } from '../../../src/toolkit/diff/compare.ts'
import { load } from '../../../src/toolkit/diff/source.ts'
import { casesOf } from '../../harness/thorough.ts'
import { type Case, filesOf } from './slots.ts'
import { write } from './writeFiles.ts'

const TABLES = ['requests', 'responses', 'operations', 'spellings', 'events', 'lists', 'further', 'remaining']
const AGREES: Record<string, string[]> = {
  error: ['breaking'],
  warn: ['risky'],
  info: ['compatible', 'docs'],
  silent: ['none', 'docs'],
}

const read = <T>(name: string): T =>
  parse(readFileSync(new URL(`./verdicts/${name}.yaml`, import.meta.url), 'utf8')) as T

describe.each(TABLES)('changes of %s', (table) => {
  const cases = read<Case[]>(table)

  test.each(casesOf(cases, 3, 1).map((one) => [one.id, one] as const))('%s', (_, one) => {
    const [before, after] = [write(filesOf(one, 'old')), write(filesOf(one, 'new'))]
    const pairs = before.map((file, index) => ({ old: load(file), new: load(after[index] ?? '') }))
    const { findings } = compareDocuments(pairs, Date.parse(one.today ?? '2026-11-22'))
    const groupFindings = findings.map(({ level, sentence }) => `${level}: ${sentence}`).join('\n')
    expect(findings[0]?.level ?? 'none', groupFindings).toBe(one.level)
    const sentences = findings.filter(({ level }) => level === one.level).map(({ sentence }) => sentence)
    if (one.says) {
      expect(sentences, groupFindings).toSatisfy((all: string[]) =>
        all.some((sentence) => one.says?.every((word) => sentence.includes(word))),
      )
    }
    if (one.findings !== undefined) expect(findings, groupFindings).toHaveLength(one.findings)
  })

  test('says why wherever it judges differently from the rule of another tool', () => {
    for (const { id, level, theirs, why } of cases.filter((one) => one.theirs)) {
      const agrees = AGREES[theirs ?? '']?.includes(level)
      expect(agrees !== (why !== undefined), `${id}: ${level} against ${theirs}`).toBe(true)
    }
  })
})

test('docs/internals/diff-verdicts.md names every disagreement with its reason', () => {
  const page = readFileSync(new URL('../../../docs/internals/diff-verdicts.md', import.meta.url), 'utf8')
  const disagreements = TABLES.flatMap((table) => read<Case[]>(table)).filter(({ why }) => why !== undefined)
  expect(disagreements.length).toBeGreaterThan(0)
  for (const { id, why } of disagreements) {
    expect(page, id).toContain(id)
    expect(page, id).toContain(why)
  }
})
