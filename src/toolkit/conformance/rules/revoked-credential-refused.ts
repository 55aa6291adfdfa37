import { type ApiOperation, needsCredential } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { lastSegment, normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { Recorded } from '../run/events.ts'
import type { Identity } from '../run/identities.ts'
import { defineRule, type Item, type TrialContext } from '../run/rule.ts'

const CREDENTIALS = /(keys?|tokens?|credentials?|sessions?|secrets?|accesskeys?)$/

/** Caches of credentials may follow a little later. */
const PAUSES = [0, 200, 1_000, 2_000]

const LONGEST_DELAY = 60_000
const UNITS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000 }

/** The time that an operation's description gives it to come about: "for up to 30 seconds", "within a minute". */
function delayOf({ operation }: ApiOperation): number {
  const words = [operation.summary, operation.description].join(' ')
  const [, count = '', unit = ''] =
    /\b(?:up to|within|after|at most|less than|takes|about)\s+(\d+|an?|one|a few)\s*(second|minute|hour)/i.exec(
      words,
    ) ?? []
  return unit === '' ? 0 : (Number(count) || (/few/i.test(count) ? 5 : 1)) * (UNITS[unit.toLowerCase()] ?? 0)
}

/** A credential that the API makes is one until it is revoked, and may do no more than its scopes say. */
export const revokedCredentialRefused = defineRule({
  id: 'revoked-credential-refused',
  title: 'A credential that was made by the API is refused once it is deleted, and beyond its scopes before.',
  basis: 'the document; RFC 9110, 15.5.2; OWASP API2:2023',
  pack: 'core',
  *trials({ graph, api, roles }) {
    if (roles.main.credential.kind === 'none') return
    for (const resource of graph.resources) {
      if (resource.create === undefined || !CREDENTIALS.test(normal(lastSegment(resource.collection))))
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
  asked: ApiOperation
  taken: Recorded
}

/** A GET without parameters for which no scope beyond the given ones is needed. */
const questions = ({ api }: TrialContext, scopes: readonly string[] | undefined): ApiOperation[] =>
  api.operations.filter(
    (one) =>
      one.method === 'GET' &&
      needsCredential(one) &&
      !one.path.includes('{') &&
      one.inputs.every(({ required }) => !required) &&
      (scopes === undefined || scopesOf(one).every((scope) => scopes.includes(scope))),
  )

/** The new thing as an identity: that text of its answer which the target takes for a credential. */
async function credentialOf(context: TrialContext, item: Item): Promise<Made | undefined> {
  const { main } = context.roles
  const { credential } = main
  if (credential.kind === 'none') return undefined
  const [, scheme = ''] = /^(\S+) \S+$/.exec(credential.value) ?? []
  if (/^basic$/i.test(scheme)) return context.notObserved('credentials are names with passwords')
  const body = isObject(item.made.json as Json) ? (item.made.json as JsonObject) : {}
  const scopes = Array.isArray(body.scopes) ? body.scopes.map(String) : undefined
  const [asked] = questions(context, scopes)
  if (asked === undefined) return context.notObserved('no question could be asked with it')
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      /key|token|secret|value|credential/.test(normal(entry[0])) &&
      entry[1].length > 8,
  )
  for (const [name, text] of texts) {
    const value = scheme === '' ? text : `${scheme} ${text}`
    const identity = { name: `a new ${name}`, credential: { ...credential, value } }
    const taken = await context.send(
      asked,
      { params: {}, query: {}, headers: {} },
      { identity, limits: true },
    )
    if (taken.status < 300) return { item, identity, asked, taken }
  }
  return undefined
}

async function revoked(context: TrialContext, resource: Resource): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const made = await credentialOf(context, item)
  if (made === undefined || resource.delete === undefined)
    return context.notObserved('nothing in the answer is taken for a credential')
  const removed = await context.send(resource.delete, { params: item.params, query: {}, headers: {} })
  if (removed.status >= 300) return context.notObserved(`DELETE was refused with ${removed.status}`)
  const { asked, identity } = made
  let last = made.taken
  const promised = delayOf(resource.delete)
  if (promised > LONGEST_DELAY)
    return context.notObserved('the document gives a revocation longer than the kit waits')
  for (const pause of [...PAUSES, ...(promised > 0 ? [promised] : [])]) {
    if (pause > 0) await context.wait(pause)
    last = await context.send(asked, { params: {}, query: {}, headers: {} }, { identity, limits: true })
    if (last.status >= 400) return
  }
  context.broken({
    message: `received ${last.status} for a credential that was deleted, expected 401`,
    exchange: last,
    with: [item.made, made.taken, removed],
    place: resource.delete.pointer,
  })
}

async function bounded(context: TrialContext, resource: Resource): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const made = await credentialOf(context, item)
  const body = item.made.json
  const given = isObject(body as Json) ? (body as JsonObject).scopes : undefined
  const all = new Set(context.api.operations.flatMap(scopesOf))
  if (made === undefined || !Array.isArray(given) || !given.every((one) => all.has(String(one))))
    return context.notObserved('no credential with scopes of the document could be made')
  const scopes = given.map(String)
  const beyond = questions(context, undefined).filter((one) =>
    one.security.every((alternative) =>
      alternative.some((way) => way.scopes.length > 0 && way.scopes.every((scope) => !covers(scopes, scope))),
    ),
  )
  if (beyond.length === 0) return context.notObserved('its scopes are enough for every question')
  for (const operation of beyond.slice(0, 3)) {
    const parts = { params: {}, query: {}, headers: {} }
    const exchange = await context.send(operation, parts, { identity: made.identity, limits: true })
    if (exchange.status >= 300) continue
    context.broken({
      message: `received ${exchange.status} for a credential made with ${scopes.join(' ')}, without ${scopesOf(operation).join(' ')}, expected 403`,
      exchange,
      with: [item.made, made.taken],
      place: operation.pointer,
    })
  }
}

/** Whether a scope may well hold another: `prompts:write` that of reading, `admin` all. */
const covers = (held: readonly string[], scope: string): boolean =>
  held.some(
    (one) =>
      one === scope ||
      /admin|all|\*|manage|owner/i.test(one) ||
      one.split(/[:./]/)[0] === scope.split(/[:./]/)[0],
  )
