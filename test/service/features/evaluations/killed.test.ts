import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookEvent } from '../../../../generated/asyncapi.ts'
import type {
  Dataset,
  Evaluation,
  EvaluationResult,
  EvaluationResultList,
  Prompt,
  ScorerInput,
} from '../../../../generated/openapi.v1.ts'
import { createReceiver, type Receiver } from '../../../harness/receiver.ts'
import { inCi } from '../../../harness/thorough.ts'
import { type Served, serve } from '../../cli/program.ts'
import * as chat from '../../models/chat/chatServer.ts'
import { temporaryDirectory } from '../../storage/temporaryDirectory.ts'
import { figuresOf } from './figures.ts'

const CASES = 1000
const scorers: ScorerInput[] = [
  { type: 'contains', options: { value: 'number' } },
  { type: 'regex', options: { pattern: '[02468]\\.$' }, required: false },
  { type: 'levenshtein', options: { value: 'Greet number 500.' }, required: false },
  { type: 'isJson', negate: true },
  { type: 'latency', options: { maxMs: 60_000 } },
  { type: 'tokens', options: { max: 15 } },
]

/** Every twentieth request fails: in turn by a status, a broken connection, and a body that is not a completion. */
const unreliable = (): chat.ChatResponse => {
  let turn = 0
  const failures = [
    chat.status(500),
    chat.status(429, { 'Retry-After': '0' }),
    chat.drop,
    chat.status(200, {}, '<html>'),
  ]
  return (request, response) => {
    const failure = ++turn % 20 === 0 ? failures[(turn / 20) % failures.length] : undefined
    return (failure ?? chat.echo)(request, response)
  }
}

/** The body of a response with the expected status. */
async function ask<T>(server: Served, status: number, path: string, body?: object): Promise<T> {
  const reply = await server.ask(path, body ? { method: 'POST', body } : {})
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status })
  return reply.body as T
}

async function allResults(server: Served, id: string): Promise<EvaluationResult[]> {
  const results: EvaluationResult[] = []
  for (let more = ''; ; ) {
    const page = await ask<EvaluationResultList>(server, 200, `/evaluations/${id}/results?limit=100${more}`)
    results.push(...page.results)
    if (page.nextCursor === null) return results
    more = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
}

/** The first `count` events that arrive, each once by its id. */
async function eventsOf(receiver: Receiver, count: number): Promise<WebhookEvent[]> {
  const events = new Map<string, WebhookEvent>()
  for (let read = 0; ; ) {
    for (const { body } of receiver.requests.slice(read)) {
      const event: WebhookEvent = JSON.parse(body.toString())
      events.set(event.id, event)
      read++
    }
    if (events.size >= count) return [...events.values()]
    await receiver.received(read + 1)
  }
}

test.runIf(inCi)(
  'a run of 1000 cases that is killed in its middle loses none and announces none twice',
  {
    timeout: 120_000,
  },
  async () => {
    const model = await chat.startChatServer(unreliable())
    const receiver = await createReceiver()
    onTestFinished(async () => {
      await model.close()
      await receiver.close()
    })
    const directory = temporaryDirectory()
    const file = (name: string, content: string) => {
      writeFileSync(join(directory, name), content)
      return join(directory, name)
    }
    const price = { inputPerMillion: 2, outputPerMillion: 8, asOf: '2026-11-01' }
    const providers = [{ name: 'local', baseUrl: model.baseUrl, models: [{ id: 'local/small', price }] }]
    const flags = [
      '--models',
      `development=${file('models.json', JSON.stringify({ providers }))}`,
      '--webhook-allow',
      '127.0.0.0/8',
      '--webhook-ca',
      file('ca.pem', receiver.ca),
    ]
    const first = await serve(join(directory, 'data'), ...flags)
    const { id: promptId } = await ask<Prompt>(first, 201, '/prompts', {
      name: 'Greeting',
      content: 'Greet {{who}}.',
    })
    const items = Array.from({ length: CASES }, (_, index) => ({ variables: { who: `number ${index + 1}` } }))
    const { id: datasetId } = await ask<Dataset>(first, 201, '/datasets', { name: 'Numbers', items })
    const events = [
      'evaluation.started',
      'evaluation.test.completed',
      'evaluation.completed',
      'evaluation.failed',
    ]
    await ask(first, 201, '/webhooks', { url: receiver.url(), events })
    const wanted = { promptId, datasetId, model: 'local/small', scorers, concurrency: 16, passThreshold: 0.9 }
    const { id } = await ask<Evaluation>(first, 202, '/evaluations', wanted)

    await model.received(CASES * 0.45)
    first.kill('SIGKILL')
    await first.ended
    const second = await serve(join(directory, 'data'), ...flags)
    const before = await ask<Evaluation>(second, 200, `/evaluations/${id}`)
    expect(before.status).toBe('running')
    const { passed, failed, errored } = before.resultCounts
    expect(passed + failed + errored).toBeGreaterThan(0)
    expect(passed + failed + errored).toBeLessThan(CASES)

    const announced = await eventsOf(receiver, CASES + 2)
    const ofType = (type: string) => announced.filter((event) => event.type === type)
    expect(announced).toHaveLength(CASES + 2)
    expect([ofType('evaluation.started').length, ofType('evaluation.completed').length]).toEqual([1, 1])
    const evaluation = await ask<Evaluation>(second, 200, `/evaluations/${id}`)
    expect(ofType('evaluation.completed')[0]?.data).toEqual(evaluation)

    const results = await allResults(second, id)
    expect(results.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
    expect(new Set(results.map(({ itemId }) => itemId)).size).toBe(CASES)
    const reported = ofType('evaluation.test.completed').map(({ data }) => data as EvaluationResult)
    expect(reported.sort((a, b) => a.position - b.position)).toEqual(results)

    const count = (status: string) => results.filter((result) => result.status === status).length
    expect(evaluation.resultCounts).toEqual({
      total: CASES,
      passed: count('passed'),
      failed: count('failed'),
      errored: count('errored'),
    })
    expect(count('errored')).toBeGreaterThan(0)
    expect(results.some(({ attempts, status }) => status === 'passed' && attempts > 1)).toBe(true)
    expect(evaluation.summary).toEqual(figuresOf(results, scorers))
    expect(evaluation).toMatchObject({ status: 'completed', verdict: 'passed' })
  },
)
