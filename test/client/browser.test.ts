/** A plain page with the bundled client, in a browser: it lists, creates and edits against the mock and the demo. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo } from '../../src/commands/serve/demo.ts'
import { silentLog } from '../../src/service/server/log.ts'
import { browserMissing, launchBrowser } from '../harness/browser.ts'
import { startMock } from '../toolkit/mock/startMock.ts'

const PAGE = `<!doctype html><title>Prompts</title><link rel="icon" href="data:,"><ul></ul><script type="module">
import { createClient, unwrap } from '/client.js'
const { searchParams } = new URL(location.href)
const client = createClient({ baseUrl: searchParams.get('api'), credential: searchParams.get('key'), retry: { attempts: 1 } })
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
    const [created, edited, listed, refused] = await shown(`${mock.origin}/v1`, 'svc_test_any')
    expect([created, edited, refused]).toEqual([
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
})
