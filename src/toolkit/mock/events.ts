/** Webhook events of an AsyncAPI document: its own examples, signed, sent on demand and after calls that raise them. */

import { createHmac, randomBytes } from 'node:crypto'
import { raises } from '../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { follow } from '../openapi/resolve.ts'
import { escaped } from '../openapi/templates.ts'

export interface EventSender {
  /** The types of the document, in its order. */
  types: string[]
  /** Sends the document's example of an event type. @returns status and body of the response; status 0 without a response */
  send(type: string, changes?: JsonObject): Promise<{ status: number; body: Json }>
  /** The event types that an operation triggers, by name: `createPrompt` triggers `prompt.created`. */
  raisedBy(operationId: string, method: string): string[]
}

export interface EventSettings {
  url: string
  secret: string
  now(): number
}

export function createEventSender(
  document: ContractDocument,
  { url, secret, now }: EventSettings,
): EventSender {
  const examples = new Map<string, JsonObject>()
  // A bundle has its messages in the channels; a hand-written document mostly below the components.
  const places = [
    objectAt(document.root, 'components'),
    ...Object.values(objectAt(document.root, 'channels')),
  ]
  const messages = places.flatMap((place) =>
    isObject(place) ? Object.entries(objectAt(follow(document, place), 'messages')) : [],
  )
  for (const [key, given] of messages) {
    const message = follow(document, given)
    const [example] = Array.isArray(message.examples) ? message.examples.filter(isObject) : []
    const payload = example === undefined ? undefined : (example.payload as Json)
    const name = typeof message.name === 'string' ? message.name : key
    if (isObject(payload)) examples.set(name, payload)
  }
  return {
    types: [...examples.keys()],
    raisedBy(operationId, method) {
      const word = operationId.toLowerCase()
      return [...examples.keys()].filter((type) => {
        const [kind = '', ...rest] = type.split('.')
        const inside = rest.slice(0, -1).every((part) => word.includes(part))
        const whole = new RegExp(`^[a-z]+?${escaped(kind + rest.slice(0, -1).join(''))}$`)
        return method !== 'GET' && raises(operationId, rest.at(-1) ?? '') && inside && whole.test(word)
      })
    },
    async send(type, changes = {}) {
      const example = examples.get(type)
      if (example === undefined)
        throw new RangeError(`The document has no event ${type}; it has ${[...examples.keys()].join(', ')}.`)
      const body: JsonObject = { ...example, ...fresh(example, now()), ...changes }
      const text = JSON.stringify(body)
      const time = Math.floor(now() / 1000)
      const digest = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')
      const headers = {
        'Content-Type': 'application/json',
        'X-Service-Signature': `t=${time},v1=${digest}`,
        'X-Service-Timestamp': String(time),
      }
      const received = await fetch(url, {
        method: 'POST',
        headers,
        body: text,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined)
      await received?.body?.cancel()
      return { status: received?.status ?? 0, body }
    },
  }
}

/** Sets a new id, in the format of the example, and the current time. */
function fresh(example: JsonObject, now: number): JsonObject {
  const shown = typeof example.id === 'string' ? example.id : ''
  const [, kind = '', rest = ''] = /^(.*_)([0-7][0-9a-hjkmnp-tv-z]{25})$/.exec(shown) ?? []
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  const end = [...randomBytes(15)].map((byte) => letters.charAt(byte % 32)).join('')
  const id = rest === '' ? `evt_${randomBytes(12).toString('hex')}` : kind + rest.slice(0, 11) + end
  return { id, ...(typeof example.createdAt === 'string' && { createdAt: new Date(now).toISOString() }) }
}
