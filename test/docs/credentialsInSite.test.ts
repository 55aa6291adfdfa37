/** The form of the site that sends requests, for operations that require several credentials, in a real browser. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docs } from '../../src/toolkit/cli/docs.ts'
import { browserMissing, launchBrowser } from '../harness/browser.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const apiKey = (place: string, name: string) => ({ type: 'apiKey', in: place, name })
const operation = (operationId: string, security: object[]) => ({
  get: {
    operationId,
    summary: operationId,
    tags: ['accounts'],
    security,
    responses: { 200: { description: 'OK' } },
  },
})
const documentAt = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  servers: [{ url }],
  paths: {
    '/one': operation('one', [{ id: [] }]),
    '/both': operation('both', [{ id: [], secret: [], key: [] }]),
    '/either': operation('either', [{ id: [], secret: [] }, { login: [] }, { session: [] }]),
    '/none': operation('none', []),
  },
  components: {
    securitySchemes: {
      id: apiKey('header', 'Client-Id'),
      secret: apiKey('header', 'Client-Secret'),
      key: apiKey('query', 'key'),
      session: apiKey('cookie', 'session'),
      login: { type: 'http', scheme: 'basic' },
    },
  },
})

describe.skipIf(browserMissing !== undefined)(
  `the form of an operation${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'))
    const received: { url: string; headers: IncomingHttpHeaders }[] = []
    let server: Server
    let browser: Browser
    let page: Page

    beforeAll(async () => {
      server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://site')
        if (pathname.startsWith('/api/')) {
          received.push({ url: request.url ?? '', headers: request.headers })
          return void response.writeHead(200).end('done')
        }
        const file = join(folder, 'site', pathname)
        if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end()
        response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' })
        response.end(readFileSync(file))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const document = join(folder, 'openapi.json')
      writeFileSync(document, JSON.stringify(documentAt(`${origin}/api`)))
      await docs.run([document, '--output', join(folder, 'site')], { env: {}, print: () => undefined })
      browser = await launchBrowser()
      page = await browser.newPage()
      await page.goto(`${origin}/index.html`)
      const link = page.locator('a[href*="#both"]').first()
      await page.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href)
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      server.close()
      rmSync(folder, { recursive: true })
    })

    /** Opens the form of an operation, fills fields by their labels, and sends. */
    async function send(path: string, fill: Record<string, string>, choice?: string) {
      const endpoint = page.locator('.endpoint', { has: page.locator(`[data-try*='"path":"${path}"']`) })
      await endpoint.locator('.try').click()
      const form = page.locator('.try-form')
      if (choice !== undefined) await form.locator('select').selectOption({ label: choice })
      const labels = await form
        .locator('label:visible')
        .evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
      for (const [label, text] of Object.entries(fill))
        await form
          .locator('label:visible', { hasText: new RegExp(`^${label}`) })
          .locator('input')
          .fill(text)
      received.length = 0
      await form.locator('button[type=submit]').click()
      await form.locator('.try-output pre').first().waitFor()
      await endpoint.locator('.try').click()
      const [request] = received
      return { labels, request }
    }

    it('has one field for one credential, and none where none is needed', async () => {
      const one = await send('/one', { Credential: 'me' })
      expect(one.labels).toEqual(['Base URL', 'Credential'])
      expect(one.request?.headers).toMatchObject({ 'client-id': 'me' })
      expect((await send('/none', {})).labels).toEqual(['Base URL'])
    })

    it('has a field for each of several credentials, and sends all of them', async () => {
      const { labels, request } = await send('/both', {
        'Header Client-Id': 'me',
        'Header Client-Secret': 'secret',
        'Query parameter key': 'k&y',
      })
      expect(labels).toEqual(['Base URL', 'Header Client-Id', 'Header Client-Secret', 'Query parameter key'])
      expect(request).toMatchObject({
        url: '/api/both?key=k%26y',
        headers: { 'client-id': 'me', 'client-secret': 'secret' },
      })
    })

    it('offers the alternatives, and sends the credentials of the chosen one only', async () => {
      const first = await send('/either', {}, 'Header Client-Id and Header Client-Secret')
      expect(first.labels).toEqual(['Base URL', 'Credentials', 'Header Client-Id', 'Header Client-Secret'])
      expect(first.request?.headers).toMatchObject({ 'client-id': 'me', 'client-secret': 'secret' })
      const second = await send('/either', { 'User and password': 'ann:pass' }, 'User and password')
      expect(second.labels).toEqual(['Base URL', 'Credentials', 'User and password'])
      expect(second.request?.headers.authorization).toBe(`Basic ${btoa('ann:pass')}`)
      expect(second.request?.headers).not.toHaveProperty('client-id')
      const third = await send('/either', {}, 'Cookies of the browser')
      expect(third.request?.headers).not.toHaveProperty('authorization')
    })
  },
)
