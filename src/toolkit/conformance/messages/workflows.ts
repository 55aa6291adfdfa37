/** Sentences of the rule over workflows. */
import type { Status } from './words.ts'

interface Step {
  /** The step. */
  subject: string
  expected: string
  details: { workflow: string }
}

export const workflowMessages = {
  'step-unmet': ({ subject, received, expected, details }: Step & Status) =>
    `received ${received} at step ${subject} of workflow ${details.workflow}; expected ${expected}`,
  'step-message-unmet': ({ subject, received, expected, details }: Step & { received: unknown }) =>
    `received ${received === undefined ? 'no message' : JSON.stringify(received).slice(0, 200)} at step ${subject} of workflow ${details.workflow}; expected ${expected}`,
  'step-input-missing': ({ subject, details }: { subject: string; details: { step: string } }) =>
    `received nothing at ${subject}, which step ${details.step} of the workflow needs`,
}
