/**
 * Measures the site that `npm run docs` wrote, from disk in Chromium: weight, time to the first content, time until a
 * reference can be used, and what axe-core finds on every page, in light and dark.
 *
 *     npx tsx scripts/docs/measure.ts [--axe]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const SITE = resolve('docs/site')
const PAGES = [
  'index.html',
  'guides/webhooks.html',
  'reference/v1/webhooks.html',
  'reference/events/prompt.created.html',
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
const search = ['assets/minisearch.js', 'assets/search.js', 'assets/search-index.js'].reduce(
  (sum, path) => sum + weigh(path),
  0,
)
console.log(`search, loaded when it is opened: ${kilobytes(search)}`)

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
  const median = (name: 'first' | 'usable') =>
    times.map((time) => time[name]).sort((a, b) => a - b)[2] ?? Number.NaN
  console.log(
    `${path}: first content ${Math.round(median('first'))} ms, loaded and usable ${Math.round(median('usable'))} ms`,
  )
}

if (process.argv.includes('--axe')) {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } })
    let found = 0
    for (const path of pages) {
      const page = await context.newPage()
      await page.goto(pathToFileURL(join(SITE, path)).href)
      await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
      await page.evaluate(axe)
      const { violations } = (await page.evaluate(
        "axe.run(document, { preload: false, resultTypes: ['violations'] })",
      )) as {
        violations: { id: string; nodes: { target: string[] }[] }[]
      }
      for (const { id, nodes } of violations) {
        found++
        console.log(`${colorScheme} ${path} ${id} ${nodes[0]?.target.join(' ')}`)
      }
      await page.close()
    }
    await context.close()
    console.log(`axe-core in ${colorScheme}: ${found} findings on ${pages.length} pages`)
  }
}
await browser.close()
