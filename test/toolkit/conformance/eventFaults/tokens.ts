/** Faults of tokens and of their requests. */
import {
  bearerOf,
  editJson,
  errorsOf,
  fieldOf,
  isObject,
  objectOf,
  succeeded,
  withBearer,
  withField,
  withJson,
} from '../faults/fault.ts'
import { asksToken, at, formOf, isToken, respondsAt, saysAt, withForm } from './authorization.ts'
import { fault, type RequestFault } from './request.ts'

export const tokenFaults: RequestFault[] = [
  fault(
    'refresh-of-another-client',
    'oauth-refresh-token-bound',
    'A stolen refresh token works anywhere.',
    'RFC 6749, 6',
    ({ basic }) =>
      (request, send) =>
        send(
          isToken(request) &&
            formOf(request).get('grant_type') === 'refresh_token' &&
            /^basic/i.test(fieldOf(request, 'authorization') ?? '')
            ? withField(request, 'Authorization', basic)
            : request,
        ),
  ),
  fault(
    'refresh-narrows-the-grant',
    'oauth-refresh-token-bound',
    'After one narrow token a client is locked out.',
    'RFC 6749, 6',
    () => {
      let narrowed = false
      return async (request, send) => {
        const asked =
          isToken(request) && formOf(request).get('grant_type') === 'refresh_token'
            ? formOf(request).get('scope')
            : null
        const response = await send(request)
        if (!isToken(request)) return response
        if (asked !== null && succeeded(response)) narrowed = true
        else if (narrowed && formOf(request).get('grant_type') === 'refresh_token')
          return editJson(response, (body) => {
            body.scope = 'prompts:read'
          })
        return response
      }
    },
  ),
  fault(
    'refresh-token-is-kept',
    'oauth-refresh-token-bound',
    'A stolen refresh token of an app is never found out.',
    'RFC 9700, 4.14',
    () => async (request, send) => {
      const token = isToken(request) ? formOf(request).get('refresh_token') : null
      const response = await send(request)
      return token !== null && succeeded(response)
        ? editJson(response, (body) => {
            body.refresh_token = token
          })
        : response
    },
  ),
  fault(
    'wrong-secret-is-400',
    'oauth-client-authenticated',
    'A client does not know that its secret is over.',
    'RFC 6749, 5.2',
    respondsAt('/oauth/token', (response) =>
      response.status === 401 ? { ...response, status: 400 } : response,
    ),
  ),
  fault(
    'no-challenge-with-401',
    'oauth-client-authenticated',
    'A client does not know how to prove itself.',
    'RFC 6749, 5.2',
    () => errorsOf(401, (response) => withField(response, 'WWW-Authenticate')),
  ),
  fault(
    'two-proofs-taken',
    'oauth-client-authenticated',
    'Which of two secrets counts is anybody’s guess.',
    'RFC 6749, 2.3',
    asksToken((request) =>
      fieldOf(request, 'authorization') === undefined
        ? request
        : withForm(request, (form) => form.delete('client_secret')),
    ),
  ),
  fault(
    'refresh-token-with-client-credentials',
    'oauth-client-authenticated',
    'A machine outlives its secret.',
    'RFC 6749, 4.4.3',
    saysAt('/oauth/token', (body) => {
      body.refresh_token ??= 'rt_extra'
    }),
  ),
  fault(
    'json-body-taken',
    'oauth-client-authenticated',
    'A page of another site can post it.',
    'RFC 6749, 4.4.2',
    asksToken((request) =>
      /json/.test(fieldOf(request, 'content-type') ?? '')
        ? {
            ...withField(
              withField(request, 'Content-Type', 'application/x-www-form-urlencoded'),
              'Content-Length',
              '29',
            ),
            body: Buffer.from('grant_type=client_credentials'),
          }
        : request,
    ),
  ),
  fault(
    'revoked-still-active',
    'oauth-tokens-revocable',
    'Who was signed out is still let in.',
    'RFC 7662, 2.2',
    respondsAt('/oauth/introspect', (response) =>
      objectOf(response)?.active === false ? withJson(response, { active: true }) : response,
    ),
  ),
  fault(
    'fresh-token-inactive',
    'oauth-tokens-revocable',
    'A gateway lets nobody in.',
    'RFC 7662, 2.2',
    saysAt('/oauth/introspect', (body) => {
      body.active = false
    }),
  ),
  fault(
    'introspection-tells-anybody',
    'oauth-tokens-revocable',
    'Who guesses tokens learns which are good.',
    'RFC 7662, 2.1',
    ({ basic }) =>
      (request, send) =>
        send(
          at('/oauth/introspect')(request) && fieldOf(request, 'authorization') === undefined
            ? withField(request, 'Authorization', basic)
            : request,
        ),
  ),
  fault(
    'revocation-does-nothing',
    'oauth-tokens-revocable',
    'Signing out leaves the door open.',
    'RFC 7009, 2',
    () => async (request, send) => {
      if (!at('/oauth/revoke')(request)) return send(request)
      return send(withForm(request, (form) => form.set('token', 'none')))
    },
  ),
  fault(
    'unknown-token-is-404',
    'oauth-tokens-revocable',
    'Who guesses tokens learns which are good.',
    'RFC 7009, 2.2',
    () => async (request, send) => {
      const response = await send(request)
      return at('/oauth/revoke')(request) && formOf(request).get('token') === 'no-such-token'
        ? { ...response, status: 404 }
        : response
    },
  ),
  fault(
    'page-may-be-framed',
    'oauth-consent-protected',
    'Another site makes a person click on Allow.',
    'RFC 9700, 4.16',
    respondsAt('/oauth/authorize', (response) =>
      withField(withField(response, 'Content-Security-Policy'), 'X-Frame-Options'),
    ),
  ),
  fault(
    'key-set-has-private-members',
    'oauth-metadata-valid',
    'Anybody can sign tokens.',
    'RFC 7517, 4',
    saysAt('/jwks.json', (body) => {
      if (Array.isArray(body.keys) && isObject(body.keys[0])) body.keys[0].d = 'AQAB'
    }),
  ),
  fault(
    'metadata-of-another-issuer',
    'oauth-metadata-valid',
    'No client trusts the server.',
    'RFC 8414, 3.3',
    saysAt('/oauth-authorization-server', (body) => {
      body.issuer = 'https://other.example'
    }),
  ),
  fault(
    'metadata-offer-plain',
    'oauth-metadata-valid',
    'Clients choose what does not protect them.',
    'RFC 9700, 2.1.1',
    saysAt('/oauth-authorization-server', (body) => {
      body.code_challenge_methods_supported = ['S256', 'plain']
    }),
  ),
  fault(
    'unsigned-token-taken',
    'oauth-forged-token-rejected',
    'Anybody can be anybody.',
    'RFC 8725, 3.2',
    ({ owner }) =>
      (request, send) =>
        send(/^Bearer [^.]+\.[^.]+\.$/.test(bearerOf(request) ?? '') ? withBearer(request, owner) : request),
  ),
  fault(
    'key-of-the-token-taken',
    'oauth-forged-token-rejected',
    'Anybody can be anybody.',
    'RFC 8725, 3.10',
    ({ owner }) =>
      (request, send) => {
        const [header = ''] = (bearerOf(request) ?? '').replace('Bearer ', '').split('.')
        return send(
          Buffer.from(header, 'base64url').toString().includes('"jwk"')
            ? withBearer(request, owner)
            : request,
        )
      },
  ),
]
