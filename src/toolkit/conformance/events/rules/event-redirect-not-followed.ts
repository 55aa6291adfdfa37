import { definitionOf } from '../../ruleCatalogue.ts'
import { watchFor, withFailing } from '../attempts.ts'
import { about, type EventRule } from './each.ts'

const REDIRECTS = [301, 302, 303, 307, 308]

/** A redirect would lead a signed event to an address without a subscription. */
export const eventRedirectNotFollowed: EventRule = (session) => ({
  ...definitionOf('event-redirect-not-followed'),
  *checks(plan) {
    if (session.cheapest(plan) === undefined) return
    yield {
      name: 'redirects',
      operation: undefined,
      later: true,
      run: (context) => {
        const elsewhere = new Map(REDIRECTS.map((status) => [status, session.receiver.mailbox()]))
        return withFailing(
          session,
          context,
          REDIRECTS,
          (status) => ({ status, headers: { Location: elsewhere.get(status)?.url ?? '' } }),
          async (endpoints) => {
            await context.wait(watchFor(session))
            for (const { key, change, first } of endpoints) {
              const followed = elsewhere.get(key)?.deliveries.length ?? 0
              if (first !== undefined && followed > 0)
                context.broken(
                  about(
                    session,
                    { change },
                    {
                      code: 'redirect-followed',
                      subject: String(key),
                      received: elsewhere.get(key)?.deliveries[0]?.method,
                    },
                  ),
                )
            }
          },
        )
      },
    }
  },
})
