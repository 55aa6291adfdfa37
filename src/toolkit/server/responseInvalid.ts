import { type Finding, formatFinding } from '../responses/finding.ts'

/** A handler's response that the document forbids. Clients get 500 instead. */
export class ResponseInvalidError extends Error {
  readonly operationId: string
  /** The problems by location in the response: `response.body.total`. */
  readonly issues: { field: string; issue: string }[]

  constructor(operationId: string, findings: readonly Finding[]) {
    super(
      `The response of ${operationId} does not match the OpenAPI document. Fix the handler or the document.\n${findings
        .map(formatFinding)
        .join('\n')}`,
    )
    this.name = 'ResponseInvalidError'
    this.operationId = operationId
    this.issues = findings.map(({ pointer, message }) => ({
      field:
        pointer === undefined
          ? 'response'
          : `response.body${pointer.replaceAll('/', '.').replaceAll('~1', '/')}`,
      issue: message,
    }))
  }
}
