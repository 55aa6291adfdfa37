import { isObject, type Json, type JsonObject } from '../../../contract/index.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import type { EventSession, Observation } from '../session.ts'
import { about, type EventRule, eachEvent, show } from './each.ts'

/** Each change raises its event, once, and the event arrives. */
export const eventArrives: EventRule = (session) => ({
  id: 'event-arrives',
  title: 'A change that raises an event brings it to whoever subscribed to it, once.',
  basis: 'the document of events',
  pack: 'webhooks',
  trials: (plan) =>
    eachEvent(session, plan, 'event-arrives', async (context, observation, cause) => {
      const { type } = cause.message
      const { arrival } = session.settings
      if (observation.delivery === undefined) {
        if (!cause.certain)
          return context.notObserved(
            `no ${type} arrived within ${arrival / 1000} s after ${cause.operation.operationId}; if another operation raises it, name that under webhooks.raised`,
          )
        context.broken(
          about(
            session,
            observation,
            `received no ${type} within ${arrival / 1000} s of this change, expected it; what came instead: ${show(insteadOf(session, observation))}`,
          ),
        )
        return
      }
      // A second event of the same change would come beside the first.
      await context.wait(50)
      const ids = sameEvents(session, observation, observation.delivery)
      if (ids.size > 1)
        context.broken(
          about(
            session,
            observation,
            `received ${ids.size} events ${type} with other ids of one change, expected one`,
          ),
        )
    }),
})

function insteadOf(session: EventSession, { change, subscription }: Observation): string {
  const others = subscription.mailbox.deliveries.filter((one) => session.tellsOf(one, change))
  const names = others.map(
    (one) =>
      session.contract.messageOf(one)?.type ?? `what is no event (${one.body.toString().slice(0, 80)})`,
  )
  return names.length === 0 ? 'nothing' : names.join(', ')
}

/** The ids of the events that say the same of a change. */
function sameEvents(
  session: EventSession,
  { change, subscription }: Observation,
  delivery: Delivery,
): Set<string> {
  const content = contentOf(session, delivery)
  return new Set(
    subscription.mailbox.deliveries
      .filter((one) => session.tellsOf(one, change) && contentOf(session, one) === content)
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
