/** Realistic edits of whole documents: ours, as they were released, and three as other people write them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareDocuments } from '../../../src/toolkit/diff/compare.ts'
import { load } from '../../../src/toolkit/diff/source.ts'
import { tokensOf, valueAt } from '../../../src/toolkit/openapi/index.ts'
import { casesOf } from '../../harness/thorough.ts'

interface Edit {
  id: string
  document: string
  edit: [pointer: string, value: unknown][]
  level: string
  says?: string[]
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const DOCUMENTS: Record<string, string> = {
  v1: at('../../../openapi/released/1.0.0.json'),
  oauth: at('../../../openapi/released/oauth-1.0.0.json'),
  events: at('../../../asyncapi/released/1.0.0.json'),
  shops: at('./documents/shops.yaml'),
  fleet: at('./documents/fleet.yaml'),
  sensors: at('./documents/sensors.yaml'),
}

const read = (path: string) => {
  const text = readFileSync(path, 'utf8')
  return path.endsWith('.json') ? JSON.parse(text) : parse(text)
}
/** The same for each edit of a document, which none of them changes. */
const once = <T>(make: (path: string) => T) => {
  const made = new Map<string, T>()
  return (path: string): T => {
    const known = made.get(path) ?? make(path)
    made.set(path, known)
    return known
  }
}
const unedited = once((path) => load(path))
const treeOf = once(read)
const folder = mkdtempSync(join(tmpdir(), 'diff-'))

/** Applies one step: `remove` removes, a last `+` appends, `{$copy}` uses the value of another place. */
function apply(root: never, pointer: string, given: unknown): void {
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  const owner = tokens.reduce<Record<string, unknown>>((node, token) => node[token] as never, root)
  const copied = (given as { $copy?: string } | null)?.$copy
  const value = copied === undefined ? given : structuredClone(valueAt(root, copied))
  if (Array.isArray(owner)) {
    if (last === '+') owner.push(value)
    else if (value === 'remove') owner.splice(Number(last), 1)
    else owner[Number(last)] = value
  } else if (value === 'remove') delete owner[last]
  else owner[last] = value
}

describe.each(['ours', 'others'])('edits of documents: %s', (table) => {
  const edits = read(at(`./verdicts/${table}.yaml`)) as Edit[]
  test.each(casesOf(edits, 8, 4).map((edit) => [edit.id, edit] as const))('%s', (id, edit) => {
    const file = DOCUMENTS[edit.document] ?? ''
    const tree = structuredClone(treeOf(file))
    for (const [pointer, value] of edit.edit) apply(tree as never, pointer, value)
    const changed = join(folder, `${id.replace(/\W+/g, '-')}.json`)
    writeFileSync(changed, JSON.stringify(tree))
    const { findings } = compareDocuments(
      [{ old: unedited(file), new: load(changed) }],
      Date.parse('2026-11-22'),
    )
    const groupFindings = findings.map(({ level, sentence }) => `${level}: ${sentence}`).join('\n')
    expect(findings[0]?.level ?? 'none', groupFindings).toBe(edit.level)
    if (!edit.says) return
    const sentences = findings.filter(({ level }) => level === edit.level).map(({ sentence }) => sentence)
    expect(sentences, groupFindings).toSatisfy((all: string[]) =>
      all.some((sentence) => edit.says?.every((word) => sentence.includes(word))),
    )
  })
})
