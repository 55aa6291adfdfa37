/** The notice of changed credentials in processes that share a schema. */
import { expect, onTestFinished, test } from 'vitest'
import type { Database, Others } from '../../../src/service/storage/database.ts'
import { openPostgres } from '../../../src/service/storage/postgres.ts'
import { createRowMemory } from '../../../src/service/storage/rowMemory.ts'
import { describeOverPostgres } from '../../harness/overPostgres.ts'

describeOverPostgres('credentials beside other processes', (server) => {
  const schema = `credentials_${process.pid}`
  async function open() {
    const database = await openPostgres({ url: server.url, schema, connections: 2, shared: true })
    onTestFinished(() => database.close())
    return database as unknown as Database & { others: Others }
  }

  test('what decides who a credential stands for is known to have changed by the next count of any process', async () => {
    const [one, other] = [await open(), await open()]
    const request = { organizationId: 'org_1', perMinute: 60, burst: 10, perDay: 1000 }
    await one.write(async (tx) => {
      await tx.run("INSERT INTO organizations VALUES ('org_1', 'One', 'free', 1, 2, 3)")
      await tx.run("INSERT INTO workspaces VALUES ('ws_1', 'org_1', 'Main', 1, 4)")
      await tx.run("INSERT INTO users VALUES ('user_1', 'person', 'A', NULL, NULL, NULL, 1, 1)")
      await tx.run(`INSERT INTO memberships (id, organization_id, user_id, email, email_key, role, status, invited_at, created_at, updated_at)
        VALUES ('member_1', 'org_1', 'user_1', 'a', 'a', 'editor', 'active', 1, 1, 1)`)
      await tx.run(`INSERT INTO api_keys (id, organization_id, user_id, name, digest, last4, scopes, created_at)
        VALUES ('key_1', 'org_1', 'user_1', 'k', 'd', 'l', '[]', 1)`)
      await tx.run(`INSERT INTO oauth_clients VALUES
        ('client_1', 'org_1', 'user_1', 'grant_0', 'c', 'confidential', '[]', '[]', NULL, NULL, NULL, NULL, 1, 'u', 1, 'u')`)
      await tx.run(
        `INSERT INTO oauth_grants VALUES ('grant_1', 'org_1', 'client_1', 'user_1', '[]', 1, NULL)`,
      )
    })
    await other.others.admit(request)
    const first = other.others.generation
    const changes: [string, 'same' | 'another'][] = [
      ["UPDATE api_keys SET last_used_at = 7 WHERE id = 'key_1'", 'same'],
      ["UPDATE api_keys SET revoked_at = NULL WHERE id = 'key_1'", 'same'],
      ["INSERT INTO oauth_grants VALUES ('grant_2', 'org_1', 'client_1', 'user_1', '[]', 1, NULL)", 'same'],
      ["UPDATE api_keys SET scopes = '[1]', last_used_at = 8 WHERE id = 'key_1'", 'another'],
      ["UPDATE api_keys SET revoked_at = 9 WHERE id = 'key_1'", 'another'],
      ["UPDATE memberships SET role = 'viewer' WHERE id = 'member_1'", 'another'],
      ["UPDATE memberships SET status = 'removed' WHERE id = 'member_1'", 'another'],
      ["UPDATE organizations SET plan = 'pro' WHERE id = 'org_1'", 'another'],
      ["UPDATE oauth_grants SET revoked_at = 9 WHERE id = 'grant_1'", 'another'],
      ["UPDATE oauth_clients SET scopes = '[1]' WHERE id = 'client_1'", 'another'],
      ["INSERT INTO oauth_revoked_tokens VALUES ('jti', 9)", 'another'],
      ["DELETE FROM oauth_clients WHERE id = 'client_1'", 'another'],
      ["DELETE FROM api_keys WHERE id = 'key_1'", 'another'],
    ]
    let counted = 1
    let known = first
    for (const [sql, want] of changes) {
      await one.write(async (tx) => void (await tx.run(sql)))
      const state = await other.others.admit({ ...request, perMinute: 1000, generation: known })
      // Nothing is counted for a credential that may be a wrong one by now.
      expect([sql, state?.minute]).toEqual([sql, want === 'same' ? ++counted : undefined])
      expect([sql, other.others.generation === known]).toEqual([sql, want === 'same'])
      known = other.others.generation
    }
    expect((await other.others.admit({ ...request, generation: known }))?.allowed).toBe(true)
  })

  test('what is remembered ends with its generation; a table that begins none is not remembered', async () => {
    const database = await open()
    const memory = createRowMemory<string>(database, { api_keys: { except: ['last_used_at'] } })
    const request = { organizationId: 'org_2', perMinute: 60, burst: 10, perDay: 1000 }
    const load = () => memory.load('key', async () => 'row')
    await load()
    expect(memory.find('key'), 'before any generation is known').toBeUndefined()
    await database.others.admit(request)
    await load()
    expect(memory.find('key')).toBe('row')
    let round = 0
    const change = async () => {
      await database.write(
        async (tx) => void (await tx.run('INSERT INTO oauth_revoked_tokens VALUES (?, 1)', `${round++}`)),
      )
      await database.others.admit(request)
    }
    await memory.load('other', async () => {
      await change()
      return 'read before the change'
    })
    expect([memory.find('key'), memory.find('other'), memory.size]).toEqual([undefined, undefined, 0])
    expect(() => createRowMemory(database, { api_keys: { except: [] } })).toThrow('api_keys would outlive')
    expect(() => createRowMemory(database, { prompts: { except: [] } })).toThrow('prompts would outlive')
  })
})
