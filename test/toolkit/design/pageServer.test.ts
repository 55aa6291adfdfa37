/** Pages of a document that cannot be read now. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PageServer, servePages } from '../../../src/toolkit/design/pageServer.ts'

let pages: PageServer
beforeAll(async () => {
  pages = await servePages(['v1', 'v2'], { host: '127.0.0.1', port: 0 })
})
afterAll(() => pages.close())

const get = async (path: string) => (await fetch(`http://127.0.0.1:${pages.port}${path}`)).text()

test('a page that is opened after a break shows the warning, until the document can be read', async () => {
  const tree = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} }
  const warning = 'The document cannot be read since 09:30:00; this page shows the last readable state.'
  pages.show('v1', tree, undefined)
  expect(await get('/v1')).not.toContain(warning)
  pages.broken('v1', 'a.yaml:1:1 <b>\u001b', '09:30:00')
  const later = await get('/v1')
  expect(later).toContain(warning)
  expect(later).toContain('a.yaml:1:1 &lt;b&gt;\\u001b')
  expect(later).toMatch(/id="bar" role="alert" style="display: block"/)
  expect(await get('/v2')).not.toContain(warning)
  const events = (await fetch(`http://127.0.0.1:${pages.port}/events`)).body?.getReader()
  let reported = ''
  while (!reported.includes(warning)) reported += new TextDecoder().decode((await events?.read())?.value)
  await events?.cancel()
  pages.show('v1', tree, undefined)
  expect(await get('/v1')).not.toContain(warning)
})

test('shows the page that docs builds, with the operation that changed', async () => {
  const operation = { operationId: 'listTeas', tags: ['teas'], responses: { 200: { description: 'Teas' } } }
  const tree = {
    openapi: '3.1.0',
    info: { title: 'Teas', version: '1' },
    paths: { '/teas': { get: operation } },
  }
  pages.show('v2', tree, 'listTeas')
  const home = await fetch(`http://127.0.0.1:${pages.port}/v2`)
  expect(home.url).toMatch(/\/v2\/reference\/v2\/index\.html$/)
  expect(home.headers.get('cache-control')).toBe('no-store')
  expect(await home.text()).toMatch(/Teas[\s\S]*<script src="\/design\.js" data-name="v2">/)
  const place = await fetch(`http://127.0.0.1:${pages.port}/v2/at/listTeas`, { redirect: 'manual' })
  expect(place.headers.get('location')).toMatch(/^\/v2\/reference\/v2\/[\w-]+\.html#listTeas$/)
  const style = await fetch(`http://127.0.0.1:${pages.port}/v2/assets/site.css`)
  expect(style.headers.get('content-type')).toMatch(/text\/(css|html)/)
  pages.show('v2', { ...tree, info: { title: 'Coffees', version: '2' } }, undefined)
  expect(await get('/v2')).toContain('Coffees')
})

test.each([
  ['//', 404],
  ['/v1/%', 400],
  ['/v1/at/%ff', 400],
  ['/v1/at/constructor', 302],
  ['/constructor', 404],
  ['http://[', 404],
])('a request for %s, which any page can send, gets %i and does not end the loop', async (path, status) => {
  const sent = request({ host: '127.0.0.1', port: pages.port, path }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(status)
})

test('a document without pages gets a page with the reason, and later its pages', async () => {
  pages.show('v1', { openapi: '2.0' }, undefined)
  const response = await fetch(`http://127.0.0.1:${pages.port}/v1`)
  expect(response.status).toBe(500)
  expect(await response.text()).toMatch(/The pages cannot be built: v1\.json[\s\S]*src="\/design\.js"/)
  pages.show('v1', { openapi: '3.1.0', info: { title: 'Soups', version: '1' }, paths: {} }, undefined)
  expect(await get('/v1')).toContain('Soups')
})
