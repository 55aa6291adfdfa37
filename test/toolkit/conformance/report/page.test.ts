/** The HTML report and the job summary of a failed run, the filters in a browser, and the history over runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { defectsOf } from '../../../harness/accessibility.ts'
import { browserMissing, launchBrowser } from '../../../harness/browser.ts'
import { inCi } from '../../../harness/thorough.ts'
import { KEY, type Mistake, startNotes } from '../runner/notesServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

const RULES = [
  'created-read-back',
  'deleted-item-gone',
  'list-filter-applied',
  'malformed-body-rejected',
  'invalid-body-rejected',
  'status-declared',
]
const MISTAKES: Mistake[] = [
  'forgets stars',
  'keeps deleted notes',
  'ignores the colour filter',
  'answers 500 to bad JSON',
  'takes long titles',
]

/** One run with all reports of this file. */
async function run(mistakes: readonly Mistake[], env: Record<string, string> = {}, ...flags: string[]) {
  await using server = await startNotes(...mistakes)
  const lines: string[] = []
  const terminal = {
    env: { NOTES_KEY: KEY, GITHUB_SHA: 'c0ffee0123456789', ...env },
    print: (line: string) => void lines.push(line),
  }
  const only = RULES.flatMap((rule) => ['--only', rule])
  const reports = ['--report', `html=${at('report.html')},summary=${at('summary.md')}`]
  const parts = ['--config', at('conform.yaml'), '--target', server.url, ...only, ...reports, ...flags]
  const code = await conform.run(parts, terminal)
  return { code, text: lines.join('\n') }
}

beforeAll(() => {
  const document = join(import.meta.dirname, '../runner/notes.yaml')
  writeFileSync(at('conform.yaml'), `openapi: ${document}\nidentities:\n  owner: { bearer: env:NOTES_KEY }\n`)
  const accepted = '  - { rule: list-filter-applied, reason: known, expires: "2999-01-01" }'
  writeFileSync(at('baseline.yaml'), `accepted:\n${accepted}\n`)
})

describe('the page of a failed run', () => {
  let html = ''
  beforeAll(async () => {
    const { code } = await run(MISTAKES, {}, '--baseline', at('baseline.yaml'))
    expect(code).toBe(1)
    html = read('report.html')
  })

  it('names the verdict, the target, the commit and what to fix first', () => {
    expect(html).toMatch(/<p class="verdict">.*Failed/)
    expect(html).toContain('<dt>Commit</dt><dd>c0ffee0123</dd>')
    const [, fix = ''] = /<p class="fix"><b>Fix first<\/b> (.*?)<\/p>/.exec(html) ?? []
    expect(fix).toMatch(/received 500 for .* JSON/)
    const [, anchor = ''] = /href="#(f-[0-9a-f]{8})"/.exec(fix) ?? []
    expect(html).toContain(`<li class="item server-fault" id="${anchor}"`)
  })

  it('shows expected next to received, the exchange, the commands and the lines of the document', () => {
    expect(html).toMatch(
      /✓ Expected at <code>\/stars<\/code><\/h3><pre>3<\/pre>.*✕ Received.*<pre>null<\/pre>/,
    )
    expect(html).toContain('# 1. createNote\nPOST /notes HTTP/1.1')
    expect(html).toContain('HTTP/1.1 201')
    expect(html).toContain('curl -sS')
    expect(html).toMatch(/<mark>\d+ {2} +- \{ name: colour,/)
    expect(html).not.toContain(KEY)
  })

  it('marks what the baseline accepts, and lists it last', () => {
    const cards = html.split('<li class="item ').slice(1)
    const statuses = cards.map((card) => /data-status="(\w+)"/.exec(card)?.[1])
    expect(statuses.at(-1)).toBe('accepted')
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set(['new']))
    expect(cards.at(-1)).toContain('list-filter-applied')
  })

  it('explains each rule with findings', () => {
    for (const rule of ['created-read-back', 'deleted-item-gone'])
      expect(html).toContain(`<details class="section" id="rule-${rule}">`)
    expect(html).toContain('A client that stores a value and reads another one has lost data.')
  })

  it('loads nothing', () => {
    expect(html).not.toMatch(/<(?:link|script|img|iframe)\b[^>]*(?:src|href)="(?!data:)/)
    expect(html).toContain("default-src 'none'")
  })

  it('has a summary in Markdown with the same counts', () => {
    const summary = read('summary.md')
    expect(summary).toContain('<h2>❌ Conformance of Notes</h2>')
    expect(summary).toMatch(/- \*\*Checks\*\*: ❌ \*\*\d+ failed\*\* · ✅ \*\*\d+ passed\*\*/)
    expect(summary).toMatch(/\| 1 \| received 500 for .* \| malformed-body-rejected \| new \|/)
    expect(summary).toContain('commit c0ffee0123')
  })
})

it.runIf(inCi)('writes the job summary of GitHub, where annotations are requested', async () => {
  writeFileSync(at('step.md'), 'before\n')
  const { text } = await run(['forgets stars'], { GITHUB_STEP_SUMMARY: at('step.md') }, '--report', 'github')
  expect(text).toContain('::error file=')
  expect(read('step.md')).toMatch(/^before\n<h2>❌ Conformance of Notes/)
})

it('compares a run with those before, and names rules that change back and forth', async () => {
  const history = at('history')
  const flags = ['--history', history]
  expect((await run([], {}, ...flags)).text).toContain('History: this is the first run.')
  const second = await run(['forgets stars'], {}, ...flags)
  expect(second.text).toMatch(/History: 2 runs; .*: 1 new and 0 gone of 0 causes\./)
  const third = await run([], {}, ...flags)
  expect(third.text).toMatch(/: 0 new and 1 gone of 1 causes\./)
  expect(third.text).toContain('Flaky rules: created-read-back.')
  expect(readdirSync(history)).toHaveLength(3)
  const html = read('report.html')
  expect(html).toContain('Causes of findings in 3 runs: 0, 1, 0')
  expect(html).toMatch(/created-read-back<\/th><td>✓ ✕ ✓<\/td>/)
})

it('rejects a stored run that is none, by its name', async () => {
  const broken = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(broken, 'other.json'), '{}')
  await expect(run([], {}, '--history', broken)).rejects.toThrow(
    /other\.json: it is not a run .*Move the file/,
  )
})

describe.skipIf(browserMissing)(`in a browser${browserMissing ?? ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    await run(MISTAKES, {}, '--baseline', at('baseline.yaml'))
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  const open = async (look: {
    width: number
    colorScheme: 'light' | 'dark'
    javaScriptEnabled?: boolean
  }) => {
    const { width, ...rest } = look
    const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true, ...rest })
    const page = await context.newPage()
    await page.goto(pathToFileURL(at('report.html')).href)
    return page
  }
  const visible = (page: Page) => page.locator('.item:visible').count()

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('is accessible and never wider than %i px (%s)', async (width, colorScheme) => {
    const page = await open({ width, colorScheme })
    expect(await defectsOf(page)).toEqual([])
  })

  it('filters by words and by kind, and opens a linked finding', async () => {
    const page = await open({ width: 1280, colorScheme: 'light' })
    const all = await visible(page)
    await page.getByLabel('Search').fill('createNote read-back')
    expect(await visible(page)).toBe(1)
    await page.getByLabel('Search').fill('')
    await page.getByLabel(/Accepted/).uncheck()
    expect(await visible(page)).toBe(all - 1)
    const link = page.locator('.permalink:visible').nth(1)
    await link.click()
    const target = page.locator(`${await link.getAttribute('href')} > details[open]`)
    await target.waitFor()
    await target.getByRole('tab', { name: 'curl' }).click()
    expect(await target.getByRole('tabpanel', { name: 'curl' }).isVisible()).toBe(true)
    expect(await target.getByRole('tabpanel', { name: 'HTTP' }).isVisible()).toBe(false)
  })

  it('shows everything without a script', async () => {
    const page = await open({ width: 1280, colorScheme: 'light', javaScriptEnabled: false })
    expect(await page.locator('.filters').isVisible()).toBe(false)
    const first = page.locator('.item').first()
    expect(await first.getByText('curl -sS').first().isVisible()).toBe(true)
    expect(await first.getByText('HTTP/1.1 500').first().isVisible()).toBe(true)
  })
})
