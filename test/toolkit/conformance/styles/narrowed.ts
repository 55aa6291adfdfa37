/** Lists that are narrowed and read on in ways of their own, and changes that are merged. */
import { responses } from './documents.ts'
import { type Before, itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Habits, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

/** Pages with their cursor in a header, and their number next to it. */
const headed =
  ({ loses = 0, ignores = false } = {}): Habits['list'] =>
  (items, query) => {
    const size = Number(query.get('page_size') ?? '10')
    const from = query.has('cursor') ? Number(query.get('cursor')) : 0
    const colour = query.get('filter[colour]')
    const bound = query.get('filter[weight_to]')
    const isNarrowed = [...query.keys()].every((one) =>
      ['page_size', 'cursor', 'filter[colour]', 'filter[weight_to]'].includes(one),
    )
    const isRight =
      isNarrowed &&
      /^\d+$/.test(query.get('cursor') ?? '0') &&
      /^([1-9]|[1-4]\d|50)$/.test(String(size)) &&
      (colour === null || ['red', 'blue'].includes(colour)) &&
      (bound === null || /^\d{1,4}$/.test(bound))
    if (!isRight) return rejected(400)
    const found = items.filter(
      (one) =>
        (colour === null || ignores || one.colour === colour) &&
        (bound === null || Number(one.weight_grams) <= Number(bound)),
    )
    const page = found.slice(from, from + size - (found.length > from + size ? loses : 0))
    const more = found.length > from + size
    return {
      status: 200,
      body: page,
      headers: {
        'X-Total-Count': String(found.length),
        ...(more && { 'X-Next-Cursor': String(from + size) }),
      },
    }
  }

const weighed = closed({
  name,
  sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
  colour: { enum: ['red', 'blue'] },
  weight_grams: number,
})

/** A code belongs to only one resource, so that a check that runs again needs another one. */
const oneOfItsCode: Before = (call, items) =>
  call.method === 'POST' && [...items.values()].some(({ sku }) => sku === call.body.sku)
    ? (rejectionOf(weighed, call) ?? rejected(409))
    : undefined

/** Several colours in one filter, and the next page by an address that repeats them. */
const repeatedly =
  (accepts: (asked: string[], colour: unknown) => boolean, isRetained = true): Habits['list'] =>
  (items, query, path) => {
    const asked = query.getAll('colour')
    const page = Number(query.get('page') ?? '1')
    if ([...query.keys()].some((one) => !['page', 'colour'].includes(one))) return rejected(400)
    if (!/^[1-9]\d{0,5}$/.test(String(page)) || asked.some((one) => !['red', 'blue', 'green'].includes(one)))
      return rejected(400)
    const found = items.filter((one) => asked.length === 0 || accepts(asked, one.colour))
    const next = new URLSearchParams([
      ...(isRetained ? asked.map((one): [string, string] => ['colour', one]) : []),
      ['page', String(page + 1)],
    ])
    return {
      status: 200,
      body: {
        items: found.slice((page - 1) * 3, page * 3),
        next: page * 3 < found.length ? `${path}?${next}` : null,
      },
    }
  }

/** JSON Merge Patch (RFC 7396), with a tag of the whole. */
const mergeable = closed(
  {
    name,
    maker: closed({ town: name, year: { type: ['integer', 'null'], minimum: 1900, maximum: 2100 } }, []),
  },
  [],
)
const merged =
  ({ deep = true, tagOf = (item: Item) => JSON.stringify(item) } = {}): Before =>
  (call, items) => {
    const item = items.get(call.path[1] ?? '')
    if (call.path.length !== 2 || item === undefined) return undefined
    const tagged = (): PlainResponse => ({
      status: 200,
      body: item,
      headers: { ETag: `"${Buffer.from(tagOf(item)).toString('base64url')}"` },
    })
    if (call.method === 'GET' || call.method === 'HEAD') return tagged()
    if (call.method !== 'PATCH') return undefined
    if (!String(call.headers['content-type']).startsWith('application/merge-patch+json')) return rejected(415)
    const headers = { ...call.headers, 'content-type': 'application/json' }
    const rejection = rejectionOf(mergeable, { ...call, headers })
    if (rejection !== undefined) return rejection
    const { maker, ...rest } = call.body
    Object.assign(item, rest)
    if (maker !== undefined) {
      const all = { ...(deep ? (item.maker as Item) : {}), ...(maker as Item) }
      item.maker = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
    }
    return tagged()
  }

const coloured = closed({ name, colour: { enum: ['red', 'blue', 'green'] } })

export const narrowedStyles = (): Style[] => [
  {
    name: 'cursor-in-a-header',
    declared: {
      item: itemOf({ sku: text, colour: text, weight_grams: number }),
      request: weighed,
      madeStatuses: responses(409),
      list: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      listHeaders: {
        'X-Total-Count': { schema: { type: 'integer' } },
        'X-Next-Cursor': { schema: text },
      },
      parameters: [
        { name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
        { name: 'cursor', in: 'query', schema: text },
        {
          name: 'filter',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: closed(
            {
              colour: { enum: ['red', 'blue'] },
              weight_to: { ...number, description: 'Things whose weight_grams is at most this.' },
            },
            [],
          ),
        },
      ],
    },
    habits: { list: headed(), before: oneOfItsCode },
    faults: [
      [
        'loses one at the end of a page',
        'list-pages-complete',
        'missing-from-pages',
        null,
        { list: headed({ loses: 1 }) },
      ],
      [
        'ignores the filter',
        'list-filter-applied',
        'unfiltered-item',
        'filter[colour]',
        { list: headed({ ignores: true }) },
      ],
    ],
  },
  {
    name: 'several-values-at-once',
    declared: {
      item: itemOf({ colour: { enum: ['red', 'blue', 'green'] } }),
      request: coloured,
      list: {
        type: 'object',
        required: ['items', 'next'],
        properties: {
          items: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          next: { type: ['string', 'null'] },
        },
      },
      parameters: [
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
        {
          name: 'colour',
          in: 'query',
          schema: { type: 'array', items: { enum: ['red', 'blue', 'green'] } },
        },
      ],
    },
    habits: { list: repeatedly((asked, colour) => asked.includes(String(colour))) },
    faults: [
      [
        'looks at the first value alone',
        'list-filter-applied',
        'missing-from-filtered',
        'colour',
        { list: repeatedly((asked, colour) => asked[0] === colour) },
      ],
    ],
  },
  {
    name: 'merge-patch-within',
    declared: {
      item: itemOf({ maker: { type: 'object', properties: { town: text, year: { type: 'integer' } } } }),
      request: named.request,
      changeContent: { 'application/merge-patch+json': { schema: mergeable } },
    },
    habits: { make: (body, id) => ({ id, maker: {}, ...body }), before: merged() },
    faults: [
      [
        'replaces what is within',
        'update-applied-exactly',
        'other-property-changed',
        '/maker/year',
        { before: merged({ deep: false }) },
      ],
      [
        'makes its tag of the name alone',
        'update-applied-exactly',
        'etag-not-changed',
        null,
        { before: merged({ tagOf: (item) => String(item.name) }) },
      ],
    ],
  },
]
