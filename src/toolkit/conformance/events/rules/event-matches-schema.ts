import { isObject, type Json, locate } from '../../../contract/index.ts'
import { readHeader } from '../../finding.ts'
import { mediaTypeOf, readJson } from '../../json.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import { createSchemaValidator } from '../../schemas.ts'
import type { EventMessage } from '../eventContract.ts'
import type { EventSession } from '../session.ts'
import { about, type EventRule, eachArrived, told } from './each.ts'

/** Method, media type, payload and headers of each delivery are those of the document. */
export const eventMatchesSchema: EventRule = (session) => {
  const validate = createSchemaValidator(session.contract.document, { closed: session.closed })
  return {
    id: 'event-matches-schema',
    title: 'A delivery is a POST whose payload and headers satisfy the document of events.',
    basis: 'the document of events',
    pack: 'webhooks',
    *trials(plan) {
      yield* eachArrived(session, plan, 'event-matches-schema', (bench, arrived, { message }) => {
        for (const { text, pointer } of problemsOf(session, validate, arrived.delivery, message))
          bench.broken(about(session, arrived, text, { ...(pointer !== undefined && { pointer }) }))
      })
      yield {
        name: 'every delivery',
        operation: undefined,
        exclusive: true,
        run: async (bench) => {
          const [observation] = session.observations
          if (observation === undefined) return bench.notObserved('nothing was delivered')
          for (const delivery of session.receiver.deliveries) {
            const message = session.contract.messageOf(delivery)
            // What is no event of the document is said once, by the first that came.
            const problems =
              message === undefined
                ? [{ text: unknownEvent(session, delivery), pointer: undefined }]
                : [...problemsOf(session, validate, delivery, message)]
            for (const { text } of problems.slice(0, 1))
              bench.broken(about(session, observation, `${told(session, delivery)}: ${text}`))
            if (problems.length > 0) return
          }
        },
      }
    },
  }
}

const unknownEvent = ({ contract }: EventSession, { body }: Delivery): string =>
  `received ${body.toString().slice(0, 120)}, expected one of ${contract.messages.map(({ type }) => type).join(', ')}`

function* problemsOf(
  session: EventSession,
  validate: ReturnType<typeof createSchemaValidator>,
  delivery: Delivery,
  message: EventMessage,
): Generator<{ text: string; pointer: string | undefined }> {
  const { document } = session.contract
  const say = (text: string, pointer?: string) => ({ text, pointer })
  if (delivery.method !== 'POST') yield say(`received the method ${delivery.method}, expected POST`)
  const type = readHeader(delivery.headers, 'content-type')
  if (type === undefined || mediaTypeOf(type) !== mediaTypeOf(message.contentType))
    yield say(`received Content-Type: ${type ?? 'nothing'}, expected ${message.contentType}`)
  const reading = readJson(delivery.body)
  if ('problem' in reading) yield say(reading.problem, '')
  else if (message.payloadPointer !== undefined)
    for (const problem of validate(locate(document, message.payloadPointer).pointer, reading.value))
      yield say(`${problem.message} at ${problem.pointer || 'the root'}`, problem.pointer)
  for (const { name, required, schemaPointer } of message.headers) {
    const value = readHeader(delivery.headers, name)
    if (value === undefined) {
      if (required) yield say(`received no header ${name}, expected it to be present`)
      continue
    }
    if (delivery.repeatedHeaders.includes(name.toLowerCase()))
      yield say(`received the header ${name} more than once, expected it once`)
    if (schemaPointer === undefined) continue
    const { node, pointer } = locate(document, schemaPointer)
    if (isObject(node as Json))
      for (const problem of validate(pointer, value, 'text'))
        yield say(`${problem.message} in the header ${name}`)
  }
}
