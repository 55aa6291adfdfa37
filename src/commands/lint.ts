import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { UsageError } from './command.ts'
import { defineCommand } from './defineCommand.ts'
import { oneOf } from './parseFlags.ts'

const FORMATS = [
  'stylish',
  'codeframe',
  'json',
  'checkstyle',
  'codeclimate',
  'summary',
  'github-actions',
  'markdown',
  'junit',
] as const

const flags = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'Redocly configuration. Default: redocly.yaml; without one, the recommended rules, with invalid examples as errors.',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    default: 'stylish',
    help: `${FORMATS.join(', ')}, as \`redocly lint\` knows them.`,
  },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

/** `prompt-service lint`: what Redocly and the rules of a project say of documents, one mistake at a time. */
export const lint = defineCommand({
  name: 'lint',
  description:
    'Each DOCUMENT is a file, or the name of one that redocly.yaml lists. Without one, all that it lists.\nOne mistake is told once, at its place: what only follows from it is left out, and examples are\njudged when everything else holds.',
  operands: '[DOCUMENT…]',
  flags,
  async run(given, { print }, words) {
    const documents = words
    const config = given.config ?? (existsSync('redocly.yaml') ? 'redocly.yaml' : undefined)
    const listed = config === undefined ? {} : listedIn(config)
    const named = documents.length > 0 ? documents : Object.keys(listed)
    if (named.length === 0) throw new UsageError('There is no redocly.yaml that lists documents; name them.')
    const pages = named.map((name) => listed[name] ?? name)
    const missing = pages.find((page) => !existsSync(page))
    if (missing !== undefined) throw new UsageError(`Received ${missing}; there is no such file.`)
    const format = oneOf('format', given.format, FORMATS)
    // They load an optional peer, which need not be there for the help.
    const [{ readingFaults }, { lintPages }, { formatProblems, getTotals }] = await Promise.all([
      import('../toolkit/lint/faults.ts'),
      import('../toolkit/lint/lintPages.ts'),
      import('@redocly/openapi-core'),
    ])
    const faults = readingFaults(pages, process.cwd())
    if (faults.length > 0) throw new Error(`the documents cannot be judged yet.\n${faults.join('\n')}`)
    const entries = named.map((name, index) => ({
      file: resolve(pages[index] as string),
      alias: listed[name] === undefined ? undefined : name,
    }))
    const problems = await lintPages(entries, config && resolve(config))
    const totals = getTotals(problems)
    formatProblems(problems, { format, totals, version: '', cwd: process.cwd() })
    if (problems.length === 0 && format === 'stylish') print(`${listOf(named)} valid.`)
    return totals.errors > 0 ? 1 : 0
  },
})

const listOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are`

/** The entry file of each document that a configuration lists, by its name. */
function listedIn(config: string): Record<string, string> {
  if (!existsSync(config)) throw new UsageError(`--config received ${config}; there is no such file.`)
  const { apis } = (parse(readFileSync(config, 'utf8')) ?? {}) as { apis?: Record<string, { root: string }> }
  return Object.fromEntries(Object.entries(apis ?? {}).map(([name, { root }]) => [name, root]))
}
