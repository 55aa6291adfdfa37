/** The pages, the order and the filters of a list, on the page of its operation and in its Markdown twin. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildSite, namesOf } from '../../../src/toolkit/docs/build.ts'
import { listDocument } from '../model/listDocument.ts'

const root = mkdtempSync(join(tmpdir(), 'docs-'))
afterAll(() => rmSync(root, { recursive: true }))

type Given = Parameters<typeof listDocument>[0]

/** The page and the twin of a document with one list. */
function pagesOf(parameters: Given, description?: string, change?: (list: Record<string, object>) => void) {
  const text = { type: 'string' }
  const time = { type: 'string', format: 'date-time' }
  const properties = {
    name: text,
    status: { enum: ['open', 'done'] },
    tags: { type: 'array', items: text },
    createdAt: time,
  }
  const document = listDocument(parameters, properties, description)
  change?.(
    (document as never as { paths: Record<string, { get: Record<string, object> }> }).paths['/things']?.get ??
      {},
  )
  const file = join(root, 'things.json')
  writeFileSync(file, JSON.stringify(document))
  const files = buildSite({ root, documents: namesOf([file]) })
  const named = (end: string) => files.get(`reference/things/things${end}`)
  return { html: String(named('.html')), twin: String(named('.md')) }
}

/** The block in a twin; undefined where the page has none. */
function blockOf(twin: string): string[] | undefined {
  const [, block] = /^\*\*Pagination, sorting, filters\*\*\n([\s\S]*?)(?=^\*\*|^#)/m.exec(twin) ?? []
  return block?.split('\n').filter((line) => line !== '')
}

const integer = { type: 'integer' }
const ok = (list: Record<string, object>) =>
  (
    list.responses as Record<
      string,
      { content: Record<string, { schema: { properties: object } }>; headers?: object }
    >
  )[200]

test('shows how to get the next page, the order and what each filter compares', () => {
  const { html, twin } = pagesOf(
    [
      { parameter: 'cursor' },
      { parameter: 'limit', schema: { ...integer, minimum: 1, maximum: 100, default: 20 } },
      { parameter: 'sort', schema: { enum: ['name', 'createdAt'], default: 'createdAt' } },
      { parameter: 'order', schema: { enum: ['asc', 'desc'], default: 'desc' } },
      { parameter: 'status' },
      { parameter: 'tag' },
      { parameter: 'name' },
      { parameter: 'namePrefix' },
      { parameter: 'createdAfter', schema: { type: 'string', format: 'date-time' } },
      { parameter: 'colour' },
    ],
    undefined,
    (list) =>
      Object.assign(ok(list)?.content['application/json']?.schema.properties ?? {}, {
        nextCursor: { type: 'string' },
        totalCount: integer,
      }),
  )
  expect(blockOf(twin)).toEqual([
    '- Next page: send `nextCursor` of the response as `cursor`.',
    '- Page size: `limit`, 1 to 100, default 20.',
    '- Sorting: `sort` accepts `name`, `createdAt`, and `order` the direction.',
    '- Default order: by `createdAt`, descending.',
    '- Total: `totalCount` is the number of items on all pages.',
    '| Filter | Matches items whose |',
    '| --- | --- |',
    '| `status` | `status` equals the value |',
    '| `tag` | `tags` has an entry that equals the value |',
    '| `name` | `name` matches the value |',
    '| `namePrefix` | `name` begins with the value |',
    '| `createdAfter` | `createdAt` is bounded below by the value |',
  ])
  expect(html).toContain('<strong>Pagination, sorting, filters</strong>')
  expect(html).toContain('<td><code>namePrefix</code></td>')
})

const styles: [string, Given, ((list: Record<string, object>) => void) | undefined, string[]][] = [
  [
    'page numbers',
    [{ parameter: 'page', schema: integer }],
    undefined,
    ['- Next page: `page` is the number of the page.'],
  ],
  [
    'an offset',
    [{ parameter: 'offset', schema: integer }],
    undefined,
    ['- Next page: `offset` is the number of items to skip.'],
  ],
  [
    'the last item',
    [{ parameter: 'starting_after' }],
    undefined,
    ['- Next page: send the id of the last item as `starting_after`.'],
  ],
  [
    'a header with a cursor',
    [{ parameter: 'cursor' }],
    (list) =>
      void Object.assign(ok(list) ?? {}, { headers: { 'X-Next-Cursor': { schema: { type: 'string' } } } }),
    ['- Next page: send `X-Next-Cursor` of the response headers as `cursor`.'],
  ],
  [
    'links',
    [],
    (list) => void Object.assign(ok(list) ?? {}, { headers: { Link: { schema: { type: 'string' } } } }),
    ['- Next page: follow the `Link` header with `rel="next"`.'],
  ],
  [
    'at most so many items',
    [{ parameter: 'limit', schema: { ...integer, maximum: 50 } }],
    undefined,
    ['- Page size: `limit`, at most 50.'],
  ],
]
test.each(styles)('shows pages by %s', (_name, parameters, change, lines) => {
  expect(blockOf(pagesOf(parameters, undefined, change).twin)).toEqual(lines)
})

test('shows the order of a description', () => {
  expect(blockOf(pagesOf([], 'The newest things come first.').twin)).toEqual([
    '- Default order: by time of creation, descending.',
  ])
})

test('shows nothing that the model does not know for certain', () => {
  const { twin } = pagesOf([{ parameter: 'colour' }, { parameter: 'q' }])
  expect(twin).toContain('`colour`')
  expect(blockOf(twin)).toBeUndefined()
})
