/** The rules of `conform`: one definition each. `docs/reference/rules/<rule id>.md` is the page of a rule. */

/** A group is the folder of its rules, in the order in which lists show them. */
export const RULE_GROUPS = {
  requests: 'Requests',
  responses: 'Responses',
  lists: 'Lists',
  updates: 'Updates',
  access: 'Access',
  events: 'Events',
  oauth: 'OAuth',
} as const

/** `core` contains the rules from the RFCs and the OpenAPI document; `--profile core` omits the optional sets. */
type RuleSet = 'core' | 'pagination' | 'idempotency' | 'rate-limits' | 'webhooks' | 'oauth'

interface RuleDefinition {
  group: keyof typeof RULE_GROUPS
  ruleSet: RuleSet
  /** The requirement in one sentence. */
  title: string
  /** The sources of the requirement, such as `RFC 9110, 15.5.6` or `the OpenAPI document`. */
  sources: readonly string[]
  /** Keys of the configuration that change what the rule requires. */
  options?: readonly string[]
  /** The version that introduced the rule; the first one when left out. */
  since?: string
}

const definitions = {
  'allow-header-complete': {
    group: 'requests',
    ruleSet: 'core',
    title: 'An undeclared method must be rejected, and Allow must list exactly the declared methods.',
    sources: ['RFC 9110, 10.2.1 and 15.5.6'],
  },
  'charset-parameter-accepted': {
    group: 'requests',
    ruleSet: 'core',
    title: 'JSON must also be accepted with the parameter charset=utf-8.',
    sources: ['RFC 8259, 11', 'RFC 9110, 8.3'],
  },
  'invalid-body-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A body that violates its schema must be rejected without any effect.',
    sources: ['the OpenAPI document'],
    options: ['hints.errorField'],
  },
  'invalid-parameter-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A request with an invalid parameter, or without a required one, must be rejected.',
    sources: ['the OpenAPI document'],
    options: ['hints.errorField'],
  },
  'large-body-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A body that is too large must be rejected where 413 is declared.',
    sources: ['the OpenAPI document', 'RFC 9110, 15.5.14'],
  },
  'malformed-body-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A body that is not valid JSON must be rejected as a client error.',
    sources: ['RFC 8259, 2', 'RFC 9110, 15.5.1'],
  },
  'unacceptable-type-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A request that accepts only unsupported media types must be rejected where 406 is declared.',
    sources: ['the OpenAPI document', 'RFC 9110, 15.5.7'],
  },
  'undeclared-media-type-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A body of an undeclared media type must be rejected.',
    sources: ['RFC 9110, 15.5.16'],
  },
  'undeclared-query-rejected': {
    group: 'requests',
    ruleSet: 'core',
    title: 'An undeclared query parameter must be rejected, where the API rejects any.',
    sources: ['the hint unknownQuery, or what the server usually does'],
    options: ['hints.unknownQuery'],
  },
  'unknown-item-not-found': {
    group: 'requests',
    ruleSet: 'core',
    title: 'A request for an item that does not exist must return 404.',
    sources: ['RFC 9110, 15.5.5'],
  },
  'consistent-responses': {
    group: 'responses',
    ruleSet: 'core',
    title:
      'A response must have the headers and the error format that all other responses of the server have.',
    sources: ['what the server usually does'],
    options: ['hints.everyResponse'],
  },
  'example-response-matches': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A request example must lead to a response that matches the response example of the same name.',
    sources: ['the OpenAPI document ("examples" of one name)'],
  },
  'head-matches-get': {
    group: 'responses',
    ruleSet: 'core',
    title: 'HEAD must return the status and headers of GET, without a body.',
    sources: ['RFC 9110, 9.3.2'],
    options: ['hints.head'],
  },
  'links-resolve': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A link that the OpenAPI document describes must lead to a request that succeeds.',
    sources: ['the OpenAPI document ("links")'],
  },
  'request-id-unique': {
    group: 'responses',
    ruleSet: 'core',
    title: 'Each response must have a unique request ID, and repeat the ID that a client sent.',
    sources: ['the OpenAPI document, or what the server usually does'],
  },
  'requested-format-returned': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A response must have the format that a parameter or Accept requests.',
    sources: ['the OpenAPI document', 'RFC 9110, 12.5.1'],
  },
  'timestamps-plausible': {
    group: 'responses',
    ruleSet: 'core',
    title: 'Timestamps must be plausible: createdAt is the time of creation, and steps are in order.',
    sources: ['the OpenAPI document', 'RFC 9110, 6.6.1'],
  },
  'valid-request-succeeds': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A valid request must return a success that the OpenAPI document declares.',
    sources: ['the OpenAPI document'],
  },
  'workflow-succeeds': {
    group: 'responses',
    ruleSet: 'core',
    title: 'The steps of a workflow must succeed in order, each with the outputs of the steps before it.',
    sources: ['the workflows (Arazzo 1.0 and 1.1)'],
    options: ['workflows'],
  },
  'status-declared': {
    group: 'responses',
    ruleSet: 'core',
    title: 'An operation must return only statuses that the OpenAPI document declares for it.',
    sources: ['the OpenAPI document'],
  },
  'undeclared-method-rejected': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A method that the OpenAPI document does not declare for a path must be rejected.',
    sources: ['RFC 9110, 15.5.6'],
  },
  'content-type-declared': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A response must have a media type that the OpenAPI document declares for its status.',
    sources: ['the OpenAPI document', 'RFC 9110, 8.3'],
  },
  'json-is-utf8': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A JSON response must be valid JSON in UTF-8 without a byte order mark.',
    sources: ['RFC 8259, 8.1'],
  },
  'body-matches-schema': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A body must match the schema that the OpenAPI document declares for its status and media type.',
    sources: ['the OpenAPI document'],
    options: ['closed'],
  },
  'totals-add-up': {
    group: 'responses',
    ruleSet: 'core',
    title: "A total must be the sum of its parts, where the document's examples show these parts.",
    sources: ['the OpenAPI document ("examples")'],
  },
  'digest-matches': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A digest must be that of the string next to it that its description names.',
    sources: ['the OpenAPI document'],
  },
  'invariants-met': {
    group: 'responses',
    ruleSet: 'core',
    title: 'An object must match the invariants of its schema.',
    sources: ['the OpenAPI document ("x-invariants")'],
  },
  'headers-match': {
    group: 'responses',
    ruleSet: 'core',
    title: 'Declared headers must be present when required, and match their schema.',
    sources: ['the OpenAPI document'],
  },
  'rate-limit-headers': {
    group: 'responses',
    ruleSet: 'core',
    title:
      'Declared rate-limit headers must be present on every response, and must not contradict each other.',
    sources: ['the OpenAPI document'],
  },
  'rate-limits-consistent': {
    group: 'responses',
    ruleSet: 'core',
    title: "Limits in a response about the caller's plan must equal those of the same window in its headers.",
    sources: ['the OpenAPI document'],
  },
  'retry-after-with-429': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A 429 must state when to retry.',
    sources: ['RFC 6585, 4', 'RFC 9110, 10.2.3'],
  },
  'www-authenticate-with-401': {
    group: 'responses',
    ruleSet: 'core',
    title: 'A 401 must name the way to authenticate.',
    sources: ['RFC 9110, 11.6.1', 'RFC 6750, 3'],
  },
  'error-format-matches': {
    group: 'responses',
    ruleSet: 'core',
    title:
      'Errors must have the properties of the documented error, with the code that belongs to the status.',
    sources: ['the OpenAPI document'],
  },
  'error-status-matches': {
    group: 'responses',
    ruleSet: 'core',
    title: 'An error that contains a status must contain the status of its response.',
    sources: ['RFC 9457, 3.1.2'],
  },
  'no-body-where-forbidden': {
    group: 'responses',
    ruleSet: 'core',
    title: 'Responses to HEAD, 204 and 304 must not have a body.',
    sources: ['RFC 9110, 6.4.1'],
  },
  'no-stack-trace': {
    group: 'responses',
    ruleSet: 'core',
    title: 'An error must state its reason, and not where in the server it occurred.',
    sources: ['CWE-209', 'OWASP API8:2023'],
  },
  'deprecation-announced': {
    group: 'responses',
    ruleSet: 'core',
    title:
      'Deprecated operations, parameters and properties must be announced by the Deprecation and Sunset headers.',
    sources: ['the OpenAPI document', 'RFC 9745', 'RFC 8594'],
  },
  'count-matches-items': {
    group: 'lists',
    ruleSet: 'core',
    title: 'Counts and sums must match the items that they are about.',
    sources: ['the OpenAPI document'],
  },
  'created-item-listed': {
    group: 'lists',
    ruleSet: 'core',
    title: 'A created item must be in its list, as GET returns it, and at the address in Location.',
    sources: ['RFC 9110, 10.2.2 and 15.3.2', 'the OpenAPI document'],
    options: ['hints.volatile'],
  },
  'list-filter-applied': {
    group: 'lists',
    ruleSet: 'core',
    title: 'List filters must return only matching items.',
    sources: ['the OpenAPI document'],
  },
  'list-limit-applied': {
    group: 'lists',
    ruleSet: 'pagination',
    title:
      'A list must return as many items as the limit requests, or the declared default number without a limit.',
    sources: ['the OpenAPI document'],
  },
  'list-order-applied': {
    group: 'lists',
    ruleSet: 'core',
    title:
      'A list must have the requested order, or else the default order that the OpenAPI document states.',
    sources: ['the OpenAPI document'],
  },
  'list-pages-complete': {
    group: 'lists',
    ruleSet: 'pagination',
    title:
      'Pages must return each item once, respect the limit, end, and reject cursors that the server did not issue.',
    sources: ['the OpenAPI document'],
  },
  'action-effects-applied': {
    group: 'updates',
    ruleSet: 'core',
    title: 'An action must have the effects on properties that its description states.',
    sources: ['the OpenAPI document'],
  },
  'audit-log-complete': {
    group: 'updates',
    ruleSet: 'core',
    title:
      'An audit log must have an entry for each change of a resource, with the ID of the request that caused it.',
    sources: ['the OpenAPI document'],
  },
  'batch-is-atomic': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A batch request must change all of its items, or none if one of them cannot be changed.',
    sources: ['the OpenAPI document'],
  },
  'conditional-requests-honored': {
    group: 'updates',
    ruleSet: 'core',
    title:
      'Conditional requests must return 304 (If-None-Match) or prevent lost updates (If-Match), with ETags that change with the resource.',
    sources: ['RFC 9110, 8.8.3 and 13.1'],
  },
  'created-read-back': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A created resource must be returned by GET with every property as it was sent.',
    sources: ['the OpenAPI document', 'RFC 9110, 9.3.3'],
    options: ['hints.volatile'],
  },
  'default-applies': {
    group: 'updates',
    ruleSet: 'core',
    title: 'An omitted property must get the default that the OpenAPI document declares or describes.',
    sources: ['the OpenAPI document', 'JSON Schema Validation, 9.2'],
  },
  'deleted-item-gone': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A deleted resource must be gone: from its address, from its list, and for every method.',
    sources: ['RFC 9110, 9.3.5'],
  },
  'derived-property-updated': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A derived property must follow a change of the property that it is derived from.',
    sources: ['the OpenAPI document'],
  },
  'download-complete': {
    group: 'updates',
    ruleSet: 'core',
    title:
      'A download must have the size and digest that its item shows; an export must contain every item of its list.',
    sources: ['the OpenAPI document'],
  },
  'duplicate-value-rejected': {
    group: 'updates',
    ruleSet: 'core',
    title:
      'An update, single or in a batch, must be rejected if it duplicates a value that creation rejects (409).',
    sources: ['the OpenAPI document', 'RFC 9110, 15.5.10'],
  },
  'promised-conflict-returned': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A request that causes the conflict which a declared 409 or 422 describes must be rejected.',
    sources: ['the OpenAPI document', 'RFC 9110, 15.5.10'],
  },
  'idempotency-key-honored': {
    group: 'updates',
    ruleSet: 'idempotency',
    title:
      'A request repeated with its idempotency key must have one effect and one response; a different request must be rejected.',
    sources: ['the OpenAPI document', 'draft-ietf-httpapi-idempotency-key-header'],
    options: ['hints.idempotencyHeader'],
  },
  'nested-item-scoped-to-parent': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A nested item must be found only below its own parent.',
    sources: ['RFC 3986, 1.2.3', 'the OpenAPI document'],
  },
  'property-access-enforced': {
    group: 'updates',
    ruleSet: 'core',
    title: 'Read-only properties must not be stored as sent, and write-only ones must not be returned.',
    sources: ['OpenAPI 3.1, 4.8.24', 'JSON Schema Validation, 9.4', 'OWASP API3:2023'],
  },
  'put-replaces-item': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A PUT whose body is the whole item must reset omitted properties to the values of a new item.',
    sources: ['RFC 9110, 9.3.4', 'the OpenAPI document'],
    options: ['hints.volatile'],
  },
  'related-values-match': {
    group: 'updates',
    ruleSet: 'core',
    title: 'Values of a related item in a response must be those of that item.',
    sources: ['the OpenAPI document'],
    options: ['hints.volatile'],
  },
  'response-echoes-request': {
    group: 'updates',
    ruleSet: 'core',
    title: 'A response must repeat values of its request unchanged.',
    sources: ['the OpenAPI document'],
  },
  'secrets-unique': {
    group: 'updates',
    ruleSet: 'core',
    title: 'Generated secrets must differ between resources and between rotations.',
    sources: ['the OpenAPI document', 'OWASP API2:2023'],
  },
  'update-applied-exactly': {
    group: 'updates',
    ruleSet: 'core',
    title: 'An update must change the properties that it sends, and no others.',
    sources: ['the OpenAPI document', 'RFC 5789, 2', 'RFC 7396', 'RFC 9110, 9.3.4'],
    options: ['hints.volatile'],
  },
  'auth-scheme-case-insensitive': {
    group: 'access',
    ruleSet: 'core',
    title: 'The name of an authentication scheme must be accepted in lower and upper case.',
    sources: ['RFC 9110, 11.1'],
  },
  'cors-consistent': {
    group: 'access',
    ruleSet: 'core',
    title: 'Every operation must respond in the same way to cross-origin requests and their preflights.',
    sources: ['Fetch standard, 3.3', 'what the server usually does'],
  },
  'missing-credential-rejected': {
    group: 'access',
    ruleSet: 'core',
    title: 'A request without a valid credential must be rejected where the OpenAPI document requires one.',
    sources: ['the OpenAPI document', 'RFC 9110, 15.5.2'],
  },
  'rate-limit-enforced': {
    group: 'access',
    ruleSet: 'rate-limits',
    title:
      'Rate-limit counters must go down by one, and a caller beyond the limit must get 429 with a correct Retry-After.',
    sources: ['the OpenAPI document', 'RFC 6585, 4', 'RFC 9110, 10.2.3'],
    options: ['identities'],
  },
  'revoked-credential-rejected': {
    group: 'access',
    ruleSet: 'core',
    title:
      'A credential created by the API must be rejected once it is deleted, and before that beyond its scopes.',
    sources: ['the OpenAPI document', 'RFC 9110, 15.5.2', 'OWASP API2:2023'],
  },
  'scopes-enforced': {
    group: 'access',
    ruleSet: 'core',
    title: 'A credential without the scopes of an operation must be rejected, and one with them accepted.',
    sources: ['the OpenAPI document ("security")', 'RFC 6750, 3.1'],
    options: ['identities'],
  },
  'tenant-data-isolated': {
    group: 'access',
    ruleSet: 'core',
    title: "Another tenant's caller must not see, change or delete this tenant's resources.",
    sources: ['the identities of the configuration', 'OWASP API1:2023'],
    options: ['identities', 'hints.foreignItems'],
  },
  'event-arrives': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A change that triggers an event must deliver it once to every subscriber.',
    sources: ['the AsyncAPI document or OpenAPI webhooks'],
    options: ['webhooks.arrival', 'webhooks.raised', 'webhooks.unraised'],
  },
  'event-deliveries-recorded': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'The list of deliveries must show each attempt with the status that the endpoint returned.',
    sources: ['the OpenAPI document'],
    options: ['webhooks.retried'],
  },
  'event-matches-change': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'An event must show what the change did: the same properties, versions, IDs and actor as the API.',
    sources: ['the AsyncAPI document or OpenAPI webhooks', 'the OpenAPI document'],
    options: ['webhooks.always'],
  },
  'event-matches-schema': {
    group: 'events',
    ruleSet: 'webhooks',
    title:
      'A delivery must be a POST whose payload and headers match the AsyncAPI document or OpenAPI webhook.',
    sources: ['the AsyncAPI document or OpenAPI webhooks'],
  },
  'event-needs-change': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'Rejected requests, reads, and changes of another tenant must not trigger an event.',
    sources: ['the AsyncAPI document or OpenAPI webhooks', 'OWASP API1:2023'],
    options: ['webhooks.arrival'],
  },
  'event-not-retried-when-final': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A delivery that succeeded or was rejected permanently must not be retried.',
    sources: [
      'the AsyncAPI document or OpenAPI webhooks',
      'webhooks.final and webhooks.retried of the configuration',
    ],
    options: ['webhooks.final', 'webhooks.retried', 'webhooks.endedBy'],
  },
  'event-only-subscribed': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A subscription must receive only the event types that it names, and only while it exists.',
    sources: ['the OpenAPI document'],
    options: ['webhooks.arrival'],
  },
  'event-redirect-not-followed': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'The sender must not follow redirects of an endpoint.',
    sources: [
      'OWASP, "Server-Side Request Forgery Prevention"',
      'Standard Webhooks, "Security considerations"',
    ],
  },
  'event-retried': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A failed delivery must be retried for the declared outcomes, on the declared schedule.',
    sources: [
      'the AsyncAPI document or OpenAPI webhooks',
      'webhooks.retried and webhooks.schedule of the configuration',
    ],
    options: ['webhooks.retried', 'webhooks.schedule', 'webhooks.timeout'],
  },
  'event-retry-identical': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'Attempts of one event must have the same ID and bytes, each with a new signature.',
    sources: [
      'the AsyncAPI document or OpenAPI webhooks',
      'Standard Webhooks, "Webhook ID" and "Webhook timestamp"',
    ],
    options: ['webhooks.id'],
  },
  'event-signature-valid': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A delivery must be signed over its raw bytes with the secret of its subscription.',
    sources: ['the AsyncAPI document or OpenAPI webhooks', 'the signature scheme'],
    options: ['webhooks.scheme'],
  },
  'event-test-marked': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A test event must be delivered and signed like any other event, and be marked as a test.',
    sources: ['the OpenAPI document', 'webhooks.testMark of the configuration'],
    options: ['webhooks.testMark'],
  },
  'event-timestamps-match': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'An event must show the time of its change, and its signature the time of the attempt.',
    sources: ['the AsyncAPI document or OpenAPI webhooks', 'the signature scheme'],
    options: ['webhooks.time'],
  },
  'event-unsafe-target-rejected': {
    group: 'events',
    ruleSet: 'webhooks',
    title: 'A subscription to a plain http URL or to a private address must be rejected.',
    sources: ['the OpenAPI document', 'OWASP API7:2023', 'webhooks.privateTargets of the configuration'],
    options: ['webhooks.privateTargets', 'webhooks.plainTargets'],
  },
  'callback-matches-schema': {
    group: 'events',
    ruleSet: 'webhooks',
    title:
      'A callback must go to the address in the request, with the declared method, path, body and headers.',
    sources: ['the OpenAPI document', 'OpenAPI 3.1, "Callback Object"'],
  },
  'oauth-client-authenticated': {
    group: 'oauth',
    ruleSet: 'oauth',
    title:
      'A client must authenticate in exactly one way, and wrong credentials must be rejected as RFC 6749 requires.',
    sources: ['RFC 6749, 2.3, 3.2, 4.4 and 5.2'],
  },
  'oauth-code-flow-works': {
    group: 'oauth',
    ruleSet: 'oauth',
    title: 'The code flow must return a code, the state of the client, the issuer, and tokens that work.',
    sources: ['RFC 6749, 4.1 and 5.1', 'RFC 7636', 'RFC 9207', 'RFC 9700, 4.12'],
  },
  'oauth-code-single-use': {
    group: 'oauth',
    ruleSet: 'oauth',
    title: 'A code must work once, and only for its client, its redirect URI and its verifier.',
    sources: ['RFC 6749, 4.1.2 and 4.1.3', 'RFC 7636, 4.6', 'RFC 9700, 2.1.1 and 4.8'],
  },
  'oauth-consent-protected': {
    group: 'oauth',
    ruleSet: 'oauth',
    title: 'The pages of the authorization server must prevent framing and cross-site form submissions.',
    sources: ['RFC 9700, 4.16', 'RFC 6749, 10.12 and 10.13'],
  },
  'oauth-forged-token-rejected': {
    group: 'oauth',
    ruleSet: 'oauth',
    title: 'The API must reject forged and modified tokens.',
    sources: ['RFC 8725, 3', 'RFC 9068, 4'],
  },
  'oauth-metadata-valid': {
    group: 'oauth',
    ruleSet: 'oauth',
    title: 'The metadata must name their issuer, and list only safe methods and public keys.',
    sources: ['RFC 8414, 2 and 3.3', 'RFC 9700, 2.1', 'RFC 7517, 4'],
  },
  'oauth-redirect-exact': {
    group: 'oauth',
    ruleSet: 'oauth',
    title:
      'A redirect URI must match exactly; an unknown URI or client must get an error page without a redirect.',
    sources: ['RFC 9700, 2.1 and 4.1.3', 'RFC 6749, 3.1.2.4', 'RFC 8252, 7.3'],
  },
  'oauth-refresh-token-bound': {
    group: 'oauth',
    ruleSet: 'oauth',
    title:
      'A refresh token must work only for its client, never widen scopes, and end the grant if it is replayed.',
    sources: ['RFC 6749, 6', 'RFC 9700, 2.2.2 and 4.14'],
  },
  'oauth-tokens-revocable': {
    group: 'oauth',
    ruleSet: 'oauth',
    title:
      'A revoked token must be rejected everywhere, and introspection must return the true state of each token.',
    sources: ['RFC 7009, 2', 'RFC 7662, 2'],
  },
} as const satisfies Record<string, RuleDefinition>

export type RuleId = keyof typeof definitions

export interface CataloguedRule extends RuleDefinition {
  id: RuleId
}

/** Every rule, by group. */
export const ruleCatalogue: readonly CataloguedRule[] = (
  Object.entries(definitions) as [RuleId, RuleDefinition][]
).map(([id, definition]) => ({ id, ...definition }))

/**
 * The head of a rule.
 * @example defineRule({ ...definitionOf('created-read-back'), checks })
 */
export function definitionOf(id: RuleId) {
  const { title, sources, ruleSet } = definitions[id]
  return { id, title, basis: sources.join('; '), ruleSet }
}
