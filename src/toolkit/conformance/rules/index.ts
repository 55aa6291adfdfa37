/** The rules that the runner tries; each stands in the file of its id. */
import type { Rule } from '../run/rule.ts'
import { invalidBodyRefused } from './invalid-body-refused.ts'
import { invalidParameterRefused } from './invalid-parameter-refused.ts'
import { malformedBodyRefused } from './malformed-body-refused.ts'
import { missingCredentialRefused } from './missing-credential-refused.ts'
import { scopeRequired } from './scope-required.ts'
import { undeclaredMediaTypeRefused } from './undeclared-media-type-refused.ts'
import { undeclaredMethodAnswered } from './undeclared-method-answered.ts'
import { undeclaredQueryRefused } from './undeclared-query-refused.ts'
import { unknownItemNotFound } from './unknown-item-not-found.ts'
import { validRequestSucceeds } from './valid-request-succeeds.ts'

export const runnerRules: readonly Rule[] = [
  validRequestSucceeds,
  invalidBodyRefused,
  invalidParameterRefused,
  malformedBodyRefused,
  undeclaredMediaTypeRefused,
  undeclaredQueryRefused,
  undeclaredMethodAnswered,
  missingCredentialRefused,
  scopeRequired,
  unknownItemNotFound,
]
