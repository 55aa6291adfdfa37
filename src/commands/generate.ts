import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { foreignText } from '../toolkit/contract/foreignText.ts'
import { type FlagValues, type Terminal, UsageError } from './command.ts'
import { defineCommand } from './defineCommand.ts'

const flags = {
  check: {
    type: 'boolean',
    help: 'Writes nothing; exits 1 and names each file that is not as it should be.',
  },
  output: {
    type: 'string',
    value: 'FOLDER',
    help: 'Where bundles and types of the given documents go. Default: generated.',
  },
  strict: {
    type: 'boolean',
    help: 'Write nothing when an example breaks its schema.',
  },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

/** `prompt-service generate`: what is made from documents, or whether it is as it should be. */
export const generate = defineCommand({
  name: 'generate',
  description:
    'Each DOCUMENT is the entry file of an OpenAPI 3 or AsyncAPI 3 document. Without one, the folders\nopenapi/*/openapi.yaml and asyncapi/ of the project, from which operation tables and validators\nare generated too. A document with a file that cannot be parsed or a reference that leads nowhere is\nrejected, and nothing is written. An example that breaks its schema is a warning.',
  operands: '[DOCUMENT…]',
  flags,
  async run(given, terminal, words) {
    return make(words, given, terminal)
  },
})

async function make(
  pages: readonly string[],
  given: FlagValues<typeof flags>,
  { print }: Terminal,
): Promise<number> {
  const root = process.cwd()
  const missing = pages.find((page) => !existsSync(page))
  if (missing !== undefined) throw new UsageError(`Received ${missing}; there is no such file.`)
  // They load optional peers, which need not be there for the help.
  const [{ COMMAND, differences, documentsAt, outputsOf, outputsOfPages }, { exampleFaults, readingFaults }] =
    await Promise.all([import('../toolkit/generate/outputs.ts'), import('../toolkit/lint/faults.ts')])
  const own = pages.length === 0
  if (own && given.output !== undefined)
    throw new UsageError('--output needs documents: prompt-service generate DOCUMENT… --output FOLDER.')
  const entries = own ? documentsAt(root).map(([, source]) => source) : pages
  if (entries.length === 0)
    throw new UsageError('There is no openapi/*/openapi.yaml and no asyncapi/asyncapi.yaml; name documents.')
  refuse(readingFaults(entries, root))
  const outputs = await (own ? outputsOf(root) : outputsOfPages(root, pages, given.output ?? 'generated'))
  const examples = await exampleFaults(entries, root)
  if (given.strict) refuse(examples)
  const found = differences(root, outputs, own ? 'generated' : undefined)
  const toWrite = found.filter(({ kind }) => kind !== 'unexpected')
  if (!given.check && toWrite.length > 0) {
    for (const { name } of toWrite) {
      mkdirSync(dirname(resolve(root, name)), { recursive: true })
      writeFileSync(resolve(root, name), outputs.get(name) ?? '')
    }
    print(`Wrote ${toWrite.map(({ name }) => name).join(', ')}.`)
  }
  const command = own ? COMMAND : ['prompt-service generate', ...pages].join(' ')
  const remedy = {
    missing: `is missing; run \`${command}\``,
    stale: `differs from what the documents say; run \`${command}\``,
    unexpected: `is not made by \`${command}\`; delete it, or let src/toolkit/generate/outputs.ts make it`,
  }
  const complaints = given.check ? found : found.filter(({ kind }) => kind === 'unexpected')
  warn(examples)
  for (const { name, kind } of complaints) process.stderr.write(`${name} ${remedy[kind]}.\n`)
  return complaints.length > 0 ? 1 : 0
}

/** Types do not depend on examples. */
function warn(faults: readonly string[]): void {
  if (faults.length === 0) return
  for (const fault of faults.slice(0, MAX_WARNINGS)) process.stderr.write(`warning: ${foreignText(fault)}\n`)
  const [count, verb] =
    faults.length === 1
      ? ['1 example', 'breaks its schema']
      : [`${faults.length} examples`, 'break their schemas']
  const hidden = faults.length > MAX_WARNINGS ? ` ${faults.length - MAX_WARNINGS} of them are not shown.` : ''
  process.stderr.write(
    `${count} ${verb}.${hidden} \`prompt-service lint\` lists all; --strict rejects such documents.\n`,
  )
}

const MAX_WARNINGS = 20

/** @throws Error that lists what has to be fixed first */
function refuse(faults: readonly string[]): void {
  if (faults.length > 0)
    throw new Error(`the documents are refused; nothing is written.\n${faults.map(foreignText).join('\n')}`)
}
