/** A published site with its own mock: static files on a plain file server, in a real browser. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserMissing, launchBrowser } from '../harness/browser.ts'
import { BOOKSHOP } from '../toolkit/mock/bookshop.ts'

const ROOT = join(import.meta.dirname, '../..')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
const folder = mkdtempSync(join(tmpdir(), 'site-'))
const site = join(folder, 'site')
const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length

beforeAll(async () => {
  writeFileSync(join(folder, 'openapi.yaml'), BOOKSHOP)
  const program = join(ROOT, 'dist/src/toolkit/cli/main.js')
  await promisify(execFile)(process.execPath, [program, 'docs', 'openapi.yaml', '--with-mock'], {
    cwd: folder,
  })
})

afterAll(() => rmSync(folder, { recursive: true }))

it('loads less than 300 kB on the first use, also for the largest of our documents', () => {
  const worker = gzipped(join(site, 'mock-worker.js'))
  expect(worker + gzipped(join(ROOT, 'generated/openapi.v1.json'))).toBeLessThan(300_000)
  expect(JSON.parse(readFileSync(join(site, 'assets/mock/openapi.json'), 'utf8')).info.title).toBe('Bookshop')
})

describe.skipIf(browserMissing !== undefined)(
  `the mock of a site${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    let server: Server
    let browser: Browser
    let context: BrowserContext
    let page: Page
    let origin: string

    beforeAll(async () => {
      server = createServer((request, response) => {
        const file = join(site, new URL(request.url ?? '/', 'http://site').pathname.replace(/^\/docs/, ''))
        if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end()
        response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' })
        response.end(readFileSync(file))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`
      browser = await launchBrowser()
      context = await browser.newContext()
      page = await context.newPage()
    })

    afterAll(async () => {
      await browser?.close()
      server?.closeAllConnections()
      server?.close()
    })

    const address = () => `${origin}/reference/openapi/books.html`

    /** Sends the form of an operation. @returns the status line and the body */
    async function tryIt(method: string, path: string, fill: Record<string, string> = {}) {
      const endpoint = page.locator('.endpoint', {
        has: page.locator(`[data-try*='"method":"${method}","path":"${path}"']`),
      })
      const form = endpoint.locator('+ form')
      if ((await form.count()) === 0) await endpoint.locator('.try').click()
      for (const [label, value] of Object.entries(fill))
        await form
          .locator('label', { hasText: new RegExp(`^${label}`) })
          .first()
          .locator('input, textarea')
          .fill(value)
      await form.locator('button[type=submit]').click()
      const shown = form.locator('.try-output')
      await shown.locator('p').waitFor()
      const status = Number((await shown.locator('p').first().textContent())?.slice(0, 3))
      const text = (await shown.locator('pre').first().textContent()) ?? ''
      return { status, body: text === '(empty)' ? undefined : JSON.parse(text) }
    }

    const book = (title: string) => JSON.stringify({ title, author: 'Octavia E. Butler' })

    it('creates, lists, updates and deletes; a reload keeps the state, and a link carries it elsewhere', async () => {
      await page.goto(address())
      const created = await tryIt('POST', '/books', { Body: book('Kindred') })
      expect(created.status).toBe(201)
      const { id } = created.body
      expect((await tryIt('GET', '/books')).body).toMatchObject({ total: 1, items: [{ title: 'Kindred' }] })
      expect(await tryIt('PUT', '/books/{id}', { id, Body: book('Dawn') })).toMatchObject({
        status: 200,
        body: { title: 'Dawn' },
      })
      expect((await tryIt('POST', '/books', { Body: '{"title": ""}' })).status).toBe(400)

      await page.reload()
      expect((await tryIt('GET', '/books')).body).toMatchObject({ total: 1, items: [{ id, title: 'Dawn' }] })
      const again = await tryIt('POST', '/books', { Body: book('Fledgling') })
      expect(again.body.id).not.toBe(id)

      await page.locator('.mock-button', { hasText: 'link' }).first().click()
      const link = await page.locator('.mock-button[data-link]').first().getAttribute('data-link')
      expect((await tryIt('DELETE', '/books/{id}', { id })).status).toBe(204)
      expect((await tryIt('GET', '/books')).body.total).toBe(1)

      const other = await browser.newContext()
      page = await other.newPage()
      await page.goto(link ?? '')
      await page.locator('.mock-notice', { hasText: 'has the resources of the link' }).waitFor()
      expect(page.url()).not.toContain('mock-state')
      expect((await tryIt('GET', '/books')).body).toMatchObject({ total: 2 })
      await page.locator('.mock-button', { hasText: 'Delete all' }).first().click()
      await page.locator('.mock-button', { hasText: 'Deleted' }).waitFor()
      expect((await tryIt('GET', '/books')).body.total).toBe(0)
    })

    it('rejects a link that is not a state', async () => {
      await page.goto(`${address()}?other#mock-state=openapi.AAAA`)
      await page.locator('.mock-notice', { hasText: 'cannot be restored' }).waitFor()
    })

    it('works again after a reload without the cache', async () => {
      page = await (await browser.newContext()).newPage()
      await page.goto(address())
      await tryIt('GET', '/books')
      const session = await page.context().newCDPSession(page)
      await session.send('Page.reload', { ignoreCache: true })
      await page.waitForLoadState()
      expect((await tryIt('GET', '/books')).status).toBe(200)
    })
  },
)
