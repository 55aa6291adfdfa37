/** The rules that the runner tries; each stands in the file of its id. */
import type { Rule } from '../engine/rule.ts'
import { crossOriginAnswered } from './access/cross-origin-answered.ts'
import { missingCredentialRefused } from './access/missing-credential-refused.ts'
import { otherOrganizationHidden } from './access/other-organization-hidden.ts'
import { rateLimitCounts } from './access/rate-limit-counts.ts'
import { revokedCredentialRefused } from './access/revoked-credential-refused.ts'
import { schemeIgnoresCase } from './access/scheme-ignores-case.ts'
import { scopeRequired } from './access/scope-required.ts'
import { countIsRight } from './lists/count-is-right.ts'
import { createdItemFound } from './lists/created-item-found.ts'
import { listFilterHolds } from './lists/list-filter-holds.ts'
import { listLimitHolds } from './lists/list-limit-holds.ts'
import { listOrderHolds } from './lists/list-order-holds.ts'
import { listPagesHold } from './lists/list-pages-hold.ts'
import { charsetParameterTaken } from './requests/charset-parameter-taken.ts'
import { invalidBodyRefused } from './requests/invalid-body-refused.ts'
import { invalidParameterRefused } from './requests/invalid-parameter-refused.ts'
import { largeBodyRefused } from './requests/large-body-refused.ts'
import { malformedBodyRefused } from './requests/malformed-body-refused.ts'
import { unacceptableTypeRefused } from './requests/unacceptable-type-refused.ts'
import { undeclaredMediaTypeRefused } from './requests/undeclared-media-type-refused.ts'
import { undeclaredMethodAnswered } from './requests/undeclared-method-answered.ts'
import { undeclaredQueryRefused } from './requests/undeclared-query-refused.ts'
import { unknownItemNotFound } from './requests/unknown-item-not-found.ts'
import { askedFormatAnswered } from './responses/asked-format-answered.ts'
import { exampleAnsweredAsShown } from './responses/example-answered-as-shown.ts'
import { headEqualsGet } from './responses/head-equals-get.ts'
import { linkLeadsOn } from './responses/link-leads-on.ts'
import { requestIdDistinct } from './responses/request-id-distinct.ts'
import { timesArePlausible } from './responses/times-are-plausible.ts'
import { usualAnswer } from './responses/usual-answer.ts'
import { validRequestSucceeds } from './responses/valid-request-succeeds.ts'
import { workflowSucceeds } from './responses/workflow-succeeds.ts'
import { answerEchoesRequest } from './updates/answer-echoes-request.ts'
import { auditTellsChanges } from './updates/audit-tells-changes.ts'
import { batchAllOrNothing } from './updates/batch-all-or-nothing.ts'
import { conditionalRequestHolds } from './updates/conditional-request-holds.ts'
import { createdReadBack } from './updates/created-read-back.ts'
import { defaultApplies } from './updates/default-applies.ts'
import { deletedItemGone } from './updates/deleted-item-gone.ts'
import { derivedFollowsChange } from './updates/derived-follows-change.ts'
import { fileIsWhole } from './updates/file-is-whole.ts'
import { idempotentReplay } from './updates/idempotent-replay.ts'
import { nestedItemStaysInside } from './updates/nested-item-stays-inside.ts'
import { putReplacesWhole } from './updates/put-replaces-whole.ts'
import { secretIsNew } from './updates/secret-is-new.ts'
import { takenNameRefused } from './updates/taken-name-refused.ts'
import { updateChangesOnlyThat } from './updates/update-changes-only-that.ts'

export const runnerRules: readonly Rule[] = [
  validRequestSucceeds,
  createdReadBack,
  createdItemFound,
  defaultApplies,
  answerEchoesRequest,
  exampleAnsweredAsShown,
  updateChangesOnlyThat,
  derivedFollowsChange,
  putReplacesWhole,
  deletedItemGone,
  batchAllOrNothing,
  nestedItemStaysInside,
  takenNameRefused,
  countIsRight,
  fileIsWhole,
  auditTellsChanges,
  linkLeadsOn,
  workflowSucceeds,
  askedFormatAnswered,
  listFilterHolds,
  listOrderHolds,
  listLimitHolds,
  listPagesHold,
  invalidBodyRefused,
  invalidParameterRefused,
  malformedBodyRefused,
  largeBodyRefused,
  undeclaredMediaTypeRefused,
  charsetParameterTaken,
  unacceptableTypeRefused,
  undeclaredQueryRefused,
  undeclaredMethodAnswered,
  unknownItemNotFound,
  missingCredentialRefused,
  schemeIgnoresCase,
  scopeRequired,
  secretIsNew,
  revokedCredentialRefused,
  otherOrganizationHidden,
  conditionalRequestHolds,
  idempotentReplay,
  headEqualsGet,
  crossOriginAnswered,
  requestIdDistinct,
  usualAnswer,
  timesArePlausible,
  rateLimitCounts,
]
