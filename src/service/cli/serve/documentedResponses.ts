/** The documented example as the response of an operation without a handler. */

import { examplesOf } from 'specwright/conformance'
import { documentOf, follow, type Json, listOperations, objectAt } from 'specwright/openapi'
import type { DocumentedResponse } from '../../server/steps/unwritten.ts'

/**
 * The first success of each operation, with the first example of its media type or of its schema.
 * @param openapi the bundled document
 */
export function documentedResponses(
  openapi: object,
): (operationId: string) => DocumentedResponse | undefined {
  const document = documentOf(openapi)
  const replies = new Map<string, DocumentedResponse>()
  for (const { operationId, responses } of listOperations(document)) {
    const [success] = [...responses].filter(([status]) => /^2/.test(status)).sort()
    if (success === undefined) continue
    const [status, { node }] = success
    const [media] = Object.values(objectAt(node, 'content')).map((one) => follow(document, one))
    const examples: Json[] =
      media === undefined
        ? []
        : [...examplesOf(document, media), ...examplesOf(document, follow(document, media.schema))]
    replies.set(operationId, { status: Number(status), example: examples[0] ?? null })
  }
  return (operationId) => replies.get(operationId)
}
