import { createKey } from './createKey.ts'
import { createOrganization } from './createOrganization.ts'
import { listOrganizations } from './listOrganizations.ts'
import { resetPassword } from './resetPassword.ts'
import { revokeKey } from './revokeKey.ts'
import { rotateSigningKey } from './rotateSigningKey.ts'
import type { AdminVerb } from './verb.ts'

/** Every verb of `prompt-service admin`. */
export const verbs: readonly AdminVerb[] = [
  createOrganization,
  listOrganizations,
  createKey,
  revokeKey,
  resetPassword,
  rotateSigningKey,
]
