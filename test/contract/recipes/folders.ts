import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const onFolder = async (world: World) => ({ params: { folderId: (await world.folder()).id } })

export const folderRecipes = {
  listFolders: async () => ({}),
  createFolder: async (world) => ({
    body: { name: world.unique('Folder'), parentId: (await world.folder()).id },
  }),
  updateFolders: async (world) => ({
    body: { folders: [{ id: (await world.folder()).id, name: world.unique('Renamed') }] },
  }),
  deleteFolders: async (world) => ({ query: { id: [(await world.folder()).id] } }),
  getFolder: onFolder,
  updateFolder: async (world) => ({ ...(await onFolder(world)), body: { name: world.unique('Renamed') } }),
  deleteFolder: onFolder,
} satisfies Partial<Recipes>
