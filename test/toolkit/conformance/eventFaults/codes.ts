/** Faults of the code flow. */
import { queryOf, succeeded, type WireResponse, withField, withQuery } from '../faults/fault.ts'
import {
  at,
  formOf,
  isToken,
  locationOf,
  ownChallenge,
  redirects,
  respondsAt,
  saysAt,
} from './authorization.ts'
import { fault, type RequestFault } from './request.ts'

export const codeFaults: RequestFault[] = [
  fault(
    'tokens-may-be-kept',
    'oauth-code-flow-works',
    'A cache hands tokens to others.',
    'RFC 6749, 5.1',
    respondsAt('/oauth/token', (response) =>
      succeeded(response) ? withField(response, 'Cache-Control', 'private') : response,
    ),
  ),
  fault(
    'errors-may-be-kept',
    'oauth-code-flow-works',
    'A cache repeats a refusal.',
    'RFC 6749, 5.2',
    respondsAt('/oauth/token', (response) =>
      succeeded(response) ? response : withField(response, 'Cache-Control'),
    ),
  ),
  fault(
    'state-dropped',
    'oauth-code-flow-works',
    'No client can finish a sign-in.',
    'RFC 6749, 4.1.2',
    redirects((query) => query.delete('state')),
  ),
  fault(
    'state-decoded-twice',
    'oauth-code-flow-works',
    'A client with blanks in its state cannot finish.',
    'RFC 6749, 4.1.2',
    redirects((query) => query.set('state', (query.get('state') ?? '').replaceAll('+', ' '))),
  ),
  fault(
    'iss-missing',
    'oauth-code-flow-works',
    'A client of several servers is mixed up.',
    'RFC 9207',
    redirects((query) => query.delete('iss')),
  ),
  fault(
    'iss-missing-on-errors',
    'oauth-code-flow-works',
    'A client of several servers is mixed up.',
    'RFC 9207, 2',
    redirects((query) => {
      query.has('error') && query.delete('iss')
    }),
  ),
  fault(
    'redirect-is-307',
    'oauth-code-flow-works',
    'The browser posts the password to the client.',
    'RFC 9700, 4.12',
    () => async (request, send) => {
      const response = await send(request)
      return locationOf(response).startsWith('http://127.0.0.1/') ? { ...response, status: 307 } : response
    },
  ),
  fault(
    'scope-wider-than-asked',
    'oauth-code-flow-works',
    'A client may do what nobody allowed.',
    'RFC 6749, 3.3',
    saysAt('/oauth/token', (body) => {
      body.scope = `${String(body.scope)} organization:admin`
    }),
  ),
  fault(
    'expiry-missing',
    'oauth-code-flow-works',
    'A client does not know when to refresh.',
    'RFC 6749, 5.1',
    saysAt('/oauth/token', (body) => void delete body.expires_in),
  ),
  fault(
    'code-works-twice',
    'oauth-code-single-use',
    'Who sees a code in a log has the account.',
    'RFC 6749, 4.1.2',
    () => {
      const responses = new Map<string, WireResponse>()
      return async (request, send) => {
        const code = isToken(request) ? formOf(request).get('code') : null
        const before = code === null ? undefined : responses.get(code)
        if (before !== undefined) return before
        const response = await send(request)
        if (code !== null && succeeded(response)) responses.set(code, response)
        return response
      }
    },
  ),
  fault(
    'verifier-unchecked',
    'oauth-code-single-use',
    'Who catches a code can use it.',
    'RFC 7636, 4.6',
    ownChallenge((query) => query.has('code_challenge')),
  ),
  fault(
    'plain-challenge-taken',
    'oauth-code-single-use',
    'Who sees the request can use the code.',
    'RFC 9700, 2.1.1',
    ownChallenge((query) => query.get('code_challenge_method') === 'plain'),
  ),
  fault(
    'public-client-without-challenge',
    'oauth-code-single-use',
    'Another app on the phone catches the code.',
    'RFC 9700, 2.1.1',
    ownChallenge((query) => !query.has('code_challenge')),
  ),
  fault(
    'redirect-by-prefix',
    'oauth-redirect-exact',
    'A code goes to a page of somebody else.',
    'RFC 9700, 4.1.3',
    () => async (request, send) => {
      const wanted = queryOf(request).get('redirect_uri') ?? ''
      const longer =
        at('/oauth/authorize')(request) &&
        wanted.startsWith('http://127.0.0.1/callback') &&
        wanted !== 'http://127.0.0.1/callback'
      return send(
        longer
          ? withQuery(request, (query) => query.set('redirect_uri', 'http://127.0.0.1/callback'))
          : request,
      )
    },
  ),
  fault(
    'host-of-redirect-unchecked',
    'oauth-redirect-exact',
    'A code goes to an attacker.',
    'RFC 9700, 4.1.3',
    () => async (request, send) => {
      const wanted = queryOf(request).get('redirect_uri') ?? ''
      const other = at('/oauth/authorize')(request) && wanted.includes('attacker.example')
      const response = await send(
        other
          ? withQuery(request, (query) => query.set('redirect_uri', 'http://127.0.0.1/callback'))
          : request,
      )
      return response
    },
  ),
  fault(
    'unknown-client-redirected',
    'oauth-redirect-exact',
    'The server is an open redirect.',
    'RFC 6749, 4.1.2.1',
    () => async (request, send) => {
      const response = await send(request)
      const query = queryOf(request)
      if (!at('/oauth/authorize')(request) || response.status < 400 || query.get('client_id') !== 'nobody')
        return response
      return withField(
        { ...response, status: 303 },
        'Location',
        `${query.get('redirect_uri')}?error=unauthorized_client`,
      )
    },
  ),
  fault(
    'token-in-the-redirect',
    'oauth-redirect-exact',
    'Tokens stand in the history of browsers.',
    'RFC 9700, 2.1.2',
    () => (request, send) =>
      send(
        queryOf(request).get('response_type') === 'token'
          ? withQuery(request, (query) => query.set('response_type', 'code'))
          : request,
      ),
  ),
]
