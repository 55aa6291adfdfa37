/** The examples of the document, which test events send. */
import asyncapi from '../../../generated/asyncapi.json' with { type: 'json' }
import type { EventData, EventType } from './outbox.ts'

interface Message {
  name: string
  examples: readonly { payload: { data: unknown } }[]
}

const messages: readonly Message[] = Object.values(asyncapi.channels.webhook.messages)

/** The `data` of the document's example of an event. The document is checked against its own schemas when it is built. */
export function sampleData<T extends EventType>(type: T): EventData<T> {
  const example = messages.find(({ name }) => name === type)?.examples[0]
  if (!example) throw new Error(`The document has no example of ${type}.`)
  return example.payload.data as EventData<T>
}
