import { describe, expect, test } from 'vitest'
import { callModel, MODEL_DEADLINE } from '../../../src/service/models/callModel.ts'
import { createModels } from '../../../src/service/models/createModels.ts'
import type { Completion, ModelProvider, ModelRequest } from '../../../src/service/models/models.ts'
import { SLOW_RESPONSE_MS } from '../../../src/service/models/offlineProvider.ts'
import { ManualClock } from '../../harness/clock.ts'

const providerOf = (complete: ModelProvider['complete']): ModelProvider => ({ name: 'test', complete })
const request = { model: 'test/any', prompt: 'Hello', temperature: 1 }
const never = () => new Promise<Completion>(() => undefined)

describe('offline models', () => {
  const responses: [model: string, want: object][] = [
    [
      'mock/echo',
      { output: 'Hello', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, finishReason: 'stop' },
    ],
    [
      'mock/fixture',
      { output: 'Good day', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 }, cost: 0 },
    ],
  ]
  test.each(responses)('%s answers, and the same each time', async (model, want) => {
    const clock = new ManualClock()
    const configuration = { fixtures: { Hello: 'Good day' } }
    const provider = createModels({ environment: 'development', clock, configuration }).find(model)
    for (const _ of [1, 2]) {
      expect(await callModel(clock, provider as ModelProvider, { ...request, model })).toMatchObject(want)
    }
    expect(clock.pending).toBe(0)
  })

  const failures: [model: string, want: object][] = [
    ['mock/error-400', { code: 'MODEL_PROVIDER_ERROR', status: 502, details: { providerStatus: 400 } }],
    ['mock/error-401', { code: 'MODEL_PROVIDER_ERROR', details: { providerStatus: 401 } }],
    ['mock/error-429', { code: 'MODEL_PROVIDER_ERROR', details: { providerStatus: 429 } }],
    ['mock/error-500', { code: 'MODEL_PROVIDER_ERROR', details: { providerStatus: 500 } }],
    ['mock/error-503', { code: 'MODEL_PROVIDER_ERROR', details: { providerStatus: 503 } }],
    ['mock/error-malformed', { code: 'MODEL_PROVIDER_ERROR', details: {} }],
    ['mock/error-dropped', { code: 'MODEL_PROVIDER_ERROR', details: {} }],
    ['mock/error-timeout', { code: 'MODEL_TIMEOUT', status: 504 }],
  ]
  test.each(failures)('%s fails', async (model, want) => {
    const clock = new ManualClock()
    const provider = createModels({ environment: 'production', clock }).find(model)
    const call = callModel(clock, provider as ModelProvider, { ...request, model })
    await expect(call).rejects.toMatchObject(want)
  })

  test('mock/slow answers after its delay and not before', async () => {
    const clock = new ManualClock()
    const provider = createModels({ environment: 'development', clock }).find('mock/slow') as ModelProvider
    let output: string | undefined
    const call = callModel(clock, provider, { ...request, model: 'mock/slow' }).then((c) => {
      output = c.output
    })
    await clock.advance(SLOW_RESPONSE_MS - 1)
    expect(output).toBeUndefined()
    await clock.advance(1)
    await call
    expect(output).toBe('Hello')
    expect(clock.pending).toBe(0)
  })

  test('mock/slow lets its timer go when the call is aborted', async () => {
    const clock = new ManualClock()
    const provider = createModels({ environment: 'development', clock }).find('mock/slow') as ModelProvider
    const stop = new AbortController()
    const call = callModel(clock, provider, { ...request, model: 'mock/slow' }, stop.signal)
    stop.abort()
    await expect(call).rejects.toMatchObject({ code: 'MODEL_PROVIDER_ERROR' })
    expect(clock.pending).toBe(0)
  })
})

describe('the models of an environment', () => {
  const clock = new ManualClock()
  const defaults: [string, { given: Parameters<typeof createModels>[0]; want: string | null }][] = [
    ['development echoes', { given: { environment: 'development', clock }, want: 'mock/echo' }],
    ['production has none', { given: { environment: 'production', clock }, want: null }],
    [
      'the operator decides',
      {
        given: { environment: 'production', clock, configuration: { defaultModel: 'mock/fixture' } },
        want: 'mock/fixture',
      },
    ],
  ]
  test.each(defaults)('default: %s', (_, { given, want }) => {
    expect(createModels(given).defaultModel).toBe(want)
  })

  test('an unknown default is refused at start', () => {
    const given = { environment: 'production', clock, configuration: { defaultModel: 'gpt-0' } } as const
    expect(() => createModels(given)).toThrow(/"gpt-0" is not known; known are mock\/echo/)
  })

  test('every named model is found, no other, and no member of an object', () => {
    const models = createModels({ environment: 'production', clock })
    expect(models.names().filter((name) => models.find(name) === undefined)).toEqual([])
    expect(['mock', 'mock/echo2', '__proto__', 'constructor'].filter((name) => models.find(name))).toEqual([])
  })
})

describe('the deadline', () => {
  test('ends a provider that never answers, and tells it so', async () => {
    const clock = new ManualClock()
    let seen: ModelRequest | undefined
    const call = callModel(
      clock,
      providerOf((given) => {
        seen = given
        return never()
      }),
      request,
    )
    await clock.advance(MODEL_DEADLINE - 1)
    expect(seen?.signal.aborted).toBe(false)
    const failure = expect(call).rejects.toMatchObject({ code: 'MODEL_TIMEOUT', status: 504 })
    await clock.advance(1)
    await failure
    expect(seen?.signal.aborted).toBe(true)
  })

  test('leaves no timer behind an answer or a failure', async () => {
    const clock = new ManualClock()
    const failing = providerOf(() => {
      throw new TypeError('secret address')
    })
    const error = await callModel(clock, failing, request).catch((e) => e)
    expect(error).toMatchObject({
      code: 'MODEL_PROVIDER_ERROR',
      message: 'The provider of the model test/any failed.',
    })
    expect(error.cause).toBeInstanceOf(TypeError)
    expect(clock.pending).toBe(0)
  })
})
