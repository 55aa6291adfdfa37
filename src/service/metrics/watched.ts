import type { Jobs } from '../jobs/jobs.ts'
import type { Maintenance } from '../storage/maintenance.ts'

/** The parts of one environment that a look at its metrics queries. */
export interface Watched {
  jobs: Jobs
  maintenance: Maintenance
}
