/**
 * A third-party authorization server, right, with behavior that ours lacks. The session has another id with each page,
 * a client and a person share one grant, earlier consent is remembered, unknown scopes are ignored.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenAs, stepOf } from '../rules/listenAs.ts'
import type { Step } from '../rules/page.ts'

export const SECRET = 'the-secret-of-the-client'
const CALLBACK = 'http://127.0.0.1/callback'
/** The granted scopes: after a request for `late`, it grants the others. */
const SCOPES = ['read', 'write']
const SECRETS: Record<string, string | undefined> = { web: SECRET, other: SECRET, app: undefined }

/** The faults that a server may have, each with the rule that finds it. */
export const authorizationFaults = {
  'names-another-issuer': 'oauth-metadata-valid',
  'forgets-the-state': 'oauth-code-flow-works',
  'accepts-codes-again': 'oauth-code-single-use',
  'compares-the-start-of-redirects': 'oauth-redirect-exact',
  'accepts-refresh-tokens-again': 'oauth-refresh-token-bound',
  'ignores-client-secrets': 'oauth-client-authenticated',
  'ignores-revocations': 'oauth-tokens-revocable',
  'may-be-framed': 'oauth-consent-protected',
  'ignores-signatures': 'oauth-forged-token-rejected',
} as const
export type AuthorizationFault = keyof typeof authorizationFaults

interface Asked {
  client: string
  scope: string
  state: string
  challenge: string
  consent: boolean
}
interface Grant {
  over: boolean
}
type PlainResponse = { status: number; headers?: Record<string, string>; json?: unknown; page?: string }

const fresh = () => randomBytes(12).toString('hex')
/** A token of which the signature could be verified (RFC 7519). */
function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'at+jwt' })}.${part({ ...claims, jti: fresh() })}`
  return `${text}.${createHmac('sha256', 'key').update(text).digest('base64url')}`
}
/** The client of HTTP Basic. */
const basicOf = (authorization: string | undefined): string =>
  Buffer.from(/^Basic (.+)$/i.exec(authorization ?? '')?.[1] ?? '', 'base64')
    .toString()
    .split(':')[0] ?? ''
const rejected = (status: number, error: string, headers = {}): PlainResponse => ({
  status,
  json: { error },
  headers: { 'cache-control': 'no-store', ...headers },
})

interface Variant {
  /** Access tokens are JWTs, tokens can be revoked and introspected, and earlier consent is not remembered. */
  complete?: true
  /** Sees each exchange, and may return another response. */
  edit?: (exchange: Step) => Step['response']
}

export async function startAuthorizationServer(
  fault?: AuthorizationFault,
  { complete, edit }: Variant = {},
): Promise<{ issuer: string; close(): Promise<void> }> {
  let issuer = ''
  const page = (status: number, text: string): PlainResponse => ({
    status,
    page: text,
    headers: {
      ...(fault !== 'may-be-framed' && { 'content-security-policy': "frame-ancestors 'none'" }),
      'cache-control': 'no-store',
    },
  })
  const isCallback = (uri: string) =>
    fault === 'compares-the-start-of-redirects' ? uri.startsWith(CALLBACK) : uri === CALLBACK
  const sessions = new Map<string, { allowed: Map<string, Grant> }>()
  const asking = new Map<string, Asked & { session: string }>()
  const codes = new Map<string, { asked: Asked; grant: Grant; used: boolean }>()
  const refreshing = new Map<string, { client: string; scope: string; grant: Grant; used: boolean }>()
  const access = new Map<string, Grant>()

  /** Another id for the same session: the one before is over. */
  const renewed = (id: string): { session: string; header: Record<string, string> } => {
    const session = fresh()
    sessions.set(session, sessions.get(id) ?? { allowed: new Map() })
    sessions.delete(id)
    return { session, header: { 'set-cookie': `session=${session}; HttpOnly` } }
  }

  const back = ({ state, ...query }: Record<string, string>, headers = {}): PlainResponse => {
    const returned = { ...query, ...(fault !== 'forgets-the-state' && state !== undefined && { state }) }
    return { status: 303, headers: { location: `${CALLBACK}?${new URLSearchParams(returned)}`, ...headers } }
  }

  const authorize = (query: URLSearchParams, cookie: string): PlainResponse => {
    const one = (name: string) => query.get(name) ?? ''
    if (!(one('client_id') in SECRETS) || !isCallback(one('redirect_uri'))) return page(400, 'Who asks?')
    const state = one('state')
    const fault = ['state', 'scope', 'code_challenge'].some((name) => query.getAll(name).length > 1)
      ? 'invalid_request'
      : one('response_type') !== 'code'
        ? 'unsupported_response_type'
        : one('code_challenge') === '' || one('code_challenge_method') !== 'S256'
          ? 'invalid_request'
          : undefined
    if (fault !== undefined) return back({ error: fault, state })
    const asked: Asked = {
      client: one('client_id'),
      scope: SCOPES.filter((scope) => one('scope').split(' ').includes(scope)).join(' '),
      state,
      challenge: one('code_challenge'),
      consent: one('prompt') === 'consent',
    }
    const known = sessions.get(cookie)
    if (asked.scope === '') return back({ error: 'access_denied', state })
    const number = fresh()
    if (known === undefined) {
      asking.set(number, { ...asked, session: '' })
      return page(
        200,
        `<form method="post" action="/sign-in/${number}"><input name="login"><input type="password" name="password"><button>Sign in</button></form>`,
      )
    }
    const grant = known.allowed.get(asked.client)
    if (grant !== undefined && !grant.over && !asked.consent && !complete) return allowed(asked, grant)
    const { session, header } = renewed(cookie)
    asking.set(number, { ...asked, session })
    const form = page(
      200,
      `<form method="post" action="/allow/${number}"><input type="hidden" name="proof" value="${number}"><button name="decision" value="allow">Allow</button></form>`,
    )
    return { ...form, headers: { ...form.headers, ...header } }
  }

  const allowed = (asked: Asked, grant: Grant, headers = {}): PlainResponse => {
    const code = fresh()
    codes.set(code, { asked, grant, used: false })
    return back({ code, state: asked.state }, headers)
  }

  const post = (place: string, number: string, form: URLSearchParams, cookie: string): PlainResponse => {
    const asked = asking.get(number)
    if (asked === undefined || (place === 'allow' && asked.session !== cookie))
      return page(400, 'This page is over.')
    if (place === 'allow') {
      if (form.get('proof') !== number) return page(403, 'Who asks?')
      asking.delete(number)
      const grant = { over: false }
      const { session, header } = renewed(cookie)
      sessions.get(session)?.allowed.set(asked.client, grant)
      return allowed(asked, grant, header)
    }
    if (form.get('password') !== 'right') return page(401, 'No.')
    asking.delete(number)
    const { session, header } = renewed(fresh())
    const next = fresh()
    asking.set(next, { ...asked, session })
    const form2 = `<form method="post" action="/allow/${next}"><input type="hidden" name="proof" value="${next}"><button name="decision" value="allow">Allow</button></form>`
    return { ...page(200, form2), headers: { ...page(200, '').headers, ...header } }
  }

  const tokens = (client: string, scope: string, whole: string, grant: Grant): PlainResponse => {
    const [token, refresh] = [
      complete || fault === 'ignores-signatures' ? signed({ sub: client, scope }) : fresh(),
      fresh(),
    ]
    access.set(token, grant)
    refreshing.set(refresh, { client, scope: whole, grant, used: false })
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      json: {
        access_token: token,
        token_type: 'Bearer',
        expires_in: 600,
        scope,
        refresh_token: refresh,
      },
    }
  }

  const token = (form: URLSearchParams, authorization: string | undefined): PlainResponse => {
    const [, encoded = ''] = /^Basic (.+)$/i.exec(authorization ?? '') ?? []
    const [id = '', secret] = Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent)
    const client = encoded === '' ? (form.get('client_id') ?? '') : id
    const given = encoded === '' ? (form.get('client_secret') ?? undefined) : secret
    const both = encoded !== '' && form.has('client_secret')
    if (both || [...form.keys()].length > new Set(form.keys()).size) return rejected(400, 'invalid_request')
    if (!(client in SECRETS) || (SECRETS[client] !== given && fault !== 'ignores-client-secrets'))
      return rejected(401, 'invalid_client', { 'www-authenticate': 'Basic realm="clients"' })
    const scope = form.get('scope')?.split(' ')
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const code = codes.get(form.get('code') ?? '')
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        if (code === undefined || code.asked.client !== client) return rejected(400, 'invalid_grant')
        if ((code.used && fault !== 'accepts-codes-again') || code.grant.over) code.grant.over = true
        if (code.grant.over || code.asked.challenge !== verifier || form.get('redirect_uri') !== CALLBACK)
          return rejected(400, 'invalid_grant')
        code.used = true
        return tokens(client, code.asked.scope, code.asked.scope, code.grant)
      }
      case 'refresh_token': {
        const old = refreshing.get(form.get('refresh_token') ?? '')
        if (old === undefined || old.client !== client) return rejected(400, 'invalid_grant')
        if (old.used && fault !== 'accepts-refresh-tokens-again') old.grant.over = true
        if (old.grant.over) return rejected(400, 'invalid_grant')
        if (scope?.some((name) => !old.scope.split(' ').includes(name))) return rejected(400, 'invalid_scope')
        old.used = true
        return tokens(client, scope?.join(' ') ?? old.scope, old.scope, old.grant)
      }
      case 'client_credentials': {
        if (SECRETS[client] === undefined) return rejected(400, 'unauthorized_client')
        if (scope?.some((name) => !SCOPES.includes(name))) return rejected(400, 'invalid_scope')
        const own = fresh()
        access.set(own, { over: false })
        return {
          status: 200,
          headers: { 'cache-control': 'no-store' },
          json: { access_token: own, token_type: 'Bearer', expires_in: 600, scope: 'read' },
        }
      }
      case null:
        return rejected(400, 'invalid_request')
      default:
        return rejected(400, 'unsupported_grant_type')
    }
  }

  /** RFC 7009: an unknown token, or one of another client, is not an error. */
  const revoke = (form: URLSearchParams, { headers }: IncomingMessage): PlainResponse => {
    const own = refreshing.get(form.get('token') ?? '')
    if (own !== undefined && own.client === basicOf(headers.authorization)) own.grant.over = true
    return { status: 200 }
  }

  /** RFC 7662. */
  const introspect = (form: URLSearchParams, { headers }: IncomingMessage): PlainResponse => {
    if (basicOf(headers.authorization) === '') return rejected(401, 'invalid_client')
    const grant = access.get(form.get('token') ?? '') ?? refreshing.get(form.get('token') ?? '')?.grant
    return { status: 200, json: { active: grant !== undefined && !grant.over } }
  }

  const respond = async (request: IncomingMessage, body: string): Promise<PlainResponse> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    const [, place = '', number = ''] = pathname.split('/')
    const cookie = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const form = new URLSearchParams(body)
    if (pathname === '/.well-known/oauth-authorization-server')
      return {
        status: 200,
        json: {
          issuer: fault === 'names-another-issuer' ? 'http://internal.example' : issuer,
          ...((complete || fault === 'ignores-revocations') && { revocation_endpoint: `${issuer}/revoke` }),
          ...(complete && { introspection_endpoint: `${issuer}/introspect` }),
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          response_types_supported: ['code', 'code id_token', 'none'],
          code_challenge_methods_supported: ['S256'],
          scopes_supported: [...SCOPES, 'late'],
        },
      }
    if (place === 'revoke') return fault === undefined ? revoke(form, request) : { status: 200 }
    if (place === 'introspect') return introspect(form, request)
    if (place === 'notes') {
      const [, given = ''] = /^bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
      if (fault === 'ignores-signatures' && given.split('.').length === 3) return { status: 200, json: [] }
      const grant = access.get(given)
      return grant === undefined || grant.over
        ? rejected(401, 'invalid_token', { 'www-authenticate': 'Bearer' })
        : { status: 200, json: [] }
    }
    if (place === 'authorize') return authorize(searchParams, cookie)
    if (place === 'token') return token(form, request.headers.authorization)
    return request.method === 'POST' ? post(place, number, form, cookie) : page(404, 'Nothing.')
  }

  const server = await listenAs(async (request) => {
    const body = (await buffer(request)).toString()
    const { status, headers, json, page: html } = await respond(request, body)
    const type = json === undefined ? 'text/html' : 'application/json'
    const response = {
      status,
      headers: Object.entries({ 'content-type': type, ...headers }),
      body: json === undefined ? (html ?? '') : JSON.stringify(json),
    }
    return edit?.(stepOf(request, body, response)) ?? response
  })
  issuer = server.url
  return { issuer, close: async () => server[Symbol.asyncDispose]() }
}
