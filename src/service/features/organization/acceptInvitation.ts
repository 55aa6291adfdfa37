/** How an invited person joins; the page behind the link calls this. */
import type { Member } from '../../../../generated/openapi.v1.ts'
import { ApiError, notFound } from '../../errors.ts'
import { audit } from '../../resources/audit.ts'
import type { Services } from '../../server/handler.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { admit } from './changeMember.ts'
import { digestOfInvitation } from './invitation.ts'
import * as memberStore from './model/member.ts'
import { type MemberRow, memberOf, type Role } from './model/member.ts'
import { addPerson, defaultWorkspace, findOrganization, findUserByEmail } from './model/organization.ts'

/** The contents of an invitation's page. */
export interface OpenInvitation {
  organizationName: string
  email: string
  role: Role
  /** Whether the address has an account: then its password is requested, otherwise a new one. */
  hasAccount: boolean
}

/** The invitation of a link; undefined when it was accepted, revoked or is over a week old. */
export async function findInvitation(
  tx: ReadTransaction,
  token: string,
  now: number,
): Promise<OpenInvitation | undefined> {
  const member = await memberStore.findInvited(tx, digestOfInvitation(token), now)
  const organization = member && (await findOrganization(tx, member.organization_id))
  if (!member || !organization) return undefined
  const hasAccount = (await findUserByEmail(tx, member.email)) !== undefined
  return { organizationName: organization.name, email: member.email, role: member.role, hasAccount }
}

/**
 * Joins the organization, once. A person without an account gets one with this name and password; one with an
 * account proves it by its password, for only the link must not open it. Raises `member.joined`.
 *
 * @param given.network the network of the request; the administrator's own when left out
 * @returns the new member of the organization, and the checked hash of the password
 * @throws ApiError NOT_FOUND for a link that no longer works. FORBIDDEN for a wrong password. CONFLICT when the
 *   account was created or got another password meanwhile. UNAVAILABLE when the queue of passwords is full
 */
export async function acceptInvitation(
  services: Pick<Services, 'clock' | 'database' | 'ids' | 'outbox' | 'passwords'>,
  given: { token: string; name: string; password: string; network?: string },
): Promise<{ member: Member; userId: string; passwordHash: string | null }> {
  const { clock, database, ids, outbox, passwords } = services
  const { token, name, password, network = '' } = given
  const digest = digestOfInvitation(token)
  const { invited, user } = await database.read(async (tx) => {
    const invited = await demandInvited(tx, digest, clock.now())
    return { invited, user: await findUserByEmail(tx, invited.email) }
  })
  // Outside the transaction: others wait for it, and a password needs a quarter of a second.
  const turn = passwords.enter(network)
  if (user && !(await turn.verify(password, user.password_hash)))
    throw new ApiError('FORBIDDEN', `The password is not that of ${invited.email}.`)
  const passwordHash = user ? user.password_hash : await turn.hash(password)
  return database.write(async (tx) => {
    const now = clock.now()
    const member = await demandInvited(tx, digest, now)
    const present = await findUserByEmail(tx, member.email)
    // The password has not been proved to what is there now.
    if (present?.id !== user?.id || present?.password_hash !== user?.password_hash)
      throw new ApiError('CONFLICT', 'The account was changed meanwhile; try again.')
    const userId =
      present?.id ?? (await addPerson(tx, { ids, now }, { name, email: member.email, passwordHash }))
    const { organization_id: organizationId, email, role } = member
    const workspaceId = await defaultWorkspace(tx, organizationId)
    const source = { organizationId, workspaceId, triggeredBy: 'dashboard' } as const
    const joined = await admit(tx, { clock, ids, outbox }, source, { email, role, userId })
    await audit(
      tx,
      { ids, now },
      {
        organizationId,
        operation: 'acceptInvitation',
        targets: [joined.id],
        userId,
        credentialId: null,
        triggeredBy: 'dashboard',
        requestId: null,
      },
    )
    return { member: memberOf(joined), userId, passwordHash }
  })
}

async function demandInvited(tx: ReadTransaction, digest: string, now: number): Promise<MemberRow> {
  const member = await memberStore.findInvited(tx, digest, now)
  if (member === undefined) throw notFound('open invitation')
  return member
}
