import type { CommandTable } from './program/command.ts'
import { INTERNAL_ERROR } from './program/exitCodes.ts'
/** The commands of `specwright`. */

/** Headings of the help, in their order. */
export const groups = ['Design', 'Test', 'Mock', 'Publish'] as const

export const commands: CommandTable = {
  lint: {
    summary: 'Report errors in OpenAPI and AsyncAPI documents, with their places.',
    group: 'Design',
    load: async () => (await import('./lint.ts')).lint,
  },
  diff: {
    summary: 'Compare two versions of an API and report breaking changes.',
    group: 'Design',
    load: async () => (await import('./diff.ts')).diff,
  },
  design: {
    summary: 'Watch documents and show after each save what changed, broke and no longer compiles.',
    group: 'Design',
    load: async () => (await import('./design.ts')).design,
  },
  lsp: {
    summary: 'Serve an editor: diagnostics, definitions, rename, completion and hover while you type.',
    group: 'Design',
    load: async () => (await import('./lsp.ts')).lsp,
  },
  model: {
    summary: 'Print what the toolkit infers about an API: resources, lists, filters and roles of properties.',
    group: 'Design',
    load: async () => (await import('./model.ts')).model,
  },
  init: {
    summary: 'Create a project for a new or an existing API.',
    group: 'Design',
    load: async () => (await import('./init.ts')).init,
  },
  stub: {
    summary: 'Create the handler and the test of an operation.',
    group: 'Design',
    load: async () => (await import('./stub.ts')).stub,
  },
  conform: {
    summary: 'Test a running server against its OpenAPI document.',
    group: 'Test',
    failure: INTERNAL_ERROR,
    load: async () => (await import('./conform.ts')).conform,
  },
  rules: {
    summary: 'List the rules of conform.',
    group: 'Test',
    load: async () => (await import('./rules.ts')).rules,
  },
  explain: {
    summary: 'Print what a rule of conform checks.',
    group: 'Test',
    load: async () => (await import('./explain.ts')).explain,
  },
  'conform-receiver': {
    summary: 'Test a webhook receiver with valid, forged and repeated deliveries.',
    group: 'Test',
    failure: INTERNAL_ERROR,
    load: async () => (await import('./conformReceiver.ts')).conformReceiver,
  },
  mutate: {
    summary: 'Measure how many faults of a server your own API tests detect.',
    group: 'Test',
    failure: INTERNAL_ERROR,
    load: async () => (await import('./mutate.ts')).mutate,
  },
  mock: {
    summary: 'Serve an API from its OpenAPI document, with examples, generated values or state.',
    group: 'Mock',
    load: async () => (await import('./mock.ts')).mock,
  },
  docs: {
    summary: 'Build a static documentation site.',
    group: 'Publish',
    load: async () => (await import('./docs.ts')).docs,
  },
  generate: {
    summary: 'Generate the bundle and the TypeScript types of documents.',
    group: 'Publish',
    load: async () => (await import('./generate.ts')).generate,
  },
}
