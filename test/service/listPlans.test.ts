/**
 * Every filter and every sort of every list of the document: read by some statement, and found on an index in the
 * order of the list. The document defines them, so that a new filter is checked from its first day.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadTransaction, Value } from '../../src/service/storage/database.ts'
import { enumOf, exampleOf, type List, lists } from '../harness/lists.ts'
import { startServer, type TestServer } from '../harness/server.ts'

interface Statement {
  sql: string
  values: Value[]
}

let server: TestServer
const parents: Record<string, string> = {}
/** The database queries of the lists since the last look. */
let asked: Statement[] = []
/** Whether a search in names reports that it finds too many. */
let common = false

beforeAll(async () => {
  server = await startServer()
  const make = async (path: string, body: object) => {
    const response = await server.wire.send({ method: 'POST', path, key: server.a.key, body })
    return (response.json() as { id: string }).id
  }
  const prompt = await make('/prompts', { name: 'Listed', content: 'Hello' })
  const dataset = await make('/datasets', { name: 'Listed', items: [{ variables: { a: 'b' } }] })
  Object.assign(parents, {
    promptId: prompt,
    datasetId: dataset,
    evaluationId: await make('/evaluations', {
      promptId: prompt,
      datasetId: dataset,
      model: 'mock/echo',
      scorers: [{ type: 'isJson' }],
    }),
    reportId: await make('/reports', { templateId: 'template_01m3v7me00ek2v3mwbsax9r214' }),
    webhookId: await make('/webhooks', { url: 'https://127.0.0.1:9/', events: ['prompt.created'] }),
  })
  const { database } = server.services
  const { read, idsNamed } = database
  const note = (sql: string, values: Value[]) => void asked.push({ sql, values })
  const noting = ({ get, all }: ReadTransaction): ReadTransaction => ({
    get(sql, ...values) {
      note(sql, values)
      return get(sql, ...values)
    },
    all(sql, ...values) {
      note(sql, values)
      return all(sql, ...values)
    },
  })
  const { get, all } = noting({ get: database.get, all: database.all })
  Object.assign(database, { get, all })
  database.read = (work) => read((tx) => work(noting({ get: tx.get.bind(tx), all: tx.all.bind(tx) })))
  database.idsNamed = async (wanted) => {
    note('idsNamed', Object.values(wanted))
    return common ? undefined : idsNamed(wanted)
  }
})
afterAll(() => server?.close())

/** The database queries of a list, without its parents and the credential. */
async function statementsOf(list: List, query: Record<string, string | undefined>): Promise<Statement[]> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const path = list.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parents[name] ?? '')
  asked = []
  const target = `${path}?${new URLSearchParams([...given, ['limit', '1']])}`
  const response = await server.wire.send({ method: 'GET', path: target, key: server.a.key })
  expect(`${target}: ${response.status} ${response.status === 200 ? '' : response.body}`).toBe(
    `${target}: 200 `,
  )
  return asked
}

const planOf = ({ sql, values }: Statement): Promise<string[]> =>
  server.services.database.read(async (tx) =>
    (await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)).map(({ detail }) => detail),
  )

const isPage = ({ sql }: Statement) => sql.includes(' ORDER BY ')
/** The rows of a rare filter, found by their ids and sorted: at most two thousand. */
const isSorted = ({ sql }: Statement) => /WHERE id IN \(SELECT id FROM \w+ WHERE .* id IN \(\?/.test(sql)

/** Checks the statements of a page: on an index that has every equality of the statement, in the order of the list. */
async function expectOnIndex(statements: readonly Statement[], filters: number): Promise<void> {
  for (const statement of statements.filter(isPage)) {
    const plan = await planOf(statement)
    const reported = `${statement.sql}\n${plan.join('\n')}`
    expect(
      plan.filter((step) => /^SCAN (?!CONSTANT)/.test(step)),
      reported,
    ).toEqual([])
    if (isSorted(statement)) continue
    expect(
      plan.filter((step) => step.includes('TEMP B-TREE')),
      reported,
    ).toEqual([])
    // One filter is served by the index; a list with several is read on that of the first, in steps.
    if (filters > 1 || statement.sql.includes('OFFSET') || /LIKE|EXISTS/.test(statement.sql)) continue
    const searched = plan.join(' ')
    for (const [, column = ''] of statement.sql.matchAll(/(?:WHERE|AND) (?:\w+\.)?(\w+) (?:= \?|IS NULL)/g)) {
      if (column !== 'deleted_at' && column !== 'organization_id')
        expect(searched, reported).toContain(`${column}=?`)
    }
  }
}

test('the document has lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(17)
})

describe.each(lists)('$id', (list) => {
  test('each sort is on an index', async () => {
    for (const sort of list.sorts) {
      for (const order of list.id === 'listModels' || list.id === 'listTemplates' ? [] : ['asc', 'desc']) {
        const statements = await statementsOf(list, { sort, order })
        expect(statements.filter(isPage).length).toBeGreaterThan(0)
        await expectOnIndex(statements, 0)
      }
    }
  })

  test.each(list.filters)('the filter $name is read, and on an index', async (filter) => {
    const path = list.path
    const values = enumOf(filter) ?? [exampleOf(filter)]
    const without = JSON.stringify(await statementsOf(list, {}))
    if (!without.includes(' ORDER BY ')) {
      // A list that is not in a database: then the responses show it.
      const responses = await Promise.all(
        [undefined, ...values, 'nobody'].map(async (value) => {
          const query = value === undefined ? '' : `?${filter.name}=${encodeURIComponent(value)}`
          return (
            await server.wire.send({ method: 'GET', path: `${path}${query}`, key: server.a.key })
          ).body.toString()
        }),
      )
      expect(new Set(responses).size).toBeGreaterThan(1)
      return
    }
    for (const sort of list.sorts) {
      const statements = await statementsOf(list, { sort, [filter.name]: values[0] })
      expect(JSON.stringify(statements), 'a filter that no statement reads').not.toBe(
        JSON.stringify(await statementsOf(list, { sort })),
      )
      await expectOnIndex(statements, 1)
      common = true
      await expectOnIndex(await statementsOf(list, { sort, [filter.name]: values[0] }), 1)
      common = false
    }
  })

  test('all filters together are on an index', async () => {
    const all = Object.fromEntries(list.filters.map((filter) => [filter.name, exampleOf(filter)]))
    for (const sort of list.sorts) {
      for (common of [false, true])
        await expectOnIndex(await statementsOf(list, { ...all, sort }), list.filters.length)
      common = false
    }
  })
})
