import { defineRule } from '../../engine/rule.ts'
import { runWorkflow, stepsOf } from '../../engine/workflows/runWorkflow.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

/**
 * A workflow of the Arazzo document must succeed: each response must meet its criteria (Arazzo 1.0,
 * "Criterion Object").
 */
export const workflowSucceeds = defineRule({
  ...definitionOf('workflow-succeeds'),
  *checks({ workflows }) {
    for (const workflow of workflows) {
      yield {
        name: workflow.id,
        constraint: `workflow ${workflow.id}`,
        operation: workflow.steps.find(({ operation }) => operation !== undefined)?.operation,
        // The receiver also gets the events of all other checks and workflows.
        ...(stepsOf(workflows, workflow).some(({ message }) => message !== undefined) && {
          exclusive: true as const,
        }),
        run: (context) => runWorkflow(context, workflows, workflow),
      }
    }
  },
})
