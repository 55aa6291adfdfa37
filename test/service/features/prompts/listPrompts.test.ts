import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prompt } from '../../../../generated/openapi.v1.ts'
import type { QueryParameters } from '../../../../src/service/server/handler.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

type Query = QueryParameters<'listPrompts'>

let fixture: Fixture
let folderId: string
beforeAll(async () => {
  fixture = await openFixture()
  folderId = (await fixture.folder('Folder')).id
  const make = async (name: string, body: Parameters<Fixture['prompt']>[0] = {}) => {
    const prompt = await fixture.prompt({ name, ...body })
    await fixture.server.clock.advance(1)
    return prompt
  }
  await make('Éclair 50%', { tags: ['sweet', 'french'] })
  const bread = await make('bread', { folderId, tags: ['salty'] })
  await make('Apple_pie', { draft: true, tags: ['sweet'] })
  await make('Croissant', { folderId, draft: true })
  const path = { promptId: bread.id, label: 'live' }
  await demand(
    fixture.api.PUT('/prompts/{promptId}/labels/{label}', { params: { path }, body: { version: 1 } }),
  )
})
afterAll(() => fixture.close())

const list = (query: Query) => fixture.api.GET('/prompts', { params: { query } })
const names = async (query: Query) => (await demand(list(query))).prompts.map(({ name }: Prompt) => name)

describe('listPrompts: GET /prompts', () => {
  const filters: [name: string, { given: () => Query; want: string[] }][] = [
    ['all, newest first', { given: () => ({}), want: ['Croissant', 'Apple_pie', 'bread', 'Éclair 50%'] }],
    ['of a folder', { given: () => ({ folderId }), want: ['Croissant', 'bread'] }],
    ['of no folder', { given: () => ({ folderId: 'root' }), want: ['Apple_pie', 'Éclair 50%'] }],
    ['of an unknown folder', { given: () => ({ folderId: 'folder_01m6b2h0y0fpvrc9grgge7tkny' }), want: [] }],
    ['drafts', { given: () => ({ status: 'draft' }), want: ['Croissant', 'Apple_pie'] }],
    ['published', { given: () => ({ status: 'published' }), want: ['bread', 'Éclair 50%'] }],
    ['by a part of the name in another case', { given: () => ({ name: 'CRO' }), want: ['Croissant'] }],
    [
      'by a part with an accent in another case and form',
      { given: () => ({ name: 'e\u0301CL' }), want: ['Éclair 50%'] },
    ],
    ['a percent sign is no wildcard', { given: () => ({ name: '%' }), want: ['Éclair 50%'] }],
    ['an underscore is none', { given: () => ({ name: '_' }), want: ['Apple_pie'] }],
    ['a backslash is none', { given: () => ({ name: '\\' }), want: [] }],
    ['SQL is text', { given: () => ({ name: "' OR 1=1 --" }), want: [] }],
    ['by tag', { given: () => ({ tag: 'sweet' }), want: ['Apple_pie', 'Éclair 50%'] }],
    ['a part of a tag is none', { given: () => ({ tag: 'swee' }), want: [] }],
    ['by label', { given: () => ({ label: 'live' }), want: ['bread'] }],
    [
      'by all at once',
      {
        given: () => ({ folderId, status: 'published', name: 'b', tag: 'salty', label: 'live' }),
        want: ['bread'],
      },
    ],
    ['by all but one at once', { given: () => ({ folderId, tag: 'sweet' }), want: [] }],
    [
      'by name',
      {
        given: () => ({ sort: 'name', order: 'asc' }),
        want: ['Apple_pie', 'Croissant', 'bread', 'Éclair 50%'],
      },
    ],
    ['oldest first', { given: () => ({ order: 'asc', limit: 2 }), want: ['Éclair 50%', 'bread'] }],
    ['by last change', { given: () => ({ sort: 'updatedAt', limit: 1 }), want: ['bread'] }],
  ]
  test.each(filters)('%s', async (_, { given, want }) => {
    expect(await names(given())).toEqual(want)
  })

  const pages: Query[] = [
    { sort: 'createdAt', order: 'asc' },
    { sort: 'createdAt', order: 'desc' },
    { sort: 'name', order: 'asc' },
    { sort: 'name', order: 'desc' },
    { sort: 'updatedAt', order: 'desc' },
  ]
  test.each(pages)('pages by $sort $order put together are the list', async (query) => {
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await demand(list({ ...query, limit: 1, ...(cursor && { cursor }) }))
      expect(page.prompts).toHaveLength(1)
      expect(page.hasMore).toBe(page.nextCursor !== null)
      found.push(...page.prompts.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor)
    expect(found).toEqual(await names(query))
  })

  test('a prompt made or deleted meanwhile neither repeats nor hides another', async () => {
    const tag = 'moving'
    const made: Prompt[] = []
    for (const name of ['m1', 'm2', 'm3', 'm4']) made.push(await fixture.prompt({ name, tags: [tag] }))
    const first = await demand(list({ tag, limit: 2 }))
    const path = { promptId: made[2]?.id ?? '' }
    await demand(fixture.api.DELETE('/prompts/{promptId}', { params: { path } }))
    await fixture.prompt({ name: 'm5', tags: [tag] })
    const second = await demand(list({ tag, limit: 2, cursor: first.nextCursor ?? '' }))
    expect([...first.prompts, ...second.prompts].map(({ name }) => name)).toEqual(['m4', 'm3', 'm2', 'm1'])
    expect(second).toMatchObject({ hasMore: false, nextCursor: null })
  })

  test('a cursor belongs to its sort, filters and organization', async () => {
    const cursor = (await demand(list({ limit: 1 }))).nextCursor ?? ''
    const foreign: Query[] = [
      { cursor, sort: 'name' },
      { cursor, order: 'asc' },
      { cursor, status: 'draft' },
      { cursor: `${cursor}x` },
    ]
    for (const query of foreign) expect(await outcome(list(query))).toEqual(rejectedAt('query.cursor'))
    const theirs = fixture.other.GET('/prompts', { params: { query: { cursor } } })
    expect(await outcome(theirs)).toEqual(rejectedAt('query.cursor'))
    expect(await outcome(list({ cursor, limit: 2 }))).toEqual({ status: 200 })
  })

  test('another organization sees nothing of it', async () => {
    expect((await demand(fixture.other.GET('/prompts'))).prompts).toEqual([])
  })

  const rejections: [name: string, { given: object; want: string }][] = [
    ['a limit above 100', { given: { limit: 101 }, want: 'query.limit' }],
    ['an unknown sort', { given: { sort: 'created_at; DROP TABLE prompts' }, want: 'query.sort' }],
    ['an unknown parameter', { given: { colour: 'red' }, want: 'query.colour' }],
  ]
  test.each(rejections)('refuses %s', async (_, { given, want }) => {
    expect(await outcome(list(given))).toEqual(rejectedAt(want))
  })
})
