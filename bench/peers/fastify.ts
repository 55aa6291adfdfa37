/**
 * The alternative of a speed-minded user: Fastify with its own schemas over better-sqlite3, one
 * transaction a request, the same rows and the same durability (`synchronous=FULL`), over TLS.
 * It has no rate limits, idempotency keys, ETags, tenancy checks or signed cursors.
 *
 *     node --import tsx bench/peers/fastify.ts <folder>   prints {"port": …} when it listens
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { Sqlite } from '../../src/service/storage/sqlite/driver.ts'

const folder = process.argv[2] ?? '.'
const db = new Sqlite(join(folder, 'peer.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  CREATE TABLE IF NOT EXISTS keys (hash TEXT PRIMARY KEY, organization_id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS prompts (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL,
    content TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS prompts_by_time ON prompts (organization_id, created_at, id);
  CREATE TABLE IF NOT EXISTS versions (id TEXT PRIMARY KEY, prompt_id TEXT NOT NULL, version INTEGER NOT NULL,
    content TEXT NOT NULL, content_hash TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (prompt_id, version));
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, type TEXT NOT NULL,
    body TEXT NOT NULL, created_at INTEGER NOT NULL);
`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
db.prepare('INSERT OR IGNORE INTO keys VALUES (?, ?)').run(sha256('bench'), 'org')

const findKey = db.prepare('SELECT organization_id FROM keys WHERE hash = ?')
const findPrompt = db.prepare('SELECT * FROM prompts WHERE id = ? AND organization_id = ?')
const insertPrompt = db.prepare('INSERT INTO prompts VALUES (?, ?, ?, ?, 1, ?, ?)')
const insertVersion = db.prepare('INSERT INTO versions VALUES (?, ?, 1, ?, ?, ?)')
const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')

interface Row {
  id: string
  name: string
  content: string
  version: number
  created_at: number
  updated_at: number
}
const toPrompt = (row: Row) => ({
  id: row.id,
  object: 'prompt',
  name: row.name,
  content: row.content,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
})
const create = db.transaction((organization: string, name: string, content: string) => {
  const now = Date.now()
  const row = { id: randomUUID(), name, content, version: 1, created_at: now, updated_at: now }
  insertPrompt.run(row.id, organization, name, content, now, now)
  insertVersion.run(randomUUID(), row.id, content, sha256(content), now)
  const prompt = toPrompt(row)
  for (const type of ['prompt.created', 'prompt.version.created']) {
    insertEvent.run(randomUUID(), organization, type, JSON.stringify({ type, data: prompt }), now)
  }
  return prompt
})

const promptSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    object: { type: 'string' },
    name: { type: 'string' },
    content: { type: 'string' },
    version: { type: 'integer' },
    createdAt: { type: 'string' },
    updatedAt: { type: 'string' },
  },
}
const server = Fastify({
  https: { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) },
})
server.decorateRequest('organization', '')
server.addHook('onRequest', async (request, reply) => {
  const row = findKey.get(sha256(String(request.headers.authorization).slice(7))) as
    | { organization_id: string }
    | undefined
  if (!row) return reply.code(401).send({ error: 'unauthorized' })
  Object.assign(request, { organization: row.organization_id })
})
server.post<{ Body: { name: string; content: string } }>(
  '/v1/prompts',
  {
    schema: {
      body: {
        type: 'object',
        required: ['name', 'content'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 255 },
          content: { type: 'string', minLength: 1, maxLength: 100000 },
        },
      },
      response: { 201: promptSchema },
    },
  },
  (request, reply) =>
    reply
      .code(201)
      .send(
        create(
          (request as unknown as { organization: string }).organization,
          request.body.name,
          request.body.content,
        ),
      ),
)
server.get<{ Params: { id: string } }>(
  '/v1/prompts/:id',
  { schema: { response: { 200: promptSchema } } },
  (request, reply) => {
    const row = findPrompt.get(
      request.params.id,
      (request as unknown as { organization: string }).organization,
    ) as Row | undefined
    if (!row) return reply.code(404).send({ error: 'not found' })
    return reply.send(toPrompt(row))
  },
)

await server.listen({ port: 0, host: '127.0.0.1' })
const address = server.server.address()
console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined }))
