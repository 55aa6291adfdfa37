/** A library as its document describes it. Keys `writer-…` may write, `reader-…` may read, each in a library of its own. */
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

const [port = '0'] = process.argv.slice(2)
const libraries = new Map()
let ids = 0

const failure = (status, code, message) => ({ status, body: { code, message } })
const notFound = () => failure(404, 'not_found', 'There is no such book.')

function list(books, query) {
  const limit = Number(query.get('limit') ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return failure(400, 'invalid_limit', 'limit must be from 1 to 100.')
  const author = query.get('author')
  const found = [...books.values()].filter((one) => author === null || one.author === author)
  const sort = query.get('sort')
  if (sort !== null) {
    const key = sort.replace(/^-/, '')
    found.sort((a, b) => (a[key] < b[key] ? -1 : 1) * (sort.startsWith('-') ? -1 : 1))
  }
  const offset = Number(query.get('offset') ?? 0)
  return { status: 200, body: { items: found.slice(offset, offset + limit), total: found.length } }
}

function create(books, book) {
  if (typeof book?.title !== 'string' || book.title === '' || typeof book.author !== 'string')
    return failure(400, 'invalid_book', 'title and author are required.')
  if ([...books.values()].some((one) => one.title === book.title))
    return failure(409, 'title_taken', 'There is a book with this title.')
  const id = `book_${++ids}`
  books.set(id, {
    id,
    title: book.title,
    author: book.author,
    ...(book.year !== undefined && { year: book.year }),
  })
  return { status: 201, body: books.get(id), headers: { Location: `/v1/books/${id}` } }
}

function respond({ method, url, headers }, body) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, kind, library] = /^(writer|reader)-(.+)$/.exec(headers['x-key'] ?? '') ?? []
  if (kind === undefined) return failure(401, 'no_key', 'The header X-Key is missing.')
  if (!libraries.has(library)) libraries.set(library, new Map())
  const books = libraries.get(library)
  if (pathname === '/v1/shelves')
    return { status: 200, body: [...new Set([...books.values()].map((one) => one.author))] }
  const [, id] = /^\/v1\/books(?:\/([^/]+))?$/.exec(pathname) ?? []
  if (method === 'GET' && id === undefined) return list(books, searchParams)
  if (method !== 'GET' && kind === 'reader') return failure(403, 'read_only', 'This key may not write.')
  if (method === 'POST') return create(books, body)
  const book = books.get(id)
  if (book === undefined) return notFound()
  if (method === 'PATCH') Object.assign(book, body)
  if (method === 'DELETE') books.delete(id)
  return method === 'DELETE' ? { status: 204 } : { status: 200, body: book }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const { status, body, headers = {} } = respond(request, text === '' ? undefined : JSON.parse(text))
  const json = body === undefined ? '' : JSON.stringify(body)
  const isCompressed = json !== '' && /gzip/.test(request.headers['accept-encoding'])
  const bytes = isCompressed ? gzipSync(json) : json
  response.writeHead(status, {
    ...(json && { 'Content-Type': 'application/json' }),
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    ...headers,
  })
  response.end(bytes)
})
server.listen(Number(port), '127.0.0.1', () => console.log(server.address().port))
