import type { ApiOperation } from '../../../model/api.ts'
import { isState, leadsTo, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { pointerOf, valueAt } from '../../../openapi/pointer.ts'
import { createSchemaValidator } from '../../../schema/validate.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import { type CheckContext, type Plan, type Proof, returned } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import { signatureProblems } from '../../receiver/schemes.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import type { EventSession } from '../session.ts'
import { nameOf, put } from '../subscription.ts'
import type { EventRule } from './each.ts'

/** Requests a test event of a type. */
function setType(context: CheckContext, operation: ApiOperation, body: Json | undefined, type: string): void {
  const member = typeMember(context, operation)
  if (member !== undefined && body !== undefined && isObject(body)) put(body, pointerOf(member), type)
}

/** Whether an event is marked as a test. */
function checkMark(
  session: EventSession,
  context: CheckContext,
  event: Json,
  broken: (fact: RuleFact & Pick<Proof, 'pointer' | 'within'>) => void,
): void {
  const { testMark } = session.settings
  if (testMark === undefined) {
    if (!saysTest(event))
      context.notObserved({ code: 'unset', what: 'the mark of test events', key: 'webhooks.testMark' })
    return
  }
  const { pointer, value: expected } = testMark
  const received = valueAt(event, pointer)
  if (received !== expected)
    broken({ code: 'test-event-not-marked', subject: pointer, received, expected, pointer })
}

/** A test event is an event like any other, with a mark. */
export const eventTestMarked: EventRule = (session) => {
  const validate = createSchemaValidator(session.contract.document, { closed: session.closed })
  return {
    ...definitionOf('event-test-marked'),
    *checks(plan) {
      const operation = testOperation(session, plan)
      if (operation === undefined) return
      for (const message of session.contract.messages)
        yield {
          name: message.type,
          constraint: `test event ${message.type}`,
          operation,
          later: true,
          run: async (context) => {
            const how = session.how(context)
            if (how === undefined)
              return context.notObserved({
                code: 'unset',
                what: 'the subscription',
                key: 'webhooks.subscribe',
              })
            await session.withSubscription(context, [message], async (subscription) => {
              const { mailbox } = subscription
              const [item] = subscription.items
              if (item === undefined)
                return context.notObserved({ code: 'absent', from: 'the subscription', what: 'id' })
              const parts = await context.parts(operation)
              Object.assign(parts.params, item.params)
              setType(context, operation, parts.body, nameOf(how, message))
              const response = await context.send(operation, parts)
              if (response.status >= 300)
                return context.notObserved(
                  returned(`${operation.operationId}, for ${message.type},`, response),
                )
              const named = eventNamedIn(response.json as Json)
              const delivery = await mailbox.find(
                (one) => named === undefined || session.idOf(one) === named,
                session.settings.arrival,
              )
              const broken = (fact: RuleFact & Pick<Proof, 'pointer' | 'within'>) =>
                context.broken({
                  ...fact,
                  exchange: response,
                  with: subscription.made === undefined ? [] : [subscription.made],
                  provenance: operation.origin,
                })
              if (delivery === undefined) return broken({ code: 'test-event-missing', subject: message.type })
              const arrived = session.contract.messageOf(delivery)
              if (typeMember(context, operation) !== undefined && arrived !== message)
                broken({ code: 'wrong-test-event', subject: message.type, received: arrived?.type })
              if (arrived?.payloadPointer !== undefined)
                for (const problem of validate(arrived.payloadPointer, delivery.json).slice(0, 2))
                  broken({ ...problem, within: 'test event' })
              const { scheme } = session.signature
              if (scheme !== undefined && subscription.secrets.length > 0)
                for (const problem of signatureProblems(scheme, delivery, subscription.secrets))
                  broken({ ...problem, within: 'test event' })
              checkMark(session, context, delivery.json as Json, broken)
            })
          },
        }
    },
  }
}

/** `POST /webhooks/{id}/test` or `/ping`. */
function testOperation(session: EventSession, plan: Plan): ApiOperation | undefined {
  const resource = session.how(plan)?.resource
  return plan.api.operations.find(
    ({ method, path, operationId }) =>
      resource !== undefined &&
      method === 'POST' &&
      path.startsWith(`${resource.item}/`) &&
      leadsTo('testEvent', `${path.slice(resource.item.length)} ${operationId}`),
  )
}

/** The property of the request that names the event type. */
const typeMember = ({ api }: CheckContext, operation: ApiOperation): string | undefined =>
  membersOf(viewOf(api.document, operation.body?.schema))
    .map(([name]) => name)
    .find((name) => soundsLike('eventTypeName', name))

/** The id of the event in the response, which identifies it among others that arrive meanwhile. */
function eventNamedIn(json: Json | undefined): string | undefined {
  if (!isObject(json as Json)) return undefined
  const found = Object.entries(json as JsonObject).find(([name]) => soundsLike('eventId', name))
  return typeof found?.[1] === 'string' ? found[1] : undefined
}

function saysTest(node: Json | undefined): boolean {
  if (Array.isArray(node)) return node.some(saysTest)
  if (!isObject(node as Json)) return typeof node === 'string' && isState('test', node)
  return Object.entries(node as JsonObject).some(
    ([name, value]) => (soundsLike('test', name) && value === true) || saysTest(value),
  )
}
