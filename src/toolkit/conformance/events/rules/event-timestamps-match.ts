import { signedTime } from '../../../model/signatures.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { signedTimeProblems } from '../../receiver/schemes.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { type Arrived, about, type EventRule, eachArrived } from './each.ts'

/** Clocks and the seconds of a Date header are allowed to be so far apart. */
const SLACK = 2500
/** A signature is made when the attempt is: more than this is an old one. */
const OLDEST_SIGNATURE = 30

/** An event states when it happened, and its signature when it was made. */
export const eventTimestampsMatch: EventRule = (session) => ({
  ...definitionOf('event-timestamps-match'),
  checks: (plan) =>
    eachArrived(session, plan, 'event-timestamps-match', (context, arrived) => {
      const { delivery, change } = arrived
      const offset = clockOffset(arrived)
      const reported = session.timeOf(delivery)
      if (reported !== undefined) {
        const from = change.startedAt + offset - SLACK
        const to = delivery.receivedAt + offset + SLACK
        if (!(reported.at >= from && reported.at <= to))
          context.broken(
            about(
              session,
              arrived,
              {
                code: 'event-time-wrong',
                subject: arrived.change.cause.message.type,
                received: reported.received,
                details: { pointer: reported.pointer, from: iso(from), to: iso(to) },
              },
              reported.pointer.startsWith('/') ? { pointer: reported.pointer } : {},
            ),
          )
      }
      const { scheme } = session.signature
      if (scheme === undefined) return
      const now = delivery.receivedAt + offset
      const problems = signedTimeProblems(scheme, delivery.headers, now)
      for (const problem of problems) context.broken(about(session, arrived, problem))
      const signed = signedTime(scheme, delivery.headers)
      if (problems.length === 0 && signed !== undefined && Math.abs(now / 1000 - signed) > OLDEST_SIGNATURE)
        context.broken(
          about(session, arrived, { code: 'signature-stale', received: Math.round(now / 1000 - signed) }),
        )
    }),
})

/** How far the target's clock is from the kit's, as its Date header shows; 0 within the seconds that it shows. */
function clockOffset({ change }: Arrived): number {
  const date = Date.parse(readHeader(change.exchange.headers, 'date') ?? '')
  const offset = date - change.exchange.startedAt
  return Number.isFinite(offset) && Math.abs(offset) > 5000 ? offset : 0
}

const iso = (at: number): string => new Date(at).toISOString()
