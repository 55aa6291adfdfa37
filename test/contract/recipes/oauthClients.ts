import type { OAuthClientWithSecret } from '../../../generated/openapi.v1.ts'
import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const made: string[] = []

/** An organization may have a hundred: the oldest make room. */
export async function oauthClient(world: World, type: 'confidential' | 'public' = 'confidential') {
  const body = {
    name: world.unique('Client'),
    type,
    redirectUris: ['https://app.example.com/callback'],
    scopes: ['prompts:read'],
  }
  const client = await world.call<OAuthClientWithSecret>(201, 'POST', '/organization/oauth-clients', body)
  if (made.push(client.id) > 50) await world.send('DELETE', `/organization/oauth-clients/${made.shift()}`)
  return client
}

const onClient = async (world: World) => ({ params: { clientId: (await oauthClient(world)).id } })

export const oauthClientRecipes = {
  listOAuthClients: async () => ({}),
  createOAuthClient: async (world) => ({
    body: { name: world.unique('Client'), type: 'confidential', scopes: ['prompts:read'] },
  }),
  getOAuthClient: onClient,
  updateOAuthClient: async (world) => ({
    ...(await onClient(world)),
    body: { name: world.unique('Changed') },
  }),
  deleteOAuthClient: onClient,
  rotateOAuthClientSecret: async (world) => ({ ...(await onClient(world)), body: { overlapDays: 1 } }),
  rotateOAuthClientSecretFormerly: async (world) => ({
    ...(await onClient(world)),
    body: { overlapDays: 1 },
  }),
} satisfies Partial<Recipes>
