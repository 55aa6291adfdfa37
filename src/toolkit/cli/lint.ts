import { resolve } from 'node:path'
import { foreignLines } from '../openapi/foreignText.ts'
import { documentsOf, presentConfiguration } from './documents.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { note, warn } from './program/output.ts'
import { withLocalCopies } from './remoteDocuments.ts'
import { freshFlag, repeatable } from './repeat/repeat.ts'

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
    help: 'Redocly configuration. Default: redocly.yaml; without one, the recommended rules, and invalid examples are errors.',
  },
  format: {
    type: 'string',
    value: 'FORMAT',
    default: 'stylish',
    choices: FORMATS,
    help: 'Format of the report, as of `redocly lint`.',
  },
  'max-problems': {
    type: 'string',
    value: 'N',
    help: 'Show N problems at most, and the number of those hidden; 0 shows all. Default: 100 in stylish, codeframe and markdown, all in the other formats.',
  },
  ...freshFlag,
} as const

/** Formats for people, with fewer problems; the others are for programs. */
const FOR_PEOPLE: readonly string[] = ['stylish', 'codeframe', 'markdown']
const DEFAULT_MAX_PROBLEMS = 100

/** `specwright lint`: problems that Redocly and the rules of a project find in documents, one for each mistake. */
export const lint = defineCommand({
  name: 'lint',
  description:
    'Report errors in OpenAPI and AsyncAPI documents. One mistake is reported once, at its place. A file that cannot be parsed and a reference that leads nowhere are problems like any other. Examples are always checked against their schemas.\n\nDOCUMENT is a file, a URL, or a name below "apis" of redocly.yaml. Default: all of redocly.yaml, else openapi.yaml.',
  operands: '[document...]',
  flags,
  examples: [
    ['lint openapi.yaml', 'Check a document'],
    ['lint --format github-actions', 'Annotate a pull request'],
  ],
  run: (given, terminal, words) =>
    repeatable('lint', given, words, terminal, (repeated) =>
      withLocalCopies(words, repeated, (files, own) => inspect(given, own, files)),
    ),
})

async function inspect(
  given: FlagValues<typeof flags>,
  terminal: Terminal,
  words: readonly string[],
): Promise<number> {
  const { format } = given
  const config = given.config ?? presentConfiguration()
  const documents = documentsOf(words, config)
  const limit = readLimit(given['max-problems'], format)
  // Loaded late: the help needs none of it.
  const { configOf, inspectPages, usesForeignCode, writeProblems } = await import('../lint/index.ts')
  const entries = documents.map(({ file, alias }) => ({ file: resolve(file), alias }))
  const configured = config && resolve(config)
  const problems = await inspectPages(entries, { config: await configOf(configured) })
  if (usesForeignCode(configured)) terminal.impede?.('the configuration has plugins or presets of others')
  const { text, hidden, errors } = writeProblems(problems, { format, limit, width: terminal.columns })
  if (text !== '') terminal.print(text)
  if (hidden > 0)
    warn(
      terminal,
      `${hidden} more ${hidden === 1 ? 'problem is' : 'problems are'} hidden. Show them with --max-problems 0.`,
    )
  if (problems.length === 0 && format === 'stylish')
    note(terminal, foreignLines(`${listOf(documents.map(({ alias, file }) => alias ?? file))} valid.`))
  return errors > 0 ? 1 : 0
}

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
