import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, demand, openDesk, outcome } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const at = (promptId: string) => ({ params: { path: { promptId } } })

describe('deletePrompt: DELETE /prompts/{promptId}', () => {
  test('the prompt is gone on every path, and told of', async () => {
    const { id, name } = await desk.prompt()
    const execution = await desk.execution(id)
    await desk.server.clock.advance(1000)
    await desk.events()
    expect(await outcome(desk.api.DELETE('/prompts/{promptId}', at(id)))).toEqual({ status: 204 })

    const version = { params: { path: { promptId: id, version: 1 } } }
    const label = { params: { path: { promptId: id, label: 'x' } } }
    const kept = { params: { path: { promptId: id, executionId: execution.id } } }
    const comparison = { params: { path: { promptId: id }, query: { from: '1', to: '1' } } }
    const calls = [
      desk.api.GET('/prompts/{promptId}', at(id)),
      desk.api.PATCH('/prompts/{promptId}', { ...at(id), body: { name: 'x' } }),
      desk.api.DELETE('/prompts/{promptId}', at(id)),
      desk.api.GET('/prompts/{promptId}/versions', at(id)),
      desk.api.POST('/prompts/{promptId}/versions', { ...at(id), body: { fromVersion: 1 } }),
      desk.api.GET('/prompts/{promptId}/versions/{version}', version),
      desk.api.PUT('/prompts/{promptId}/labels/{label}', { ...label, body: { version: 1 } }),
      desk.api.DELETE('/prompts/{promptId}/labels/{label}', label),
      desk.api.GET('/prompts/{promptId}/diff', comparison),
      desk.api.POST('/prompts/{promptId}/render', { ...at(id), body: {} }),
      desk.api.POST('/prompts/{promptId}/execute', { ...at(id), body: {} }),
      desk.api.GET('/prompts/{promptId}/executions', at(id)),
      desk.api.GET('/prompts/{promptId}/executions/{executionId}', kept),
    ]
    for (const call of calls) expect(await outcome(call)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await demand(desk.api.GET('/prompts', { params: { query: { name } } }))).prompts).toEqual([])
    const now = new Date(desk.server.clock.now()).toISOString()
    expect(await desk.events()).toMatchObject([
      { type: 'prompt.deleted', data: { id, name, updatedAt: now } },
    ])
  })

  test('its versions and executions stay for audit', async () => {
    const { id } = await desk.prompt()
    await desk.execution(id)
    await desk.api.DELETE('/prompts/{promptId}', at(id))
    const count = (table: string) =>
      desk.server.services.database.read((tx) =>
        tx.get(`SELECT count(*) AS count FROM ${table} WHERE prompt_id = ?`, id),
      )
    expect(await Promise.all(['prompt_versions', 'executions'].map(count))).toEqual([
      { count: 1 },
      { count: 1 },
    ])
  })

  test('If-Match of an older state keeps the prompt', async () => {
    const { id } = await desk.prompt()
    const stale = { params: { path: { promptId: id }, header: { 'If-Match': '"stale"' } } }
    const answer = desk.api.DELETE('/prompts/{promptId}', stale)
    expect(await outcome(answer)).toEqual({ status: 412, code: 'PRECONDITION_FAILED' })
    expect(await outcome(desk.api.GET('/prompts/{promptId}', at(id)))).toEqual({ status: 200 })
  })

  test("another organization's prompt cannot be told from none", async () => {
    const { id } = await desk.prompt()
    const answers = await Promise.all(
      [id, 'prompt_01m6dsg7e0e8qra54038hz5kj6'].map((one) =>
        desk.other.DELETE('/prompts/{promptId}', at(one)),
      ),
    )
    const [theirs, none] = answers.map(({ error }) => ({ ...error?.error, requestId: undefined }))
    expect(theirs).toEqual(none)
    expect(await outcome(desk.api.GET('/prompts/{promptId}', at(id)))).toEqual({ status: 200 })
  })
})
