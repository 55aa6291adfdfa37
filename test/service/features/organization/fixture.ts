/** The fixture of the organization tests: a server, typed clients, and persons who join. */
import type { ApiKey, InvitedMember, Member } from '../../../../generated/openapi.v1.ts'
import { acceptInvitation } from '../../../../src/service/features/organization/acceptInvitation.ts'
import { createApiKey } from '../../../../src/service/features/organization/model/apiKey.ts'
import {
  allScopes,
  type Role,
  type Scope,
} from '../../../../src/service/features/organization/model/member.ts'
import type { TypedClient } from '../../../harness/client.ts'
import { demand } from '../../../harness/responses.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'
import { PASSWORD } from '../oauth/fixture.ts'

export { PASSWORD }

export interface Fixture {
  server: TestServer
  /** Organization A's client, with every scope, acting as its owner. */
  api: TypedClient
  /** Organization B's. */
  other: TypedClient
  invite(role: Role, email?: string): Promise<InvitedMember>
  /** A person who was invited and joined. */
  join(role: Role, email?: string): Promise<Member & { userId: string }>
  /** A client with a key that acts as this member. */
  as(userId: string, scopes?: readonly Scope[]): Promise<TypedClient>
  accept(invitationUrl: string, password?: string): Promise<Member & { userId: string }>
  close(): Promise<void>
}

export async function openFixture(): Promise<Fixture> {
  const server = await startServer()
  const api = server.client()
  const { services } = server
  let made = 0
  const fixture: Fixture = {
    server,
    api,
    other: server.client(server.b.key),
    invite: async (role, email = `person${++made}@example.com`) =>
      demand(api.POST('/organization/members', { body: { email, role } })),
    async join(role, email) {
      const { invitationUrl } = await fixture.invite(role, email)
      return fixture.accept(invitationUrl)
    },
    async accept(url, password = PASSWORD) {
      const token = url.slice(url.lastIndexOf('/') + 1)
      const { member, userId } = await acceptInvitation(services, { token, name: 'Person', password })
      return { ...member, userId }
    },
    async as(userId, scopes = allScopes) {
      const wanted = { organizationId: server.a.id, userId, name: 'Test key', scopes, expiresAt: null }
      const { key } = await services.database.write((tx) =>
        createApiKey(tx, { ...services, now: server.clock.now() }, wanted),
      )
      return server.client(key)
    },
    close: () => server.close(),
  }
  return fixture
}

/** The status and the code of an error response. */
export async function rejection(asked: Promise<{ response: Response; error?: unknown }>) {
  const { response, error } = await asked
  return [response.status, (error as { error?: { code?: string } } | undefined)?.error?.code]
}

export const pathOf = ({ id }: Member | ApiKey) => ({ path: { memberId: id, keyId: id } })
