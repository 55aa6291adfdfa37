/** The rules that are meant for a class of faults: a fault that another rule happens to meet counts as missed. */
import type { FaultClass } from '../../test/toolkit/conformance/faults/fault.ts'

/** Check every single response against the document, for any fault. */
const RESPONSES = [
  'body-matches-schema',
  'status-declared',
  'content-type-declared',
  'headers-match',
  'error-format-matches',
  'error-status-matches',
  'totals-add-up',
  'digest-matches',
  'invariants-met',
  'rate-limits-consistent',
]

const RELATIONS = [
  'put-replaces-item',
  'created-read-back',
  'created-item-listed',
  'response-echoes-request',
  'example-response-matches',
  'default-applies',
  'update-applied-exactly',
  'derived-property-updated',
  'timestamps-plausible',
  'count-matches-items',
  'download-complete',
  'valid-request-succeeds',
]

const REJECTIONS = [
  'invalid-body-rejected',
  'invalid-parameter-rejected',
  'malformed-body-rejected',
  'large-body-rejected',
  'undeclared-media-type-rejected',
  'unacceptable-type-rejected',
  'undeclared-query-rejected',
  'allow-header-complete',
  'unknown-item-not-found',
]

const LISTS = [
  'list-filter-applied',
  'list-order-applied',
  'list-limit-applied',
  'list-pages-complete',
  'count-matches-items',
]

export const meantFor: Record<FaultClass, readonly string[]> = {
  storing: [...RELATIONS, 'idempotency-key-honored', 'conditional-requests-honored'],
  changing: [...RELATIONS, 'conditional-requests-honored', 'batch-is-atomic'],
  deleting: [
    'deleted-item-gone',
    'batch-is-atomic',
    'count-matches-items',
    'valid-request-succeeds',
    'conditional-requests-honored',
  ],
  listing: [
    ...LISTS,
    'requested-format-returned',
    'created-item-listed',
    'invalid-parameter-rejected',
    'created-read-back',
    'update-applied-exactly',
  ],
  paging: [...LISTS, 'created-item-listed', 'invalid-parameter-rejected'],
  credentials: [
    'missing-credential-rejected',
    'scopes-enforced',
    'auth-scheme-case-insensitive',
    'www-authenticate-with-401',
    'revoked-credential-rejected',
    'secrets-unique',
  ],
  tenancy: ['tenant-data-isolated', 'nested-item-scoped-to-parent', 'scopes-enforced'],
  constraints: [
    ...REJECTIONS,
    'created-read-back',
    'valid-request-succeeds',
    'update-applied-exactly',
    'default-applies',
    'charset-parameter-accepted',
    'duplicate-value-rejected',
  ],
  errors: [
    'no-stack-trace',
    ...REJECTIONS,
    'error-format-matches',
    'consistent-responses',
    'request-id-unique',
    'missing-credential-rejected',
  ],
  shape: [
    ...RELATIONS,
    ...LISTS,
    'requested-format-returned',
    'json-is-utf8',
    'consistent-responses',
    'request-id-unique',
  ],
  status: [
    ...REJECTIONS,
    ...RELATIONS,
    'missing-credential-rejected',
    'scopes-enforced',
    'tenant-data-isolated',
    'deleted-item-gone',
    'conditional-requests-honored',
    'batch-is-atomic',
    'duplicate-value-rejected',
    'allow-header-complete',
  ],
  conditional: ['conditional-requests-honored', 'head-matches-get'],
  idempotency: ['idempotency-key-honored'],
  limits: ['rate-limit-headers', 'rate-limit-enforced', 'retry-after-with-429', 'consistent-responses'],
  http: [
    ...REJECTIONS,
    'head-matches-get',
    'cors-consistent',
    'consistent-responses',
    'request-id-unique',
    'no-body-where-forbidden',
    'json-is-utf8',
    'charset-parameter-accepted',
    'created-item-listed',
    'deprecation-announced',
    'auth-scheme-case-insensitive',
    'undeclared-method-rejected',
    'www-authenticate-with-401',
    // Looks at what shared caches would hand to others, too.
    'tenant-data-isolated',
  ],
  domain: [
    ...RELATIONS,
    ...LISTS,
    ...REJECTIONS,
    'links-resolve',
    'batch-is-atomic',
    'nested-item-scoped-to-parent',
    'deleted-item-gone',
    'conditional-requests-honored',
    'idempotency-key-honored',
    'secrets-unique',
    'duplicate-value-rejected',
    'requested-format-returned',
    'audit-log-complete',
    // Workflows may find what no schema states.
    'workflow-succeeds',
  ],
}

export const isMeant = (kind: FaultClass, rule: string): boolean =>
  RESPONSES.includes(rule) || meantFor[kind].includes(rule)
