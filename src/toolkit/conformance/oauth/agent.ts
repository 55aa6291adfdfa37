/** The kit at an authorization server: as a client, and as the person who signs in. */
import { createHash, randomBytes } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import type { Recorded } from '../engine/events.ts'
import type { CheckContext } from '../engine/rule.ts'
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
  response: URLSearchParams | undefined
  verifier: string
  state: string
  /** The cookies of the browser. */
  cookie: string
}

const PLACES = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']
const MAX_PAGES = 8

export interface OAuthAgent {
  settings: OAuthSettings
  metadata(context: CheckContext): Promise<{ document: Metadata; exchange: Recorded }>
  /** Sends the person to the authorization endpoint, lets them sign in and allow, and returns the redirect. */
  authorize(
    context: CheckContext,
    client: OAuthClient,
    change?: (query: URLSearchParams) => void,
    options?: { stopAt?: 'consent' },
  ): Promise<Authorization>
  /** Posts a form to the token endpoint or another one. */
  post(
    context: CheckContext,
    endpoint: string,
    fields: Record<string, string> | [string, string][],
    client?: OAuthClient,
    headers?: Record<string, string>,
  ): Promise<Recorded>
  /** A code, ready to be redeemed. */
  code(context: CheckContext, client?: OAuthClient): Promise<Authorization & { code: string }>
  redeem(
    context: CheckContext,
    authorization: Authorization & { code: string },
    client?: OAuthClient,
    change?: Record<string, string>,
  ): Promise<Recorded>
  /** Tokens by the code flow. */
  tokens(context: CheckContext, client?: OAuthClient): Promise<{ response: JsonObject; exchange: Recorded }>
}

export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

export const createOAuthAgent = (settings: OAuthSettings): OAuthAgent => new FormAgent(settings)

const basic = ({ id, secret = '' }: OAuthClient) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

type Change = ((query: URLSearchParams) => void) | undefined

/** The next request of the browser. */
interface Visit {
  url: string
  form: { body: string } | undefined
}

class FormAgent implements OAuthAgent {
  readonly settings: OAuthSettings
  #known: Promise<{ document: Metadata; exchange: Recorded }> | undefined
  /** The person signs in once: authorization servers delay users who try passwords many times in parallel. */
  #session: Promise<Map<string, string>> | undefined

  constructor(settings: OAuthSettings) {
    this.settings = settings
  }

  metadata(context: CheckContext): Promise<{ document: Metadata; exchange: Recorded }> {
    this.#known ??= this.#discover(context)
    this.#known.catch(() => {
      this.#known = undefined
    })
    return this.#known
  }

  async authorize(
    context: CheckContext,
    client: OAuthClient,
    change?: Change,
    options: { stopAt?: 'consent' } = {},
  ): Promise<Authorization> {
    return this.#wander(context, client, await this.#signedIn(context), change, options.stopAt)
  }

  async post(
    context: CheckContext,
    endpoint: string,
    fields: Record<string, string> | [string, string][],
    client?: OAuthClient,
    headers: Record<string, string> = {},
  ): Promise<Recorded> {
    return context.elsewhere('POST', endpoint, {
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(client?.secret !== undefined && { Authorization: basic(client) }),
        ...headers,
      },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    })
  }

  async code(
    context: CheckContext,
    client = this.settings.client,
  ): Promise<Authorization & { code: string }> {
    const authorization = await this.authorize(context, client)
    const code = authorization.response?.get('code')
    if (code === null || code === undefined)
      return context.notObserved({
        code: 'no-code',
        instead: authorization.response?.toString() ?? `a page with ${authorization.exchange.status}`,
      })
    return { ...authorization, code }
  }

  async redeem(
    context: CheckContext,
    { code, verifier }: Authorization & { code: string },
    client = this.settings.client,
    change: Record<string, string> = {},
  ): Promise<Recorded> {
    const { document } = await this.metadata(context)
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
      code_verifier: verifier,
      ...(client.secret === undefined && { client_id: client.id }),
      ...change,
    }
    return this.post(context, document.token_endpoint, fields, client)
  }

  async tokens(
    context: CheckContext,
    client = this.settings.client,
  ): Promise<{ response: JsonObject; exchange: Recorded }> {
    const exchange = await this.redeem(context, await this.code(context, client), client)
    if (exchange.status !== 200 || !isObject(exchange.json as Json))
      return context.notObserved({
        code: 'rejected',
        what: 'the request for a token',
        status: exchange.status,
        body: exchange.body.toString(),
      })
    return { response: exchange.json as JsonObject, exchange }
  }

  async #discover(context: CheckContext): Promise<{ document: Metadata; exchange: Recorded }> {
    for (const place of PLACES) {
      const exchange = await context.elsewhere('GET', this.settings.issuer + place, {})
      if (exchange.status === 200 && isObject(exchange.json as Json))
        return { document: exchange.json as Metadata, exchange }
    }
    return context.notObserved({
      code: 'absent',
      from: this.settings.issuer,
      what: `metadata at ${PLACES.join(' or ')}`,
    })
  }

  #signedIn(context: CheckContext): Promise<Map<string, string>> {
    this.#session ??= this.#signIn(context)
    this.#session.catch(() => {
      this.#session = undefined
    })
    return this.#session
  }

  async #signIn(context: CheckContext): Promise<Map<string, string>> {
    const jar = new Map<string, string>()
    await this.#wander(context, this.settings.client, jar, undefined, 'consent')
    return jar
  }

  /** From the authorization endpoint through its pages, to the redirect or the page that ends it. */
  async #wander(
    context: CheckContext,
    client: OAuthClient,
    jar: Map<string, string>,
    change: Change,
    stopAt: 'consent' | undefined,
  ): Promise<Authorization> {
    const { document } = await this.metadata(context)
    const verifier = randomBytes(32).toString('base64url')
    const state = `${randomBytes(9).toString('base64url')} ü/+&=%`
    const query = this.#queryOf(client, state, verifier)
    change?.(query)
    let visit: Visit = { url: `${document.authorization_endpoint}?${query}`, form: undefined }
    for (let page = 0; page < MAX_PAGES; page++) {
      const cookie = cookieOf(jar)
      const exchange = await context.elsewhere(...requestOf(visit, cookie))
      storeCookies(jar, exchange)
      const target = redirectOf(exchange, visit.url)
      if (target !== undefined && target.origin !== new URL(this.settings.issuer).origin)
        return { exchange, response: target.searchParams, verifier, state, cookie }
      const next =
        target === undefined
          ? this.#fillIn(exchange, visit.url, stopAt)
          : { url: target.href, form: undefined }
      if (next === undefined) return { exchange, response: undefined, verifier, state, cookie }
      visit = next
    }
    return context.notObserved({ code: 'circular-pages' })
  }

  #queryOf(client: OAuthClient, state: string, verifier: string): URLSearchParams {
    const { scopes } = this.settings
    return new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: client.redirectUri,
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    })
  }

  /** Fills in the form of a page, as the person; undefined where the page ends the way. */
  #fillIn(exchange: Recorded, url: string, stopAt: 'consent' | undefined): Visit | undefined {
    const next = filled(exchange.body.toString(), this.settings.person, this.settings.allow)
    const isConsent = next?.form.fields.every(({ type }) => type !== 'password')
    if (exchange.status >= 400 || next === undefined || (stopAt === 'consent' && isConsent === true))
      return undefined
    const action = next.form.action === '' ? url : next.form.action
    return { url: new URL(action, url).href, form: { body: next.body.toString() } }
  }
}

const cookieOf = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

function requestOf({ url, form }: Visit, cookie: string): Parameters<CheckContext['elsewhere']> {
  const headers = {
    Accept: 'text/html',
    ...(cookie !== '' && { Cookie: cookie }),
    ...(form !== undefined && {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: new URL(url).origin,
    }),
  }
  return [form === undefined ? 'GET' : 'POST', url, { headers, ...form }]
}

function redirectOf({ status, headers }: Recorded, base: string): URL | undefined {
  const location = readHeader(headers, 'location')
  return status >= 300 && status < 400 && location !== undefined ? new URL(location, base) : undefined
}

function storeCookies(jar: Map<string, string>, { headers }: Recorded): void {
  for (const line of [headers['set-cookie']].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line ?? '') ?? []
    if (name === '') continue
    if (value === '' || /max-age=0/i.test(line ?? '')) jar.delete(name)
    else jar.set(name, value)
  }
}

/** The `error` of a response (RFC 6749, 5.2). */
export const errorOf = ({ json }: Recorded): unknown =>
  isObject(json as Json) ? (json as JsonObject).error : undefined
