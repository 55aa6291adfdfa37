import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demand, outcome } from '../../../harness/responses.ts'
import { type Fixture, openFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const at = (promptId: string) => ({ params: { path: { promptId } } })

describe('deletePrompt: DELETE /prompts/{promptId}', () => {
  test('the prompt is gone on every path, and told of', async () => {
    const { id, name } = await fixture.prompt()
    const execution = await fixture.execution(id)
    await fixture.server.clock.advance(1000)
    await fixture.events()
    expect(await outcome(fixture.api.DELETE('/prompts/{promptId}', at(id)))).toEqual({ status: 204 })

    const version = { params: { path: { promptId: id, version: 1 } } }
    const label = { params: { path: { promptId: id, label: 'x' } } }
    const stored = { params: { path: { promptId: id, executionId: execution.id } } }
    const comparison = { params: { path: { promptId: id }, query: { from: '1', to: '1' } } }
    const calls = [
      fixture.api.GET('/prompts/{promptId}', at(id)),
      fixture.api.PATCH('/prompts/{promptId}', { ...at(id), body: { name: 'x' } }),
      fixture.api.DELETE('/prompts/{promptId}', at(id)),
      fixture.api.GET('/prompts/{promptId}/versions', at(id)),
      fixture.api.POST('/prompts/{promptId}/versions', { ...at(id), body: { fromVersion: 1 } }),
      fixture.api.GET('/prompts/{promptId}/versions/{version}', version),
      fixture.api.PUT('/prompts/{promptId}/labels/{label}', { ...label, body: { version: 1 } }),
      fixture.api.DELETE('/prompts/{promptId}/labels/{label}', label),
      fixture.api.GET('/prompts/{promptId}/diff', comparison),
      fixture.api.POST('/prompts/{promptId}/render', { ...at(id), body: {} }),
      fixture.api.POST('/prompts/{promptId}/execute', { ...at(id), body: {} }),
      fixture.api.GET('/prompts/{promptId}/executions', at(id)),
      fixture.api.GET('/prompts/{promptId}/executions/{executionId}', stored),
    ]
    for (const call of calls) expect(await outcome(call)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await demand(fixture.api.GET('/prompts', { params: { query: { name } } }))).prompts).toEqual([])
    const now = new Date(fixture.server.clock.now()).toISOString()
    expect(await fixture.events()).toMatchObject([
      { type: 'prompt.deleted', data: { id, name, updatedAt: now } },
    ])
  })

  test('its versions and executions stay for audit', async () => {
    const { id } = await fixture.prompt()
    await fixture.execution(id)
    await fixture.api.DELETE('/prompts/{promptId}', at(id))
    const count = (table: string) =>
      fixture.server.services.database.read((tx) =>
        tx.get(`SELECT count(*) AS count FROM ${table} WHERE prompt_id = ?`, id),
      )
    expect(await Promise.all(['prompt_versions', 'executions'].map(count))).toEqual([
      { count: 1 },
      { count: 1 },
    ])
  })

  test('If-Match of an older state keeps the prompt', async () => {
    const { id } = await fixture.prompt()
    const stale = { params: { path: { promptId: id }, header: { 'If-Match': '"stale"' } } }
    const response = fixture.api.DELETE('/prompts/{promptId}', stale)
    expect(await outcome(response)).toEqual({ status: 412, code: 'PRECONDITION_FAILED' })
    expect(await outcome(fixture.api.GET('/prompts/{promptId}', at(id)))).toEqual({ status: 200 })
  })

  test("another organization's prompt cannot be told from none", async () => {
    const { id } = await fixture.prompt()
    const responses = await Promise.all(
      [id, 'prompt_01m6dsg7e0e8qra54038hz5kj6'].map((one) =>
        fixture.other.DELETE('/prompts/{promptId}', at(one)),
      ),
    )
    const [theirs, none] = responses.map(({ error }) => ({ ...error?.error, requestId: undefined }))
    expect(theirs).toEqual(none)
    expect(await outcome(fixture.api.GET('/prompts/{promptId}', at(id)))).toEqual({ status: 200 })
  })
})
