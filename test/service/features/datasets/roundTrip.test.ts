import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatasetItem } from '../../../../generated/openapi.v1.ts'
import { times } from '../../../harness/thorough.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.server.close())

/** The texts that the service accepts: anything but NUL and halves of pairs. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      '"',
      '""',
      ',',
      '\r\n',
      '\n',
      '\r',
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\t',
      '\ufeff',
      'null',
      '{{x}}',
      "'",
    ),
  )
  .map((given) => given.replaceAll('\0', ''))
const name = fc.oneof(
  fc.constantFrom('constructor', 'toString', 'id', 'variables', 'length'),
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
)
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((given) => (Number.isInteger(given) && !Number.isSafeInteger(given) ? 0.5 : given)),
    fc.constantFrom(true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      text.map((key) => `k${key}`),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
})).value
const item = fc.record({
  variables: fc.dictionary(
    name.filter((one) => one !== '__proto__'),
    text,
    { maxKeys: 4 },
  ),
  expectedOutput: fc.option(text),
  metadata: fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 }),
  scorers: fc.constantFrom(null, [], [{ type: 'contains', options: { value: ',"' } }]),
  status: fc.constantFrom('active' as const, 'disabled' as const),
})

const content = (items: readonly DatasetItem[]) =>
  items.map(({ id, variables, expectedOutput, metadata, scorers, status }) => ({
    id,
    variables,
    expectedOutput,
    metadata,
    scorers,
    status,
  }))

describe('what is exported can be imported again', () => {
  test.each(['jsonl', 'csv'])(
    'as %s: the same items, and the same file once more',
    { timeout: 120_000 },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.array(item, { maxLength: 5 }), async (items) => {
          const upload = { csv: format === 'csv', mode: 'replace' as const }
          const { id } = await fixture.dataset({ items: JSON.parse(JSON.stringify(items)) })
          const file = await fixture.download(id, `?format=${format}`)
          const before = await fixture.items(id)
          const { id: copyId } = await fixture.dataset()
          await fixture.accepted(copyId, file, upload)
          expect(content(await fixture.items(copyId))).toEqual(content(before))
          expect(await fixture.download(copyId, `?format=${format}`)).toBe(file)
          await fixture.accepted(id, file, upload)
          expect(content(await fixture.items(id))).toEqual(content(before))
        }),
        { seed: 5, numRuns: times(25, 8) },
      )
    },
  )

  test('with more variables than columns serve', async () => {
    const items = Array.from({ length: 3 }, (_, i) => ({
      variables: Object.fromEntries(Array.from({ length: 500 }, (_, j) => [`v${i}_${j}`, `${j}`])),
    }))
    const { id } = await fixture.dataset({ items })
    const file = await fixture.download(id, '?format=csv')
    expect(file.split('\r\n', 1)[0]).toBe('id,variables,expectedOutput,metadata,scorers,status')
    const before = content(await fixture.items(id))
    await fixture.accepted(id, file, { csv: true, mode: 'replace' })
    expect(content(await fixture.items(id))).toEqual(before)
  })

  test('in a file whose name any system can have', async () => {
    const { id } = await fixture.dataset({ name: 'Q4: "Клиенты"/../x', items: [{ variables: { v: 'a' } }] })
    await fixture.call(201, 'POST', `/datasets/${id}/items`, { items: [{ variables: { v: 'b' } }] })
    const named = async (query: string) =>
      (await fixture.send('GET', `/datasets/${id}/export${query}`)).header('content-disposition')
    expect(await named('')).toBe(
      `attachment; filename="Q4 _______ .. x, version 2.jsonl"; filename*=UTF-8''Q4%20%D0%9A%D0%BB%D0%B8%D0%B5%D0%BD%D1%82%D1%8B%20..%20x%2C%20version%202.jsonl`,
    )
    expect(await named('?format=csv&version=1')).toContain('.. x, version 1.csv"')
    const { id: long } = await fixture.dataset({ name: 'n'.repeat(200), items: [{ variables: { v: 'a' } }] })
    const response = await fixture.send('GET', `/datasets/${long}/export`)
    expect(response.header('content-disposition')).toContain(`"${'n'.repeat(120)}, version 1.jsonl"`)
  })

  test('an older version is exported as it was', async () => {
    const { id } = await fixture.dataset({ items: [{ variables: { v: 'a' } }] })
    const first = await fixture.download(id)
    await fixture.accepted(id, 'variables.w\nb\n', { csv: true, mode: 'replace' })
    expect(await fixture.download(id, '?version=1')).toBe(first)
    expect(await fixture.download(id, '?format=csv')).toMatch(
      /^id,variables\.w,expectedOutput,metadata,scorers,status\r\nitem_\w+,b,,\{\},,active\r\n$/,
    )
    const head = await fixture.send('HEAD', `/datasets/${id}/export?format=csv`)
    expect([head.status, head.header('content-type'), head.body.length]).toEqual([
      200,
      'text/csv; charset=utf-8',
      0,
    ])
  })
})
