/** What workflows send, as examples for all other trials. */
import type { Api } from '../api/api.ts'
import type { Workflow } from './arazzo.ts'
import { isLiteral } from './expressions.ts'

/** Adds the bodies and parameters that steps write out to those that the document shows. */
export function addExamples(api: Api, workflows: readonly Workflow[]): void {
  for (const { operation, body, parameters } of workflows.flatMap(({ steps }) => steps)) {
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
