/** Lists below a resource are empty when it is new: what makes several entries, so that there is a cursor to steal. */
import type { OperationId } from '../../generated/operations.ts'
import type { AnyParts } from '../contract/recipes/index.ts'
import type { World } from '../contract/world.ts'

type Fill = (world: World, params: Readonly<Record<string, unknown>>) => Promise<void>

/** By the operation that lists; lists of the whole organization are full enough of themselves. */
const fills: Partial<Record<OperationId, Fill>> = {
  listPromptVersions: async (world, { promptId }) => {
    await world.call(201, 'POST', `/prompts/${promptId}/versions`, { fromVersion: 1 })
  },
  listPromptExecutions: async (world, { promptId }) => {
    for (let made = 0; made < 2; made++) await world.execution(String(promptId))
  },
  listWebhookDeliveries: async (world, { webhookId }) => {
    for (let made = 0; made < 2; made++) {
      await world.call(202, 'POST', `/webhooks/${webhookId}/test`, { eventType: 'prompt.created' })
    }
  },
  listDatasetItems: async (world, { datasetId }) => {
    await world.call(201, 'POST', `/datasets/${datasetId}/items`, {
      items: [{ variables: {} }, { variables: {} }],
    })
  },
  listDatasetVersions: async (world, { datasetId }) => {
    await world.call(201, 'POST', `/datasets/${datasetId}/items`, { items: [{ variables: {} }] })
  },
  listReportExports: async (world, { reportId }) => {
    for (const format of ['md', 'csv'])
      await world.call(201, 'POST', `/reports/${reportId}/exports`, { format })
  },
}

/** Lists that contain nothing of an organization, and are the same for all. */
export const sharedLists: ReadonlySet<OperationId> = new Set<OperationId>(['listModels', 'listTemplates'])

/** Lists that have entries in a new organization: its owner, and the key of the requests. */
export const neverEmpty: ReadonlySet<OperationId> = new Set<OperationId>(['listMembers', 'listApiKeys'])

/** Gives the list a second page when a page has one entry. */
export async function fill(world: World, id: OperationId, parts: AnyParts): Promise<void> {
  await fills[id]?.(world, parts.params ?? {})
}
