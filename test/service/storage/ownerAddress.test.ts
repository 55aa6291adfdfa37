import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../../src/service/storage/migrations/index.ts'
import { ownerAddress } from '../../../src/service/storage/migrations/ownerAddress.ts'
import { openSqlite } from '../../../src/service/storage/sqlite.ts'
import { temporaryDirectory } from './temporaryDirectory.ts'

test('the owner of an older database gets an address that answers can declare, and nobody else does', async () => {
  const file = join(temporaryDirectory(), 'test.db')
  const before = await openSqlite({ file, steps: migrations.slice(0, migrations.indexOf(ownerAddress)) })
  await before.write(async (tx) => {
    await tx.run(`INSERT INTO organizations VALUES ('org', 'Mine', 'free', 0, 0, 0)`)
    for (const [user, email] of [
      ['user_a', 'Owner@localhost'],
      ['user_b', 'owner@localhost.example'],
    ] as const) {
      const key = email.toLowerCase()
      await tx.run(
        `INSERT INTO users (id, kind, name, email, email_key, created_at, updated_at) VALUES (?, 'person', 'A', ?, ?, 0, 0)`,
        user,
        email,
        key,
      )
      await tx.run(
        `INSERT INTO memberships (id, organization_id, user_id, email, email_key, role, status, invited_at, created_at, updated_at)
         VALUES (?, 'org', ?, ?, ?, 'owner', 'active', 0, 0, 0)`,
        `member_${user}`,
        user,
        email,
        key,
      )
    }
  })
  await before.close()

  const after = await openSqlite({ file })
  const want = [
    { email: 'owner@localhost.example', email_key: 'owner@localhost.example' },
    { email: 'owner@prompt-service.localhost', email_key: 'owner@prompt-service.localhost' },
  ]
  for (const table of ['users', 'memberships']) {
    const sql = `SELECT email, email_key FROM ${table} ORDER BY email`
    expect(await after.read((tx) => tx.all(sql)), table).toEqual(want)
  }
  await after.close()
})
