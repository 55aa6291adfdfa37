/** Scopes, and what each role may use of them. Source: "Scopes"; docs/decisions.md, 7. */

export const allScopes = [
  'prompts:read',
  'prompts:write',
  'reports:read',
  'reports:write',
  'evaluations:read',
  'evaluations:write',
  'webhooks:read',
  'webhooks:write',
  'organization:read',
  'organization:admin',
] as const

export type Scope = (typeof allScopes)[number]
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'

const reads = allScopes.filter((scope) => scope.endsWith(':read'))

export const scopesOfRole: Readonly<Record<Role, ReadonlySet<string>>> = {
  owner: new Set(allScopes),
  admin: new Set(allScopes),
  editor: new Set([...reads, ...allScopes.filter((scope) => scope.endsWith(':write'))]),
  viewer: new Set(reads.filter((scope) => scope !== 'organization:read')),
}

/** Who may make, change or remove an owner: an admin must not be able to rise by it. */
export const mayChangeOwners = (role: Role): boolean => role === 'owner'

export const isScope = (text: string): text is Scope => (allScopes as readonly string[]).includes(text)

/**
 * What a credential may do now: its own scopes as far as the user's present role has them.
 * `organization:admin` implies `organization:read`; a `write` implies no `read`.
 */
export function effectiveScopes(granted: Iterable<string>, role: Role): ReadonlySet<string> {
  const wanted = new Set(granted)
  if (wanted.has('organization:admin')) wanted.add('organization:read')
  return new Set([...wanted].filter((scope) => scopesOfRole[role].has(scope)))
}
