import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import { descriptionOf, saysUnauthenticated } from '../../../model/description.ts'
import { isSignIn } from '../../../model/vocabulary.ts'
import { readHeader } from '../../../openapi/headers.ts'
import type { Identity } from '../../config/identity.ts'
import type { Recorded } from '../../engine/events.ts'
import {
  alternativesFor,
  type CredentialPlace,
  type Forgery,
  forged,
  hasCredential,
  isAtPlace,
  isAuthorization,
  placesOf,
  withOnly,
} from '../../engine/identities.ts'
import { type Check, type CheckContext, defineRule, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'
import { unknownId } from '../requests/unknown-item-not-found.ts'

/**
 * Requests without a credential, or with an unknown one, must get an error response (RFC 9110, 15.5.2). Where an operation
 * requires several credentials in one request, each of them is missing or unknown once.
 */
export const missingCredentialRejected = defineRule({
  ...definitionOf('missing-credential-rejected'),
  *checks(plan) {
    const { api, graph, roles } = plan
    for (const operation of api.operations.filter((one) => needsCredential(one) && !saysOpen(one))) {
      if (!hasCredential(roles.main)) {
        yield {
          name: 'none',
          constraint: 'identity none',
          operation,
          run: async (context) =>
            context.notObserved({
              code: 'unconfigured',
              what: 'identity with a credential',
              key: '"identities"',
            }),
        }
        continue
      }
      yield checkOf(operation, { name: 'none', what: 'no credential', valid: [], spoilt: [], how: undefined })
      for (const attempt of attemptsAt(plan, operation)) yield checkOf(operation, attempt)
      const read = graph.resources.find((resource) => resource.read === operation)
      if (read !== undefined)
        yield {
          name: 'unknown item',
          constraint: 'identity none',
          operation,
          run: (context) => hidesUnknown(context, operation, read.parameter),
        }
    }
  },
})

/** The text of an operation is more precise than a requirement of the whole document. */
const saysOpen = ({ operation }: ApiOperation): boolean =>
  operation.security === undefined && saysUnauthenticated(descriptionOf(operation))

/** A request with some of the credentials, of which one or more may be invalid. */
interface Attempt {
  name: string
  what: string
  valid: readonly CredentialPlace[]
  spoilt: readonly CredentialPlace[]
  /** How they are spoilt; undefined for those that are left out. */
  how: Forgery | undefined
}

const FORGERIES: Record<Forgery, [one: string, named: string]> = {
  empty: ['an empty credential', 'an empty'],
  garbage: ['an invalid credential', 'an invalid'],
  altered: ['a credential with one character changed', 'one character changed in'],
  cut: ['a credential without its last characters', 'the last characters missing in'],
  'other scheme': ['a credential with another scheme', 'another scheme in'],
}

/** The attempts for each alternative of the operation's security that the first identity satisfies. */
function* attemptsAt({ api, roles: { main } }: Plan, operation: ApiOperation): Generator<Attempt> {
  const own = placesOf(main)
  const alternatives = alternativesFor(api.document, main, operation)
  if (alternatives.length === 0) return yield* forgeries(main, [], own, '')
  const isSufficient = (valid: readonly CredentialPlace[]) =>
    alternatives.some((places) => places.every((place) => valid.some((one) => isAtPlace(one, place))))
  for (const places of alternatives)
    for (const place of places) {
      const valid = places.filter((one) => one !== place)
      // The others are an alternative of their own.
      if (isSufficient(valid)) continue
      const others = valid.map(({ name }) => name).join(' and ')
      if (valid.length > 0)
        yield {
          name: `${others} without ${place.name}`,
          what: `${others} without ${place.name}`,
          ...{ valid, spoilt: [], how: undefined },
        }
      const addition = others === '' ? '' : ` with ${others}`
      yield* forgeries(main, valid, [place], own.length === 1 ? '' : `${place.name}${addition}`)
    }
}

/** @param label the place of the credential, and the others of the request; empty where the identity has only one */
function* forgeries(
  main: Identity,
  valid: readonly CredentialPlace[],
  spoilt: readonly CredentialPlace[],
  label: string,
): Generator<Attempt> {
  // Behind the name of a scheme nothing is malformed, which may be 400 (RFC 6750, 3.1); a token that is fetched has one.
  const hasScheme = spoilt.some(
    (place) =>
      (main.client !== undefined && isAuthorization(place)) ||
      (place.kind === 'header' &&
        main.credentials.some((one) => isAtPlace(one, place) && one.value.includes(' '))),
  )
  for (const how of ['empty', 'garbage', 'altered', 'cut', 'other scheme'] as const) {
    if (hasScheme ? how === 'empty' : how === 'other scheme') continue
    const [one, named] = FORGERIES[how]
    yield {
      name: label === '' ? how : `${how} ${label}`,
      what: label === '' ? one : `${named} ${label}`,
      ...{ valid, spoilt, how },
    }
  }
}

function checkOf(operation: ApiOperation, { name, what, valid, spoilt, how }: Attempt): Check {
  const isEmpty = valid.length === 0 && spoilt.length === 0
  return {
    name,
    constraint: isEmpty ? 'identity none' : how === undefined ? 'identity in part' : 'identity forged',
    operation,
    async run(context) {
      const { main } = context.roles
      const parts = await likelyBase(context, operation)
      // A token of client credentials comes with the first request.
      const isFetched = () => main.client === undefined || main.credentials.some(isAuthorization)
      if (!isEmpty && !isFetched()) await context.send(operation, parts)
      if (!isEmpty && !isFetched()) return context.notObserved({ code: 'not-made', what: 'invalid token' })
      const changed = how === undefined ? withOnly(main, valid) : forged(main, how, { valid, spoilt })
      const exchange = await context.send(operation, parts, { identity: isEmpty ? null : changed })
      if (leadsToSignIn(exchange)) return
      const fitting = fittingFor(operation, valid)
      if (isEmpty && exchange.status === 403 && asksByHttp(context, operation))
        return context.broken({
          code: 'wrong-status',
          subject: what,
          received: exchange.status,
          expected: 401,
          exchange,
          place: operation.pointer,
          provenance: operation.origin,
        })
      expectRejection(context, operation, exchange, {
        what,
        fitting,
        always: fitting, // an operation may declare the 404 of its items and forget the 401
        provenance: operation.origin,
      })
    },
  }
}

/** Whether a response is a redirect to a page for signing in, as browsers need it. */
const leadsToSignIn = ({ status, headers }: Recorded): boolean =>
  status >= 300 && status < 400 && isSignIn((readHeader(headers, 'location') ?? '').split(/[?#]/, 1)[0] ?? '')

/** A credential that is valid and not sufficient may get 403 (RFC 9110, 15.5.4). */
function fittingFor({ responses }: ApiOperation, valid: readonly CredentialPlace[]): number[] {
  if (!responses.has('401')) return [401, 403, 404]
  return valid.length === 0 ? [401] : [401, 403]
}

/**
 * Whether credentials use HTTP authentication, where a missing credential is reported with 401 and a
 * challenge (RFC 9110, 11.4), and the document does not declare 403.
 */
const asksByHttp = ({ roles }: CheckContext, { responses }: ApiOperation): boolean => {
  const isHttp = roles.main.credentials.some((one) => isAuthorization(one) && /^\S+ \S/.test(one.value))
  return isHttp && !responses.has('403')
}

/**
 * Unauthenticated callers must not learn which ids exist: 404 for some ids and 401 for others would reveal
 * it.
 */
async function hidesUnknown(
  context: CheckContext,
  operation: ApiOperation,
  parameter: string,
): Promise<void> {
  const parts = await likelyBase(context, operation)
  const known = await context.send(operation, parts, { identity: null })
  if (known.status !== 401)
    return context.notObserved({
      code: 'returned',
      what: 'a request without a credential',
      status: known.status,
    })
  const id = unknownId(context, operation, parameter, parts.params[parameter])
  if (id === undefined) return context.notObserved({ code: 'not-made', what: `unknown ${parameter}` })
  const unknown = { ...parts, params: { ...parts.params, [parameter]: id } }
  const exchange = await context.send(operation, unknown, { identity: null })
  if (exchange.status !== 404) return
  context.broken({
    code: 'existence-visible-to-anyone',
    exchange,
    with: [known],
    provenance: operation.origin,
  })
}
