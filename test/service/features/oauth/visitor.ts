/** A browser without a screen: cookies, forms and redirects by hand, each response checked against the document. */
import type { TestServer } from '../../../harness/server.ts'
import type { WireResponse } from '../../../harness/wire.ts'
import {
  authorization,
  CALLBACK,
  credentials,
  letSignIn,
  PASSWORD,
  post,
  type TestClient,
} from './fixture.ts'

export class Visitor {
  readonly server: TestServer
  readonly cookies = new Map<string, string>()

  constructor(server: TestServer) {
    this.server = server
  }

  async get(path: string, method: 'GET' | 'HEAD' = 'GET'): Promise<WireResponse> {
    return this.#retain(
      await this.server.oauthWire.send({ method, path, key: null, headers: this.#headers() }),
    )
  }

  async post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ): Promise<WireResponse> {
    return this.#retain(await post(this.server, path, fields, { ...this.#headers(), ...headers }))
  }

  /** Signs in as the owner of an organization. */
  async signIn(organization = this.server.a, query = ''): Promise<WireResponse> {
    const email = await letSignIn(this.server, organization)
    return this.attempt(email, PASSWORD, query)
  }

  async attempt(email: string, password: string, query = ''): Promise<WireResponse> {
    const path = `/oauth/sign-in${query === '' ? '' : `?${query}`}`
    const page = await this.get(path)
    return this.post(path, { csrf: fieldIn(page, 'csrf'), email, password })
  }

  /** The consent page's hidden fields. */
  async consentForm(query: string): Promise<Record<string, string>> {
    const page = await this.get(`/oauth/authorize?${query}`)
    if (page.status !== 200) throw new Error(`${page.status} ${page.body.toString().slice(0, 3000)}`)
    return { consent: fieldIn(page, 'consent'), organization: fieldIn(page, 'organization') }
  }

  /** Allows every requested scope; returns what the client gets at its redirect URI. */
  async allow(query: string, scopes?: readonly string[]): Promise<URLSearchParams> {
    const form = await this.consentForm(query)
    const ticked = scopes ?? (new URLSearchParams(query).get('scope') ?? '').split(' ')
    const fields: [string, string][] = [...Object.entries(form), ['decision', 'allow']]
    for (const scope of ticked) fields.push(['scope', scope])
    const reply = await this.post(`/oauth/authorize?${query}`, fields)
    if (reply.status !== 303) throw new Error(`${reply.status} ${reply.body.toString().slice(0, 3000)}`)
    return new URL(reply.header('location') ?? '').searchParams
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  #retain(response: WireResponse): WireResponse {
    for (const line of [response.headers['set-cookie']].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line?.toString() ?? '') ?? []
      if (name === undefined || value === undefined) continue
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

export function fieldIn(page: WireResponse, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body.toString())?.[1] ?? ''
}

/** One visitor a server, signed in once: a password check needs a quarter of a second. */
const owners = new WeakMap<TestServer, { visitor: Visitor; until: number }>()

export async function signedIn(server: TestServer): Promise<Visitor> {
  const known = owners.get(server)
  if (known && known.until > server.clock.now()) return known.visitor
  const visitor = new Visitor(server)
  await visitor.signIn()
  owners.set(server, { visitor, until: server.clock.now() + 11 * 3_600_000 })
  return visitor
}

/** A code that organization A's owner allowed the client to have. */
export async function codeFor(
  server: TestServer,
  client: TestClient,
  more: Record<string, string | undefined> = {},
): Promise<string> {
  const visitor = await signedIn(server)
  return (await visitor.allow(authorization(client, more))).get('code') ?? ''
}

/** Exchanges a code; `more` overrides or adds fields, undefined removes one. */
export function redeem(
  server: TestServer,
  client: TestClient,
  code: string,
  more: Record<string, string | undefined> = {},
): Promise<WireResponse> {
  const fields = {
    ...credentials(client),
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    ...more,
  }
  return post(
    server,
    '/oauth/token',
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
}

/** RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
export const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
