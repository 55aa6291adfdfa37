import type { ApiOperation } from '../../../model/api.ts'
import { isState, leadsTo, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { pointerOf, valueAt } from '../../../openapi/pointer.ts'
import { createSchemaValidator } from '../../../schema/validate.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Plan, Proof, TrialContext } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import { signatureProblems } from '../../receiver/schemes.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import type { EventSession } from '../session.ts'
import { nameOf, put } from '../subscription.ts'
import type { EventRule } from './each.ts'

/** A test event is an event like any other, and says that it is a test. */
export const eventTestMarked: EventRule = (session) => {
  const validate = createSchemaValidator(session.contract.document, { closed: session.closed })
  return {
    ...definitionOf('event-test-marked'),
    *trials(plan) {
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
            if (how === undefined) return context.notObserved('how to subscribe is not known')
            await session.withSubscription(context, [message], async (subscription) => {
              const { mailbox } = subscription
              const [item] = subscription.items
              if (item === undefined) return context.notObserved('the subscription shows no id')
              const change = (parts: { params: Record<string, Json>; body?: Json | undefined }) => {
                Object.assign(parts.params, item.params)
                const typed = typeMember(context, operation)
                if (typed !== undefined && isObject(parts.body as Json))
                  put(parts.body as JsonObject, pointerOf(typed), nameOf(how, message))
              }
              const parts = await context.parts(operation)
              change(parts)
              const answer = await context.send(operation, parts)
              if (answer.status >= 300)
                return context.notObserved(
                  `${operation.operationId} returned ${answer.status} for ${message.type}`,
                )
              const named = eventNamedIn(answer.json as Json)
              const delivery = await mailbox.find(
                (one) => named === undefined || session.idOf(one) === named,
                session.settings.arrival,
              )
              const broken = (fact: RuleFact & Pick<Proof, 'pointer' | 'within'>) =>
                context.broken({
                  ...fact,
                  exchange: answer,
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
              const { testMark } = session.settings
              if (testMark !== undefined) {
                const received = valueAt(delivery.json as Json, testMark.pointer)
                if (received !== testMark.value)
                  broken({
                    code: 'test-event-not-marked',
                    subject: testMark.pointer,
                    received,
                    expected: testMark.value,
                    pointer: testMark.pointer,
                  })
              } else if (!saysTest(delivery.json as Json))
                context.notObserved('nothing in the event is "test"; set its mark as webhooks.testMark')
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

/** The member of the request that names the event type. */
const typeMember = ({ api }: TrialContext, operation: ApiOperation): string | undefined =>
  membersOf(viewOf(api.document, operation.body?.schema))
    .map(([name]) => name)
    .find((name) => soundsLike('eventTypeName', name))

/** The id of the event that the answer tells of, by which it is known among others that arrive meanwhile. */
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
