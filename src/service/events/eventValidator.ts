/**
 * Holds every event to its message in the document before it is recorded. For development and tests: production
 * trusts the types and spends nothing on it.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import asyncapi from '../../../generated/asyncapi.json' with { type: 'json' }
import type { WebhookEvent } from '../../../generated/asyncapi.ts'
import { closedCopy } from '../../toolkit/contract/closed.ts'
import { formats } from '../../toolkit/contract/formats.ts'

const DOCUMENT = 'https://document.invalid/'

/** An event that breaks its own document: a defect of the service, which fails the change that raised it. */
export class EventInvalid extends Error {
  override readonly name = 'EventInvalid'
}

/** @returns a check that throws EventInvalid; each message is compiled once, when its first event comes */
export function createEventValidator(): (event: WebhookEvent) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false, formats })
  ajv.addSchema(closedCopy(asyncapi), DOCUMENT)
  const messages = Object.entries(asyncapi.channels.webhook.messages)
  const compiled = new Map<string, ValidateFunction>()

  const validatorOf = (type: string): ValidateFunction => {
    const known = compiled.get(type)
    if (known) return known
    const found = messages.find(([, { name }]) => name === type)
    if (!found) throw new EventInvalid(`The document has no message ${type}.`)
    const made = ajv.compile({ $ref: `${DOCUMENT}${found[1].payload.$ref}` })
    compiled.set(type, made)
    return made
  }

  return (event) => {
    const validate = validatorOf(event.type)
    // As it goes over the wire: what is undefined is not sent.
    if (validate(JSON.parse(JSON.stringify(event)))) return
    const issues = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    throw new EventInvalid(`The event ${event.type} breaks its document: ${issues.join('; ')}.`)
  }
}
