import { type ApiOperation, needsCredential } from '../../../model/api.ts'
import { delayIn } from '../../../model/description.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment, leadsTo, normal, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Credential, Identity } from '../../config/identity.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import { alternativesFor, type CredentialPlace, forged, isAtPlace } from '../../engine/identities.ts'
import { type CheckContext, defineRule, type Item } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'

const MAX_DELAY = 60_000
/** A credential that the API creates must work until it is revoked, within its scopes. */
export const revokedCredentialRejected = defineRule({
  ...definitionOf('revoked-credential-rejected'),
  *checks({ graph, api, roles }) {
    if (roles.main.credentials.length === 0) return
    for (const resource of graph.resources) {
      if (resource.create === undefined || !leadsTo('credentials', normal(lastSegment(resource.collection))))
        continue
      if (resource.delete !== undefined)
        yield {
          name: 'revoked',
          constraint: 'identity revoked',
          operation: resource.delete,
          run: (context) => revoked(context, resource),
        }
      const scoped = api.operations.some((one) => scopesOf(one).length > 0)
      if (scoped)
        yield {
          name: 'scopes',
          constraint: 'identity of fewer scopes',
          operation: resource.create,
          run: (context) => bounded(context, resource),
        }
    }
  },
})

const scopesOf = ({ security }: ApiOperation): string[] => security.flat().flatMap(({ scopes }) => scopes)

interface Made {
  item: Item
  identity: Identity
  place: CredentialPlace
  asked: ApiOperation
  used: Recorded
}

/** Each GET without parameters that requires the credential at this place, and no scope beyond the given ones. */
const questions = (
  { api, roles: { main } }: CheckContext,
  place: CredentialPlace,
  scopes: readonly string[] | undefined,
): ApiOperation[] =>
  api.operations.filter(
    (one) =>
      one.method === 'GET' &&
      needsCredential(one) &&
      !one.path.includes('{') &&
      one.inputs.every(({ required }) => !required) &&
      alternativesFor(api.document, main, one).every((places) => places.some((at) => isAtPlace(at, place))) &&
      (scopes === undefined || scopesOf(one).every((scope) => scopes.includes(scope))),
  )

/** The created resource as an identity: the string of its response that the target accepts as a credential. */
async function credentialOf(context: CheckContext, item: Item): Promise<Made | undefined> {
  const { credentials } = context.roles.main
  const replaceable = credentials.filter(({ value }) => !/^basic /i.test(value))
  if (replaceable.length === 0) return context.notObserved({ code: 'password-credentials' })
  const body = isObject(item.made.json as Json) ? (item.made.json as JsonObject) : {}
  const scopes = Array.isArray(body.scopes) ? body.scopes.map(String) : undefined
  const ways = replaceable.flatMap((replaced) => {
    const [asked] = questions(context, replaced, scopes)
    return asked === undefined ? [] : [{ replaced, asked }]
  })
  if (ways.length === 0)
    return context.notObserved({ code: 'not-made', what: 'request with the new credential' })
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && soundsLike('credential', entry[0]) && entry[1].length > 8,
  )
  for (const [name, text] of texts)
    for (const { replaced, asked } of ways) {
      const identity = withValue(credentials, replaced, { name: `a new ${name}`, text })
      const parts = { params: {}, query: {}, headers: {} }
      const used = await context.send(asked, parts, { identity, limits: true })
      if (used.status >= 300) continue
      const valid = credentials.filter((one) => one !== replaced)
      const invalid = forged(identity, 'garbage', { valid, spoilt: [replaced] })
      const compared = await context.send(asked, parts, { identity: invalid, limits: true })
      // Where any value is accepted, the new one is not known as a credential.
      if (compared.status >= 400) return { item, identity, place: replaced, asked, used }
    }
  return undefined
}

/** The credentials with another text for one of them, behind the name of its scheme. */
function withValue(
  credentials: readonly Credential[],
  replaced: Credential,
  { name, text }: { name: string; text: string },
): Identity {
  const [scheme = ''] = /^\S+ (?=\S+$)/.exec(replaced.value) ?? []
  const made = { ...replaced, value: scheme + text }
  return { name, credentials: credentials.map((one) => (one === replaced ? made : one)) }
}

async function revoked(context: CheckContext, resource: Resource): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const made = await credentialOf(context, item)
  if (made === undefined || resource.delete === undefined)
    return context.notObserved({
      code: 'absent',
      from: 'the response',
      what: 'credential that is known as one',
    })
  const removed = await context.send(resource.delete, { params: item.params, query: {}, headers: {} })
  if (removed.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'DELETE', status: removed.status })
  const { asked, identity } = made
  const promised = delayIn(
    [resource.delete.operation.summary, resource.delete.operation.description].join(' '),
  )
  if (promised > MAX_DELAY) return context.notObserved({ code: 'longer-than-waited', what: 'a revocation' })
  const last = await eventually(
    context,
    () => context.send(asked, { params: {}, query: {}, headers: {} }, { identity, limits: true }),
    ({ status }) => status >= 400,
    [...PAUSES.revoked, ...(promised > 0 ? [promised] : [])],
  )
  if (last.status >= 400) return
  context.broken({
    code: 'wrong-status',
    subject: 'a deleted credential',
    received: last.status,
    expected: 401,
    exchange: last,
    with: [item.made, made.used, removed],
    place: resource.delete.pointer,
  })
}

async function bounded(context: CheckContext, resource: Resource): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const made = await credentialOf(context, item)
  const body = item.made.json
  const given = isObject(body as Json) ? (body as JsonObject).scopes : undefined
  const all = new Set(context.api.operations.flatMap(scopesOf))
  if (made === undefined || !Array.isArray(given) || !given.every((one) => all.has(String(one))))
    return context.notObserved({ code: 'not-made', what: 'credential with scopes of the document' })
  const scopes = given.map(String)
  const beyond = questions(context, made.place, undefined).filter((one) =>
    one.security.every((alternative) =>
      alternative.some((way) => way.scopes.length > 0 && way.scopes.every((scope) => !covers(scopes, scope))),
    ),
  )
  if (beyond.length === 0) return context.notObserved({ code: 'sufficient-scopes' })
  for (const operation of beyond.slice(0, 3)) {
    const parts = { params: {}, query: {}, headers: {} }
    const exchange = await context.send(operation, parts, { identity: made.identity, limits: true })
    if (exchange.status >= 300) continue
    context.broken({
      code: 'wrong-status',
      subject: `a credential without the scope ${scopesOf(operation).join(' ')}`,
      received: exchange.status,
      expected: 403,
      exchange,
      with: [item.made, made.used],
      place: operation.pointer,
    })
  }
}

/** Whether one scope may include another: `prompts:write` that of reading, `admin` all. */
const covers = (granted: readonly string[], scope: string): boolean =>
  granted.some(
    (one) =>
      one === scope ||
      /admin|all|\*|manage|owner/i.test(one) ||
      one.split(/[:./]/)[0] === scope.split(/[:./]/)[0],
  )
