/** How a list is ordered. */
import { describe, expect, it, test } from 'vitest'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import { compare, mayPrecede, readKey, sortingOf } from '../../../src/toolkit/model/sorting.ts'
import { documentOf } from '../../../src/toolkit/openapi/index.ts'
import { type Given, listDocument, listOf } from './listDocument.ts'

const text = { type: 'string' }
const properties = {
  name: text,
  rank: { type: 'integer' },
  created_at: { type: 'string', format: 'date-time' },
}

describe('what a sort parameter asks for', () => {
  const rows: [
    key: string,
    direction: string | undefined,
    property: string | undefined,
    down: boolean | undefined,
  ][] = [
    ['name', undefined, 'name', undefined],
    ['-name', undefined, 'name', true],
    ['+name', undefined, 'name', false],
    ['name:desc', undefined, 'name', true],
    ['name desc', undefined, 'name', true],
    ['name.asc', undefined, 'name', false],
    ['name_desc', undefined, 'name', true],
    ['name', 'DESC', 'name', true],
    ['name', 'asc', 'name', false],
    ['created', 'asc', 'created_at', false],
    ['createdAt', 'desc', 'created_at', true],
    ['colour', 'desc', undefined, undefined],
  ]
  it.each(rows)('%s with %s', (key, direction, property, descending) => {
    const found = readKey(key, direction, { properties: Object.keys(properties), usual: undefined })
    expect([found.property, found.descending]).toEqual([property, descending])
  })

  const parameters: [Omit<Given, 'properties'>[], string | undefined, string | undefined][] = [
    [[{ parameter: 'sort' }], 'sort', undefined],
    [
      [{ parameter: 'sort_by' }, { parameter: 'sort_dir', schema: { enum: ['asc', 'desc'] } }],
      'sort_by',
      'sort_dir',
    ],
    [[{ parameter: '$orderby' }], '$orderby', undefined],
    [[{ parameter: 'ordering' }], 'ordering', undefined],
    [
      [{ parameter: 'sort_field' }, { parameter: 'direction', schema: { enum: ['asc', 'desc'] } }],
      'sort_field',
      'direction',
    ],
    [[{ parameter: 'order', schema: { enum: ['name', 'rank'] } }], 'order', undefined],
    [[{ parameter: 'order', schema: { enum: ['asc', 'desc'] } }], undefined, 'order'],
    [[{ parameter: 'order', schema: { type: 'integer' } }], undefined, undefined],
    [[{ parameter: 'by', statement: { sort: true } }], 'by', undefined],
    [[{ parameter: 'sort', statement: { sort: false } }], undefined, undefined],
  ]
  it.each(parameters)('%j', (given, sort, direction) => {
    const { api, list } = listOf(listDocument(given, properties))
    const found = sortingOf(api, list)
    expect([found.sort?.name, found.direction?.name]).toEqual([sort, direction])
  })
})

test('compares numbers by size and texts by letters, in any case where collations differ', () => {
  expect(compare(9, 20)).toBeLessThan(0)
  expect(compare('9', '20')).toBeGreaterThan(0)
  expect(mayPrecede('b', 'A', false)).toBe(false)
  expect(mayPrecede('a', 'B', false)).toBe(true)
  expect(mayPrecede('a', 'b', true)).toBe(false)
  expect(mayPrecede(null, 1, true)).toBe(true)
})

test.each<[first: string, next: string, mayBeSo: boolean]>([
  ['9', '10', true],
  ['10', '9', true],
  ['20', '10', false],
  ['2.50', '10.00', true],
  ['task-9', 'task-10', true],
  ['task-10', 'task-9', true],
  ['task-20', 'task-10', false],
  ['tour-9', 'task-10', false],
])('%s before %s, ascending: %s', (first, next, mayBeSo) => {
  expect(mayPrecede(first, next, false)).toBe(mayBeSo)
  expect(mayPrecede(next, first, true)).toBe(mayBeSo)
})

test('the ties of the default order are not those of the requested one', () => {
  const { api, list } = listOf(
    listDocument([{ parameter: 'sort' }], properties, 'Returns things by name, ties newest first.'),
  )
  const { ties, usualTies } = sortingOf(api, list)
  expect([ties, usualTies?.by]).toEqual([undefined, 'creation'])
})

test.each<[description: string, key: string | undefined, further: string | undefined]>([
  ['Sorted by name, then by rank descending.', 'name', 'rank'],
  ['Sorted by created_at, newest first.', 'created_at', undefined],
  ['Sorted by name. Newest first.', undefined, undefined],
  ['Sorted by name. With `q`, the newest come first.', undefined, undefined],
  ['Comments of a thing are sorted by name.', undefined, undefined],
  ['Comments of a thing are listed newest first.', undefined, undefined],
  ['Things are listed newest first.', 'creation', undefined],
  ['Sorted by name. Ties are broken by rank, descending.', 'name', 'rank'],
  ['Sorted by name, then by rank descending. Ties are broken by created_at, descending.', 'name', undefined],
])('the default order of "%s" is by %s and %s', (description, key, further) => {
  const { api, list } = listOf(listDocument([], properties, description))
  const { spoken } = sortingOf(api, list)
  expect([spoken?.by === 'creation' ? 'creation' : spoken?.by.property, spoken?.further?.property]).toEqual([
    key,
    further,
  ])
})

test.each<[description: string, isCertain: boolean]>([
  ['Order the results by the creation time.', true],
  ['The direction of the order.', false],
])('the default of a direction, "%s", is certain: %s', (description, isCertain) => {
  const parameter = {
    parameter: 'order',
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    description,
  }
  const found = modelOf(listOf(listDocument([parameter], properties)).api.document).resources[0]?.list
    ?.sorting?.default
  expect(found).toMatchObject({ key: 'created_at', descending: true })
  expect((found?.evidence.confidence ?? 0) >= 0.6).toBe(isCertain)
})

test.each<[description: string, key: string | undefined, descending: boolean | undefined]>([
  ['The property to sort by (default: -created_at)', 'created_at', true],
  ['Sorts the things. Defaults to `name`.', 'name', undefined],
  ['Sorts the things. The default is ascending.', undefined, undefined],
])('a sort parameter with "%s" sorts by %s', (description, key, descending) => {
  const { lists, resources } = modelOf(
    documentOf(listDocument([{ parameter: 'sort', description }], properties)),
  )
  const found = (resources[0]?.list ?? lists[0])?.sorting?.default
  expect([found?.key, found?.descending]).toEqual([key, descending])
})
