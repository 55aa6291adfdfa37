import type { ApiOperation } from '../../../model/api.ts'
import { isVerb, soundsLike, wordsOf } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import type { Identity } from '../../config/identity.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import type { CheckContext, Plan } from '../../engine/rule.ts'
import type { Mailbox } from '../../receiver/receiver.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { type Change, containsValue, type EventCause } from '../causes.ts'
import type { EventSession } from '../session.ts'
import { about, type EventRule } from './each.ts'

/** Milliseconds in which an event comes that is not awaited. */
const QUIET = 250

/** Rejected requests, reads and other users' changes raise no event of ours. */
export const eventNeedsChange: EventRule = (session) => ({
  ...definitionOf('event-needs-change'),
  *checks(plan) {
    for (const cause of creations(session, plan)) {
      const { operation } = cause
      yield {
        name: `refused ${operation.operationId}`,
        operation,
        later: true,
        run: (context) => rejected(session, context, cause),
      }
    }
    for (const cause of updates(session, plan))
      yield {
        name: `refused ${cause.operation.operationId}`,
        operation: cause.operation,
        later: true,
        run: (context) => rejectedUpdate(session, context, cause),
      }
    for (const cause of creations(session, plan)) {
      const { operation } = cause
      if (plan.roles.stranger !== undefined)
        yield {
          name: `other organization ${operation.operationId}`,
          operation,
          later: true,
          run: (context) => ofAnother(session, context, cause),
        }
    }
  },
})

/** Creations whose event is certain. */
const creations = (session: EventSession, plan: Plan): EventCause[] =>
  session
    .causes(plan)
    .filter(
      ({ operation, certain, message }) =>
        certain &&
        operation.body !== undefined &&
        plan.graph.resources.some(({ create }) => create === operation) &&
        wordsOf(message.type).some((word) => isVerb('created', word)),
    )

/** Updates of one resource whose event is certain. */
const updates = (session: EventSession, plan: Plan): EventCause[] =>
  session
    .causes(plan)
    .filter(
      ({ operation, certain }) =>
        certain &&
        operation.body !== undefined &&
        plan.graph.resources.some(({ update }) => update === operation),
    )

/** A rejected update changes nothing. It is sent twice, because a single event may be late news of the previous change. */
async function rejectedUpdate(
  session: EventSession,
  context: CheckContext,
  cause: EventCause,
): Promise<void> {
  const { mailbox } = await session.everything(context)
  const good = await session.change(context, cause)
  if ((await mailbox.find((one) => session.reportsOf(one, good), session.settings.arrival)) === undefined)
    return context.notObserved({ code: 'not-arrived', what: cause.message.type, after: 'after a change' })
  const [member] = Object.keys(isObject(good.parts.body as Json) ? (good.parts.body as object) : {})
  if (member === undefined) return context.notObserved({ code: 'not-made', what: 'invalid update' })
  const wrong = { ...good.parts, body: { [member]: { never: 'so' } } as Json }
  const asked = async () => {
    const response = await context.send(cause.operation, wrong)
    return response.status < 400
      ? context.notObserved({ code: 'accepts-all', operationId: cause.operation.operationId })
      : response
  }
  const response = await raising(session, mailbox, good, asked)
  if (response)
    context.broken(
      about(
        session,
        { change: good },
        {
          code: 'event-of-rejected-request',
          subject: cause.message.type,
          details: { status: response.status },
        },
        { exchange: response },
      ),
    )
}

/**
 * The response to a request that raises another event of the change's type and resource. One event may be late news of
 * the change, but a request that raises an event raises another when it is sent again.
 */
async function raising(
  { idOf, contract }: EventSession,
  mailbox: Mailbox,
  { cause, ids }: Change,
  send: () => Promise<Recorded>,
): Promise<Recorded | undefined> {
  let response: Recorded | undefined
  for (let times = 0; times < 2; times++) {
    const known = new Set(mailbox.deliveries.map((one) => idOf(one)))
    response = await send()
    const another = await mailbox.find(
      (one) =>
        !known.has(idOf(one)) &&
        contract.messageOf(one) === cause.message &&
        // The number of a child may be that of another parent's child: the event has to identify the parents, too.
        ids.every((id) => containsValue(one.json, id)),
      QUIET,
    )
    if (another === undefined) return undefined
  }
  return response
}

async function rejected(session: EventSession, context: CheckContext, cause: EventCause): Promise<void> {
  const { mailbox } = await session.everything(context)
  const good = await session.change(context, cause)
  const arrived = await mailbox.find((one) => session.reportsOf(one, good), session.settings.arrival)
  if (arrived === undefined)
    return context.notObserved({ code: 'not-arrived', what: cause.message.type, after: 'after a change' })
  const before = mailbox.deliveries.length
  const marker = `refused-${context.random.word(10)}`
  const body = isObject(good.parts.body as Json) ? { ...(good.parts.body as object) } : {}
  // A body with changed strings, and a required property of a type that no schema would allow.
  for (const [name, value] of Object.entries(body))
    if (typeof value === 'string' && (soundsLike('prose', name) || soundsLike('name', name)))
      Object.assign(body, { [name]: marker })
  const required = requiredOf(viewOf(context.api.document, cause.operation.body?.schema))
  const [first = 'value'] = [...required, ...Object.keys(body)]
  Object.assign(body, { [first]: { never: marker } })
  const response = await context.send(cause.operation, { ...good.parts, body: body as Json })
  if (response.status < 400)
    return context.notObserved({ code: 'accepts-all', operationId: cause.operation.operationId })
  await mailbox.find(() => false, QUIET)
  for (const one of mailbox.deliveries.slice(before))
    if (session.idOf(one) !== session.idOf(arrived) && one.body.includes(marker))
      context.broken(
        about(
          session,
          { change: good },
          {
            code: 'event-of-rejected-request',
            subject: session.contract.messageOf(one)?.type ?? 'an event',
            details: { status: response.status },
          },
          { exchange: response },
        ),
      )
  const { read } = context.graph.resources.find(({ create }) => create === cause.operation) ?? {}
  if (read === undefined) return
  const params = paramsOf(context, cause, good)
  const reading = await raising(session, mailbox, good, () =>
    context.send(read, { params, query: {}, headers: {} }),
  )
  if (reading)
    context.broken(
      about(
        session,
        { change: good },
        { code: 'event-of-read', subject: cause.message.type },
        { exchange: reading },
      ),
    )
}

function paramsOf(
  context: CheckContext,
  cause: EventCause,
  change: { parts: { params: Record<string, Json> }; ids: string[] },
) {
  const resource = context.graph.resources.find(({ create }) => create === cause.operation)
  return { ...change.parts.params, [resource?.parameter ?? '']: change.ids.at(-1) ?? '' }
}

async function ofAnother(session: EventSession, context: CheckContext, cause: EventCause): Promise<void> {
  const { stranger } = context.roles
  if (stranger === undefined) return
  const { mailbox } = await session.everything(context)
  const base = await context.parts(cause.operation)
  // Optional properties of a body may refer to resources of the first organization.
  const required = requiredOf(viewOf(context.api.document, cause.operation.body?.schema))
  if (isObject(base.body as Json))
    base.body = Object.fromEntries(
      Object.entries(base.body as JsonObject).filter(([name]) => required.has(name)),
    )
  let response = await context.send(cause.operation, base, { identity: stranger })
  // The parent belongs to the other client: the stranger creates a parent of his own.
  if ([403, 404].includes(response.status)) {
    base.params = await paramsOfStranger(context, cause.operation, stranger)
    response = await context.send(cause.operation, base, { identity: stranger })
  }
  if (response.status >= 300)
    return context.notObserved({
      code: 'rejected',
      what: `what ${stranger.name} sends to ${cause.operation.operationId}`,
      status: response.status,
    })
  const resource = context.graph.resources.find(({ create }) => create === cause.operation)
  if (resource === undefined) return
  const id = itemOf(resource, undefined, response, base).params[resource.parameter]
  // By the time that one of our own has come, the other's would have.
  const own = await session.change(context, cause)
  await mailbox.find((one) => session.reportsOf(one, own), session.settings.arrival)
  const leaked = await mailbox.find((one) => containsValue(one.json, String(id)), 200)
  if (leaked !== undefined)
    context.broken(
      about(
        session,
        { change: own },
        {
          code: 'event-of-other-tenant',
          subject: session.contract.messageOf(leaked)?.type ?? 'an event',
          details: { identity: stranger.name },
        },
        { exchange: response },
      ),
    )
}

/** The path parameters of what the stranger has made below one another for this operation. */
async function paramsOfStranger(
  context: CheckContext,
  operation: ApiOperation,
  stranger: Identity,
): Promise<Parts['params']> {
  let params: Parts['params'] = {}
  for (const resource of context.graph.alongPath(operation.path)) {
    if (resource.create === undefined)
      return context.notObserved({ code: 'no-creation', item: resource.item })
    const parts = { ...(await context.parts(resource.create)), params }
    const response = await context.send(resource.create, parts, { identity: stranger })
    if (response.status >= 300)
      return context.notObserved({
        code: 'rejected',
        what: `${resource.create.operationId} by ${stranger.name}`,
        status: response.status,
      })
    params = { ...params, ...itemOf(resource, undefined, response, parts).params }
  }
  return params
}
