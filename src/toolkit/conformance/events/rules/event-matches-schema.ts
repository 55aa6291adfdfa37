import { createSchemaValidator } from '../../../schema/validate.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import { problemsOf } from '../checkDelivery.ts'
import type { EventSession } from '../session.ts'
import { about, deliveryLabel, type EventRule, eachArrived } from './each.ts'

/** Method, media type, payload and headers of each delivery are those of the document. */
export const eventMatchesSchema: EventRule = (session) => {
  const validate = createSchemaValidator(session.contract.document, { closed: session.closed })
  return {
    id: 'event-matches-schema',
    title: 'A delivery is a POST whose payload and headers satisfy the document of events.',
    basis: 'the document of events',
    pack: 'webhooks',
    *trials(plan) {
      yield* eachArrived(session, plan, 'event-matches-schema', (context, arrived, { message }) => {
        for (const { text, pointer } of problemsOf(
          { document: session.contract.document, validate },
          arrived.delivery,
          message,
        ))
          context.broken(about(session, arrived, text, { ...(pointer !== undefined && { pointer }) }))
      })
      yield {
        name: 'every delivery',
        operation: undefined,
        exclusive: true,
        run: async (context) => {
          const [observation] = session.observations
          if (observation === undefined) return context.notObserved('nothing was delivered')
          // What else comes to the receiver, callbacks say, is judged by what asked for it.
          const all = session.subscriptions.flatMap(({ mailbox }) => mailbox.deliveries)
          for (const delivery of all) {
            const message = session.contract.messageOf(delivery)
            // What is no event of the document is said once, by the first that came.
            const problems =
              message === undefined
                ? [{ text: unknownEvent(session, delivery), pointer: undefined }]
                : [...problemsOf({ document: session.contract.document, validate }, delivery, message)]
            for (const { text } of problems.slice(0, 1))
              context.broken(about(session, observation, `${deliveryLabel(session, delivery)}: ${text}`))
            if (problems.length > 0) return
          }
        },
      }
    },
  }
}

const unknownEvent = ({ contract }: EventSession, { body }: Delivery): string =>
  `received ${body.toString().slice(0, 120)}, expected one of ${contract.messages.map(({ type }) => type).join(', ')}`
