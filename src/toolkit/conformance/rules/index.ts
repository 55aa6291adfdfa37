/** The rules that the runner tries; each stands in the file of its id. */
import type { Rule } from '../run/rule.ts'
import { answerEchoesRequest } from './answer-echoes-request.ts'
import { askedFormatAnswered } from './asked-format-answered.ts'
import { auditTellsChanges } from './audit-tells-changes.ts'
import { batchAllOrNothing } from './batch-all-or-nothing.ts'
import { charsetParameterTaken } from './charset-parameter-taken.ts'
import { conditionalRequestHolds } from './conditional-request-holds.ts'
import { countIsRight } from './count-is-right.ts'
import { createdItemFound } from './created-item-found.ts'
import { createdReadBack } from './created-read-back.ts'
import { crossOriginAnswered } from './cross-origin-answered.ts'
import { defaultApplies } from './default-applies.ts'
import { deletedItemGone } from './deleted-item-gone.ts'
import { derivedFollowsChange } from './derived-follows-change.ts'
import { exampleAnsweredAsShown } from './example-answered-as-shown.ts'
import { fileIsWhole } from './file-is-whole.ts'
import { headEqualsGet } from './head-equals-get.ts'
import { idempotentReplay } from './idempotent-replay.ts'
import { invalidBodyRefused } from './invalid-body-refused.ts'
import { invalidParameterRefused } from './invalid-parameter-refused.ts'
import { largeBodyRefused } from './large-body-refused.ts'
import { linkLeadsOn } from './link-leads-on.ts'
import { listFilterHolds } from './list-filter-holds.ts'
import { listLimitHolds } from './list-limit-holds.ts'
import { listOrderHolds } from './list-order-holds.ts'
import { listPagesHold } from './list-pages-hold.ts'
import { malformedBodyRefused } from './malformed-body-refused.ts'
import { missingCredentialRefused } from './missing-credential-refused.ts'
import { nestedItemStaysInside } from './nested-item-stays-inside.ts'
import { otherOrganizationHidden } from './other-organization-hidden.ts'
import { putReplacesWhole } from './put-replaces-whole.ts'
import { rateLimitCounts } from './rate-limit-counts.ts'
import { requestIdDistinct } from './request-id-distinct.ts'
import { revokedCredentialRefused } from './revoked-credential-refused.ts'
import { schemeIgnoresCase } from './scheme-ignores-case.ts'
import { scopeRequired } from './scope-required.ts'
import { secretIsNew } from './secret-is-new.ts'
import { takenNameRefused } from './taken-name-refused.ts'
import { timesArePlausible } from './times-are-plausible.ts'
import { unacceptableTypeRefused } from './unacceptable-type-refused.ts'
import { undeclaredMediaTypeRefused } from './undeclared-media-type-refused.ts'
import { undeclaredMethodAnswered } from './undeclared-method-answered.ts'
import { undeclaredQueryRefused } from './undeclared-query-refused.ts'
import { unknownItemNotFound } from './unknown-item-not-found.ts'
import { updateChangesOnlyThat } from './update-changes-only-that.ts'
import { usualAnswer } from './usual-answer.ts'
import { validRequestSucceeds } from './valid-request-succeeds.ts'
import { workflowSucceeds } from './workflow-succeeds.ts'

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
