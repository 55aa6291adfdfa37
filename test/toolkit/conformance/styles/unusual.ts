/** Servers that are right where a rule might report an error. */
import { json, responses } from './documents.ts'
import { type Before, itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Item, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

/** A merge patch whose inner object has properties of the server's own, and a colour that null brings back to its default. */
const inner = {
  town: name,
  colour: { type: ['string', 'null'], enum: ['grey', 'red', 'blue', null], default: 'grey' },
  edited_at: { type: 'string', format: 'date-time', readOnly: true },
}
const mergeable = closed({ name, maker: closed(inner, []) }, [])
const merged = (): Before => {
  let edits = 0
  return (call, items) => {
    const item = items.get(call.path[1] ?? '')
    if (call.path.length !== 2 || item === undefined || call.method !== 'PATCH') return undefined
    if (!String(call.headers['content-type']).startsWith('application/merge-patch+json')) return rejected(415)
    const headers = { ...call.headers, 'content-type': 'application/json' }
    const rejection = rejectionOf(mergeable, { ...call, headers })
    if (rejection !== undefined) return rejection
    const { maker, ...rest } = call.body
    Object.assign(item, rest)
    if (maker !== undefined) {
      const all: Item = { ...(item.maker as Item), ...(maker as Item) }
      all.colour ??= 'grey'
      all.edited_at = new Date(Date.UTC(2031, 0, 1) + ++edits * 1000).toISOString()
      item.maker = all
    }
    return { status: 200, body: item }
  }
}

/** A text that is written plainly, and read with what is known of it. */
const described = (): Before => {
  const words = new Map<string, string>()
  return (call, items) => {
    const [, id = '', kind, language = '', ...more] = call.path
    if (kind !== 'words') return undefined
    if (!items.has(id) || !/^[a-z]{2}$/.test(language) || more.length > 0) return rejected(404)
    const key = `${id} ${language}`
    const known = words.get(key)
    if (call.method === 'GET' || call.method === 'HEAD')
      return known === undefined
        ? rejected(404)
        : { status: 200, body: { text: known, length: known.length } }
    if (call.method !== 'PUT') return { ...rejected(405), headers: { Allow: 'GET, HEAD, PUT' } }
    if (!String(call.headers['content-type']).startsWith('text/plain')) return rejected(415)
    if (call.text === '' || call.text.length > 60) return rejected(400)
    words.set(key, call.text)
    return { status: known === undefined ? 201 : 204 }
  }
}

/** The list as a stream that does not end, on request. */
const streaming: Before = ({ path, method, headers }) =>
  path.length === 1 && method === 'GET' && String(headers.accept).startsWith('text/event-stream')
    ? { status: 200, instead: 'events' }
    : undefined

/** A repeated change may get a success (RFC 9110, 13.1.1). */
const versionedChange = closed({ version: { type: 'integer', minimum: 1 }, name }, ['version'])
const repeatable: Before = (call, items) => {
  const item = items.get(call.path[1] ?? '')
  if (call.method !== 'PATCH' || item === undefined) return undefined
  const rejection = rejectionOf(versionedChange, call)
  if (rejection !== undefined) return rejection
  const isDone = call.body.name === item.name && call.body.version === Number(item.version) - 1
  if (!isDone && call.body.version !== item.version) return rejected(409)
  if (!isDone) Object.assign(item, call.body, { version: Number(item.version) + 1 })
  return { status: 200, body: item }
}

export const unusualStyles = (): Style[] => [
  {
    name: 'merge-patch-with-members-of-the-server',
    declared: {
      item: itemOf({ maker: { type: 'object', properties: inner } }),
      request: named.request,
      changeContent: { 'application/merge-patch+json': { schema: mergeable } },
    },
    habits: { make: (body, id) => ({ id, maker: { colour: 'grey' }, ...body }), before: merged() },
    faults: [],
  },
  {
    name: 'plain-text-read-as-json',
    declared: {
      ...named,
      paths: {
        '/things/{thingId}/words/{language}': {
          parameters: [
            { name: 'thingId', in: 'path', required: true, schema: text },
            {
              name: 'language',
              in: 'path',
              required: true,
              schema: { type: 'string', pattern: '^[a-z]{2}$' },
            },
          ],
          get: {
            operationId: 'readWords',
            responses: {
              '200': json(closed({ text, length: { type: 'integer' } }, ['text', 'length'])),
              ...responses(404),
            },
          },
          put: {
            operationId: 'writeWords',
            requestBody: {
              required: true,
              content: { 'text/plain': { schema: { type: 'string', minLength: 1, maxLength: 60 } } },
            },
            responses: {
              '201': { description: 'Kept.' },
              '204': { description: 'Kept.' },
              ...responses(400, 404, 415),
            },
          },
        },
      },
    },
    habits: { before: described() },
    faults: [],
  },
  {
    name: 'list-as-a-stream',
    declared: {
      ...named,
      listStatuses: {
        '200': {
          description: 'Things.',
          content: {
            'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
            'text/event-stream': { schema: text },
          },
        },
      },
    },
    habits: { before: streaming },
    faults: [],
  },
  {
    name: 'version-in-the-body-of-a-change-that-is-there',
    declared: {
      item: itemOf({ version: { type: 'integer' } }, ['version']),
      request: named.request,
      changeContent: { 'application/json': { schema: versionedChange } },
      changedStatuses: responses(409),
    },
    habits: { make: (body, id) => ({ id, version: 1, ...body }), before: repeatable },
    faults: [],
  },
  {
    name: 'names-that-are-no-words',
    declared: {
      item: itemOf({ 'size (cm': number, 'c++': text }, []),
      request: named.request,
      parameters: [
        {
          name: 'weight_to',
          in: 'query',
          schema: number,
          description: 'Things whose weight is at most this.',
        },
      ],
    },
    habits: {
      list: (items, query) =>
        [...query.keys()].some((key) => key !== 'weight_to') ||
        !/^(\d{1,3}|1000)$/.test(query.get('weight_to') ?? '0')
          ? rejected(400)
          : { status: 200, body: items },
    },
    faults: [],
  },
  {
    name: 'two-values-are-a-range',
    declared: {
      item: itemOf({ weight: number }),
      request: closed({ name, weight: number }, ['name', 'weight']),
      parameters: [
        {
          name: 'weight',
          in: 'query',
          explode: false,
          description: 'Things whose weight lies between the two.',
          schema: { type: 'array', minItems: 2, maxItems: 2, items: number },
        },
      ],
    },
    habits: {
      list: (items, query) => {
        const asked = query.get('weight')?.split(',')
        const isRight =
          asked === undefined || (asked.length === 2 && asked.every((one) => /^(\d{1,3}|1000)$/.test(one)))
        if (!isRight || [...query.keys()].some((key) => key !== 'weight')) return rejected(400)
        const [least = 0, most = 1000] = (asked ?? []).map(Number)
        return {
          status: 200,
          body: items.filter((one) => Number(one.weight) >= least && Number(one.weight) <= most),
        }
      },
    },
    faults: [],
  },
  {
    name: 'one-change-of-all',
    declared: {
      ...named,
      whole: {
        patch: {
          operationId: 'changeAll',
          requestBody: { required: true, content: { 'application/json': { schema: named.request } } },
          responses: { '200': json(closed({ count: number })), ...responses(400, 415) },
        },
      },
    },
    habits: {
      before: (call, items) => {
        if (
          call.path.length !== 1 ||
          call.path[0] !== 'things' ||
          !['PATCH', 'PUT', 'DELETE'].includes(call.method)
        )
          return undefined
        if (call.method !== 'PATCH') return { ...rejected(405), headers: { Allow: 'GET, PATCH, POST' } }
        const rejection = rejectionOf(named.request, call)
        if (rejection !== undefined) return rejection
        for (const item of items.values()) item.name = call.body.name
        return { status: 200, body: { count: items.size } }
      },
      list: (items) => ({ status: 200, body: items }),
    },
    faults: [],
  },
  {
    name: 'values-that-are-hidden',
    declared: {
      item: itemOf({ address: text }),
      request: closed({ name, address: { type: 'string', minLength: 1, maxLength: 40 } }, ['name']),
    },
    habits: { show: (item) => (item.address === undefined ? item : { ...item, address: '*****' }) },
    faults: [
      [
        'keeps no name',
        'created-read-back',
        'sent-value-changed',
        '/name',
        { make: (body, id) => ({ id, ...body, name: 'one name' }) },
      ],
    ],
  },
  {
    name: 'a-change-responses-around-it',
    declared: {
      ...named,
      changedStatuses: { '200': json({ type: 'object', properties: { data: { type: 'object' } } }) },
    },
    habits: {
      before: (call, items) => {
        const item = items.get(call.path[1] ?? '')
        if (call.method !== 'PATCH' || call.path.length !== 2 || item === undefined) return undefined
        const rejection = rejectionOf({ ...named.request, required: [] }, call)
        if (rejection !== undefined) return rejection
        Object.assign(item, call.body)
        return { status: 200, body: { data: item } }
      },
    },
    faults: [],
  },
  {
    name: 'names-of-files-with-the-time',
    declared: named,
    habits: {
      before: (() => {
        let count = 0
        return (call, items) => {
          const item = items.get(call.path[1] ?? '')
          if (!['GET', 'HEAD'].includes(call.method) || item === undefined) return undefined
          const headers = { 'Content-Disposition': `attachment; filename="thing-${++count}.json"` }
          return { status: 200, headers, body: item }
        }
      })(),
    },
    faults: [
      [
        'forgets what a file is called',
        'head-matches-get',
        'head-header-differs',
        'content-disposition',
        {
          before: (call, items) => {
            const item = items.get(call.path[1] ?? '')
            if (call.method === 'HEAD' || call.method !== 'GET' || item === undefined) return undefined
            return { status: 200, headers: { 'Content-Disposition': 'attachment' }, body: item }
          },
        },
      ],
    ],
  },
]
