import { compareDocuments, IncomparableError, InputError, pairsOf } from '../../diff/index.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { listOperations } from '../../openapi/operations.ts'
import { UsageError } from '../program/command.ts'

/**
 * The operations that a change of the document reaches since a revision of Git, as `diff` reports them.
 * @param file the document's file
 * @throws UsageError for an unknown revision, or one without this file
 */
export function changedSince(
  revision: string,
  file: string,
  document: ContractDocument,
  today: number,
): Set<string> {
  try {
    const { findings } = compareDocuments(pairsOf(`${revision}:${file}`, file, process.cwd()), today)
    const changed = new Set(findings.flatMap(({ uses }) => uses))
    return new Set(
      listOperations(document)
        .filter(({ method, path }) => changed.has(`${method} ${path}`))
        .map(({ operationId }) => operationId),
    )
  } catch (error) {
    if (error instanceof InputError || error instanceof IncomparableError)
      throw new UsageError(`--since ${revision}: ${error.message}`)
    throw error
  }
}
