/** A small server that fulfils its document, `notes.yaml`, and can be made to break single promises of it. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Its mistakes, by name. */
export type Mistake =
  | 'takes long titles'
  | 'takes unknown members'
  | 'lets anybody in'
  | 'forgets stars'
  | 'keeps deleted notes'
  | 'ignores the colour filter'
  | 'skips a note on every page'
  | 'names the wrong member'
  | 'changes another member'
  | 'answers 500 to bad JSON'
  | 'forgets the default colour'
  | 'Allow lacks PATCH'
  | 'keeps the ETag'
  | 'takes forged cursors'

interface Note {
  id: string
  title: string
  colour: string
  stars: number | null
  createdAt: string
}

export interface NotesServer extends AsyncDisposable {
  url: string
  /** The received requests, newest last: `POST /notes 201`. */
  log: string[]
}

export const KEY = 'k-correct-horse'

export async function startNotes(...mistakes: readonly Mistake[]): Promise<NotesServer> {
  const notes = new Map<string, Note>()
  const log: string[] = []
  const is = (one: Mistake) => mistakes.includes(one)
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const respond = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
        log.push(`${request.method} ${url.pathname} ${status}`)
        send(response, status, value, headers)
      }
      const reject = (status: number, message: string, field?: string) =>
        respond(status, { error: { message, ...(field !== undefined && { field }) } })
      const item = /^\/notes\/([^/]+)$/.exec(url.pathname)
      if (url.pathname !== '/notes' && item === null) return reject(404, 'no such path')
      const allowed = item === null ? ['GET', 'POST'] : ['GET', 'PATCH', 'DELETE']
      if (!allowed.includes(request.method ?? '')) {
        const named = is('Allow lacks PATCH') ? allowed.filter((one) => one !== 'PATCH') : allowed
        return respond(405, { error: { message: 'no such method' } }, { Allow: named.join(', ') })
      }
      if (request.headers.authorization?.replace(/^bearer /i, '') !== KEY && !is('lets anybody in'))
        return respond(401, { error: { message: 'who are you?' } }, { 'WWW-Authenticate': 'Bearer' })
      for (const name of url.searchParams.keys())
        if (!['limit', 'cursor', 'colour'].includes(name)) return reject(400, 'unknown parameter', name)
      if (item === null && request.method === 'GET') return list(url.searchParams, respond, reject)
      const id = item?.[1] ?? ''
      if (item !== null && !/^note_[0-9a-f]{8}$/.test(id)) return reject(400, 'no note id', 'noteId')
      const note = notes.get(id)
      if (item !== null && note === undefined) return reject(404, 'no such note')
      if (request.method === 'GET') return respond(200, note, { ETag: etagOf(note) })
      if (request.method === 'DELETE') {
        if (!is('keeps deleted notes')) notes.delete(id)
        return respond(204)
      }
      if (!/^application\/json/.test(request.headers['content-type'] ?? '')) return reject(415, 'not JSON')
      let given: unknown
      try {
        given = JSON.parse(body)
      } catch {
        return reject(is('answers 500 to bad JSON') ? 500 : 400, 'no JSON')
      }
      const wrong = wrongMember(given, request.method === 'POST')
      if (wrong !== undefined)
        return reject(400, `${wrong} is wrong`, is('names the wrong member') ? 'createdAt' : wrong)
      const change = given as Partial<Note>
      if (note !== undefined) {
        Object.assign(note, change)
        if (is('changes another member')) note.stars = change.stars ?? 5
        return respond(200, note)
      }
      const made: Note = {
        id: `note_${randomBytes(4).toString('hex')}`,
        title: change.title ?? '',
        colour: change.colour ?? (is('forgets the default colour') ? 'blue' : 'red'),
        stars: is('forgets stars') ? null : (change.stars ?? null),
        createdAt: new Date().toISOString(),
      }
      notes.set(made.id, made)
      return respond(201, made, { Location: `/notes/${made.id}` })
    })
  })

  function etagOf(note: unknown): string {
    if (is('keeps the ETag')) return '"same"'
    return `"${createHash('sha256').update(JSON.stringify(note)).digest('hex').slice(0, 12)}"`
  }

  function list(
    query: URLSearchParams,
    response: (status: number, value: unknown) => void,
    reject: (status: number, message: string, field?: string) => void,
  ): unknown {
    const limit = Number(query.get('limit') ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > 50) return reject(400, 'bad limit', 'limit')
    const colour = query.get('colour')
    if (colour !== null && !['red', 'blue'].includes(colour)) return reject(400, 'bad colour', 'colour')
    const all = [...notes.values()].filter(
      (note) => colour === null || is('ignores the colour filter') || note.colour === colour,
    )
    const cursor = query.get('cursor')
    let from = 0
    if (cursor !== null) {
      from = all.findIndex(({ id }) => Buffer.from(id).toString('base64url') === cursor) + 1
      if (from === 0 && !is('takes forged cursors')) return reject(400, 'bad cursor', 'cursor')
    }
    const page = all.slice(from, from + limit)
    const last = page.at(-1)
    const more = from + limit < all.length && last !== undefined
    const shown = is('skips a note on every page') && page.length > 1 ? page.slice(1) : page
    return response(200, {
      notes: shown,
      nextCursor: more ? Buffer.from(last.id).toString('base64url') : null,
    })
  }

  function wrongMember(given: unknown, creating: boolean): string | undefined {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'body'
    const { title, colour, stars, ...rest } = given as Record<string, unknown>
    const [unknown] = Object.keys(rest)
    if (unknown !== undefined && !is('takes unknown members')) return unknown
    if (Object.keys(given).length === 0) return creating ? 'title' : 'body'
    if (title !== undefined || creating) {
      if (typeof title !== 'string' || title === '') return 'title'
      if ([...title].length > 40 && !is('takes long titles')) return 'title'
    }
    if (colour !== undefined && colour !== 'red' && colour !== 'blue') return 'colour'
    if (stars !== undefined && !(Number.isInteger(stars) && Number(stars) >= 0 && Number(stars) <= 5))
      return 'stars'
    return undefined
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function send(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string>,
): void {
  const text = value === undefined ? '' : JSON.stringify(value)
  const type = value === undefined ? {} : { 'Content-Type': 'application/json' }
  response.writeHead(status, { ...type, ...headers }).end(text)
}
