import { describe, expect, it } from 'vitest'
import {
  type ConformanceFinding,
  runConformance,
  runnerRules,
  terminalReport,
} from '../../../../src/toolkit/conformance/conform.ts'
import type { Transport } from '../../../../src/toolkit/conformance/engine/send.ts'
import { documentOf, type Json } from '../../../../src/toolkit/openapi/index.ts'

const NAMES = ['apples', 'birds', 'cars', 'doors', 'engines', 'forks', 'gates', 'hats', 'inks', 'jars']

const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
}
const jsonOf = (schema: Json) => ({
  description: 'ok',
  content: { 'application/json': { schema } },
})

/** Ten resources with a list, a creation and a GET each. */
function documentOfThirty() {
  const paths: Record<string, Json> = {}
  for (const name of NAMES) {
    paths[`/${name}`] = {
      get: { operationId: `list-${name}`, responses: { 200: jsonOf({ type: 'array', items: thing }) } },
      post: {
        operationId: `create-${name}`,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: { 201: jsonOf(thing) },
      },
    }
    paths[`/${name}/{id}`] = {
      get: {
        operationId: `get-${name}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: jsonOf(thing), 404: { description: 'none' } },
      },
    }
  }
  return documentOf({ openapi: '3.1.0', info: { title: 'Thirty', version: '1' }, paths }, 'thirty.json')
}

const REQUEST_TIME = 1_000

/** A server that needs a second for each request, by a clock that is frozen otherwise; its creations lie about the name. */
function slowTarget() {
  let now = 1_700_000_000_000
  let count = 0
  const stored = new Map<string, { id: string; name: string }>()
  const succeeded = new Set<string>()
  const reply = (status: number, body?: unknown) => ({
    status,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  })
  const responseOf = (method: string, path: string, body: Buffer | undefined) => {
    const [, collection = '', id] = path.split('?')[0]?.split('/') ?? []
    if (!NAMES.includes(collection)) return reply(404)
    if (id !== undefined) {
      const found = stored.get(`${collection} ${id}`)
      return method !== 'GET' ? reply(405) : found === undefined ? reply(404) : reply(200, found)
    }
    const own = [...stored].filter(([key]) => key.startsWith(`${collection} `)).map(([, one]) => one)
    if (method === 'GET') return reply(200, own)
    if (method !== 'POST') return reply(405)
    const made = { id: `made-${++count}`, name: `not ${String(JSON.parse(body?.toString() ?? '{}').name)}` }
    stored.set(`${collection} ${made.id}`, made)
    return reply(201, made)
  }
  const transport: Transport = {
    async send({ method, path, body, operationId }) {
      now += REQUEST_TIME
      const response = responseOf(method, path, body)
      if (operationId !== null && response.status < 300) succeeded.add(operationId)
      return response
    },
    close: async () => {},
  }
  const clock = {
    now: () => now,
    wait: async (milliseconds: number) => {
      now += milliseconds
    },
  }
  return { transport, clock, succeeded }
}

describe('a run that is cut off by its budget', () => {
  it('has had a successful request of every operation, and says how deep it went', async () => {
    const { transport, clock, succeeded } = slowTarget()
    const printed: string[] = []
    const progress: string[] = []
    const findings: ConformanceFinding[] = []
    const summary = await runConformance({
      document: documentOfThirty(),
      target: 'http://127.0.0.1:1',
      identities: [{ name: 'anyone', credentials: [] }],
      rules: runnerRules,
      transport,
      clock,
      concurrency: 1,
      timeBudget: 60 * REQUEST_TIME,
      subscribers: [
        (event) => void (event.type === 'finding' && findings.push(event.finding)),
        terminalReport(
          { print: (line) => void printed.push(line), progress: (line) => void progress.push(line) },
          { verbose: false },
        ),
      ],
    })
    expect(summary.endedEarly).toEqual({ kind: 'time-budget' })
    expect(succeeded.size).toBe(30)
    const { checks, ofChecks, ...operations } = summary.reached
    expect(operations).toEqual({ operations: 30, ofOperations: 30 })
    expect(checks).toBeGreaterThanOrEqual(30)
    expect(checks).toBeLessThan(ofChecks)
    expect(printed.join('\n')).toContain(
      `This report is partial: the time budget (--time-budget) is used up. 30 of 30 operations returned a documented success; ${checks} of ${ofChecks} checks were run, ${ofChecks - checks} are left.`,
    )
    expect(progress.at(-1)).toBe(`${checks} of ${ofChecks} checks`)
  })

  it('never shows more checks than there are', async () => {
    const { transport, clock } = slowTarget()
    const progress: string[] = []
    await runConformance({
      document: documentOfThirty(),
      target: 'http://127.0.0.1:1',
      identities: [{ name: 'anyone', credentials: [] }],
      rules: runnerRules,
      transport,
      clock,
      timeBudget: 100_000 * REQUEST_TIME,
      subscribers: [
        terminalReport({ print: () => {}, progress: (line) => void progress.push(line) }, { verbose: false }),
      ],
    })
    const counts = progress.map((line) => /^(\d+) of (\d+) checks/.exec(line)?.slice(1).map(Number) ?? [])
    for (const [done = Number.NaN, total = 0] of counts) expect(done).toBeLessThanOrEqual(total)
    expect(counts.at(-1)?.[0]).toBe(counts.at(-1)?.[1])
  })
})
