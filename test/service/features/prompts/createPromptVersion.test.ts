import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatePromptVersionRequest, UpdatePromptRequest } from '../../../../generated/openapi.v1.ts'
import { demand, outcome, rejectedAt } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const at = (promptId: string) => ({ params: { path: { promptId } } })
const publish = (promptId: string, body: CreatePromptVersionRequest = {}) =>
  fixture.api.POST('/prompts/{promptId}/versions', { ...at(promptId), body })
const change = (promptId: string, body: UpdatePromptRequest) =>
  demand(fixture.api.PATCH('/prompts/{promptId}', { ...at(promptId), body }))
const read = (promptId: string) => demand(fixture.api.GET('/prompts/{promptId}', at(promptId)))

describe('createPromptVersion: POST /prompts/{promptId}/versions', () => {
  test('publishes the draft under the next number and tells of it', async () => {
    const { id } = await fixture.prompt()
    const prompt = await change(id, { content: 'Bye {{name}}', model: 'mock/slow', temperature: 0 })
    await fixture.events()
    const { data: version, response } = await publish(id, { commitMessage: 'Shorter' })
    expect(version).toEqual({
      id: expect.stringMatching(/^pver_/),
      object: 'prompt_version',
      promptId: id,
      version: 2,
      content: 'Bye {{name}}',
      variables: ['name'],
      model: 'mock/slow',
      temperature: 0,
      commitMessage: 'Shorter',
      contentHash: 'sha256:41cacdf5327fdffaf431fb58ba70385863e4788798a6d2ebbb91b95fc6a1bad2',
      labels: [],
      basedOnVersion: 1,
      createdAt: expect.any(String),
      createdBy: fixture.server.a.ownerId,
    })
    expect(response.headers.get('location')).toBe(`/v1/prompts/${id}/versions/2`)
    expect(await read(id)).toEqual({
      ...prompt,
      version: 2,
      hasUnpublishedChanges: false,
      updatedAt: version?.createdAt,
    })
    expect(await fixture.events()).toMatchObject([
      {
        type: 'prompt.version.created',
        data: { id, version: 2, content: 'Bye {{name}}', promptVersion: version },
      },
    ])
  })

  test('publishes the first version of a draft', async () => {
    const { id } = await fixture.prompt({ draft: true })
    expect(await demand(publish(id))).toMatchObject({ version: 1, basedOnVersion: null })
    expect(await read(id)).toMatchObject({ version: 1, status: 'published', hasUnpublishedChanges: false })
  })

  test('refuses an unchanged draft, but not an older version again', async () => {
    const { id } = await fixture.prompt()
    expect(await outcome(publish(id))).toEqual({ status: 409, code: 'VERSION_UNCHANGED' })
    expect(await demand(publish(id, { fromVersion: 1 }))).toMatchObject({ version: 2, basedOnVersion: 1 })
  })

  test('fromVersion publishes content and settings of then, and the draft becomes the same', async () => {
    const first = await fixture.prompt({ model: 'mock/echo', temperature: 1 })
    await change(first.id, { content: 'Second', model: null })
    await demand(publish(first.id))
    await change(first.id, { content: 'Third' })
    const version = await demand(publish(first.id, { fromVersion: 1 }))
    expect(version).toMatchObject({
      version: 3,
      content: first.content,
      model: 'mock/echo',
      variables: ['name'],
    })
    expect(await read(first.id)).toMatchObject({
      version: 3,
      content: first.content,
      model: 'mock/echo',
      hasUnpublishedChanges: false,
    })
  })

  test('a published version never changes', async () => {
    const { id } = await fixture.prompt()
    const path = { promptId: id, version: 1 }
    const before = await demand(
      fixture.api.GET('/prompts/{promptId}/versions/{version}', { params: { path } }),
    )
    await change(id, { content: 'Second', model: 'mock/slow' })
    await demand(publish(id))
    expect(
      await demand(fixture.api.GET('/prompts/{promptId}/versions/{version}', { params: { path } })),
    ).toEqual(before)
  })

  test('fifty parallel publications leave no gap and no double', async () => {
    const { id } = await fixture.prompt()
    const all = await Promise.all(Array.from({ length: 50 }, () => demand(publish(id, { fromVersion: 1 }))))
    expect(all.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 2),
    )
    expect(await read(id)).toMatchObject({ version: 51 })
  })

  const rejections: [name: string, { given: CreatePromptVersionRequest; want: string }][] = [
    ['a version that was never published', { given: { fromVersion: 2 }, want: 'fromVersion' }],
    ['version 0', { given: { fromVersion: 0 }, want: 'fromVersion' }],
    ['a message of 501 characters', { given: { commitMessage: 'x'.repeat(501) }, want: 'commitMessage' }],
  ]
  test.each(rejections)('refuses %s', async (_, { given, want }) => {
    const { id } = await fixture.prompt()
    expect(await outcome(publish(id, given))).toEqual(rejectedAt(want))
    expect(await read(id)).toMatchObject({ version: 1 })
  })
})
