/** The commands of the program: what each is for, and where it is. A command is loaded when it is asked for, and no sooner. */
import type { CommandTable } from './command.ts'

export const commands: CommandTable = {
  serve: {
    summary: 'Runs the service: production and development, each on its own port.',
    load: async () => (await import('./serve.ts')).serve,
  },
  admin: {
    summary: 'Manages organizations, members, keys, plans and backups as the operator.',
    load: async () => (await import('./admin.ts')).admin,
  },
  evaluate: {
    summary: 'Runs an evaluation over the API and ends with its verdict; for CI.',
    load: async () => (await import('./evaluate.ts')).evaluate,
  },
  init: {
    summary: 'Writes a starting project for an API of your own.',
    load: async () => (await import('./init.ts')).init,
  },
  generate: {
    summary: 'Makes the bundle and the types of OpenAPI or AsyncAPI documents.',
    load: async () => (await import('./generate.ts')).generate,
  },
  stub: {
    summary: 'Starts the handler and the test of an operation.',
    load: async () => (await import('./stub.ts')).stub,
  },
  lint: {
    summary: 'Says what is wrong with OpenAPI or AsyncAPI documents, and where.',
    load: async () => (await import('./lint.ts')).lint,
  },
  diff: {
    summary: 'Says whom a change of OpenAPI or AsyncAPI documents breaks.',
    load: async () => (await import('./diff.ts')).diff,
  },
  mock: {
    summary: 'Serves an API from its document alone, to write a client against.',
    load: async () => (await import('./mock.ts')).mock,
  },
  conform: {
    summary: 'Tests any server against its OpenAPI document.',
    load: async () => (await import('./conform.ts')).conform,
  },
  'conform-receiver': {
    summary: 'Tests whether a receiver of webhooks takes and refuses what it should.',
    load: async () => (await import('./conformReceiver.ts')).conformReceiver,
  },
  docs: {
    summary: 'Makes a site of OpenAPI or AsyncAPI documents that opens from disk.',
    load: async () => (await import('./docs.ts')).docs,
  },
  design: {
    summary: 'Watches documents and tells after each save what it means.',
    load: async () => (await import('./design.ts')).design,
  },
  listen: {
    summary: 'Receives webhooks on this machine, checks them and shows them.',
    load: async () => (await import('./listen.ts')).listen,
  },
  trigger: {
    summary: 'Sends a signed sample of an event to an address.',
    load: async () => (await import('./trigger.ts')).trigger,
  },
  trust: {
    summary: 'Lets the browsers of this user trust the local authority.',
    load: async () => (await import('./trust.ts')).trust,
  },
  completion: {
    summary: 'Prints the completion of commands and flags for a shell.',
    load: async () => (await import('./completion.ts')).completionOf(commands),
  },
}
