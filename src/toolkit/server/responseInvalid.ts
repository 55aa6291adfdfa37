import { tokensOf } from '../openapi/pointer.ts'
import { type Finding, formatFinding } from '../responses/finding.ts'

/** A handler's response that the document forbids. Clients get 500 instead. */
export class ResponseInvalidError extends Error {
  readonly operationId: string
  /** The problems by location in the response: `response.body.total`. */
  readonly issues: { field: string; issue: string }[]

  /** @param findings what the document forbids, or why the response cannot be sent at all */
  constructor(operationId: string, findings: readonly Finding[] | string) {
    const isUnsendable = typeof findings === 'string'
    if (isUnsendable) {
      super(`The response of ${operationId} cannot be sent: ${findings}. Fix the handler.`)
      this.issues = [{ field: 'response', issue: findings }]
    } else {
      super(messageOf(operationId, findings))
      this.issues = findings.map(issueOf)
    }
    this.name = 'ResponseInvalidError'
    this.operationId = operationId
  }
}

const messageOf = (operationId: string, findings: readonly Finding[]): string =>
  `The response of ${operationId} does not match the OpenAPI document. Fix the handler or the document.\n${findings
    .map(formatFinding)
    .join('\n')}`

const issueOf = ({ pointer, message }: Finding) => ({
  field: pointer === undefined ? 'response' : ['response.body', ...tokensOf(pointer)].join('.'),
  issue: message,
})
