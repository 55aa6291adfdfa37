/** Messages at the receiver of a run, for the steps of workflows that wait for them. */
import { isObject, type Json, objectAt } from '../../openapi/document.ts'
import { listMessages, messagesAt } from '../../openapi/messages.ts'
import { pointerOf, valueAt } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import { createSchemaValidator } from '../../schema/validate.ts'
import { ConfigError } from '../config/members.ts'
import { itemOf } from '../engine/items.ts'
import type { CheckContext, Inbox, MessageSource, ReceivedMessage } from '../engine/rule.ts'
import { evaluate, textOf } from '../engine/workflows/expressions.ts'
import type { MessageStep } from '../engine/workflows/messageStep.ts'
import type { Delivery, Mailbox } from '../receiver/receiver.ts'
import { signatureProblems } from '../receiver/schemes.ts'
import { containsValue } from './causes.ts'
import { problemsOf } from './checkDelivery.ts'
import type { EventMessage } from './eventTypes.ts'
import { secretsFor } from './secretsFor.ts'
import type { EventSession } from './session.ts'
import { put, type SubscribeOperation, type Subscription, statedSecret } from './subscription.ts'

export function messageSourceOf(session: EventSession): MessageSource {
  const { contract, settings } = session
  const { document } = contract
  const validate = createSchemaValidator(document, { closed: session.closed })

  const messagesOf = ({ pointer }: MessageStep): EventMessage[] => {
    const pointers = messagesAt(document, pointer)
    return contract.messages.filter((message) => pointers.includes(message.pointer))
  }

  const inboxOf = (
    context: CheckContext,
    how: SubscribeOperation | undefined,
    subscription: Subscription,
  ): Inbox => {
    // A manually created subscription receives the events of all checks. Earlier deliveries belong to those checks.
    const used = new Set<Delivery>(subscription.mailbox.deliveries)
    const isMeant = (step: MessageStep, correlation: Json | undefined) => {
      const wanted = messagesOf(step)
      return (one: Delivery) => {
        const message = contract.messageOf(one)
        if (used.has(one) || message === undefined || !wanted.includes(message)) return false
        return correlation === undefined || correlates(session, message, one, textOf(correlation))
      }
    }
    const received = (delivery: Delivery): ReceivedMessage => ({
      headers: delivery.headers,
      payload: delivery.json as Json,
      problems() {
        const message = contract.messageOf(delivery)
        if (message === undefined) return []
        const { scheme } = session.signature
        const secrets = secretsFor(subscription, message)
        return [
          ...[...problemsOf({ document, validate }, delivery, message)],
          ...(scheme === undefined || secrets.length === 0
            ? []
            : signatureProblems(scheme, delivery, secrets)),
        ]
      },
    })
    return {
      direct(operation, parts) {
        if (operation !== how?.operation) return
        const body = isObject(parts.body) ? structuredClone(parts.body) : {}
        parts.body = body
        put(body, how.url, subscription.mailbox.url)
      },
      async directed(operation, exchange, parts) {
        if (operation !== how?.operation || exchange.status >= 300) return
        const item = how.resource && itemOf(how.resource, undefined, exchange, parts)
        const sent = how.secretSent === undefined ? undefined : valueAt(parts.body ?? null, how.secretSent)
        const secret = (await statedSecret(context, how, exchange, item)) ?? sent ?? settings.secret
        if (typeof secret === 'string') subscription.secrets.push(secret)
      },
      async receive(step, correlation, accepts) {
        const meant = isMeant(step, correlation)
        const isAccepted = (one: Delivery) => {
          try {
            return accepts(received(one))
          } catch {
            // The step itself reports a condition that cannot be evaluated. Waiting does not help.
            return true
          }
        }
        const found = await subscription.mailbox.find(
          (one) => meant(one) && isAccepted(one),
          step.timeout ?? settings.arrival,
        )
        // A message that is not accepted may be meant for another step.
        const shown = found ?? subscription.mailbox.deliveries.filter(meant).at(-1)
        if (found !== undefined) used.add(found)
        return shown && received(shown)
      },
    }
  }

  return {
    check(step, at) {
      if (document.kind !== 'asyncapi')
        throw new ConfigError(
          `${at} waits for a message, which needs a document of AsyncAPI; give --asyncapi FILE`,
        )
      if (messagesOf(step).length > 0) return
      const known = ['operations', 'channels'].flatMap((kind) =>
        Object.keys(objectAt(document.root, kind)).map((name) => `#${pointerOf(kind, name)}`),
      )
      throw new ConfigError(
        `${at} names "${step.written}", of which the document of events sends nothing; it has ${known.join(', ')}`,
      )
    },
    async serve(context, steps, calls, work) {
      const how = session.how(context)
      const byItself = how !== undefined && calls.includes(how.operation)
      if (settings.given !== undefined)
        return work(inboxOf(context, undefined, await session.everything(context)))
      if (!byItself) {
        const messages = [...new Set(steps.flatMap(messagesOf))]
        return session.withSubscription(context, messages, (subscription) =>
          work(inboxOf(context, undefined, subscription)),
        )
      }
      return work(inboxOf(context, how, emptySubscription(session.receiver.mailbox())))
    },
  }
}

const emptySubscription = (mailbox: Mailbox): Subscription => ({
  mailbox,
  secrets: [],
  types: [],
  items: [],
  made: undefined,
})

/** Where the document declares it (AsyncAPI 3.0, "Correlation ID Object"), else anywhere in the message. */
function correlates(
  { contract: { document } }: EventSession,
  message: EventMessage,
  { json, headers }: Delivery,
  wanted: string,
): boolean {
  const at = listMessages(document).find(({ pointer }) => pointer === message.pointer)?.correlationPointer
  const place = at === undefined ? undefined : locate(document, at).node.location
  if (typeof place !== 'string')
    return containsValue(json, wanted) || Object.values(headers).flat().includes(wanted)
  const none = { inputs: {}, steps: new Map(), workflows: new Map(), url: '' }
  const value = evaluate(place, { ...none, message: { headers, payload: json as Json } })
  return value !== undefined && textOf(value) === wanted
}
