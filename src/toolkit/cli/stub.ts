import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { note } from './program/output.ts'

const flags = {
  document: {
    type: 'string',
    value: 'FILE',
    help: 'OpenAPI document with the operation.',
  },
  output: {
    type: 'string',
    value: 'FOLDER',
    help: 'With --document: folder for both files. Default: the folder of the document.',
  },
  tests: {
    type: 'string',
    value: 'FOLDER',
    help: 'With --document: folder for the test, if it differs from --output.',
  },
  types: {
    type: 'string',
    value: 'FILE',
    help: 'With --document: types that "generate" wrote. Default: generated/<document>.ts.',
  },
  handler: {
    type: 'string',
    value: 'FILE',
    help: 'With --document: module with the type Handler<operationId>, instead of --types.',
  },
} as const

/** `specwright stub`: the handler and the test of an operation, each with a hole that a tool points at. */
export const stub = defineCommand({
  name: 'stub',
  description:
    'The handler does not compile and the test fails until you complete them. Existing files are not\nchanged.',
  operands: '<operation>',
  examples: [
    ['stub createTask --document openapi.yaml --output src/handlers', 'Start the handler of an operation'],
    ['stub createTask --document openapi.yaml --output src --tests test', 'Put the test into another folder'],
  ],
  flags,
  async run(given, terminal, words) {
    const [wanted = ''] = words
    const { document: openapi, output, tests, types, handler } = given
    if (openapi === undefined && (output ?? tests ?? types ?? handler) !== undefined)
      throw new UsageError('--output, --tests, --types and --handler need --document FILE.')
    const root = process.cwd()
    // It loads an optional peer, which need not be there for the help.
    const { freeStubsOf, OWN_PAGE, stubsOf } = await import('../stub/stubs.ts')
    if (!existsSync(openapi ?? OWN_PAGE))
      throw new UsageError(
        openapi === undefined
          ? 'No document was named. Name the OpenAPI document with --document FILE.'
          : `--document: there is no file ${openapi}. Name an OpenAPI document.`,
      )
    const stubs = await (openapi === undefined
      ? stubsOf(wanted, root)
      : freeStubsOf(wanted, root, openapi, { folder: output ?? '.', tests, types, handler }))
    for (const { path, text } of stubs) {
      // Also a symbolic link that leads nowhere: writing to it would make a file elsewhere.
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
        note(terminal, `${path} is there already; left as it is.`)
        continue
      }
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx' })
      note(terminal, `${path} written.`)
    }
    const command = openapi === undefined ? 'npm run generate' : `specwright generate ${openapi}`
    note(terminal, `Next: \`${command}\`, then the type check, which names every place that still lacks it.`)
    return 0
  },
})
