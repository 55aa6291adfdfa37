import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '../../generated/operations.ts'
import { callOf } from '../contract/recipes/index.ts'
import { createWorld, type World } from '../contract/world.ts'
import { createReceiver } from '../harness/receiver.ts'
import { startServer } from '../harness/server.ts'

let world: World
beforeAll(async () => {
  const receiver = await createReceiver()
  world = await createWorld(await startServer({ webhookCa: receiver.ca }), receiver)
})
afterAll(async () => {
  await world.server.close()
  await world.receiver.close()
})

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  world.server.wire.send({
    method: 'POST',
    path: '/prompts',
    key: world.server.a.key,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
const promptCount = async () =>
  (await world.call<{ prompts: unknown[] }>(200, 'GET', '/prompts?limit=100')).prompts.length

describe('a body that JSON parsers disagree about', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const prompt = (member: string) => `{"name":"x","content":"y",${member}}`
  const cases: [name: string, { given: string | Buffer; field: string }][] = [
    ['__proto__', { given: prompt('"__proto__":{"draft":true}'), field: '__proto__' }],
    ['__proto__, escaped', { given: prompt('"\\u005f_proto__":{}'), field: '__proto__' }],
    ['constructor', { given: prompt('"constructor":{"prototype":{}}'), field: 'constructor' }],
    ['a key twice', { given: prompt('"name":"z"'), field: 'name' }],
    ['a key twice, escaped', { given: prompt('"n\\u0061me":"z"'), field: 'name' }],
    ['1e999', { given: prompt('"temperature":1e999'), field: 'temperature' }],
    ['more than 2^53', { given: prompt('"temperature":9007199254740993'), field: 'temperature' }],
    ['NaN', { given: prompt('"temperature":NaN'), field: 'temperature' }],
    ['NUL, escaped', { given: '{"name":"x\\u0000","content":"y"}', field: 'name' }],
    ['NUL, raw', { given: '{"name":"x\0","content":"y"}', field: 'name' }],
    ['a lone surrogate', { given: '{"name":"\\ud800","content":"y"}', field: 'name' }],
    [
      'invalid UTF-8',
      {
        given: Buffer.concat([
          Buffer.from('{"name":"'),
          Buffer.from([0xc3, 0x28]),
          Buffer.from('","content":"y"}'),
        ]),
        field: 'body',
      },
    ],
    [
      'an overlong encoding of a slash',
      {
        given: Buffer.concat([
          Buffer.from('{"name":"'),
          Buffer.from([0xc0, 0xaf]),
          Buffer.from('","content":"y"}'),
        ]),
        field: 'body',
      },
    ],
    ['UTF-16', { given: Buffer.from('{"name":"x","content":"y"}', 'utf16le'), field: 'body' }],
    ['a depth of 5 000', { given: nested(5_000), field: '[0]'.repeat(64) }],
    ['a depth of 500 000', { given: nested(500_000), field: '[0]'.repeat(64) }],
    ['a comment', { given: '{"name":"x",/* */"content":"y"}', field: 'body' }],
    ['a second document', { given: '{"name":"x","content":"y"}{}', field: 'body' }],
    ['nothing', { given: '', field: 'body' }],
    ['an array', { given: '[]', field: 'body' }],
    ['null', { given: 'null', field: 'body' }],
  ]
  test.each(cases)('%s is a 400 that names the place', async (_, { given, field }) => {
    const before = await promptCount()
    const response = await post(given)
    expect([response.status, response.json()]).toMatchObject([400, { error: { details: { field } } }])
    expect(await promptCount()).toBe(before)
    expect(Object.hasOwn(Object.prototype, 'draft')).toBe(false)
  })
})

describe('a body in no form that is taken', () => {
  const JSON_BODY = '{"name":"x","content":"y"}'
  const cases: [name: string, { given: Record<string, string>; want: number }][] = [
    ['no Content-Type', { given: { 'Content-Type': '' }, want: 415 }],
    ['text', { given: { 'Content-Type': 'text/plain' }, want: 415 }],
    ['a form', { given: { 'Content-Type': 'application/x-www-form-urlencoded' }, want: 415 }],
    ['XML', { given: { 'Content-Type': 'application/xml' }, want: 415 }],
    ['another charset', { given: { 'Content-Type': 'application/json; charset=utf-16' }, want: 415 }],
    ['an Accept that nobody can serve', { given: { Accept: 'text/html' }, want: 406 }],
    ['an Accept that forbids JSON', { given: { Accept: 'application/json;q=0, */*;q=0' }, want: 406 }],
  ]
  test.each(cases)('%s: %s', async (_, { given, want }) => {
    const before = await promptCount()
    expect((await post(JSON_BODY, given)).status).toBe(want)
    expect(await promptCount()).toBe(before)
  })
})

describe('members that a client may not set', () => {
  const forbidden = [
    'id',
    'object',
    'organizationId',
    'organization_id',
    'workspaceId',
    'createdBy',
    'updatedBy',
    'createdAt',
    'status',
    'secret',
    'version',
    'labels',
    'role',
    'isAdmin',
  ]
  const withBodies = (Object.keys(operations) as OperationId[]).filter((id) =>
    operations[id].body?.mediaTypes.includes('application/json'),
  )
  test.each(withBodies)('%s refuses each of them that it does not document', async (id) => {
    const { body, ...call } = await callOf(world, id)
    const given = body as Record<string, unknown>
    const rejected: string[] = []
    const send = async (member: string, field: string, changed: object) => {
      const response = await world.server.wire.send({ ...call, key: world.server.a.key, body: changed })
      if (response.status !== 400) return
      const { details } = (response.json() as { error: { details: { issues: { field: string }[] } } }).error
      if (details.issues.some((issue) => issue.field === field)) rejected.push(member)
    }
    for (const member of forbidden) {
      // The contract test covers the documented body of the operation; a batch documents its entries.
      const [list, entries] = Object.entries(given).find(([, value]) => isBatch(value)) ?? []
      if (list === undefined) await send(member, member, { ...given, [member]: 'x' })
      else {
        const changed = (entries as object[]).map((entry) => ({ ...entry, [member]: 'x' }))
        await send(member, `${list}[0].${member}`, { ...given, [list]: changed })
      }
    }
    expect(rejected).toEqual(forbidden)
  })
})

const isBatch = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'id' in entry)
