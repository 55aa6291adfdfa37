/**
 * Signing a person in from an application that retains no secret: authorization code with PKCE (RFC 7636), refresh and
 * revocation. The endpoints come from the issuer's metadata (RFC 8414).
 */

export interface OAuthOptions {
  /** The environment's address without `/v1`. */
  issuer: string
  clientId: string
  /** One of the client's registered redirect URIs. */
  redirectUri: string
  /** Such as `['prompts:read', 'prompts:write']`. The person may untick some. */
  scopes: readonly string[]
  /** Where the session is stored; default in memory. `sessionStorage` outlives a reload. */
  storage?: SessionStorage
  fetch?: typeof globalThis.fetch
  /** Milliseconds since the Unix epoch; default the system clock. */
  now?: () => number
}

/** The common interface of `sessionStorage` and `localStorage` in a browser. */
interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface OAuthSession {
  /** The address to send the person to. It remembers what `complete` checks. */
  authorizeUrl(): Promise<string>
  /**
   * Receives the redirect and exchanges its code.
   * @param url the whole address that the person came back to
   * @returns the scopes that were allowed
   * @throws OAuthError when the person denied, or the redirect does not belong to `authorizeUrl`
   */
  complete(url: string): Promise<readonly string[]>
  /** Whether a sign-in was completed, and its session can still be used or renewed. */
  isSignedIn(): boolean
  /** An access token that lives for another half a minute at least; hand it to `createClient` as its credential. */
  credential(reason?: 'expired'): Promise<string>
  /** Revokes what was granted and forgets it. */
  signOut(): Promise<void>
}

/** A rejection of the authorization server (RFC 6749, sections 4.1.2.1 and 5.2), or a redirect that is not ours. */
export class OAuthError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'OAuthError'
    this.code = code
  }
}

interface Metadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint?: string
}

interface Tokens {
  access_token: string
  refresh_token?: string
  scope: string
  /** Milliseconds since the Unix epoch. */
  expires: number
}

const TOKENS = 'prompt-service.tokens'
const PENDING = 'prompt-service.pending'
/** A token that ends sooner, in milliseconds, is renewed before it is used. */
const MARGIN = 30_000

/**
 * @example
 * const session = createOAuthSession({ issuer, clientId, redirectUri, scopes: ['prompts:read'], storage: sessionStorage })
 * if (location.search.includes('code=')) await session.complete(location.href)
 * const client = createClient({ baseUrl: `${issuer}/v1`, credential: session.credential })
 */
export const createOAuthSession = (options: OAuthOptions): OAuthSession => new PkceSession(options)

/** Its methods may be handed on by themselves. */
class PkceSession implements OAuthSession {
  readonly #issuer: string
  readonly #clientId: string
  readonly #redirectUri: string
  readonly #scopes: readonly string[]
  readonly #now: () => number
  readonly #storage: SessionStorage
  readonly #fetch: typeof globalThis.fetch
  #metadata: Promise<Metadata> | undefined
  #refreshing: Promise<Tokens> | undefined

  constructor({ issuer, clientId, redirectUri, scopes, storage, fetch, now }: OAuthOptions) {
    this.#issuer = issuer
    this.#clientId = clientId
    this.#redirectUri = redirectUri
    this.#scopes = scopes
    // A browser's own functions must not be called as methods of this object.
    this.#now = () => (now ?? Date.now)()
    this.#storage = storage ?? memory()
    this.#fetch = (...args) => (fetch ?? globalThis.fetch)(...args)
  }

  readonly authorizeUrl = async (): Promise<string> => {
    const { authorization_endpoint } = await this.#known()
    const pending = { state: randomText(), verifier: randomText() }
    this.#storage.setItem(PENDING, JSON.stringify(pending))
    const url = new URL(authorization_endpoint)
    const query = {
      response_type: 'code',
      client_id: this.#clientId,
      redirect_uri: this.#redirectUri,
      scope: this.#scopes.join(' '),
      state: pending.state,
      code_challenge: await challengeOf(pending.verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  readonly complete = async (address: string): Promise<readonly string[]> => {
    const { searchParams } = new URL(address)
    const { issuer: expected } = await this.#known()
    // From here to the removal nothing is awaited: of two calls in parallel only one exchanges the code.
    const text = this.#storage.getItem(PENDING)
    const pending = text === null ? undefined : (JSON.parse(text) as { state: string; verifier: string })
    if (pending === undefined || searchParams.get('state') !== pending.state)
      throw new OAuthError('state_mismatch', 'This redirect does not belong to a sign-in that began here.')
    // RFC 9207: another server's response must not reach our token endpoint.
    if (searchParams.get('iss') !== expected)
      throw new OAuthError(
        'issuer_mismatch',
        `The redirect is of ${searchParams.get('iss')}; expected ${expected}.`,
      )
    this.#storage.removeItem(PENDING)
    const rejected = searchParams.get('error')
    if (rejected !== null)
      throw new OAuthError(rejected, searchParams.get('error_description') ?? 'The authorization was denied.')
    const { scope } = await this.#tokensFor({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: this.#redirectUri,
      code_verifier: pending.verifier,
    })
    return scope.split(' ').filter((one) => one !== '')
  }

  readonly isSignedIn = (): boolean => {
    const tokens = this.#stored()
    return tokens !== undefined && (tokens.refresh_token !== undefined || tokens.expires > this.#now())
  }

  readonly credential = async (reason?: 'expired'): Promise<string> => {
    const tokens = this.#stored()
    if (tokens === undefined)
      throw new OAuthError('login_required', 'No user is signed in; open authorizeUrl().')
    const usable = reason !== 'expired' && tokens.expires - this.#now() > MARGIN
    return (usable ? tokens : await this.#refresh(tokens)).access_token
  }

  readonly signOut = async (): Promise<void> => {
    // A refresh under way would retain its tokens after they are removed here.
    await this.#refreshing?.catch(() => {})
    const tokens = this.#stored()
    this.#storage.removeItem(TOKENS)
    const { revocation_endpoint } = await this.#known()
    const token = tokens?.refresh_token ?? tokens?.access_token
    if (token !== undefined && revocation_endpoint !== undefined)
      await this.#post(revocation_endpoint, { token })
  }

  async #discover(): Promise<Metadata> {
    const found = await this.#fetch(
      `${this.#issuer.replace(/\/+$/, '')}/.well-known/oauth-authorization-server`,
    )
    if (!found.ok)
      throw new OAuthError(
        'discovery_failed',
        `${this.#issuer} returned ${found.status} for its metadata; expected 200.`,
      )
    const given = (await found.json()) as Metadata
    if (given.issuer !== this.#issuer)
      throw new OAuthError('issuer_mismatch', `The metadata is of ${given.issuer}; expected ${this.#issuer}.`)
    return given
  }
  #known(): Promise<Metadata> {
    this.#metadata ??= this.#discover().catch((error: unknown) => {
      this.#metadata = undefined
      throw error
    })
    return this.#metadata
  }

  async #post(address: string, form: Record<string, string>): Promise<Record<string, unknown>> {
    const response = await this.#fetch(address, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ client_id: this.#clientId, ...form }),
    })
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    if (response.ok) return body
    const { error = 'server_error', error_description: words = `Received status ${response.status}.` } = body
    throw new OAuthError(String(error), String(words))
  }

  /** Never sent twice: a code is good once, and a repeated one revokes what it gave. */
  async #tokensFor(form: Record<string, string>, before?: Tokens): Promise<Tokens> {
    const given = await this.#post((await this.#known()).token_endpoint, form)
    const renewed = given.refresh_token ?? before?.refresh_token
    const tokens: Tokens = {
      access_token: String(given.access_token),
      ...(renewed !== undefined && { refresh_token: String(renewed) }),
      scope: String(given.scope ?? before?.scope ?? ''),
      expires: this.#now() + Number(given.expires_in) * 1000,
    }
    this.#storage.setItem(TOKENS, JSON.stringify(tokens))
    return tokens
  }

  #stored(): Tokens | undefined {
    const text = this.#storage.getItem(TOKENS)
    return text === null ? undefined : (JSON.parse(text) as Tokens)
  }

  /** One refresh at a time: the service rotates the refresh tokens of public clients. */
  #refresh(tokens: Tokens): Promise<Tokens> {
    this.#refreshing ??= (async () => {
      if (tokens.refresh_token === undefined)
        throw new OAuthError(
          'invalid_grant',
          'The access token is over and there is no refresh token; sign in again.',
        )
      try {
        return await this.#tokensFor(
          { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
          tokens,
        )
      } catch (error) {
        if (error instanceof OAuthError && error.code === 'invalid_grant') this.#storage.removeItem(TOKENS)
        throw error
      } finally {
        this.#refreshing = undefined
      }
    })()
    return this.#refreshing
  }
}

/** 256 random bits as base64url text: 43 characters, the minimum of RFC 7636 for a verifier. */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function memory(): SessionStorage {
  const stored = new Map<string, string>()
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}
