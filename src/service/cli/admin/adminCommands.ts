import { addMember } from './addMember.ts'
import type { AdminCommand } from './adminCommand.ts'
import { backup } from './backup.ts'
import { checkIntegrity } from './checkIntegrity.ts'
import { compact } from './compact.ts'
import { createKey } from './createKey.ts'
import { createOrganization } from './createOrganization.ts'
import { listKeys } from './listKeys.ts'
import { listMembers } from './listMembers.ts'
import { listOrganizations } from './listOrganizations.ts'
import { migrate } from './migrate.ts'
import { removeMember } from './removeMember.ts'
import { resetPassword } from './resetPassword.ts'
import { restore } from './restore.ts'
import { revokeKey } from './revokeKey.ts'
import { rotateSigningKey } from './rotateSigningKey.ts'
import { setPlan } from './setPlan.ts'
import { setRole } from './setRole.ts'
import { showLimits } from './showLimits.ts'
import { showOrganization } from './showOrganization.ts'
import { showStatus } from './showStatus.ts'

/** Every command of `prompt-service admin`. */
export const adminCommands: readonly AdminCommand[] = [
  createOrganization,
  listOrganizations,
  showOrganization,
  createKey,
  listKeys,
  revokeKey,
  addMember,
  listMembers,
  setRole,
  removeMember,
  resetPassword,
  setPlan,
  showLimits,
  showStatus,
  compact,
  backup,
  restore,
  migrate,
  checkIntegrity,
  rotateSigningKey,
]
