/**
 * Production's validator: functions compiled from the bundle when it was generated. A differential test compares
 * its verdicts and its `details.field` with those of the strict validator.
 */

import { formats, linearPattern, looseNumbers, type Violation, violationOf } from 'specwright/validation'
import type { OperationId } from '../../../../../generated/operations.ts'
import { createValidators } from '../../../../../generated/validators.ts'
import { withLists } from '../../query.ts'
import { rejectionOf, structuralViolations } from './rejection.ts'
import type { RequestParts, Validator } from './validator.ts'

type Validators = ReturnType<typeof createValidators>

let created: Validators | undefined

/** Makes the functions of all operations: a twentieth of the time of a start, which need not wait for them. */
export function prepareCompiled(): Validators {
  created ??= createValidators(formats, linearPattern)
  return created
}

const validatorsOf = (operation: string) => prepareCompiled()[operation as OperationId]

export function createCompiledValidator(): Validator {
  return {
    request(operation, parts) {
      const { parameters, body } = validatorsOf(operation.id)
      const query: Record<string, unknown> = withLists(operation, parts.query)
      const data = {
        params: { ...parts.params } as Record<string, unknown>,
        query,
        headers: { ...parts.headers },
      }
      const whole = { body: parts.body }
      const violations: Violation[] = structuralViolations(operation, parts)
      if (!parameters(data)) violations.push(...(parameters.errors ?? []).map(violationOf))
      if (body && parts.body !== undefined && !body(whole))
        violations.push(...(body.errors ?? []).map(violationOf))
      if (violations.length === 0) violations.push(...looseNumbers(parts, data))
      if (violations.length > 0) throw rejectionOf(violations, parts)
      return { params: data.params, query, body: parts.body === undefined ? undefined : whole.body }
    },
  }
}

/**
 * Validates a value by the body schema of an operation, and fills in the document's defaults.
 * @throws ApiError VALIDATION_ERROR
 */
export function conform(like: OperationId, value: unknown): unknown {
  const { body } = validatorsOf(like)
  const whole = { body: value }
  if (body === undefined || body(whole)) return whole.body
  const parts: RequestParts = { target: '', params: {}, query: {}, headers: {}, body: value }
  throw rejectionOf((body.errors ?? []).map(violationOf), parts)
}
