/**
 * A plain page with the bundled client, in a browser: it lists, creates and edits. It does so against the mock, the mock
 * with state, the demo, and the real server over TLS after a sign-in.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo } from '../../src/service/cli/serve/demo.ts'
import { trust } from '../../src/service/cli/trust.ts'
import { silentLog } from '../../src/service/server/log.ts'
import { browserMissing, launchBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { certutilMissing } from '../service/cli/certutil.ts'
import { letSignIn, PASSWORD } from '../service/features/oauth/fixture.ts'
import { startMock } from '../toolkit/mock/startMock.ts'

/** With `client` in its address it signs a person in; with `key` it calls with that. */
const PAGE = `<!doctype html><title>Prompts</title><link rel="icon" href="data:,"><ul></ul><script type="module">
import { createClient, createOAuthSession, unwrap } from '/client.js'
const { searchParams } = new URL(location.href)
if (searchParams.has('api')) sessionStorage.setItem('asked', searchParams)
const asked = new URLSearchParams(sessionStorage.getItem('asked'))
let credential = asked.get('key')
if (asked.has('client')) {
  const session = createOAuthSession({
    issuer: asked.get('api').replace('/v1', ''),
    clientId: asked.get('client'),
    redirectUri: location.origin + location.pathname,
    scopes: ['prompts:read', 'prompts:write'],
    storage: sessionStorage,
  })
  if (searchParams.has('state')) await session.complete(location.href)
  else location.href = await session.authorizeUrl()
  credential = session.credential
}
const client = createClient({ baseUrl: asked.get('api'), credential, retry: { attempts: 1 } })
const show = (text) => document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: text }))
try {
  const { id, name } = unwrap(await client.POST('/prompts', { body: { name: 'From a page', content: 'Hello' } }))
  show('created ' + name)
  const changed = await client.update('/prompts/{promptId}', { params: { path: { promptId: id } } }, () => ({ tags: ['edited'] }))
  show('edited ' + changed.tags)
  let count = 0
  for await (const prompt of client.pages('/prompts')) count++
  show('listed ' + count)
  const refused = await client.POST('/prompts', { body: { name: '' } })
  show('refused ' + refused.error.error.code + ' ' + (refused.error.error.requestId !== undefined))
} catch (error) { show('failed ' + error) }
document.title = 'done'
</script>`

/** The page and its client, from an origin of its own. */
async function servePage(): Promise<AsyncDisposable & { url: string }> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../src/client/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const server = createServer(({ url }, response) => {
    const script = url === '/client.js'
    response.writeHead(200, { 'Content-Type': script ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(script ? outputFiles[0]?.text : PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe.skipIf(browserMissing)(`a page in a browser${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  }, 60_000)
  afterAll(() => browser?.close())

  async function shown(api: string, key: string): Promise<string[]> {
    await using server = await servePage()
    const page = await browser.newPage()
    try {
      await page.goto(`${server.url}?${new URLSearchParams({ api, key })}`)
      await page.waitForFunction("document.title === 'done'")
      return await page.locator('li').allTextContents()
    } finally {
      await page.close()
    }
  }

  it('works against the mock, which remembers nothing', async () => {
    await using mock = await startMock('generated/openapi.v1.json')
    const [created, edited, listed, rejected] = await shown(`${mock.origin}/v1`, 'svc_test_any')
    expect([created, edited, rejected]).toEqual([
      'created From a page',
      'edited edited',
      'refused VALIDATION_ERROR true',
    ])
    expect(listed).toMatch(/^listed \d+$/)
  }, 60_000)

  it('works against the mock with state', async () => {
    await using mock = await startMock('generated/openapi.v1.json', { stateful: true })
    expect(await shown(`${mock.origin}/v1`, 'svc_test_any')).toEqual([
      'created From a page',
      'edited edited',
      'listed 1',
      'refused VALIDATION_ERROR true',
    ])
  }, 60_000)

  it('works against the demo', async () => {
    const demo = await startDemo({ port: 0, frozenTime: undefined, log: silentLog })
    try {
      expect(await shown(`${demo.origin}/v1`, demo.keys.all)).toEqual([
        'created From a page',
        'edited edited',
        'listed 31',
        'refused VALIDATION_ERROR true',
      ])
    } finally {
      await demo.stop()
    }
  }, 90_000)

  describe('over TLS', () => {
    let server: TestServer
    let trusting: Browser
    const home = mkdtempSync(join(tmpdir(), 'browser-home-'))
    beforeAll(async () => {
      server = await startServer()
      server.clock.jump(Date.now()) // a browser drops cookies that are over by the clock of the machine
      trusting = await launchBrowser({ home, args: await trustIn(home, server) })
    }, 60_000)
    afterAll(async () => {
      await trusting?.close()
      await server?.close()
      rmSync(home, { recursive: true })
    })

    it('works against the real server, for a person who signs in', async () => {
      await using pages = await servePage()
      const { data } = await server.client().POST('/organization/oauth-clients', {
        body: {
          name: 'A page',
          type: 'public',
          redirectUris: ['http://127.0.0.1/'],
          scopes: ['prompts:read', 'prompts:write'],
        },
      })
      const email = await letSignIn(server, server.a)
      const page = await trusting.newPage()
      await page.goto(
        `${pages.url}?${new URLSearchParams({ api: `${server.origin}/v1`, client: data?.id ?? '' })}`,
      )
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForFunction("document.title === 'done'")
      expect(await page.locator('li').allTextContents()).toEqual([
        'created From a page',
        'edited edited',
        'listed 1',
        'refused VALIDATION_ERROR true',
      ])
      await page.close()
    }, 60_000)

    it('says in words that plain HTTP reached the real server', async () => {
      expect(await shown(`${server.origin.replace('https', 'http')}/v1`, 'a.b.c')).toEqual([
        'failed PromptServiceError: Received plain HTTP; expected HTTPS on this same port.',
      ])
    }, 60_000)
  })
})

/**
 * Lets a browser trust the server's CA as a person would. Without the program for it, the browser trusts only the key
 * of the server's certificate.
 * @returns the flags to start the browser with
 */
async function trustIn(home: string, { ca, origin }: TestServer): Promise<string[]> {
  if (certutilMissing === undefined) {
    const file = join(home, 'ca.pem')
    writeFileSync(file, ca)
    await trust.run(['--ca', file, '--yes'], { env: { HOME: home }, print: () => {} })
    return []
  }
  const socket = connect({ host: 'localhost', port: Number(new URL(origin).port), ca })
  await once(socket, 'secureConnect')
  const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
  socket.destroy()
  const pin = createHash('sha256')
    .update(key ?? '')
    .digest('base64')
  return [`--ignore-certificate-errors-spki-list=${pin}`]
}
