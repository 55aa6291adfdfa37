/** Referenced items with other dates, for requests that need them soon, now or in the past: "The reservation begins too late." */
import type { ApiOperation } from '../../model/api.ts'
import { mentions, saysDate, saysUnusable } from '../../model/description.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import { messagesIn } from '../../model/rejection.ts'
import { nounOf } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { singularOf, wordsOf } from '../../model/vocabulary.ts'
import type { JsonObject } from '../../openapi/document.ts'
import { viewOf, withoutNull } from '../../schema/view.ts'
import { isMoment, moved } from './conflicts.ts'
import type { Recorded } from './events.ts'
import { sentJson } from './items.ts'
import { isMomentText, spansIn } from './ranges.ts'
import { referencesIn } from './references.ts'
import type { CheckContext } from './rule.ts'

const DAY = 86_400_000
/** Days from today to the first date of the item. */
const FIRST = [1, 0, 7, -1, -30]
/** The same where an error names only the item. */
const NEAR = [0, -1, 7]
/** Days that a range around today still has. */
const REST = 30

/** A referenced resource, and when the first date of its item is. */
export interface OtherDates {
  resource: Resource
  /** Days from today; `around` for ranges that began yesterday and end later. */
  days: number | 'around'
}

/** The dates that the items of a rejected request may need, the likeliest first. */
export function otherDatesFor(
  context: CheckContext,
  operation: ApiOperation,
  { status, json, body, requestBody }: Recorded,
): OtherDates[] {
  const all = messagesIn(json ?? body.toString())
  const texts = all.filter(saysDate)
  const unusable = all.filter(saysUnusable)
  const request = sentJson({ requestBody })
  if (![400, 409, 422].includes(status) || texts.length + unusable.length === 0) return []
  if (request === undefined) return []
  const from = context.graph.resources.find(({ create }) => create === operation)
  const sent = referencesIn({ plan: context, from }, operation.body?.schema, request)
  const targets = [...new Set(sent.map(({ target }) => target))].filter(({ create }) => create !== undefined)
  const named = targets.filter((one) => texts.some((text) => mentions(text, nounOf(one))))
  // "Sales have not started" for a ticket type with `salesStartAt`.
  const spoken = targets.filter(
    (one) => !named.includes(one) && momentsOf(context, one).some((name) => texts.some(isAbout(name))),
  )
  // "The instrument cannot be used", because its last calibration was long ago.
  const vague = targets.filter(
    (one) =>
      ![...named, ...spoken].includes(one) &&
      momentsOf(context, one).length > 0 &&
      unusable.some((text) => mentions(text, nounOf(one))),
  )
  return [
    ...spoken.flatMap((resource) => (['around', ...FIRST] as const).map((days) => ({ resource, days }))),
    ...named.flatMap((resource) => [...FIRST, 'around' as const].map((days) => ({ resource, days }))),
    ...vague.flatMap((resource) => NEAR.map((days) => ({ resource, days }))),
  ]
}

/** The properties of a creation that are dates. */
const momentsOf = ({ api }: CheckContext, { create }: Resource): string[] =>
  [...(create === undefined ? [] : bodyProperties(api, create))]
    .filter(([, schema]) => isMoment(withoutNull(api.document, viewOf(api.document, schema))))
    .map(([name]) => name)

/** Whether a text has a word of the name of a date, other than those of each date. */
const isAbout =
  (name: string) =>
  (text: string): boolean =>
    wordsOf(name).some((word) => word.length > 3 && !saysDate(word) && mentions(text, singularOf(word)))

/** Moves all dates of a body, so that the first one is some days from now; their distances stay, except around today. */
export function withFirstDate(body: JsonObject, days: OtherDates['days'], now: number): void {
  if (days === 'around') {
    for (const { from, until } of spansIn(body)) {
      body[from] = moved(String(body[from]), Math.floor((now - Date.parse(String(body[from]))) / DAY) - 1)
      body[until] = moved(
        String(body[until]),
        Math.ceil((now - Date.parse(String(body[until]))) / DAY) + REST,
      )
    }
    return
  }
  const dates = Object.entries(body).filter((one): one is [string, string] => isMomentText(one[1]))
  if (dates.length === 0) return
  const first = Math.min(...dates.map(([, value]) => Date.parse(value)))
  const by = Math.round((now + days * DAY - first) / DAY)
  for (const [name, value] of dates) body[name] = moved(value, by)
}
