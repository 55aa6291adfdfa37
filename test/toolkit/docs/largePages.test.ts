/** Pages of large documents: at most 5,000 elements, the rest when a reader opens it; the search reads only parts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../../src/toolkit/docs/build.ts'
import { writeSite } from '../../../src/toolkit/docs/site.ts'
import { faultsOf, searchOf } from '../../docs/siteFiles.ts'
import { defectsOf } from '../../harness/accessibility.ts'
import { browserMissing, launchBrowser } from '../../harness/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'large-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** Objects within each other, without names of their own. */
const nested = (name: string, depth: number, width: number): object => ({
  type: 'object',
  properties: Object.fromEntries(
    many(width, (at) => [
      `${name}_${at}`,
      depth === 0
        ? { type: 'string', description: `About ${name} ${at}.`, minLength: 1 }
        : nested(`${name}_${at}`, depth - 1, width),
    ]),
  ),
})

const wide = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    many(count, (at) => [`column${at}`, { type: 'integer', minimum: 1, description: 'A *number*.' }]),
  ),
})

const response = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } })
const tree = nested('level', 3, 9)

const paths = {
  '/api/v1/trees/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'getTree', responses: { '200': response(tree) } },
    put: {
      operationId: 'replaceTree',
      requestBody: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Tree' } },
          'application/yaml': { schema: { $ref: '#/components/schemas/Tree' } },
        },
      },
      responses: {
        '200': response({ $ref: '#/components/schemas/Tree' }),
        '201': response({ $ref: '#/components/schemas/Tree' }),
      },
    },
  },
  '/api/v1/tables': { get: { operationId: 'getTable', responses: { '200': response(wide(900)) } } },
  ...Object.fromEntries(
    many(500, (at) => [
      `/api/v1/leaves/${at}`,
      {
        get: {
          operationId: `getLeaf${at}`,
          summary: `Leaf ${at}`,
          responses: {
            '200': response({ $ref: `#/components/schemas/${String.fromCharCode(65 + (at % 26))}Leaf${at}` }),
          },
        },
      },
    ]),
  ),
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Forest', version: '1.0.0' },
  paths,
  components: {
    schemas: {
      Tree: tree,
      ...Object.fromEntries(
        many(700, (at) => [
          `${String.fromCharCode(65 + (at % 26))}Leaf${at}`,
          {
            type: 'object',
            description: `A leaf with \`veins\` and \`colors\`.`,
            properties: { veins: { type: 'integer' } },
          },
        ]),
      ),
    },
  },
}

const files = new Map<string, string>()
beforeAll(() => {
  const file = join(folder, 'forest.json')
  writeFileSync(file, JSON.stringify(document))
  for (const [path, text] of buildSite({ root: folder, documents: { forest: file } })) files.set(path, text)
  writeSite(join(folder, 'site'), files)
})

const pages = () => [...files].filter(([path]) => path.endsWith('.html'))
/** The elements of a browser with scripts. */
const elementsOf = (html: string): number =>
  html.replaceAll(/<noscript[\s\S]*?<\/noscript>/g, '<noscript>').match(/<[a-z]/g)?.length ?? 0
const pageWith = (anchor: string): string =>
  pages().find(([path, html]) => path.includes('/forest/') && html.includes(`<h2 id="${anchor}"`))?.[0] ?? ''

describe('the pages of a large document', () => {
  it('have at most 5,000 elements and no dead link', () => {
    const large = pages()
      .map(([path, html]) => [elementsOf(html), path])
      .filter(([count]) => Number(count) > 5_000)
    expect(large).toEqual([])
    expect(faultsOf(files)).toEqual([])
    const withDeferred = pages().filter(([, html]) => html.includes('<noscript class="deferred">'))
    expect(withDeferred.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        pageWith('getTree'),
        pageWith('getTable'),
        'reference/forest/schemas/Tree.html',
      ]),
    )
  })

  it('have all that is deferred in the HTML and in the Markdown', () => {
    for (const path of [pageWith('getTree'), pageWith('getTree').replace('.html', '.md')])
      for (const name of ['level_8_8_8_8', 'level_0_0_0_0']) expect(files.get(path), path).toContain(name)
    for (const path of [pageWith('getTable'), pageWith('getTable').replace('.html', '.md')])
      expect(files.get(path)).toContain('column899')
  })

  it('are named by the first part of a path that differs', () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'reference/forest/trees.html',
        'reference/forest/tables.html',
        'reference/forest/leaves.html',
      ]),
    )
  })

  it('list in the menu the operations of the page, and the other parts of the group', () => {
    const [menu = ''] =
      /<nav id="menu".*?<\/nav>/s.exec(files.get('reference/forest/leaves.html') ?? '') ?? []
    expect(menu).toMatch(/href="leaves-2\.html"[^>]*><span>Part 2 of \d+</)
    expect(menu).toContain('#getLeaf0"')
    expect(menu).not.toContain('#getLeaf499"')
  })

  it('show content that two media types or statuses have in common once', () => {
    const html = files.get(pageWith('replaceTree')) ?? ''
    const operation = html.slice(html.indexOf('<h2 id="replaceTree"')).split('<h2 id="', 2).join('')
    expect(operation).toContain('<code>application/json</code>, <code>application/yaml</code>')
    expect(operation.match(/<code class="name">level_0<\/code>/g)).toHaveLength(2)
  })
})

describe('the search of a large document', () => {
  it('reads a small part of the index', async () => {
    const { find, read } = searchOf(files)
    expect((await find('getLeaf321'))[0]?.href).toMatch(/#getLeaf321$/)
    const parts = [...files.keys()].filter((path) => path.startsWith('assets/search'))
    const size = (paths: readonly string[]) =>
      paths.reduce((sum, path) => sum + (files.get(path)?.length ?? 0), 0)
    expect(size(read)).toBeLessThan(size(parts) / 2)
    expect(await find('zzzz')).toEqual([])
    expect(await find('')).toEqual([])
  })
})

describe.skipIf(browserMissing)(`in a browser${browserMissing ?? ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  const open = async (path: string, more = {}) => {
    const context = await browser.newContext({ bypassCSP: true, ...more })
    const page = await context.newPage()
    await page.goto(
      pathToFileURL(join(folder, 'site', path.split('#')[0] ?? '')).href +
        (path.includes('#') ? `#${path.split('#')[1]}` : ''),
    )
    return page
  }

  it('has the promised number of elements, and more when a part is opened', async () => {
    const page = await open(pageWith('getTree'))
    const count = () => page.locator('*').count()
    const before = await count()
    expect(before).toBeLessThanOrEqual(5_000)
    const part = page.locator('details:has(> .deferred)').first()
    await part.locator('> summary').click()
    await expect.poll(count).toBeGreaterThan(before)
    await page.getByText('level_0_0', { exact: true }).first().waitFor()
    expect(await defectsOf(page)).toEqual([])
  })

  it('shows a deferred tab with its copy button', async () => {
    const page = await open(pageWith('getTree'))
    const tab = page.locator('.tabs:has(.deferred)').first()
    const index = await page.evaluate(
      "[...document.querySelector('.tabs:has(.deferred)').querySelectorAll(':scope > .panel')].findIndex((panel) => panel.querySelector(':scope > .deferred'))",
    )
    await tab.locator(`> .tab-buttons > button[data-tab="${index}"]`).click()
    await tab.locator('> .panel.shown .copy').first().waitFor()
  })

  it('shows everything without scripts', async () => {
    const page = await open(pageWith('getTree'), { javaScriptEnabled: false })
    expect(await page.getByText('level_8_8_8_8', { exact: true }).count()).toBeGreaterThan(0)
  })

  it('leads from another page of the group to the operation', async () => {
    const target = pageWith('getLeaf499')
    expect(target).not.toBe('reference/forest/leaves.html')
    const page = await open('reference/forest/leaves.html#getLeaf499')
    await page.waitForURL((url) => url.pathname.endsWith(target) && url.hash === '#getLeaf499')
    await page.locator('#getLeaf499').waitFor()
  })

  it('finds an operation and requests only parts of the index', async () => {
    const page = await open('index.html')
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.keyboard.press('/')
    await page.locator('dialog input').fill('Leaf 321')
    await page.locator('dialog .results a').first().waitFor()
    expect(await page.locator('dialog .results a').first().getAttribute('href')).toContain('#getLeaf321')
    const parts = [...files.keys()].filter((path) => path.startsWith('assets/search/'))
    expect(requested.filter((url) => url.includes('assets/search/')).length).toBeLessThan(parts.length)
  })
})
