/** The rules that the runner executes; each is in the file named by its id. */
import type { Rule } from '../engine/rule.ts'
import { authSchemeCaseInsensitive } from './access/auth-scheme-case-insensitive.ts'
import { corsConsistent } from './access/cors-consistent.ts'
import { missingCredentialRejected } from './access/missing-credential-rejected.ts'
import { rateLimitEnforced } from './access/rate-limit-enforced.ts'
import { revokedCredentialRejected } from './access/revoked-credential-rejected.ts'
import { scopesEnforced } from './access/scopes-enforced.ts'
import { tenantDataIsolated } from './access/tenant-data-isolated.ts'
import { countMatchesItems } from './lists/count-matches-items.ts'
import { createdItemListed } from './lists/created-item-listed.ts'
import { listFilterApplied } from './lists/list-filter-applied.ts'
import { listLimitApplied } from './lists/list-limit-applied.ts'
import { listOrderApplied } from './lists/list-order-applied.ts'
import { listPagesComplete } from './lists/list-pages-complete.ts'
import { allowHeaderComplete } from './requests/allow-header-complete.ts'
import { charsetParameterAccepted } from './requests/charset-parameter-accepted.ts'
import { invalidBodyRejected } from './requests/invalid-body-rejected.ts'
import { invalidParameterRejected } from './requests/invalid-parameter-rejected.ts'
import { largeBodyRejected } from './requests/large-body-rejected.ts'
import { malformedBodyRejected } from './requests/malformed-body-rejected.ts'
import { unacceptableTypeRejected } from './requests/unacceptable-type-rejected.ts'
import { undeclaredMediaTypeRejected } from './requests/undeclared-media-type-rejected.ts'
import { undeclaredQueryRejected } from './requests/undeclared-query-rejected.ts'
import { unknownItemNotFound } from './requests/unknown-item-not-found.ts'
import { consistentResponses } from './responses/consistent-responses.ts'
import { exampleResponseMatches } from './responses/example-response-matches.ts'
import { headMatchesGet } from './responses/head-matches-get.ts'
import { linksResolve } from './responses/links-resolve.ts'
import { requestIdUnique } from './responses/request-id-unique.ts'
import { requestedFormatReturned } from './responses/requested-format-returned.ts'
import { timestampsPlausible } from './responses/timestamps-plausible.ts'
import { validRequestSucceeds } from './responses/valid-request-succeeds.ts'
import { workflowSucceeds } from './responses/workflow-succeeds.ts'
import { actionEffectsApplied } from './updates/action-effects-applied.ts'
import { auditLogComplete } from './updates/audit-log-complete.ts'
import { batchIsAtomic } from './updates/batch-is-atomic.ts'
import { conditionalRequestsHonored } from './updates/conditional-requests-honored.ts'
import { createdReadBack } from './updates/created-read-back.ts'
import { defaultApplies } from './updates/default-applies.ts'
import { deletedItemGone } from './updates/deleted-item-gone.ts'
import { derivedPropertyUpdated } from './updates/derived-property-updated.ts'
import { downloadComplete } from './updates/download-complete.ts'
import { duplicateValueRejected } from './updates/duplicate-value-rejected.ts'
import { idempotencyKeyHonored } from './updates/idempotency-key-honored.ts'
import { nestedItemScopedToParent } from './updates/nested-item-scoped-to-parent.ts'
import { promisedConflictReturned } from './updates/promised-conflict-returned.ts'
import { propertyAccessEnforced } from './updates/property-access-enforced.ts'
import { putReplacesItem } from './updates/put-replaces-item.ts'
import { relatedValuesMatch } from './updates/related-values-match.ts'
import { responseEchoesRequest } from './updates/response-echoes-request.ts'
import { secretsUnique } from './updates/secrets-unique.ts'
import { updateAppliedExactly } from './updates/update-applied-exactly.ts'

export const runnerRules: readonly Rule[] = [
  validRequestSucceeds,
  createdReadBack,
  createdItemListed,
  defaultApplies,
  relatedValuesMatch,
  responseEchoesRequest,
  exampleResponseMatches,
  updateAppliedExactly,
  derivedPropertyUpdated,
  propertyAccessEnforced,
  putReplacesItem,
  deletedItemGone,
  batchIsAtomic,
  nestedItemScopedToParent,
  duplicateValueRejected,
  promisedConflictReturned,
  countMatchesItems,
  downloadComplete,
  actionEffectsApplied,
  auditLogComplete,
  linksResolve,
  workflowSucceeds,
  requestedFormatReturned,
  listFilterApplied,
  listOrderApplied,
  listLimitApplied,
  listPagesComplete,
  invalidBodyRejected,
  invalidParameterRejected,
  malformedBodyRejected,
  largeBodyRejected,
  undeclaredMediaTypeRejected,
  charsetParameterAccepted,
  unacceptableTypeRejected,
  undeclaredQueryRejected,
  allowHeaderComplete,
  unknownItemNotFound,
  missingCredentialRejected,
  authSchemeCaseInsensitive,
  scopesEnforced,
  secretsUnique,
  revokedCredentialRejected,
  tenantDataIsolated,
  conditionalRequestsHonored,
  idempotencyKeyHonored,
  headMatchesGet,
  corsConsistent,
  requestIdUnique,
  consistentResponses,
  timestampsPlausible,
  rateLimitEnforced,
]
