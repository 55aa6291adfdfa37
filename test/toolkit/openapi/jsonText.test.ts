/** A JSON text that is read again after an edit has the tree and the positions of one that is read for the first time. */
import { expect, it } from 'vitest'
import { JsonText } from '../../../src/toolkit/openapi/jsonText.ts'
import { createSourceReader } from '../../../src/toolkit/openapi/sourceFile.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { times } from '../../harness/thorough.ts'

const TEXT = JSON.stringify(
  {
    openapi: '3.1.0',
    paths: {
      '/a"\\{b}': {
        get: { tags: ['x', '[', '{', ':"'], parameters: [{ name: 'b' }, { name: 'c' }] },
        put: {},
      },
      '/c': { parameters: [[], [[1, { d: '\u00fc😀' }]], {}] },
    },
    ['__proto__']: { a: { b: [] } },
    components: {
      schemas: { A: { type: 'object', properties: { a: {}, b: { enum: [1, null, true] } } }, B: [] },
    },
    list: [{ a: [{ b: { c: 1 } }] }, 2, [3]],
  },
  undefined,
  2,
)

/** Typed texts, most of which are valid at some place. */
const PIECES = [
  'x',
  '"',
  '"x": 1,',
  ', "y": {"z": [1]}',
  '{}',
  '[',
  ']',
  '{',
  '}',
  ',',
  '1',
  ' ',
  '\n',
  '\\',
  '\\"',
  ', {"a": "}"}',
  '}, "s": {',
  '], "t": [',
  '"__proto__": {"q": []},',
  ':',
  'null',
  '-',
  '[[',
  '{"k": "v"}, ',
  '\ufeff',
  '"": {}, ',
]

const tokensIn = (node: unknown, tokens: string[] = []): string[][] => [
  tokens,
  ...(typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, value]) => tokensIn(value, [...tokens, key]))
    : []),
]

function parsed(text: string): unknown {
  try {
    return { tree: JSON.parse(text) }
  } catch {
    return undefined
  }
}

it.each(Array.from({ length: times(20, 3) }, (_, index) => index + 1))(
  'after many edits, seed %i',
  (seed) => {
    const random = createRandom(seed)
    const [file, read] = ['/project/openapi.json', createSourceReader()]
    let known = new JsonText(TEXT, JSON.parse(TEXT))
    let reused = 0
    for (let edit = 0; edit < 400; edit++) {
      const at = random.below(known.text.length + 1)
      const removed = random.below(3) === 0 ? random.below(12) : 0
      const added = random.below(4) === 0 ? '' : (PIECES[random.below(PIECES.length)] ?? '')
      const text =
        random.below(25) === 0 ? TEXT : known.text.slice(0, at) + added + known.text.slice(at + removed)
      const whole = parsed(text) as { tree: never } | undefined
      const again = known.edited(text)
      if (whole === undefined) expect(again).toBeUndefined()
      if (whole === undefined) continue
      if (again !== undefined) {
        reused++
        expect(again.after.tree).toStrictEqual(whole.tree)
        expect(JSON.stringify(again.after.tree)).toBe(JSON.stringify(whole.tree))
      }
      known = again?.after ?? new JsonText(text, whole.tree)
      const [first, next] = [createSourceReader()(file, text), read(file, text)]
      expect(next.tree).toStrictEqual(first.tree)
      const places = tokensIn(whole.tree)
      for (const tokens of Array.from({ length: 5 }, () => places[random.below(places.length)] ?? [])) {
        expect(next.positionAt(tokens)).toEqual(first.positionAt(tokens))
        expect(next.rangeAt(tokens)).toEqual(first.rangeAt(tokens))
      }
    }
    expect(reused).toBeGreaterThan(10)
  },
)

it('shares the parts of the tree that did not change', () => {
  const before = new JsonText(TEXT, JSON.parse(TEXT))
  const { after } = before.edited(TEXT.replace('"object"', '"string"')) ?? { after: before }
  const [was, is] = [before.tree, after.tree] as Record<string, Record<string, Record<string, unknown>>>[]
  expect(is?.components?.schemas?.A).not.toEqual(was?.components?.schemas?.A)
  expect(is?.paths).toBe(was?.paths)
  expect(is?.components?.schemas?.B).toBe(was?.components?.schemas?.B)
})
