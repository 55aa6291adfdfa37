import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { documentsOf } from './documents.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { note } from './program/output.ts'
import { withLocalCopies } from './remoteDocuments.ts'
import { freshFlag, repeatable } from './repeat/repeat.ts'

const flags = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FOLDER',
    default: 'site',
    help: 'Folder of the site. A site that is there is replaced.',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'Site configuration (YAML): title, chapters of Markdown files, start page. Default: only references.',
  },
  'with-mock': {
    type: 'boolean',
    help: 'Add a mock that runs in the browser as a service worker, so that "Try it" works without a server.',
  },
  ...freshFlag,
} as const

/** The build bundles it. */
const MOCK_WORKER = new URL('../mock/docsWorker.js', import.meta.url)

/** `specwright docs`: a site for readers, made of documents and Markdown, that opens from disk. */
export const docs = defineCommand({
  name: 'docs',
  description:
    'Build a static site that opens from disk and requests nothing from the network. It has a page for each group of operations, each schema and each message. It has code samples, search, a form that sends requests, and a Markdown twin of every page.\n\nDOCUMENT is a file, a URL, or a name below "apis" of redocly.yaml. Default: all of redocly.yaml, else openapi.yaml.',
  operands: '[document...]',
  flags,
  examples: [
    ['docs openapi.yaml', 'Write the site to the folder "site"'],
    ['docs openapi.yaml --with-mock', 'Let readers try the API in the published site'],
    ['docs openapi.yaml asyncapi.yaml --config site.yaml -o public', 'Add guides to the references'],
  ],
  run: (given, terminal, words) =>
    repeatable('docs', given, words, terminal, (repeated) =>
      withLocalCopies(words, repeated, (files, own) => buildFrom(given, own, files)),
    ),
})

async function buildFrom(
  given: FlagValues<typeof flags>,
  terminal: Terminal,
  words: readonly string[],
): Promise<number> {
  if (given.config !== undefined && !existsSync(given.config))
    throw new UsageError(`--config: there is no file ${given.config}. Name a site configuration.`)
  const out = resolve(given.output)
  rejectOthers(out)
  const found = documentsOf(words)
  // Loaded late: the help needs none of it.
  const { namesOf, readConfiguration, siteFiles, writeSite } = await import('../docs/index.ts')
  const documents = found.every(({ alias }) => alias !== undefined)
    ? Object.fromEntries(found.map(({ alias = '', file }) => [alias, file]))
    : namesOf(found.map(({ file }) => file))
  const site = siteFiles({
    root: process.cwd(),
    documents,
    ...(given.config !== undefined && { configuration: readConfiguration(given.config) }),
    ...(given['with-mock'] && { mockWorker: readFileSync(MOCK_WORKER, 'utf8') }),
  })
  const count = writeSite(out, site)
  note(terminal, `Wrote ${count} files. Open ${join(given.output, 'index.html')}.`)
  return 0
}

/** A folder is replaced when a site was written there before, or when it is empty. */
function rejectOthers(out: string): void {
  if (!existsSync(out)) return
  if (!lstatSync(out).isDirectory()) throw new UsageError(`--output received ${out}, which is not a folder.`)
  if (readdirSync(out).length > 0 && !existsSync(join(out, 'assets/search-index.js')))
    throw new UsageError(
      `--output received ${out}, which contains other files; expected a new folder or an existing site.`,
    )
}
