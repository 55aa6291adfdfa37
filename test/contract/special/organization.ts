import type { components } from '../../../generated/openapi.v1.ts'
import type { SpecialProvokers } from '../provoke.ts'
import type { World } from '../world.ts'

/** The only owner, by the path of their membership. */
async function lastOwner({ call }: World): Promise<string> {
  const query = '/organization/members?role=owner&status=active'
  const { members } = await call<components['schemas']['MemberList']>(200, 'GET', query)
  return `/organization/members/${members[0]?.id}`
}

export const organizationProvokers: SpecialProvokers = {
  'updateMember 409': async (world) => world.send('PATCH', await lastOwner(world), { role: 'admin' }),
  'removeMember 409': async (world) => world.send('DELETE', await lastOwner(world)),
}
