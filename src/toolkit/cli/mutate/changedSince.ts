import { compareDocuments, IncomparableError, InputError, pairsOf } from '../../diff/index.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { listOperations } from '../../openapi/operations.ts'
import { UsageError } from '../program/command.ts'

/** Precede names in reports of `diff`: `webhook bookAdded`, `callback ready of POST /exports`. */
const WEBHOOK = 'webhook '
const CALLBACK = 'callback '
const MESSAGE = 'message '

/**
 * The operations and webhooks (`webhook bookAdded`) that a change of the documents reaches since a revision of Git, as
 * `diff` reports them. A changed callback counts for its operation, and an AsyncAPI message as a webhook.
 * @throws UsageError for an unknown revision, or one without this file
 */
export function changedSince(
  revision: string,
  documents: readonly ContractDocument[],
  today: number,
): Set<string> {
  try {
    return new Set(documents.flatMap((document) => changedIn(document, revision, today)))
  } catch (error) {
    if (error instanceof InputError || error instanceof IncomparableError)
      throw new UsageError(`--since ${revision}: ${error.message}`)
    throw error
  }
}

function changedIn(document: ContractDocument, revision: string, today: number): string[] {
  const file = document.source
  const { findings } = compareDocuments(pairsOf(`${revision}:${file}`, file, process.cwd()), today)
  const changed = [...new Set(findings.flatMap(({ uses }) => uses))]
  if (document.kind === 'asyncapi')
    return changed.flatMap((use) => (use.startsWith(MESSAGE) ? [WEBHOOK + use.slice(MESSAGE.length)] : []))
  const operations = listOperations(document).filter(({ method, path }) => {
    const route = `${method} ${path}`
    return changed.some(
      (use) => use === route || (use.startsWith(CALLBACK) && `${use} `.includes(` of ${route} `)),
    )
  })
  return [
    ...operations.map(({ operationId }) => operationId),
    ...changed.filter((use) => use.startsWith(WEBHOOK)),
  ]
}
