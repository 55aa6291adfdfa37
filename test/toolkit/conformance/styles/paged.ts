/** Styles of lists. */
import { Thing } from './documents.ts'
import * as lists from './lists.ts'
import type { Item } from './server.ts'
import { named, type Style } from './style.ts'

const number = (name: string, schema: object) => ({
  name,
  in: 'query',
  schema: { type: 'integer', ...schema },
})
const items = { type: 'array', items: Thing }
const loses =
  (list: NonNullable<Style['habits']>['list'] & object) =>
  (all: Item[], query: URLSearchParams, path: string) =>
    list(
      all.filter((_, index) => index % 4 !== 2),
      query,
      path,
    )

const paged = [number('page', { minimum: 1 }), number('per_page', { minimum: 1, maximum: 4, default: 3 })]

export const pagedStyles: Style[] = [
  {
    name: 'link-rising',
    declared: { ...named, parameters: paged },
    habits: { list: lists.linked(false) },
    faults: [['loses every fourth item', 'created-item-found', { list: loses(lists.linked(false)) }]],
  },
  {
    name: 'link-newest-first',
    declared: { ...named, parameters: paged },
    habits: { list: lists.linked(true) },
    faults: [['loses every fourth item', 'list-pages-hold', { list: loses(lists.linked(true)) }]],
  },
  {
    name: 'link-alone',
    declared: {
      ...named,
      parameters: [number('from', { minimum: 0 })],
      listHeaders: { Link: { schema: { type: 'string' } } },
    },
    habits: { list: lists.linkedAlone },
    faults: [['loses every fourth item', 'created-item-found', { list: loses(lists.linkedAlone) }]],
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
      listStatuses: { '404': { description: 'No such page.' } },
    },
    habits: { list: lists.counted },
    faults: [
      ['loses every fourth item', 'created-item-found', { list: loses(lists.counted) }],
      [
        'repeats an item on the next page',
        'list-pages-hold',
        {
          list: (all, query, path) => {
            const answer = lists.counted(all, query, path)
            const body = answer.body as { results?: Item[] }
            if (Number(query.get('page') ?? 1) > 1 && body.results !== undefined && all[0] !== undefined)
              body.results[0] = all[0]
            return answer
          },
        },
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
    faults: [['loses every fourth item', 'created-item-found', { list: loses(lists.byOffset) }]],
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
      ['loses every fourth item', 'created-item-found', { list: loses(lists.relay) }],
      [
        'takes any cursor',
        'list-pages-hold',
        {
          list: (all, query) => {
            const answer = lists.relay(all, query)
            if (answer.status === 200) return answer
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
    faults: [['loses every fourth item', 'created-item-found', { list: loses(lists.short) }]],
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
    faults: [['loses every fourth item', 'created-item-found', { list: loses(lists.hal) }]],
  },
]
