/** Faults of lists: filters and order. */
import {
  asks,
  editJson,
  type Fault,
  forgives,
  type Handle,
  isObject,
  itemsOf,
  type JsonObject,
  objectOf,
  operationOf,
  queryOf,
  returnsJson,
  succeeded,
  type WireRequest,
  type WireResponse,
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

const ignored = (parameter: string, suffering: string): Fault => ({
  name: `list-ignores-${parameter}`,
  class: 'listing',
  suffering,
  breaks: `OpenAPI document: lists, query parameter ${parameter}`,
  plant: () => without(parameter),
})

/** The property that the rejection of a list names. */
const rejectedFor = (response: WireResponse, ...fields: string[]) => {
  const error = objectOf(response)?.error
  const details = isObject(error) ? error.details : undefined
  return isObject(details) && fields.includes(String(details.field))
}

export const listingFaults: Fault[] = [
  ignored('folderId', 'A folder seems to hold every prompt of the organization.'),
  ignored('status', 'Drafts are shown among what is published.'),
  ignored('tag', 'Searching by tag finds everything.'),
  ignored('name', 'Searching by name finds everything.'),
  ignored('order', 'Oldest first shows newest first.'),
  ignored('sort', 'Sorted by name is sorted by creation.'),
  ignored('limit', 'A page that was to hold one item holds twenty.'),
  {
    name: 'only-one-filter-counts',
    class: 'listing',
    suffering: 'Two filters together find what meets one of them.',
    breaks: 'OpenAPI document: listPrompts, "Filters add up"',
    plant: () =>
      asks(isList, (request) =>
        withQuery(request, (query) => {
          const filters = [...query.keys()].filter((name) => !NO_FILTERS.has(name))
          for (const name of filters.slice(1)) query.delete(name)
        }),
      ),
  },
  {
    name: 'name-filter-minds-case',
    class: 'listing',
    suffering: 'Searching for "welcome" does not find "Welcome mail".',
    breaks: 'OpenAPI document: listPrompts, name "without regard to case"',
    plant: () =>
      returnsJson('listPrompts', (body, request) => {
        const wanted = queryOf(request).get('name')
        if (wanted === null || !Array.isArray(body.prompts)) return
        body.prompts = (body.prompts as JsonObject[]).filter(({ name }) => String(name).includes(wanted))
      }),
  },
  {
    name: 'name-filter-takes-wildcards',
    class: 'listing',
    suffering: 'Searching for "100%" finds every prompt, for the text goes into LIKE as it is.',
    breaks: 'OpenAPI document: listPrompts, name "holds this text"',
    plant: () =>
      asks('listPrompts', (request) =>
        withQuery(request, (query) => {
          if (/[%_]/.test(query.get('name') ?? '')) query.delete('name')
        }),
      ),
  },
  {
    name: 'filter-finds-the-opposite',
    class: 'listing',
    suffering: 'Asking for drafts shows what is published.',
    breaks: 'OpenAPI document: listPrompts, status',
    plant: () =>
      asks('listPrompts', (request) =>
        withQuery(request, (query) => {
          const status = query.get('status')
          if (status === 'draft' || status === 'published')
            query.set('status', status === 'draft' ? 'published' : 'draft')
        }),
      ),
  },
  {
    name: 'order-is-reversed',
    class: 'listing',
    suffering: 'Ascending is descending.',
    breaks: 'OpenAPI document: lists, order',
    plant: () =>
      asks(isList, (request) =>
        withQuery(request, (query) => {
          const order = query.get('order')
          if (order === 'asc' || order === 'desc') query.set('order', order === 'asc' ? 'desc' : 'asc')
        }),
      ),
  },
  {
    name: 'list-lacks-the-newest',
    class: 'listing',
    suffering: 'What was just created is not in the list.',
    breaks: 'OpenAPI document: listPrompts after createPrompt',
    plant: () => {
      let newest: unknown
      return async (request, send) => {
        const response = await send(request)
        if (operationOf(request)?.startsWith('create') && succeeded(response)) newest = objectOf(response)?.id
        if (!isList(request) || !succeeded(response)) return response
        return editJson(response, (body) => {
          const items = itemsOf(body)
          const at = items?.findIndex(({ id }) => id === newest) ?? -1
          if (newest !== undefined && at >= 0) items?.splice(at, 1)
        })
      }
    },
  },
  {
    name: 'list-shows-old-names',
    class: 'listing',
    suffering: 'A list shows a prompt under another name than the prompt itself does.',
    breaks: 'OpenAPI document: listPrompts and getPrompt show the same resource',
    plant: () => {
      const first = new Map<unknown, unknown>()
      return async (request, send) => {
        const response = await send(request)
        const body = objectOf(response)
        if (operationOf(request)?.startsWith('create') && succeeded(response) && body?.id)
          first.set(body.id, body.name)
        if (!isList(request) || !succeeded(response)) return response
        return editJson(response, (listed) => {
          for (const item of itemsOf(listed) ?? []) if (first.has(item.id)) item.name = first.get(item.id)
        })
      }
    },
  },
  {
    name: 'too-large-limits-are-cut',
    class: 'constraints',
    suffering: 'A client that asks for 500 items gets 20 and believes that there are no more.',
    breaks: 'OpenAPI document: limit, maximum 100',
    plant: () =>
      forgives(400, isList, (request, rejection) =>
        rejectedFor(rejection, 'query.limit', 'limit')
          ? withQuery(request, (query) => query.delete('limit'))
          : undefined,
      ),
  },
  {
    name: 'unknown-filters-are-ignored',
    class: 'constraints',
    suffering: 'A misspelt filter finds everything, and a client deletes what it did not mean.',
    breaks: 'OpenAPI document: info, "Unknown query parameters … are refused with 400"',
    plant: () =>
      forgives(400, isList, (request) => {
        const known = [
          'folderId',
          'name',
          'status',
          'tag',
          'label',
          'limit',
          'cursor',
          'sort',
          'order',
          'type',
        ]
        const fixed = withQuery(request, (query) => {
          for (const name of [...query.keys()]) if (!known.includes(name)) query.delete(name)
        })
        return fixed === request ? undefined : fixed
      }),
  },
]
