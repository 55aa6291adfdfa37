import { compareDocuments, IncomparableError, InputError, pairsOf } from '../../diff/index.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { listOperations } from '../../openapi/operations.ts'
import { UsageError } from '../program/command.ts'

/** Precede names in reports of `diff`: `webhook bookAdded`, `callback ready of POST /exports`. */
const WEBHOOK = 'webhook '
const CALLBACK = 'callback '

/**
 * The operations and webhooks (`webhook bookAdded`) that a change of the document reaches since a revision of Git, as
 * `diff` reports them. A changed callback counts for its operation.
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
    const changed = [...new Set(findings.flatMap(({ uses }) => uses))]
    const operations = listOperations(document).filter(({ method, path }) => {
      const route = `${method} ${path}`
      return changed.some(
        (use) => use === route || (use.startsWith(CALLBACK) && `${use} `.includes(` of ${route} `)),
      )
    })
    const webhooks = changed.filter((use) => use.startsWith(WEBHOOK))
    return new Set([...operations.map(({ operationId }) => operationId), ...webhooks])
  } catch (error) {
    if (error instanceof InputError || error instanceof IncomparableError)
      throw new UsageError(`--since ${revision}: ${error.message}`)
    throw error
  }
}
