/** The site of one document: its home, the size of its pages, the page for missing addresses, and the layout in a browser. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../../src/toolkit/docs/build.ts'
import { writeSite } from '../../../src/toolkit/docs/site.ts'
import { defectsOf } from '../../harness/accessibility.ts'
import { browserMissing, launchBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPERATIONS = 24

function documentOfMany() {
  const names = Array.from({ length: 30 }, (_, index) => `property${index}`)
  const thing = {
    type: 'object',
    required: names.slice(0, 3),
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'string', description: `The ${name}.`, minLength: 1, example: name },
      ]),
    ),
  }
  const content = { 'application/json': { schema: thing } }
  const problem = (title: string) => ({
    description: title,
    content: { 'application/json': { example: { title } } },
  })
  const operation = (index: number) => ({
    tags: ['Things'],
    operationId: `replaceThing${index}`,
    summary: `Replace thing ${index}`,
    description: 'Replaces all properties.',
    requestBody: { required: true, content },
    responses: {
      '200': { description: 'The thing.', content },
      '400': problem('Invalid'),
      '404': problem('Not found'),
    },
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0', description: 'Everything about things.' },
    tags: [{ name: 'Things' }],
    paths: Object.fromEntries(
      Array.from({ length: OPERATIONS }, (_, index) => [`/things${index}`, { put: operation(index) }]),
    ),
  }
}

let files = new Map<string, string>()
beforeAll(() => {
  const file = join(folder, 'things.json')
  writeFileSync(file, JSON.stringify(documentOfMany()))
  files = buildSite({ root: folder, documents: { things: file } })
  writeSite(join(folder, 'site'), files)
})

const html = (path: string): string => files.get(path) ?? ''
const parts = (): string[] =>
  [...files.keys()].filter((path) => /reference\/things\/things.*\.html$/.test(path))

describe('the site of one document', () => {
  it('has the overview of the document as its home', () => {
    expect(html('index.html')).toContain('Everything about things.')
    expect(html('index.html')).toContain('<h2 id="operations">')
    const index = files.get('assets/search/results-0.js') ?? ''
    expect(index).toContain('reference/things/index.html')
    expect(index).not.toContain('"index.html')
    for (let at = 0; at < OPERATIONS; at++) expect(index).toContain(`#replaceThing${at}"`)
  })

  it('divides a large group into pages, each operation on one of them, in one place of the menu', () => {
    expect(parts().length).toBeGreaterThan(2)
    for (const path of parts()) expect(html(path).match(/<[a-z]/g)?.length, path).toBeLessThan(5_000)
    const operations = parts().flatMap((path) => html(path).match(/<h2 id="replaceThing\d+"/g) ?? [])
    expect(new Set(operations).size).toBe(OPERATIONS)
    expect(operations).toHaveLength(OPERATIONS)
    const [menu = ''] = /<nav id="menu".*?<\/nav>/s.exec(html(parts()[0] ?? '')) ?? []
    expect(menu.match(/<span>Things<\/span>/g)).toHaveLength(1)
    expect(menu.match(/#replaceThing\d+"/g)).toHaveLength(OPERATIONS)
  })

  it('has a tab for the examples of each status', () => {
    const [first = ''] = html(parts()[0] ?? '').split('<h2 id="replaceThing1"')
    expect([...first.matchAll(/<button[^>]*>(\d{3})<\/button>/g)].map(([, status]) => status)).toEqual([
      '200',
      '400',
      '404',
    ])
  })

  it('has a page for missing addresses and an icon', () => {
    expect(html('404.html')).toContain('<h1>Page not found</h1>')
    expect(html('404.html')).toContain('href="reference/things/index.html"')
    expect(files.get('assets/icon.svg')).toMatch(/^<svg/)
  })
})

describe('writing a site', () => {
  it('writes only files that changed, and removes what does not belong to it', () => {
    const out = join(folder, 'written')
    writeSite(out, [
      ['index.html', 'old'],
      ['guides/start.html', 'same'],
      ['guides/gone/page.html', 'gone'],
    ])
    const outside = join(folder, 'outside.txt')
    writeFileSync(outside, 'not of the site')
    symlinkSync(outside, join(out, 'linked.html'))
    const same = join(out, 'guides/start.html')
    utimesSync(same, 1, 1)
    const count = writeSite(out, [
      ['index.html', 'new'],
      ['guides/start.html', 'same'],
      ['linked.html', 'a page'],
    ])
    expect(count).toBe(3)
    expect(readdirSync(out, { recursive: true }).sort()).toEqual([
      'guides',
      'guides/start.html',
      'index.html',
      'linked.html',
    ])
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('new')
    expect(statSync(same).mtimeMs).toBe(1_000)
    expect(readFileSync(outside, 'utf8')).toBe('not of the site')
  })
})

describe.skipIf(browserMissing)(`in a browser${browserMissing ?? ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  const open = async (path: string, width: number, more = {}) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true, ...more })
    const page = await context.newPage()
    await page.goto(pathToFileURL(join(folder, 'site', path)).href)
    return page
  }
  const first = () => parts()[0] ?? ''

  it.each(casesOf([390, 1280, 768, 1100], 4))('is accessible and no wider than %i px', async (width) => {
    for (const path of ['index.html', first(), '404.html'])
      expect(await defectsOf(await open(path, width)), path).toEqual([])
  })

  it.each([
    [1280, 'next to'],
    [1100, 'next to'],
    [1000, 'before'],
    [390, 'before'],
  ] as const)('shows at %i px the samples %s the properties', async (width, place) => {
    const page = await open(first(), width)
    const sample = await page.locator('.side').first().boundingBox()
    const fields = await page.locator('.main').first().boundingBox()
    if (sample === null || fields === null) throw new Error('There are no samples.')
    if (place === 'next to') expect(sample.x).toBeGreaterThan(fields.x + fields.width)
    else expect(sample.y + sample.height).toBeLessThanOrEqual(fields.y + 1)
  })

  it('marks in the menu what is being read', async () => {
    const page = await open(first(), 1280)
    await page.locator('#replaceThing2').evaluate((heading) => heading.scrollIntoView())
    const marked = page.locator('#menu [aria-current=location]')
    await expect.poll(() => marked.textContent()).toContain('Replace thing 2')
  })

  it('shows copy buttons where nothing hovers', async () => {
    const page = await open(first(), 390, { hasTouch: true, isMobile: true })
    const opacity = await page.evaluate("getComputedStyle(document.querySelector('.copy')).opacity")
    expect(opacity).toBe('1')
  })

  it('finds the root of the site from an address in any folder', async () => {
    const page = await browser.newPage()
    await page.route('**/*', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: html('404.html') }),
    )
    await page.goto('http://site.example/docs/reference/old/page.html')
    const links = await page.evaluate('[...document.querySelectorAll("a")].map((link) => link.href)')
    expect(links).toEqual([
      'http://site.example/docs/index.html',
      'http://site.example/docs/reference/things/index.html',
    ])
  })
})
