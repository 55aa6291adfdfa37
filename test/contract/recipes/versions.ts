import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const onLabel = async (world: World) => {
  const { id } = await world.prompt()
  await world.call(200, 'PUT', `/prompts/${id}/labels/live`, { version: 1 })
  return { params: { promptId: id, label: 'live' } }
}

export const versionRecipes = {
  listPromptVersions: async (world) => ({ params: { promptId: (await world.prompt()).id } }),
  createPromptVersion: async (world) => ({
    params: { promptId: (await world.prompt({ draft: true })).id },
    body: { commitMessage: world.unique('First') },
  }),
  getPromptVersion: async (world) => ({ params: { promptId: (await world.prompt()).id, version: 1 } }),
  putPromptLabel: async (world) => ({
    params: { promptId: (await world.prompt()).id, label: 'live' },
    body: { version: 1 },
  }),
  getPromptLabel: onLabel,
  deletePromptLabel: onLabel,
  comparePromptVersions: async (world) => {
    const { id } = await world.prompt()
    await world.call(201, 'POST', `/prompts/${id}/versions`, { fromVersion: 1 })
    return { params: { promptId: id }, query: { from: '1', to: '2' } }
  },
} satisfies Partial<Recipes>
