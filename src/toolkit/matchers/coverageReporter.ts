/**
 * A reporter for Vitest and Jest: prints which documented operations and statuses the matchers saw in the run.
 *
 * @example
 * reporters: ['default', 'specwright/coverage-reporter']
 */
import { relative } from 'node:path'
import { createCoverage, formatCoverage } from '../openapi/coverage.ts'
import { readDocument } from '../openapi/load.ts'
import { listOperations } from '../openapi/operations.ts'
import { endNotes, type Note, startNotes } from './notes.ts'

export default class CoverageReporter {
  /** Vitest. */
  onInit(): void {
    startNotes()
  }

  /** Vitest, at each run of the watch mode. */
  onTestRunStart(): void {
    startNotes()
  }

  /** Vitest. */
  onTestRunEnd(): void {
    print(endNotes())
  }

  /** Jest. */
  onRunStart(): void {
    startNotes()
  }

  /** Jest. */
  onRunComplete(): void {
    print(endNotes())
  }
}

function print(notes: readonly Note[]): void {
  for (const document of new Set(notes.map((note) => note.document))) {
    const coverage = createCoverage(listOperations(readDocument(document)))
    for (const note of notes) if (note.document === document) coverage.record(note.operationId, note.status)
    const name = relative(process.cwd(), document)
    console.log(`\nCoverage of ${name} (x seen, - missing)\n${formatCoverage(coverage.report())}\n`)
  }
}
