/**
 * Runs the commands of the pages and writes their output into the pages:
 *
 *     npm run docs:pages            all pages
 *     npm run docs:pages -- start   pages whose path contains a word
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stepsOf, withOutputs } from './pageBlocks.ts'
import { runPage } from './runPage.ts'

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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const words = process.argv.slice(2)
  const chosen = pagesWithSteps().filter(
    (page) => words.length === 0 || words.some((word) => page.includes(word)),
  )
  for (const page of chosen) {
    const file = join(ROOT, page)
    const markdown = readFileSync(file, 'utf8')
    const { outputs, failures } = await runPage(markdown)
    for (const failure of failures) console.error(`${page}: ${failure}`)
    if (failures.length > 0) process.exitCode = 1
    const now = withOutputs(markdown, outputs)
    if (now !== markdown) writeFileSync(file, now)
    console.log(`${page}: ${now === markdown ? 'as it was' : 'written'}`)
  }
}
