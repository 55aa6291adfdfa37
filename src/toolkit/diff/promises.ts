/** Which `x-` properties are promises that programs rely on. */
import type { Level } from './finding.ts'

/** Compared elsewhere, where they mean something. */
export const ELSEWHERE = new Set([
  'x-sunset',
  'x-files',
  'x-generated-by',
  'x-shared-headers',
  'x-implied-responses',
])

/** The effect of a changed extension on consumers, by the prefix of its name. */
const PROMISES: [prefix: string, level: Level, what: string][] = [
  ['x-signature', 'breaking', 'the signature that receivers verify'],
  ['x-retry', 'risky', 'the retry schedule that receivers count on'],
  ['x-idempotency', 'risky', 'how repeated requests are recognised'],
  ['x-rate-limit', 'risky', 'how many requests are accepted'],
  ['x-error-codes', 'risky', 'the error codes that programs compare'],
  ['x-webhook', 'risky', 'how webhooks are delivered'],
  ['x-pagination', 'risky', 'how lists are paged'],
]

/** The promise that an extension makes; undefined for a remark. */
export const promiseOf = (name: string): (typeof PROMISES)[number] | undefined =>
  PROMISES.find(([prefix]) => name.startsWith(prefix))

/** Whether an extension limits the bytes of a body. */
export const isSize = (name: string): boolean => name === 'x-max-bytes'

/** Whether an extension states nothing that programs rely on. */
export const isRemark = (name: string): boolean =>
  name.startsWith('x-') && !ELSEWHERE.has(name) && !isSize(name) && promiseOf(name) === undefined
