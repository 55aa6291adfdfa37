/**
 * Tasks of one person: Fastify with its own validation, bare resources, pages by offset, Basic credentials, PUT, and
 * entity tags. One fault at a time can be switched on.
 */
import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

export type TaskFault =
  | 'put-merges'
  | 'if-match-is-not-read'
  | 'priority-is-not-bounded'
  | 'due-is-any-text'
  | 'offset-is-ignored'
  | 'done-filter-is-reversed'
  | 'password-is-not-checked'
  | 'deleted-twice-is-204'
  | 'status-is-foreign'
  | 'error-is-a-text'

export const taskFaults: readonly TaskFault[] = [
  'put-merges',
  'if-match-is-not-read',
  'priority-is-not-bounded',
  'due-is-any-text',
  'offset-is-ignored',
  'done-filter-is-reversed',
  'password-is-not-checked',
  'deleted-twice-is-204',
  'status-is-foreign',
  'error-is-a-text',
]

interface Task {
  id: string
  title: string
  note?: string
  priority: number
  due?: string
  status: 'open' | 'done'
}

type NewTask = Omit<Task, 'id'>

const CREDENTIAL = `Basic ${Buffer.from('ada:lovelace').toString('base64')}`

export function createTasks(fault?: TaskFault): FastifyInstance {
  const tasks = new Map<string, Task>()
  const app = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true } },
    exposeHeadRoutes: true,
  })
  const query = {
    type: 'object',
    additionalProperties: false,
    properties: {
      limit: { type: 'string', pattern: '^([1-9]|[1-9][0-9]|100)$' },
      offset: { type: 'string', pattern: '^[0-9]{1,6}$' },
      status: { enum: ['open', 'done'] },
    },
  }
  const body = {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80 },
      note: { type: 'string', maxLength: 500 },
      priority: {
        type: 'integer',
        default: 3,
        ...(fault !== 'priority-is-not-bounded' && { minimum: 1, maximum: 5 }),
      },
      due: { type: 'string', ...(fault !== 'due-is-any-text' && { format: 'date' }) },
      status: { enum: ['open', 'done'], default: 'open' },
    },
  }

  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reject(reply, error.statusCode ?? 500, error.message),
  )
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path === '/tasks') return reject(reply.header('allow', 'GET, HEAD, POST'), 405, 'No such method.')
    if (/^\/tasks\/[^/]+$/.test(path))
      return reject(reply.header('allow', 'GET, HEAD, PUT, DELETE'), 405, 'No such method.')
    return reject(reply, 404, 'There is nothing here.')
  })
  app.addHook('onRequest', async (request, reply) => {
    const given = request.headers.authorization
    const used = fault === 'password-is-not-checked' ? given?.startsWith('Basic ') : given === CREDENTIAL
    if (!used) return reject(reply.header('www-authenticate', 'Basic realm="tasks"'), 401, 'Sign in.')
  })

  const reject = (reply: FastifyReply, status: number, message: string) =>
    reply
      .status(status)
      .type('application/json')
      .send(JSON.stringify(fault === 'error-is-a-text' ? message : { message }))
  const shown = (task: Task) =>
    fault === 'status-is-foreign' && task.status === 'done' ? { ...task, status: 'finished' } : task
  const tagOf = (task: Task) =>
    `"${createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 16)}"`
  const guarded = (request: FastifyRequest, task: Task): boolean => {
    const wanted = request.headers['if-match']
    return (
      wanted === undefined ||
      fault === 'if-match-is-not-read' ||
      wanted.split(',').some((tag) => ['*', tagOf(task)].includes(tag.trim()))
    )
  }

  app.get<{ Querystring: { limit?: string; offset?: string; status?: string } }>(
    '/tasks',
    { schema: { querystring: query } },
    (request, reply) => {
      const { limit = '20', offset = '0', status } = request.query
      const wanted =
        fault === 'done-filter-is-reversed' && status ? (status === 'done' ? 'open' : 'done') : status
      const found = [...tasks.values()].filter((task) => wanted === undefined || task.status === wanted)
      const start = fault === 'offset-is-ignored' ? 0 : Number(offset)
      reply
        .header('x-total-count', String(found.length))
        .send(found.slice(start, start + Number(limit)).map(shown))
    },
  )
  app.post<{ Body: NewTask }>('/tasks', { schema: { body } }, (request, reply) => {
    const task = { id: randomUUID(), ...request.body }
    tasks.set(task.id, task)
    reply
      .status(201)
      .headers({ location: `/tasks/${task.id}`, etag: tagOf(task) })
      .send(shown(task))
  })
  app.get<{ Params: { id: string } }>('/tasks/:id', (request, reply) => {
    const task = tasks.get(request.params.id)
    if (!task) return reject(reply, 404, 'There is no such task.')
    return reply.header('etag', tagOf(task)).send(shown(task))
  })
  app.put<{ Params: { id: string }; Body: NewTask }>('/tasks/:id', { schema: { body } }, (request, reply) => {
    const task = tasks.get(request.params.id)
    if (!task) return reject(reply, 404, 'There is no such task.')
    if (!guarded(request, task)) return reject(reply, 412, 'The task was changed meanwhile.')
    const changed = { ...(fault === 'put-merges' && task), ...request.body, id: task.id }
    tasks.set(task.id, changed)
    return reply.header('etag', tagOf(changed)).send(shown(changed))
  })
  app.delete<{ Params: { id: string } }>('/tasks/:id', (request, reply) => {
    const task = tasks.get(request.params.id)
    if (!task)
      return fault === 'deleted-twice-is-204'
        ? reply.status(204).send()
        : reject(reply, 404, 'There is no such task.')
    if (!guarded(request, task)) return reject(reply, 412, 'The task was changed meanwhile.')
    tasks.delete(task.id)
    return reply.status(204).send()
  })
  return app
}
