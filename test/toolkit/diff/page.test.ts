/** The HTML report: what readers see first, how many changes stay readable, and the page in a browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diff } from '../../../src/toolkit/cli/diff.ts'
import { defectsOf } from '../../harness/accessibility.ts'
import { browserMissing, launchBrowser } from '../../harness/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'diff-page-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

/** Lists of 120 kinds of resources; `limit` of their names differs. */
function document(limit: (index: number) => number, summary: string) {
  const paths = Array.from({ length: 120 }, (_, index) => [
    `/kind${index}`,
    {
      post: {
        operationId: `create${index}`,
        summary,
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string', maxLength: limit(index) } } },
            },
          },
        },
        responses: { '201': { description: 'Created.' } },
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Kinds', version: '1.0.0' },
    paths: Object.fromEntries(paths),
  }
}

let html = ''
beforeAll(async () => {
  const put = (name: string, value: object) => writeFileSync(at(name), JSON.stringify(value))
  put(
    'old.json',
    document(() => 100, 'Create one'),
  )
  put(
    'new.json',
    document((index) => (index % 2 === 0 ? 50 : 200), 'Create one of them'),
  )
  const waiver = {
    rule: 'request-max-length-tightened',
    subject: 'POST /kind0 > body > name',
    reason: 'nobody sends more',
    expires: '2999-01-01',
  }
  put('waivers.json', { waivers: [waiver] })
  const flags = ['--format', 'html', '--waivers', at('waivers.json'), '-o', at('changes.html')]
  await diff.run([at('old.json'), at('new.json'), ...flags], { env: {}, print: () => {} })
  html = readFileSync(at('changes.html'), 'utf8')
})

describe('the page of many changes', () => {
  it('shows the verdict, the totals and the first change before the list', () => {
    const [head = ''] = html.split('<main')
    expect(head).toMatch(/<p class="verdict">.*Breaking changes/)
    expect(head).toContain('60 breaking (1 waived), 0 risky, 60 compatible, 120 docs.')
    expect(head).toMatch(/Start here<\/b> <a href="#c-[0-9a-f]{8}">POST \/kind2<\/a>/)
  })

  it('groups changes by operation, and lists what is waived apart', () => {
    const [, breaking = '', waived = ''] = html.split(/id="(?:breaking|waived)">/)
    expect(breaking).toContain('<summary>POST /kind2 ')
    expect(breaking).not.toContain('<summary>POST /kind0 ')
    expect(waived).toContain('<summary>POST /kind0 ')
    expect(waived).toContain('Accepted until 2999-01-01: nobody sends more')
  })

  it('folds compatible changes and those of words', () => {
    expect(html).toMatch(/<details class="section"><summary><h2 id="compatible">Compatible \(60\)/)
    expect(html).toMatch(/<details class="section"><summary><h2 id="docs">Words \(120\)/)
    expect(html.match(/<details class="group" open>/g)).toHaveLength(3)
  })
})

describe.skipIf(browserMissing)(`in a browser${browserMissing ?? ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([
    [390, 'dark'],
    [1280, 'light'],
  ] as const)('is accessible at %i px (%s), and filters', async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true })
    await page.goto(pathToFileURL(at('changes.html')).href)
    expect(await defectsOf(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(6000)
    await page.getByLabel('Search').fill('/kind44')
    await page.getByLabel(/Compatible/).uncheck()
    expect(await page.locator('.item:visible').count()).toBe(1)
    await page.close()
  })
})
