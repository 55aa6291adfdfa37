/** The requests of workflows, as examples for all other checks. */
import type { Api } from '../../../model/api.ts'
import type { Step, Workflow } from './arazzo.ts'
import { isLiteral } from './expressions.ts'

/** Whether a step expects a rejection, so that its request is not an example of a valid one. */
const isRejected = ({ criteria }: Step): boolean =>
  criteria.some(({ condition }) => /\$statusCode\s*(==\s*[45]\d\d|>=?\s*(399|400))/.test(condition))

/** Adds the bodies and parameters that steps write out to those that the document shows. */
export function addExamples(api: Api, workflows: readonly Workflow[]): void {
  for (const { operation, body, parameters } of workflows.flatMap(({ steps }) =>
    steps.filter((step) => !isRejected(step)),
  )) {
    if (operation === undefined || !api.operations.includes(operation)) continue
    const { payload, replacements = [] } = body ?? {}
    if (
      operation.body !== undefined &&
      payload !== undefined &&
      replacements.length === 0 &&
      isLiteral(payload)
    )
      operation.body.examples.push(payload)
    for (const { name, in: place, value } of parameters) {
      const input = operation.inputs.find((one) => one.name === name && one.in === place)
      if (input !== undefined && place === 'query' && isLiteral(value)) input.examples.push(value)
    }
  }
}
