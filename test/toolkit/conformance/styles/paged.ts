/** Styles of lists. */
import { responses, Thing } from './documents.ts'
import * as lists from './lists.ts'
import type { Habits, Item } from './server.ts'
import { type Fault, named, type Style } from './style.ts'

const number = (name: string, schema: object) => ({
  name,
  in: 'query',
  schema: { type: 'integer', ...schema },
})
const items = { type: 'array', items: Thing }
type List = Habits['list']

/** Mistakes that every style of list can have. */
const losing = (list: List, pages = true): Fault[] => [
  [
    'lists nothing',
    'created-item-listed',
    'not-listed',
    null,
    { list: (_, query, path) => list([], query, path) },
  ],
  ...(pages
    ? [
        [
          'loses every third item',
          'list-pages-complete',
          'missing-from-pages',
          null,
          { list: thinned(list) },
        ] as Fault,
      ]
    : []),
]
const thinned =
  (list: List): List =>
  (all, query, path) =>
    list(
      all.filter((_, index) => index % 3 !== 1),
      query,
      path,
    )

const paged = [number('page', { minimum: 1 }), number('per_page', { minimum: 1, maximum: 4, default: 3 })]

export const pagedStyles: Style[] = [
  {
    name: 'link-rising',
    declared: { ...named, parameters: paged },
    habits: { list: lists.linked(false) },
    faults: [
      ...losing(lists.linked(false)),
      [
        'lists what things were called at first',
        'update-applied-exactly',
        'stale-in-list',
        '/name',
        {
          make: (body, id) => ({ id, ...body, first: body.name }),
          show: ({ first, ...item }, where) => (where === 'listed' ? { ...item, name: first } : item),
        },
      ],
    ],
  },
  {
    name: 'link-newest-first',
    declared: { ...named, parameters: paged },
    habits: { list: lists.linked(true) },
    faults: [...losing(lists.linked(true))],
  },
  {
    name: 'link-alone',
    declared: {
      ...named,
      parameters: [number('from', { minimum: 0 })],
      listHeaders: { Link: { schema: { type: 'string' } } },
    },
    habits: { list: lists.linkedOnly },
    faults: [...losing(lists.linkedOnly, false)],
  },
  {
    name: 'count-next-results',
    declared: {
      ...named,
      parameters: [
        number('page', { minimum: 1 }),
        number('page_size', { minimum: 5, maximum: 20, default: 5 }),
      ],
      list: {
        type: 'object',
        required: ['count', 'next', 'results'],
        properties: {
          count: { type: 'integer' },
          next: { type: ['string', 'null'] },
          results: items,
        },
      },
      listStatuses: responses(404),
    },
    habits: { list: lists.counted },
    faults: [
      ...losing(lists.counted),
      [
        'repeats an item on the next page',
        'list-pages-complete',
        'repeated-across-pages',
        null,
        {
          list: (all, query, path) => {
            const response = lists.counted(all, query, path)
            const body = response.body as { results?: Item[] }
            if (Number(query.get('page') ?? 1) > 1 && body.results !== undefined && all[0] !== undefined)
              body.results[0] = all[0]
            return response
          },
        },
      ],
    ],
  },
  {
    name: 'after-the-last-item',
    declared: {
      ...named,
      parameters: [
        { name: 'starting_after', in: 'query', schema: { type: 'string' } },
        number('limit', { minimum: 1, maximum: 20, default: 3 }),
      ],
      list: {
        type: 'object',
        required: ['data', 'has_more'],
        properties: { data: items, has_more: { type: 'boolean' } },
      },
    },
    habits: { list: lists.afterItem },
    faults: [
      ...losing(lists.afterItem),
      [
        'repeats the last item on the next page',
        'list-pages-complete',
        'repeated-across-pages',
        null,
        { list: (all, query, path) => lists.afterItem(all, query, path, 0) },
      ],
    ],
  },
  {
    name: 'offset-of-sizes',
    declared: {
      ...named,
      parameters: [
        number('offset', { minimum: 0 }),
        { name: 'limit', in: 'query', schema: { type: 'integer', enum: [10, 25, 50], default: 10 } },
      ],
      list: {
        type: 'object',
        required: ['total', 'items'],
        properties: { total: { type: 'integer' }, items },
      },
    },
    habits: { list: lists.byOffset },
    faults: [...losing(lists.byOffset)],
  },
  {
    name: 'relay',
    declared: {
      ...named,
      parameters: [
        number('first', { minimum: 1, maximum: 50 }),
        { name: 'after', in: 'query', schema: { type: 'string' } },
      ],
      list: {
        type: 'object',
        required: ['items', 'pageInfo'],
        properties: {
          items,
          pageInfo: {
            type: 'object',
            required: ['endCursor', 'hasNextPage'],
            properties: { endCursor: { type: ['string', 'null'] }, hasNextPage: { type: 'boolean' } },
          },
        },
      },
    },
    habits: { list: lists.relay },
    faults: [
      ...losing(lists.relay),
      [
        'takes any cursor',
        'list-pages-complete',
        'wrong-status',
        'a after that the server never issued',
        {
          list: (all, query) => {
            const response = lists.relay(all, query)
            if (response.status === 200) return response
            query.delete('after')
            return lists.relay(all, query)
          },
        },
      ],
    ],
  },
  {
    name: 'short-pages',
    declared: {
      ...named,
      parameters: [number('limit', { minimum: 1, maximum: 50 }), number('cursor', { minimum: 0 })],
      list: {
        type: 'object',
        required: ['items', 'next_cursor'],
        properties: { items, next_cursor: { type: ['integer', 'null'] } },
      },
    },
    habits: { list: lists.short },
    faults: [...losing(lists.short)],
  },
  {
    name: 'hal',
    declared: {
      ...named,
      parameters: [
        number('limit', { minimum: 1, maximum: 4 }),
        { name: 'cursor', in: 'query', schema: { type: 'string' } },
      ],
      list: {
        type: 'object',
        required: ['items', '_links'],
        properties: {
          items,
          _links: {
            type: 'object',
            properties: { next: { type: 'object', properties: { href: { type: 'string' } } } },
          },
        },
      },
    },
    habits: { list: lists.hal },
    faults: [...losing(lists.hal)],
  },
]
