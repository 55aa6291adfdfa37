/** What the kit does at an authorization server: as a client, and as the person whom it asks. */
import { createHash, randomBytes } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import type { Recorded } from '../run/events.ts'
import type { TrialContext } from '../run/rule.ts'
import { filled } from './forms.ts'
import type { OAuthClient, OAuthSettings } from './settings.ts'

interface Metadata extends JsonObject {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
}

interface Authorization {
  /** The redirect back to the client, or the page that ended it. */
  exchange: Recorded
  /** The parameters of the redirect; undefined when there was none. */
  answer: URLSearchParams | undefined
  verifier: string
  state: string
  /** What the browser keeps. */
  cookie: string
}

const PLACES = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']
const MOST_PAGES = 8

export interface OAuthAgent {
  settings: OAuthSettings
  metadata(context: TrialContext): Promise<{ document: Metadata; exchange: Recorded }>
  /** Sends the person to the authorization endpoint, lets them sign in and allow, and answers with the redirect. */
  authorize(
    context: TrialContext,
    client: OAuthClient,
    change?: (query: URLSearchParams) => void,
    options?: { stopAt?: 'consent' },
  ): Promise<Authorization>
  /** Posts a form to the token endpoint or another one. */
  post(
    context: TrialContext,
    endpoint: string,
    fields: Record<string, string> | [string, string][],
    client?: OAuthClient,
    headers?: Record<string, string>,
  ): Promise<Recorded>
  /** A code, ready to be redeemed. */
  code(context: TrialContext, client?: OAuthClient): Promise<Authorization & { code: string }>
  redeem(
    context: TrialContext,
    authorization: Authorization & { code: string },
    client?: OAuthClient,
    change?: Record<string, string>,
  ): Promise<Recorded>
  /** Tokens by the code flow. */
  tokens(context: TrialContext, client?: OAuthClient): Promise<{ answer: JsonObject; exchange: Recorded }>
}

export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

export function createOAuthAgent(settings: OAuthSettings): OAuthAgent {
  let known: Promise<{ document: Metadata; exchange: Recorded }> | undefined
  const basic = ({ id, secret = '' }: OAuthClient) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

  const discover = async (context: TrialContext) => {
    for (const place of PLACES) {
      const exchange = await context.elsewhere('GET', settings.issuer + place, {})
      if (exchange.status === 200 && isObject(exchange.json as Json))
        return { document: exchange.json as Metadata, exchange }
    }
    return context.notObserved(`${settings.issuer} has no metadata at ${PLACES.join(' or ')}`)
  }

  // The person signs in once: authorization servers hold back who tries passwords many times at once.
  let session: Promise<Map<string, string>> | undefined
  const signedIn = (context: TrialContext): Promise<Map<string, string>> => {
    session ??= (async () => {
      const jar = new Map<string, string>()
      await wander(context, settings.client, jar, undefined, 'consent')
      return jar
    })()
    session.catch(() => {
      session = undefined
    })
    return session
  }

  /** From the authorization endpoint through its pages, to the redirect or the page that ends it. */
  const wander = async (
    context: TrialContext,
    client: OAuthClient,
    jar: Map<string, string>,
    change: ((query: URLSearchParams) => void) | undefined,
    stopAt: 'consent' | undefined,
  ): Promise<Authorization> => {
    const { document } = await agent.metadata(context)
    const verifier = randomBytes(32).toString('base64url')
    const state = `${randomBytes(9).toString('base64url')} ü/+&=%`
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: client.redirectUri,
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      ...(settings.scopes.length > 0 && { scope: settings.scopes.join(' ') }),
    })
    change?.(query)
    let url = `${document.authorization_endpoint}?${query}`
    let form: { body: string } | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const exchange = await context.elsewhere(form === undefined ? 'GET' : 'POST', url, {
        headers: {
          Accept: 'text/html',
          ...(cookie !== '' && { Cookie: cookie }),
          ...(form !== undefined && {
            'Content-Type': 'application/x-www-form-urlencoded',
            Origin: new URL(url).origin,
          }),
        },
        ...form,
      })
      keepCookies(jar, exchange)
      const location = readHeader(exchange.headers, 'location')
      if (exchange.status >= 300 && exchange.status < 400 && location !== undefined) {
        const target = new URL(location, url)
        if (target.origin !== new URL(settings.issuer).origin)
          return { exchange, answer: target.searchParams, verifier, state, cookie }
        url = target.href
        form = undefined
        continue
      }
      const next = filled(exchange.body.toString(), settings.person, settings.allow)
      const asks = next?.form.fields.every(({ type }) => type !== 'password')
      if (exchange.status >= 400 || next === undefined || (stopAt === 'consent' && asks === true))
        return { exchange, answer: undefined, verifier, state, cookie }
      url = new URL(next.form.action === '' ? url : next.form.action, url).href
      form = { body: next.body.toString() }
    }
    return context.notObserved('the pages of the authorization server lead in a circle')
  }

  const agent: OAuthAgent = {
    settings,
    metadata: (context) => {
      known ??= discover(context)
      known.catch(() => {
        known = undefined
      })
      return known
    },
    async authorize(context, client, change, options = {}) {
      return wander(context, client, await signedIn(context), change, options.stopAt)
    },
    async post(context, endpoint, fields, client, headers = {}) {
      return context.elsewhere('POST', endpoint, {
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/x-www-form-urlencoded',
          ...(client?.secret !== undefined && { Authorization: basic(client) }),
          ...headers,
        },
        body: new URLSearchParams(fields as Record<string, string>).toString(),
      })
    },
    async code(context, client = settings.client) {
      const authorization = await agent.authorize(context, client)
      const code = authorization.answer?.get('code')
      if (code === null || code === undefined)
        return context.notObserved(
          `no code came: ${authorization.answer?.toString() ?? `a page with ${authorization.exchange.status}`}; say who signs in as oauth.person, and the button that allows as oauth.allow`,
        )
      return { ...authorization, code }
    },
    async redeem(context, { code, verifier }, client = settings.client, change = {}) {
      const { document } = await agent.metadata(context)
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: client.redirectUri,
        code_verifier: verifier,
        ...(client.secret === undefined && { client_id: client.id }),
        ...change,
      }
      return agent.post(context, document.token_endpoint, fields, client)
    },
    async tokens(context, client = settings.client) {
      const exchange = await agent.redeem(context, await agent.code(context, client), client)
      if (exchange.status !== 200 || !isObject(exchange.json as Json))
        return context.notObserved(
          `the token endpoint answered ${exchange.status} ${exchange.body.toString().slice(0, 120)}`,
        )
      return { answer: exchange.json as JsonObject, exchange }
    },
  }
  return agent
}

function keepCookies(jar: Map<string, string>, { headers }: Recorded): void {
  for (const line of [headers['set-cookie']].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line ?? '') ?? []
    if (name === '') continue
    if (value === '' || /max-age=0/i.test(line ?? '')) jar.delete(name)
    else jar.set(name, value)
  }
}

/** The `error` of an answer (RFC 6749, 5.2). */
export const errorOf = ({ json }: Recorded): unknown =>
  isObject(json as Json) ? (json as JsonObject).error : undefined
