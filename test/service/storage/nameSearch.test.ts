import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prompt } from '../../../generated/openapi.v1.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { casesOf, times } from '../../harness/thorough.ts'

/** Each engine has an index of its own. */
const overPostgres = process.env.TEST_DATABASE_ENGINE === 'postgres'

let server: TestServer
let organizationId: string
beforeAll(async () => {
  server = await startServer()
  organizationId = server.a.id
})
afterAll(() => server.close())

/** Writes folders of these names, by SQL: their names are what is searched. */
async function write(names: readonly string[], owner = organizationId, prefix = 'folder_n'): Promise<void> {
  const { database } = server.services
  await database.write(async (tx) => {
    await tx.run('DELETE FROM folders WHERE organization_id = ?', owner)
    for (const [index, name] of names.entries()) {
      const values = [`${prefix}${index}`, owner, name, name.toLowerCase(), '', index, index]
      await tx.run(
        `INSERT INTO folders (id, organization_id, name, name_key, parent_key, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...values,
      )
    }
  })
}

const search = (part: string, most = 100) =>
  server.services.database.idsNamed({ kind: 'folders', organizationId, part, most })

describe('the search in names', () => {
  test('finds every name that holds the text, whatever its length and script', async () => {
    const letter = fc.constantFrom('a', 'b', 'é', 'ß', '日', '😀', ' ', '%', '_', '\\')
    const name = fc.array(letter, { minLength: 1, maxLength: 24 }).map((letters) => letters.join(''))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 12 }), name, async (names, part) => {
        await write(names)
        const found = await search(part)
        const wanted = names.flatMap((one, index) => (one.includes(part) ? [`folder_n${index}`] : []))
        expect(found).toEqual(expect.arrayContaining(wanted))
        // For a text that fits into an entry of the index, the search finds exactly the matches.
        if (Array.from(part).length <= 8) expect(found?.toSorted()).toEqual(wanted.toSorted())
      }),
      { numRuns: times(60, 15) },
    )
  })

  test('follows changes of names and deletions', async () => {
    await write(['alpha', 'beta'])
    const { database } = server.services
    await database.write((tx) => tx.run(`UPDATE folders SET name_key = 'gamma' WHERE id = 'folder_n0'`))
    expect(await search('alpha')).toEqual([])
    expect(await search('amm')).toEqual(['folder_n0'])
    await database.write((tx) => tx.run(`DELETE FROM folders WHERE id = 'folder_n0'`))
    expect(await search('amm')).toEqual([])
    const left = await database.read((tx) =>
      tx.all(
        overPostgres
          ? 'SELECT DISTINCT id FROM name_parts'
          : 'SELECT DISTINCT r.id FROM name_parts p JOIN named_rows r ON r.row = p.row',
      ),
    )
    expect(left).toEqual([{ id: 'folder_n1' }])
  })

  test('says of a text that too many names hold that they are too many', async () => {
    await write(Array.from({ length: 30 }, (_, index) => `common ${index}`))
    expect(await search('common', 29)).toBeUndefined()
    expect(await search('common', 30)).toHaveLength(30)
    expect(await search('a name that nobody ever gave to common things', 5)).toEqual([])
  })

  test('reads its own organization alone', async () => {
    const { database } = server.services
    const plan = overPostgres
      ? await database.all(
          'EXPLAIN SELECT id FROM name_parts WHERE kind = ? AND organization_id = ? AND part >= ? AND part < ? LIMIT 1',
          'folders',
          organizationId,
          'a',
          'b',
        )
      : await database.all(
          'EXPLAIN QUERY PLAN SELECT row FROM name_parts WHERE space = ? AND part >= ? AND part < ? LIMIT ?',
          1,
          'a',
          'b',
          1,
        )
    expect(JSON.stringify(plan)).toMatch(
      overPostgres
        ? /Index Only Scan using name_parts_pkey.*Index Cond: .*kind = .*organization_id = .*part >= .*part < /
        : /SEARCH name_parts USING PRIMARY KEY \(space=\? AND part>\? AND part<\?\)/,
    )
    await write(['mine, common'])
    await write(['theirs, common'], server.b.id, 'folder_b')
    expect(await search('common')).toEqual(['folder_n0'])
  })
})

describe('a list by a part of the name', () => {
  const MADE = 2_500
  const ID = `'prompt_' || substr('${'0'.repeat(26)}', 1, 26 - length(CAST(i AS TEXT))) || i`
  beforeAll(async () => {
    const api = server.client()
    const { data } = await api.POST('/prompts', { body: { name: 'Seed', content: 'x', tags: ['even'] } })
    await server.services.database.write(async (tx) => {
      const numbers = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
      await tx.run(
        `INSERT INTO prompts (id, organization_id, name, name_key, status, version, has_unpublished_changes, created_at,
           created_by, updated_at, updated_by, tags, labels, variables, content)
         ${numbers} SELECT ${ID}, organization_id, 'Number ' || i, 'number ' || i,
           CASE i % 3 WHEN 0 THEN 'draft' ELSE 'published' END, version, has_unpublished_changes, created_at - i,
           created_by, updated_at - (i * 7919) % 2503, updated_by, tags, labels, variables, content
         FROM n, prompts WHERE id = ?`,
        MADE,
        data?.id ?? '',
      )
      await tx.run(
        `INSERT INTO prompt_tags ${numbers} SELECT ?, 'even', ${ID} FROM n WHERE i % 2 = 0`,
        MADE,
        organizationId,
      )
    })
  })

  async function pages(query: Record<string, string>): Promise<string[]> {
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const target: string = `/prompts?${new URLSearchParams({ ...query, limit: '100', ...(cursor && { cursor }) })}`
      const response = await server.wire.send({ method: 'GET', path: target, key: server.a.key })
      const page = response.json() as { prompts: Prompt[]; nextCursor: string | null }
      names.push(...page.prompts.map(({ name }) => name))
      cursor = page.nextCursor
    }
    return names
  }

  const all = Array.from({ length: MADE }, (_, index) => index + 1)
  const cases: [name: string, query: Record<string, string>, want: (index: number) => boolean][] = [
    ['that all have', { name: 'NUMBER' }, () => true],
    ['that few have', { name: 'ber 77' }, (i) => String(i).startsWith('77')],
    ['that one has', { name: 'number 2499' }, (i) => i === 2499],
    ['that none has', { name: 'numbers' }, () => false],
    ['of one character', { name: '9' }, (i) => String(i).includes('9')],
    ['that all have, of one status', { name: 'umb', status: 'draft' }, (i) => i % 3 === 0],
    ['that all have, with a tag', { name: 'umb', tag: 'even' }, (i) => i % 2 === 0],
    [
      'that all have, of a status, with a tag',
      { name: 'umb', status: 'draft', tag: 'even' },
      (i) => i % 6 === 0,
    ],
    [
      'that all have, and a folder that has none',
      { name: 'umb', folderId: 'folder_01m3v7me00ek2v3mwbsax9r214' },
      () => false,
    ],
    ['with the tag alone', { tag: 'even' }, (i) => i % 2 === 0],
  ]
  test.each(casesOf(cases, 4))('%s, page by page in each order', async (_, query, want) => {
    const wanted = all.filter(want).map((index) => `Number ${index}`)
    const listed = (names: string[]) => names.filter((name) => name !== 'Seed')
    expect(listed(await pages(query))).toEqual(wanted)
    expect(listed(await pages({ ...query, order: 'asc' }))).toEqual(wanted.toReversed())
    expect(listed(await pages({ ...query, sort: 'name', order: 'asc' }))).toEqual(wanted.toSorted())
    expect(listed(await pages({ ...query, sort: 'updatedAt' })).toSorted()).toEqual(wanted.toSorted())
  })
})
