/** Styles of identifiers: ids below other properties, in addresses or nowhere, paths that end in a slash. */
import { Thing } from './documents.ts'
import type { Item, PlainResponse } from './server.ts'
import { type Fault, named, type Style } from './style.ts'

const text = { type: 'string' }
const page = [
  { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
]
const listOf = (item: object) => ({
  type: 'object',
  required: ['total', 'items'],
  properties: { total: { type: 'integer' }, items: { type: 'array', items: item } },
})

const pageOf = (items: Item[], query: URLSearchParams): PlainResponse => {
  const [offset, limit] = [query.get('offset') ?? '0', query.get('limit') ?? '10']
  if (!/^\d+$/.test(offset) || !/^([1-9]|[1-4]\d|50)$/.test(limit))
    return { status: 400, body: { title: 'status 400' } }
  const at = Number(offset)
  return { status: 200, body: { total: items.length, items: items.slice(at, at + Number(limit)) } }
}

const mistakes: Fault[] = [
  ['lists nothing', 'created-item-listed', 'not-listed', null, { list: (_, query) => pageOf([], query) }],
  [
    'repeats the edge of a page',
    'list-pages-complete',
    'repeated-across-pages',
    null,
    {
      list: (all, query) => {
        const at = Number(query.get('offset') ?? 0)
        if (at > 0 && pageOf(all, query).status === 200) query.set('offset', String(at - 1))
        return pageOf(all, query)
      },
    },
  ],
  [
    'loses every third item',
    'list-pages-complete',
    'missing-from-pages',
    null,
    {
      list: (all, query) =>
        pageOf(
          all.filter((_, index) => index % 3 !== 1),
          query,
        ),
    },
  ],
]

export const identifiedStyles = (): Style[] => [
  {
    name: 'ids-one-level-down',
    declared: {
      ...named,
      item: {
        type: 'object',
        required: ['meta', 'name'],
        properties: {
          meta: { type: 'object', required: ['id', 'kind'], properties: { id: text, kind: text } },
          name: named.item.properties.name,
        },
      },
      parameters: page,
      list: listOf(Thing),
    },
    habits: { make: (body, id) => ({ meta: { id, kind: 'thing' }, ...body }), list: pageOf },
    faults: [
      ...mistakes,
      [
        'forgets where things are',
        'created-item-listed',
        'wrong-location',
        null,
        { location: () => '/things/t99999' },
      ],
    ],
  },
  {
    name: 'listed-by-address',
    declared: {
      ...named,
      parameters: page,
      list: listOf({
        type: 'object',
        required: ['href', 'name'],
        properties: { href: { type: 'string', format: 'uri-reference' }, name: text },
      }),
    },
    habits: {
      show: (item, where) =>
        where === 'listed' ? { href: `/things/${String(item.id)}`, name: item.name } : item,
      list: pageOf,
    },
    faults: mistakes,
  },
  {
    name: 'listed-without-ids',
    declared: {
      ...named,
      parameters: page,
      list: listOf({ type: 'object', required: ['title'], properties: { title: text } }),
    },
    habits: {
      show: (item, where) => (where === 'listed' ? { title: `${String(item.name)}!` } : item),
      list: pageOf,
    },
    faults: [
      ['lists nothing', 'created-item-listed', 'not-listed', null, { list: (_, query) => pageOf([], query) }],
    ],
  },
  {
    name: 'collections-end-in-a-slash',
    declared: { ...named, slashed: 'collections', parameters: page, list: listOf(Thing) },
    habits: { list: pageOf },
    faults: [
      ...mistakes,
      ['forgets a change', 'update-applied-exactly', 'change-not-stored', '/name', { change: () => {} }],
      [
        'deletes nothing',
        'deleted-item-gone',
        'wrong-status',
        'GET of a deleted resource',
        { remove: () => ({ status: 204 }) },
      ],
    ],
  },
  {
    name: 'all-ends-in-a-slash',
    declared: { ...named, slashed: 'all', parameters: page, list: listOf(Thing) },
    habits: { list: pageOf, location: (id) => `/things/${id}/` },
    faults: [
      ...mistakes,
      ['forgets a change', 'update-applied-exactly', 'change-not-stored', '/name', { change: () => {} }],
      [
        'tells another place',
        'created-item-listed',
        'wrong-location',
        null,
        { location: () => '/things/t99999/' },
      ],
    ],
  },
  {
    name: 'location-of-the-list',
    declared: {
      item: { type: 'object', required: ['note'], properties: { note: text } },
      request: {
        type: 'object',
        required: ['note'],
        additionalProperties: false,
        properties: { note: { type: 'string', minLength: 1, maxLength: 40 } },
      },
      changed: 'none',
    },
    habits: { make: (body) => ({ ...body }), location: () => '/things' },
    faults: [['responses without the note', 'body-matches-schema', 'required', 'note', { show: () => ({}) }]],
  },
]
