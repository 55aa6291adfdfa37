import { invalidClient, OAuthError } from '../dialects/oauthError.ts'
import { decodeFormText, type Parameters } from '../form.ts'

/** What a client presents itself with; whether that is enough is for its authenticator to say. */
export interface PresentedCredentials {
  clientId: string
  secret: string | undefined
}

/**
 * The client's credentials from HTTP Basic or from the form, never both (RFC 6749, section 2.3.1). In Basic the
 * two are form-encoded before they are joined, so that an id or a secret may hold a colon.
 * @throws OAuthError invalid_request when both were used, invalid_client when there are none or they are malformed
 */
export function presentedCredentials(header: string | undefined, form: Parameters): PresentedCredentials {
  const formId = form.get('client_id')
  const formSecret = form.get('client_secret')
  if (header === undefined) {
    if (formId === undefined) throw invalidClient('No client was named: expected client_id, or HTTP Basic.')
    return { clientId: formId, secret: formSecret }
  }
  if (formSecret !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'The client proved itself twice; expected HTTP Basic or client_secret, not both.',
    )
  }
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined)
    throw invalidClient('The Authorization header is malformed; expected HTTP Basic.')
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('latin1').split(':')
  if (rest.length === 0) throw invalidClient('The Basic credentials hold no colon; expected id:secret.')
  const clientId = decoded(id)
  if (formId !== undefined && formId !== clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from the client that HTTP Basic names.')
  }
  return { clientId, secret: decoded(rest.join(':')) }
}

function decoded(text: string): string {
  try {
    return decodeFormText(text)
  } catch {
    throw invalidClient('The Basic credentials are not form-encoded.')
  }
}
