import type { EventRule } from './each.ts'
import { causesFor } from './pairs.ts'

/** Who subscribes to some types gets those and no others. */
export const eventOnlySubscribed: EventRule = (session) => ({
  id: 'event-only-subscribed',
  title: 'A subscription gets the types of event that it names, and no others.',
  basis: 'the document',
  pack: 'webhooks',
  *trials(plan) {
    if (session.how(plan)?.types === undefined) return
    for (const { cause, other } of causesFor(session, plan)) {
      yield {
        name: `${cause.message.type} by ${cause.operation.operationId}`,
        constraint: `event ${cause.message.type}`,
        operation: cause.operation,
        later: true,
        run: async (context) => {
          await session.withSubscription(context, [other], async (narrow) => {
            const all = await session.everything(context)
            const change = await session.change(context, cause)
            const arrived = await session.eventOf(all.mailbox, change)
            if (arrived === undefined)
              return context.notObserved(`no ${cause.message.type} arrived anywhere after this change`)
            const wrong = await narrow.mailbox.find((one) => {
              const message = session.contract.messageOf(one)
              return message !== other && session.tellsOf(one, change)
            }, 150)
            if (wrong !== undefined)
              context.broken({
                message: `received ${session.contract.messageOf(wrong)?.type ?? 'what is no event'} at a subscription to ${narrow.types.join(', ')} alone`,
                exchange: change.exchange,
                with: narrow.made === undefined ? [] : [narrow.made],
                provenance: session.how(plan)?.operation.origin ?? 'decided',
              })
          })
        },
      }
    }
  },
})
