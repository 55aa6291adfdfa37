import type { components } from '../../../generated/openapi.v1.ts'
import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

type Schemas = components['schemas']

const address = (world: World) => `${world.unique('person').replaceAll(' ', '')}@example.com`

const onMember = async (world: World) => {
  const invitation = { email: address(world), role: 'viewer' }
  const { id } = await world.call<Schemas['Member']>(201, 'POST', '/organization/members', invitation)
  return { params: { memberId: id } }
}

const onKey = async (world: World) => {
  const wanted = { name: world.unique('Key'), scopes: ['prompts:read'] }
  const { id } = await world.call<Schemas['ApiKey']>(201, 'POST', '/organization/api-keys', wanted)
  return { params: { keyId: id } }
}

export const organizationRecipes = {
  getOrganization: async () => ({}),
  updateOrganization: async (world) => ({ body: { name: world.unique('Organization') } }),
  listMembers: async () => ({}),
  inviteMember: async (world) => ({ body: { email: address(world), role: 'editor' } }),
  getMember: onMember,
  updateMember: async (world) => ({ ...(await onMember(world)), body: { role: 'admin' } }),
  removeMember: onMember,
  listApiKeys: async () => ({}),
  createApiKey: async (world) => ({ body: { name: world.unique('Key'), scopes: ['prompts:read'] } }),
  getApiKey: onKey,
  updateApiKey: async (world) => ({ ...(await onKey(world)), body: { name: world.unique('Renamed') } }),
  revokeApiKey: onKey,
  rotateApiKey: async (world) => ({
    ...(await onKey(world)),
    // Never twice the same, so that one idempotency key cannot stand for two of them.
    body: { overlapDays: Number(/\d+$/.exec(world.unique(''))?.[0]) % 8 },
  }),
  getSubscription: async () => ({}),
  listAuditLog: async () => ({}),
} satisfies Partial<Recipes>
