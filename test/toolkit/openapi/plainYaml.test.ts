/** The fast reader of YAML returns what the parser of the whole language returns, or leaves the text to it. */

import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMap, isSeq, type Pair, parseDocument, type Scalar } from 'yaml'
import { type Places, readPlainYaml } from '../../../src/toolkit/openapi/plainYaml.ts'

/** The tree, and the places of its nodes, of the parser of the whole language; undefined for an invalid text. */
function wholeYaml(text: string) {
  const document = parseDocument(text, { merge: true })
  if (document.errors.length > 0) return undefined
  return {
    tree: document.toJS() as unknown,
    start: document.contents?.range?.[0],
    places: placesOf(document.contents),
  }
}

function placesOf(node: unknown): Places | undefined {
  if (isMap(node)) {
    const pairs = node.items as Pair<Scalar, unknown>[]
    return {
      names: pairs.map(({ key }) => String(key.value ?? '')),
      offsets: pairs.map(({ key }) => key.range?.[0] ?? -1),
      inner: pairs.map(({ value }) => placesOf(value)),
    }
  }
  if (!isSeq(node)) return undefined
  const items = node.items as Scalar[]
  return { names: undefined, offsets: items.map(({ range }) => range?.[0] ?? -1), inner: items.map(placesOf) }
}

const READ: Record<string, string> = {
  'block maps and lists': 'a:\n  b: 1\n  c:\n  - x\n  - y: z\n    more: 2\n  - - 1\n    - 2\n',
  'a marker and comments': '# first\n---\na: b # why\n\n# between\nc: d\n',
  'plain scalars':
    'a: null\nb: ~\nc:\nd: true\ne: 0o17\nf: 0x1F\ng: -1.50\nh: .inf\ni: 1e3\nj: 1_000\nk: yes\nl: 12:30:45\n',
  'names that are not strings': '200: a\n1.0: b\ntrue: c\nnull: d\n__proto__: e\nconstructor: f\n',
  quotes: 'a: "b\\n\\u00e9 \\"c\\""\nd: \'it\'\'s\'\n"e: f": g\n\'h\' : "i#"\n',
  'scalars of several lines': 'a: one\n  two\n\n  three\nb: "one\n  two \\\n  three"\nc: d\n',
  'block scalars':
    'a: |\n  one\n   two\n\n  three\n\nb: >-\n  one\n  two\n\n   three\nc: |+\n  one\n\nd: >2\n   one\n  two\n',
  'flow collections': 'a: [b, "c, d", {e: [1, 2]}]\nf: {}\ng: []\nh: {i: j,\n    k: l}\n',
}

const LEFT: Record<string, string> = {
  anchors: 'a: &b 1\nc: *b\n',
  tags: 'a: !!str 1\n',
  'merge keys': 'a:\n  <<: {b: 1}\n',
  'several documents': 'a: 1\n---\nb: 2\n',
  'the same name twice': 'a: 1\na: 2\n',
  'a list in a line': 'a: - b\n',
  'a map in a line': 'a: b: c\n',
  tabs: 'a:\tb\n',
  'a scalar': 'text\n',
  'nothing at all': '',
}

describe('The fast reader of YAML', () => {
  for (const [name, text] of Object.entries(READ))
    it(`reads ${name}`, () => expect(readPlainYaml(text)).toEqual(wholeYaml(text)))

  for (const [name, text] of Object.entries(LEFT))
    it(`leaves ${name}`, () => expect(readPlainYaml(text)).toBeUndefined())

  it('agrees where a document is damaged', () => {
    const folder = new URL('../../../openapi/v1/prompts/', import.meta.url)
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
    const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const inserted = fc.constantFrom(
      ...' :#\'"|>[]{},-?&*!%@`~\n',
      ': ',
      '- ',
      ' #',
      '\n\n',
      '|-\n',
      '---\n',
      '<<: ',
    )
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.oneof(inserted, fc.constant(''))), {
      minLength: 1,
      maxLength: 4,
    })
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom(...texts), edits, (text, changes) => {
        const damaged = changes.reduce((all, [place, removed, added]) => {
          const at = place % all.length
          return all.slice(0, at) + added + all.slice(at + removed)
        }, text)
        const plain = readPlainYaml(damaged)
        if (plain === undefined) return
        read++
        expect(plain).toEqual(wholeYaml(damaged))
      }),
      { numRuns: 300 },
    )
    expect(read).toBeGreaterThan(30)
  })
})
