import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as folderStore from '../../../../src/service/features/folders/model/folder.ts'
import * as executionStore from '../../../../src/service/features/prompts/model/execution.ts'
import * as promptStore from '../../../../src/service/features/prompts/model/prompt.ts'
import * as versionStore from '../../../../src/service/features/prompts/model/version.ts'
import type { ReadTransaction, Value } from '../../../../src/service/storage/database.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** How SQLite would run the statements that `ask` makes. */
async function planOf(ask: (tx: ReadTransaction) => Promise<unknown>): Promise<string[]> {
  const asked: [string, Value[]][] = []
  await ask({
    get: async (sql, ...values) => void asked.push([sql, values]),
    async all(sql, ...values) {
      asked.push([sql, values])
      return []
    },
  })
  return server.services.database.read(async (tx) => {
    const steps: string[] = []
    for (const [sql, values] of asked) {
      const rows = await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      steps.push(...rows.map(({ detail }) => detail))
    }
    return steps
  })
}

const ORG = 'org_x'
const orders = ['asc', 'desc'] as const
const sorts = ['createdAt', 'updatedAt', 'name'] as const
const filters: promptStore.PromptFilters[] = [
  {},
  { folderId: 'folder_x' },
  { status: 'draft' },
  { name: 'x' },
  { tag: 'x' },
  { label: 'x' },
  { folderId: 'folder_x', status: 'draft', name: 'x', tag: 'x', label: 'x' },
]

describe('every list is found on an index in its own order', () => {
  test.each(sorts)('prompts by %s', async (sort) => {
    const { cursors } = server.services
    for (const filter of filters) {
      for (const order of orders) {
        const plan = await planOf((tx) => promptStore.list(tx, cursors, ORG, { ...filter, sort, order }))
        const index = `prompts_${filter.folderId ? 'in_folder_' : ''}${sort.replace('name', 'named').replace('At', '')}`
        expect(plan[0], JSON.stringify(filter)).toContain(`SEARCH prompts USING INDEX ${index} (`)
        expectNoSort(plan)
      }
    }
  })

  test.each(sorts)('folders by %s', async (sort) => {
    const { cursors } = server.services
    for (const order of orders) {
      const all = await planOf((tx) => folderStore.list(tx, cursors, ORG, { sort, order }))
      expect(all[0]).toContain(`folders_${sort.replace('name', 'named').replace('At', '')} (`)
      const level = await planOf((tx) => folderStore.list(tx, cursors, ORG, { sort, order, parentKey: '' }))
      expect(level[0]).toContain('folders_in_parent')
      expectNoSort([...all, ...level])
    }
  })

  test('versions and executions', async () => {
    const { cursors } = server.services
    const versions = await planOf((tx) => versionStore.list(tx, cursors, ORG, 'prompt_x', {}))
    expect(versions[0]).toContain('prompt_versions_numbered (')
    const executions = await planOf((tx) =>
      executionStore.list(tx, cursors, ORG, 'prompt_x', { status: 'failed', version: null }),
    )
    expect(executions[0]).toContain('executions_of_prompt (')
    expectNoSort([...versions, ...executions])
  })

  test('single rows', async () => {
    const plans = await Promise.all([
      planOf((tx) => promptStore.find(tx, ORG, 'prompt_x')),
      planOf((tx) => promptStore.countIn(tx, ORG, 'folder_x')),
      planOf((tx) => promptStore.someIn(tx, ORG, 'folder_x')),
      planOf((tx) => versionStore.find(tx, ORG, 'prompt_x', 1)),
      planOf((tx) => executionStore.find(tx, ORG, 'prompt_x', 'exec_x')),
      planOf((tx) => folderStore.find(tx, ORG, 'folder_x')),
      planOf((tx) => folderStore.findNamed(tx, ORG, '', 'x')),
      planOf((tx) => folderStore.childrenOf(tx, ORG, 'folder_x')),
    ])
    expect(plans.flat().filter((step) => !step.startsWith('SEARCH'))).toEqual([])
  })
})

/** Neither a sort of what was found, nor a table read from one end to the other. */
function expectNoSort(plan: string[]): void {
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([])
}
