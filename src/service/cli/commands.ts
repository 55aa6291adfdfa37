/** The commands of `prompt-service`. */
import type { CommandTable } from 'specwright/cli'

/** Headings of the help, in their order. */
export const groups = ['Run', 'Administer', 'Test', 'Webhooks'] as const

export const commands: CommandTable = {
  serve: {
    summary: 'Run the service: production and development, each on its own port.',
    group: 'Run',
    load: async () => (await import('./serve.ts')).serve,
  },
  trust: {
    summary: "Make this user's browsers trust the local CA.",
    group: 'Run',
    load: async () => (await import('./trust.ts')).trust,
  },
  admin: {
    summary: 'Manage organizations, members, keys, plans and backups.',
    group: 'Administer',
    load: async () => (await import('./admin.ts')).admin,
  },
  evaluate: {
    summary: 'Run an evaluation over the API and exit with its verdict, for CI.',
    group: 'Test',
    load: async () => (await import('./evaluate.ts')).evaluate,
  },
  listen: {
    summary: 'Receive webhooks on this machine, verify and show them.',
    group: 'Webhooks',
    load: async () => (await import('./listen.ts')).listen,
  },
  trigger: {
    summary: 'Send a signed sample of an event to a URL.',
    group: 'Webhooks',
    load: async () => (await import('./trigger.ts')).trigger,
  },
}
