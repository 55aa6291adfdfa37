import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../../src/service/errors.ts'
import { callModel, MODEL_DEADLINE } from '../../../../src/service/models/callModel.ts'
import { createModels } from '../../../../src/service/models/createModels.ts'
import type { Completion, ModelProvider } from '../../../../src/service/models/models.ts'
import { ManualClock } from '../../../harness/clock.ts'
import * as chat from './chatServer.ts'

const MODEL = 'local/small'
const price = { inputPerMillion: 2, outputPerMillion: 8, asOf: '2026-11-01' }
const responded = (output: string) => ({
  output,
  finishReason: 'stop',
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  cost: 0.00006,
})
const failed = (details: object) => ({ code: 'MODEL_PROVIDER_ERROR', status: 502, details })

/** Calls the model on a server with this response; the clock runs while the call pauses before a retry. */
async function call(reply: chat.ChatResponse) {
  await using server = await chat.startChatServer(reply)
  const clock = new ManualClock()
  const began = clock.now()
  const models = [{ id: MODEL, upstream: 'small', price }]
  const provider = createModels({
    environment: 'production',
    clock,
    random: { fraction: () => 1 },
    configuration: { providers: [{ name: 'local', baseUrl: server.baseUrl, key: 'key-1', models }] },
  }).find(MODEL) as ModelProvider
  let result: Completion | ApiError | undefined
  callModel(clock, provider, { model: MODEL, prompt: 'Grüße', temperature: 0.2 }).then(
    (completion) => {
      result = completion
    },
    (error: ApiError) => {
      result = error
    },
  )
  while (result === undefined) {
    await new Promise((resolve) => setImmediate(resolve))
    // The deadline is one timer, a pause the second.
    if (clock.pending > 1) await clock.advance(100)
  }
  return { result, requests: server.requests, took: clock.now() - began, pending: clock.pending }
}

describe('an OpenAI-compatible provider', () => {
  test('gets one user message, with the key and its own name of the model', async () => {
    const { requests, result, pending } = await call(chat.echo)
    expect(result).toEqual({ ...responded('Grüße'), attempts: 1 })
    expect(requests).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer key-1',
        body: {
          model: 'small',
          messages: [{ role: 'user', content: 'Grüße' }],
          temperature: 0.2,
          stream: false,
        },
      },
    ])
    expect(pending).toBe(0)
  })

  const good = chat.completion('Good')
  const retried: [string, { given: chat.ChatResponse[]; took: number }][] = [
    ['500', { given: [chat.status(500)], took: 500 }],
    ['503, twice', { given: [chat.status(503), chat.status(503)], took: 1500 }],
    ['a dropped connection', { given: [chat.drop], took: 500 }],
    ['a connection dropped within the answer', { given: [chat.dropHalfway], took: 500 }],
    ['429 with Retry-After', { given: [chat.status(429, { 'Retry-After': '7' })], took: 7000 }],
    [
      '429 with a date',
      { given: [chat.status(429, { 'Retry-After': 'Mon, 02 Nov 2026 10:00:20 GMT' })], took: 20_000 },
    ],
    [
      '429 with a Retry-After below the pause',
      { given: [chat.status(429, { 'Retry-After': '0' })], took: 500 },
    ],
    [
      '429 with a Retry-After that is none',
      { given: [chat.status(429, { 'Retry-After': 'soon' })], took: 500 },
    ],
  ]
  test.each(retried)('%s is tried again', async (_, { given, took }) => {
    const outcome = await call(chat.inTurn(...given, good))
    expect(outcome.result).toEqual({ ...responded('Good'), attempts: given.length + 1 })
    expect(outcome.took).toBe(took)
    expect(outcome.pending).toBe(0)
  })

  const failures: [string, { given: chat.ChatResponse; want: object }][] = [
    ['500 three times', { given: chat.status(500), want: { providerStatus: 500, attempts: 3 } }],
    ['400', { given: chat.status(400), want: { providerStatus: 400, attempts: 1 } }],
    ['401', { given: chat.status(401), want: { providerStatus: 401, attempts: 1 } }],
    [
      'a Retry-After beyond the deadline',
      { given: chat.status(429, { 'Retry-After': '60' }), want: { providerStatus: 429, attempts: 1 } },
    ],
    [
      'a redirect',
      {
        given: chat.status(307, { Location: 'http://127.0.0.1:9/' }),
        want: { providerStatus: 307, attempts: 1 },
      },
    ],
    ['no JSON', { given: chat.status(200, {}, '<html>'), want: { attempts: 1 } }],
    ['JSON of another kind', { given: chat.status(200, {}, '[null]'), want: { attempts: 1 } }],
    ['no choices', { given: chat.status(200, {}, '{"choices":[]}'), want: { attempts: 1 } }],
    [
      'no text',
      { given: chat.completion('', { choices: [{ message: { content: 7 } }] }), want: { attempts: 1 } },
    ],
    [
      'an endless answer',
      { given: chat.status(200, {}, ' '.repeat(9 * 1024 * 1024)), want: { attempts: 1 } },
    ],
    ['dropped three times', { given: chat.drop, want: { attempts: 3 } }],
  ]
  test.each(failures)('%s fails', async (_, { given, want }) => {
    const { result, pending } = await call(given)
    expect(result).toBeInstanceOf(ApiError)
    expect(result).toMatchObject(failed(want))
    expect(String(result)).not.toMatch(/secret|127\.0\.0\.1|key-1/)
    expect(pending).toBe(0)
  })

  test('one that never answers is given up at the deadline, and its connection closed', async () => {
    let closed: () => void
    const gone = new Promise<void>((resolve) => {
      closed = resolve
    })
    await using server = await chat.startChatServer((_, response) => response.once('close', () => closed()))
    const clock = new ManualClock()
    const providers = [{ name: 'local', baseUrl: server.baseUrl, models: [{ id: MODEL, upstream: MODEL }] }]
    const models = createModels({ environment: 'development', clock, configuration: { providers } })
    const request = { model: MODEL, prompt: 'Hello', temperature: 1 }
    const outcome = callModel(clock, models.find(MODEL) as ModelProvider, request).catch((error) => error)
    await server.received(1)
    await clock.advance(MODEL_DEADLINE)
    expect(await outcome).toMatchObject({ code: 'MODEL_TIMEOUT', status: 504 })
    await gone
    expect(server.requests).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  const read: [string, { given: object; want: object }][] = [
    [
      'no usage: counts and cost are unknown',
      { given: { usage: undefined }, want: { usage: null, cost: null } },
    ],
    ['half a usage', { given: { usage: { prompt_tokens: 3 } }, want: { usage: null, cost: null } }],
    [
      'a usage without its sum',
      {
        given: { usage: { prompt_tokens: 3, completion_tokens: 4 } },
        want: { usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 }, cost: 0.000038 },
      },
    ],
    [
      'another finish reason',
      {
        given: { choices: [{ message: { content: 'x' }, finish_reason: 'length' }] },
        want: { finishReason: 'length' },
      },
    ],
    [
      'no finish reason',
      { given: { choices: [{ message: { content: 'x' } }] }, want: { finishReason: 'unknown' } },
    ],
    [
      'a refusal',
      { given: { choices: [{ message: { content: null, refusal: 'No.' } }] }, want: { output: 'No.' } },
    ],
    [
      'half a character',
      { given: { choices: [{ message: { content: 'a\ud800b' } }] }, want: { output: 'a\ufffdb' } },
    ],
  ]
  test.each(read)('%s', async (_, { given, want }) => {
    expect((await call(chat.completion('x', given))).result).toMatchObject(want)
  })

  test('an unknown price is null, never 0', async () => {
    await using server = await chat.startChatServer(chat.echo)
    const providers = [{ name: 'local', baseUrl: server.baseUrl, models: [{ id: MODEL, upstream: MODEL }] }]
    const clock = new ManualClock()
    const models = createModels({ environment: 'development', clock, configuration: { providers } })
    const request = { model: MODEL, prompt: 'Hello', temperature: 1 }
    expect((await callModel(clock, models.find(MODEL) as ModelProvider, request)).cost).toBeNull()
  })
})
