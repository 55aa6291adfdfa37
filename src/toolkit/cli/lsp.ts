import { systemClock } from '../network/clock.ts'
import { defineCommand } from './program/defineCommand.ts'

/** `specwright lsp`: the language server for editors. */
export const lsp = defineCommand({
  name: 'lsp',
  description:
    'Serve an editor over standard input and output with the Language Server Protocol. Editors start this command themselves. They get diagnostics while you type, go to definition, references, rename, completion, hover and code lenses for OpenAPI, AsyncAPI and Arazzo documents.',
  flags: {
    stdio: {
      type: 'boolean',
      help: 'Use standard input and output. Editors add this flag; it is the default.',
    },
  },
  examples: [
    ['lsp --stdio', 'The command for the configuration of an editor'],
    ['lsp', 'The same: standard input and output are the default'],
  ],
  async run(_given, { version = '' }) {
    const { serveStandardStreams } = await import('../lsp/index.ts')
    await serveStandardStreams(process.cwd(), version, systemClock.now)
    return 0
  },
})
