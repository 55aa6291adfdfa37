/** The common part of the rules over single events: a check for each change that raises one. */
import { show } from '../../../schema/problem.ts'
import type { Broken, Check, CheckContext, Plan, Proof, Rule } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import type { EventCause } from '../causes.ts'
import type { EventSession, Observation } from '../session.ts'

export type EventRule = (session: EventSession) => Rule

/** A delivery that arrived, with its change. */
export interface Arrived extends Observation {
  delivery: Delivery
}

/** A check for each change. For an event without a known cause, one check that reports it. */
export function* eachEvent(
  session: EventSession,
  plan: Plan,
  rule: string,
  check: (context: CheckContext, observation: Observation, cause: EventCause) => Promise<void> | void,
): Iterable<Check> {
  const causes = session.causes(plan)
  for (const message of session.contract.messages) {
    const own = causes.filter((cause) => cause.message === message)
    for (const cause of own)
      yield {
        name: `${message.type} by ${cause.operation.operationId}`,
        constraint: `event ${message.type}`,
        operation: cause.operation,
        later: true,
        run: async (context) =>
          check(
            context,
            await session.observe(context, cause, `${rule}:${cause.operation.operationId}:${message.type}`),
            cause,
          ),
      }
    if (own.length === 0 && rule === 'event-arrives')
      yield {
        name: message.type,
        constraint: `event ${message.type}`,
        operation: undefined,
        later: true,
        run: async (context) =>
          context.notObserved({
            code: 'not-raised',
            type: message.type,
            why: session.settings.unraised[message.type],
          }),
      }
  }
}

/** The same for facts about an event that did arrive. */
export const eachArrived = (
  session: EventSession,
  plan: Plan,
  rule: string,
  check: (context: CheckContext, arrived: Arrived, cause: EventCause) => Promise<void> | void,
): Iterable<Check> =>
  eachEvent(session, plan, rule, (context, observation, cause) => {
    const { delivery, change } = observation
    if (delivery === undefined)
      return context.notObserved({
        code: 'not-arrived',
        what: cause.message.type,
        after: `after ${change.exchange.method} ${change.exchange.path}`,
      })
    return check(context, { ...observation, delivery }, cause)
  })

/** A violation in a delivery. Its proof is the change that it reports. */
export const about = (
  session: EventSession,
  { change }: Pick<Observation, 'change'>,
  fact: RuleFact,
  more: Partial<Proof> = {},
): Broken => ({
  ...fact,
  exchange: change.exchange,
  provenance: change.cause.message.origin,
  ...more,
  // The place is in the document of events, which the reporter of the API's document does not know.
  ...(session.contract.document.kind === 'openapi' && { place: change.cause.message.pointer }),
})

/** A delivery, short enough for a message. */
export const deliveryLabel = (session: EventSession, delivery: Delivery): string =>
  `${session.contract.messageOf(delivery)?.type ?? 'an unknown event'} ${show(session.idOf(delivery) ?? delivery.number)}`
