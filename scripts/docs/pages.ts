/**
 * Runs the commands of the pages and writes their output into the pages:
 *
 *     npm run docs:pages                               all pages
 *     npm run docs:pages -- start                      pages whose path contains a word
 *     npm run docs:pages -- --check --package=FILE     with a packed tarball; writes nothing, and fails when a page differs
 *     npm run docs:pages -- --check --every=2          each second page, beginning with the second
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stepsOf, withOutputs } from './pageBlocks.ts'
import { type Installation, runPage } from './runPage.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['start', 'how-to', 'reference', 'explain', 'compare', 'help']

/** The pages about specwright that have steps, relative to the repository. */
export const pagesWithSteps = (): string[] =>
  ['README.md', ...FOLDERS.flatMap((folder) => below(`docs/${folder}`))].filter(
    (page) => stepsOf(readFileSync(join(ROOT, page), 'utf8')).length > 0,
  )

const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

/**
 * Runs a page.
 * @returns its text with the output of now, and what failed
 */
export async function pageNow(
  page: string,
  installation?: Installation,
): Promise<{ text: string; failures: string[] }> {
  const markdown = readFileSync(join(ROOT, page), 'utf8')
  const { outputs, failures } = await runPage(markdown, installation)
  return { text: withOutputs(markdown, outputs), failures }
}

function install(tarball: string, folder: string): Installation {
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder, stdio: 'pipe' })
  return { folder, tarball }
}

/**
 * Runs a page, and runs it again where it differs: output may depend on how fast the machine is, and a page is outdated
 * only if no run prints it.
 */
async function attempts(page: string, installation: Installation | undefined, most: number) {
  for (let attempt = 1; ; attempt++) {
    const now = await pageNow(page, installation)
    const differs = now.text !== readFileSync(join(ROOT, page), 'utf8')
    if ((!differs && now.failures.length === 0) || attempt === most) return { ...now, differs, attempt }
    console.log([`${page}: attempt ${attempt}`, ...now.failures, ...differences(page, now.text)].join('\n'))
  }
}

/** The lines that differ from the page, as git shows them; none where it is as it was. */
function differences(page: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'now-'))
  try {
    const now = join(folder, 'page.md')
    writeFileSync(now, text)
    const words = ['diff', '--no-index', '--no-color', '--unified=1', join(ROOT, page), now]
    return [spawnSync('git', words, { encoding: 'utf8' }).stdout].filter((lines) => lines !== '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(words: readonly string[]): Promise<void> {
  const check = words.includes('--check')
  const tarball = words.find((word) => word.startsWith('--package='))?.slice('--package='.length)
  const every = Number(words.find((word) => word.startsWith('--every='))?.slice('--every='.length) ?? 1)
  const names = words.filter((word) => !word.startsWith('--'))
  const folder = mkdtempSync(join(tmpdir(), 'installed-'))
  const wrong: string[] = []
  try {
    const installation = tarball === undefined ? undefined : install(resolve(tarball), folder)
    for (const [index, page] of pagesWithSteps().entries()) {
      if ((index + 1) % every !== 0) continue
      if (names.length > 0 && !names.some((name) => page.includes(name))) continue
      const { text, failures, ...result } = await attempts(page, installation, check ? 2 : 1)
      const failed = failures.length > 0 || (check && result.differs)
      if (failed) wrong.push([`${page}:`, ...failures, ...differences(page, text)].join('\n'))
      else if (result.differs) writeFileSync(join(ROOT, page), text)
      const same = result.attempt > 1 ? 'as it was at the second attempt' : 'as it was'
      console.log(`${page}: ${failures.length > 0 ? 'failed' : result.differs ? 'differs' : same}`)
    }
    if (wrong.length > 0) throw new Error(wrong.join('\n\n'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
