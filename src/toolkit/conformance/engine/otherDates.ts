/** Referenced items with other dates, for requests that need them soon, now or in the past: "The reservation begins too late." */
import type { ApiOperation } from '../../model/api.ts'
import { mentions, saysDate } from '../../model/description.ts'
import { messagesIn } from '../../model/rejection.ts'
import { nounOf } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import type { JsonObject } from '../../openapi/document.ts'
import { moved } from './conflicts.ts'
import type { Recorded } from './events.ts'
import { sentJson } from './items.ts'
import { referencesIn } from './references.ts'
import type { CheckContext } from './rule.ts'

const DAY = 86_400_000
/** Days from today to the first date of the item. */
const FIRST = [1, 0, 7, -1, -30]
const MOMENT = /^\d{4}-\d\d-\d\d(?:T|$)/

/** A referenced resource, and when the first date of its item is. */
export interface OtherDates {
  resource: Resource
  /** Days from today. */
  days: number
}

/** The dates that the items of a rejected request may need, the likeliest first. */
export function otherDatesFor(
  context: CheckContext,
  operation: ApiOperation,
  { status, json, body, requestBody }: Recorded,
): OtherDates[] {
  const texts = messagesIn(json ?? body.toString()).filter(saysDate)
  const request = sentJson({ requestBody })
  if (![400, 409, 422].includes(status) || texts.length === 0) return []
  if (request === undefined) return []
  const from = context.graph.resources.find(({ create }) => create === operation)
  const sent = referencesIn({ plan: context, from }, operation.body?.schema, request)
  const named = [...new Set(sent.map(({ target }) => target))].filter(
    (one) => one.create !== undefined && texts.some((text) => mentions(text, nounOf(one))),
  )
  return named.flatMap((resource) => FIRST.map((days) => ({ resource, days })))
}

/** Moves all dates of a body, so that the first one is some days from now; their distances stay. */
export function withFirstDate(body: JsonObject, days: number, now: number): void {
  const dates = Object.entries(body).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && MOMENT.test(one[1]),
  )
  if (dates.length === 0) return
  const first = Math.min(...dates.map(([, value]) => Date.parse(value)))
  const by = Math.round((now + days * DAY - first) / DAY)
  for (const [name, value] of dates) body[name] = moved(value, by)
}
