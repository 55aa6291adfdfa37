/** Faults of pages: items that come twice or never, and cursors. */
import {
  asks,
  type Fault,
  forgives,
  type Handle,
  isObject,
  itemsOf,
  type JsonObject,
  objectOf,
  operationOf,
  pathOf,
  queryOf,
  returnsJson,
  succeeded,
  type WireRequest,
  type WireResponse,
  withJson,
  withQuery,
} from './fault.ts'

const isList = (request: WireRequest) => operationOf(request)?.startsWith('list') ?? false

const without = (...names: string[]): Handle =>
  asks(isList, (request) =>
    withQuery(request, (query) => {
      for (const name of names) query.delete(name)
    }),
  )

const NO_FILTERS = new Set(['limit', 'cursor', 'sort', 'order'])

const page = (
  name: string,
  suffering: string,
  breaks: string,
  edit: (body: JsonObject, items: JsonObject[], request: WireRequest) => void,
): Fault => ({
  name,
  class: 'paging',
  suffering,
  breaks: `OpenAPI document: ${breaks}`,
  plant: () =>
    returnsJson(isList, (body, request) => {
      const items = itemsOf(body)
      if (items) edit(body, items, request)
    }),
})

/** The property that the rejection of a list names. */
const rejectedFor = (response: WireResponse, ...fields: string[]) => {
  const error = objectOf(response)?.error
  const details = isObject(error) ? error.details : undefined
  return isObject(details) && fields.includes(String(details.field))
}

export const pagingFaults: Fault[] = [
  page(
    'page-has-one-too-many',
    'A page holds more items than was asked for.',
    'lists, limit',
    (_body, items, request) => {
      const limit = Number(queryOf(request).get('limit'))
      const last = items.at(-1)
      if (limit > 0 && items.length === limit && last) items.push(last)
    },
  ),
  page(
    'page-has-one-too-few',
    'One item in each page is never shown.',
    'lists, limit and nextCursor',
    (body, items) => {
      if (body.hasMore === true) items.pop()
    },
  ),
  page('has-more-never-ends', 'A client that follows the pages never stops.', 'lists, hasMore', (body) => {
    body.hasMore = true
    body.nextCursor ??= 'end'
  }),
  page(
    'has-more-is-never-said',
    'Clients see the first page and believe that it is all.',
    'lists, hasMore',
    (body) => {
      body.hasMore = false
      body.nextCursor = null
    },
  ),
  page('has-more-without-cursor', 'There is more, and no way to get it.', 'lists, nextCursor', (body) => {
    if (body.hasMore === true) body.nextCursor = null
  }),
  page(
    'last-page-has-a-cursor',
    'A client that follows cursors asks once too often.',
    'lists, nextCursor',
    (body) => {
      if (body.hasMore === false) body.nextCursor = 'eyJ2IjoxfQ.AAAA'
    },
  ),
  {
    name: 'page-repeats-the-border',
    class: 'paging',
    suffering: 'The last item of a page comes again as the first of the next: clients count it twice.',
    breaks: 'OpenAPI document: lists, "Continues a list"',
    plant: () => {
      const last = new Map<string, JsonObject>()
      return returnsJson(isList, (body, request) => {
        const items = itemsOf(body)
        const end = items?.at(-1)
        if (typeof body.nextCursor === 'string' && end) last.set(body.nextCursor, end)
        const before = last.get(queryOf(request).get('cursor') ?? '')
        if (items && before) items.unshift(before)
      })
    },
  },
  {
    name: 'page-skips-the-border',
    class: 'paging',
    suffering: 'The first item of each later page is lost.',
    breaks: 'OpenAPI document: lists, "Continues a list"',
    plant: () =>
      returnsJson(isList, (body, request) => {
        if (queryOf(request).has('cursor')) itemsOf(body)?.shift()
      }),
  },
  {
    name: 'pages-move-with-inserts',
    class: 'paging',
    suffering: 'Cursors are offsets: an item that is added while a client pages shows another one twice.',
    breaks: 'OpenAPI document: lists, "Continues a list"',
    plant: offsets,
  },
  {
    name: 'cursor-starts-over',
    class: 'paging',
    suffering: 'The second page is the first one again.',
    breaks: 'OpenAPI document: lists, cursor',
    plant: () => without('cursor'),
  },
  {
    name: 'cursor-forgets-the-filter',
    class: 'paging',
    suffering: 'The second page of a search shows what the search did not find.',
    breaks: 'OpenAPI document: cursor, "valid only with the same sort order and filters"',
    plant: forgetfulCursor,
  },
  {
    name: 'forged-cursors-are-taken',
    class: 'paging',
    suffering: 'A broken cursor silently starts the list over, and a client goes round for ever.',
    breaks: 'OpenAPI document: lists, 400 and "Opaque"',
    plant: () =>
      forgives(400, isList, (request, rejection) =>
        rejectedFor(rejection, 'query.cursor', 'cursor')
          ? withQuery(request, (query) => query.delete('cursor'))
          : undefined,
      ),
  },
  {
    name: 'default-limit-is-all',
    class: 'paging',
    suffering: 'A list without a limit brings a hundred items where twenty were promised.',
    breaks: 'OpenAPI document: limit, default 20',
    plant: () =>
      asks(isList, (request) =>
        withQuery(request, (query) => {
          if (!query.has('limit')) query.set('limit', '100')
        }),
      ),
  },
]

/** Stores, for each cursor that was handed out, how many items came before; pages are cut from a fresh list. */
function offsets(): Handle {
  const seen = new Map<string, number>()
  return async (request, send) => {
    if (!isList(request)) return send(request)
    const query = queryOf(request)
    const offset = seen.get(query.get('cursor') ?? '')
    const response = await send(request)
    const body = objectOf(response)
    const items = body && itemsOf(body)
    if (!body || !items || !succeeded(response)) return response
    if (typeof body.nextCursor === 'string') seen.set(body.nextCursor, (offset ?? 0) + items.length)
    if (offset === undefined) return response
    query.delete('cursor')
    query.set('limit', '100')
    const all = objectOf(await send({ ...request, target: `${pathOf(request)}?${query}` }))
    const fresh = all && itemsOf(all)
    if (!fresh || fresh.length < offset + items.length) return response
    const name = Object.keys(body).find((key) => body[key] === items) as string
    return withJson(response, { ...body, [name]: fresh.slice(offset, offset + items.length) })
  }
}

/** Continues a list without its filters, from the first item that the filters would not have shown. */
function forgetfulCursor(): Handle {
  return async (request, send) => {
    const query = queryOf(request)
    const filters = [...query.keys()].filter((name) => !NO_FILTERS.has(name))
    if (!isList(request) || !query.has('cursor') || filters.length === 0) return send(request)
    const response = await send(request)
    if (!succeeded(response)) return response
    for (const name of [...filters, 'cursor']) query.delete(name)
    const unfiltered = await send({ ...request, target: `${pathOf(request)}?${query}` })
    return succeeded(unfiltered) ? unfiltered : response
  }
}
