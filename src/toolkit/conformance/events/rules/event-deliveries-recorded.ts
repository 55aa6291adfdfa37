import type { Resource } from '../../../model/resources.ts'
import { isState, leadsTo, type NameRole, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import { itemsOf } from '../../engine/items.ts'
import type { CheckContext, Plan } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { hasAttempts, patienceFor, tooSlow, withFailing } from '../attempts.ts'
import type { EventSession } from '../session.ts'
import { about, type EventRule } from './each.ts'

/** The API's records of its deliveries match the deliveries at the receiver. */
export const eventDeliveriesRecorded: EventRule = (session) => ({
  ...definitionOf('event-deliveries-recorded'),
  *checks(plan) {
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
      leadsTo('deliveries', path) &&
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
  context: CheckContext,
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
      if (endpoint?.first === undefined) return context.notObserved({ code: 'not-arrived', what: 'event' })
      const slow = planned.length > 1 ? tooSlow(session) : undefined
      if (slow !== undefined) return context.notObserved(slow)
      for (let nth = 2; nth <= planned.length; nth++)
        if (!(await hasAttempts(endpoint, nth, patienceFor(session, nth - 2)))) break
      const attempts = endpoint.attempts()
      const [item] = endpoint.subscription.items
      const { list } = records
      if (list === undefined || item === undefined)
        return context.notObserved({ code: 'absent', from: 'the subscription', what: 'id' })
      const look = async () => {
        const response = await context.send(list, { params: item.params, query: {}, headers: {} })
        if (response.status >= 300)
          return context.notObserved({ code: 'returned', what: list.operationId, status: response.status })
        const about = itemsOf(context, records, response).filter((one) =>
          isAbout(session, one, endpoint.first as Delivery),
        )
        return { response, shown: about }
      }
      const isComplete = ({ shown }: { shown: readonly JsonObject[] }) =>
        shown.filter((one) => (member(one, 'deliveryStatus') ?? null) !== null).length >= attempts.length
      // A sender records the outcome a moment after the receiver has responded.
      const { response, shown } = await eventually(context, look, isComplete, PAUSES.recorded)
      for (const problem of differences(session, attempts, shown))
        context.broken({
          ...about(session, endpoint, problem),
          exchange: response,
          with: [endpoint.change.exchange],
          provenance: list.origin,
        })
    },
  )
}

const member = (record: JsonObject, role: NameRole): Json | undefined => {
  const found = Object.keys(record).find((key) => soundsLike(role, key))
  return found === undefined ? undefined : record[found]
}

/** A record that names no event is of the only one that there is. */
function isAbout(session: EventSession, record: JsonObject, delivery: Delivery): boolean {
  const named = member(record, 'deliveredEvent')
  const id = isObject(named as Json) ? (named as JsonObject).id : named
  return id === undefined || id === session.idOf(delivery)
}

function* differences(
  session: EventSession,
  attempts: readonly Delivery[],
  records: readonly JsonObject[],
): Generator<RuleFact> {
  if (records.length === 0) {
    yield { code: 'delivery-not-recorded', details: { attempts: attempts.length } }
    return
  }
  const counted = records.every((one) => typeof member(one, 'deliveryAttempt') === 'number')
  const [type] = attempts.map((one) => session.contract.messageOf(one)?.type)
  if (!counted || records.length === 1) {
    const [record] = records
    const status = record && member(record, 'deliveryStatus')
    const last = attempts.at(-1)
    const all = attempts.map((one) => one.status)
    if (
      typeof status === 'number' &&
      !(records.length === 1 ? last?.status === status : all.includes(status))
    )
      yield { code: 'recorded-status-differs', received: status, expected: all, details: {} }
    if (records.length === 1 && counted && record && member(record, 'deliveryAttempt') !== attempts.length)
      yield {
        code: 'recorded-attempts-differ',
        received: member(record, 'deliveryAttempt'),
        expected: attempts.length,
      }
    return
  }
  if (records.length !== attempts.length)
    yield { code: 'record-count-differs', received: records.length, expected: attempts.length }
  for (const [index, attempt] of attempts.entries()) {
    const nth = index + 1
    const record = records.find((one) => member(one, 'deliveryAttempt') === nth)
    if (record === undefined) {
      yield { code: 'attempt-not-recorded', details: { attempt: nth, status: attempt.status } }
      continue
    }
    const status = member(record, 'deliveryStatus')
    if (status !== undefined && status !== attempt.status)
      yield {
        code: 'recorded-status-differs',
        received: status,
        expected: attempt.status,
        details: { attempt: nth },
      }
    const reported = member(record, 'deliveryType')
    if (typeof reported === 'string' && type !== undefined && reported !== type)
      yield { code: 'recorded-type-differs', received: reported, expected: type }
    const at = member(record, 'deliveryTime')
    if (
      typeof at === 'string' &&
      Math.abs(Date.parse(at) - (attempt.respondedAt ?? attempt.receivedAt)) > 5000
    )
      yield {
        code: 'recorded-time-differs',
        received: at,
        expected: new Date(attempt.receivedAt).toISOString(),
        details: { attempt: nth },
      }
    const body = member(record, 'deliveryBody')
    if (typeof body === 'string' && body !== '' && !body.includes(`answer ${nth}`))
      yield {
        code: 'recorded-response-differs',
        received: body,
        expected: `answer ${nth}`,
        details: { attempt: nth },
      }
    const outcome = record.status
    const good = attempt.status >= 200 && attempt.status < 300
    if (typeof outcome === 'string' && isState('successful', outcome) !== good)
      yield {
        code: 'recorded-outcome-differs',
        received: outcome,
        details: { attempt: nth, status: attempt.status },
      }
  }
}
