/**
 * Fastify with the same features by its own plugins: rate limits (@fastify/rate-limit), ETags and 304 (@fastify/etag), and
 * CORS (@fastify/cors). It has request ids in and out, schemas of requests and responses, and all the properties of our
 * responses. Rows and durability are ours too (`synchronous=FULL`), over TLS. It has no idempotency keys, audit log or tenancy.
 * The bench puts the plugins into the folder; nothing else needs them.
 *
 *     node --import tsx bench/peers/fastifyPlugins.ts <folder>   prints {"port": …} when it listens
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Fastify, { type FastifyRequest } from 'fastify'
import { Sqlite } from '../../src/service/storage/sqlite/driver.ts'

const folder = process.argv[2] ?? '.'
const load = createRequire(join(folder, 'plugins/package.json'))
const [cors, etag, rateLimit] = ['cors', 'etag', 'rate-limit'].map((name) => load(`@fastify/${name}`))
const db = new Sqlite(join(folder, 'plugins.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  CREATE TABLE keys (hash TEXT PRIMARY KEY, organization_id TEXT NOT NULL, user_id TEXT NOT NULL);
  CREATE TABLE prompts (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL,
    content TEXT NOT NULL, folder_id TEXT, version INTEGER NOT NULL, variables TEXT NOT NULL, description TEXT,
    tags TEXT NOT NULL, labels TEXT NOT NULL, model TEXT, temperature REAL, created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL, updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL);
  CREATE TABLE versions (id TEXT PRIMARY KEY, prompt_id TEXT NOT NULL, version INTEGER NOT NULL,
    content TEXT NOT NULL, content_hash TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (prompt_id, version));
  CREATE TABLE events (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, type TEXT NOT NULL,
    body TEXT NOT NULL, created_at INTEGER NOT NULL);
`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
db.prepare('INSERT INTO keys VALUES (?, ?, ?)').run(sha256('bench'), 'org', 'user_01m3v7me00fwmbq8eed7gnc6z7')

const findKey = db.prepare('SELECT organization_id, user_id FROM keys WHERE hash = ?')
const findPrompt = db.prepare('SELECT * FROM prompts WHERE id = ? AND organization_id = ?')
const insertPrompt = db.prepare('INSERT INTO prompts VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
const insertVersion = db.prepare('INSERT INTO versions VALUES (?, ?, 1, ?, ?, ?)')
const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')

interface Row {
  id: string
  name: string
  content: string
  folder_id: string | null
  version: number
  variables: string
  description: string | null
  tags: string
  labels: string
  model: string | null
  temperature: number | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
}
const toPrompt = (row: Row) => ({
  id: row.id,
  object: 'prompt',
  name: row.name,
  content: row.content,
  folderId: row.folder_id,
  version: row.version,
  status: row.version > 0 ? 'published' : 'draft',
  hasUnpublishedChanges: false,
  variables: JSON.parse(row.variables) as string[],
  description: row.description,
  tags: JSON.parse(row.tags) as string[],
  labels: JSON.parse(row.labels) as object,
  model: row.model,
  temperature: row.temperature,
  createdAt: new Date(row.created_at).toISOString(),
  createdBy: row.created_by,
  updatedAt: new Date(row.updated_at).toISOString(),
  updatedBy: row.updated_by,
})
interface Wanted {
  name: string
  content: string
}
const create = db.transaction(({ organization, user }: Known, { name, content }: Wanted) => {
  const now = Date.now()
  const id = randomUUID()
  const variables = JSON.stringify([...content.matchAll(/\{\{(\w+)\}\}/g)].map(([, found]) => found))
  const by = [now, user, now, user] as const
  insertPrompt.run(id, organization, name, content, null, variables, null, '[]', '{}', null, null, ...by)
  insertVersion.run(randomUUID(), id, content, sha256(content), now)
  const prompt = toPrompt(findPrompt.get(id, organization) as Row)
  for (const type of ['prompt.created', 'prompt.version.created']) {
    insertEvent.run(randomUUID(), organization, type, JSON.stringify({ type, data: prompt }), now)
  }
  return prompt
})

const text = { type: 'string' }
const maybe = (type: string) => ({ type: [type, 'null'] })
const promptSchema = {
  type: 'object',
  properties: {
    id: text,
    object: text,
    name: text,
    content: text,
    folderId: maybe('string'),
    version: { type: 'integer' },
    status: text,
    hasUnpublishedChanges: { type: 'boolean' },
    variables: { type: 'array', items: text },
    description: maybe('string'),
    tags: { type: 'array', items: text },
    labels: { type: 'object', additionalProperties: { type: 'integer' } },
    model: maybe('string'),
    temperature: maybe('number'),
    createdAt: text,
    createdBy: text,
    updatedAt: text,
    updatedBy: text,
  },
}
const headers = { type: 'object', properties: { 'x-request-id': { type: 'string', maxLength: 128 } } }

interface Known {
  organization: string
  user: string
}
const known = new WeakMap<FastifyRequest, Known>()
const knownOf = (request: FastifyRequest) => known.get(request) as Known

const server = Fastify({
  https: { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) },
  requestIdHeader: 'x-request-id',
  genReqId: () => `req_${randomUUID()}`,
})
await server.register(cors, {
  origin: '*',
  exposedHeaders: ['ETag', 'X-Request-Id', 'X-RateLimit-Remaining'],
})
server.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id)
  const row = findKey.get(sha256(String(request.headers.authorization).slice(7))) as
    | { organization_id: string; user_id: string }
    | undefined
  if (!row) return reply.code(401).send({ error: 'unauthorized' })
  known.set(request, { organization: row.organization_id, user: row.user_id })
})
await server.register(rateLimit, {
  max: 1_000_000_000,
  timeWindow: '1 minute',
  keyGenerator: (request: FastifyRequest) => knownOf(request).organization,
})
await server.register(etag)
server.post<{ Body: Wanted }>(
  '/v1/prompts',
  {
    schema: {
      headers,
      body: {
        type: 'object',
        required: ['name', 'content'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 255 },
          content: { type: 'string', minLength: 1, maxLength: 100_000 },
        },
      },
      response: { 201: promptSchema },
    },
  },
  (request, reply) => {
    const prompt = create(knownOf(request), request.body)
    return reply.code(201).header('location', `/v1/prompts/${prompt.id}`).send(prompt)
  },
)
server.get<{ Params: { id: string } }>(
  '/v1/prompts/:id',
  {
    schema: {
      headers,
      params: { type: 'object', properties: { id: { type: 'string', minLength: 1, maxLength: 64 } } },
      response: { 200: promptSchema },
    },
  },
  (request, reply) => {
    const row = findPrompt.get(request.params.id, knownOf(request).organization) as Row | undefined
    if (!row) return reply.code(404).send({ error: 'not found' })
    return reply.header('cache-control', 'private, no-cache').send(toPrompt(row))
  },
)

await server.listen({ port: 0, host: '127.0.0.1' })
const address = server.server.address()
console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined }))
