/**
 * One form of rejection for both validators: from a list of (place, message) to the error a client sees, with
 * the same `details.field` whichever validator found it.
 */

import {
  issuesOf,
  missingBody,
  unknownParameter,
  type Violation,
  wrongPathParameter,
} from 'specwright/validation'
import { expectations } from '../../../../../generated/expectations.ts'
import { type ApiError, notFound, validationError } from '../../../errors.ts'
import type { Operation } from '../../operationTable.ts'
import type { RequestParts } from './validator.ts'

/** Keys and signing secrets, by the prefixes that we give them. */
const WORDING = { expectations, secret: /svc_(?:live|test)_|whsec_/ }

/** Rules that no schema states: the unknown and the missing parts of a request. */
export function structuralViolations(operation: Operation, parts: RequestParts): Violation[] {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const unknown = Object.keys(parts.query).filter((name) => !known.includes(name))
  const missing = operation.body?.required === true && parts.body === undefined
  return [...unknown.map((name) => unknownParameter(name, known)), ...(missing ? [missingBody] : [])]
}

/**
 * A path parameter that breaks its pattern names nothing: 404, the same as for an unknown identifier
 * (docs/internals/decisions.md, "order of rejection"). Anything else is a 400 that lists every violation.
 */
export function rejectionOf(violations: readonly Violation[], parts: RequestParts): ApiError {
  const parameter = wrongPathParameter(violations)
  if (parameter !== undefined) return notFound(kindOf(parameter))
  const [head, ...others] = issuesOf(violations, parts, WORDING)
  return validationError(head ?? { field: 'body', issue: 'the request breaks the contract' }, ...others)
}

/** `promptId` → `prompt`: what the client was looking for. */
const kindOf = (parameter: string): string => parameter.replace(/Id$/, '').toLowerCase()
