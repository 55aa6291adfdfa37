/** The file behind `--models`: which models an environment knows next to the offline ones. */
import type { Price } from './prices.ts'

/** The administrator's configuration of models, for one environment. */
export interface ModelConfiguration {
  /** The model of calls that name none, in place of the environment's own default. */
  defaultModel?: string
  /** Responses of `mock/fixture`, by rendered prompt. */
  fixtures?: Readonly<Record<string, string>>
  providers?: readonly ProviderConfiguration[]
}

/** A server of chat completions. */
interface ProviderConfiguration {
  name: string
  /** Up to and without `/chat/completions`, such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Sent as `Authorization: Bearer`; none where the server requests none. */
  key?: string
  models: readonly { id: string; upstream: string; price?: Price }[]
}

const ID: Wanted = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,127}$/,
  words: 'up to 128 letters, digits and . _ : / @ - that begin with a letter or digit',
}

/**
 * Reads the JSON of a configuration. `key` may be in the file; `keyEnv` names the environment variable
 * of the key.
 *
 * @throws Error that names the property, its value and the expected one
 * @example
 * parseModelConfiguration('{"providers":[{"name":"openai","baseUrl":"https://api.openai.com/v1","keyEnv":"OPENAI_API_KEY","models":["gpt-4.1-mini"]}]}', env)
 */
export function parseModelConfiguration(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): ModelConfiguration {
  const root = object(JSON.parse(text), 'the file', ['defaultModel', 'fixtures', 'providers'])
  const providers = list(root.providers ?? [], 'providers').map((entry, index) =>
    provider(entry, `providers[${index}]`, env),
  )
  const fixtures = Object.entries(object(root.fixtures ?? {}, 'fixtures')).map(
    ([prompt, response]): [string, string] => [
      prompt,
      string(response, `the fixture of ${JSON.stringify(prompt)}`),
    ],
  )
  return {
    providers,
    fixtures: Object.fromEntries(fixtures),
    ...(root.defaultModel !== undefined && { defaultModel: string(root.defaultModel, 'defaultModel') }),
  }
}

function provider(
  value: unknown,
  at: string,
  env: Readonly<Record<string, string | undefined>>,
): ProviderConfiguration {
  const given = object(value, at, ['name', 'baseUrl', 'key', 'keyEnv', 'models'])
  const name = string(given.name, `${at}.name`, NAME)
  if (name === 'mock') throw new Error(`${at}.name is "mock", which the offline models have; choose another.`)
  const baseUrl = string(given.baseUrl, `${at}.baseUrl`, ADDRESS)
  if (!URL.canParse(baseUrl) || new URL(baseUrl).username !== '' || /[?#]/.test(baseUrl)) {
    throw new Error(`${at}.baseUrl is "${baseUrl}"; expected an address such as https://api.openai.com/v1.`)
  }
  const key = keyOf(given, at, env)
  const models = list(given.models, `${at}.models`).map((entry, index) =>
    model(entry, `${at}.models[${index}]`),
  )
  return { name, baseUrl, models, ...(key !== undefined && { key }) }
}

function keyOf(
  given: Record<string, unknown>,
  at: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (given.keyEnv === undefined) {
    return given.key === undefined ? undefined : string(given.key, `${at}.key`, KEY)
  }
  const variable = string(given.keyEnv, `${at}.keyEnv`, VARIABLE)
  const key = env[variable]
  if (key === undefined || !/^[\x21-\x7e]+$/.test(key)) {
    throw new Error(`${at}.keyEnv names the environment variable ${variable}, which does not contain a key.`)
  }
  return key
}

function model(value: unknown, at: string) {
  if (typeof value === 'string') return { id: string(value, at, ID), upstream: value }
  const given = object(value, at, ['id', 'upstream', 'price'])
  const id = string(given.id, `${at}.id`, ID)
  const upstream = given.upstream === undefined ? id : string(given.upstream, `${at}.upstream`)
  return {
    id,
    upstream,
    ...(given.price !== undefined && { price: price(given.price, `${at}.price`) }),
  }
}

function price(value: unknown, at: string): Price {
  const given = object(value, at, ['inputPerMillion', 'outputPerMillion', 'asOf'])
  return {
    inputPerMillion: amount(given.inputPerMillion, `${at}.inputPerMillion`),
    outputPerMillion: amount(given.outputPerMillion, `${at}.outputPerMillion`),
    asOf: string(given.asOf, `${at}.asOf`, DAY),
  }
}

function object(value: unknown, at: string, members?: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${at} is ${JSON.stringify(value)}; expected an object.`)
  }
  const stranger = Object.keys(value).find((name) => members !== undefined && !members.includes(name))
  if (stranger !== undefined) {
    throw new Error(`${at} has the unknown key "${stranger}"; expected ${members?.join(', ')}.`)
  }
  return value as Record<string, unknown>
}

function list(value: unknown, at: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${at} is ${JSON.stringify(value)}; expected a list.`)
  return value
}

/** The form of a text, for the check and for the message. */
interface Wanted {
  pattern: RegExp
  words: string
  secret?: boolean
}

const TEXT: Wanted = { pattern: /./su, words: 'a text' }
const NAME: Wanted = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  words: 'up to 64 letters, digits, dots, underscores and hyphens that begin with a letter or digit',
}
const ADDRESS: Wanted = { pattern: /^https?:\/\//, words: 'an http:// or https:// URL' }
const KEY: Wanted = { pattern: /^[\x21-\x7e]+$/, words: 'printable ASCII without spaces', secret: true }
const VARIABLE: Wanted = {
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  words: 'the name of an environment variable',
}
const DAY: Wanted = { pattern: /^\d{4}-\d{2}-\d{2}$/, words: 'a day such as 2026-11-02' }

function string(value: unknown, at: string, { pattern, words, secret = false }: Wanted = TEXT): string {
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new Error(`${at} is ${secret ? 'no key' : JSON.stringify(value)}; expected ${words}.`)
}

function amount(value: unknown, at: string): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new Error(`${at} is ${JSON.stringify(value)}; expected US dollars, 0 or more.`)
}
