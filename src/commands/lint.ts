import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isObject } from '../toolkit/contract/document.ts'
import { foreignLines } from '../toolkit/contract/foreignText.ts'
import { readSourceFile } from '../toolkit/contract/sourceFile.ts'
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
  'max-problems': {
    type: 'string',
    value: 'N',
    help: 'Show N problems at most, and the number of those hidden; 0 shows all. Default: 100 in stylish, codeframe and markdown, all in the other formats.',
  },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

/** Formats for people, who do not read a thousand problems; the others are for programs. */
const FOR_PEOPLE: readonly string[] = ['stylish', 'codeframe', 'markdown']
const DEFAULT_MAX_PROBLEMS = 100

/** `prompt-service lint`: what Redocly and the rules of a project report of documents, one problem for each mistake. */
export const lint = defineCommand({
  name: 'lint',
  description:
    'Each DOCUMENT is a file, or the name of one that redocly.yaml lists. Without one, all that it lists.\nOne mistake is reported once, at its place; what only follows from it is left out. A file that cannot\nbe parsed is a problem like any other, and hides none of another file. Examples are always checked.',
  operands: '[DOCUMENT…]',
  flags,
  async run(given, { print }, words) {
    const documents = words
    const config = given.config ?? (existsSync('redocly.yaml') ? 'redocly.yaml' : undefined)
    const listed: Record<string, string> = config === undefined ? Object.create(null) : listedIn(config)
    const named = documents.length > 0 ? documents : Object.keys(listed)
    if (named.length === 0) throw new UsageError('There is no redocly.yaml that lists documents; name them.')
    const pages = named.map((name) => listed[name] ?? name)
    const missing = pages.find((page) => !existsSync(page))
    if (missing !== undefined) throw new UsageError(`Received ${missing}; there is no such file.`)
    const format = oneOf('format', given.format, FORMATS)
    const limit = readLimit(given['max-problems'], format)
    // They load an optional peer, which need not be there for the help.
    const [{ configOf, inspectPages }, { writeProblems }] = await Promise.all([
      import('../toolkit/lint/inspectPages.ts'),
      import('../toolkit/lint/writeProblems.ts'),
    ])
    const entries = named.map((name, index) => ({
      file: resolve(pages[index] as string),
      alias: listed[name] === undefined ? undefined : name,
    }))
    const problems = await inspectPages(entries, { config: await configOf(config && resolve(config)) })
    const { text, hidden, errors } = writeProblems(problems, { format, limit })
    if (text !== '') print(text)
    if (hidden > 0)
      process.stderr.write(
        `${hidden} more ${hidden === 1 ? 'problem is' : 'problems are'} hidden. Show them with --max-problems 0.\n`,
      )
    if (problems.length === 0 && format === 'stylish') print(foreignLines(`${listOf(named)} valid.`))
    return errors > 0 ? 1 : 0
  },
})

/** @throws UsageError */
function readLimit(given: string | undefined, format: string): number {
  if (given === undefined)
    return FOR_PEOPLE.includes(format) ? DEFAULT_MAX_PROBLEMS : Number.POSITIVE_INFINITY
  if (!/^\d{1,9}$/.test(given))
    throw new UsageError(`--max-problems received "${given}"; expected a whole number, 0 for all.`)
  return Number(given) === 0 ? Number.POSITIVE_INFINITY : Number(given)
}

const listOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are`

/** The entry file of each document that a configuration lists, by its name. */
function listedIn(config: string): Record<string, string> {
  if (!existsSync(config)) throw new UsageError(`--config received ${config}; there is no such file.`)
  const { apis } = readSourceFile(resolve(config)).tree
  const listed: Record<string, string> = Object.create(null)
  for (const [name, api] of Object.entries(isObject(apis) ? apis : {}))
    if (isObject(api) && typeof api.root === 'string') listed[name] = api.root
  return listed
}
