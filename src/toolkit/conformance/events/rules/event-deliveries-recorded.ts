import type { Resource } from '../../../model/resources.ts'
import { normal } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import type { Recorded } from '../../run/events.ts'
import { itemsOf } from '../../run/items.ts'
import type { Plan, TrialContext } from '../../run/rule.ts'
import { hasAttempts, patienceFor, tooSlow, withFailing } from '../attempts.ts'
import type { EventSession } from '../session.ts'
import { about, type EventRule, show } from './each.ts'

const NAMES = {
  event: /^(eventid|event|messageid)$/,
  type: /^(eventtype|type|topic|eventname)$/,
  status: /^(httpstatus|statuscode|responsestatus|httpstatuscode|responsecode|responsestatuscode|code)$/,
  attempt: /^(attemptnumber|attempt|number|attemptcount|tries)$/,
  at: /^(deliveredat|attemptedat|respondedat|answeredat|completedat|timestamp)$/,
  body: /^(responsebody|response|body)$/,
} as const

/** What the API tells of its deliveries is what the receiver saw. */
export const eventDeliveriesRecorded: EventRule = (session) => ({
  id: 'event-deliveries-recorded',
  title: 'The list of deliveries shows each attempt with the status that the endpoint answered.',
  basis: 'the document',
  pack: 'webhooks',
  *trials(plan) {
    const records = recordsOf(session, plan)
    if (records?.list === undefined || session.cheapest(plan) === undefined) return
    yield {
      name: 'success',
      operation: records.list,
      later: true,
      run: (context) => compare(session, context, records, [202]),
    }
    yield {
      name: 'failure and success',
      operation: records.list,
      later: true,
      run: (context) => compare(session, context, records, [503, 500, 201]),
    }
    yield {
      name: 'refusal',
      operation: records.list,
      later: true,
      run: (context) => compare(session, context, records, [422]),
    }
  },
})

/** `GET /webhooks/{id}/deliveries`, or `/attempts`. */
function recordsOf(session: EventSession, plan: Plan): Resource | undefined {
  const own = session.how(plan)?.resource
  if (own === undefined) return undefined
  const list = plan.api.operations.find(
    ({ method, path }) =>
      method === 'GET' &&
      path.startsWith(`${own.item}/`) &&
      /deliver|attempt|messages|log/i.test(path) &&
      !path.endsWith('}'),
  )
  const known = plan.graph.resources.find((one) => one.list === list && list !== undefined)
  return (
    known ??
    (list && { ...own, collection: list.path, item: `${list.path}/{id}`, parent: own, list, idMember: 'id' })
  )
}

async function compare(
  session: EventSession,
  context: TrialContext,
  records: Resource,
  statuses: readonly number[],
): Promise<void> {
  const retried = session.settings.retried
  const planned =
    retried === undefined
      ? statuses
      : statuses.filter((one, index) => index === statuses.length - 1 || retried.includes(one))
  await withFailing(
    session,
    context,
    ['records'],
    (_, attempt) => ({
      status: planned[Math.min(attempt, planned.length) - 1] ?? 204,
      body: `answer ${attempt}`,
    }),
    async ([endpoint]) => {
      if (endpoint?.first === undefined) return context.notObserved('no event arrived')
      const slow = planned.length > 1 ? tooSlow(session) : undefined
      if (slow !== undefined) return context.notObserved(slow)
      for (let nth = 2; nth <= planned.length; nth++)
        if (!(await hasAttempts(endpoint, nth, patienceFor(session, nth - 2)))) break
      const attempts = endpoint.attempts()
      const [item] = endpoint.subscription.items
      const { list } = records
      if (list === undefined || item === undefined) return context.notObserved('the subscription shows no id')
      let answer: Recorded | undefined
      let shown: JsonObject[] = []
      // The outcome is recorded when the answer is in, a moment after the receiver has given it.
      for (let pause = 25; pause < 3000; pause *= 2) {
        await context.wait(pause)
        answer = await context.send(list, { params: item.params, query: {}, headers: {} })
        if (answer.status >= 300) return context.notObserved(`${list.operationId} answered ${answer.status}`)
        shown = itemsOf(context, records, answer).filter((one) =>
          isAbout(session, one, endpoint.first as Delivery),
        )
        const told = shown
          .map((one) => member(one, NAMES.status))
          .filter((one) => one !== null && one !== undefined)
        if (told.length >= attempts.length) break
      }
      if (answer === undefined) return
      for (const problem of differences(session, attempts, shown))
        context.broken({
          ...about(session, endpoint, problem),
          exchange: answer,
          with: [endpoint.change.exchange],
          provenance: list.origin,
        })
    },
  )
}

const member = (record: JsonObject, name: RegExp): Json | undefined => {
  const found = Object.keys(record).find((key) => name.test(normal(key)))
  return found === undefined ? undefined : record[found]
}

/** A record that names no event is of the only one that there is. */
function isAbout(session: EventSession, record: JsonObject, delivery: Delivery): boolean {
  const named = member(record, NAMES.event)
  const id = isObject(named as Json) ? (named as JsonObject).id : named
  return id === undefined || id === session.idOf(delivery)
}

function* differences(
  session: EventSession,
  attempts: readonly Delivery[],
  records: readonly JsonObject[],
): Generator<string> {
  if (records.length === 0) {
    yield `received no record of an event that was delivered in ${attempts.length} attempts`
    return
  }
  const counted = records.every((one) => typeof member(one, NAMES.attempt) === 'number')
  const [type] = attempts.map((one) => session.contract.messageOf(one)?.type)
  if (!counted || records.length === 1) {
    const [record] = records
    const status = record && member(record, NAMES.status)
    const last = attempts.at(-1)
    const all = attempts.map((one) => one.status)
    if (
      typeof status === 'number' &&
      !(records.length === 1 ? last?.status === status : all.includes(status))
    )
      yield `received a record with the status ${status}, while the endpoint answered ${all.join(', ')}`
    if (records.length === 1 && counted && record && member(record, NAMES.attempt) !== attempts.length)
      yield `received a record of attempt ${show(member(record, NAMES.attempt))}, while the endpoint had ${attempts.length}`
    return
  }
  if (records.length !== attempts.length)
    yield `received ${records.length} records of ${attempts.length} attempts that the endpoint had`
  for (const [index, attempt] of attempts.entries()) {
    const nth = index + 1
    const record = records.find((one) => member(one, NAMES.attempt) === nth)
    if (record === undefined) {
      yield `received no record of attempt ${nth}, which the endpoint answered with ${attempt.status}`
      continue
    }
    const status = member(record, NAMES.status)
    if (status !== undefined && status !== attempt.status)
      yield `received the status ${show(status)} in the record of attempt ${nth}, which the endpoint answered with ${attempt.status}`
    const told = member(record, NAMES.type)
    if (typeof told === 'string' && type !== undefined && told !== type)
      yield `received the type ${told} in the record of a delivery of ${type}`
    const at = member(record, NAMES.at)
    if (
      typeof at === 'string' &&
      Math.abs(Date.parse(at) - (attempt.answeredAt ?? attempt.receivedAt)) > 5000
    )
      yield `received ${at} as the time of attempt ${nth}, which the endpoint had at ${new Date(attempt.receivedAt).toISOString()}`
    const body = member(record, NAMES.body)
    if (typeof body === 'string' && body !== '' && !body.includes(`answer ${nth}`))
      yield `received ${show(body)} as the answer to attempt ${nth}, while the endpoint said "answer ${nth}"`
    const outcome = record.status
    const good = attempt.status >= 200 && attempt.status < 300
    if (typeof outcome === 'string' && /^(success|succeeded|delivered|ok|completed)$/i.test(outcome) !== good)
      yield `received the outcome ${outcome} of attempt ${nth}, which the endpoint answered with ${attempt.status}`
  }
}
