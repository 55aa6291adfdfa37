import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const onPrompt = async (world: World) => ({ params: { promptId: (await world.prompt()).id } })

export const promptRecipes = {
  listPrompts: async () => ({}),
  createPrompt: async (world) => ({
    body: { name: world.unique('Prompt'), content: 'Greet {{name}}.', folderId: (await world.folder()).id },
  }),
  updatePrompts: async (world) => ({
    body: { prompts: [{ id: (await world.prompt()).id, name: world.unique('Renamed') }] },
  }),
  deletePrompts: async (world) => ({ query: { id: [(await world.prompt()).id, (await world.prompt()).id] } }),
  getPrompt: onPrompt,
  updatePrompt: async (world) => ({ ...(await onPrompt(world)), body: { content: world.unique('Greet') } }),
  deletePrompt: onPrompt,
  renderPrompt: async (world) => ({
    ...(await onPrompt(world)),
    body: { variables: { name: world.unique('Ada') } },
  }),
  executePrompt: async (world) => ({
    ...(await onPrompt(world)),
    body: { variables: { name: world.unique('Ada') }, model: 'mock/echo', temperature: 0 },
  }),
  listPromptExecutions: onPrompt,
  getPromptExecution: async (world) => {
    const { id } = await world.prompt()
    return { params: { promptId: id, executionId: (await world.execution(id)).id } }
  },
} satisfies Partial<Recipes>
