import { signedTime } from '../../../model/signatures.ts'
import { isOfAttempt } from '../../../model/vocabulary.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { signatureProblems } from '../../receiver/schemes.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { exhaust } from '../attempts.ts'
import { secretsFor } from '../secretsFor.ts'
import { about, type EventRule } from './each.ts'

/** Attempts that are further apart than this are signed in other seconds. */
const APART = 2500

/** Every attempt of an event has the same id and the same bytes, and a signature of its own. */
export const eventRetryIdentical: EventRule = (session) => ({
  ...definitionOf('event-retry-identical'),
  *checks(plan) {
    // A server may promise that it never tries again.
    if (session.cheapest(plan) === undefined || session.settings.retried?.length === 0) return
    yield {
      name: 'attempts',
      operation: undefined,
      later: true,
      run: async (context) => {
        const { attempts, change } = await exhaust(session, context, 'event-retry-identical')
        const [first, ...rest] = attempts
        const subscription = session.subscriptions.find(
          ({ mailbox }) => first !== undefined && mailbox.deliveries.includes(first),
        )
        if (first === undefined || rest.length === 0)
          return foreign(session, change) === undefined
            ? context.notObserved({ code: 'no-second-attempt' })
            : context.broken(
                about(
                  session,
                  { change },
                  { code: 'retry-with-other-id', received: foreign(session, change) },
                ),
              )
        for (const [index, one] of rest.entries()) {
          const nth = index + 2
          if (!one.body.equals(first.body))
            return context.broken(
              about(
                session,
                { change },
                {
                  code: 'retry-with-other-body',
                  received: one.body.length,
                  expected: first.body.length,
                  details: { attempt: nth },
                },
              ),
            )
          const changed = Object.keys(first.headers).find(
            (name) => !isOfAttempt(name) && readHeader(one.headers, name) !== readHeader(first.headers, name),
          )
          if (changed !== undefined)
            context.broken(
              about(
                session,
                { change },
                {
                  code: 'retry-with-other-header',
                  subject: changed,
                  received: readHeader(one.headers, changed),
                  expected: readHeader(first.headers, changed),
                  details: { attempt: nth },
                },
              ),
            )
          const { scheme } = session.signature
          if (scheme === undefined || subscription === undefined) continue
          for (const problem of signatureProblems(
            scheme,
            one,
            secretsFor(subscription, session.contract.messageOf(one)),
          ))
            context.broken(about(session, { change }, problem, { within: `attempt ${nth}` }))
          const [before, now] = [signedTime(scheme, first.headers), signedTime(scheme, one.headers)]
          const apart = one.receivedAt - first.receivedAt
          if (before !== undefined && now !== undefined && apart > APART && now <= before)
            return context.broken(
              about(
                session,
                { change },
                { code: 'signature-repeated', received: nth, details: { seconds: Math.round(apart / 1000) } },
              ),
            )
        }
      },
    }
  },
})

/** The id of another delivery about the change at the endpoint that failed. */
function foreign(
  session: Parameters<EventRule>[0],
  change: Parameters<typeof session.reportsOf>[1],
): string | undefined {
  const boxes = session.subscriptions.map(({ mailbox }) =>
    mailbox.deliveries.filter(
      (one) => session.contract.messageOf(one) === change.cause.message && session.reportsOf(one, change),
    ),
  )
  const own = boxes.find((list) => list.length > 1 && new Set(list.map((one) => session.idOf(one))).size > 1)
  return own?.map((one) => session.idOf(one)).at(-1)
}
