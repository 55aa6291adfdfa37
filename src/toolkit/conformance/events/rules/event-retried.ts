import { definitionOf } from '../../ruleCatalogue.ts'
import { exhaust, hasAttempts, MAX_STEP, patienceFor, stepOf, tooSlow, withFailing } from '../attempts.ts'
import { about, type EventRule } from './each.ts'

/** Statuses after which most senders retry. */
const USUAL = [500, 503]
/** Milliseconds that a machine under load may add to a delay. */
const SLACK = 1500

/** A delivery that failed temporarily is retried at the announced time. */
export const eventRetried: EventRule = (session) => ({
  ...definitionOf('event-retried'),
  *checks(plan) {
    // A server may promise that it never tries again.
    if (session.cheapest(plan) === undefined || session.settings.retried?.length === 0) return
    const { retried, timeout, schedule } = session.settings
    yield {
      name: 'statuses',
      operation: undefined,
      later: true,
      run: (context) =>
        withFailing(
          session,
          context,
          retried ?? USUAL,
          (status, attempt) => ({ status: attempt === 1 ? status : 204 }),
          async (endpoints) => {
            const slow = tooSlow(session)
            if (slow !== undefined) return context.notObserved(slow)
            await Promise.all(endpoints.map((one) => hasAttempts(one, 2, patienceFor(session))))
            const once = endpoints.filter((one) => one.first !== undefined && one.attempts().length < 2)
            if (retried === undefined && once.length > 0)
              return context.notObserved({
                code: 'no-second-attempt',
                within: patienceFor(session),
                after: once.map(({ key }) => String(key)),
              })
            for (const { key, change } of once)
              context.broken(
                about(
                  session,
                  { change },
                  {
                    code: 'not-retried',
                    subject: String(key),
                    details: { seconds: Math.round(patienceFor(session) / 1000) },
                  },
                ),
              )
            // An attempt with a success is the last one.
            for (const { key, change, attempts } of endpoints)
              if (attempts().length > 2)
                context.broken(
                  about(
                    session,
                    { change },
                    { code: 'retried-after-success', subject: String(key), received: attempts().length },
                  ),
                )
          },
        ),
    }
    yield {
      name: 'connection cut',
      operation: undefined,
      later: true,
      run: (context) =>
        withFailing(
          session,
          context,
          ['cut'],
          (_, attempt) => (attempt === 1 ? { status: 0, instead: 'reset' } : { status: 204 }),
          async ([endpoint]) => {
            const slow = tooSlow(session)
            if (slow !== undefined) return context.notObserved(slow)
            if (endpoint?.first === undefined)
              return context.notObserved({ code: 'not-arrived', what: 'event' })
            if (await hasAttempts(endpoint, 2, patienceFor(session))) return
            if (retried === undefined)
              return context.notObserved({ code: 'no-second-attempt', unset: 'webhooks.retried' })
            context.broken(about(session, endpoint, { code: 'not-retried-after-cut' }))
          },
        ),
    }
    yield {
      name: 'no response in time',
      operation: undefined,
      later: true,
      run: (context) => {
        if (timeout === undefined)
          return context.notObserved({
            code: 'unset',
            what: 'the timeout of the sender',
            key: 'webhooks.timeout',
          })
        if (timeout > MAX_STEP)
          return context.notObserved({
            code: 'longer-than-waited',
            what: `the timeout of the sender, ${timeout / 1000} s,`,
          })
        return withFailing(
          session,
          context,
          ['silence'],
          (_, attempt) => (attempt === 1 ? { status: 0, instead: 'hang' } : { status: 204 }),
          async ([endpoint]) => {
            if (endpoint?.first === undefined)
              return context.notObserved({ code: 'not-arrived', what: 'event' })
            const came = await hasAttempts(endpoint, 2, timeout + patienceFor(session))
            const waited = (endpoint.first.abandonedAt ?? context.now()) - endpoint.first.receivedAt
            if (Math.abs(waited - timeout) > Math.max(3000, timeout * 0.1))
              context.broken(
                about(session, endpoint, {
                  code: 'wrong-timeout',
                  received: Math.round(waited / 1000),
                  expected: timeout / 1000,
                }),
              )
            if (!came && retried !== undefined)
              context.broken(about(session, endpoint, { code: 'not-retried-after-timeout' }))
          },
        )
      },
    }
    yield {
      name: 'schedule',
      operation: undefined,
      later: true,
      run: async (context) => {
        if (schedule === undefined)
          return context.notObserved({
            code: 'unset',
            what: 'the schedule of retries',
            key: 'webhooks.schedule, such as [1m, 5m, 30m]',
          })
        const { attempts, steps, change } = await exhaust(session, context, 'event-retried')
        for (let step = 0; step < schedule.length; step++) {
          const declared = stepOf(session, step) ?? 0
          const [one, next] = [attempts[step], attempts[step + 1]]
          if (declared > MAX_STEP)
            return context.notObserved({
              code: 'workflow-not-run',
              problem: `step ${step + 1} lasts ${declared / 1000} s; add --retry-time-scale`,
            })
          if (one === undefined || next === undefined) {
            context.broken(
              about(
                session,
                { change },
                { code: 'wrong-attempt-count', received: attempts.length, expected: schedule.length + 1 },
              ),
            )
            return
          }
          const waited = next.receivedAt - (one.respondedAt ?? one.receivedAt)
          const early = waited < declared * 0.9 - 60
          const late = waited > declared * 1.5 + SLACK
          if (early || late)
            context.broken(
              about(
                session,
                { change },
                {
                  code: 'wrong-retry-delay',
                  received: waited,
                  expected: Math.round(declared),
                  details: {
                    attempt: step + 2,
                    declared: (schedule[step] ?? 0) / 1000,
                    scale: session.retryTimeScale,
                  },
                },
              ),
            )
        }
        if (attempts.length > schedule.length + 1 && steps === schedule.length)
          context.broken(
            about(
              session,
              { change },
              { code: 'wrong-attempt-count', received: attempts.length, expected: schedule.length + 1 },
            ),
          )
      },
    }
  },
})
