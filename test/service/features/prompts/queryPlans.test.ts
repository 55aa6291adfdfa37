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
describe('what is asked of prompts and folders is found on an index', () => {
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

  test('the paths of several folders by their ids, not in all that the organization has', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `folder_${index}`)
    const steps = await planOf((tx) => folderStore.lineagesOf(tx, ORG, ids))
    const searches = steps.filter((step) => step.startsWith('SEARCH'))
    expect(searches.length).toBe(2)
    expect(
      searches.filter((step) => !step.includes('(id=?')),
      steps.join('\n'),
    ).toEqual([])
  })
})
