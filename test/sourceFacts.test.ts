import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Fact, faultsOf, readFacts } from './evidence/facts.ts'

const facts = readFacts(readFileSync('docs/internals/source-facts.yaml', 'utf8'))

describe('the facts of the source', () => {
  test.each(facts)('$id is held and proven, or open with a reason', (fact) => {
    expect(faultsOf(fact)).toEqual([])
  })

  test('have an id each', () => {
    const ids = facts.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  })

  test('are counted', () => {
    const open = facts.filter(({ status }) => status === 'open')
    console.log(`facts of the source: ${facts.length - open.length} proven, ${open.length} open`)
    expect(facts.length).toBeGreaterThan(130)
  })
})

describe('a fact', () => {
  const sound: Fact = {
    id: 'a-fact',
    section: 'Errors',
    fact: 'Something.',
    source: 'openapi.v1.json#/servers/0',
    test: 'test/sourceFacts.test.ts > is held and proven',
  }
  const cases: [name: string, { given: Partial<Fact>; want: string[] }][] = [
    ['that is sound', { given: {}, want: [] }],
    ['without a test', { given: { test: undefined } as object, want: ['no test proves it'] }],
    ['without a place', { given: { source: undefined } as object, want: ['source is missing'] }],
    [
      'whose place is gone',
      {
        given: { source: 'openapi.v1.json#/paths/~1none' },
        want: ['openapi.v1.json#/paths/~1none is not there'],
      },
    ],
    ['whose file is gone', { given: { source: 'src/none.ts' }, want: ['src/none.ts is not there'] }],
    [
      'whose test is gone',
      {
        given: { test: 'test/sourceFacts.test.ts > none such' },
        want: ['test/sourceFacts.test.ts has no test "none such"'],
      },
    ],
    [
      'without a title',
      { given: { test: 'test/sourceFacts.test.ts' }, want: ['test/sourceFacts.test.ts has no test ""'] },
    ],
    ['that is open', { given: { status: 'open', why: 'a later step', test: undefined } as object, want: [] }],
    ['that is open for no reason', { given: { status: 'open' }, want: ['an open fact must say why'] }],
    ['of another status', { given: { status: 'done' }, want: ['the status is done, expected open or none'] }],
  ]
  test.each(cases)('%s', (_, { given, want }) => {
    expect(faultsOf({ ...sound, ...given })).toEqual(want)
  })
})
