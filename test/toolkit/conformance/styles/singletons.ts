/** Styles of what there is one of. */
import { createHash } from 'node:crypto'
import { json, responses } from './documents.ts'
import type { Before } from './meanings.ts'
import { type Call, type Item, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const text = { type: 'string' }
const isQuestion = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'
const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex')

const settings = {
  type: 'object',
  required: ['theme', 'size'],
  additionalProperties: false,
  properties: { theme: { enum: ['dark', 'light'] }, size: { type: 'integer', minimum: 1, maximum: 9 } },
}

/** A singleton, with a tag for its changes. */
function settingsOf(
  mistake: { change?: (now: Item, body: Item) => Item; acceptsAnyTag?: true } = {},
): Before {
  let now: Item = { theme: 'dark', size: 3 }
  return (call) => {
    if (call.path.join('/') !== 'settings') return undefined
    const tag = `"${sha256(JSON.stringify(now)).slice(0, 12)}"`
    if (isQuestion(call)) return { status: 200, headers: { ETag: tag }, body: now }
    if (call.method !== 'PATCH')
      return { status: 405, headers: { Allow: 'GET, HEAD, PATCH' }, body: { title: 'no' } }
    const rejection = rejectionOf({ ...settings, required: [] }, call)
    if (rejection !== undefined) return rejection
    if (
      !mistake.acceptsAnyTag &&
      ![undefined, '*', tag].includes(call.headers['if-match'] as string | undefined)
    )
      return { status: 412, body: { title: 'tag' } }
    now = mistake.change?.(now, call.body) ?? { ...now, ...call.body }
    return { status: 200, body: now }
  }
}

export const singletonStyles = (): Style[] => [
  {
    name: 'settings-of-one',
    declared: {
      ...named,
      paths: {
        '/settings': {
          get: { operationId: 'getSettings', responses: { '200': json(settings) } },
          patch: {
            operationId: 'changeSettings',
            parameters: [{ name: 'If-Match', in: 'header', schema: text }],
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { ...settings, required: [] } } },
            },
            responses: { '200': json(settings), ...responses(400, 412, 415) },
          },
        },
      },
    },
    habits: { before: settingsOf() },
    faults: [
      [
        'forgets a change',
        'update-applied-exactly',
        'change-not-stored',
        '/theme',
        { before: settingsOf({ change: (now) => now }) },
      ],
      [
        'sets the others back',
        'update-applied-exactly',
        'other-property-changed',
        '/size',
        { before: settingsOf({ change: (_, body) => ({ theme: 'dark', size: 3, ...body }) }) },
      ],
      [
        'takes any tag',
        'conditional-requests-honored',
        'wrong-status',
        'If-Match with an ETag that the resource never had',
        { before: settingsOf({ acceptsAnyTag: true }) },
      ],
    ],
  },
]
