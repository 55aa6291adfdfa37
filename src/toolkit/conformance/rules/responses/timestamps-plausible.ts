import { isOfRole } from '../../../model/roles.ts'
import type { NameRole } from '../../../model/vocabulary.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import type { Recorded } from '../../engine/events.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { pastTimes } from './pastTimes.ts'
import { stateMoments } from './stateMoments.ts'

/** The clocks of the target and of the kit may differ; the target's own Date header shows its time. */
const TOLERANCE = 120_000
const DAY = 86_400_000

/** The creation time of an item must be the time of its creation. */
export const timestampsPlausible = defineRule({
  ...definitionOf('timestamps-plausible'),
  *checks({ api, graph }) {
    yield* stateMoments({ api, graph })
    yield* pastTimes({ api })
    for (const resource of graph.resources) {
      const { create } = resource
      if (create === undefined) continue
      yield {
        name: 'times',
        constraint: 'times',
        operation: create,
        async run(context) {
          const item = await context.item(resource, { fresh: true })
          const { made } = item
          const received = Date.parse(readHeader(made.headers, 'date') ?? '')
          if (!isObject(made.json as Json)) return
          const body = item.body as Record<string, Json>
          const time = (role: NameRole) =>
            Object.entries(body).find(
              ([member, value]) =>
                isOfRole(context.api, resource, role, member) &&
                typeof value === 'string' &&
                !Number.isNaN(Date.parse(value)),
            )
          const created = time('createdAt')
          if (created === undefined)
            return context.notObserved({ code: 'absent', from: 'the resource', what: 'time of creation' })
          const at = Date.parse(String(created[1]))
          const now = Number.isNaN(received) ? context.now() : received
          // Dates, and times without a zone, may be half a day off. Times sent by clients are not checked.
          const isSent = ([name]: Time) => isObject(item.sent?.body) && item.sent.body[name] !== undefined
          const exact = /(z|[+-]\d\d:?\d\d|gmt|utc)$/i.test(String(created[1]))
          if (!isSent(created) && Math.abs(at - now) > (exact ? TOLERANCE : DAY + TOLERANCE))
            context.broken({
              code: 'created-time-wrong',
              subject: `/${created[0]}`,
              received: created[1],
              expected: new Date(now).toISOString(),
              exchange: made,
              pointer: `/${created[0]}`,
            })
          const steps = [created, time('startedAt'), time('endedAt')]
            .filter((one) => one !== undefined)
            // A session may have started before it was recorded.
            .filter((one) => one === created || !isSent(one))
          for (let index = 1; index < steps.length; index++) {
            const [one, other] = [steps[index - 1], steps[index]]
            if (one !== undefined && other !== undefined) expectLater(context, made, one, other)
          }
          const updated = time('updatedAt')
          if (updated !== undefined) expectLater(context, made, created, updated)
        },
      }
    }
  },
})

type Time = readonly [property: string, value: Json]

function expectLater(
  context: CheckContext,
  made: Recorded,
  [earlier, time]: Time,
  [later, other]: Time,
): void {
  if (Date.parse(String(other)) >= Date.parse(String(time))) return
  context.broken({
    code: 'times-out-of-order',
    subject: `/${later}`,
    received: other,
    details: { earlier: `/${earlier}`, time },
    exchange: made,
  })
}
