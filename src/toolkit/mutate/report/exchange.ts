/** The exchange that a fault changed, as texts: what each side sent, and what the other side received. */
import { STATUS_CODES } from 'node:http'
import type { Change } from '../proxy.ts'
import { jsonOf, type WireRequest, type WireResponse } from '../wire.ts'

interface Passage {
  sent: string | undefined
  /** Equal to `sent` where the fault did not change it. */
  received: string | undefined
}

export interface ExchangeFacts {
  /** Of a delivery, the server sends the request to the tests. */
  isDelivery: boolean
  request: Passage
  response: Passage
}

/** Characters of a message in a report. */
const MAX_LENGTH = 4000

/** @param isSecret whether a header contains a credential */
export function exchangeFacts(
  { request, sent, response, isDelivery }: Change,
  isSecret: (header: string) => boolean,
): ExchangeFacts {
  const requestText = (one: WireRequest) => messageText(`${one.method} ${one.target} HTTP/1.1`, one, isSecret)
  const responseText = (one: WireResponse) =>
    one.status === 0
      ? 'none: the connection broke'
      : messageText(
          ['HTTP/1.1', one.status, STATUS_CODES[one.status]].filter(Boolean).join(' '),
          one,
          isSecret,
        )
  const received = sent.map((one) => requestText(one.request))
  const right = sent.at(-1)?.response
  return {
    isDelivery: isDelivery === true,
    request: {
      sent: requestText(request),
      received: received.length === 0 ? undefined : received.join('\n\n'),
    },
    response: { sent: right && responseText(right), received: responseText(response) },
  }
}

function messageText(
  start: string,
  message: WireRequest | WireResponse,
  isSecret: (header: string) => boolean,
): string {
  const fields = message.fields.map(([name, value]) => `${name}: ${isSecret(name) ? '***' : value}`)
  const value = jsonOf(message)
  const body = value === undefined ? message.body.toString() : JSON.stringify(value, null, 2)
  const text = [start, ...fields, ...(body === '' ? [] : ['', body])].join('\n')
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
