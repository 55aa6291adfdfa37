/** A server that responds 409 without a reason: numbers that are in use, times that overlap, seats that are gone. */
import { expect, it } from 'vitest'
import { type RunSummary, runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { inCi } from '../../../harness/thorough.ts'
import { type JsonServer, startJson } from './jsonServer.ts'

const text = { type: 'string' }
const time = { ...text, format: 'date-time' }
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })

/** `/things` and `/things/{id}` with the properties of an item, and an example of its creation. */
function collection(name: string, properties: Record<string, object>, example: object) {
  const schema = { type: 'object', required: Object.keys(properties), properties }
  const whole = { ...schema, properties: { id: { ...text, readOnly: true }, ...properties } }
  return {
    [`/${name}`]: {
      get: { operationId: `list ${name}`, responses: { 200: shown({ type: 'array', items: whole }) } },
      post: {
        operationId: `create ${name}`,
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: { 201: shown(whole), 409: shown({ type: 'object' }) },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: `get ${name}`, responses: { 200: shown(whole), 404: { description: '' } } },
      delete: { operationId: `delete ${name}`, responses: { 204: { description: '' } } },
    },
  }
}

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Shows', version: '1' },
  paths: {
    ...collection('seats', { licence: { ...text, pattern: '^[A-Z]{2}-[0-9]{5}$' } }, { licence: 'KV-20417' }),
    ...collection(
      'shows',
      { begins: time, ends: time },
      { begins: '2091-03-04T09:00:00Z', ends: '2091-03-04T09:30:00Z' },
    ),
    '/shows/{id}/state': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      put: {
        operationId: 'move show',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['state'],
                properties: { state: { enum: ['planned', 'over', 'running'] } },
              },
            },
          },
        },
        responses: { 204: { description: '' }, 422: shown({ type: 'object' }) },
      },
    },
    ...collection(
      'boxes',
      { month: { ...text, pattern: '^20[2-9][0-9]-(0[1-9]|1[0-2])$' } },
      { month: '2031-01' },
    ),
    ...collection('plans', { name: text }, { name: 'Basic' }),
    ...collection('packs', { planId: text, title: text }, { planId: '1', title: 'Winter' }),
    ...collection('subscriptions', { planId: text, since: text }, { planId: '1', since: 'May' }),
    ...collection('deliveries', { packId: text, subscriptionId: text }, { packId: '1', subscriptionId: '1' }),
    ...collection(
      'bookings',
      { seatId: text, note: { ...text, maxLength: 40 } },
      { seatId: '1', note: 'At the window' },
    ),
  },
})

type Thing = Record<string, string>

/** Whether a new item conflicts with another one. */
const CONFLICTS: Record<string, (one: Thing, other: Thing) => boolean> = {
  seats: (one, other) => one.licence !== undefined && one.licence === other.licence,
  boxes: (one, other) => one.month !== undefined && one.month === other.month,
  subscriptions: (one, other) => one.planId === other.planId,
  shows: ({ begins = '', ends = '' }, other) => begins < (other.ends ?? '') && (other.begins ?? '') < ends,
  bookings: (one, other) => typeof one.seatId === 'string' && one.seatId === other.seatId,
}

function startShows(): Promise<JsonServer> {
  const stored = new Map<string, Map<string, Thing>>()
  let count = 0
  return startJson(({ method, url, body }) => {
    const [, name = '', id, state] = url.split('?')[0]?.split('/') ?? []
    const things = stored.get(name) ?? new Map<string, Thing>()
    stored.set(name, things)
    if (id !== undefined) {
      const found = things.get(id)
      if (found === undefined) return [404]
      if (state !== undefined)
        return (JSON.parse(body) as Thing | null)?.state === 'running' ? [204] : [422, {}]
      return method === 'DELETE' && things.delete(id) ? [204] : [200, found]
    }
    if (method !== 'POST') return [200, [...things.values()]]
    const sent = (JSON.parse(body) ?? {}) as Thing
    if ([...things.values()].some((one) => CONFLICTS[name]?.(sent, one))) return [409, { code: 'CONFLICT' }]
    const planOf = (name: string, id = '') => stored.get(name)?.get(id)?.planId
    if (name === 'deliveries') {
      const plan = planOf('packs', sent.packId)
      if (plan === undefined || plan !== planOf('subscriptions', sent.subscriptionId))
        return [409, { code: 'MISMATCH' }]
    }
    const made = { ...sent, id: `${++count}` }
    things.set(made.id, made)
    return [201, made]
  })
}

/** Runs rules, and reports the results as `operationId constraint outcome code`. */
async function run(...rules: string[]): Promise<{ summary: RunSummary; results: string[] }> {
  await using server = await startShows()
  const results: string[] = []
  const summary = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => rules.includes(id)),
    subscribers: [
      (event) => {
        if (event.type !== 'outcome') return
        const { operationId, constraint, outcome, skip } = event.outcome
        results.push(`${operationId} ${constraint} ${outcome} ${skip?.code ?? ''}`.trim())
      },
    ],
  })
  return { summary, results }
}

it('is reached by requests that differ more, and nothing is reported', { timeout: 30_000 }, async () => {
  const { summary, results } = await run('created-read-back', 'deleted-item-gone')
  expect(results.filter((one) => one.includes('valid-requests-rejected'))).toEqual([])
  expect(summary).toMatchObject({ failed: 0, left: [] })
  expect(summary.passed).toBeGreaterThan(6)
})

it.runIf(inCi)('cannot hide by conflicts that it does not validate bodies', { timeout: 30_000 }, async () => {
  const { results } = await run('invalid-body-rejected')
  expect(results).toContain('create bookings body.note.maxLength failed')
})

it('is reached by another value of a choice, where the state of an item allows one only', async () => {
  const { summary } = await run('valid-request-succeeds')
  expect(summary.unreached).toEqual([])
})
