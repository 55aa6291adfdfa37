import { describe, expect, test } from 'vitest'
import { createCursors } from '../../../src/service/resources/cursors.ts'
import { type ListShape, type PageRequest, pageOf } from '../../../src/service/resources/paging.ts'
import type { Database, ReadTransaction, Value } from '../../../src/service/storage/database.ts'
import { temporaryDatabase } from '../storage/temporaryDatabase.ts'

const cursors = createCursors(Buffer.alloc(32, 3))

const steps = [
  {
    name: 'notes',
    sql: `
      CREATE TABLE notes (id TEXT NOT NULL PRIMARY KEY, org TEXT NOT NULL, folder TEXT, name TEXT NOT NULL, created_at INTEGER NOT NULL);
      CREATE INDEX notes_created ON notes (org, created_at, id);
      CREATE INDEX notes_name ON notes (org, name, id);
    `,
  },
]

interface Note {
  id: string
  created_at: number
  name: string
}

const shape = (more: Partial<ListShape> = {}): ListShape => ({
  identity: ['listNotes', 'org_1'],
  sorts: { createdAt: 'created_at', name: 'name' },
  where: { org: 'org_1' },
  ...more,
})

async function read(database: Database, request: PageRequest, given = shape()) {
  const page = pageOf(cursors, request, given)
  return database.read((tx) => page.read<Note>(tx, 'SELECT * FROM notes'))
}

/** Follows the cursors to the end. */
async function readAll(database: Database, request: PageRequest, given = shape()): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, hasMore, nextCursor } = await read(database, { ...request, cursor }, given)
    pages.push(rows.map(({ id }) => id))
    expect(hasMore).toBe(nextCursor !== null)
    if (nextCursor === null) return pages
    cursor = nextCursor
  }
}

const insert = (
  database: Database,
  ...notes: [id: string, name: string, createdAt: number, folder?: string][]
) =>
  database.write(async (tx) => {
    for (const [id, name, createdAt, folder = null] of notes) {
      await tx.run('INSERT INTO notes VALUES (?, ?, ?, ?, ?)', id, 'org_1', folder, name, createdAt)
    }
    await tx.run("INSERT INTO notes VALUES (?, 'org_2', NULL, 'theirs', 2)", `other_${notes[0]?.[0]}`)
  })

/** Five notes; b, c and d share a time, a and e a name. */
async function fiveNotes() {
  const database = await temporaryDatabase({ steps })
  await insert(database, ['a', 'x', 1], ['b', 'm', 2], ['c', 'z', 2, 'f'], ['d', 'n', 2, 'f'], ['e', 'x', 3])
  return database
}

describe('pages', () => {
  const orders: [string, { given: PageRequest; want: string[][] }][] = [
    ['the newest first unless told otherwise', { given: {}, want: [['e', 'd', 'c', 'b', 'a']] }],
    ['two a page, with equal times', { given: { limit: 2 }, want: [['e', 'd'], ['c', 'b'], ['a']] }],
    [
      'one a page, ascending',
      { given: { limit: 1, order: 'asc' }, want: [['a'], ['b'], ['c'], ['d'], ['e']] },
    ],
    [
      'by name',
      {
        given: { limit: 3, sort: 'name', order: 'asc' },
        want: [
          ['b', 'd', 'a'],
          ['e', 'c'],
        ],
      },
    ],
    [
      'by name, descending',
      {
        given: { limit: 3, sort: 'name' },
        want: [
          ['c', 'e', 'a'],
          ['d', 'b'],
        ],
      },
    ],
    ['exactly full: no page after it', { given: { limit: 5 }, want: [['e', 'd', 'c', 'b', 'a']] }],
  ]
  test.each(orders)('%s', async (_name, { given, want }) => {
    expect(await readAll(await fiveNotes(), given)).toEqual(want)
  })

  test('filters: a value, NULL, one that was not given, and a condition', async () => {
    const database = await fiveNotes()
    const pages = (where: ListShape['where'], and: ListShape['and'] = []) =>
      readAll(database, { limit: 10 }, shape({ where: { org: 'org_1', ...where }, and }))
    expect(await pages({ folder: 'f' })).toEqual([['d', 'c']])
    expect(await pages({ folder: null })).toEqual([['e', 'b', 'a']])
    expect(await pages({ folder: undefined })).toEqual([['e', 'd', 'c', 'b', 'a']])
    expect(await pages({}, [{ sql: 'name = ? OR name = ?', values: ['x', 'm'] }])).toEqual([['e', 'b', 'a']])
    expect(await pages({ folder: 'none' })).toEqual([[]])
    expect(await pages({ folder: "' OR 1=1 --" })).toEqual([[]])
  })

  test('rows that come and go between two pages are neither repeated nor make others vanish', async () => {
    const database = await fiveNotes()
    const first = await read(database, { limit: 2 })
    await insert(database, ['new', 'n', 9], ['old', 'o', 0])
    await database.write((tx) => tx.run("DELETE FROM notes WHERE id IN ('d', 'b')"))
    const second = await read(database, { limit: 5, cursor: first.nextCursor ?? '' })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(['e', 'd', 'c', 'a', 'old'])
  })

  test('a thousand rows in pages of 7 are each there once', async () => {
    const database = await temporaryDatabase({ steps })
    const notes = Array.from(
      { length: 1000 },
      (_, n) => [`id${n}`, `name ${n % 13}`, n % 7] as [string, string, number],
    )
    await insert(database, ...notes)
    for (const sort of ['createdAt', 'name']) {
      const ids = (await readAll(database, { limit: 7, sort })).flat()
      expect(ids).toHaveLength(1000)
      expect(new Set(ids).size).toBe(1000)
    }
  })
})

describe('what a client cannot do', () => {
  test('sort by what is not on the list', () => {
    for (const sort of ['created_at', 'secret', '', 'constructor', 'name; DROP TABLE notes']) {
      expect(() => pageOf(cursors, { sort }, shape())).toThrow(
        /query\.sort: is ".*"; expected one of createdAt, name/,
      )
    }
  })

  test('use a cursor with another sort, order or filter', async () => {
    const database = await fiveNotes()
    const { nextCursor: cursor } = await read(database, { limit: 1 })
    const others: [PageRequest, Partial<ListShape>][] = [
      [{ sort: 'name' }, {}],
      [{ order: 'asc' }, {}],
      [{}, { where: { org: 'org_1', folder: 'f' } }],
      [{}, { where: { org: 'org_2' } }],
      [{}, { and: [{ sql: 'created_at > ?', values: [0] }] }],
      [{}, { identity: ['listNotes', 'org_2'] }],
    ]
    for (const [request, more] of others) {
      expect(() => pageOf(cursors, { ...request, cursor: cursor ?? '' }, shape(more))).toThrow(
        /query\.cursor/,
      )
    }
    expect((await read(database, { limit: 4, cursor: cursor ?? '' })).rows).toHaveLength(4) // another limit is fine
  })
})

/** How the engine would run the query. */
async function explained(
  tx: ReadTransaction,
  ask: (tx: Pick<ReadTransaction, 'all'>) => Promise<unknown>,
): Promise<string> {
  const details: string[] = []
  const all = async (sql: string, ...values: Value[]) => {
    const plan = await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    details.push(...plan.map(({ detail }) => detail))
    return []
  }
  await ask({ all })
  return details.join()
}

test('a page costs one walk of the index, wherever it is: no sorting, no scan', async () => {
  const database = await fiveNotes()
  for (const sort of ['createdAt', 'name']) {
    for (const order of ['asc', 'desc'] as const) {
      const { nextCursor } = await read(database, { limit: 1, sort, order })
      const page = pageOf(cursors, { limit: 1, sort, order, cursor: nextCursor ?? '' }, shape())
      const plan = await database.read((tx) => explained(tx, (one) => page.read(one, 'SELECT * FROM notes')))
      const index = sort === 'name' ? 'notes_name' : 'notes_created'
      expect(plan).toMatch(new RegExp(`^SEARCH notes USING INDEX ${index} \\(org=\\? AND [(a-z_]+.*[<>]`))
    }
  }
})
