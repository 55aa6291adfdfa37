import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dataset, DatasetList, DatasetVersionList } from '../../../../generated/openapi.v1.ts'
import { type Fixture, openFixture, outcomeOf, texts } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture({ validator: 'strict' })
})
afterAll(() => fixture.server.close())

const v = (...values: string[]) => values.map((value) => ({ variables: { v: value } }))
const invalid = (field: string) => ({ status: 400, code: 'VALIDATION_ERROR', field })

describe('createDataset: POST /datasets', () => {
  test('makes version 1 with its items', async () => {
    const inputSchema = { type: 'object', required: ['v'] }
    const made = await fixture.dataset({ name: 'First', description: 'd', inputSchema, items: v('a', 'b') })
    expect(made).toMatchObject({ name: 'First', description: 'd', version: 1, itemCount: 2, inputSchema })
    expect(await fixture.call<Dataset>(200, 'GET', `/datasets/${made.id}`)).toEqual(made)
    const [first] = await fixture.items(made.id)
    expect(first).toEqual({
      id: first?.id,
      object: 'dataset_item',
      datasetId: made.id,
      variables: { v: 'a' },
      expectedOutput: null,
      metadata: {},
      scorers: null,
      status: 'active',
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    })
  })

  test.each([
    ['a schema of elsewhere', { inputSchema: { $ref: 'https://example.com/' } }, 'inputSchema.$ref'],
    ['a hostile pattern', { inputSchema: { pattern: '(a)\\1' } }, 'inputSchema.pattern'],
    [
      'an item that breaks the schema',
      { inputSchema: { required: ['w'] }, items: v('a') },
      'items[0].variables.w',
    ],
    ['a variable that is no text', { items: [{ variables: { v: 1 } }] }, 'items[0].variables.v'],
    [
      'an item with an id',
      { items: [{ id: 'item_01m6f0b9q0e5tskm4n7xw2c8pv', variables: {} }] },
      'items[0].id',
    ],
    ['too many items', { items: v(...Array(1001).fill('x')) }, 'items'],
  ])('refuses %s', async (_, body, field) => {
    expect(outcomeOf(await fixture.send('POST', '/datasets', { name: 'x', ...body }))).toEqual(invalid(field))
  })
})

describe('updateDataset: PATCH /datasets/{datasetId}', () => {
  test('makes a version of every change, and none of no change', async () => {
    const { id } = await fixture.dataset({ items: v('a', 'b', 'c') })
    const [a, b] = await fixture.items(id)
    const patch = (body: unknown) => fixture.call<Dataset>(200, 'PATCH', `/datasets/${id}`, body)
    expect(await patch({ name: 'Renamed' })).toMatchObject({ version: 2, itemCount: 3 })
    expect(await patch({ name: 'Renamed' })).toMatchObject({ version: 2 })
    const items = [{ id: b?.id, variables: { v: 'b2' } }, ...v('d')]
    expect(await patch({ items })).toMatchObject({ version: 3, itemCount: 2 })
    expect(await patch({ inputSchema: { required: ['other'] } })).toMatchObject({ version: 4, itemCount: 2 })

    expect(texts(await fixture.items(id))).toEqual(['b2', 'd'])
    expect((await fixture.items(id))[0]?.id).toBe(b?.id)
    expect(texts(await fixture.items(id, 2))).toEqual(['a', 'b', 'c'])
    expect((await fixture.send('GET', `/datasets/${id}/items/${a?.id}`)).status).toBe(404)
    const { versions } = await fixture.call<DatasetVersionList>(200, 'GET', `/datasets/${id}/versions`)
    expect(versions.map(({ version, itemCount, inputSchema }) => [version, itemCount, inputSchema])).toEqual([
      [4, 2, { required: ['other'] }],
      [3, 2, null],
      [2, 3, null],
      [1, 3, null],
    ])
    expect(outcomeOf(await fixture.send('GET', `/datasets/${id}/items?version=5`))).toMatchObject({
      status: 404,
    })
  })

  test.each([
    [
      'an item of nobody',
      { items: [{ id: 'item_01m6f0b9q0e5tskm4n7xw2c8pv', variables: {} }] },
      'items[0].id',
    ],
    [
      'items that break the new schema',
      { inputSchema: { required: ['w'] }, items: v('a') },
      'items[0].variables.w',
    ],
    ['nothing', {}, 'body'],
  ])('refuses %s', async (_, body, field) => {
    const { id } = await fixture.dataset({ items: v('a') })
    expect(outcomeOf(await fixture.send('PATCH', `/datasets/${id}`, body))).toEqual(invalid(field))
    expect(await fixture.call(200, 'GET', `/datasets/${id}`)).toMatchObject({ version: 1 })
  })

  test('refuses an item that is named twice', async () => {
    const { id } = await fixture.dataset({ items: v('a') })
    const [item] = await fixture.items(id)
    const twice = { id: item?.id, variables: {} }
    const response = await fixture.send('PATCH', `/datasets/${id}`, { items: [twice, twice] })
    expect(outcomeOf(response)).toEqual(invalid('items[1].id'))
  })

  test('If-Match of an older state changes nothing', async () => {
    const { id } = await fixture.dataset()
    const etag = (await fixture.send('GET', `/datasets/${id}`)).header('etag') ?? ''
    const rename = (name: string) => fixture.send('PATCH', `/datasets/${id}`, { name }, { 'If-Match': etag })
    expect((await rename('One')).status).toBe(200)
    expect((await rename('Two')).status).toBe(412)
  })
})

describe('the batch forms', () => {
  test('change and delete all or none', async () => {
    const [one, two] = [await fixture.dataset(), await fixture.dataset()]
    const unknown = 'dataset_01m6f0a7c0f3rb3jz1q6v9k2wd'
    const change = (second: string) => ({
      datasets: [
        { id: one.id, name: 'x' },
        { id: second, items: v('a') },
      ],
    })
    expect(outcomeOf(await fixture.send('PATCH', '/datasets', change(unknown)))).toEqual(
      invalid('datasets[1].id'),
    )
    expect(outcomeOf(await fixture.send('PATCH', '/datasets', change(one.id)))).toEqual(
      invalid('datasets[1].id'),
    )
    expect(await fixture.call(200, 'GET', `/datasets/${one.id}`)).toEqual(one)
    expect(await fixture.call(200, 'PATCH', '/datasets', change(two.id))).toMatchObject({
      datasets: [
        { name: 'x', version: 2 },
        { version: 2, itemCount: 1 },
      ],
    })
    expect(outcomeOf(await fixture.send('DELETE', `/datasets?id=${one.id}&id=${unknown}`))).toEqual(
      invalid('query.id[1]'),
    )
    await fixture.call(204, 'DELETE', `/datasets?id=${one.id}&id=${two.id}`)
    expect((await fixture.send('GET', `/datasets/${one.id}`)).status).toBe(404)
  })
})

test('listDatasets: sorts, filters and pages', async () => {
  for (const name of ['Zebra list', 'apple List', 'Mango']) {
    await fixture.dataset({ name })
    await fixture.server.clock.advance(1)
  }
  const names = async (query: string) =>
    (await fixture.call<DatasetList>(200, 'GET', `/datasets?${query}`)).datasets.map(({ name }) => name)
  expect(await names('name=LIST&sort=name&order=asc')).toEqual(['Zebra list', 'apple List'])
  expect((await names('limit=3')).slice(0, 3)).toEqual(['Mango', 'apple List', 'Zebra list'])
  expect(await names('name=100%25')).toEqual([])
})

test('another organization sees nothing', async () => {
  const { id } = await fixture.dataset({ items: v('a') })
  const [item] = await fixture.items(id)
  const { b, wire } = fixture.server
  const upload = { headers: { 'Content-Type': 'application/jsonl' }, body: '{"variables":{}}\n' }
  const attempts: [string, string, object][] = [
    ['GET', `/datasets/${id}`, {}],
    ['PATCH', `/datasets/${id}`, { body: { name: 'x' } }],
    ['DELETE', `/datasets/${id}`, {}],
    ['GET', `/datasets/${id}/items`, {}],
    ['POST', `/datasets/${id}/items`, { body: { items: v('b') } }],
    ['GET', `/datasets/${id}/items/${item?.id}`, {}],
    ['PATCH', `/datasets/${id}/items/${item?.id}`, { body: { status: 'disabled' } }],
    ['DELETE', `/datasets/${id}/items/${item?.id}`, {}],
    ['GET', `/datasets/${id}/versions`, {}],
    ['GET', `/datasets/${id}/export`, {}],
    ['POST', `/datasets/${id}/import`, upload],
  ]
  for (const [method, path, more] of attempts) {
    const there = await wire.send({ method, path, key: b.key, ...more })
    const nowhere = await wire.send({
      method,
      path: path.replace(id, `dataset_01${'a'.repeat(24)}`),
      key: b.key,
      ...more,
    })
    const plain = (text: string) => text.replace(/req_\w+/, '')
    expect([method, path, there.status]).toEqual([method, path, 404])
    expect(plain(there.body.toString())).toBe(plain(nowhere.body.toString()))
  }
  expect((await wire.send({ method: 'GET', path: '/datasets', key: b.key })).json()).toMatchObject({
    datasets: [],
  })
  const change = { datasets: [{ id, name: 'x' }] }
  expect((await wire.send({ method: 'PATCH', path: '/datasets', key: b.key, body: change })).status).toBe(400)
  expect(await fixture.items(id)).toEqual([item])
})
