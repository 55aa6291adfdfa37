/** Errors that prevent the use of documents, as lines of text for commands that reject such documents. */
import { relative, resolve } from 'node:path'
import { getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core'
import { inspectPages } from './inspectPages.ts'
import { faultText, type Inspected, inspectFiles } from './reading.ts'

/**
 * Files that cannot be parsed and references that lead nowhere, one line of text for each.
 * @param pages the entry files, from `root`
 */
export function readingFaults(pages: readonly string[], root: string): string[] {
  return readingTexts(inspectedAt(pages, root), root)
}

const inspectedAt = (pages: readonly string[], root: string): Inspected =>
  inspectFiles(pages.map((page) => resolve(root, page)))

const readingTexts = ({ faults }: Inspected, root: string): string[] =>
  faults
    .filter(({ rule }) => rule === 'readable' || rule === 'no-unresolved-refs')
    .map((fault) => faultText(fault, root))

/**
 * Faults of documents, which are read once.
 * @param pages the entry files, from `root`
 * @param kind `reading`: only files that cannot be parsed and references that lead nowhere; `all`: where there are none, also
 *   the examples that break their schemas
 * @returns one line of text for each fault, in the words of `lint`
 */
export async function faultsOf(
  pages: readonly string[],
  root: string,
  kind: 'reading' | 'all',
): Promise<string[]> {
  const inspected = inspectedAt(pages, root)
  const reading = readingTexts(inspected, root)
  if (reading.length > 0 || kind === 'reading') return reading
  const entries = pages.map((page) => ({ file: resolve(root, page), alias: undefined }))
  const problems = await inspectPages(entries, { only: 'examples', folder: root, inspected })
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
  const faults = await faultsOf(pages, root, 'all')
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
