import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { OutputChoices } from '../generate/index.ts'
import { foreignText } from '../openapi/foreignText.ts'
import type { Operation } from '../openapi/operations.ts'
import { documentsAt } from '../openapi/projectLayout.ts'
import { shellQuoted } from '../openapi/shellText.ts'
import { selectOperations } from './conform/selection.ts'
import { documentsOf } from './documents.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { note, warn } from './program/output.ts'
import { withLocalCopies } from './remoteDocuments.ts'
import { freshFlag, repeatable } from './repeat/repeat.ts'

const flags = {
  check: {
    type: 'boolean',
    help: 'Write nothing. Exit with 1 and name each file that is missing or out of date.',
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FOLDER',
    help: 'Folder of bundles and types of the named documents. Default: generated.',
  },
  queries: {
    type: 'boolean',
    help: 'Also write queries of TanStack Query for each OpenAPI document: keys, options of queries, infinite queries and mutations. An existing file is updated without the flag.',
  },
  schemas: {
    type: 'string',
    value: 'LIBRARY',
    choices: ['zod'],
    help: 'Also write schemas of Zod 4 for each OpenAPI document, which validate as its JSON Schemas do: components, request bodies and responses. An existing file is updated without the flag.',
  },
  'only-operations': {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    help: 'Write code only for operations with such an operationId, and leave out unused components. "*" matches any characters, "!" excludes.',
  },
  'only-tags': {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    help: 'Write code only for operations with such a tag.',
  },
  strict: {
    type: 'boolean',
    help: 'Also check the examples, and write nothing when one breaks its schema.',
  },
  ...freshFlag,
} as const

/** `specwright generate`: bundles and types of documents, or whether they are current. */
export const generate = defineCommand({
  name: 'generate',
  description:
    'Write the bundle (JSON) and the TypeScript types of each document, and an iterator over all items where it has paginated lists. A document with a file that cannot be parsed or a reference that leads nowhere is rejected, and nothing is written. Examples are checked by lint, and with --strict here too, because no type depends on them.\n\nDOCUMENT is a file or a URL. Default: openapi/*/openapi.yaml and asyncapi/asyncapi.yaml of the project, from which operation tables and validators are generated too; else all that redocly.yaml lists, else openapi.yaml.',
  operands: '[document...]',
  examples: [
    [
      'generate openapi.yaml',
      'Write generated/openapi.json, generated/openapi.ts and, for paginated lists, generated/openapi.pages.ts',
    ],
    ['generate openapi.yaml --queries', 'Also write generated/openapi.queries.ts, for TanStack Query'],
    [
      'generate openapi.yaml --schemas zod',
      'Also write generated/openapi.schemas.ts, for forms and responses',
    ],
    ["generate openapi.yaml --only-tags books --only-operations '!delete*'", 'Write a part of the API'],
    ['generate openapi.yaml --check', 'Fail in CI when the generated files are out of date'],
  ],
  flags,
  run: (given, terminal, words) =>
    repeatable('generate', given, words, terminal, (repeated) =>
      withLocalCopies(words, repeated, (named, shown) => {
        const own = words.length === 0 && documentsAt(process.cwd()).length > 0
        return make(own ? [] : documentsOf(named).map(({ file }) => file), given, shown)
      }),
    ),
})

async function make(pages: readonly string[], given: Given, terminal: Terminal): Promise<number> {
  const root = process.cwd()
  // They load optional peers, which need not be there for the help.
  const [{ COMMAND, differences, outputsOf, outputsOfPages }, { faultsOf }] = await Promise.all([
    import('../generate/index.ts'),
    import('../lint/index.ts'),
  ])
  const own = pages.length === 0
  if (own) rejectFlagsOfDocuments(given)
  const entries = own ? documentsAt(root).map(([, source]) => source) : pages
  reject(await faultsOf(entries, root, given.strict ? 'all' : 'reading'))
  const outputs = await (own
    ? outputsOf(root, choicesOf(given))
    : outputsOfPages(root, pages, given.output ?? 'generated', choicesOf(given)))
  if (own) for (const [name, text] of await contractChanges(root, COMMAND)) outputs.set(name, text)
  requireFolder(given.output)
  const found = differences(root, outputs, own ? 'generated' : undefined)
  const toWrite = found.filter(({ kind }) => kind !== 'unexpected')
  if (!given.check && toWrite.length > 0) {
    for (const { name } of toWrite) {
      mkdirSync(dirname(resolve(root, name)), { recursive: true })
      writeFileSync(resolve(root, name), outputs.get(name) ?? '')
    }
    note(terminal, `Wrote ${toWrite.map(({ name }) => name).join(', ')}.`)
  }
  const command = own ? COMMAND : ['specwright generate', ...pages, ...wordsOf(given)].join(' ')
  const remedy = {
    missing: `is missing; run \`${command}\``,
    stale: `differs from the documents; run \`${command}\``,
    unexpected: `is not made by \`${command}\`; delete it, or let src/toolkit/generate/outputs.ts make it`,
  }
  const complaints = given.check ? found : found.filter(({ kind }) => kind === 'unexpected')
  for (const { name, kind } of complaints) warn(terminal, `${name} ${remedy[kind]}.`)
  return complaints.length > 0 ? 1 : 0
}

type Given = FlagValues<typeof flags>

/** @throws UsageError for flags that apply to named documents only */
function rejectFlagsOfDocuments(given: Given): void {
  const [word] = selectionOf(given)
  if (given.output !== undefined || word !== undefined)
    throw new UsageError(
      given.output === undefined
        ? `${word} needs documents: specwright generate DOCUMENT ${word}.`
        : '--output needs documents: specwright generate DOCUMENT --output FOLDER.',
    )
}

/** The flags that decide what is written, as words of a command. */
const wordsOf = (given: Given): string[] => [
  ...selectionOf(given),
  ...(given.queries ? ['--queries'] : []),
  ...(given.schemas === undefined ? [] : [`--schemas ${given.schemas}`]),
]

const selectionOf = (given: Given): string[] => [
  ...given['only-operations'].map((pattern) => `--only-operations ${shellQuoted(pattern)}`),
  ...given['only-tags'].map((pattern) => `--only-tags ${shellQuoted(pattern)}`),
]

function choicesOf(given: Given): OutputChoices {
  const { queries, schemas, 'only-operations': operation, 'only-tags': tag } = given
  if (operation.length + tag.length === 0) return { queries, schemas }
  const patterns = { operation, tag, path: [], method: [] }
  const select = (operations: readonly Operation[]) =>
    selectOperations(operations, patterns, (flag) => `--only-${flag}s`)
  return { queries, schemas, select }
}

/** The page of changes since the releases of the project's documents; none without a release. */
async function contractChanges(root: string, command: string): Promise<[name: string, text: string][]> {
  const { changelogOf, historiesAt, waiversAt } = await import('../diff/index.ts')
  const histories = historiesAt(root)
  if (histories.length === 0) return []
  const heading = `<!-- Made by \`${command}\` from the documents and their releases. -->\n\n`
  return [['docs/contract-changes.md', heading + changelogOf(histories, waiversAt(root))]]
}

/** @throws UsageError where a file has the name of the folder */
function requireFolder(output: string | undefined): void {
  if (output !== undefined && statSync(output, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(`--output received ${output}, which is not a folder.`)
}

/** @throws Error that lists what has to be fixed first */
function reject(faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Error(`the documents are invalid; nothing is written.\n${faults.map(foreignText).join('\n')}`)
}
