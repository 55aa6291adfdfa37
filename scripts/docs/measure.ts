/**
 * Measures the site that `npm run docs` wrote, from disk in Chromium: weight, time to the first content and time until a
 * reference can be used; dead links and anchors. With --axe it visits all pages. It reports the violations of axe-core in
 * light and, of colours, in the dark, errors in the console, requests beyond the site, and content wider than a phone. Ends
 * with 1 after any finding.
 *
 *     npx tsx scripts/docs/measure.ts [--axe] [--scheme=light|dark]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { deadTwinLinks, faultsOf } from '../../test/docs/siteFiles.ts'

const SITE = resolve('docs/site')
const PAGES = [
  'index.html',
  'service/guides/webhooks.html',
  'service/reference/v1/webhooks.html',
  'service/reference/events/prompt.created.html',
]
const SHARED = ['assets/site.css', 'assets/theme.js', 'assets/site.js']

const weigh = (path: string) => gzipSync(readFileSync(join(SITE, path))).length
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
const shared = SHARED.reduce((sum, path) => sum + weigh(path), 0)
const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.html'),
)
const heaviest = pages
  .map((path) => ({ path, bytes: weigh(path) + shared }))
  .sort((a, b) => b.bytes - a.bytes)
console.log(`${pages.length} pages; start page ${kilobytes(weigh('index.html') + shared)} gzipped`)
for (const { path, bytes } of heaviest.slice(0, 3)) console.log(`heaviest: ${path} ${kilobytes(bytes)}`)
const weighAll = (paths: readonly string[]) => kilobytes(paths.reduce((sum, path) => sum + weigh(path), 0))
const search = weighAll(['assets/minisearch.js', 'assets/search.js', 'assets/search-index.js'])
const parts = weighAll(readdirSync(join(SITE, 'assets/search')).map((name) => `assets/search/${name}`))
console.log(`search, loaded when it is opened: ${search}; parts, loaded for the words of a reader: ${parts}`)

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const path of PAGES) {
  const times: { first: number; usable: number }[] = []
  for (let turn = 0; turn < 5; turn++) {
    const page = await browser.newPage()
    await page.goto(pathToFileURL(join(SITE, path)).href, { waitUntil: 'load' })
    times.push(
      (await page.evaluate(`({
        first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
        usable: performance.getEntriesByType('navigation')[0].loadEventEnd,
      })`)) as { first: number; usable: number },
    )
    await page.close()
  }
  // A page that was never in sight has no first paint.
  const median = (name: 'first' | 'usable') => {
    const known = times.map((time) => time[name]).filter(Number.isFinite)
    return known.sort((a, b) => a - b)[Math.floor(known.length / 2)] ?? Number.NaN
  }
  console.log(
    `${path}: first content ${Math.round(median('first'))} ms, loaded and usable ${Math.round(median('usable'))} ms`,
  )
}

const findings: string[] = []
const found = (finding: string) => {
  findings.push(finding)
  console.log(finding)
}
const texts = new Map(
  readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => [path, readFileSync(join(SITE, path), 'utf8')]),
)
for (const { page, what } of [...faultsOf(texts), ...deadTwinLinks(texts)]) found(`${page}: ${what}`)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Only colours differ in the dark. */
const RUN = {
  light: "axe.run(document, { preload: false, resultTypes: ['violations'] })",
  dark: "axe.run(document, { preload: false, resultTypes: ['violations'], runOnly: ['color-contrast'] })",
}
async function walk(colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
  const home = pathToFileURL(SITE).href
  for (const path of pages) {
    const page = await context.newPage()
    const report = (what: string) => found(`${colorScheme} ${path}: ${what}`)
    page.on('pageerror', (error) => report(error.message))
    page.on('console', (message) => message.type() === 'error' && report(message.text()))
    page.on('request', (request) => !request.url().startsWith(home) && report(`asks for ${request.url()}`))
    await page.goto(pathToFileURL(join(SITE, path)).href)
    // A part that is folded away is read too, once it is open.
    await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    await page.evaluate(axe)
    const { violations } = (await page.evaluate(RUN[colorScheme])) as {
      violations: { id: string; nodes: { target: string[] }[] }[]
    }
    for (const { id, nodes } of violations) report(`${id} ${nodes[0]?.target.join(' ')}`)
    if (colorScheme === 'light') {
      await page.setViewportSize({ width: 390, height: 844 })
      const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
      if (width > 390) report(`is ${width} wide on a phone of 390`)
    }
    await page.close()
  }
  await context.close()
}
if (process.argv.includes('--axe'))
  for (const scheme of ['light', 'dark'] as const) {
    const only = process.argv.find((word) => word.startsWith('--scheme='))
    if (only === undefined || only.endsWith(scheme)) await walk(scheme)
  }
await browser.close()
console.log(`${findings.length} findings on ${pages.length} pages`)
process.exitCode = findings.length === 0 ? 0 : 1
