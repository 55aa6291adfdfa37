/** A stated role of a property in a document changes the expectations of the rules, and the behavior of the mock. */
import { describe, expect, it } from 'vitest'
import { messageOf, runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import type { ConformanceFinding } from '../../../../src/toolkit/conformance/engine/events.ts'
import { documentOf, type JsonObject } from '../../../../src/toolkit/openapi/index.ts'
import { startMock } from '../../mock/startMock.ts'
import { listDocument } from '../../model/listDocument.ts'
import { startThings } from './thingsServer.ts'

const time = { type: 'string', format: 'date-time' }

async function findingsOf(rule: string, properties: Record<string, object>, extra: () => JsonObject) {
  const findings: ConformanceFinding[] = []
  await runConformance({
    document: documentOf(listDocument([], { note: { type: 'string' }, ...properties })),
    target: await startThings({ show: (thing) => ({ ...thing, ...extra() }) }),
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === rule),
    subscribers: [(event) => event.type === 'finding' && findings.push(event.finding)],
  })
  return findings.filter((one) => one.rule === rule).map(messageOf)
}

describe('a rule', () => {
  let reads = 0
  const server = { type: 'integer', readOnly: true }
  const rows: [string, object, boolean][] = [
    ['tally', {}, true],
    ['tally', { role: 'volatile' }, false],
    ['views', {}, false],
    ['views', { role: false }, true],
    ['apiToken', {}, false],
    ['apiToken', { role: false }, true],
  ]
  it.each(rows)('takes %s with %j for one that stays: %j', async (name, statement, isFound) => {
    const property = { ...server, ...(Object.keys(statement).length > 0 && { 'x-conformance': statement }) }
    const findings = await findingsOf('created-read-back', { [name]: property }, () => ({ [name]: reads++ }))
    expect(findings.some((message) => message.includes(`/${name}`))).toBe(isFound)
  })

  it.each([
    ['created_at', {}, true],
    ['created_at', { 'x-conformance': { role: false } }, false],
    ['born', {}, false],
    ['born', { 'x-conformance': { role: 'createdAt' } }, true],
  ])('takes %s with %j for the time of the creation: %j', async (name, statement, isFound) => {
    const past = () => ({ [name]: '2001-02-03T04:05:06Z' })
    const property = { ...time, readOnly: true, ...statement }
    const findings = await findingsOf('timestamps-plausible', { [name]: property }, past)
    expect(findings.length > 0).toBe(isFound)
  })
})

describe('the mock', () => {
  it('sets the property that is stated as the time of the last change, and leaves one that is denied', async () => {
    const document = listDocument([], {
      note: { type: 'string' },
      touched: { ...time, readOnly: true, 'x-conformance': { role: 'updatedAt' } },
      updated_at: { ...time, 'x-conformance': { role: false } },
    })
    const { paths } = document as unknown as { paths: Record<string, Record<string, object>> }
    const { get } = paths['/things/{id}'] ?? {}
    Object.assign(paths['/things/{id}'] ?? {}, {
      patch: {
        ...paths['/things']?.post,
        ...get,
        operationId: 'updateThing',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    })
    await using mock = await startMock(document, { stateful: true, seeded: false })
    const send = async (method: string, path: string, body: object) => {
      const response = await fetch(mock.origin + path, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await response.json()) as JsonObject
    }
    const given = { note: 'one', updated_at: '2001-02-03T04:05:06Z' }
    const made = await send('POST', '/things', given)
    mock.advance(60_000)
    const changed = await send('PATCH', `/things/${String(made.id)}`, { note: 'two' })
    expect(changed).toMatchObject({ note: 'two', updated_at: given.updated_at })
    expect(Date.parse(String(changed.touched))).toBeGreaterThan(Date.parse(String(made.touched)))
  })
})
