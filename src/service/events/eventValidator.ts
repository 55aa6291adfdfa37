/**
 * Checks every event against its message in the document before it is recorded. For development and tests: production
 * trusts the types and spends nothing on it.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { closedCopy, formats } from 'specwright/validation'
import asyncapi from '../../../generated/asyncapi.json' with { type: 'json' }
import type { WebhookEvent } from '../../../generated/asyncapi.ts'

const DOCUMENT = 'https://document.invalid/'

/** An event that breaks its own document: a defect of the service, which fails the change that raised it. */
export class EventInvalid extends Error {
  override readonly name = 'EventInvalid'
}

/** Shared by all servers of a process: each message is compiled once, when its first event comes. */
const compiled = new Map<string, ValidateFunction>()
let engine: Ajv2020 | undefined

/** @throws EventInvalid when the event breaks its message */
export function validateEvent(event: WebhookEvent): void {
  const validate = compiled.get(event.type) ?? compile(event.type)
  // As it goes over the wire: what is undefined is not sent.
  if (validate(JSON.parse(JSON.stringify(event)))) return
  const issues = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  throw new EventInvalid(`The event ${event.type} breaks its document: ${issues.join('; ')}.`)
}

function compile(type: string): ValidateFunction {
  engine ??= new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    formats,
    schemas: { [DOCUMENT]: closedCopy(asyncapi) },
  })
  const found = Object.values(asyncapi.channels.webhook.messages).find(({ name }) => name === type)
  if (!found) throw new EventInvalid(`The document has no message ${type}.`)
  const made = engine.compile({ $ref: `${DOCUMENT}${found.payload.$ref}` })
  compiled.set(type, made)
  return made
}
