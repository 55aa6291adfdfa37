import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as itemStore from '../../../../src/service/features/datasets/model/item.ts'
import * as versionStore from '../../../../src/service/features/datasets/model/version.ts'
import * as importStore from '../../../../src/service/features/datasets/transfer/imports.ts'
import type { Value, WriteTransaction } from '../../../../src/service/storage/database.ts'
import { insertAll, insertNew } from '../../../../src/service/storage/insertRows.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** How SQLite would run the statements that `ask` makes. */
async function planOf(ask: (tx: WriteTransaction) => Promise<unknown>): Promise<string[]> {
  const asked: [string, Value[]][] = []
  const note = (sql: string, values: Value[]) => void asked.push([sql, values])
  const tx: WriteTransaction = {
    get: async (sql, ...values) => void note(sql, values),
    async all(sql, ...values) {
      note(sql, values)
      return []
    },
    async run(sql, ...values) {
      note(sql, values)
      return 0
    },
    afterCommit() {},
    insertAll: (insertion, rows) => insertAll(tx, insertion, rows),
    insertNew: (insertion, rows) => insertNew(tx, insertion, rows),
    async turn() {},
  }
  await ask(tx)
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
const state = {
  organization_id: ORG,
  dataset_id: 'dataset_x',
  version: 3,
  first_position: 1,
  next_position: 9,
}
const row: importStore.ImportRow = {
  id: 'import_x',
  dataset_id: 'dataset_x',
  organization_id: ORG,
  version: null,
  first_position: 1,
  touched_at: 0,
}

describe('what is asked of datasets is found on an index', () => {
  test.each<[string, string, (tx: WriteTransaction) => Promise<unknown>]>([
    ['the items in order', 'position>? AND position<?', (tx) => itemStore.following(tx, state, 5, 10)],
    [
      'a page of items',
      'position>',
      (tx) => itemStore.list(tx, server.services.cursors, state, { order: 'asc' }),
    ],
    [
      'a page from the end',
      'position>',
      (tx) => itemStore.list(tx, server.services.cursors, state, { order: 'desc' }),
    ],
    ['an item', 'dataset_items_named (dataset_id=? AND id=?', (tx) => itemStore.find(tx, state, 'item_x')],
    ['a version', 'dataset_id=? AND version=?', (tx) => versionStore.find(tx, ORG, 'dataset_x', 1)],
    [
      'the versions',
      'dataset_id=?',
      (tx) => versionStore.list(tx, server.services.cursors, ORG, 'dataset_x', {}),
    ],
    [
      'an id within an import',
      'dataset_id=? AND id=? AND import_id=?',
      (tx) => importStore.has(tx, row, 'item_x'),
    ],
    ['the rows of an import', 'position>? AND position<?', (tx) => importStore.discard(tx, row)],
  ])('%s', async (_, detail, ask) => {
    const plan = await planOf(ask)
    expect(plan.join('\n')).toContain(detail)
    expectNoSort(plan)
  })
})

/** Neither a sort of what was found, nor a table read from one end to the other. */
function expectNoSort(plan: string[]): void {
  expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([])
}
