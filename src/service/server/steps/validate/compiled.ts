/**
 * Production's validator: functions compiled from the bundle when it was generated. A differential test compares
 * its verdicts and its `details.field` with those of the strict validator.
 */

import { formats, linearPattern, looseNumbers, type Violation, violationOf } from 'specwright/validation'
import type { OperationId } from '../../../../../generated/operations.ts'
import type { createValidators } from '../../../../../generated/validators.ts'
import type { Operation } from '../../operationTable.ts'
import { withLists } from '../../query.ts'
import { rejectionOf, structuralViolations } from './rejection.ts'
import type { RequestParts, Validator, ValidParts } from './validator.ts'

type Validators = ReturnType<typeof createValidators>

let making: Promise<Validators> | undefined
let made: Validators | undefined

/** Loads and makes the functions of all operations: a tenth of the time of a start, which need not wait for them. */
export async function prepareCompiled(): Promise<Validators> {
  making ??= import('../../../../../generated/validators.ts').then(({ createValidators }) =>
    createValidators(formats, linearPattern),
  )
  made = await making
  return made
}

export function createCompiledValidator(): Validator {
  return {
    request: (operation, parts) =>
      made
        ? validate(made, operation, parts)
        : prepareCompiled().then((validators) => validate(validators, operation, parts)),
  }
}

function validate(validators: Validators, operation: Operation, parts: RequestParts): ValidParts {
  const { parameters, body } = validators[operation.id as OperationId]
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
}

/**
 * Validates a value by the body schema of an operation, and fills in the document's defaults.
 * @throws ApiError VALIDATION_ERROR
 */
export async function conform(like: OperationId, value: unknown): Promise<unknown> {
  const { body } = (made ?? (await prepareCompiled()))[like]
  const whole = { body: value }
  if (body === undefined || body(whole)) return whole.body
  const parts: RequestParts = { target: '', params: {}, query: {}, headers: {}, body: value }
  throw rejectionOf((body.errors ?? []).map(violationOf), parts)
}
