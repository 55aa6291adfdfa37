import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatedDatasetItems, DatasetItem } from '../../../../generated/openapi.v1.ts'
import { datasetItems, loadDataset } from '../../../../src/service/features/datasets/queries.ts'
import { times } from '../../../harness/thorough.ts'
import { type Fixture, openFixture, outcomeOf, texts } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.server.close())

const v = (...values: string[]) => values.map((value) => ({ variables: { v: value } }))

describe('items', () => {
  test('are added, changed and taken out, each time as a new version', async () => {
    const { id } = await fixture.dataset({ items: v('a', 'b') })
    const added: CreatedDatasetItems = await fixture.call(201, 'POST', `/datasets/${id}/items`, {
      items: v('c', 'd'),
    })
    expect(added).toMatchObject({
      datasetVersion: 2,
      items: [{ variables: { v: 'c' } }, { variables: { v: 'd' } }],
    })
    const [a, b] = await fixture.items(id)
    await fixture.server.clock.advance(1000)
    const changed: DatasetItem = await fixture.call(200, 'PATCH', `/datasets/${id}/items/${b?.id}`, {
      expectedOutput: 'B',
      metadata: { deep: { list: [1, null] } },
      scorers: [{ type: 'equals' }],
      status: 'disabled',
    })
    expect(changed).toMatchObject({
      ...b,
      expectedOutput: 'B',
      status: 'disabled',
      updatedAt: changed.updatedAt,
      metadata: { deep: { list: [1, null] } },
      scorers: [{ type: 'equals' }],
    })
    expect(changed.updatedAt > (b?.updatedAt ?? '')).toBe(true)
    expect(
      await fixture.call(200, 'PATCH', `/datasets/${id}/items/${b?.id}`, { expectedOutput: 'B' }),
    ).toEqual(changed)
    await fixture.call(204, 'DELETE', `/datasets/${id}/items/${a?.id}`)
    expect(await fixture.call(200, 'GET', `/datasets/${id}`)).toMatchObject({ version: 4, itemCount: 3 })
    expect(texts(await fixture.items(id))).toEqual(['b', 'c', 'd'])
    expect(await fixture.items(id, 2)).toEqual([a, b, ...added.items])
    expect(await fixture.items(id, 1)).toEqual([a, b])
    expect((await fixture.send('GET', `/datasets/${id}/items/${a?.id}`)).status).toBe(404)
  })

  test('meet the input schema, from when it is there', async () => {
    const { id } = await fixture.dataset({ items: v('long') })
    await fixture.call(200, 'PATCH', `/datasets/${id}`, {
      inputSchema: { properties: { v: { maxLength: 1 } } },
    })
    const [item] = await fixture.items(id)
    const rejected = (field: string) => ({ status: 400, code: 'VALIDATION_ERROR', field })
    const path = `/datasets/${id}/items`
    expect(outcomeOf(await fixture.send('POST', path, { items: v('x', 'xx') }))).toEqual(
      rejected('items[1].variables.v'),
    )
    const patched = await fixture.send('PATCH', `${path}/${item?.id}`, { variables: { v: 'xx' } })
    expect(outcomeOf(patched)).toEqual(rejected('variables.v'))
    expect((await fixture.send('PATCH', `${path}/${item?.id}`, { variables: { v: 'x' } })).status).toBe(200)
  })

  const deep = { $ref: 'http://127.0.0.1/schema.json' }
  test.each([
    ['a pattern that takes no linear time', { type: 'regex', options: { pattern: '(?=a)' } }, 'pattern'],
    [
      'a pattern of a thousand repeats',
      { type: 'regex', options: { pattern: '((a{100}){100}){100}' } },
      'pattern',
    ],
    ['a schema from elsewhere', { type: 'jsonSchema', options: { schema: deep } }, 'schema'],
    [
      'a schema that is too large',
      {
        type: 'jsonSchema',
        options: { schema: { enum: Array.from({ length: 60_000 }, (_, i) => `value ${i}`) } },
      },
      'schema',
    ],
  ])('bring no scorer that no run could work with: %s', async (_, scorer, option) => {
    const hostile = { variables: { v: 'b' }, scorers: [{ type: 'equals' }, scorer] }
    const { id } = await fixture.dataset({ items: v('a') })
    const [item] = await fixture.items(id)
    const at = `scorers[1].options.${option}`
    const rejected = (field: string) => ({ status: 400, code: 'VALIDATION_ERROR', field })
    const sent: [string, string, string, object][] = [
      [`items[0].${at}`, 'POST', '/datasets', { name: 'Hostile', items: [hostile] }],
      [`items[1].${at}`, 'POST', `/datasets/${id}/items`, { items: [...v('b'), hostile] }],
      [at, 'PATCH', `/datasets/${id}/items/${item?.id}`, { scorers: hostile.scorers }],
      [`items[0].${at}`, 'PATCH', `/datasets/${id}`, { items: [hostile] }],
    ]
    for (const [field, method, path, body] of sent)
      expect(outcomeOf(await fixture.send(method, path, body))).toEqual(rejected(field))
    const imported = await fixture.upload(id, `{"variables":{}}\n${JSON.stringify(hostile)}\n`)
    expect(outcomeOf(imported)).toMatchObject({ ...rejected(at), line: 2 })
    expect(await fixture.call(200, 'GET', `/datasets/${id}`)).toMatchObject({ version: 1, itemCount: 1 })
  })

  test('may name a judging model that this environment does not have', async () => {
    const scorers = [{ type: 'llmJudge' as const, options: { model: 'gpt-of-production', criteria: 'x' } }]
    await fixture.dataset({ items: [{ variables: {}, scorers }] })
  })

  test('go by their own ETag', async () => {
    const { id } = await fixture.dataset({ items: v('a') })
    const path = `/datasets/${id}/items/${(await fixture.items(id))[0]?.id}`
    const etag = (await fixture.send('GET', path)).header('etag') ?? ''
    await fixture.call(200, 'PATCH', path, { expectedOutput: 'x' })
    expect((await fixture.send('DELETE', path, undefined, { 'If-Match': etag })).status).toBe(412)
  })

  test('go on after a page although items are added and changed meanwhile', async () => {
    const { id } = await fixture.dataset({ items: v('0', '1', '2', '3') })
    type Reply = { items: DatasetItem[]; nextCursor: string | null }
    const path = `/datasets/${id}/items?limit=2`
    const first = await fixture.call<Reply>(200, 'GET', path)
    await fixture.call(201, 'POST', `/datasets/${id}/items`, { items: v('4') })
    const rest = await fixture.call<Reply>(
      200,
      'GET',
      `${path.replace('limit=2', 'limit=9')}&cursor=${first.nextCursor}`,
    )
    expect(texts(rest.items).join('')).toBe('234')
    const pinned = `${path}&version=1`
    const old = await fixture.call<Reply>(200, 'GET', pinned)
    const end = await fixture.call<Reply>(200, 'GET', `${pinned}&cursor=${old.nextCursor}`)
    expect(texts(end.items).join('')).toBe('23')
    expect((await fixture.send('GET', `${path}&cursor=${old.nextCursor}`)).status).toBe(400)
  })

  test('page without gaps from both ends', async () => {
    const { id } = await fixture.dataset({ items: v(...Array.from({ length: 7 }, (_, i) => `${i}`)) })
    const read = async (order: string) => {
      const seen: unknown[] = []
      let cursor = ''
      do {
        const page = await fixture.call<{ items: DatasetItem[]; nextCursor: string | null }>(
          200,
          'GET',
          `/datasets/${id}/items?limit=3&order=${order}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        )
        seen.push(...texts(page.items))
        cursor = page.nextCursor ?? ''
      } while (cursor !== '')
      return seen.join('')
    }
    expect([await read('asc'), await read('desc')]).toEqual(['0123456', '6543210'])
  })
})

test('every version stays as it was, whatever is changed', { timeout: 120_000 }, async () => {
  type Step = {
    kind: 'add' | 'change' | 'delete' | 'replace' | 'append' | 'import'
    pick: number
    text: string
  }
  const step = fc.record<Step>({
    kind: fc.constantFrom('add', 'change', 'delete', 'replace', 'append', 'import'),
    pick: fc.nat(20),
    text: fc.stringMatching(/^[a-z]{1,4}$/),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { id } = await fixture.dataset({ items: v('a', 'b', 'c') })
      const path = `/datasets/${id}`
      const model = new Map<number, (string | undefined)[]>([[1, ['a', 'b', 'c']]])
      for (const { kind, pick, text } of steps) {
        const now = await fixture.items(id)
        const item = now[pick % Math.max(1, now.length)]
        const lines = `${JSON.stringify({ variables: { v: text } })}\n`.repeat(1 + (pick % 3))
        if (kind === 'add') await fixture.call(201, 'POST', `${path}/items`, { items: v(text) })
        if (kind === 'change' && item)
          await fixture.call(200, 'PATCH', `${path}/items/${item.id}`, { variables: { v: text } })
        if (kind === 'delete' && item) await fixture.call(204, 'DELETE', `${path}/items/${item.id}`)
        if (kind === 'replace')
          await fixture.call(200, 'PATCH', path, {
            items: [...now.slice(1).map(({ id, variables }) => ({ id, variables })), ...v(text)],
          })
        if (kind === 'append') await fixture.accepted(id, lines)
        if (kind === 'import') await fixture.accepted(id, lines, { mode: 'replace' })
        const { version, itemCount } = await fixture.call<{ version: number; itemCount: number }>(
          200,
          'GET',
          path,
        )
        const after = texts(await fixture.items(id))
        expect(after).toHaveLength(itemCount)
        expect(version - model.size).toBeLessThanOrEqual(1)
        model.set(version, after)
      }
      for (const [version, want] of model) expect(texts(await fixture.items(id, version))).toEqual(want)
    }),
    { seed: 11, numRuns: times(12, 4) },
  )
})

test('other features read a version in portions, also when the dataset is deleted', async () => {
  const { id } = await fixture.dataset({ items: v('a', 'b', 'c') })
  const [a] = await fixture.items(id)
  await fixture.call(200, 'PATCH', `/datasets/${id}/items/${a?.id}`, { status: 'disabled' })
  const { a: owner, b: other, services } = fixture.server
  const load = (organization: string, version?: number) =>
    services.database.read((tx) => loadDataset(tx, organization, id, version))
  expect(await load(owner.id)).toEqual({
    id,
    organizationId: owner.id,
    version: 2,
    itemCount: 3,
    activeCount: 2,
  })
  expect(await load(owner.id, 1)).toMatchObject({ version: 1, activeCount: 3 })
  expect([await load(owner.id, 3), await load(other.id)]).toEqual([undefined, undefined])

  await fixture.call(204, 'DELETE', `/datasets/${id}`)
  expect(await load(owner.id)).toBeUndefined()
  const read = (after: number, limit: number) =>
    services.database.read((tx) => datasetItems(tx, owner.id, { id, version: 2 }, after, limit))
  const first = await read(0, 2)
  const rest = await read(first.at(-1)?.position ?? 0, 2)
  expect([...first, ...rest].map(({ variables, status }) => [variables.v, status])).toEqual([
    ['a', 'disabled'],
    ['b', 'active'],
    ['c', 'active'],
  ])
})
