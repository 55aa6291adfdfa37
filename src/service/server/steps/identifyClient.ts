import { invalidClient, OAuthError } from '../../oauthErrors.ts'
import { decodeFormText, type Parameters, singleValues } from '../../syntax/form.ts'
import type { ClientAuthenticator, KnownClient, PresentedCredentials } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import type { Scheme } from '../surface.ts'
import { readForm } from './body/readBody.ts'
import { countAuthorization, countingRejections } from './identify.ts'

/**
 * The client's credentials from HTTP Basic or from the form, never both (RFC 6749, section 2.3.1). In Basic the
 * two are form-encoded before they are joined, so that an id or a secret may contain a colon.
 * @throws OAuthError invalid_request when both were used, invalid_client when there are none or they are malformed
 */
function presentedCredentials(header: string | undefined, form: Parameters): PresentedCredentials {
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
  if (rest.length === 0) throw invalidClient('The Basic credentials contain no colon; expected id:secret.')
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

/** The scheme of the authorization server: a client names itself in its form or in HTTP Basic, and may prove itself. */
export const clientScheme = (authenticate: ClientAuthenticator<KnownClient>): Scheme => ({
  identify: (operation, { limiter }) => {
    const { body } = operation ?? {}
    if (!body) return undefined // anyone may read the keys and the metadata
    return countingRejections(limiter, async (call) => {
      const { request } = call.exchange as Exchange
      if (countAuthorization(request.rawHeaders) > 1) {
        throw new OAuthError('invalid_request', 'Two Authorization headers were received; expected one.')
      }
      call.form = await readForm(request, body.maxBytes)
      call.parameters = singleValues(call.form)
      const client = await authenticate(presentedCredentials(request.headers.authorization, call.parameters))
      call.client = client
      if (client.proved) call.account = client
    })
  },
  authorize: () => undefined,
})
