/**
 * A help desk with existing data: tickets with small numbers, comments below them, actions, batches by ids, a list that
 * can be emptied, settings, and agents that nothing creates. It carries out every request, so that a write to
 * existing data shows.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Entry = Record<string, unknown>

const json = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })
const none = { description: 'Done.' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const accepts = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const number = { type: 'integer', minimum: 1 }
const at = (name: string) => ({ name, in: 'path', required: true, schema: number })
const text = { type: 'string', minLength: 1, maxLength: 40 }
const ids = { name: 'ids', in: 'query', required: true, schema: { type: 'array', items: number } }

/** @param withCreation whether anything can be created at all */
export function deskDocument(withCreation: boolean): object {
  const ticket = { title: text, done: { type: 'boolean' } }
  const settings = { theme: { enum: ['dark', 'light'] }, size: { type: 'integer', minimum: 1, maximum: 9 } }
  const closed = { type: 'object', additionalProperties: false }
  const rejected = { '400': none, '404': none }
  return {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1' },
    paths: {
      '/tickets': {
        get: {
          operationId: 'listTickets',
          responses: { '200': json({ type: 'array', items: ref('Ticket') }) },
        },
        ...(withCreation && {
          post: {
            operationId: 'createTicket',
            requestBody: accepts({ ...closed, required: ['title'], properties: ticket }),
            responses: { '201': json(ref('Ticket')), ...rejected },
          },
        }),
        patch: {
          operationId: 'updateTickets',
          requestBody: accepts({
            ...closed,
            required: ['tickets'],
            properties: {
              tickets: {
                type: 'array',
                minItems: 1,
                items: { type: 'object', required: ['id'], properties: { id: number, title: text } },
              },
            },
          }),
          responses: { '204': none, ...rejected },
        },
        delete: { operationId: 'deleteTickets', parameters: [ids], responses: { '204': none, ...rejected } },
      },
      '/tickets/clear': { post: { operationId: 'clearTickets', responses: { '204': none } } },
      '/tickets:batchDelete': {
        post: {
          operationId: 'batchDelete',
          requestBody: accepts({
            ...closed,
            required: ['ids'],
            properties: { ids: { type: 'array', minItems: 1, items: number, examples: [[1, 2]] } },
          }),
          responses: { '204': none, ...rejected },
        },
      },
      '/tickets/bulk_close': {
        post: {
          operationId: 'bulkClose',
          requestBody: accepts({ ...closed, properties: { title: text } }),
          responses: { '204': none, ...rejected },
        },
      },
      '/tickets/{id}': {
        parameters: [at('id')],
        get: { operationId: 'getTicket', responses: { '200': json(ref('Ticket')), ...rejected } },
        patch: {
          operationId: 'updateTicket',
          requestBody: accepts({ ...closed, properties: ticket }),
          responses: { '200': json(ref('Ticket')), ...rejected },
        },
        put: {
          operationId: 'replaceTicket',
          requestBody: accepts({ ...closed, required: ['title'], properties: ticket }),
          responses: { '200': json(ref('Ticket')), ...rejected },
        },
        delete: { operationId: 'deleteTicket', responses: { '204': none, ...rejected } },
      },
      '/tickets/{id}/close': {
        parameters: [at('id')],
        post: { operationId: 'closeTicket', responses: { '200': json(ref('Ticket')), ...rejected } },
      },
      '/tickets/{id}/comments': {
        parameters: [at('id')],
        get: {
          operationId: 'listComments',
          responses: { '200': json({ type: 'array', items: ref('Comment') }), ...rejected },
        },
        post: {
          operationId: 'createComment',
          requestBody: accepts({ ...closed, required: ['words'], properties: { words: text } }),
          responses: { '201': json(ref('Comment')), ...rejected },
        },
      },
      '/tickets/{id}/comments/{comment}': {
        parameters: [at('id'), at('comment')],
        get: { operationId: 'getComment', responses: { '200': json(ref('Comment')), ...rejected } },
        delete: { operationId: 'deleteComment', responses: { '204': none, ...rejected } },
      },
      '/agents': {
        get: {
          operationId: 'listAgents',
          responses: { '200': json({ type: 'array', items: ref('Agent') }) },
        },
      },
      '/agents/{agent}': {
        parameters: [at('agent')],
        patch: {
          operationId: 'updateAgent',
          requestBody: accepts({ ...closed, properties: { name: text } }),
          responses: { '200': json(ref('Agent')), ...rejected },
        },
        delete: { operationId: 'deleteAgent', responses: { '204': none, ...rejected } },
      },
      '/settings': {
        get: { operationId: 'getSettings', responses: { '200': json(ref('Settings')) } },
        put: {
          operationId: 'replaceSettings',
          requestBody: accepts({ ...closed, required: ['theme', 'size'], properties: settings }),
          responses: { '200': json(ref('Settings')), '400': none },
        },
      },
      '/profile': {
        get: {
          operationId: 'getProfile',
          responses: { '200': json({ type: 'object', properties: { name: text } }) },
        },
        patch: {
          operationId: 'updateProfile',
          requestBody: accepts({ ...closed, properties: { name: text, password: text } }),
          responses: { '200': json({ type: 'object', properties: { name: text } }), '400': none },
        },
        delete: { operationId: 'deleteProfile', responses: { '204': none } },
      },
    },
    components: {
      schemas: {
        Ticket: { type: 'object', required: ['id', 'title', 'done'], properties: { id: number, ...ticket } },
        Comment: { type: 'object', required: ['id', 'words'], properties: { id: number, words: text } },
        Agent: { type: 'object', required: ['id', 'name'], properties: { id: number, name: text } },
        Settings: { type: 'object', required: ['theme', 'size'], properties: settings },
      },
    },
  }
}

/** Tickets can be listed, read, changed and deleted, and nothing creates one. */
export function fixedDocument(): object {
  const { paths, ...rest } = deskDocument(false) as { paths: Record<string, Record<string, object>> }
  const { get } = paths['/tickets'] ?? {}
  const { put: _, ...one } = paths['/tickets/{id}'] ?? {}
  return { ...rest, paths: { '/tickets': { get }, '/tickets/{id}': one } }
}

export interface Desk extends AsyncDisposable {
  origin: string
  /** Everything that was there before the run, as it is now. */
  existing(): string
  log: string[]
}

const EXISTING = [1, 2, 3, 4, 5]

export async function startDesk(withCreation: boolean): Promise<Desk> {
  const tickets = new Map<number, Entry>(
    EXISTING.map((id) => [id, { id, title: `Ticket ${id}`, done: false }]),
  )
  const agents = new Map<number, Entry>(EXISTING.map((id) => [id, { id, name: `Agent ${id}` }]))
  const comments = new Map<number, Map<number, Entry>>(
    EXISTING.map((id) => [id, new Map([[1, { id: 1, words: `About ${id}` }]])]),
  )
  let settings: Entry = { theme: 'dark', size: 3 }
  let profile: Entry | undefined = { name: 'Ada', password: 'first' }
  let last = EXISTING.length
  const log: string[] = []

  const act = (method: string, path: string[], query: URLSearchParams, body: Entry): [number, unknown?] => {
    const [kind, id, below, inner] = path
    if (kind === 'settings') {
      if (method === 'PUT') settings = { ...body }
      return [200, settings]
    }
    if (kind === 'profile') {
      if (method === 'DELETE') profile = undefined
      if (method === 'PATCH') profile = { ...profile, ...body }
      return method === 'DELETE' ? [204] : [200, { name: profile?.name }]
    }
    if (kind === 'tickets:batchDelete') {
      if (method !== 'POST') return [405]
      for (const one of Array.isArray(body.ids) ? body.ids : tickets.keys()) tickets.delete(Number(one))
      return [204]
    }
    const of = kind === 'agents' ? agents : kind === 'tickets' ? tickets : undefined
    if (of === undefined) return [404]
    if (id === undefined) {
      if (method === 'POST' && (!withCreation || of === agents)) return [405]
      if (method === 'POST') {
        const made = { id: ++last, done: false, ...body }
        of.set(last, made)
        comments.set(last, new Map())
        return [201, made]
      }
      if (method === 'DELETE') {
        const named = (query.get('ids') ?? '').split(',').filter(Boolean).map(Number)
        // Without ids it deletes everything, as careless servers do.
        for (const one of named.length > 0 ? named : [...of.keys()]) of.delete(one)
        return [204]
      }
      if (method === 'PATCH') {
        const named = Array.isArray(body.tickets) ? (body.tickets as Entry[]) : [...of.values()]
        for (const one of named)
          of.set(Number(one?.id), { ...of.get(Number(one?.id)), ...one, title: 'changed' })
        return [204]
      }
      return [200, [...of.values()]]
    }
    if ((id === 'clear' || id === 'bulk_close') && method === 'GET') return [405]
    if (id === 'bulk_close') {
      for (const one of of.values()) one.done = true
      return [204]
    }
    if (id === 'clear') {
      of.clear()
      return [204]
    }
    // As careless servers do: `5x` and `5.2` are 5.
    const key = Number.parseInt(id, 10)
    const entry = of.get(key)
    if (entry === undefined) return [404]
    if (below === 'close' && method === 'GET') return [405]
    if (below === 'close') {
      entry.done = true
      return [200, entry]
    }
    if (below === 'comments') {
      const own = comments.get(key) ?? new Map<number, Entry>()
      if (inner === undefined && method === 'POST') {
        const made = { id: own.size + 1, words: body.words ?? 'nothing' }
        own.set(made.id, made)
        return [201, made]
      }
      if (inner === undefined) return [200, [...own.values()]]
      const one = own.get(Number(inner))
      if (one === undefined) return [404]
      if (method === 'DELETE') own.delete(Number(inner))
      return method === 'DELETE' ? [204] : [200, one]
    }
    if (method === 'DELETE') {
      of.delete(key)
      return [204]
    }
    if (method === 'GET' && of === agents) return [405]
    if (method !== 'GET') Object.assign(entry, body, { id: key })
    return [200, entry]
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://desk')
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
    const body = objectIn(await textOf(request))
    const [status, shown] =
      method === 'OPTIONS'
        ? [405]
        : act(method, url.pathname.split('/').filter(Boolean), url.searchParams, body)
    log.push(`${request.method} ${request.url} ${status}`)
    const text = shown === undefined ? '' : JSON.stringify(shown)
    response.writeHead(status, text === '' ? {} : { 'Content-Type': 'application/json' })
    response.end(request.method === 'HEAD' ? undefined : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    existing: () =>
      JSON.stringify({
        tickets: EXISTING.map((id) => tickets.get(id)),
        comments: EXISTING.map((id) => [...(comments.get(id)?.values() ?? [])]),
        agents: [...agents.values()],
        settings,
        profile,
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function objectIn(text: string): Entry {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Entry) : {}
  } catch {
    return {}
  }
}
