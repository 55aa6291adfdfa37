import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listKeys } from '../../../../src/service/features/organization/model/apiKey.ts'
import * as auditStore from '../../../../src/service/features/organization/model/auditEntry.ts'
import * as memberStore from '../../../../src/service/features/organization/model/member.ts'
import type { ReadTransaction, Value } from '../../../../src/service/storage/database.ts'
import { startServer, type TestServer } from '../../../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

/** How SQLite would run the one statement that `ask` makes. */
async function planOf(ask: (tx: ReadTransaction) => Promise<unknown>): Promise<string> {
  const asked: [string, Value[]][] = []
  await ask({
    get: async (sql, ...values) => void asked.push([sql, values]),
    async all(sql, ...values) {
      asked.push([sql, values])
      return []
    },
  })
  const [[sql, values] = ['', []]] = asked
  const steps = await server.services.database.read((tx) =>
    tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values),
  )
  return steps.map(({ detail }) => detail).join('; ')
}

const ORG = 'org_x'

describe('every list is found on an index in its own order', () => {
  test.each([
    ['createdAt', 'memberships_created'],
    ['updatedAt', 'memberships_updated'],
  ])('members by %s', async (sort, index) => {
    for (const query of [{ sort }, { sort, status: 'active', role: 'owner' }] as const) {
      const plan = await planOf((tx) => memberStore.list(tx, server.services.cursors, ORG, query))
      expect(plan).toBe(`SEARCH memberships USING INDEX ${index} (organization_id=?)`)
    }
  })

  test.each([
    ['createdAt', 'api_keys_created'],
    ['name', 'api_keys_name'],
  ])('API keys by %s', async (sort, index) => {
    const plan = await planOf((tx) => listKeys(tx, server.services.cursors, ORG, { sort }))
    expect(plan).toBe(`SEARCH api_keys USING INDEX ${index} (organization_id=?)`)
  })

  test.each<[string, auditStore.AuditFilters, string]>([
    ['as it is', {}, 'sqlite_autoindex_audit_log_1 (organization_id=?)'],
    ['of a user', { userId: 'user_x' }, 'audit_log_user (organization_id=? AND user_id=?)'],
    ['of a key', { credentialId: 'key_x' }, 'audit_log_credential (organization_id=? AND credential_id=?)'],
    ['of an operation', { operation: 'x' }, 'audit_log_operation (organization_id=? AND operation=?)'],
    [
      'of a day',
      { since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' },
      'sqlite_autoindex_audit_log_1 (organization_id=? AND created_at>? AND created_at<?)',
    ],
    ['of a resource', { targetId: 'prompt_x' }, 'audit_log_target (organization_id=? AND target_id=?)'],
  ])('the audit log %s', async (_, query, index) => {
    const plan = await planOf((tx) => auditStore.list(tx, server.services.cursors, ORG, query))
    expect(plan).toBe(`SEARCH audit_log USING INDEX ${index}`)
  })
})
