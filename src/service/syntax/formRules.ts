/**
 * The rules of the authorization server's document for forms and for the pages' parameters: functions compiled from it
 * when it was generated, and the messages for violations. Rules over several parameters or the database are
 * checked where these are known.
 */

import { formats, linearPattern } from 'specwright/validation'
import { expectationsOf } from '../../../generated/expectations.oauth.ts'
import type { OperationId } from '../../../generated/operations.oauth.ts'
import { createValidators } from '../../../generated/validators.oauth.ts'
import { OAuthError } from '../oauthErrors.ts'
import { type Form, type Parameters, printable } from './form.ts'

type Validators = ReturnType<typeof createValidators>

let created: Validators | undefined

/** The functions of an operation; those of all operations are made for the first request. */
function validatorsOf(operation: OperationId): Validators[OperationId] {
  created ??= createValidators(formats, linearPattern)
  return created[operation]
}

/** A rule that a parameter breaks. */
export interface FormFault {
  name: string
  /** `value`: another one of those that are listed was expected. */
  kind: 'missing' | 'value' | 'form'
  /** A sentence, for `error_description`. */
  message: string
}

/** @returns what of a posted form breaks the document */
export function faultsOfForm(operation: OperationId, form: Form | Parameters): FormFault[] {
  const { body } = validatorsOf(operation)
  const data = { body: objectOf(form) }
  return body === undefined || body(data) ? [] : worded(body.errors ?? [], '/body/', data.body)
}

/** @returns what of a query breaks the document */
export function faultsOfQuery(operation: OperationId, query: Form): FormFault[] {
  const { parameters } = validatorsOf(operation)
  const data = { params: {}, headers: {}, query: objectOf(query) }
  return parameters(data) ? [] : worded(parameters.errors ?? [], '/query/', data.query)
}

/** @throws OAuthError for a parameter that breaks the document */
export function requireValid(operation: OperationId, form: Parameters, name: string): void {
  const fault = faultsOfForm(operation, form).find((one) => one.name === name)
  if (fault === undefined) return
  const isOtherGrant = name === 'grant_type' && fault.kind === 'value'
  throw new OAuthError(isOtherGrant ? 'unsupported_grant_type' : 'invalid_request', fault.message)
}

type Values = Record<string, string | readonly string[]>

/** A name that is once has a text, any other a list. */
const objectOf = (form: Form | Parameters): Values =>
  Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      value.length === 1 && typeof value !== 'string' ? (value[0] ?? '') : value,
    ]),
  )

interface Violation {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

function worded(violations: readonly Violation[], place: string, values: Values): FormFault[] {
  return violations.flatMap((violation): FormFault[] => {
    const { instancePath, keyword, params } = violation
    if (keyword === 'required') {
      const name = String(params.missingProperty)
      return [{ name, kind: 'missing', message: `${name} is missing.` }]
    }
    if (!instancePath.startsWith(place)) return [] // that no alternative fits is reported by its tag
    const name = instancePath.slice(place.length)
    const allowed = keyword === 'enum' ? (params.allowedValues as unknown[]) : [params.allowedValue]
    if (keyword === 'enum' || keyword === 'const') {
      const message = `${name} is ${printable(String(values[name]))}; expected ${allowed.join(', ')}.`
      return [{ name, kind: 'value', message }]
    }
    return [
      {
        name,
        kind: 'form',
        message: `${name} is malformed; expected ${expectationsOf[name] ?? 'one value'}.`,
      },
    ]
  })
}

/** @throws OAuthError invalid_request when the parameter is not there */
export function requireParameter(form: Parameters, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
