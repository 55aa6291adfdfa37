/** Errors that prevent the use of documents, as lines of text for commands that reject such documents. */
import { relative, resolve } from 'node:path'
import { getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core'
import { inspectPages } from './inspectPages.ts'
import { documentFaults, faultText, syntaxFaults } from './reading.ts'

/**
 * Files that cannot be parsed and references that lead nowhere, one line of text for each.
 * @param pages the entry files, from `root`
 */
export function readingFaults(pages: readonly string[], root: string): string[] {
  const files = pages.map((page) => resolve(root, page))
  const syntax = syntaxFaults(files)
  const broken = new Set(syntax.map(({ file }) => file))
  const references = documentFaults(files, broken).filter(({ rule }) => rule === 'no-unresolved-refs')
  return [...syntax, ...references].map((fault) => faultText(fault, root))
}

/** The examples of documents that break their schemas, in the words of `lint`: one line of text for each. */
export async function exampleFaults(pages: readonly string[], root: string): Promise<string[]> {
  const entries = pages.map((page) => ({ file: resolve(root, page), alias: undefined }))
  const problems = await inspectPages(entries, { only: 'examples', folder: root })
  return [...new Set(problems.map((problem) => problemText(problem, root)))]
}

function problemText({ message, location: [place] }: NormalizedProblem, root: string): string {
  if (place === undefined) return message
  const { line, col } = getLineColLocation(place).start
  return `${relative(root, place.source.absoluteRef)}:${line}:${col}: ${message}`
}

/**
 * @param pages the entry files of documents
 * @throws Error that lists what to fix, as `lint` reports it
 */
export async function rejectFaults(pages: readonly string[], root: string): Promise<void> {
  const reading = readingFaults(pages, root)
  const faults = reading.length > 0 ? reading : await exampleFaults(pages, root)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
