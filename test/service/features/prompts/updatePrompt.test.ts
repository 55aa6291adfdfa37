import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prompt, UpdatePromptRequest } from '../../../../generated/openapi.v1.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const patch = (promptId: string, body: UpdatePromptRequest, headers?: { 'If-Match': string }) =>
  fixture.api.PATCH('/prompts/{promptId}', {
    params: { path: { promptId }, ...(headers && { header: headers }) },
    body,
  })

describe('updatePrompt: PATCH /prompts/{promptId}', () => {
  const changes: [name: string, { given: UpdatePromptRequest; want: Partial<Prompt> }][] = [
    [
      'content',
      { given: { content: 'Bye {{who}}' }, want: { variables: ['who'], hasUnpublishedChanges: true } },
    ],
    ['model', { given: { model: 'mock/slow' }, want: { hasUnpublishedChanges: true } }],
    ['temperature', { given: { temperature: 0 }, want: { hasUnpublishedChanges: true } }],
    ['name', { given: { name: 'Other' }, want: { hasUnpublishedChanges: false } }],
    ['tags', { given: { tags: ['b', 'a'] }, want: { hasUnpublishedChanges: false } }],
    ['description', { given: { description: null }, want: { hasUnpublishedChanges: false } }],
  ]
  test.each(changes)('changes the %s, keeps the rest, tells of it', async (_, { given, want }) => {
    const prompt = await fixture.prompt({ description: 'old', tags: ['a', 'b'] })
    await fixture.server.clock.advance(1000)
    await fixture.events()
    const changed = await demand(patch(prompt.id, given))
    expect(changed).toEqual({ ...prompt, ...given, ...want, updatedAt: changed.updatedAt })
    expect(Date.parse(changed.updatedAt) - Date.parse(prompt.updatedAt)).toBe(1000)
    const events = await fixture.events()
    const { id, name, content, updatedAt } = changed
    expect(events).toMatchObject([
      { type: 'prompt.updated', data: { id, name, content, version: 1, updatedAt } },
    ])
  })

  test('moves between folders and out of them', async () => {
    const folder = await fixture.folder('Place')
    const prompt = await fixture.prompt()
    expect(await demand(patch(prompt.id, { folderId: folder.id }))).toMatchObject({ folderId: folder.id })
    expect(await demand(patch(prompt.id, { folderId: null }))).toMatchObject({ folderId: null })
  })

  test('knows a draft that was changed back', async () => {
    const prompt = await fixture.prompt()
    expect(await demand(patch(prompt.id, { content: 'x' }))).toMatchObject({ hasUnpublishedChanges: true })
    expect(await demand(patch(prompt.id, { content: prompt.content }))).toMatchObject({
      hasUnpublishedChanges: false,
    })
  })

  test('a change that changes nothing is none', async () => {
    const prompt = await fixture.prompt()
    await fixture.server.clock.advance(1000)
    await fixture.events()
    const { data, response } = await patch(prompt.id, {
      name: prompt.name,
      content: prompt.content,
      tags: [],
    })
    expect(data).toEqual(prompt)
    const read = await fixture.api.GET('/prompts/{promptId}', { params: { path: { promptId: prompt.id } } })
    expect(read.response.headers.get('etag')).toBe(response.headers.get('etag'))
    expect(await fixture.events()).toEqual([])
  })

  test('If-Match lets the first of two writers win', async () => {
    const prompt = await fixture.prompt()
    const path = { promptId: prompt.id }
    const { response } = await fixture.api.GET('/prompts/{promptId}', { params: { path } })
    const seen = { 'If-Match': response.headers.get('etag') ?? '' }
    const both = await Promise.all(['One', 'Two'].map((name) => outcome(patch(prompt.id, { name }, seen))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  const rejections: [name: string, { given: UpdatePromptRequest; want: string }][] = [
    ['a block', { given: { name: 'New', content: '{{>x}}' }, want: 'content' }],
    [
      'an unknown folder',
      { given: { name: 'New', folderId: 'folder_01m6b2h0y0fpvrc9grgge7tkny' }, want: 'folderId' },
    ],
    ['its own version number', { given: { version: 7 } as object, want: 'version' }],
  ]
  test.each(rejections)('refuses %s and keeps the prompt as it was', async (_, { given, want }) => {
    const prompt = await fixture.prompt()
    expect(await outcome(patch(prompt.id, given))).toEqual(rejectedAt(want))
    const path = { promptId: prompt.id }
    expect(await demand(fixture.api.GET('/prompts/{promptId}', { params: { path } }))).toEqual(prompt)
  })
})
