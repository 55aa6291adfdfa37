import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { CheckContext } from '../../engine/rule.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import type { EventSession, Observation } from '../session.ts'
import { about, type EventRule, eachEvent } from './each.ts'

/** Each change raises its event, once, and the event arrives. */
export const eventArrives: EventRule = (session) => ({
  ...definitionOf('event-arrives'),
  *checks(plan) {
    yield {
      name: 'ids',
      operation: undefined,
      exclusive: true,
      run: async (context) => idsAreDistinct(session, context),
    }
    yield* eachEvent(session, plan, 'event-arrives', async (context, observation, cause) => {
      const { type } = cause.message
      const { arrival } = session.settings
      if (observation.delivery === undefined) {
        if (!cause.certain)
          return context.notObserved({
            code: 'not-arrived',
            what: type,
            after: `within ${arrival / 1000} s after ${cause.operation.operationId}`,
            help: 'if another operation raises it, name that under webhooks.raised',
          })
        context.broken(
          about(session, observation, {
            code: 'event-not-received',
            subject: type,
            details: { seconds: arrival / 1000, instead: insteadOf(session, observation) },
          }),
        )
        return
      }
      // A second event of the same change would arrive next to the first.
      await context.wait(50)
      const ids = sameEvents(session, observation, observation.delivery)
      if (ids.size > 1)
        context.broken(
          about(session, observation, { code: 'event-repeated', subject: type, received: ids.size }),
        )
    })
  },
})

/** Receivers detect repeats by the id: two events that share an id are one event to them. */
function idsAreDistinct(session: EventSession, context: CheckContext): void {
  const known = new Map<string, Observation>()
  for (const observation of session.observations) {
    const { delivery, subscription } = observation
    const id = delivery && session.idOf(delivery)
    // The id of the subscription itself does not count.
    const ofSubscription = subscription.items.some(({ params }) =>
      Object.values(params).some((one) => String(one) === id),
    )
    if (delivery === undefined || id === undefined || ofSubscription) continue
    const other = known.get(id)
    known.set(id, observation)
    if (other === undefined || other.delivery === delivery) continue
    context.broken(
      about(
        session,
        observation,
        {
          code: 'event-id-repeated',
          subject: observation.change.cause.message.type,
          received: id,
          details: { other: other.change.cause.message.type },
        },
        { with: [other.change.exchange] },
      ),
    )
    return
  }
  if (known.size < 2) context.notObserved({ code: 'too-few', what: 'events with an id' })
}

function insteadOf(session: EventSession, { change, subscription }: Observation): string {
  const others = subscription.mailbox.deliveries.filter((one) => session.reportsOf(one, change))
  const names = others.map(
    (one) =>
      session.contract.messageOf(one)?.type ??
      `a body that is not an event (${one.body.toString().slice(0, 80)})`,
  )
  return names.length === 0 ? 'nothing' : names.join(', ')
}

/** The ids of the events with the same content about a change. */
function sameEvents(
  session: EventSession,
  { change, subscription }: Observation,
  delivery: Delivery,
): Set<string> {
  const content = contentOf(session, delivery)
  return new Set(
    subscription.mailbox.deliveries
      .filter((one) => session.reportsOf(one, change) && contentOf(session, one) === content)
      .map((one) => session.idOf(one) ?? content),
  )
}

/** The payload without what differs from one event to the next. */
function contentOf(session: EventSession, delivery: Delivery): string {
  const { json } = delivery
  if (!isObject(json as Json)) return delivery.body.toString()
  const id = session.idOf(delivery)
  const time = session.timeOf(delivery)?.pointer
  return JSON.stringify(
    Object.entries(json as JsonObject).filter(([name, value]) => value !== id && `/${name}` !== time),
  )
}
