import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { DocumentError } from '../toolkit/contract/index.ts'
import { UsageError } from './command.ts'
import { defineCommand } from './defineCommand.ts'

const flags = {
  out: {
    type: 'string',
    value: 'FOLDER',
    default: 'site',
    help: 'Where the site is written; what was there is replaced.',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'YAML with title, chapters of Markdown files and the start page. Default: references alone.',
  },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

/** `prompt-service docs`: a site for readers, made of documents and Markdown, that opens from disk. */
export const docs = defineCommand({
  name: 'docs',
  description:
    'DOCUMENTS are files; without any, those that redocly.yaml lists. The site has a page for each\ngroup of operations, each schema and each message, code samples, search, a form that sends\nrequests, and a Markdown twin of every page. It asks the network for nothing.',
  operands: '[DOCUMENT…]',
  flags,
  async run(given, { print }, words) {
    const files = words
    const missing = [...files, ...(given.config === undefined ? [] : [given.config])].find(
      (file) => !existsSync(file),
    )
    if (missing !== undefined) throw new UsageError(`Received ${missing}; there is no such file.`)
    const out = resolve(given.out)
    refuseOthers(out)
    // They load optional peers, which need not be there for the help.
    const { buildSite, namesOf } = await import('../toolkit/docs/build.ts')
    const { readConfiguration } = await import('../toolkit/docs/guides.ts')
    const { writeSite } = await import('../toolkit/docs/site.ts')
    const documents = files.length > 0 ? namesOf(files) : listed()
    try {
      const site = buildSite({
        root: process.cwd(),
        documents,
        ...(given.config !== undefined && { configuration: readConfiguration(given.config) }),
      })
      writeSite(out, site)
      print(`Wrote ${site.size} files; open ${join(given.out, 'index.html')}.`)
      return 0
    } catch (error) {
      if (error instanceof DocumentError) throw new Error(error.message)
      throw error
    }
  },
})

/** A folder is replaced when a site was written there before, or when it is empty. */
function refuseOthers(out: string): void {
  if (!existsSync(out)) return
  if (!lstatSync(out).isDirectory()) throw new UsageError(`--out received ${out}, which is no folder.`)
  if (readdirSync(out).length > 0 && !existsSync(join(out, 'assets/search-index.js')))
    throw new UsageError(
      `--out received ${out}, which holds other files; expected a new folder, or a site made before.`,
    )
}

function listed(): Record<string, string> {
  if (!existsSync('redocly.yaml'))
    throw new UsageError('There is no redocly.yaml that lists documents; name them.')
  const { apis } = (parse(readFileSync('redocly.yaml', 'utf8')) ?? {}) as {
    apis?: Record<string, { root: string }>
  }
  return Object.fromEntries(Object.entries(apis ?? {}).map(([name, { root }]) => [name, root]))
}
