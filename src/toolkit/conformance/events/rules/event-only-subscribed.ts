import { isObject, type Json } from '../../../openapi/document.ts'
import type { CheckContext, Plan } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { containsValue, type EventCause, makeChange } from '../causes.ts'
import type { EventMessage } from '../eventTypes.ts'
import type { EventSession } from '../session.ts'
import { bodyFor, nameOf, put, type Subscription, unsubscribe } from '../subscription.ts'
import type { EventRule } from './each.ts'
import { causesFor } from './pairs.ts'

/** Milliseconds in which an unwanted event would have arrived next to the expected one. */
const SIBLINGS = 150
/** In which a target has noted that a subscription is another. */
const NOTED = 300

/** Subscribers to some types get those and no others. */
export const eventOnlySubscribed: EventRule = (session) => ({
  ...definitionOf('event-only-subscribed'),
  *checks(plan) {
    const how = session.how(plan)
    if (how === undefined) return
    const check = (name: string, cause: EventCause, run: (context: CheckContext) => Promise<void>) => ({
      name,
      constraint: `event ${cause.message.type}`,
      operation: cause.operation,
      later: true as const,
      run,
    })
    const cheapest = session.cheapest(plan)
    if (cheapest?.certain === true) {
      if (how.resource?.delete !== undefined)
        yield check('ended subscription', cheapest, (context) => ended(session, context, cheapest))
      if (how.resource?.parent !== undefined)
        yield check('another parent', cheapest, (context) => elsewhere(session, context, cheapest))
    }
    if (how.types === undefined) return
    const pairs = causesFor(session, plan)
    for (const { cause, other } of pairs)
      yield check(`${cause.message.type} by ${cause.operation.operationId}`, cause, (context) =>
        unasked(session, context, cause, other),
      )
    const pair = pairs.find(({ cause }) => cause === cheapest)
    if (pair !== undefined && how.resource?.update !== undefined)
      yield check('changed subscription', pair.cause, (context) =>
        changed(session, context, pair.cause, pair.other),
      )
  },
})

const unasked = (session: EventSession, context: CheckContext, cause: EventCause, other: EventMessage) =>
  session.withSubscription(context, [other], async (narrow) => {
    const change = await changeOf(session, context, cause)
    await arrival(session, context, change)
    const wrong = await narrow.mailbox.find((one) => {
      const message = session.contract.messageOf(one)
      return message !== other && session.reportsOf(one, change)
    }, SIBLINGS)
    if (wrong !== undefined)
      say(session, context, change, narrow, {
        code: 'event-of-other-type',
        subject: session.contract.messageOf(wrong)?.type ?? 'an unknown event',
        expected: narrow.types,
      })
  })

const ended = (session: EventSession, context: CheckContext, cause: EventCause) =>
  session.withSubscription(context, [cause.message], async (own) => {
    const how = session.how(context)
    if (how === undefined) return
    const responses = await unsubscribe(context, how, own)
    own.items = []
    if (responses.length === 0 || responses.some(({ status }) => status >= 300))
      return context.notObserved({ code: 'not-changed', what: 'the end of the subscription' })
    await context.wait(NOTED)
    const change = await changeOf(session, context, cause)
    await arrival(session, context, change)
    if (await own.mailbox.find((one) => session.reportsOf(one, change), SIBLINGS))
      say(session, context, change, own, { code: 'event-after-unsubscribe', subject: cause.message.type })
  })

/** Changed to a type it gets that one, and changed back it does not. */
const changed = (session: EventSession, context: CheckContext, cause: EventCause, other: EventMessage) =>
  session.withSubscription(context, [other], async (own) => {
    const { type } = cause.message
    if ((await name(session, context, own, cause.message)) >= 300)
      return context.notObserved({ code: 'not-changed', what: 'the types of a subscription' })
    const first = await changeOf(session, context, cause)
    await arrival(session, context, first)
    if (!(await own.mailbox.find((one) => session.reportsOf(one, first), session.settings.arrival)))
      return say(session, context, first, own, { code: 'event-missing-after-resubscribe', subject: type })
    if ((await name(session, context, own, other)) >= 300) return
    const second = await changeOf(session, context, cause)
    await arrival(session, context, second)
    if (await own.mailbox.find((one) => session.reportsOf(one, second), SIBLINGS))
      say(session, context, second, own, { code: 'event-after-resubscribe', subject: type })
  })

/** Restricts the subscription to this message. Returns the status of the response. */
async function name(
  session: EventSession,
  context: CheckContext,
  { items, made, mailbox }: Subscription,
  message: EventMessage,
): Promise<number> {
  const how = session.how(context)
  const update = how?.resource?.update
  const [item] = items
  if (how?.types === undefined || update === undefined || item === undefined) return 400
  const names = [nameOf(how, message)]
  const sent = update.method === 'PATCH' ? {} : JSON.parse(made?.requestBody?.toString() ?? '{}')
  const body: Json = isObject(sent) ? sent : {}
  if (update.method === 'PATCH') put(body, how.types, how.several ? names : (names[0] ?? ''))
  const whole = () => bodyFor(context, how, body, { url: mailbox.url, names, secret: undefined })
  const { status } = await context.send(update, {
    params: item.params,
    query: {},
    headers: {},
    body: update.method === 'PATCH' ? body : whole(),
  })
  await context.wait(NOTED)
  return status
}

/** Changes below another parent are delivered only to subscribers there. */
async function elsewhere(session: EventSession, context: CheckContext, cause: EventCause): Promise<void> {
  const home = await session.home(context)
  if (home === undefined || !context.graph.alongPath(cause.operation.path).includes(home.resource))
    return context.notObserved({ code: 'not-made', what: 'change within the parent of a subscription' })
  const { mailbox, made } = await session.everything(context)
  const other = await context.item(home.resource, { fresh: true })
  const change = await makeChange(context, cause, other)
  await arrival(session, context, await changeOf(session, context, cause))
  const parent = String(other.params[other.resource.parameter])
  // A short id may be any value; the parent's id identifies the event, too.
  const wrong = await mailbox.find(
    (one) =>
      session.reportsOf(one, change) &&
      ((change.ids.at(-1) ?? '').length > 6 || containsValue(one.json, parent)),
    SIBLINGS,
  )
  if (wrong !== undefined)
    context.broken({
      code: 'event-of-other-parent',
      subject: session.contract.messageOf(wrong)?.type ?? 'an event',
      details: { parent: home.resource.item },
      exchange: change.exchange,
      with: made === undefined ? [] : [made],
      provenance: originOf(session, context),
    })
}

/** A change, made once there is a subscription to everything that reports it. */
async function changeOf(session: EventSession, context: CheckContext, cause: EventCause) {
  await session.everything(context)
  return session.change(context, cause)
}

/** Waits until the change has arrived at the subscription to everything. */
async function arrival(
  session: EventSession,
  context: CheckContext,
  change: Awaited<ReturnType<EventSession['change']>>,
): Promise<void> {
  const { mailbox } = await session.everything(context)
  if ((await session.eventOf(mailbox, change)) === undefined)
    context.notObserved({
      code: 'not-arrived',
      what: change.cause.message.type,
      after: 'anywhere after this change',
    })
}

const originOf = (session: EventSession, plan: Plan) => session.how(plan)?.operation.origin ?? 'decided'

const say = (
  session: EventSession,
  context: CheckContext,
  { exchange }: { exchange: Awaited<ReturnType<EventSession['change']>>['exchange'] },
  { made }: Subscription,
  fact: RuleFact,
): void =>
  context.broken({
    ...fact,
    exchange,
    with: made === undefined ? [] : [made],
    provenance: originOf(session, context),
  })
