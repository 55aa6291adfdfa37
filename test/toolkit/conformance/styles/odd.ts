/** Styles of connections, examples and states. */
import { answers } from './documents.ts'
import type { Call } from './server.ts'
import { named, type Style } from './style.ts'

const name = { type: 'string', minLength: 1, maxLength: 40 }
const shown = { ...named.request, example: { name: 'A first name' } }

export const oddStyles: Style[] = [
  {
    name: 'example',
    declared: { ...named, request: shown },
    habits: {},
    faults: [
      [
        'answers 500 to its own example',
        'valid-request-succeeds',
        {
          before: ({ method, text }: Call) =>
            method === 'POST' && text.includes('A first name')
              ? { status: 500, body: { title: 'oh' } }
              : undefined,
        },
      ],
      [
        'refuses its own example',
        'valid-request-succeeds',
        {
          before: ({ method, text }: Call) =>
            method === 'POST' && text.includes('A first name')
              ? { status: 400, body: { title: 'no' } }
              : undefined,
        },
      ],
      [
        'answers nothing to a long name',
        'created-read-back',
        {
          before: ({ method, body }: Call) =>
            method === 'POST' && String(body.name).length > 30 ? { status: 0, instead: 'reset' } : undefined,
        },
      ],
    ],
  },
  {
    name: 'events-and-large-bodies',
    declared: {
      ...named,
      made: 'POST',
      madeStatuses: answers(413),
      paths: {
        '/events': {
          get: {
            operationId: 'readEvents',
            responses: {
              '200': {
                description: 'Events.',
                content: { 'text/event-stream': { schema: { type: 'string' } } },
              },
            },
          },
        },
      },
    },
    habits: {
      before: ({ method, path: [first], text }) => {
        if (first === 'events')
          return method === 'GET' || method === 'HEAD'
            ? { status: 200, instead: 'events' }
            : { status: 405, headers: { Allow: 'GET, HEAD' }, body: { title: 'no' } }
        return text.length > 100_000 ? { status: 0, instead: 'reset' } : undefined
      },
    },
    faults: [],
  },
  {
    name: 'always-pending',
    declared: {
      item: {
        type: 'object',
        required: ['id', 'name', 'status'],
        properties: { id: { type: 'string' }, name, status: { enum: ['pending', 'paid'] } },
      },
      request: named.request,
    },
    habits: { make: (body, id) => ({ id, ...body, status: 'pending' }) },
    faults: [],
  },
]
