/** Whatever grows with the input leaves the event loop or is bounded: no request holds another for more than 50 ms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutsideClient, measureHold } from '../harness/eventLoop.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/** Milliseconds of this thread's own work between two turns of the event loop. */
const LONGEST_HOLD = 50

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index))
    .join('\n')
    .slice(0, 99_999)

/** Texts of the largest lawful length, in the forms that cost a comparison the most. */
const texts: [name: string, before: string, after: string][] = [
  ['50,000 short lines, none in common', lines(50_000, () => 'a'), lines(50_000, () => 'b')],
  ['100,000 empty lines', lines(100_000, () => '').concat('x'), `b${lines(99_000, () => '')}`],
  [
    '20,000 lines in another order',
    lines(20_000, (index) => `x${index % 1000}`),
    lines(20_000, (index) => `x${(index * 7) % 1000}`),
  ],
  [
    '20,000 lines of which every sixth stays',
    lines(20_000, (index) => (index % 2 ? 'x' : `y${index % 100}`)),
    lines(20_000, (index) => (index % 3 ? 'x' : `z${index % 99}`)),
  ],
]

describe.each(['compiled', 'strict'] as const)('answers judged as by the %s validator', (validator) => {
  let server: TestServer
  let outside: ReturnType<typeof createOutsideClient>
  beforeAll(async () => {
    server = await startServer({ validator })
    outside = createOutsideClient(server.origin, server.ca)
  })
  afterAll(async () => {
    await outside.close()
    await server.close()
  })
  const get = (path: string) => outside.send({ method: 'GET', path, key: server.a.key })

  test.each(texts)('a comparison of %s', async (_, before, after) => {
    const api = server.client()
    const { data } = await api.POST('/prompts', { body: { name: 'Compared', content: before } })
    const promptId = data?.id ?? ''
    await api.PATCH('/prompts/{promptId}', { params: { path: { promptId } }, body: { content: after } })
    const path = `/prompts/${promptId}/diff?from=1&to=draft`
    expect(await get(path)).toMatchObject({ status: 200 }) // the threads start here
    // The least of three: a collection of garbage is not the work of this request.
    const holds: number[] = []
    for (let round = 0; round < 3; round++) {
      const { hold, value } = await measureHold(() => get(path))
      expect(value.length).toBeGreaterThan(1_000_000)
      holds.push(hold)
    }
    expect(Math.min(...holds)).toBeLessThan(LONGEST_HOLD)
  })
})

test('a response that breaks the contract is told apart where it is serialised elsewhere too', async () => {
  const { default: issuesOf } = await import('../../src/service/server/steps/validate/responseIssues.ts')
  const operation = { path: '/prompts/{promptId}/diff', method: 'get', status: 200 }
  expect(issuesOf({ ...operation, bytes: Buffer.from('{"object":"prompt"}') })).not.toEqual([])
})
