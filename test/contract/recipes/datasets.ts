import type { DatasetItemList } from '../../../generated/openapi.v1.ts'
import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'

const onDataset = async (world: World) => ({ params: { datasetId: (await world.dataset()).id } })

const onItem = async (world: World) => {
  const { id } = await world.dataset()
  const { items } = await world.call<DatasetItemList>(200, 'GET', `/datasets/${id}/items`)
  return { params: { datasetId: id, itemId: items[0]?.id ?? '' } }
}

export const datasetRecipes = {
  listDatasets: async () => ({}),
  createDataset: async (world) => ({
    body: { name: world.unique('Dataset'), items: [{ variables: { name: 'Ada' } }] },
  }),
  updateDatasets: async (world) => ({
    body: {
      datasets: [{ id: (await world.dataset()).id, items: [{ variables: { name: world.unique('Ada') } }] }],
    },
  }),
  deleteDatasets: async (world) => ({ query: { id: [(await world.dataset()).id] } }),
  getDataset: onDataset,
  updateDataset: async (world) => ({
    ...(await onDataset(world)),
    body: { name: world.unique('Renamed'), items: [{ variables: { name: 'Ada' } }] },
  }),
  deleteDataset: onDataset,
  listDatasetItems: onDataset,
  createDatasetItems: async (world) => ({
    ...(await onDataset(world)),
    body: { items: [{ variables: { name: world.unique('Ada') } }] },
  }),
  getDatasetItem: onItem,
  updateDatasetItem: async (world) => ({
    ...(await onItem(world)),
    body: { expectedOutput: world.unique('Hello') },
  }),
  deleteDatasetItem: onItem,
  listDatasetVersions: onDataset,
  importDatasetItems: async (world) => ({
    ...(await onDataset(world)),
    upload: { mediaType: 'application/jsonl', text: `{"variables":{"name":"${world.unique('Ada')}"}}\n` },
  }),
  exportDatasetItems: onDataset,
} satisfies Partial<Recipes>
