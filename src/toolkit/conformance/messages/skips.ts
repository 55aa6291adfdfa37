/** The sentences of skipped checks. Rules report a code of this catalogue and the values that its sentence names. */

/** Characters of a response body in a sentence. */
const MAX_BODY = 160

const RECIPE = 'a recipe would help'

/** A noun phrase, such as `the list` and `DELETE`. */
interface About {
  what: string
}

interface SecondAttempt {
  /** Milliseconds. */
  within?: number
  /** Statuses or failures that were returned. */
  after?: readonly string[]
  /** The setting that would state whether it is retried. */
  unset?: string
}

const constant = (text: string) => (_: object) => text

const messages = {
  // Requests and responses
  rejected: ({ what, status, body }: About & { status: number; body?: string }) =>
    `${what} was rejected with ${status}${body === undefined ? '' : `: ${body.slice(0, MAX_BODY)}`}`,
  'valid-requests-rejected': ({
    operationId,
    status,
    body,
  }: Record<'operationId' | 'body', string> & { status: number }) =>
    `${operationId} rejected valid requests: ${status} ${body.slice(0, 200)}; ${RECIPE}`,
  'not-implemented': ({
    operationId,
    status,
    times,
  }: {
    operationId: string
    status: number
    times: number
  }) => `${operationId} is not implemented: ${status} for each of ${times} requests`,
  'not-called': ({ operationId }: { operationId: string }) => `${operationId} could not be called`,
  returned: ({ what, status }: About & { status: number }) => `${what} returned ${status}`,
  absent: ({ what, from }: About & { from: string }) => `${from} has no ${what}`,
  'no-response': ({ method, why }: Record<'method' | 'why', string>) =>
    `received no response to ${method} (${why})`,
  'response-too-long': ({ why }: { why: string }) => why,
  'unsupported-by-mock': ({ operation }: { operation: string }) => `the mock does not support ${operation}`,
  'rate-limited': ({ retryAfter }: { retryAfter: string }) =>
    `the target's rate limit (429, Retry-After ${retryAfter}) leaves no time; raise the limits of the plan or give --time-budget more`,
  'needs-existing-data': ({ why }: { why: string }) =>
    `needs existing data: allow with --allow-existing-data (${why})`,
  'ends-run': ({ what }: About) =>
    `${what} ends the session of the run or stops the target; a recipe with params sends it`,
  'needs-credential': ({ operationId }: { operationId: string }) =>
    `${operationId} requires a credential; give one with -H, --auth or under "identities"`,
  'longer-than-waited': ({ what, help }: About & { help?: string }) =>
    `${what} is longer than the kit waits${help === undefined ? '' : `; ${help}`}`,
  'out-of-time': constant('the time budget ended before the response arrived'),
  'endless-stream': constant('GET returns an endless stream, for which HEAD cannot wait'),
  'independent-of-parameter': ({ status }: { status?: number }) =>
    status === undefined
      ? 'the request is rejected without the parameter, too'
      : `received ${status}, which does not depend on the parameter`,
  'other-status-than-example': ({ status, example }: { status: number; example: string }) =>
    `received ${status}, the example shows ${example}`,
  'other-format': ({ what }: About) => `${what} has another form`,
  'own-responses': constant('each entry has its own response'),
  'changed-by-others': constant('the representation changed each time, by other checks'),
  'too-large': ({ bytes }: { bytes: number }) => `${bytes} bytes are more than the kit sends`,

  // Generated values and resources
  'no-body': ({ operationId }: { operationId: string }) =>
    `no body for ${operationId} could be made of its schema; an example or ${RECIPE}`,
  'no-referenced-resource': ({ operationId }: { operationId: string }) =>
    `no body for ${operationId}: what it refers to could not be made`,
  'no-path-value': ({ name, operationId }: Record<'name' | 'operationId', string>) =>
    `no value for the path parameter ${name} of ${operationId}`,
  'no-parameter-value': ({ name, operationId }: Record<'name' | 'operationId', string>) =>
    `no value for the parameter ${name} of ${operationId} could be generated; an example or ${RECIPE}`,
  'needs-itself': ({ item }: { item: string }) => `${item} can only be created with an item of itself`,
  'no-creation': ({ item }: { item: string }) => `no operation creates or lists ${item}; ${RECIPE}`,
  'empty-collection': ({ collection }: { collection: string }) =>
    `${collection} has no items, and no operation creates one; ${RECIPE}`,
  unidentified: ({ operationId, idMember, item }: Record<'operationId' | 'idMember' | 'item', string>) =>
    `the response of ${operationId} contains no "${idMember}" to find ${item} by; add a link to the document`,
  'accepted-not-ready': ({ operationId, item }: Record<'operationId' | 'item', string>) =>
    `${operationId} was accepted (202), and ${item} could not be read in time; ${RECIPE}`,
  'not-made': ({ what }: About) => `no ${what} could be made`,
  'not-changed': ({ what }: About) => `${what} could not be changed`,
  'not-as-sent': ({ member }: { member: string }) => `${member} is not shown as it was sent`,
  'not-an-object': constant('the body is not an object'),
  'invalid-together': ({ what }: About) => `${what} is not valid together with the other values`,
  'value-valid': constant('the value turned out to be valid for this schema'),
  'no-effect': constant('the change changed nothing'),
  'filled-in': ({ member }: { member: string }) => `a new item without ${member} has it too`,
  'initially-set': ({ flag }: { flag: string }) => `/${flag} is not false initially`,
  'nothing-derived': ({ member }: { member: string }) =>
    `nothing that the server makes was seen to follow from ${member}`,
  'numeric-id': ({ parameter }: { parameter: string }) => `the ${parameter} is a number, or begins with one`,
  'server-chosen-id': constant('the description names an identifier, which the server chooses'),
  'returned-first': constant('the second creation returned the first resource'),
  'under-way': constant('the action was accepted and may be under way'),
  'several-created': constant('several resources were created by one request'),
  'duplicates-allowed': constant('no value was rejected as a duplicate (409)'),

  // Lists
  'not-read': ({ what }: About) => `${what} was not read`,
  'too-few': ({ what, key }: About & { key?: string }) =>
    `there are too few ${what}${key === undefined ? '' : `; name more as ${key}`}`,
  'several-pages': constant('the list has more than one page'),
  'no-item-with': ({ what }: About) => `no item has ${what}`,
  'unknown-filter': ({ collection, parameter }: Record<'collection' | 'parameter', string>) =>
    `the property of ${collection} that the parameter ${parameter} filters cannot be inferred`,
  'bound-rejected': constant('the bound was rejected'),
  'is-range': ({ parameter }: { parameter: string }) => `the values of ${parameter} are the ends of a range`,
  'unknown-times': constant('what is ordered are times that the kit does not know'),

  // Open in the document or the configuration
  unset: ({ what, key }: About & { key: string }) => `${what} is not known; set ${key}`,
  unconfigured: ({ what, key }: About & { key: string }) => `there is no ${what}; name one under ${key}`,
  'not-stated': ({ what, key }: About & { key?: string }) =>
    `the document does not state ${what}${key === undefined ? '' : `; set ${key}`}`,
  allowed: ({ what }: About) => `${what} is allowed here`,

  // Access
  'no-small-plan': constant(
    'no identity has a small plan whose limits may be used up; name one with "plan" under "identities"',
  ),
  'limit-reached': constant('the limit was reached already'),
  'limit-not-reached': ({ sent }: { sent: number }) => `${sent} requests did not reach the limit`,
  'password-credentials': constant('credentials are names with passwords'),
  'sufficient-scopes': constant('its scopes are enough for every question'),
  'no-narrow-identity': ({ scopes }: { scopes: string }) =>
    `no identity lacks ${scopes}; name one with other scopes under "identities"`,

  // OAuth
  'no-code': ({ instead }: { instead: string }) =>
    `no code came: ${instead}; set the person who signs in as oauth.person, and the button that allows as oauth.allow`,
  'challenge-required': constant('no code is given without a challenge'),
  'no-consent-page': ({ instead }: { instead: string }) => `no page of consent came: ${instead}`,
  'circular-pages': constant('the pages of the authorization server lead in a circle'),
  'not-jwt': constant('access tokens are not JWTs'),

  // Events
  'not-arrived': ({ what, after, help }: About & { after?: string; help?: string }) =>
    `no ${what} arrived${after === undefined ? '' : ` ${after}`}${help === undefined ? '' : `; ${help}`}`,
  'not-raised': ({ type, why }: { type: string; why: string | undefined }) =>
    why ?? `no operation was found that raises ${type}; name it under webhooks.raised`,
  'outside-subscription': ({ item, operationId }: Record<'item' | 'operationId', string>) =>
    `a subscription belongs to one ${item}; the effect of ${operationId} does not`,
  'nothing-in-common': constant('the event and the API have no property in common'),
  'accepts-all': ({ operationId }: { operationId: string }) => `${operationId} rejected no invalid value`,
  'no-second-attempt': ({ within, after, unset }: SecondAttempt) =>
    within === undefined || after === undefined
      ? `no second attempt came${unset === undefined ? '' : `; ${unset} is not set`}`
      : `no second attempt came within ${within / 1000} s after ${after.join(' and ')}; set webhooks.retried and webhooks.schedule, and add --retry-time-scale`,
  'long-schedule': ({ step }: { step: number }) =>
    `the declared delay before the second attempt is ${Math.round(step / 1000)} s; start the target with its delays divided, and give --retry-time-scale`,
  'not-signed': constant('deliveries of this API are not signed'),

  // Workflows
  'workflow-needs-receiver': ({ workflow }: { workflow: string }) =>
    `workflow ${workflow} waits for a message: --receiver-host ADDRESS opens a receiver, --asyncapi FILE describes the messages`,
  'no-receiver': constant('there is no receiver'),
  'workflow-not-run': ({ problem }: { problem: string }) => problem,
  'condition-not-evaluated': ({ problem }: { problem: string }) => problem,

  /** A custom rule wrote the sentence itself. */
  custom: ({ message }: { message: string }) => message,
}

type SkipCode = keyof typeof messages

/** Why a check was skipped: a code of the catalogue, with every value that its sentence names. */
export type SkipFact = {
  [Code in SkipCode]: { code: Code } & Parameters<(typeof messages)[Code]>[0]
}[SkipCode]

/** The group of checks with the same obstacle: code and subject, without statuses and bodies. */
export const skipGroup = (fact: SkipFact): string =>
  'what' in fact ? `${fact.code} ${fact.what}` : fact.code

/**
 * The sentence of a skipped check.
 * @example skipText({ code: 'returned', what: 'GET', status: 404 }) // 'GET returned 404'
 */
export const skipText = (fact: SkipFact): string =>
  (messages[fact.code] as (values: SkipFact) => string)(fact)
