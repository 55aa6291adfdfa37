/** A browser that follows a link to a wrong address gets a page; programs get the error envelope. */
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defectsOf } from '../../harness/accessibility.ts'
import { browserMissing, launchBrowser } from '../../harness/browser.ts'
import { startServer, type TestServer } from '../../harness/server.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

interface Received {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
}

const send = (path: string, headers: Record<string, string>, scheme = 'https:'): Promise<Received> =>
  new Promise((done, fail) => {
    const url = new URL(path, server.origin)
    const options = { host: '127.0.0.1', port: url.port, path, headers: { host: url.host, ...headers } }
    const receive = (response: IncomingMessage) =>
      text(response).then(
        (body) => done({ status: response.statusCode, headers: response.headers, body }),
        fail,
      )
    const request =
      scheme === 'https:' ? getSecure({ ...options, ca: server.ca }, receive) : getPlain(options, receive)
    request.on('error', fail)
  })

describe('a wrong address', () => {
  it.each(['/settings/nothing', '/no/such/page', '/%zz'])('%s is a page for a browser', async (path) => {
    const { status, headers, body } = await send(path, { accept: BROWSER })
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers.vary).toBe('Accept')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).toHaveProperty('x-ratelimit-limit')
    expect(body).toContain('<code>NOT_FOUND</code>')
    expect(body).toContain('<a href="/">start page</a>')
    expect(body).toContain(String(headers['x-request-id']))
  })

  it.each([
    ['no Accept header', {}],
    ['*/*', { accept: '*/*' }],
    ['JSON', { accept: 'application/json' }],
    ['JSON as well as HTML', { accept: 'application/json, text/html' }],
    ['JSON rather than HTML', { accept: 'text/html;q=0.5, application/json' }],
    ['HTML that is excluded', { accept: 'text/html;q=0' }],
  ] as [string, Record<string, string>][])('is the error envelope for %s', async (_, headers) => {
    const response = await send('/no/such/page', headers)
    expect(response.status).toBe(404)
    expect(response.headers.vary).toBe('Accept')
    expect(JSON.parse(response.body)).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
  })

  it('below /v1 is the error envelope for a browser, too', async () => {
    const { headers, body } = await send('/v1/nothing', { accept: BROWSER })
    expect(headers['content-type']).toContain('application/json')
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
  })
})

describe('plain HTTP', () => {
  it('leads a browser to the same address by HTTPS', async () => {
    const { status, headers, body } = await send('/settings?a=1&b=2', { accept: BROWSER }, 'http:')
    expect(status).toBe(403)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers).not.toHaveProperty('location')
    expect(body).toContain(`href="${server.origin}/settings?a=1&amp;b=2"`)
  })

  it('is the error envelope for a program', async () => {
    const { body } = await send('/v1/prompts', {}, 'http:')
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'INSECURE_TRANSPORT' } })
  })
})

describe.skipIf(browserMissing)(`in a browser${browserMissing ?? ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(['light', 'dark'] as const)(
    'the page has no defects, %s, and leads to the start page',
    async (colorScheme) => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        bypassCSP: true,
        viewport: { width: 390, height: 700 },
        colorScheme,
      })
      const page = await context.newPage()
      await page.goto(`${server.origin}/no/such/page`)
      expect(await defectsOf(page)).toEqual([])
      await page.getByRole('link', { name: 'start page' }).click()
      await page.getByRole('heading', { name: 'Prompt Service' }).waitFor()
    },
  )
})
