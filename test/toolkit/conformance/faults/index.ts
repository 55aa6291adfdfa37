/** Every written fault, by class. */
import { changingFaults } from './changing.ts'
import { conditionalFaults } from './conditional.ts'
import { constraintFaults } from './constraints.ts'
import { credentialFaults } from './credentials.ts'
import { deletingFaults } from './deleting.ts'
import { encodingFaults } from './encodings.ts'
import { errorFaults } from './errors.ts'
import type { Fault } from './fault.ts'
import { fieldFaults } from './fields.ts'
import { limitFaults } from './limits.ts'
import { listingFaults } from './listing.ts'
import { pagingFaults } from './paging.ts'
import { promptFaults } from './prompts.ts'
import { resourceFaults } from './resources.ts'
import { shapeFaults } from './shapes.ts'
import { statusFaults } from './statuses.ts'
import { storingFaults } from './storing.ts'
import { tenancyFaults } from './tenancy.ts'

export const writtenFaults: readonly Fault[] = [
  ...storingFaults,
  ...changingFaults,
  ...deletingFaults,
  ...listingFaults,
  ...pagingFaults,
  ...credentialFaults,
  ...tenancyFaults,
  ...constraintFaults,
  ...errorFaults,
  ...shapeFaults,
  ...encodingFaults,
  ...statusFaults,
  ...conditionalFaults,
  ...limitFaults,
  ...fieldFaults,
  ...promptFaults,
  ...resourceFaults,
]
