import { foreignJson } from '../openapi/foreignText.ts'
import { documentsOf } from './documents.ts'
import { type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { withLocalCopies } from './remoteDocuments.ts'
import { freshFlag, repeatable } from './repeat/repeat.ts'

const flags = {
  format: {
    type: 'string',
    value: 'FORMAT',
    choices: ['text', 'json'],
    default: 'text',
    help: 'Format of the model: tables for people, or the whole model as JSON.',
  },
  resource: {
    type: 'string',
    value: 'NAME',
    help: 'Print only the resource with this name or collection path.',
  },
  ...freshFlag,
} as const

/** `specwright model`: what the toolkit understands of an API, and why. */
export const model = defineCommand({
  name: 'model',
  description:
    'Print the facts that the toolkit infers about an API. These are resources, their identifiers and operations, pagination, sorting and filters of lists, roles of properties and the form of errors. Each fact has its evidence and location. mock --stateful, conform, docs, lint, diff and generate use the same facts. Correct a wrong fact with x-conformance, in the document or in an overlay.\n\nDOCUMENT is a file, a URL, or a name below "apis" of redocly.yaml. Default: all of redocly.yaml, else openapi.yaml.',
  operands: '[document...]',
  flags,
  examples: [
    ['model openapi.yaml', 'Print the model as tables'],
    ['model openapi.yaml --resource tasks --format json', 'Read one resource in a script'],
  ],
  run: (given, terminal, words) =>
    repeatable('model', given, words, terminal, (repeated) =>
      withLocalCopies(words, repeated, (files, own) => show(files, own, given.format, given.resource)),
    ),
})

async function show(
  words: readonly string[],
  { print }: Terminal,
  format: 'text' | 'json',
  wanted: string | undefined,
): Promise<number> {
  // Loaded late: the help needs none of it.
  const [{ readDocument }, { modelOf }, { modelLines }] = await Promise.all([
    import('../openapi/load.ts'),
    import('../model/apiModel.ts'),
    import('./model/modelLines.ts'),
  ])
  const documents = documentsOf(words)
    .map(({ file }) => ({ file, document: readDocument(file) }))
    .filter(({ document }) => document.kind === 'openapi')
  if (documents.length === 0) throw new UsageError('None of the documents is an OpenAPI document.')
  for (const { file, document } of documents) {
    const whole = modelOf(document)
    const resources = whole.resources.filter(
      ({ name, collection }) => wanted === undefined || wanted === name || wanted === collection,
    )
    if (wanted !== undefined && resources.length === 0)
      throw new UsageError(
        `--resource: ${file} has no resource ${wanted}. It has: ${whole.resources.map(({ name }) => name).join(', ')}.`,
      )
    if (format === 'json') print(foreignJson(wanted === undefined ? whole : { resources }, 2))
    else for (const line of modelLines(document, { ...whole, resources }, wanted === undefined)) print(line)
  }
  return 0
}
