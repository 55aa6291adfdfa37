/**
 * Renders the pictures of the README in Chromium and writes them to `docs/pictures`, as WebP: the documentation site and the
 * HTML report of `conform`, both of the sample document. The server that `conform` tests is the mock, which accepts any
 * credential. Ends with 1 when a picture is larger than `MAX_BYTES`.
 *
 *     npm run pictures
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { conform } from '../../src/toolkit/cli/conform.ts'
import { docs } from '../../src/toolkit/cli/docs.ts'
import { launchBrowser } from '../../test/harness/browser.ts'
import { stepsOf } from './pageBlocks.ts'

const ROOT = join(import.meta.dirname, '../..')
const PICTURES = join(ROOT, 'docs/pictures')
const MAX_BYTES = 100_000
const WINDOW = { width: 1200, height: 760 }
const TARGET = 'http://127.0.0.1:8080'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
const urlOf = (name: string): string => pathToFileURL(join(folder, name)).href
const quiet = { env: { ...process.env, NO_COLOR: '1' }, print: () => undefined }

/** The first file that the page with the sample document contains. */
function sampleDocument(): string {
  const steps = stepsOf(readFileSync(join(ROOT, 'docs/start/sample.md'), 'utf8'))
  const [sample] = steps.flatMap((step) => (step.kind === 'file' ? [step.text] : []))
  if (sample === undefined) throw new Error('docs/start/sample.md contains no file.')
  return sample
}

/** Builds the site. @returns the URL of an operation */
async function buildSite(): Promise<string> {
  await docs.run(['openapi.yaml', '--output', 'site'], quiet)
  return `${urlOf('site/reference/openapi/books.html')}#createBook`
}

/** Tests a mock that does not check credentials. @returns the URL of the report */
async function writeReport(): Promise<string> {
  const program = `${join(ROOT, 'node_modules/.bin/tsx')} ${join(ROOT, 'src/toolkit/cli/main.ts')}`
  const mock = `${program} mock openapi.yaml --stateful --port 8080`
  const parts = ['openapi.yaml', TARGET, '-H', 'Authorization: Bearer secret', '--start', mock]
  await conform.run([...parts, '--report', 'html=report.html'], quiet)
  return urlOf('report.html')
}

async function savePicture(browser: Browser, url: string, name: string): Promise<number> {
  const page = await browser.newPage({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(url)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const bytes = Buffer.from(data, 'base64')
  writeFileSync(join(PICTURES, name), bytes)
  console.log(`docs/pictures/${name}: ${bytes.length} bytes`)
  return bytes.length
}

const browser = await launchBrowser()
try {
  mkdirSync(PICTURES, { recursive: true })
  writeFileSync(join(folder, 'openapi.yaml'), sampleDocument())
  process.chdir(folder)
  const sizes = [
    await savePicture(browser, await buildSite(), 'docs-site.webp'),
    await savePicture(browser, await writeReport(), 'conform-report.webp'),
  ]
  process.exitCode = sizes.every((size) => size <= MAX_BYTES) ? 0 : 1
} finally {
  await browser.close()
  process.chdir(ROOT)
  rmSync(folder, { recursive: true, force: true })
}
