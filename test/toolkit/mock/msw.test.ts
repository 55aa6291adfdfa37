import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createMock } from 'specwright/mock'
import { handlers } from 'specwright/msw'
import { afterEach, describe, expect, it } from 'vitest'
import { BOOKSHOP } from './bookshop.ts'

const API = 'https://api.example.com'
const HEADERS = { Authorization: 'Bearer any', 'Content-Type': 'application/json' }
const BOOK = { title: 'Kindred', author: 'Octavia E. Butler' }

let server: ReturnType<typeof setupServer> | undefined
afterEach(() => server?.close())

function intercept(...given: Parameters<typeof setupServer>): void {
  server = setupServer(...given)
  server.listen({ onUnhandledRequest: 'error' })
}

const send = (path: string, method = 'GET', body?: object) =>
  fetch(API + path, { method, headers: HEADERS, ...(body !== undefined && { body: JSON.stringify(body) }) })

describe('handlers of MSW', () => {
  it('answer for the API, with state and validation', async () => {
    intercept(...handlers(BOOKSHOP, { baseUrl: `${API}/` }))
    const created = await send('/books', 'POST', BOOK)
    expect(created.status).toBe(201)
    const book = (await created.json()) as { id: string }
    expect(await (await send('/books')).json()).toEqual({ items: [book], total: 1 })
    expect((await send(`/books/${book.id}`, 'PUT', { title: '' })).status).toBe(400)
    expect((await send(`/books/${book.id}`, 'DELETE')).status).toBe(204)
    expect((await send(`/books/${book.id}`)).status).toBe(404)
  })

  it('leave other paths and other origins to other handlers', async () => {
    const other = http.get('*', () => new Response('another handler'))
    intercept(...handlers(BOOKSHOP, { baseUrl: API }), other)
    expect(await (await send('/assets/app.js')).text()).toBe('another handler')
    expect(await (await fetch('https://elsewhere.example/books')).text()).toBe('another handler')
  })

  it('share the state of a mock that the test resets', async () => {
    const mock = createMock(BOOKSHOP)
    intercept(...handlers(mock))
    await send('/books', 'POST', BOOK)
    mock.reset()
    expect(await (await send('/books')).json()).toEqual({ items: [], total: 0 })
  })
})
