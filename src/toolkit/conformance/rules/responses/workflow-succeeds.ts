import { defineRule } from '../../engine/rule.ts'
import { runWorkflow, stepsOf } from '../../engine/workflows/runWorkflow.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

/** A workflow that is given comes about: each step answers as its criteria say (Arazzo 1.0, "Criterion Object"). */
export const workflowSucceeds = defineRule({
  ...definitionOf('workflow-succeeds'),
  *checks({ workflows }) {
    for (const workflow of workflows) {
      yield {
        name: workflow.id,
        constraint: `workflow ${workflow.id}`,
        operation: workflow.steps.find(({ operation }) => operation !== undefined)?.operation,
        // The receiver hears of the changes of all other checks, too, other workflows among them.
        ...(stepsOf(workflows, workflow).some(({ message }) => message !== undefined) && {
          exclusive: true as const,
        }),
        run: (context) => runWorkflow(context, workflows, workflow),
      }
    }
  },
})
