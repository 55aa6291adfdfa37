/** The webhook settings of a configuration. A missing property is guessed or not observed. */

import { type SchemeName, type SignatureScheme, schemeNames, schemeOf } from '../../model/signatures.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { ConfigError, known, objectOf, requiredText, textsOf } from '../config/members.ts'
import type { Surroundings } from '../config/readConfig.ts'

export interface WebhookSettings {
  /** Undefined: guessed from the document. */
  scheme: SignatureScheme | 'none' | undefined
  /** Properties that differ from the scheme's own, also for a guessed one. */
  changes: Partial<SignatureScheme>
  /** The operation that makes a subscription. */
  subscribe: string | undefined
  /** Pointers to the URL, the event types and the secret in its body. The secret may also be in its response. */
  members: { url?: string; types?: string; secret?: string }
  /** A manually created subscription to the receiver's URL and these types. */
  given: { secret: string | undefined; types: string[] | undefined } | undefined
  /** Secret of deliveries that no subscription brings, such as callbacks. */
  secret: string | undefined
  /** Operations that raise an event, by its type. */
  raised: Record<string, Cause[]>
  /** Types that a client cannot cause, with the reason. */
  unraised: Record<string, string>
  /** Pointers into the payload, or `header:Name`. */
  id: string | undefined
  time: string | undefined
  /** Values of every event of this API, by pointer, such as its trigger. */
  always: Record<string, Json>
  /** The mark of a test event. */
  testMark: { pointer: string; value: Json } | undefined
  retried: number[] | undefined
  final: number[] | undefined
  /** Milliseconds before each further attempt, as declared. */
  schedule: number[] | undefined
  /** Milliseconds that an endpoint has for its response. */
  timeout: number | undefined
  /** Statuses that end the subscription. */
  endedBy: number[]
  /** Whether URLs that lead to private addresses and plain http are rejected; else the document decides. */
  privateTargets: 'refused' | 'allowed' | undefined
  plainTargets: 'refused' | 'allowed' | undefined
  /** Milliseconds in which an event arrives. */
  arrival: number
}

interface Cause {
  operation: string
  /** Properties that the body of the request must have for this event. */
  body: JsonObject | undefined
}

const MEMBERS = [
  'scheme',
  'subscribe',
  'members',
  'given',
  'secret',
  'raised',
  'unraised',
  'id',
  'time',
  'always',
  'testMark',
  'retried',
  'final',
  'schedule',
  'timeout',
  'endedBy',
  'privateTargets',
  'plainTargets',
  'arrival',
]
const SCHEME_MEMBERS = [
  'name',
  'header',
  'form',
  'prefix',
  'encoding',
  'algorithm',
  'content',
  'separator',
  'idHeader',
  'timestampHeader',
  'key',
  'tolerance',
]

/**
 * @param tree the property `webhooks` of the configuration
 * @throws ConfigError
 */
export function readWebhookSettings(tree: Json | undefined, surroundings: Surroundings): WebhookSettings {
  const given = objectOf(tree ?? {}, 'webhooks')
  known(given, MEMBERS, 'webhooks')
  const { scheme, changes } = schemeIn(given.scheme)
  const hand = given.given === undefined ? undefined : objectOf(given.given, 'webhooks.given')
  return {
    scheme,
    changes,
    subscribe: textAt(given, 'subscribe'),
    members: membersIn(given.members),
    given: hand && {
      secret:
        hand.secret === undefined ? undefined : secretIn(hand.secret, 'webhooks.given.secret', surroundings),
      types: hand.types === undefined ? undefined : textsOf(hand.types, 'webhooks.given.types'),
    },
    secret: given.secret === undefined ? undefined : secretIn(given.secret, 'webhooks.secret', surroundings),
    raised: causesIn(given.raised),
    unraised: textsByName(given.unraised, 'webhooks.unraised'),
    id: textAt(given, 'id'),
    time: textAt(given, 'time'),
    always: objectOf(given.always ?? {}, 'webhooks.always') as Record<string, Json>,
    testMark: markIn(given.testMark),
    retried: numbersAt(given, 'retried'),
    final: numbersAt(given, 'final'),
    schedule:
      given.schedule === undefined
        ? undefined
        : listOf(given.schedule).map((one) => durationOf(one, 'webhooks.schedule')),
    timeout: given.timeout === undefined ? undefined : durationOf(given.timeout, 'webhooks.timeout'),
    endedBy: numbersAt(given, 'endedBy') ?? [],
    privateTargets: rejectedOrAllowed(given, 'privateTargets'),
    plainTargets: rejectedOrAllowed(given, 'plainTargets'),
    arrival: given.arrival === undefined ? 10_000 : durationOf(given.arrival, 'webhooks.arrival'),
  }
}

function schemeIn(value: Json | undefined): Pick<WebhookSettings, 'scheme' | 'changes'> {
  if (value === undefined) return { scheme: undefined, changes: {} }
  const tree = isObject(value) ? value : { name: value }
  known(tree, SCHEME_MEMBERS, 'webhooks.scheme')
  const { name, ...changes } = tree
  if (name === undefined) return { scheme: undefined, changes: changes as Partial<SignatureScheme> }
  if (!schemeNames.includes(name as SchemeName))
    throw new ConfigError(
      `webhooks.scheme is ${JSON.stringify(name)}; expected one of ${schemeNames.join(', ')}`,
    )
  const scheme = schemeOf(name as SchemeName, changes as Partial<SignatureScheme>)
  return { scheme: scheme ?? 'none', changes: changes as Partial<SignatureScheme> }
}

function membersIn(value: Json | undefined): WebhookSettings['members'] {
  const tree = objectOf(value ?? {}, 'webhooks.members')
  known(tree, ['url', 'types', 'secret'], 'webhooks.members')
  return textsByName(tree, 'webhooks.members')
}

/** `prompt.created: createPrompt`, a list of such, or `{ operation, body }`. */
function causesIn(value: Json | undefined): WebhookSettings['raised'] {
  const causes: WebhookSettings['raised'] = {}
  for (const [type, given] of Object.entries(objectOf(value ?? {}, 'webhooks.raised'))) {
    causes[type] = listOf(given).map((one) => {
      if (typeof one === 'string') return { operation: one, body: undefined }
      const tree = objectOf(one, `webhooks.raised.${type}`)
      known(tree, ['operation', 'body'], `webhooks.raised.${type}`)
      return {
        operation: requiredText(tree.operation, `webhooks.raised.${type}.operation`),
        body: tree.body === undefined ? undefined : objectOf(tree.body, `webhooks.raised.${type}.body`),
      }
    })
  }
  return causes
}

/** `/metadata/triggeredBy=test`. */
function markIn(value: Json | undefined): WebhookSettings['testMark'] {
  if (value === undefined) return undefined
  const [pointer = '', text = 'true'] = requiredText(value, 'webhooks.testMark').split('=', 2)
  return { pointer, value: text === 'true' || text === 'false' ? text === 'true' : text }
}

/** `90s`, `5m`, `2h`, `1d`, `250ms`, or a number of seconds. */
function durationOf(value: Json | undefined, at: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(String(value)) ?? []
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit]
  if (number === undefined || factor === undefined)
    throw new ConfigError(`${at} is ${JSON.stringify(value)}; expected a duration such as 30s, 5m or 2h`)
  return Number(number) * factor
}

function secretIn(value: Json, at: string, { env, readFile }: Surroundings): string {
  const text = requiredText(value, at)
  if (text.startsWith('@')) return readFile(text.slice(1)).trim()
  const found = text.startsWith('env:') ? env[text.slice(4)] : undefined
  if (found === undefined || found === '')
    throw new ConfigError(
      `${at} is ${text.startsWith('env:') ? `${text}, which is not set` : 'a secret itself'}; expected "env:NAME" or "@file"`,
    )
  return found
}

const listOf = (value: Json | undefined): Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

const textAt = (tree: JsonObject, member: string): string | undefined =>
  tree[member] === undefined ? undefined : requiredText(tree[member], `webhooks.${member}`)

function textsByName(value: Json | undefined, at: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectOf(value ?? {}, at)).map(([name, text]) => [
      name,
      requiredText(text, `${at}.${name}`),
    ]),
  )
}

function numbersAt(tree: JsonObject, member: string): number[] | undefined {
  if (tree[member] === undefined) return undefined
  return listOf(tree[member]).map((one) => {
    if (Number.isInteger(one)) return Number(one)
    throw new ConfigError(`webhooks.${member} contains ${JSON.stringify(one)}; expected statuses`)
  })
}

function rejectedOrAllowed(tree: JsonObject, member: string): 'refused' | 'allowed' | undefined {
  const value = tree[member]
  if (value === undefined || value === 'refused' || value === 'allowed') return value
  throw new ConfigError(`webhooks.${member} is ${JSON.stringify(value)}; expected "refused" or "allowed"`)
}
