/** A right server for `books.yaml`, of other habits than notes: an API key, numbers as ids, PUT, offsets, a total, 415. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BooksMistake =
  | 'keeps the title at a PUT'
  | 'sets created_at at a PUT'
  | 'forgets the isbn of a PUT'
  | 'counts one too many'
  | 'names another item in Location'
  | 'answers with a ghost'
  | 'names no challenge'
  | 'names a malformed challenge'
  | 'takes any media type'

type Book = Record<string, unknown> & { id: number; created_at: string }

const GENRES = ['novel', 'poetry', 'science']

export interface BooksServer extends AsyncDisposable {
  url: string
  /** The received requests, newest last: `POST /books 201`. */
  log: string[]
  /** Calls once so many requests got responses. */
  afterRequests(count: number, call: () => void): void
  /** Ends every connection and accepts no more, like a process that dies. */
  die(): Promise<void>
}

export async function startBooks(mistake?: BooksMistake): Promise<BooksServer> {
  const books = new Map<number, Book>()
  const log: string[] = []
  let last = 100
  let awaited: { count: number; call: () => void } | undefined
  const is = (one: BooksMistake) => one === mistake
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const respond = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
      log.push(`${request.method} ${pathname} ${status}`)
      if (log.length === awaited?.count) awaited.call()
      const type = value === undefined ? {} : { 'Content-Type': 'application/json' }
      response.writeHead(status, { ...type, ...headers })
      response.end(value === undefined ? undefined : JSON.stringify(value))
    }
    const reject = (status: number, error: string, headers?: Record<string, string>) =>
      respond(status, { error }, headers)
    const one = /^\/books\/([^/]+)$/.exec(pathname)
    if (pathname !== '/books' && one === null) return reject(404, 'no such path')
    const allow = one === null ? ['GET', 'POST', 'HEAD'] : ['GET', 'PUT', 'DELETE', 'HEAD']
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    if (!allow.includes(method)) return reject(405, 'no such method', { Allow: allow.join(', ') })
    if (request.headers['x-token'] !== 'secret') {
      const challenge = is('names a malformed challenge') ? 'Token realm="books' : 'Token'
      return reject(401, 'who', is('names no challenge') ? {} : { 'WWW-Authenticate': challenge })
    }
    let body: Record<string, unknown> = {}
    if (method === 'POST' || method === 'PUT') {
      if (!/json/.test(request.headers['content-type'] ?? '') && !is('takes any media type'))
        return reject(415, 'no JSON')
      try {
        body = JSON.parse(Buffer.concat(chunks).toString())
      } catch {
        return reject(400, 'no JSON')
      }
      if (!isRight(body)) return reject(400, 'wrong')
    }
    if (one === null && method === 'GET') {
      const offset = Number(searchParams.get('offset') ?? 0)
      const size = Number(searchParams.get('page_size') ?? 10)
      const genre = searchParams.get('genre')
      if (!/^-?\d+$/.test(searchParams.get('offset') ?? '0') || offset < 0) return reject(400, 'offset')
      if (!/^\d+$/.test(searchParams.get('page_size') ?? '1') || size < 1 || size > 50)
        return reject(400, 'size')
      if (genre !== null && !GENRES.includes(genre)) return reject(400, 'genre')
      const all = [...books.values()].filter((book) => genre === null || book.genre === genre)
      const total = all.length + (is('counts one too many') ? 1 : 0)
      return respond(200, { items: all.slice(offset, offset + size), total })
    }
    if (one === null) {
      const book = { ...ownOf(body), id: ++last, created_at: new Date().toISOString() }
      books.set(book.id, book)
      const named = is('names another item in Location') ? book.id + 1 : book.id
      return respond(201, book, { Location: `/books/${named}` })
    }
    const id = /^-?\d+$/.test(one[1] ?? '') ? Number(one[1]) : Number.NaN
    const book = books.get(id)
    if (book === undefined && is('answers with a ghost') && method === 'GET' && !Number.isNaN(id))
      return respond(200, { title: '?', genre: 'novel', id, created_at: '2020-01-01T00:00:00Z' })
    if (book === undefined) return reject(404, 'no such book')
    if (method === 'GET') return respond(200, book)
    if (method === 'DELETE') {
      books.delete(id)
      return respond(204)
    }
    const next: Book = { ...ownOf(body), id, created_at: book.created_at }
    if (is('keeps the title at a PUT')) next.title = book.title
    if (is('sets created_at at a PUT')) next.created_at = '2031-01-01T00:00:00Z'
    if (is('forgets the isbn of a PUT')) delete next.isbn
    books.set(id, next)
    return respond(200, next)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const die = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    afterRequests(count, call) {
      awaited = { count: log.length + count, call }
    },
    die,
    [Symbol.asyncDispose]: die,
  }
}

const ownOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => ['title', 'genre', 'pages', 'isbn', 'published'].includes(name)),
  )

function isRight(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { title, genre, pages = null, isbn = '0000000000000', published = '2020-01-01' } = body as Book
  if (typeof title !== 'string' || title === '' || [...title].length > 80) return false
  if (typeof genre !== 'string' || !GENRES.includes(genre)) return false
  if (pages !== null && !(Number.isInteger(pages) && Number(pages) >= 1)) return false
  if (typeof isbn !== 'string' || !/^\d{13}$/.test(isbn)) return false
  if (typeof published !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(published)) return false
  const date = new Date(`${published}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(published)
}
