/** Schemas and responses that several styles have. */
import type { PlainResponse } from './server.ts'

export const name = { type: 'string', minLength: 1, maxLength: 40 }
export const text = { type: 'string' }
export const number = { type: 'integer', minimum: 0, maximum: 1000 }

/** An object without further properties. */
export const closed = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
})

export const rejected = (status: number): PlainResponse => ({ status, body: { title: `status ${status}` } })
