import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  type Database,
  UniqueViolation,
  type WriteTransaction,
} from '../../../src/service/storage/database.ts'
import { overEachEngine } from './engines.ts'

const schema = [
  {
    name: 'notes',
    sql: `
      CREATE TABLE notes (id INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL, UNIQUE (text));
      CREATE TABLE replies (note_id INTEGER NOT NULL REFERENCES notes (id));
    `,
  },
]

const insert = (tx: WriteTransaction, id: number, text = `note ${id}`) =>
  tx.run('INSERT INTO notes (id, text) VALUES (?, ?)', id, text)

const ids = (database: Database) =>
  database.read(async (tx) =>
    (await tx.all<{ id: number }>('SELECT id FROM notes ORDER BY id')).map(({ id }) => id),
  )

/** Calls made in one turn of the event loop share one transaction where the engine groups them. */
const together = (...calls: Promise<unknown>[]) => Promise.allSettled(calls)

overEachEngine(({ ordered, open }) => {
  test('a write is there for every read that is asked for after it was acknowledged', async () => {
    const database = await open(schema)
    await database.write((tx) => insert(tx, 1))
    expect(await ids(database)).toEqual([1])
  })

  test('a write answers with what its work returned, and run with the rows that it changed', async () => {
    const database = await open(schema)
    const counts = await database.write(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 2)
      return [await tx.run('UPDATE notes SET text = text'), await tx.run('DELETE FROM notes WHERE id = ?', 9)]
    })
    expect(counts).toEqual([2, 0])
  })

  test('a work sees its own changes and those of the works before it in the group', async () => {
    const database = await open(schema)
    const count = (tx: WriteTransaction) => tx.get<{ n: number }>('SELECT count(*) AS n FROM notes')
    const seen = [1, 2, 3].map((id) =>
      database.write(async (tx) => {
        await insert(tx, id)
        return (await count(tx))?.n
      }),
    )
    const counts = await Promise.all(seen)
    expect(ordered ? counts : counts.toSorted()).toEqual([1, 2, 3])
  })

  test('values come back as they went in', async () => {
    const database = await open(schema)
    const values = ['plain', 'Grüße 🚀', '', 'a "quoted" \u0001 text', "'; DROP TABLE notes; --"]
    await database.write(async (tx) => {
      for (const [id, text] of values.entries()) await insert(tx, id, text)
    })
    const rows = await database.read((tx) => tx.all<{ text: string }>('SELECT text FROM notes ORDER BY id'))
    expect(rows.map(({ text }) => text)).toEqual(values)
  })

  const failures: [string, { given: (tx: WriteTransaction) => Promise<unknown>; want: RegExp }][] = [
    ['throws', { given: async () => Promise.reject(new Error('changed my mind')), want: /changed my mind/ }],
    ['breaks a unique key', { given: (tx) => insert(tx, 7, 'first'), want: /same notes\.text exists/ }],
    ['breaks a primary key', { given: (tx) => insert(tx, 1, 'other'), want: /same notes\.id exists/ }],
    [
      'breaks a foreign key',
      { given: (tx) => tx.run('INSERT INTO replies VALUES (99)'), want: /foreign key/i },
    ],
    ['sends a wrong statement', { given: (tx) => tx.run('INSERT INTO nothing VALUES (1)'), want: /nothing/ }],
    [
      'hides the failure of a statement',
      { given: (tx) => insert(tx, 7, 'first').catch(() => {}), want: /same notes\.text exists/ },
    ],
    [
      'goes on after the failure of a statement',
      {
        given: async (tx) => {
          await insert(tx, 7, 'first').catch(() => {})
          await insert(tx, 8, 'eight').catch(() => {})
        },
        want: /same notes\.text exists/,
      },
    ],
    ['waits for a timer', { given: () => setTimeout(100), want: /waited for something other/ }],
    ['never comes to an end', { given: () => new Promise(() => {}), want: /waited for something other/ }],
  ]

  test.each(failures)(
    'a work that %s fails alone, and nothing of it stays',
    async (_case, { given, want }) => {
      const database = await open(schema)
      await database.write((tx) => insert(tx, 1, 'first'))
      const outcomes = await together(
        database.write((tx) => insert(tx, 2)),
        database.write(async (tx) => {
          await insert(tx, 3)
          await given(tx)
        }),
        database.write((tx) => insert(tx, 4)),
      )
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(String((outcomes[1] as PromiseRejectedResult).reason)).toMatch(want)
      expect(await ids(database)).toEqual([1, 2, 4])
    },
  )

  test('a second row under a unique key is a UniqueViolation that names the columns', async () => {
    const database = await open(schema)
    await database.write((tx) => insert(tx, 1, 'same'))
    const error = await database.write((tx) => insert(tx, 2, 'same')).catch((reason) => reason)
    expect(error).toBeInstanceOf(UniqueViolation)
    expect(error.on).toBe('notes.text')
  })

  test('a work that waited for another transaction is undone, and that transaction runs', async () => {
    const database = await open(schema)
    let other: Promise<unknown> = Promise.resolve()
    const outcomes = await together(
      database.write(async (tx) => {
        await insert(tx, 1)
        other = database.write((inner) => insert(inner, 2))
        await other
      }),
      database.write((tx) => insert(tx, 3)),
    )
    await other
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await database.write((tx) => insert(tx, 4))
    expect(await ids(database)).toEqual([2, 3, 4])
  })

  test('a transaction that is kept beyond its work refuses every call', async () => {
    const database = await open(schema)
    const stored = await database.write(async (tx) => [tx])
    await expect(insert(stored[0] as WriteTransaction, 1)).rejects.toThrow('The transaction is over')
    const reading = await database.read(async (tx) => [tx])
    await expect(reading[0]?.get('SELECT 1')).rejects.toThrow('The transaction is over')
    expect(await ids(database)).toEqual([])
  })

  test('afterCommit is called once the change can be read, and never for a work that failed', async () => {
    const database = await open(schema)
    const called: unknown[] = []
    await together(
      database.write(async (tx) => {
        await insert(tx, 1)
        tx.afterCommit(() => called.push(ids(database)))
      }),
      database.write(async (tx) => {
        tx.afterCommit(() => called.push('failed work'))
        throw new Error('no')
      }),
    )
    expect(await Promise.all(called)).toEqual([[1]])
  })

  test('a read never sees a change before it is committed, and sees one snapshot throughout', async () => {
    const database = await open(schema)
    await database.write((tx) => insert(tx, 1))
    const count = 'SELECT count(*) AS n FROM notes'
    const [counts] = await Promise.all([
      database.read(async (tx) => {
        const first = await tx.get(count)
        return [first, await tx.get(count)]
      }),
      database.write((tx) => insert(tx, 2)),
    ])
    expect(counts[0]).toEqual(counts[1])
  })

  test('a read that fails or waits leaves the others of its turn alone', async () => {
    const database = await open(schema)
    await database.write((tx) => insert(tx, 1))
    const outcomes = await together(
      database.read((tx) => tx.get('SELECT id FROM notes')),
      database.read((tx) => tx.get('SELECT nonsense')),
      database.read(() => new Promise(() => {})),
      database.read((tx) => tx.get('SELECT text FROM notes')),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[3]).toMatchObject({ value: { text: 'note 1' } })
  })

  test('a read cannot write', async () => {
    const database = await open(schema)
    await expect(
      database.read((tx) => tx.all("INSERT INTO notes VALUES (1, 'x') RETURNING id")),
    ).rejects.toThrow()
    expect(await ids(database)).toEqual([])
  })

  test('a thousand writes of one turn are all done, in their order where the engine has one', async () => {
    const database = await open(schema)
    const numbers = Array.from({ length: 1000 }, (_, id) => id)
    const order: number[] = []
    await Promise.all(
      numbers.map((id) =>
        database.write(async (tx) => {
          order.push(id)
          await insert(tx, id)
        }),
      ),
    )
    // An engine that runs units side by side may begin one more often than once.
    expect(ordered ? order : [...new Set(order)].toSorted((a, b) => a - b)).toEqual(numbers)
    expect(await ids(database)).toEqual(numbers)
  })

  test('a single statement sees what is committed, and nothing of a write or a read that is under way', async () => {
    const database = await open(schema)
    const count = 'SELECT count(*) AS n FROM notes'
    const seen: unknown[] = []
    await database.read(async (tx) => {
      seen.push(await tx.get(count))
    })
    let during: unknown
    await database.write(async (tx) => {
      await insert(tx, 1)
      during = undefined
      void database.get(count).then((row) => (during = row))
      while (during === undefined) await tx.turn()
    })
    seen.push(during, await database.get(count), await database.all('SELECT id FROM notes WHERE id > ?', 0))
    expect(seen).toEqual([{ n: 0 }, { n: 0 }, { n: 1 }, [{ id: 1 }]])
    expect(await database.get('SELECT id FROM notes WHERE id = ?', 7)).toBeUndefined()
  })

  test('a single statement cannot write, and says what is wrong with it as a rejection', async () => {
    const database = await open(schema)
    await expect(database.all("INSERT INTO notes VALUES (1, 'x') RETURNING id")).rejects.toThrow()
    await expect(database.get('SELECT nonsense')).rejects.toThrow()
    await database.close()
    await expect(database.get('SELECT 1 AS one')).rejects.toThrow('The database is closed')
  })

  describe('a watcher', () => {
    const changes: [what: string, sql: string, isReported: boolean][] = [
      ['a new row', "INSERT INTO notes (id, text) VALUES (9, 'nine')", true],
      [
        'a row that is there already',
        "INSERT INTO notes (id, text) VALUES (1, 'x') ON CONFLICT DO NOTHING",
        true,
      ],
      ['a changed row', "UPDATE notes SET text = 'changed' WHERE id = 1", true],
      ['a column that it does not look at', 'UPDATE notes SET seen = 1 WHERE id = 1', false],
      ['that column and another', "UPDATE notes SET seen = 1, text = 'changed'", true],
      ['a removed row', 'DELETE FROM notes WHERE id = 1', true],
      ['another table', 'DELETE FROM replies', false],
      [
        'a statement behind a CTE',
        'WITH old AS (SELECT 1 AS id) DELETE FROM notes WHERE id IN (SELECT id FROM old)',
        true,
      ],
    ]
    test.each(changes)('of %s is told: %s (%s)', async (_what, sql, reported) => {
      const database = await open([
        ...schema,
        { name: 'seen', sql: 'ALTER TABLE notes ADD COLUMN seen INTEGER NOT NULL DEFAULT 0' },
      ])
      await database.write((tx) => insert(tx, 1))
      let calls = 0
      database.watch({ notes: { except: ['seen'] } }, () => calls++)
      await database.write((tx) => tx.run(sql))
      expect(calls).toBe(reported ? 1 : 0)
    })

    test('is told before the write is acknowledged, of a change that is asked for as a row too', async () => {
      const database = await open(schema)
      const order: string[] = []
      database.watch({ notes: { except: [] } }, () => order.push('watcher'))
      await database.write(async (tx) => {
        tx.afterCommit(() => order.push('afterCommit'))
        await tx.get("INSERT INTO notes VALUES (1, 'x') RETURNING id")
      })
      order.push('acknowledged')
      expect(order).toEqual(['watcher', 'afterCommit', 'acknowledged'])
    })
  })

  test('close lets the writes under way end, and then refuses', async () => {
    const database = await open(schema)
    const write = database.write((tx) => insert(tx, 1)).then(() => 'written')
    await database.close()
    expect(await write).toBe('written')
    await expect(database.write((tx) => insert(tx, 2))).rejects.toThrow('The database is closed')
    await expect(ids(database)).rejects.toThrow('The database is closed')
  })
})
