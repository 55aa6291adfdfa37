import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatePromptRequest, Folder } from '../../../../generated/openapi.v1.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

describe('createPrompt: POST /prompts', () => {
  test('publishes version 1 at once and tells of both', async () => {
    const folder = await fixture.folder('Mail')
    const body: CreatePromptRequest = {
      name: 'Welcome',
      content: 'Dear {{ name }}, \\{{literal}} {{tone}} {{name}}',
      folderId: folder.id,
      description: 'First mail',
      tags: ['mail', 'onboarding'],
      model: 'mock/echo',
      temperature: 0.7,
    }
    const { data: prompt, response } = await fixture.api.POST('/prompts', { body })
    const now = '2026-11-02T10:00:00.000Z'
    const { ownerId } = fixture.server.a
    expect(prompt).toEqual({
      ...body,
      id: expect.stringMatching(/^prompt_/),
      object: 'prompt',
      version: 1,
      status: 'published',
      hasUnpublishedChanges: false,
      variables: ['name', 'tone'],
      labels: {},
      createdAt: now,
      createdBy: ownerId,
      updatedAt: now,
      updatedBy: ownerId,
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`/v1/prompts/${prompt?.id}`)

    const data = {
      id: prompt?.id,
      object: 'prompt',
      name: body.name,
      content: body.content,
      folderId: folder.id,
      version: 1,
      updatedAt: now,
      updatedBy: ownerId,
    }
    const path = { promptId: prompt?.id ?? '', version: 1 }
    const version = await demand(
      fixture.api.GET('/prompts/{promptId}/versions/{version}', { params: { path } }),
    )
    expect(version).toMatchObject({
      content: body.content,
      basedOnVersion: null,
      model: 'mock/echo',
      temperature: 0.7,
    })
    expect((await fixture.events()).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'prompt.created', data },
      { type: 'prompt.version.created', data: { ...data, promptVersion: version } },
    ])
  })

  test('leaves a draft unpublished at version 0', async () => {
    const prompt = await fixture.prompt({ draft: true })
    expect(prompt).toMatchObject({ version: 0, status: 'draft', hasUnpublishedChanges: true })
    expect((await fixture.events()).map(({ type }) => type)).toEqual(['prompt.created'])
  })

  test('takes what the database or a template might take for its own', async () => {
    const name = `'); DROP TABLE prompts; -- "\u{1F600}`
    const prompt = await fixture.prompt({ name, content: '{{constructor}} {{__proto__}} {{toString}}' })
    expect(prompt).toMatchObject({ name, variables: ['constructor', '__proto__', 'toString'] })
    await fixture.events()
  })

  describe('refuses, and writes nothing:', () => {
    let foreign: Folder
    beforeAll(async () => {
      foreign = await demand(fixture.other.POST('/folders', { body: { name: 'Theirs' } }))
    })
    const unknown = 'folder_01m6b2h0y0fpvrc9grgge7tkny'
    const cases: [name: string, { given: () => Partial<CreatePromptRequest>; want: string }][] = [
      ['empty content', { given: () => ({ content: '' }), want: 'content' }],
      ['a block', { given: () => ({ content: 'a\n{{#if x}}' }), want: 'content' }],
      ['an unknown folder', { given: () => ({ folderId: unknown }), want: 'folderId' }],
      ["another organization's folder", { given: () => ({ folderId: foreign.id }), want: 'folderId' }],
      ['a temperature above 2', { given: () => ({ temperature: 2.1 }), want: 'temperature' }],
      [
        'members of its own making',
        { given: () => ({ organizationId: 'org_x' }) as object, want: 'organizationId' },
      ],
    ]
    test.each(cases)('%s', async (_, { given, want }) => {
      const body = { name: 'Refused', content: 'x', ...given() }
      expect(await outcome(fixture.api.POST('/prompts', { body }))).toEqual(rejectedAt(want))
      const params = { query: { name: 'Refused' } }
      expect((await demand(fixture.api.GET('/prompts', { params }))).prompts).toEqual([])
      expect(await fixture.events()).toEqual([])
    })

    test('each block with its line and column', async () => {
      const { error } = await fixture.api.POST('/prompts', {
        body: { name: 'x', content: 'a\n b{{#if x}}{{/if}}' },
      })
      expect(error?.error.details.issues).toEqual([
        { field: 'content', issue: expect.stringContaining('has {{# at line 2, column 3') },
        { field: 'content', issue: expect.stringContaining('has {{/ at line 2, column 12') },
      ])
    })
  })
})
