/**
 * The READMEs of Express, express-openapi-validator and better-sqlite3 put together: the validator as middleware
 * over requests and responses, one transaction a request, over TLS. The same rows and durability as ours.
 *
 *     node --import tsx bench/peers/expressOpenapi.ts <folder>   prints {"port": …} when it listens
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express, { type NextFunction, type Request, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { Sqlite } from '../../src/service/storage/sqlite/driver.ts'

const folder = process.argv[2] ?? '.'
const db = new Sqlite(join(folder, 'express.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  CREATE TABLE keys (hash TEXT PRIMARY KEY, organization_id TEXT NOT NULL);
  CREATE TABLE prompts (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL,
    content TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
  CREATE TABLE versions (id TEXT PRIMARY KEY, prompt_id TEXT NOT NULL, version INTEGER NOT NULL,
    content TEXT NOT NULL, content_hash TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (prompt_id, version));
  CREATE TABLE events (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, type TEXT NOT NULL,
    body TEXT NOT NULL, created_at INTEGER NOT NULL);
`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
db.prepare('INSERT INTO keys VALUES (?, ?)').run(sha256('bench'), 'org')

const prompt = {
  type: 'object',
  required: ['id', 'object', 'name', 'content', 'version', 'createdAt', 'updatedAt'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    object: { type: 'string', enum: ['prompt'] },
    name: { type: 'string' },
    content: { type: 'string' },
    version: { type: 'integer' },
    createdAt: { type: 'string' },
    updatedAt: { type: 'string' },
  },
}
const json = (schema: object) => ({ description: 'A prompt.', content: { 'application/json': { schema } } })
const apiSpec = {
  openapi: '3.0.3',
  info: { title: 'Prompts', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/prompts': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'content'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string', minLength: 1, maxLength: 255 },
                  content: { type: 'string', minLength: 1, maxLength: 100000 },
                },
              },
            },
          },
        },
        responses: { 201: json(prompt) },
      },
    },
    '/prompts/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: json(prompt) },
      },
    },
  },
}

interface Row {
  id: string
  name: string
  content: string
  version: number
  created_at: number
  updated_at: number
}
const promptOf = (row: Row) => ({
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
  db.prepare('INSERT INTO prompts VALUES (?, ?, ?, ?, 1, ?, ?)').run(
    row.id,
    organization,
    name,
    content,
    now,
    now,
  )
  db.prepare('INSERT INTO versions VALUES (?, ?, 1, ?, ?, ?)').run(
    randomUUID(),
    row.id,
    content,
    sha256(content),
    now,
  )
  const made = promptOf(row)
  for (const type of ['prompt.created', 'prompt.version.created']) {
    const event = JSON.stringify({ type, data: made })
    db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)').run(randomUUID(), organization, type, event, now)
  }
  return made
})

const app = express()
app.use(express.json())
app.use((request, response, next) => {
  const hash = sha256(String(request.headers.authorization).slice(7))
  const row = db.prepare('SELECT organization_id FROM keys WHERE hash = ?').get(hash)
  if (!row) return void response.status(401).json({ message: 'unauthorized' })
  response.locals.organization = (row as { organization_id: string }).organization_id
  next()
})
app.use(
  OpenApiValidator.middleware({
    apiSpec: apiSpec as never,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: false,
  }),
)
app.post('/v1/prompts', (request, response) => {
  const { name, content } = request.body as { name: string; content: string }
  response.status(201).json(create(response.locals.organization as string, name, content))
})
app.get('/v1/prompts/:id', (request, response) => {
  const row = db
    .prepare('SELECT * FROM prompts WHERE id = ? AND organization_id = ?')
    .get(request.params.id, response.locals.organization) as Row | undefined
  if (!row) return void response.status(404).json({ message: 'not found' })
  response.json(promptOf(row))
})
app.use(
  (error: { status?: number; message: string }, _request: Request, response: Response, _next: NextFunction) =>
    void response.status(error.status ?? 500).json({ message: error.message }),
)

const pair = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) }
const server = createServer(pair, app)
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
