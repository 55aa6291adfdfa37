/** Which signature scheme a document means, from the headers that it declares. */

import { algorithmIn, saysBase64 } from '../../model/description.ts'
import { type SignatureScheme, schemeOf } from '../../model/signatures.ts'
import { isSignatureHeader, isTimestampHeader } from '../../model/vocabulary.ts'
import { isObject, type JsonObject, objectAt } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { valueAt } from '../../openapi/pointer.ts'
import type { EventContract } from './eventContract.ts'
import type { WebhookSettings } from './settings.ts'

export interface Guess {
  /** Undefined: deliveries are not signed, or the scheme is unknown. */
  scheme: SignatureScheme | undefined
  /** Whether it is configured or clear from the document. */
  known: boolean
  /** The header that looks like a signature. */
  header: string | undefined
}

/** The scheme of the configuration, else the one that the document's headers look like. */
export function schemeFor(contract: EventContract, settings: WebhookSettings): Guess {
  if (settings.scheme === 'none') return { scheme: undefined, known: true, header: undefined }
  const headers = declaredHeaders(contract)
  const stamp = [...headers.keys()].find((name) => isTimestampHeader(name))
  const signature = [...headers.keys()].find((name) => isSignatureHeader(name))
  const changes: Partial<SignatureScheme> = { ...settings.changes }
  if (settings.scheme !== undefined) {
    const own = settings.scheme
    // A named scheme has the header of the document, unless the configuration names another.
    if (changes.header === undefined && own.name === 'timestamped' && signature !== undefined)
      changes.header = signature
    if (changes.timestampHeader === undefined && own.name === 'timestamped' && stamp !== undefined)
      changes.timestampHeader = stamp
    return { scheme: { ...own, ...changes }, known: true, header: changes.header ?? own.header }
  }
  if (signature === undefined) return { scheme: undefined, known: headers.size > 0, header: undefined }
  const text = headers.get(signature) ?? ''
  const found = (scheme: SignatureScheme | undefined): Guess => ({
    scheme: scheme && { ...scheme, ...changes },
    known: scheme !== undefined,
    header: signature,
  })
  if (isHeader(signature, 'webhook-signature')) return found(schemeOf('standard-webhooks'))
  if (isHeader(signature, 'svix-signature'))
    return found(
      schemeOf('standard-webhooks', {
        header: signature,
        idHeader: 'svix-id',
        timestampHeader: 'svix-timestamp',
      }),
    )
  if (/t=.*v1=/s.test(text))
    return found(
      schemeOf('timestamped', {
        header: signature,
        ...(stamp !== undefined && { timestampHeader: stamp }),
      }),
    )
  if (/v0[=:]/.test(text) && stamp !== undefined)
    return found(schemeOf('slack', { header: signature, timestampHeader: stamp }))
  return found(plainScheme(signature, text, stamp))
}

/** One plain digest: its encoding has to be documented, and the signed content too where there is a time. */
function plainScheme(header: string, text: string, stamp: string | undefined): SignatureScheme | undefined {
  const about = `${header} ${text}`
  const algorithm = algorithmIn(about)
  const [prefix] =
    /sha-?(1|256|512)=/i.exec(text) ?? (isHeader(header, 'x-hub-signature-256') ? ['sha256='] : [])
  const encoding = saysBase64(text)
    ? 'base64'
    : prefix !== undefined || /\bhex|0-9a-f|a-f0-9|\{(40|64|128)\}/i.test(text)
      ? 'hex'
      : undefined
  if (algorithm === undefined || encoding === undefined) return undefined
  const digest = { header, algorithm, encoding, prefix: prefix ?? '' } as const
  if (stamp === undefined) return schemeOf('github', digest)
  const [, separator] = /time-?stamp\W{0,4}([.:])\W{0,4}(?:raw[- ])?(?:request[- ])?body/i.exec(text) ?? []
  return separator === undefined
    ? undefined
    : schemeOf('github', { ...digest, separator, content: ['timestamp', 'body'], timestampHeader: stamp })
}

/** Each declared header with all its descriptions in the document, as text. */
function declaredHeaders({ document, messages }: EventContract): Map<string, string> {
  const headers = new Map<string, string>()
  const add = (name: string, text: string) => headers.set(name, `${headers.get(name) ?? ''} ${text}`)
  for (const message of messages) {
    for (const { name, schemaPointer } of message.headers) {
      const node = schemaPointer === undefined ? undefined : valueAt(document.root, schemaPointer)
      add(name, JSON.stringify(node ?? ''))
      const holder = valueAt(document.root, (schemaPointer ?? '').replace(/\/schema$/, ''))
      if (isObject(holder as JsonObject)) add(name, JSON.stringify(holder))
    }
    for (const example of examplesOf(valueAt(document.root, message.pointer)))
      for (const [name, value] of Object.entries(objectAt(example, 'headers')))
        if (headers.has(name)) add(name, String(value))
  }
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  for (const scheme of Object.values(schemes)) {
    if (!isObject(scheme) || scheme.in !== 'header' || typeof scheme.name !== 'string') continue
    if (document.kind === 'asyncapi' || isSignatureHeader(scheme.name))
      add(scheme.name, JSON.stringify(scheme))
  }
  return headers
}

const examplesOf = (node: unknown): JsonObject[] =>
  isObject(node as JsonObject) && Array.isArray((node as JsonObject).examples)
    ? ((node as JsonObject).examples as JsonObject[]).filter(isObject)
    : []
