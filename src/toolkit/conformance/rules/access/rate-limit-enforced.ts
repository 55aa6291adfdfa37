import { type ApiOperation, examplesOf } from '../../../model/api.ts'
import { saysUnixTime } from '../../../model/description.ts'
import { objectAt } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { follow } from '../../../openapi/resolve.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Identity } from '../../config/identity.ts'
import type { Recorded } from '../../engine/events.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule, NotObserved } from '../../engine/rule.ts'
import { pauseOf } from '../../engine/send.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

const REMAINING = ['x-ratelimit-remaining', 'ratelimit-remaining', 'x-rate-limit-remaining']
const LIMIT = ['x-ratelimit-limit', 'ratelimit-limit', 'x-rate-limit-limit']
const RESET = ['x-ratelimit-reset', 'ratelimit-reset', 'x-rate-limit-reset']
/** More requests than this only to see a limit are load. */
const MAX_REQUESTS = 150

const numberIn = (exchange: Recorded, names: string[]): number | undefined => {
  const found = names.map((name) => readHeader(exchange.headers, name)).find((value) => value !== undefined)
  return found === undefined || !/^\d+$/.test(found) ? undefined : Number(found)
}

/**
 * The counters of a rate limit must be correct: decrease with each request, reject requests at zero, and
 * accept them after the wait.
 */
export const rateLimitEnforced = defineRule({
  ...definitionOf('rate-limit-enforced'),
  *checks({ api, roles }) {
    const operation = api.operations.find(
      (one) =>
        one.method === 'GET' &&
        !one.path.includes('{') &&
        one.inputs.every((input) => !input.required) &&
        [...one.responses.values()].some(({ node }) =>
          JSON.stringify(node.headers ?? {})
            .toLowerCase()
            .includes('ratelimit'),
        ),
    )
    if (operation === undefined) return
    yield {
      name: 'counts',
      constraint: 'rate limit counts',
      operation,
      exclusive: true,
      run: (context) => counts(context, operation, roles.limited ?? roles.main),
    }
    yield {
      name: 'reset',
      constraint: 'rate limit resets',
      operation,
      exclusive: true,
      run: (context) => reset(context, operation, roles.limited ?? roles.main),
    }
    yield {
      name: 'limit',
      constraint: 'rate limit rejects',
      operation,
      exclusive: true,
      run: (context) => reaches(context, operation, roles.limited),
    }
    for (const other of api.operations.filter((one) => one.responses.has('429'))) {
      yield {
        name: 'everywhere',
        constraint: 'rate limit applies everywhere',
        operation: other,
        exclusive: true,
        run: (context) => appliesTo(context, operation, other, roles.limited),
      }
    }
  },
})

const plain = { params: {}, query: {}, headers: {} }

async function counts(context: CheckContext, operation: ApiOperation, identity: Identity): Promise<void> {
  let [one, two] = [
    await context.send(operation, plain, { identity, limits: true }),
    await context.send(operation, plain, { identity, limits: true }),
  ]
  for (let attempt = 0; numberIn(one, RESET) !== numberIn(two, RESET) && attempt < 3; attempt++) {
    one = two // a new window began between them
    two = await context.send(operation, plain, { identity, limits: true })
  }
  const [before, after] = [numberIn(one, REMAINING), numberIn(two, REMAINING)]
  if (before === undefined || after === undefined)
    return context.notObserved({ code: 'absent', from: 'the response', what: 'number of remaining requests' })
  if (two.status === 429 || before === 0) return context.notObserved({ code: 'limit-reached' })
  if (after !== before - 1)
    context.broken({
      code: 'remaining-not-counted',
      received: after,
      expected: before - 1,
      details: { before },
      exchange: two,
      with: [one],
    })
  if (numberIn(one, LIMIT) !== numberIn(two, LIMIT))
    context.broken({
      code: 'limit-not-constant',
      received: numberIn(two, LIMIT),
      expected: numberIn(one, LIMIT),
      exchange: two,
      with: [one],
    })
}

async function reset(context: CheckContext, operation: ApiOperation, identity: Identity): Promise<void> {
  const one = await context.send(operation, plain, { identity, limits: true })
  const at = numberIn(one, RESET)
  if (at === undefined)
    return context.notObserved({ code: 'absent', from: 'the response', what: 'time of reset' })
  const now = Date.parse(readHeader(one.headers, 'date') ?? '') / 1000
  // The value is a Unix time or a number of seconds from now (draft-ietf-httpapi-ratelimit-headers).
  if (at < EPOCHS && saysEpoch(context, operation))
    context.broken({
      code: 'reset-not-unix',
      received: at,
      exchange: one,
      place: operation.pointer,
    })
  const seconds = at > EPOCHS ? at - now : at
  if (seconds < -2 || seconds > 86_400)
    context.broken({
      code: 'reset-not-ahead',
      received: Math.round(seconds),
      exchange: one,
    })
  const policy = /^(\d+)\/(second|minute|hour|day)$/.exec(readHeader(one.headers, 'x-ratelimit-policy') ?? '')
  const window = { second: 1, minute: 60, hour: 3600, day: 86_400 }[policy?.[2] ?? ''] ?? undefined
  if (window !== undefined && seconds > window + 2)
    context.broken({
      code: 'reset-beyond-window',
      received: Math.round(seconds),
      expected: policy?.[2] ?? '',
      exchange: one,
    })
}

/** Unix seconds are larger, delays smaller. */
const EPOCHS = 1_000_000_000

/** Whether the description or the example of the reset header declares it as a point in time. */
function saysEpoch({ api }: CheckContext, { responses }: ApiOperation): boolean {
  const declared = [...responses.values()].flatMap(({ node }) =>
    Object.entries(objectAt(node, 'headers'))
      .filter(([name]) => RESET.includes(name.toLowerCase()))
      .map(([, header]) => follow(api.document, header)),
  )
  return declared.some((header) => {
    const view = viewOf(api.document, header.schema)
    const shown = [...examplesOf(api.document, header), ...examplesOf(api.document, view)]
    const words = [header.description, view.description].join(' ')
    return saysUnixTime(words) || shown.some((one) => typeof one === 'number' && one > EPOCHS)
  })
}

/**
 * Once the limit is used up, the operations that declare 429 return it. Which of them share a limit is
 * decided by the server.
 */
async function appliesTo(
  context: CheckContext,
  one: ApiOperation,
  other: ApiOperation,
  identity: Identity | undefined,
): Promise<void> {
  if (identity === undefined) return context.notObserved({ code: 'no-small-plan' })
  const parts = await likelyParts(context, other)
  // The limit gives requests back over time, and another check may have used one.
  let exchange = await context.send(other, parts, { identity, limits: true })
  for (let sent = 0; exchange.status !== 429 && sent < MAX_REQUESTS; sent++) {
    const { status } = await context.send(one, plain, { identity, limits: true })
    if (status === 429) break
  }
  for (let attempt = 0; exchange.status !== 429 && attempt < 2; attempt++)
    exchange = await context.send(other, parts, { identity, limits: true })
  context.habit('rate-limit-enforced: beyond the limit', exchange.status === 429 ? 'refused' : 'taken', {
    code: 'limit-not-shared',
    received: exchange.status,
    expected: 429,
    exchange,
    place: other.pointer,
  })
}

/** Where nothing can be made any more, the request need not be one that succeeds. */
async function likelyParts(context: CheckContext, operation: ApiOperation): Promise<Parts> {
  try {
    return await context.parts(operation)
  } catch (error) {
    if (error instanceof NotObserved) return { params: {}, query: {}, headers: {} }
    throw error
  }
}

async function reaches(
  context: CheckContext,
  operation: ApiOperation,
  identity: Identity | undefined,
): Promise<void> {
  if (identity === undefined) return context.notObserved({ code: 'no-small-plan' })
  let last = await context.send(operation, plain, { identity, limits: true })
  let limit = numberIn(last, LIMIT)
  let used = false
  for (let sent = 1; last.status !== 429; sent++) {
    const reported = numberIn(last, LIMIT)
    if (reported !== undefined) limit = Math.min(limit ?? reported, reported)
    used ||= numberIn(last, REMAINING) === 0
    if (sent >= MAX_REQUESTS) {
      if (limit !== undefined && limit < sent)
        context.broken({
          code: 'limit-not-enforced',
          received: last.status,
          expected: 429,
          details: { sent, limit },
          exchange: last,
        })
      else if (used)
        context.broken({
          code: 'remaining-not-enforced',
          received: last.status,
          expected: 429,
          details: { sent },
          exchange: last,
        })
      return context.notObserved({ code: 'limit-not-reached', sent })
    }
    last = await context.send(operation, plain, { identity, limits: true })
  }
  const seconds = pauseOf(last, context.now()) / 1000
  if (seconds > 120 && seconds <= 600_000) {
    // A thousandth of the time covers servers that count in milliseconds.
    await context.wait(seconds + 1_000)
    const early = await context.send(operation, plain, { identity, limits: true })
    if (early.status < 400)
      return context.broken({
        code: 'retry-after-too-long',
        received: early.status,
        details: { waited: Math.round(seconds / 1000) + 1, seconds },
        exchange: early,
        with: [last],
      })
  }
  if (!(seconds <= 120))
    return context.notObserved({
      code: 'longer-than-waited',
      what: `Retry-After: ${readHeader(last.headers, 'retry-after') ?? 'nothing'}`,
    })
  await context.wait(seconds * 1000 + 50)
  const after = await context.send(operation, plain, { identity, limits: true })
  if (after.status === 429)
    context.broken({
      code: 'retry-after-too-short',
      received: after.status,
      details: { seconds },
      exchange: after,
      with: [last],
    })
}
