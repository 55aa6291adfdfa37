import { type FlagTable, required, UsageError } from 'specwright/cli'
import { isEmail } from 'specwright/validation'
import { ApiError } from '../../errors.ts'
import type { MemberRow, Role } from '../../features/organization/model/member.ts'
import * as memberStore from '../../features/organization/model/member.ts'
import { findUserByEmail, type UserRow } from '../../features/organization/model/organization.ts'
import type { ReadTransaction } from '../../storage/database.ts'
import { AdminRejection } from './adminCommand.ts'
import { organizationFlag } from './organizationFlag.ts'

export const roles: readonly Role[] = ['owner', 'admin', 'editor', 'viewer']

/** The flags of the commands that concern one member. */
export const memberFlags = {
  ...organizationFlag,
  email: { type: 'string', value: 'ADDRESS', help: 'E-mail address of the person.' },
} as const satisfies FlagTable

export const roleFlag = {
  role: { type: 'string', value: 'ROLE', help: 'owner, admin, editor or viewer.' },
} as const satisfies FlagTable

/** An account may have been made by anyone who invited its address: its password proves nothing to the administrator. */
export const existingUserFlag = {
  'existing-user': {
    type: 'boolean',
    help: 'Uses the existing account of the address, with its present password.',
  },
} as const satisfies FlagTable

/**
 * The account of an address, for a command that gives it rights.
 * @throws ApiError CONFLICT when there is one and the administrator's flags do not allow it
 */
export async function requireKnownAccountIsMeant(
  tx: ReadTransaction,
  email: string,
  existingUser: boolean,
): Promise<UserRow | undefined> {
  const known = await findUserByEmail(tx, email)
  if (!known || existingUser) return known
  const remedy = 'add --existing-user to use it as it is, after a password reset if unsure.'
  throw new ApiError(
    'CONFLICT',
    `${email} already has an account, whose password another person may have chosen; ${remedy}`,
  )
}

/** @throws UsageError unless `text` is an e-mail address as the contract has it */
export function requireAddress(flag: string, text: string | undefined): string {
  const address = required(flag, text)
  if (isEmail(address)) return address
  throw new UsageError(`--${flag} received "${address}"; expected an e-mail address such as ada@example.com.`)
}

/** @throws AdminRejection when the organization has no such member */
export async function getMemberOrThrow(
  tx: ReadTransaction,
  organizationId: string,
  email: string,
): Promise<MemberRow> {
  const member = await memberStore.findByEmail(tx, organizationId, email)
  if (!member || member.status === 'removed')
    throw new AdminRejection(`${email} is not a member of the organization ${organizationId}.`)
  return member
}
