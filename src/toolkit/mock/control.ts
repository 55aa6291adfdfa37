/** The paths by which the mock itself is controlled: `/__mock/reset` and `/__mock/events/<type>`. */
import { timingSafeEqual } from 'node:crypto'
import { isOfForeignPage } from '../network/trustedRequest.ts'
import type { Json, JsonObject } from '../openapi/document.ts'
import type { HttpRequest, HttpResponse } from '../requests/exchange.ts'
import { problem } from '../requests/rejections.ts'
import type { EventSender } from './events.ts'
import type { Mock } from './mock.ts'

const PREFIX = '/__mock/'
const TOKEN = 'x-mock-token'

export interface Controlled {
  mocks(): readonly Mock[]
  events: EventSender | undefined
  /** Lets pages of other origins in; they send it as `X-Mock-Token`. */
  controlToken?: string | undefined
}

export const isControl = ({ url }: Pick<HttpRequest, 'url'>): boolean => url.startsWith(PREFIX)

/**
 * `POST /__mock/reset` forgets; `POST /__mock/events/<type>` sends an event, with the JSON body's properties in it.
 * A page of another origin needs the token.
 */
export async function control(
  { mocks, events, controlToken }: Controlled,
  request: HttpRequest,
): Promise<HttpResponse> {
  const command = (request.url.split('?', 1)[0] ?? '').slice(PREFIX.length)
  const [, type] = /^events\/(.+)$/.exec(command) ?? []
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: 'POST, OPTIONS' } }
  if (request.method !== 'POST' || (command !== 'reset' && type === undefined))
    return problem(
      404,
      `Received ${request.method} ${PREFIX}${command}; expected POST /__mock/reset or POST /__mock/events/<type>.`,
    )
  if (isOfForeignPage(request.headers) && !isToken(request.headers[TOKEN], controlToken))
    return problem(
      403,
      'A page of another origin cannot control the mock. Send the token that the mock printed at its start as X-Mock-Token.',
    )
  if (type === undefined) {
    for (const mock of mocks()) mock.reset()
    return { status: 204, headers: {} }
  }
  if (events === undefined)
    return problem(409, 'No events are sent: start the mock with --webhook-url and an AsyncAPI document.')
  if (!events.types.includes(type))
    return problem(400, `Received ${type}; expected one of ${events.types.join(', ')}.`)
  try {
    const changes =
      request.body.length === 0 ? {} : (JSON.parse(Buffer.from(request.body).toString()) as JsonObject)
    const { status, body } = await events.send(type, changes)
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: { event: body, receiverStatus: status } as Json,
    }
  } catch (error) {
    return problem(400, `The body is not JSON: ${(error as Error).message}`)
  }
}

function isToken(received: string | undefined, token: string | undefined): boolean {
  if (received === undefined || token === undefined) return false
  const [a, b] = [Buffer.from(received), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
