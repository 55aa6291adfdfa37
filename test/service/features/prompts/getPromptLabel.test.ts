import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demand, outcome } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

describe('getPromptLabel: GET /prompts/{promptId}/labels/{label}', () => {
  const read = (promptId: string, label: string) =>
    fixture.api.GET('/prompts/{promptId}/labels/{label}', { params: { path: { promptId, label } } })

  test('follows the label from version to version', async () => {
    const { id: promptId } = await fixture.prompt()
    const path = { promptId }
    const at = { params: { path: { promptId, label: 'live' } } }
    await demand(
      fixture.api.POST('/prompts/{promptId}/versions', { params: { path }, body: { fromVersion: 1 } }),
    )
    for (const version of [1, 2]) {
      await demand(fixture.api.PUT('/prompts/{promptId}/labels/{label}', { ...at, body: { version } }))
      expect(await demand(read(promptId, 'live'))).toMatchObject({
        object: 'prompt_version',
        promptId,
        version,
        labels: ['live'],
      })
    }
  })

  test('answers 404 where there is no such label', async () => {
    const { id } = await fixture.prompt()
    for (const label of ['live', 'latest', 'UPPER']) {
      expect(await outcome(read(id, label))).toEqual({ status: 404, code: 'NOT_FOUND' })
    }
  })
})
