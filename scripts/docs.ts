/**
 * Builds the reference pages into `docs/site/`: one for each document that redocly.yaml lists, and a page that
 * leads to them. Each opens from the disk and asks the network for nothing.
 *
 *     npm run docs
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { indexPage, withoutNetwork } from '../src/toolkit/docs/pages.ts'
import { refuseFaults } from '../src/toolkit/lint/faults.ts'

const SITE = 'docs/site'
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

interface Page {
  file: string
  title: string
  summary: string
}

async function buildPage(name: string, root: string, scratch: string): Promise<Page> {
  const draft = join(scratch, `${name}.html`)
  await promisify(execFile)(process.execPath, [redocly, 'build-docs', name, '--inlineBundle', '-o', draft])
  writeFileSync(join(SITE, `${name}.html`), withoutNetwork(readFileSync(draft, 'utf8')))
  const { info } = parse(readFileSync(root, 'utf8')) as { info: { title: string; summary?: string } }
  return { file: `${name}.html`, title: info.title, summary: info.summary ?? '' }
}

const { apis } = parse(readFileSync('redocly.yaml', 'utf8')) as { apis: Record<string, { root: string }> }
await refuseFaults(
  Object.values(apis).map(({ root }) => root),
  process.cwd(),
)
const scratch = mkdtempSync(join(tmpdir(), 'docs-'))
try {
  mkdirSync(SITE, { recursive: true })
  const pages = await Promise.all(
    Object.entries(apis).map(([name, { root }]) => buildPage(name, root, scratch)),
  )
  writeFileSync(join(SITE, 'index.html'), indexPage(pages))
  console.log(`Wrote ${SITE}/index.html and ${pages.map(({ file }) => file).join(', ')}.`)
} finally {
  rmSync(scratch, { recursive: true })
}
