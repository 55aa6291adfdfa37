import type { Parameters } from '../../http/oauth/form.ts'
import { OAuthError } from '../../http/oauth/oauthError.ts'

/** @throws OAuthError invalid_request when the parameter is not there */
export function demand(form: Parameters, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
