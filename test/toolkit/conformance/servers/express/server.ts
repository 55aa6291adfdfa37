/**
 * A library of books as many teams write one: Express, no framework above it, data in an envelope, pages by number, an
 * API key in a header. One fault at a time can be switched on.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express'

export type BookFault =
  | 'isbn-is-not-checked'
  | 'delete-keeps-the-book'
  | 'update-forgets-pages'
  | 'total-counts-the-page'
  | 'pages-overlap'
  | 'filter-is-ignored'
  | 'any-key-is-taken'
  | 'missing-book-is-200'
  | 'year-is-a-text'
  | 'creation-answers-200'

export const bookFaults: readonly BookFault[] = [
  'isbn-is-not-checked',
  'delete-keeps-the-book',
  'update-forgets-pages',
  'total-counts-the-page',
  'pages-overlap',
  'filter-is-ignored',
  'any-key-is-taken',
  'missing-book-is-200',
  'year-is-a-text',
  'creation-answers-200',
]

interface Book {
  id: number
  title: string
  author: string
  isbn: string
  year: number
  pages: number | null
}

const KEY = 'books-key'
const MEMBERS = ['title', 'author', 'isbn', 'year', 'pages']

export function createBooks(fault?: BookFault): Express {
  const books: Book[] = []
  let last = 0
  const app = express()
  app.disable('x-powered-by')
  app.use((request, response, next) => {
    const key = request.header('x-api-key')
    if (key === undefined || (key !== KEY && fault !== 'any-key-is-taken'))
      return reject(
        response.set('WWW-Authenticate', 'ApiKey realm="books"'),
        401,
        'A valid X-Api-Key is needed.',
      )
    next()
  })
  app.use(express.json())

  const problemOf = (body: unknown, whole: boolean): string | undefined => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return 'The body has to be an object.'
    const given = body as Record<string, unknown>
    const unknown = Object.keys(given).find((name) => !MEMBERS.includes(name))
    if (unknown) return `${unknown} is not known.`
    if (whole) {
      const missing = ['title', 'author', 'isbn', 'year'].find((name) => !(name in given))
      if (missing) return `${missing} is missing.`
    } else if (Object.keys(given).length === 0) return 'Nothing is to be changed.'
    for (const name of ['title', 'author']) {
      const value = given[name]
      if (value !== undefined && (typeof value !== 'string' || value.length < 1 || [...value].length > 200))
        return `${name} has to be 1 to 200 characters.`
    }
    const { isbn, year, pages } = given
    if (
      isbn !== undefined &&
      (typeof isbn !== 'string' || (!/^[0-9]{13}$/.test(isbn) && fault !== 'isbn-is-not-checked'))
    )
      return 'isbn has to be 13 digits.'
    if (year !== undefined && !isWhole(year, 1450, 2100)) return 'year has to be 1450 to 2100.'
    if (pages !== undefined && pages !== null && !isWhole(pages, 1, 20_000))
      return 'pages has to be 1 to 20000.'
    return undefined
  }
  const shown = (book: Book) => (fault === 'year-is-a-text' ? { ...book, year: String(book.year) } : book)
  const find = (request: Request, response: Response): Book | undefined => {
    const { id } = request.params
    const book = books.find((one) => String(one.id) === id)
    if (!book)
      reject(
        response,
        fault === 'missing-book-is-200' && request.method === 'GET' ? 200 : 404,
        'There is no such book.',
      )
    return book
  }

  app.get('/books', (request, response) => {
    const query = new URL(request.url, 'http://x').searchParams
    const page = numberOf(query.get('page') ?? '1')
    const perPage = numberOf(query.get('perPage') ?? '10')
    if (!isWhole(page, 1, 1_000_000)) return reject(response, 400, 'page has to be a number from 1.')
    if (!isWhole(perPage, 1, 50)) return reject(response, 400, 'perPage has to be 1 to 50.')
    const author = query.get('author')
    if (author === '') return reject(response, 400, 'author has to be at least one character.')
    const found = books.filter(
      (book) => author === null || fault === 'filter-is-ignored' || book.author === author,
    )
    const start = (page - 1) * perPage - (fault === 'pages-overlap' && page > 1 ? 1 : 0)
    const data = found.slice(start, start + perPage).map(shown)
    const total = fault === 'total-counts-the-page' ? data.length : found.length
    response.json({ data, meta: { page, perPage, total } })
  })
  app.post('/books', (request, response) => {
    if (!request.is('application/json')) return reject(response, 415, 'The body has to be application/json.')
    const problem = problemOf(request.body, true)
    if (problem) return reject(response, 400, problem)
    const book: Book = { id: ++last, pages: null, ...(request.body as Omit<Book, 'id' | 'pages'>) }
    books.push(book)
    if (fault !== 'creation-answers-200') response.status(201).location(`/books/${book.id}`)
    response.json({ data: shown(book) })
  })
  app.get('/books/:id', (request, response) => {
    const book = find(request, response)
    if (book) response.json({ data: shown(book) })
  })
  app.patch('/books/:id', (request, response) => {
    const book = find(request, response)
    if (!book) return
    if (!request.is('application/json')) return reject(response, 415, 'The body has to be application/json.')
    const problem = problemOf(request.body, false)
    if (problem) return reject(response, 400, problem)
    Object.assign(book, request.body)
    if (fault === 'update-forgets-pages' && !('pages' in request.body)) book.pages = null
    response.json({ data: shown(book) })
  })
  app.delete('/books/:id', (request, response) => {
    const book = find(request, response)
    if (!book) return
    if (fault !== 'delete-keeps-the-book') books.splice(books.indexOf(book), 1)
    response.status(204).end()
  })
  app.all('/books', (_request, response) =>
    reject(response.set('Allow', 'GET, HEAD, POST'), 405, 'The method is not allowed.'),
  )
  app.all('/books/:id', (_request, response) =>
    reject(response.set('Allow', 'GET, HEAD, PATCH, DELETE'), 405, 'The method is not allowed.'),
  )
  app.use((_request, response) => reject(response, 404, 'There is nothing here.'))
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    reject(response, 400, 'The body is no JSON.'),
  )
  return app
}

const reject = (response: Response, status: number, message: string): void => {
  response.status(status).json({ error: { message } })
}

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

const numberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)
