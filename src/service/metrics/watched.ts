import type { Jobs } from '../jobs/jobs.ts'
import type { Maintenance } from '../storage/maintenance.ts'

/** What of one environment is asked when someone looks at its metrics. */
export interface Watched {
  jobs: Jobs
  maintenance: Maintenance
}
