/** How a delivery to a user's receiver is made and signed. */
import { randomUUID } from 'node:crypto'
import { type SignatureScheme, sign, signatureHeaders } from '../../model/signatures.ts'

export interface Sending {
  headers: Record<string, string>
  body: Buffer
  /** The body comes in two halves, so many milliseconds apart. */
  pause?: number
}

export interface ReceiverCase {
  name: string
  /** `taken`: 2xx; `refused`: 4xx. */
  expect: 'taken' | 'refused'
  /** The damage at a receiver with another behavior. */
  because: string
  /** The requests to send, in turn; each must get the expected response. */
  send(): Sending[]
}

export interface CaseOptions {
  scheme: SignatureScheme
  secret: string
  /** Unix milliseconds. */
  now(): number
  /** An event with an id of its own. */
  event(id: string, createdAt: string): Buffer
}

export interface Parts {
  id: string
  timestamp: string
  body: Buffer
}

export function fresh({ now, event }: CaseOptions, age = 0): Parts {
  const at = now() - age * 1000
  const id = `evt_${randomUUID().replaceAll('-', '')}`
  return { id, timestamp: String(Math.floor(at / 1000)), body: event(id, new Date(at).toISOString()) }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

export function whole(options: CaseOptions, parts: Parts = fresh(options)): Sending {
  return { headers: { ...JSON_TYPE, ...sign(options.scheme, [options.secret], parts) }, body: parts.body }
}

/** The delivery signed with digests of one's own. */
export const withDigests = ({ scheme }: CaseOptions, parts: Parts, digests: string[]): Sending => ({
  headers: { ...JSON_TYPE, ...signatureHeaders(scheme, digests, parts) },
  body: parts.body,
})

export const rewritten = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
