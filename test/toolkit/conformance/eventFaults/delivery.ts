/**
 * Planted faults of events: small changes of the right server's deliveries, or of the reports to it. The names in
 * `firstDrawn` were drawn up from the source and the documents before any check of events or OAuth was written.
 */
import { createHmac } from 'node:crypto'

export interface Posted {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** Of the webhook. */
  secrets: string[]
  /** Counts the attempts of one event at one webhook. */
  attempt: number
}

/** Posts to the endpoint and returns its status, and where it redirects to. */
export type Forward = (posted: Posted) => Promise<{ status: number; location?: string }>
export type Deliver = (posted: Posted, forward: Forward) => Promise<number>

export interface DeliveryFault {
  name: string
  suffering: string
  breaks: string
  /** The rule that turns red. */
  rule: string
  plant(): Deliver
}

type Event = Record<string, unknown> & { data: Record<string, unknown>; metadata: Record<string, unknown> }

export const eventOf = ({ body }: Posted): Event => JSON.parse(body.toString()) as Event

const digest = (secret: string, time: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')

/** Signs again, as the right server would have signed this. */
export function signed(
  posted: Posted,
  body: Buffer,
  time = posted.headers['x-service-timestamp'] ?? '',
): Posted {
  const digests = posted.secrets.map((secret) => `v1=${digest(secret, time, body)}`)
  return {
    ...posted,
    body,
    headers: {
      ...posted.headers,
      'x-service-signature': [`t=${time}`, ...digests].join(','),
      'x-service-timestamp': time,
    },
  }
}

export const changed = (posted: Posted, edit: (event: Event) => void): Posted => {
  const event = eventOf(posted)
  edit(event)
  return signed(posted, Buffer.from(JSON.stringify(event)))
}

export const withHeader = (posted: Posted, name: string, value: string | undefined): Posted => {
  const { [name]: _, ...headers } = posted.headers
  return { ...posted, headers: value === undefined ? headers : { ...headers, [name]: value } }
}

export const signatureOf = ({ headers }: Posted): string => headers['x-service-signature'] ?? ''
export const timeOf = ({ headers }: Posted): string => headers['x-service-timestamp'] ?? ''

export const sends =
  (change: (posted: Posted) => Posted): (() => Deliver) =>
  () =>
  async (posted, forward) =>
    (await forward(change(posted))).status

export const says = (edit: (event: Event) => void) => sends((posted) => changed(posted, edit))
export const withholds = (type: string) => (): Deliver => async (posted, forward) =>
  eventOf(posted).type === type ? 204 : (await forward(posted)).status

/** Reports another status to the right server than the endpoint gave. */
export const hears =
  (change: (status: number, posted: Posted) => number) => (): Deliver => async (posted, forward) =>
    change((await forward(posted)).status, posted)

export const again = (wanted: (status: number) => boolean) => (): Deliver => async (posted, forward) => {
  const { status } = await forward(posted)
  if (wanted(status)) await forward(posted)
  return status
}

export const fault = (
  name: string,
  rule: string,
  suffering: string,
  breaks: string,
  plant: () => Deliver,
): DeliveryFault => ({
  name,
  rule,
  suffering,
  breaks,
  plant,
})
