import { auditFilters } from './auditFilters.ts'
import { auditLog } from './auditLog.ts'
import { credentialGeneration } from './credentialGeneration.ts'
import { datasetImports } from './datasetImports.ts'
import { datasets } from './datasets.ts'
import { evaluationReports } from './evaluationReports.ts'
import { evaluations } from './evaluations.ts'
import { failedExports } from './failedExports.ts'
import { folderMakers } from './folderMakers.ts'
import { jobFailures } from './jobFailures.ts'
import { jobs } from './jobs.ts'
import { storedReplays } from './keptReplays.ts'
import { keyRotation } from './keyRotation.ts'
import { listFilters } from './listFilters.ts'
import { members } from './members.ts'
import type { Migration } from './migration.ts'
import { nameSearch } from './nameSearch.ts'
import { nameSearchPostgres } from './nameSearchPostgres.ts'
import { oauth } from './oauth.ts'
import { organizations } from './organizations.ts'
import { ownerAddress } from './ownerAddress.ts'
import { prompts } from './prompts.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { retention } from './retention.ts'
import { secrets } from './secrets.ts'
import { sharedPostgres } from './sharedPostgres.ts'
import { signInDelays } from './signInDelays.ts'
import { webhookReplays } from './webhookReplays.ts'
import { webhooks } from './webhooks.ts'

/** Every step of the schema, in the order in which it is applied. Add at the end of a feature's group. */
export const migrations: readonly Migration[] = [
  jobs,
  organizations,
  requests,
  prompts,
  webhooks,
  secrets,
  oauth,
  webhookReplays,
  datasets,
  evaluations,
  members,
  auditLog,
  reports,
  datasetImports,
  auditFilters,
  keyRotation,
  jobFailures,
  ownerAddress,
  signInDelays,
  listFilters,
  nameSearch,
  nameSearchPostgres,
  retention,
  folderMakers,
  storedReplays,
  evaluationReports,
  failedExports,
  sharedPostgres,
  credentialGeneration,
]
