import { OAuthError } from '../../oauthErrors.ts'
import type { Parameters } from '../../syntax/form.ts'

/** @throws OAuthError invalid_request when the parameter is not there */
export function requireParameter(form: Parameters, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
