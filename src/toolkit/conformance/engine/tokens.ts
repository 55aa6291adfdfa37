/** Access tokens of identities that get theirs from a token endpoint (RFC 6749, 4.4: client credentials). */
import { isObject, type Json } from '../../openapi/document.ts'
import { readJson } from '../../openapi/json.ts'
import type { ClientGrant, Identity } from '../config/identity.ts'
import { isAuthorization } from './identities.ts'
import { createTransport, NoResponse, Unreachable } from './send.ts'

/** No token was to be had: a mistake of the configuration, or of the token endpoint. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected'
}

export interface Tokens {
  /** Sees to it that the identity has a token that is good for a while. */
  prepare(identity: Identity): Promise<void>
  /** Fetches a new token once after the old one was rejected. @returns whether there is a new token */
  renew(identity: Identity, rejected: string): Promise<boolean>
}

/** Fetched so long before the end. */
const AHEAD = 10_000
/** Lifetime in seconds if the response does not state one (RFC 6749, 5.1). */
const USUAL_LIFE = 300

export function createTokens(
  ca: string | undefined,
  clock: { now(): number },
  /** Milliseconds that the run has left. */
  left: () => number = () => Number.POSITIVE_INFINITY,
): Tokens {
  const known = new Map<ClientGrant, { token: Promise<string>; until: number; renewed: boolean }>()
  const fetchInto = async (identity: Identity, grant: ClientGrant, renewed: boolean): Promise<void> => {
    const entry = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY, renewed }
    known.set(grant, entry)
    entry.token = fetchToken(grant, ca, left()).then(({ token, seconds }) => {
      entry.until = clock.now() + seconds * 1000 - AHEAD
      return token
    })
    entry.token.catch(() => known.delete(grant))
    const value = `Bearer ${await entry.token}`
    const { variable } = grant
    const others = identity.credentials.filter((one) => !isAuthorization(one))
    identity.credentials = [...others, { kind: 'header', name: 'Authorization', value, variable }]
  }
  return {
    async prepare(identity) {
      const grant = identity.client
      if (grant === undefined) return
      const entry = known.get(grant)
      if (entry !== undefined && clock.now() < entry.until) await entry.token
      else await fetchInto(identity, grant, false)
    },
    async renew(identity, rejected) {
      const grant = identity.client
      const entry = grant && known.get(grant)
      if (grant === undefined || entry === undefined) return false
      // Another request may already have fetched a new one.
      if (`Bearer ${await entry.token}` !== rejected) return true
      if (entry.renewed) return false
      await fetchInto(identity, grant, true)
      return true
    },
  }
}

/** @throws TokenRejected with the error of the token endpoint */
async function fetchToken(
  { tokenUrl, clientId, clientSecret, scopes }: ClientGrant,
  ca: string | undefined,
  available: number,
): Promise<{ token: string; seconds: number }> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scopes.length > 0) form.set('scope', scopes.join(' '))
  // Form-encoded before they are joined (RFC 6749, 2.3.1).
  const encoded = [clientId, clientSecret].map((one) => new URLSearchParams({ '': one }).toString().slice(1))
  const transport = createTransport(tokenUrl, ca, 1)
  try {
    const request = {
      method: 'POST',
      path: '',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`,
      },
      body: Buffer.from(form.toString()),
      operationId: null,
    }
    const { status, body } = await transport.send(request, available)
    const reading = readJson(body)
    const response = ('value' in reading ? reading.value : undefined) as Json | undefined
    const token = isObject(response) ? response.access_token : undefined
    if (status !== 200 || typeof token !== 'string' || token === '')
      throw new TokenRejected(
        `${tokenUrl} returned ${status} to the client ${clientId}: ${body.toString().slice(0, 200)}; expected 200 with an access_token (RFC 6749, 5.1).`,
      )
    const seconds = isObject(response) ? Number(response.expires_in ?? USUAL_LIFE) : USUAL_LIFE
    return { token, seconds: Number.isFinite(seconds) ? seconds : USUAL_LIFE }
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NoResponse)
      throw new TokenRejected(`${tokenUrl}: ${error.message}`)
    throw error
  } finally {
    await transport.close()
  }
}

/** The line of a shell that fetches the token into the identity's variable. */
export function tokenLine({ client }: Identity, ca: string | undefined): string | undefined {
  if (client === undefined) return undefined
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const authority = ca === undefined ? '' : ` --cacert ${quoted(ca)}`
  const scope =
    client.scopes.length > 0 ? ` --data-urlencode ${quoted(`scope=${client.scopes.join(' ')}`)}` : ''
  return `${client.variable.slice(1)}=$(curl -sS${authority} -u ${client.shell.id}:${client.shell.secret} -d grant_type=client_credentials${scope} ${quoted(client.tokenUrl)} | node -p 'JSON.parse(fs.readFileSync(0,"utf8")).access_token')`
}
