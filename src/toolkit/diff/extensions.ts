/** `x-` members: some are promises that programs rely on, all others are remarks. */
import type { Json } from '../openapi/document.ts'
import type { Direction, Level, Where } from './finding.ts'
import type { Pair } from './graph.ts'
import { canonical, type Location, step } from './location.ts'
import { changeOf } from './messages.ts'

interface Extended {
  location: Location
  extensions: ReadonlyMap<string, Json>
}

interface Both {
  old: Extended
  new: Extended
  direction: Direction | 'none'
  named: (where: Where) => string
}

/** Compared elsewhere, where they mean something. */
const ELSEWHERE = new Set([
  'x-sunset',
  'x-files',
  'x-generated-by',
  'x-shared-headers',
  'x-implied-responses',
])

/** What a change of an extension means to a consumer, by the beginning of its name. */
const PROMISES: [prefix: string, level: Level, what: string][] = [
  ['x-signature', 'breaking', 'the signature that receivers verify'],
  ['x-retry', 'risky', 'the retry schedule that receivers count on'],
  ['x-idempotency', 'risky', 'how repeated requests are recognised'],
  ['x-rate-limit', 'risky', 'how many requests are taken'],
  ['x-error-codes', 'risky', 'the error codes that programs compare'],
  ['x-webhook', 'risky', 'how webhooks are delivered'],
  ['x-pagination', 'risky', 'how lists are paged'],
]

export function compareExtensions(pair: Pair, { old, new: now, direction, named }: Both): void {
  for (const name of new Set([...old.extensions.keys(), ...now.extensions.keys()])) {
    const [before, after] = [old.extensions.get(name), now.extensions.get(name)]
    if (ELSEWHERE.has(name) || canonical(before) === canonical(after)) continue
    const promise = PROMISES.find(([prefix]) => name.startsWith(prefix))
    const level = name === 'x-max-bytes' ? levelOfSize(before, after, direction) : (promise?.[1] ?? 'docs')
    pair.observe({
      rule: 'extension-changed',
      level,
      effect: 'other',
      direction,
      detail: name,
      old: before === undefined ? old.location : step(old.location, name),
      new: after === undefined ? now.location : step(now.location, name),
      sentence: (where) =>
        `${changeOf(name, before, after, named(where))}${promise ? `: ${promise[2]} changed` : ''}.`,
    })
  }
}

function levelOfSize(
  before: Json | undefined,
  after: Json | undefined,
  direction: Direction | 'none',
): Level {
  const size = (value: Json | undefined) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY)
  const smaller = size(after) < size(before)
  return smaller === (direction !== 'response') ? 'breaking' : 'compatible'
}

/** The `x-` members of an object. */
export const extensionsOf = (location: Location): Map<string, Json> =>
  new Map(
    Object.entries((location.value ?? {}) as Record<string, Json>).filter(([name]) => name.startsWith('x-')),
  )
