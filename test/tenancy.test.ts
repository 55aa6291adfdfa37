import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../generated/operations.ts'
import type { Call } from './contract/recipe.ts'
import { type AnyParts, callWith, recipes } from './contract/recipes/index.ts'
import { createWorld, type World } from './contract/world.ts'
import { createReceiver } from './harness/receiver.ts'
import { startServer, type TestServer } from './harness/server.ts'
import type { WireResponse } from './harness/wire.ts'
import { attemptsOn } from './tenancy/attempts.ts'
import { fill, neverEmpty, sharedLists } from './tenancy/fill.ts'
import { identifiersIn } from './tenancy/places.ts'
import { rowsAbout } from './tenancy/rows.ts'

const ids = Object.keys(operations) as OperationId[]
const lists = ids.filter((id) => operations[id].parameters.some(({ name }) => name === 'cursor'))

let server: TestServer
let close: () => Promise<void>
/** For each operation, the parts of a call that would succeed: with what A owns, and with what B owns. */
const a = new Map<OperationId, AnyParts>()
const b = new Map<OperationId, AnyParts>()
/** The resources of A, by kind. */
const owned = new Map<string, string>()
let before: string[]

beforeAll(async () => {
  const receiver = await createReceiver()
  server = await startServer({ webhookCa: receiver.ca })
  close = async () => {
    await server.close()
    await receiver.close()
  }
  const worldOf = (organization: TestServer['a']): Promise<World> =>
    createWorld({ ...server, a: organization }, receiver)
  for (const [parts, world] of [
    [a, await worldOf(server.a)],
    [b, await worldOf(server.b)],
  ] as const) {
    for (const id of ids) parts.set(id, (await recipes[id](world)) as AnyParts)
    for (const id of lists) await fill(world, id, parts.get(id) ?? {})
  }
  await server.services.jobs.idle()
  before = await rowsAbout(server.services.database, server.a.id)
  const named = identifiersIn([before.map((row) => row.split('"')), [...a.values()]])
  for (const { prefix, id } of named) owned.set(prefix, id)
})
afterAll(() => close?.())

/** Always under one request id, so that two responses can be the same to the byte. */
const send = (key: string, call: Call, headers: Record<string, string> = {}): Promise<WireResponse> =>
  server.wire.send({ ...call, key, headers: { ...call.headers, 'X-Request-Id': 'tenancy', ...headers } })

/** All that a client could distinguish two responses by; the count of requests is its own. */
function seen({ status, headers, body }: WireResponse) {
  const { date: _, 'x-ratelimit-remaining': __, ratelimit: ___, ...others } = headers
  return { status, headers: others, body: body.toString() }
}

function loot(prefix: string): string {
  const id = owned.get(prefix)
  if (id === undefined) throw new Error(`A owns no ${prefix}: no row of its names one.`)
  return id
}

describe('organization B finds nothing of A', () => {
  test.each(ids)('through %s', async (id) => {
    for (const { name, theirs, nobodys, ids: pairs, want } of attemptsOn(
      id,
      a.get(id) ?? {},
      b.get(id) ?? {},
      loot,
    )) {
      for (const headers of [{}, { 'If-Match': '*' }, { 'If-None-Match': '*' }]) {
        const found = seen(await send(server.b.key, theirs, headers))
        const none = seen(await send(server.b.key, nobodys, headers))
        const hidden = pairs.reduce((text, pair) => text.replaceAll(pair.theirs, pair.nobodys), found.body)
        expect({ ...found, body: hidden }, `${name} of A and of nobody`).toEqual(none)
        const field: unknown = found.status === 400 ? JSON.parse(found.body).error.details.field : undefined
        if ('filter' in want) {
          if (found.status === 400) expect(field).toBe(want.filter)
          else if (found.status === 200) expect(listed(found.body), name).toEqual([])
          else expect(found.status, name).toBe(304)
        } else {
          expect({ status: found.status, ...(field !== undefined && { field }) }, name).toEqual(want)
        }
      }
    }
  })

  test.each(lists)('through a cursor of A on %s', async (id) => {
    const parts = { ...a.get(id), query: { ...a.get(id)?.query, limit: 1 } }
    const page = await send(server.a.key, callWith(id, parts))
    const { nextCursor } = page.json() as { nextCursor: string | null }
    if (nextCursor === null) throw new Error(`${id} has one page: add what fills it to test/tenancy/fill.ts`)
    const withCursor = (cursor: string) =>
      send(server.b.key, callWith(id, { ...b.get(id), query: { ...b.get(id)?.query, limit: 1, cursor } }))
    const stolen = await withCursor(nextCursor)
    expect(seen(stolen)).toEqual(seen(await withCursor('bm90aGluZw')))
    expect(stolen.json()).toMatchObject({ error: { details: { field: 'query.cursor' } } })
  })

  test.each(lists.filter((id) => !operations[id].path.includes('{')))(
    'in the list of %s, which is a new organization’s own',
    async (id) => {
      const { key } = await server.organization('enterprise')
      const { body } = await send(key, callWith(id, {}))
      if (sharedLists.has(id)) return expect(identifiersIn(JSON.parse(body.toString()))).toEqual([])
      const stranger = new Set(
        [...identifiersIn([...a.values()]), ...identifiersIn(server.a)].map((one) => one.id),
      )
      expect(identifiersIn(JSON.parse(body.toString())).filter((one) => stranger.has(one.id))).toEqual([])
      if (!neverEmpty.has(id)) expect(listed(body.toString())).toEqual([])
    },
  )

  test('and all of it is as it was, and no event was raised', async () => {
    await server.services.jobs.idle()
    const after = await rowsAbout(server.services.database, server.a.id)
    const brief = (rows: string[]) => rows.map((row) => row.slice(0, 200))
    expect(brief(after.filter((row) => !before.includes(row))), 'came').toEqual([])
    expect(brief(before.filter((row) => !after.includes(row))), 'went').toEqual([])
    expect(before.length).toBeGreaterThan(100)
  })

  // Last, because it changes data: the calls that B could not make were all in order.
  test.each(ids)('while A may %s', async (id) => {
    const { status, body } = await send(server.a.key, callWith(id, a.get(id) ?? {}))
    expect(status, body.toString()).toBeLessThan(300)
  })
})

/** The entries of a list, whatever they are called. */
const listed = (body: string): unknown[] =>
  Object.values(JSON.parse(body) as Record<string, unknown>)
    .filter(Array.isArray)
    .flat()
