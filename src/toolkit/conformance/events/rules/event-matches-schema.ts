import { createSchemaValidator } from '../../../schema/validate.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { problemsOf } from '../checkDelivery.ts'
import type { EventSession } from '../session.ts'
import { about, deliveryLabel, type EventRule, eachArrived } from './each.ts'

/** Method, media type, payload and headers of each delivery are those of the document. */
export const eventMatchesSchema: EventRule = (session) => {
  const validate = createSchemaValidator(session.contract.document, { closed: session.closed })
  return {
    ...definitionOf('event-matches-schema'),
    *checks(plan) {
      yield* eachArrived(session, plan, 'event-matches-schema', (context, arrived, { message }) => {
        const { document } = session.contract
        for (const problem of problemsOf({ document, validate }, arrived.delivery, message))
          context.broken(about(session, arrived, problem))
      })
      yield {
        name: 'every delivery',
        operation: undefined,
        exclusive: true,
        run: async (context) => {
          const [observation] = session.observations
          if (observation === undefined) return context.notObserved({ code: 'not-arrived', what: 'event' })
          // Other deliveries to the receiver, for example of callbacks, are checked against the operation that caused them.
          const all = session.subscriptions.flatMap(({ mailbox }) => mailbox.deliveries)
          for (const delivery of all) {
            const message = session.contract.messageOf(delivery)
            // Deliveries that match no event of the document are one finding, for the first of them.
            const problems =
              message === undefined
                ? [unknownEvent(session, delivery)]
                : [...problemsOf({ document: session.contract.document, validate }, delivery, message)]
            const [problem] = problems
            if (problem === undefined) continue
            const within = deliveryLabel(session, delivery)
            return context.broken(about(session, observation, problem, { within }))
          }
        },
      }
    },
  }
}

const unknownEvent = ({ contract }: EventSession, { body }: Delivery) => ({
  code: 'unknown-event' as const,
  received: body.toString().slice(0, 120),
  expected: contract.messages.map(({ type }) => type),
})
