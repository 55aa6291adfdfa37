import { definitionOf } from '../../ruleCatalogue.ts'
import { hasAttempts, tooSlow, watchFor, withFailing } from '../attempts.ts'
import { about, type EventRule } from './each.ts'

const SUCCESSES = [200, 201, 202, 204]
/** Statuses after which a retry helps only when the client changes something. */
const FINAL = [400, 401, 403, 404, 405, 410, 422]

/** A successful or permanently rejected delivery is not sent again. */
export const eventNotRetriedWhenFinal: EventRule = (session) => ({
  ...definitionOf('event-not-retried-when-final'),
  *checks(plan) {
    if (session.cheapest(plan) === undefined) return
    const { final, retried, endedBy } = session.settings
    const rejections = final ?? (retried === undefined ? [] : FINAL.filter((one) => !retried.includes(one)))
    for (const [name, statuses] of [
      ['successes', SUCCESSES],
      ['refusals', rejections],
    ] as const)
      yield {
        name,
        operation: undefined,
        later: true,
        run: (context) =>
          statuses.length === 0
            ? context.notObserved({
                code: 'unset',
                what: 'the final statuses',
                key: 'webhooks.final or webhooks.retried',
              })
            : withFailing(
                session,
                context,
                statuses,
                (status) => ({ status }),
                async (endpoints) => {
                  const slow = name === 'refusals' ? tooSlow(session) : undefined
                  if (slow !== undefined) return context.notObserved(slow)
                  const watch = watchFor(session)
                  await Promise.all(endpoints.map((one) => hasAttempts(one, 2, watch)))
                  for (const { key, change, attempts, first } of endpoints) {
                    if (first !== undefined && attempts().length > 1)
                      context.broken(
                        about(
                          session,
                          { change },
                          { code: 'retried-after-final', subject: String(key), received: attempts().length },
                        ),
                      )
                  }
                },
              ),
      }
    if (endedBy.length > 0)
      yield {
        name: 'ended',
        operation: undefined,
        later: true,
        run: (context) =>
          withFailing(
            session,
            context,
            endedBy,
            (status) => ({ status }),
            async (endpoints) => {
              const cause = session.cheapest(context)
              if (cause === undefined) return
              // The sender has recorded the response by the time that another event has come and gone.
              await context.wait(300)
              const later = await session.change(context, cause)
              const { mailbox } = await session.everything(context)
              await mailbox.find((one) => session.reportsOf(one, later), session.settings.arrival)
              await context.wait(200)
              for (const { key, subscription, first } of endpoints)
                if (
                  first !== undefined &&
                  subscription.mailbox.deliveries.some((one) => session.reportsOf(one, later))
                )
                  context.broken(
                    about(session, { change: later }, { code: 'event-after-ending', subject: String(key) }),
                  )
            },
          ),
      }
  },
})
