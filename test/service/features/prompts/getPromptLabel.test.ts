import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, demand, openDesk, outcome } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('getPromptLabel: GET /prompts/{promptId}/labels/{label}', () => {
  const read = (promptId: string, label: string) =>
    desk.api.GET('/prompts/{promptId}/labels/{label}', { params: { path: { promptId, label } } })

  test('follows the label from version to version', async () => {
    const { id: promptId } = await desk.prompt()
    const path = { promptId }
    const at = { params: { path: { promptId, label: 'live' } } }
    await demand(
      desk.api.POST('/prompts/{promptId}/versions', { params: { path }, body: { fromVersion: 1 } }),
    )
    for (const version of [1, 2]) {
      await demand(desk.api.PUT('/prompts/{promptId}/labels/{label}', { ...at, body: { version } }))
      expect(await demand(read(promptId, 'live'))).toMatchObject({
        object: 'prompt_version',
        promptId,
        version,
        labels: ['live'],
      })
    }
  })

  test('answers 404 where there is no such label', async () => {
    const { id } = await desk.prompt()
    for (const label of ['live', 'latest', 'UPPER']) {
      expect(await outcome(read(id, label))).toEqual({ status: 404, code: 'NOT_FOUND' })
    }
  })
})
