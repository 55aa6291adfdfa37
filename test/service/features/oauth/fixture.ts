/** The common code of the authorization server's tests: clients made in the store, and forms sent to the endpoints. */
import * as clientStore from '../../../../src/service/features/oauth/model/client.ts'
import { digestOf, newSecret } from '../../../../src/service/features/oauth/model/client.ts'
import { changePassword } from '../../../../src/service/features/organization/model/organization.ts'
import { hashPassword } from '../../../../src/service/secrets/passwordHash.ts'
import type { TestOrganization, TestServer } from '../../../harness/server.ts'
import type { WireResponse } from '../../../harness/wire.ts'

export interface TestClient {
  id: string
  /** Empty for a public client. */
  secret: string
  serviceUserId: string
}

export const CALLBACK = 'https://app.example.com/callback'

export async function makeClient(
  server: TestServer,
  wanted: {
    type?: 'confidential' | 'public'
    organization?: TestOrganization
    scopes?: readonly string[]
    redirectUris?: readonly string[]
    name?: string
  } = {},
): Promise<TestClient> {
  const { database, ids, random, clock } = server.services
  const {
    type = 'confidential',
    organization = server.a,
    scopes = ['prompts:read', 'prompts:write'],
  } = wanted
  const secret = `cs_${newSecret(random)}`
  const row = await database.write((tx) =>
    clientStore.insert(
      tx,
      { ids, now: clock.now() },
      {
        organizationId: organization.id,
        name: wanted.name ?? 'Weekly digest',
        type,
        redirectUris: wanted.redirectUris ?? [CALLBACK],
        scopes,
        secret: type === 'public' ? null : { digest: digestOf(secret), last4: secret.slice(-4) },
        createdBy: organization.ownerId,
      },
    ),
  )
  return { id: row.id, secret: type === 'public' ? '' : secret, serviceUserId: row.service_user_id }
}

export type FormFields = Record<string, string> | [string, string][]

/** Posts a form to an endpoint, checked against the document. */
export function post(
  server: TestServer,
  path: string,
  fields: FormFields | string,
  headers: Record<string, string> = {},
): Promise<WireResponse> {
  return server.oauthWire.send({
    method: 'POST',
    path,
    key: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
}

export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

/** The form fields by which a client presents itself. */
export const credentials = ({ id, secret }: TestClient): Record<string, string> =>
  secret === '' ? { client_id: id } : { client_id: id, client_secret: secret }

export interface Tokens {
  access_token: string
  token_type: string
  expires_in: number
  refresh_token?: string
  scope: string
}

/** A token of the client's own. */
export async function clientToken(server: TestServer, client: TestClient, scope?: string): Promise<string> {
  const response = await post(server, '/oauth/token', {
    ...credentials(client),
    grant_type: 'client_credentials',
    ...(scope !== undefined && { scope }),
  })
  if (response.status !== 200) throw new Error(`${response.status} ${response.body.toString()}`)
  return (response.json() as Tokens).access_token
}

export const PASSWORD = 'correct horse battery staple'

/** A hundredth of the cost in service, for tests of the code around it: a stored hash names its own cost. */
const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

let cheap: Promise<string> | undefined

/**
 * Lets the owner of an organization sign in with `PASSWORD`; returns the e-mail address.
 * @param hash of that password; by default one that is checked fast
 */
export async function letSignIn(
  server: TestServer,
  organization: TestOrganization,
  hash?: Promise<string>,
): Promise<string> {
  cheap ??= hashPassword(PASSWORD, undefined, CHEAP)
  const stored = await (hash ?? cheap)
  const { database, clock } = server.services
  return database.write(async (tx) => {
    await changePassword(tx, organization.ownerId, stored, clock.now())
    const user = await tx.get<{ email: string }>('SELECT email FROM users WHERE id = ?', organization.ownerId)
    return user?.email ?? ''
  })
}

/** The query of an authorization request. */
export function authorization(client: TestClient, more: Record<string, string | undefined> = {}): string {
  const fields: Record<string, string | undefined> = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'prompts:read prompts:write',
    state: 'af0ifjsldkj',
    ...more,
  }
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(pairs).toString()
}
