import { describe, expect, test } from 'vitest'
import { parseModelConfiguration } from '../../../src/service/models/configuration.ts'
import { createModels } from '../../../src/service/models/createModels.ts'
import { costOf, listPrice } from '../../../src/service/models/prices.ts'
import { ManualClock } from '../../harness/clock.ts'

const clock = new ManualClock()
const env = { CHAT_KEY: 'sk-1', EMPTY: '' }
const provider = {
  name: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  keyEnv: 'CHAT_KEY',
  models: ['gpt-4o'],
}
const parse = (value: unknown) => parseModelConfiguration(JSON.stringify(value), env)

describe('the configuration of models', () => {
  test('names providers, their keys and their models', () => {
    const price = { inputPerMillion: 1, outputPerMillion: 2, asOf: '2026-11-01' }
    const models = ['gpt-4o', { id: 'fast', upstream: 'gpt-4o-mini', price }]
    expect(parse({ providers: [{ ...provider, models }], defaultModel: 'fast' })).toEqual({
      defaultModel: 'fast',
      fixtures: {},
      providers: [
        {
          name: 'openai',
          baseUrl: 'https://api.openai.com/v1',
          key: 'sk-1',
          models: [
            { id: 'gpt-4o', upstream: 'gpt-4o' },
            { id: 'fast', upstream: 'gpt-4o-mini', price },
          ],
        },
      ],
    })
  })

  test.each([
    ['a name', { name: 'a b' }, 'up to 64 letters'],
    ['an address', { baseUrl: 'ftp://x' }, 'an http:// or https:// URL'],
    ['a key', { key: 'a b' }, 'printable ASCII'],
    ['a variable', { keyEnv: '1 x' }, 'the name of an environment variable'],
    ['a model', { models: ['a b'] }, 'up to 128 letters'],
  ])('says of %s in words what is expected', (_, changed, words) => {
    const { key: _key, keyEnv: _keyEnv, ...bare } = provider as Record<string, unknown>
    expect(() => parse({ providers: [{ ...bare, ...changed }] })).toThrow(
      new RegExp(`expected ${words}[^^$\\\\]*$`),
    )
  })

  const rejected: [string, { given: unknown; want: RegExp }][] = [
    ['a list', { given: [], want: /the file is \[\]; expected an object/ }],
    [
      'a misspelt member',
      { given: { provider: [] }, want: /the unknown key "provider"; expected defaultModel/ },
    ],
    [
      'a variable that is not set',
      {
        given: { providers: [{ ...provider, keyEnv: 'NO_KEY' }] },
        want: /NO_KEY, which does not contain a key/,
      },
    ],
    [
      'an empty variable',
      {
        given: { providers: [{ ...provider, keyEnv: 'EMPTY' }] },
        want: /EMPTY, which does not contain a key/,
      },
    ],
    [
      'another scheme',
      {
        given: { providers: [{ ...provider, baseUrl: 'ftp://x' }] },
        want: /providers\[0\]\.baseUrl is "ftp:\/\/x"/,
      },
    ],
    [
      'a name that is taken',
      { given: { providers: [{ ...provider, name: 'mock' }] }, want: /choose another/ },
    ],
    [
      'a model without a name',
      { given: { providers: [{ ...provider, models: [''] }] }, want: /models\[0\] is ""/ },
    ],
    [
      'a price of nothing',
      {
        given: { providers: [{ ...provider, models: [{ id: 'a', price: {} }] }] },
        want: /inputPerMillion is undefined/,
      },
    ],
  ]
  test.each(rejected)('%s is refused', (_, { given, want }) => {
    expect(() => parse(given)).toThrow(want)
  })

  test('a key in the file is never repeated in a refusal', () => {
    const given = {
      providers: [{ name: 'a', baseUrl: 'https://a.example/v1', key: 'has a blank', models: [] }],
    }
    expect(() => parse(given)).toThrow(/^(?!.*blank).*key is no key/)
  })

  test('a model that two providers claim is refused, an offline one too', () => {
    for (const id of ['gpt-4o', 'mock/echo']) {
      const providers = [
        { ...provider, models: [{ id: 'gpt-4o', upstream: 'gpt-4o' }] },
        { ...provider, name: 'other', models: [{ id, upstream: id }] },
      ]
      expect(() => createModels({ environment: 'development', clock, configuration: { providers } })).toThrow(
        /is one of (openai|mock) already/,
      )
    }
  })

  test('without one an environment knows the offline models alone', () => {
    for (const environment of ['development', 'production'] as const) {
      const names = createModels({ environment, clock }).names()
      expect(names.filter((name) => !name.startsWith('mock/'))).toEqual([])
    }
  })
})

describe('prices', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 500_000 }
  const costs: [string, { given: [string, string]; want: number | null }][] = [
    ['a listed model', { given: ['api.openai.com', 'gpt-4o'], want: 7.5 }],
    ['the same name elsewhere', { given: ['localhost:8000', 'gpt-4o'], want: null }],
    ['an unknown model', { given: ['api.openai.com', 'constructor'], want: null }],
    ['an unknown host', { given: ['constructor', 'gpt-4o'], want: null }],
  ]
  test.each(costs)('%s', (_, { given, want }) => {
    expect(costOf(listPrice(...given), usage)).toBe(want)
  })

  test('without counts the cost is not known', () => {
    expect(costOf(listPrice('api.openai.com', 'gpt-4o'), null)).toBeNull()
  })
})
