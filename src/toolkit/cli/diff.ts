import { flags } from './diff/flags.ts'
import { defineCommand } from './program/defineCommand.ts'
import { repeatable } from './repeat/repeat.ts'

/** `specwright diff`: what a change of documents means to those who use the API. */
export const diff = defineCommand({
  name: 'diff',
  description:
    'Compare two versions of an API and report breaking changes. OLD and NEW are files, URLs, or folders with all documents of a project, of the working tree or of Git: main:openapi.yaml, HEAD~3:. and so on.',
  operands: '<old> <new>',
  flags,
  examples: [
    ['diff main:openapi.yaml openapi.yaml', 'Compare the working tree with a branch'],
    ['diff v1.json v2.json --fail-on risky --format html -o changes.html', 'Write a report for reviewers'],
    ['diff main:openapi.yaml openapi.yaml --client ../web', 'Show which lines of a client are affected'],
  ],
  run: (given, terminal, words) =>
    repeatable('diff', given, words, terminal, async (repeated) => {
      // Loaded late: the help, and a result that is shown again, need none of it.
      const { reportChanges } = await import('./diff/report.ts')
      return reportChanges(given, repeated, words)
    }),
})
