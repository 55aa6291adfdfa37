/** Pairs of events that a subscription can distinguish. */
import type { Plan } from '../../engine/rule.ts'
import type { EventCause } from '../causes.ts'
import type { EventMessage } from '../eventTypes.ts'
import type { EventSession } from '../session.ts'
import { nameOf } from '../subscription.ts'

/** Each cause, with a message that a subscription names otherwise. */
export function causesFor(session: EventSession, plan: Plan): { cause: EventCause; other: EventMessage }[] {
  const how = session.how(plan)
  if (how === undefined) return []
  return session
    .causes(plan)
    .filter(({ certain }) => certain)
    .flatMap((cause) => {
      const own = nameOf(how, cause.message)
      const others = session.contract.messages.filter((message) => nameOf(how, message) !== own)
      // An event of another resource, which the change cannot raise as well.
      const far = others.find((message) => head(message.type) !== head(cause.message.type)) ?? others[0]
      return far === undefined ? [] : [{ cause, other: far }]
    })
}

const head = (type: string): string => type.split(/[^A-Za-z0-9]/, 1)[0] ?? type
