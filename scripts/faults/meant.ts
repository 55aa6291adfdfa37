/** The rules that are meant for a class of faults: a fault that another rule happens to meet counts as missed. */
import type { FaultClass } from '../../test/toolkit/conformance/faults/fault.ts'

/** Hold every single answer to the document, whatever the fault. */
const ANSWERS = [
  'body-matches-schema',
  'status-declared',
  'content-type-declared',
  'headers-match',
  'error-envelope',
  'error-names-its-status',
  'totals-add-up',
  'digest-is-right',
  'limits-told-alike',
]

const RELATIONS = [
  'put-replaces-whole',
  'created-read-back',
  'created-item-found',
  'answer-echoes-request',
  'example-answered-as-shown',
  'default-applies',
  'update-changes-only-that',
  'derived-follows-change',
  'times-are-plausible',
  'count-is-right',
  'file-is-whole',
  'valid-request-succeeds',
]

const REFUSALS = [
  'invalid-body-refused',
  'invalid-parameter-refused',
  'malformed-body-refused',
  'large-body-refused',
  'undeclared-media-type-refused',
  'unacceptable-type-refused',
  'undeclared-query-refused',
  'undeclared-method-answered',
  'unknown-item-not-found',
]

const LISTS = [
  'list-filter-holds',
  'list-order-holds',
  'list-limit-holds',
  'list-pages-hold',
  'count-is-right',
]

export const meantFor: Record<FaultClass, readonly string[]> = {
  storing: [...RELATIONS, 'idempotent-replay', 'conditional-request-holds'],
  changing: [...RELATIONS, 'conditional-request-holds', 'batch-all-or-nothing'],
  deleting: [
    'deleted-item-gone',
    'batch-all-or-nothing',
    'count-is-right',
    'valid-request-succeeds',
    'conditional-request-holds',
  ],
  listing: [
    ...LISTS,
    'asked-format-answered',
    'created-item-found',
    'invalid-parameter-refused',
    'created-read-back',
    'update-changes-only-that',
  ],
  paging: [...LISTS, 'created-item-found', 'invalid-parameter-refused'],
  credentials: [
    'missing-credential-refused',
    'scope-required',
    'scheme-ignores-case',
    'www-authenticate-with-401',
    'revoked-credential-refused',
    'secret-is-new',
  ],
  tenancy: ['other-organization-hidden', 'nested-item-stays-inside', 'scope-required'],
  constraints: [
    ...REFUSALS,
    'created-read-back',
    'valid-request-succeeds',
    'update-changes-only-that',
    'default-applies',
    'charset-parameter-taken',
    'taken-name-refused',
  ],
  errors: [
    'no-stack-trace',
    ...REFUSALS,
    'error-envelope',
    'usual-answer',
    'request-id-distinct',
    'missing-credential-refused',
  ],
  shape: [
    ...RELATIONS,
    ...LISTS,
    'asked-format-answered',
    'json-is-utf8',
    'usual-answer',
    'request-id-distinct',
  ],
  status: [
    ...REFUSALS,
    ...RELATIONS,
    'missing-credential-refused',
    'scope-required',
    'other-organization-hidden',
    'deleted-item-gone',
    'conditional-request-holds',
    'batch-all-or-nothing',
    'taken-name-refused',
    'undeclared-method-answered',
  ],
  conditional: ['conditional-request-holds', 'head-equals-get'],
  idempotency: ['idempotent-replay'],
  limits: ['rate-limit-headers', 'rate-limit-counts', 'retry-after-with-429', 'usual-answer'],
  http: [
    ...REFUSALS,
    'head-equals-get',
    'cross-origin-answered',
    'usual-answer',
    'request-id-distinct',
    'no-body-where-forbidden',
    'json-is-utf8',
    'charset-parameter-taken',
    'created-item-found',
    'deprecation-announced',
    'scheme-ignores-case',
    'undeclared-method-refused',
    'www-authenticate-with-401',
    // Looks at what shared caches would hand to others, too.
    'other-organization-hidden',
  ],
  domain: [
    ...RELATIONS,
    ...LISTS,
    ...REFUSALS,
    'link-leads-on',
    'batch-all-or-nothing',
    'nested-item-stays-inside',
    'deleted-item-gone',
    'conditional-request-holds',
    'idempotent-replay',
    'secret-is-new',
    'taken-name-refused',
    'asked-format-answered',
    'audit-tells-changes',
    // What no schema says, workflows may.
    'workflow-succeeds',
  ],
}

export const isMeant = (kind: FaultClass, rule: string): boolean =>
  ANSWERS.includes(rule) || meantFor[kind].includes(rule)
