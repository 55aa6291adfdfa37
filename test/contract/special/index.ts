import type { SpecialProvokers } from '../provoke.ts'
import { datasetProvokers } from './datasets.ts'
import { evaluationProvokers } from './evaluations.ts'
import { folderProvokers } from './folders.ts'
import { organizationProvokers } from './organization.ts'
import { promptProvokers } from './prompts.ts'
import { webhookProvokers } from './webhooks.ts'

/** Requests for statuses that the general ways do not bring about, by `operationId status`. */
export const special: SpecialProvokers = {
  ...promptProvokers,
  ...folderProvokers,
  ...datasetProvokers,
  ...evaluationProvokers,
  ...webhookProvokers,
  ...organizationProvokers,
}
