/**
 * One table of lists, read twice: by the model, as the rules of conform do, and over HTTP from the stateful mock. Every filter, sort
 * key and pagination parameter of the models has a row.
 */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Api, ApiOperation } from '../../../src/toolkit/model/api.ts'
import { allLists, type ListModel, modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { filtersOf, matches } from '../../../src/toolkit/model/filters.ts'
import {
  afterItemOf,
  limitOf,
  linkedPage,
  nextPage,
  type Paging,
  pagingOf,
} from '../../../src/toolkit/model/paging.ts'
import { mayPrecede, readKey, sortingOf } from '../../../src/toolkit/model/sorting.ts'
import { documentOf, type Json, type JsonObject, valueAt } from '../../../src/toolkit/openapi/index.ts'
import { casesOf } from '../../harness/thorough.ts'
import { startMock, type TestMock } from '../mock/startMock.ts'
import { listDocument, listOf } from './listDocument.ts'
import { PAGED_DOCUMENTS } from './pagedDocuments.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const time = { type: 'string', format: 'date-time' }
const day = { type: 'string', format: 'date' }
const choice = (...values: string[]) => ({ type: 'string', enum: values })
const object = (properties: Record<string, object>) => ({ type: 'object', properties })
const range = object({ gt: integer, gte: integer, lt: integer, lte: integer })

const PROPERTIES = {
  name: text,
  title: text,
  body: text,
  status: choice('open', 'closed'),
  tags: { type: 'array', items: text },
  labels: { type: 'object', additionalProperties: integer },
  owner: object({ id: text, login: text }),
  parts: { type: 'array', items: object({ code: text, weight: integer }) },
  active: { type: 'boolean' },
  price: integer,
  rank: integer,
  dueOn: day,
  created_at: time,
}

const ITEMS: JsonObject[] = [
  {
    name: 'a',
    title: 'Alpha one',
    body: 'The first',
    status: 'open',
    tags: ['red', 'blue'],
    labels: { production: 3 },
    owner: { id: 'o1', login: 'ann' },
    parts: [{ code: 'x', weight: 1 }],
    active: true,
    price: 10,
    rank: 2,
    dueOn: '2031-03-01',
    created_at: '2031-03-01T08:00:00Z',
  },
  {
    name: 'b',
    title: 'beta ALPHA',
    body: 'Another',
    status: 'closed',
    tags: ['blue'],
    labels: { staging: 1 },
    owner: { id: 'o2', login: 'bob' },
    parts: [
      { code: 'x', weight: 2 },
      { code: 'y', weight: 3 },
    ],
    active: false,
    price: 20,
    rank: 2,
    dueOn: '2031-04-01',
    created_at: '2031-02-01T08:00:00Z',
  },
  {
    name: 'c',
    title: 'Gamma',
    body: 'alphabet',
    status: 'open',
    tags: [],
    labels: {},
    owner: { id: 'o1', login: 'ann' },
    parts: [],
    active: true,
    price: 30,
    rank: 1,
    dueOn: '2031-05-01',
    created_at: '2031-01-01T08:00:00Z',
  },
]

type Given = Parameters<typeof listDocument>[0]
type Row = [query: Record<string, string | number>, names: string]

/** Lists with their parameters, and what each query of them returns: the names of the items in their order. */
const LISTS: Record<string, { parameters: Given; description?: string; rows: Row[] }> = {
  'equal values': {
    parameters: [
      { parameter: 'status', schema: choice('open', 'closed', 'all') },
      { parameter: 'title' },
      { parameter: 'filter[name]' },
      { parameter: 'active', schema: { type: 'boolean' } },
      { parameter: 'rank', schema: integer },
      { parameter: 'by', statement: { filter: 'body' } },
    ],
    rows: [
      [{}, 'abc'],
      [{ status: 'open' }, 'ac'],
      [{ status: 'all' }, 'abc'],
      [{ title: 'Gamma' }, 'c'],
      [{ title: 'Gam' }, ''],
      [{ 'filter[name]': 'b' }, 'b'],
      [{ active: 'false' }, 'b'],
      [{ rank: 2 }, 'ab'],
      [{ by: 'Another' }, 'b'],
      [{ status: 'open', rank: 2 }, 'a'],
    ],
  },
  'entries and inner properties': {
    parameters: [
      { parameter: 'tag' },
      { parameter: 'label' },
      { parameter: 'ownerId' },
      { parameter: 'owner', description: 'The login of the owner.' },
      { parameter: 'code' },
    ],
    rows: [
      [{ tag: 'blue' }, 'ab'],
      [{ tag: 'red' }, 'a'],
      [{ tag: 'red,blue' }, 'ab'],
      [{ label: 'production' }, 'a'],
      [{ ownerId: 'o1' }, 'ac'],
      [{ owner: 'bob' }, 'b'],
      [{ code: 'x' }, 'ab'],
      [{ code: 'y' }, 'b'],
    ],
  },
  'operators in names': {
    parameters: [
      { parameter: 'title__iexact' },
      { parameter: 'rank__eq', schema: integer },
      { parameter: 'name', style: 'deepObject', schema: object({ eq: text, startsWith: text }) },
    ],
    rows: [
      [{ title__iexact: 'Gamma' }, 'c'],
      [{ title__iexact: 'Gam' }, ''],
      [{ rank__eq: 2 }, 'ab'],
      [{ 'name[eq]': 'b' }, 'b'],
      [{ 'name[startsWith]': 'a' }, 'a'],
    ],
  },
  'parts of a string': {
    parameters: [
      { parameter: 'titlePrefix' },
      { parameter: 'title_like' },
      { parameter: 'body', description: 'Bodies that contain this.' },
      { parameter: 'q', description: 'Searches title and body.' },
      { parameter: 'starts', statement: { filter: { property: 'title', operator: 'prefix' } } },
    ],
    rows: [
      [{ titlePrefix: 'alph' }, 'a'],
      [{ title_like: 'alpha' }, 'ab'],
      [{ body: 'th' }, 'ab'],
      [{ q: 'ALPHA' }, 'abc'],
      [{ q: 'nothing' }, ''],
      [{ starts: 'Ga' }, 'c'],
    ],
  },
  ranges: {
    parameters: [
      { parameter: 'min_price', schema: integer },
      { parameter: 'price_lt', schema: integer },
      { parameter: 'price__lte', schema: integer },
      { parameter: 'rank[gt]', schema: integer },
      { parameter: 'dueBefore', schema: day },
      { parameter: 'created_after', schema: time },
      { parameter: 'until', schema: day, statement: { filter: { property: 'dueOn', operator: 'lt' } } },
    ],
    rows: [
      [{ min_price: 20 }, 'bc'],
      [{ price_lt: 20 }, 'a'],
      [{ price__lte: 20 }, 'ab'],
      [{ min_price: 15, price_lt: 30 }, 'b'],
      [{ 'rank[gt]': 1 }, 'ab'],
      [{ dueBefore: '2031-04-01' }, 'ab'],
      [{ created_after: '2031-01-15T00:00:00Z' }, 'ab'],
      [{ until: '2031-04-01' }, 'a'],
    ],
  },
  'ranges in one parameter': {
    parameters: [{ parameter: 'price', style: 'deepObject', schema: range }],
    rows: [
      [{ 'price[gt]': 10 }, 'bc'],
      [{ 'price[gte]': 20 }, 'bc'],
      [{ 'price[lt]': 20 }, 'a'],
      [{ 'price[lte]': 20 }, 'ab'],
      [{ 'price[gte]': 20, 'price[lt]': 30 }, 'b'],
    ],
  },
  'signed sort keys': {
    parameters: [{ parameter: 'sort' }],
    rows: [
      [{}, 'abc'],
      [{ sort: '-name' }, 'cba'],
      [{ sort: 'rank,name' }, 'cab'],
      [{ sort: '-rank,name' }, 'abc'],
      [{ sort: 'rank,-name' }, 'cba'],
      [{ sort: 'created_at' }, 'cba'],
    ],
  },
  'listed sort keys': {
    parameters: [
      { parameter: 'sort', schema: choice('name', '-name', 'rank', '-price', 'created_at_desc') },
      { parameter: 'status' },
    ],
    rows: [
      [{ sort: 'name' }, 'abc'],
      [{ sort: '-name' }, 'cba'],
      [{ sort: 'rank' }, 'cab'],
      [{ sort: '-price' }, 'cba'],
      [{ sort: 'created_at_desc' }, 'abc'],
      [{ sort: '-name', status: 'open' }, 'ca'],
    ],
  },
  'a sort key with its direction behind it': {
    parameters: [{ parameter: '$orderby' }],
    rows: [
      [{ $orderby: 'name desc' }, 'cba'],
      [{ $orderby: 'name:asc' }, 'abc'],
    ],
  },
  'a sort key and a direction': {
    parameters: [
      { parameter: 'sort_by', schema: choice('name', 'created') },
      { parameter: 'sort_dir', schema: choice('asc', 'desc') },
    ],
    rows: [
      [{ sort_by: 'name', sort_dir: 'desc' }, 'cba'],
      [{ sort_by: 'created', sort_dir: 'asc' }, 'cba'],
      [{ sort_by: 'created', sort_dir: 'desc' }, 'abc'],
    ],
  },
  'a direction only': {
    parameters: [{ parameter: 'order', schema: choice('asc', 'desc') }],
    rows: [
      [{ order: 'asc' }, 'cba'],
      [{ order: 'desc' }, 'abc'],
    ],
  },
  'a default key': {
    parameters: [{ parameter: 'sort', schema: { type: 'string', default: '-name' } }],
    rows: [
      [{}, 'cba'],
      [{ sort: 'name' }, 'abc'],
    ],
  },
  'a described order by creation': {
    parameters: [],
    description: 'The newest things come first.',
    rows: [[{}, 'cba']],
  },
  'a described order by a property': {
    parameters: [],
    description: 'Sorted by rank, descending.',
    rows: [[{}, 'abc']],
  },
}

const CASES = Object.entries(LISTS).map(([name, { parameters, description, rows }]) => ({
  name,
  rows,
  document: listDocument(parameters, PROPERTIES, description),
}))

/** The items that the filters of a query match, as the rules decide it. */
function matching(document: JsonObject, query: Record<string, Json>): JsonObject[] {
  const { api, list } = listOf(document)
  const filters = filtersOf(api, list).map(({ filter }) => filter)
  return ITEMS.filter((item) =>
    filters.every((filter) => {
      const value = query[filter.parameter]
      return value === undefined || matches(filter, item, value)
    }),
  )
}

/** The property and the direction that the rules expect of a query; undefined where the order is that of the creation. */
function orderOf(document: JsonObject, query: Record<string, Json>) {
  const { api, list } = listOf(document)
  const sorting = sortingOf(api, list)
  const byDefault = allLists(modelOf(documentOf(document)))[0]?.sorting?.default
  const [asked, way] = [sorting.sort, sorting.direction].map((one) => one && query[one.name])
  const key = asked === undefined ? byDefault?.key : String(asked).split(',')[0]
  const { property, descending = asked === undefined && byDefault?.descending === true } = readKey(
    key,
    way === undefined ? undefined : String(way),
    sorting,
  )
  return property === undefined ? undefined : { property, descending }
}

const namesOf = (items: readonly JsonObject[]): string => items.map(({ name }) => name).join('')

async function createItems({ origin }: TestMock, items: readonly JsonObject[]): Promise<void> {
  for (const body of items) {
    const { status } = await fetch(`${origin}/things`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(status).toBe(201)
  }
}

const addressOf = (origin: string, query: Record<string, Json>): string => {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)])
  return `${origin}/things?${new URLSearchParams(words)}`
}

describe.each(CASES)('a list with $name', ({ document, rows }) => {
  it.each(rows)('as the rules expect it: %j', (query, names) => {
    expect(namesOf(matching(document, query))).toBe([...names].sort().join(''))
    const order = orderOf(document, query)
    if (order === undefined) return
    const { property, descending } = order
    const values = [...names].map((name) => ITEMS.find((item) => item.name === name)?.[property])
    const isOrdered = (list: (Json | undefined)[]) =>
      list.slice(1).every((value, index) => mayPrecede(list[index], value, descending))
    expect(isOrdered(values)).toBe(true)
    if (new Set(values).size > 1) expect(isOrdered(values.toReversed())).toBe(false)
  })

  let mock: TestMock
  beforeAll(async () => {
    mock = await startMock(document, { stateful: true, seeded: false })
    await createItems(mock, ITEMS)
  })
  afterAll(() => mock[Symbol.asyncDispose]())
  it.each(casesOf(rows, 3, 1))('as the stateful mock returns it: %j', async (query, names) => {
    const response = await fetch(addressOf(mock.origin, query))
    const { items } = (await response.json()) as { items: JsonObject[] }
    expect(namesOf(items)).toBe(names)
    expect(response.headers.get('x-mock-ignored')).toBeNull()
  })

  it('has a row for every filter and sort key of the model', () => {
    const [list] = allLists(modelOf(documentOf(document)))
    const used = rows.flatMap(([query]) => Object.entries(query))
    expect(list?.unknown).toEqual([])
    expect(parametersOf(list).filter((name) => !used.some(([one]) => one === name))).toEqual([])
    const keys = list?.sorting?.keys ?? []
    const values = used.filter(([name]) => name === list?.sorting?.parameter).map(([, value]) => value)
    expect(keys.filter(({ key }) => !values.includes(key))).toEqual([])
  })
})

/** The parameters of a list with a meaning. */
const parametersOf = (list: ListModel | undefined): string[] => [
  ...(list?.filters.map(({ parameter }) => parameter) ?? []),
  ...[list?.sorting?.parameter, list?.sorting?.direction].filter((one) => one !== undefined),
]

/** Reads a list page by page, as the rules do. */
async function* pagesOf(
  { api, list }: ReturnType<typeof listOf>,
  origin: string,
  limit: number,
  paging: Paging | undefined,
): AsyncGenerator<JsonObject[]> {
  const size = paging?.limit ?? limitOf(api, list)
  let query: Record<string, Json> | undefined = { [size?.name ?? 'limit']: limit }
  while (query !== undefined) {
    const response: Response = await fetch(addressOf(origin, query))
    const json = (await response.json()) as JsonObject
    const items = valueAt(json, '/items') as JsonObject[]
    yield items
    const page: Parameters<typeof nextPage>[2] = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      json,
    }
    query =
      paging === undefined
        ? (afterLast(api, list, query, items) ?? linkedPage(page))
        : nextPage(paging, query, page, items.length, idOf(items.at(-1)))
  }
}

const idOf = (item: JsonObject | undefined): string | undefined =>
  item === undefined ? undefined : String(item.id)

function afterLast(
  api: Api,
  list: ApiOperation,
  query: Record<string, Json>,
  items: readonly JsonObject[],
): Record<string, Json> | undefined {
  const parameter = afterItemOf(api, list)
  const id = items.at(-1)?.id
  return parameter === undefined || id === undefined ? undefined : { ...query, [parameter.name]: id }
}

describe.each(PAGED_DOCUMENTS)('a list with pages by %s', (_name, document) => {
  test.each([1, 2, 3, 5, 50])('is read in pages of %i', async (limit) => {
    await using mock = await startMock(document, { stateful: true, seeded: false })
    await createItems(
      mock,
      [...'abcde'].map((name) => ({ name })),
    )
    const full = 'abcde'.match(new RegExp(`.{1,${limit}}`, 'g'))
    const { api, list } = listOf(document)
    const paging = pagingOf(api, list)
    for (const way of [{}, ...(paging?.others ?? [])]) {
      const pages: string[] = []
      for await (const items of pagesOf({ api, list }, mock.origin, limit, paging && { ...paging, ...way }))
        pages.push(namesOf(items))
      expect(pages.filter((page) => page !== '')).toEqual(full)
    }
  })
})
