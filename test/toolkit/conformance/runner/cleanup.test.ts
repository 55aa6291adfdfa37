import { afterAll, beforeAll, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { createSkippingClock } from '../styles/clock.ts'
import { documentFor, json } from '../styles/documents.ts'
import { collection, type StyleServer, startStyles } from '../styles/server.ts'

/** The server's clock is the kit's. */
const clock = createSkippingClock()
let server: StyleServer
beforeAll(async () => {
  server = await startStyles(clock.now)
})
afterAll(() => server[Symbol.asyncDispose]())

const name = { type: 'string', minLength: 1, maxLength: 40 }
const request = { type: 'object', required: ['name'], additionalProperties: false, properties: { name } }
const item = {
  type: 'object',
  required: ['id', 'name', 'status'],
  properties: { id: { type: 'string' }, name, status: { enum: ['running', 'done'] } },
}
const conflict = json({ $ref: '#/components/schemas/Problem' })
const removed = { '204': { description: 'Gone.' }, '409': conflict }

interface Thing {
  id?: unknown
  madeAt?: unknown
}

/** A created resource runs for so many milliseconds, in which no client may delete it. */
const leftAfter = (duration: number) =>
  leftOf(`running-for-${duration}`, ({ madeAt }) => Number(madeAt) + duration > clock.now())

async function leftOf(
  style: string,
  running: (thing: Thing) => boolean,
): Promise<{ left: readonly string[]; waited: number }> {
  server.serve(
    style,
    collection({
      accepts: request,
      make: (body, id) => ({ id, ...body, madeAt: clock.now() }),
      show: ({ madeAt, ...thing }) => ({
        ...thing,
        status: running({ ...thing, madeAt }) ? 'running' : 'done',
      }),
      list: (items) => ({ status: 200, body: items }),
      remove: (items, id) => {
        const thing = items.get(id)
        if (thing === undefined) return { status: 404, body: { title: 'none' } }
        if (running(thing)) return { status: 409, body: { title: 'running' } }
        items.delete(id)
        return { status: 204 }
      },
    }),
  )
  const began = clock.waited()
  const { left } = await runConformance({
    document: documentFor(style, { item, request, removed }),
    target: `${server.origin}/${style}`,
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) => ['created-read-back', 'valid-request-succeeds'].includes(id)),
    hints: {},
    subscribers: [],
    clock,
  })
  return { left, waited: clock.waited() - began }
}

it('deletes at its end what goes on for a while, and waits no longer than for that', async () => {
  expect((await leftAfter(4_000)).left).toEqual([])
})

it('deletes what ended after the last rejected deletion', async () => {
  const asked = new Map<unknown, number>()
  const { left } = await leftOf('ends-when-read', ({ id }) => {
    asked.set(id, (asked.get(id) ?? 0) + 1)
    return (asked.get(id) ?? 0) < 6
  })
  expect(left).toEqual([])
})

it('tells of what never ends, and gives up', async () => {
  const { left, waited } = await leftAfter(1e9)
  expect(left.length).toBeGreaterThan(0)
  expect(waited).toBeLessThan(60_000)
})

it('deletes what a check made for itself once it is over, so that lists stay short', async () => {
  const style = 'few-at-a-time'
  let made = 0
  let most = 0
  server.serve(
    style,
    collection({
      accepts: request,
      make: (body, id) => {
        made++
        return { id, ...body, status: 'done' }
      },
      list: (items) => {
        most = Math.max(most, items.length)
        return { status: 200, body: items }
      },
    }),
  )
  const { left } = await runConformance({
    document: documentFor(style, { item, request, removed }),
    target: `${server.origin}/${style}`,
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules,
    hints: {},
    subscribers: [],
    clock,
    concurrency: 1,
  })
  expect(left).toEqual([])
  expect(made).toBeGreaterThan(20)
  expect(most).toBeLessThan(8)
})
