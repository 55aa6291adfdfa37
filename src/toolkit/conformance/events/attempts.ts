/** Makes an endpoint fail on purpose, and watches what a sender does about it. */

import type { CheckContext } from '../engine/rule.ts'
import type { SkipFact } from '../messages/skips.ts'
import type { Delivery, PlainResponse } from '../receiver/receiver.ts'
import type { Change } from './causes.ts'
import { attemptsOf, type EventSession } from './session.ts'
import type { Subscription } from './subscription.ts'

interface Failing<K> {
  /** The behavior of this endpoint, such as a status. */
  key: K
  subscription: Subscription
  change: Change
  /** The first attempt; undefined when none came. */
  first: Delivery | undefined
  /** Every attempt of the event so far. */
  attempts(): Delivery[]
}

/**
 * One endpoint for each key, all of them subscribed to one change. Each responds as `script` returns for the number of
 * the attempt. Ends the subscriptions when `work` is over.
 */
export async function withFailing<K, T>(
  session: EventSession,
  context: CheckContext,
  keys: readonly K[],
  script: (key: K, attempt: number) => PlainResponse,
  work: (endpoints: Failing<K>[]) => Promise<T>,
): Promise<T> {
  const cause = session.cheapest(context)
  if (cause === undefined)
    return context.notObserved({
      code: 'unset',
      what: 'an operation that raises an event',
      key: 'webhooks.raised',
    })
  // Events of other changes in the meantime get an immediate success: their retries would disturb this measurement.
  let know: (change: Change | undefined) => void = () => {}
  const made = new Promise<Change | undefined>((resolve) => {
    know = resolve
  })
  const open = async (
    left: readonly K[],
    subscriptions: { key: K; subscription: Subscription }[],
  ): Promise<T> => {
    const [key, ...rest] = left
    if (key !== undefined)
      return session.withSubscription(context, [cause.message], (subscription) => {
        const attempts = new Map<string, number>()
        subscription.mailbox.respond(async (delivery) => {
          const change = await made
          if (change === undefined || !session.reportsOf(delivery, change)) return { status: 204 }
          const id = session.idOf(delivery) ?? delivery.body.toString()
          const attempt = (attempts.get(id) ?? 0) + 1
          attempts.set(id, attempt)
          return script(key, attempt)
        })
        return open(rest, [...subscriptions, { key, subscription }])
      })
    const change = await session.change(context, cause).catch((error) => {
      know(undefined)
      throw error
    })
    know(change)
    const endpoints = await Promise.all(
      subscriptions.map(async ({ key: one, subscription }): Promise<Failing<K>> => {
        const { mailbox } = subscription
        const first = await mailbox.find(
          (delivery) => session.reportsOf(delivery, change),
          session.settings.arrival,
        )
        const attempts = () => (first === undefined ? [] : attemptsOf(session, mailbox, first))
        return { key: one, subscription, change, first, attempts }
      }),
    )
    return work(endpoints)
  }
  return open(keys, [])
}

/** Waits until an endpoint has had so many attempts; whether it did in time. */
export async function hasAttempts(
  endpoint: Failing<unknown>,
  count: number,
  milliseconds: number,
): Promise<boolean> {
  const reached = () => endpoint.attempts().length >= count
  if (reached()) return true
  await endpoint.subscription.mailbox.find(() => reached(), milliseconds)
  return reached()
}

/** The scaled delay before a further attempt; undefined where the configuration declares none. */
export function stepOf({ settings, retryTimeScale }: EventSession, step: number): number | undefined {
  const declared = settings.schedule?.[step]
  return declared === undefined ? undefined : declared / retryTimeScale
}

/** More than this is not waited for: a schedule that the target does not speed up is not observed. */
export const MAX_STEP = 30_000

/** How long to wait for a further attempt. */
export const patienceFor = (session: EventSession, step = 0): number =>
  Math.max(session.settings.arrival, (stepOf(session, step) ?? 0) * 1.5 + 1500)

/** How long to watch that no further attempt comes. */
export const watchFor = (session: EventSession): number =>
  Math.min(5000, (stepOf(session, 0) ?? 500) * 2 + 700)

export const tooSlow = (session: EventSession): SkipFact | undefined => {
  const step = stepOf(session, 0)
  return step !== undefined && step > MAX_STEP ? { code: 'long-schedule', step } : undefined
}

/** An endpoint that fails always, watched through the declared schedule; for all rules over attempts. */
interface Exhausted {
  change: Change
  attempts: Delivery[]
  /** Steps that were waited for. */
  steps: number
}

export const exhaust = (session: EventSession, context: CheckContext, asker: string): Promise<Exhausted> =>
  session.once(context, 'exhausted', asker, () =>
    withFailing(
      session,
      context,
      ['always'],
      () => ({ status: 503 }),
      async ([endpoint]) => {
        if (endpoint?.first === undefined)
          return context.notObserved({
            code: 'not-arrived',
            what: 'event',
            after: 'at an endpoint of its own',
          })
        const slow = tooSlow(session)
        if (slow !== undefined) return context.notObserved(slow)
        const { schedule } = session.settings
        let steps = 0
        // Without a declared schedule three attempts show what two share.
        const most = schedule?.length ?? 2
        while (steps < most && (stepOf(session, steps) ?? 0) <= MAX_STEP) {
          if (!(await hasAttempts(endpoint, steps + 2, patienceFor(session, steps)))) break
          steps++
        }
        if (schedule !== undefined && steps === schedule.length)
          await hasAttempts(endpoint, steps + 2, Math.min(1500, (stepOf(session, steps - 1) ?? 0) + 500))
        return { change: endpoint.change, attempts: [...endpoint.attempts()], steps }
      },
    ),
  )
