/** The readers' site: every link of every page, its weight, its search, and a page of each kind in a browser. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { projectSites, serviceSite } from '../../scripts/docs/sites.ts'
import { startDemo } from '../../src/service/cli/serve/demo.ts'
import { errorRegistry } from '../../src/service/errors.ts'
import { silentLog } from '../../src/service/server/log.ts'
import { writeSite } from '../../src/toolkit/docs/site.ts'
import { browserMissing, launchBrowser } from '../harness/browser.ts'
import { casesOf, isDue } from '../harness/thorough.ts'
import { startMock } from '../toolkit/mock/startMock.ts'
import { ASKED, FOUND_AMONG_THREE } from './readerQuestions.ts'
import { deadTwinLinks, faultsOf, searchOf } from './siteFiles.ts'

const root = join(import.meta.dirname, '../..')
const files = serviceSite(root)
const folder = mkdtempSync(join(tmpdir(), 'site-'))
writeSite(folder, files)
afterAll(() => rmSync(folder, { recursive: true }))

const gzipped = (...paths: string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(files.get(path) ?? '').length, 0)
const SHARED = ['assets/site.css', 'assets/theme.js', 'assets/site.js']

describe('the files', () => {
  test('have no dead link or anchor, none twice, and ask no other host', () => {
    const both = projectSites(root, files)
    expect(faultsOf(both)).toEqual([])
    expect(deadTwinLinks(both)).toEqual([])
  })

  test('have a twin in Markdown for each page, and a list of them for assistants', () => {
    const pages = [...files.keys()].filter((path) => path.endsWith('.html') && path !== '404.html')
    expect(pages.filter((path) => !files.has(path.replace(/html$/, 'md')))).toEqual([])
    expect(files.get('llms.txt')).toContain('](guides/webhooks.md)')
    expect(files.get('reference/v1/prompts.md')).toContain('`POST /prompts`')
  })

  test('stay within their weight', () => {
    expect(gzipped('index.html', ...SHARED)).toBeLessThan(200_000)
    const heavy = [...files.keys()]
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path, gzipped(path, ...SHARED)] as const)
      .filter(([, bytes]) => bytes > 400_000)
    expect(heavy).toEqual([])
    const large = [...files]
      .filter(([path]) => path.startsWith('reference/') && path.endsWith('.html'))
      .map(([path, html]) => [path, html.match(/<[a-z]/g)?.length ?? 0] as const)
      .filter(([, elements]) => elements > 5_000)
    expect(large).toEqual([])
  })

  test('tell of every error code, with what to do', () => {
    const page = files.get('guides/errors.html') ?? ''
    const untold = Object.keys(errorRegistry).filter((code) => !page.includes(`id="${code.toLowerCase()}"`))
    expect(untold).toEqual([])
    expect(page).toContain('Status 409.')
  })

  test('have samples in four languages for every operation', () => {
    for (const path of ['prompts', 'webhooks', 'organization']) {
      const html = files.get(`reference/v1/${path}.html`) ?? ''
      const operations = html.split(/(?=<h2 id=")/).slice(1)
      expect(operations.length, path).toBeGreaterThan(1)
      for (const operation of operations)
        for (const label of ['curl', 'TypeScript', 'Python', 'Go'])
          expect(operation.includes(`data-label="${label}"`), `${label} in ${operation.slice(0, 60)}`).toBe(
            true,
          )
    }
  })
})

describe('the search', () => {
  const { find } = searchOf(files)
  test.each(FOUND_AMONG_THREE)('finds "%s" among its first three answers', async (question, response) => {
    const found = (await find(question)).map(({ href }) => href)
    expect(
      found.slice(0, 3).some((href) => response.test(href)),
      found.slice(0, 6).join('\n'),
    ).toBe(true)
  })
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(browserMissing !== undefined)(
  `in a browser ${browserMissing ?? ''}`,
  { timeout: 240_000 },
  () => {
    let browser: Browser
    const site = pathToFileURL(folder).href
    beforeAll(async () => {
      browser = await launchBrowser()
    }, 60_000)
    afterAll(() => browser?.close())

    interface Watched {
      page: Page
      errors: string[]
      asked: string[]
    }
    async function open(context: BrowserContext, path: string): Promise<Watched> {
      const page = await context.newPage()
      const errors: string[] = []
      const asked: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(`${site}/${path}`)
      return { page, errors, asked }
    }

    /** Only colours differ in the dark. */
    const RUN = {
      light: "axe.run(document, { preload: false, resultTypes: ['violations'] })",
      dark: "axe.run(document, { preload: false, resultTypes: ['violations'], runOnly: ['color-contrast'] })",
    }
    /** One page of each kind; scripts/docs/measure.ts looks at all of them. */
    const KINDS = [
      'index.html',
      'guides/webhooks.html',
      'reference/v1/index.html',
      'reference/v1/models.html',
      'reference/v1/schemas/ErrorEnvelope.html',
      'reference/events/prompt.created.html',
    ]
    it.each(casesOf(['light', 'dark'] as const, 2))(
      'is accessible in %s, and asks for nothing beyond itself',
      async (colorScheme) => {
        const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
        const found: string[] = []
        for (const path of casesOf(KINDS, 3)) {
          const { page, errors, asked } = await open(context, path)
          // A part that is folded away is read too, once it is open.
          await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
          // Run next to the page's own policy, which allows no scripts from elsewhere.
          await page.evaluate(axe)
          const { violations } = (await page.evaluate(RUN[colorScheme])) as {
            violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[]
          }
          found.push(
            ...violations.map(
              ({ id, nodes: [node] }) => `${path} ${id} ${node?.target} ${node?.failureSummary}`,
            ),
            ...errors.map((error) => `${path} ${error}`),
            ...asked.filter((url) => !url.startsWith(site)).map((url) => `${path} asks for ${url}`),
          )
          await page.close()
        }
        await context.close()
        expect(found).toEqual([])
      },
    )

    it("answers readers' questions within two clicks", async () => {
      const context = await browser.newContext({ viewport: { width: 1300, height: 800 } })
      const { page, errors } = await open(context, 'index.html')
      for (const [question, place, response] of ASKED) {
        await page.getByRole('button', { name: 'Search' }).click()
        await page.getByRole('searchbox').fill(question)
        await page.locator('.results a').first().click()
        await page.waitForURL(place, { timeout: 5_000 }).catch(() => {})
        expect(page.url(), question).toMatch(place)
        expect(response.test((await page.locator('main').textContent()) ?? ''), question).toBe(true)
      }
      expect(errors).toEqual([])
      await context.close()
    })

    it('keeps the language, and switches to dark', async () => {
      const context = await browser.newContext({
        viewport: { width: 1300, height: 800 },
        colorScheme: 'light',
      })
      const { page, errors } = await open(context, 'index.html')
      await page.getByRole('button', { name: 'Python', exact: true }).click()
      await page.goto(`${site}/reference/v1/prompts.html#createPrompt`)
      const shown = page
        .locator('h2#createPrompt ~ .columns')
        .first()
        .locator('.side .panel.shown pre')
        .first()
      expect(await shown.textContent()).toContain('urllib.request')
      await page.getByRole('button', { name: 'Change between light and dark' }).click()
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(19, 21, 27)')
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.side > .tabs > .panel:not(.shown)').first().isVisible()).toBe(true)
      expect(errors).toEqual([])
      await context.close()
    })

    it('sends what the reader tries to the mock and to the demo, and shows the answer', async () => {
      await using mock = await startMock('generated/openapi.v1.json', { stateful: true })
      const demo = await startDemo({ port: 0, frozenTime: undefined, log: silentLog })
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      try {
        for (const [api, key, count] of [
          [`${mock.origin}/v1`, 'any', 1],
          [`${demo.origin}/v1`, demo.keys.all, 20],
        ] as const) {
          const { page, errors } = await open(context, 'reference/v1/prompts.html')
          const send = async (operation: string, fields: Record<string, string>) => {
            await page.locator(`#${operation} + .endpoint .try`).first().click()
            const form = page.locator('.try-form')
            for (const [label, text] of Object.entries({ 'Base URL': api, Credential: key, ...fields }))
              await form.getByLabel(label).first().fill(text)
            await form.getByRole('button', { name: /^Send/ }).click()
            await form.locator('.try-output pre').first().waitFor()
            const said = await form.locator('.try-output p').textContent()
            const body = (await form.locator('.try-output pre').first().textContent()) ?? ''
            await page.locator(`#${operation} + .endpoint .try`).first().click()
            return { said, body: body.startsWith('{') ? JSON.parse(body) : body }
          }
          const made = await send('createPrompt', { Body: '{"name": "Tried", "content": "Hi {{name}}"}' })
          expect(made).toMatchObject({
            said: expect.stringMatching(/^201 /),
            body: { name: 'Tried', content: 'Hi {{name}}' },
          })
          const listed = await send('listPrompts', { limit: '20' })
          expect(listed.said).toMatch(/^200 /)
          expect(listed.body.prompts).toHaveLength(count)
          expect(errors).toEqual([])
          const rejected = await send('createPrompt', { Body: '{"name": ""}' })
          expect(rejected).toMatchObject({
            said: expect.stringMatching(/^400 /),
            body: { error: { code: 'VALIDATION_ERROR' } },
          })
          await page.close()
        }
        const { page } = await open(context, 'reference/v1/prompts.html#listPrompts')
        await page.locator('#listPrompts + .endpoint .try').first().click()
        await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
        await page.getByRole('button', { name: 'Send GET' }).click()
        await expect.poll(() => page.locator('.try-output').textContent()).toContain('nothing listens there')
      } finally {
        await context.close()
        await demo.stop()
      }
    })

    it.runIf(isDue(3))('fits a phone', async () => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true })
      const wide: string[] = []
      for (const path of KINDS) {
        const { page } = await open(context, path)
        const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
        if (width > 390) wide.push(`${path} is ${width} wide`)
        await page.close()
      }
      expect(wide).toEqual([])
      const { page } = await open(context, 'index.html')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Quick start' }).click()
      await page.waitForURL(/quick-start/)
      await context.close()
    })
  },
)
