/** How a client of this API subscribes to its events: found in the document, or configured. */
import { randomBytes } from 'node:crypto'
import { type ApiOperation, successSchema } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { leadsTo, normal, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { pointerOf, tokensOf, valueAt } from '../../openapi/pointer.ts'
import { membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { Recorded } from '../engine/events.ts'
import { itemOf } from '../engine/items.ts'
import type { Parts } from '../engine/requests.ts'
import type { CheckContext, Item, Plan } from '../engine/rule.ts'
import type { Mailbox } from '../receiver/receiver.ts'
import type { EventContract } from './eventContract.ts'
import type { EventMessage } from './eventTypes.ts'
import type { WebhookSettings } from './settings.ts'

/** The operation that creates a subscription, and the places of its parts. */
export interface SubscribeOperation {
  operation: ApiOperation
  resource: Resource | undefined
  url: string
  /** Pointer of the event types; undefined: a subscription is to everything. */
  types: string | undefined
  /** Whether it accepts a list of types or only one. */
  several: boolean
  /** The names that its schema allows. */
  names: string[]
  /** The place of the secret, in the request or in the response; an operation that reads it. */
  secretSent: string | undefined
  secretReceived: string | undefined
  secretRead: ApiOperation | undefined
}

export interface Subscription {
  mailbox: Mailbox
  secrets: string[]
  /** Of each type, where each has a subscription of its own. */
  secretOf?: Map<string, string>
  types: string[]
  items: Item[]
  made: Recorded | undefined
}

/** @returns undefined when nothing in the document looks like it */
export function findSubscribe(
  plan: Plan,
  given: WebhookSettings,
  called: EventContract['subscribe'],
): SubscribeOperation | undefined {
  const { api, graph } = plan
  // A callback shows which operation it belongs to, and the place of the address.
  const settings: WebhookSettings =
    called !== undefined && (given.subscribe ?? called.operationId) === called.operationId
      ? { ...given, subscribe: called.operationId, members: { url: called.url, ...given.members } }
      : given
  const named = settings.subscribe === undefined ? undefined : api.byId.get(settings.subscribe)
  if (settings.subscribe !== undefined && named === undefined) return undefined
  const candidates = named ? [named] : graph.resources.flatMap(({ create }) => (create ? [create] : []))
  const found = candidates.flatMap((operation) => {
    const described = describe(plan, operation, settings)
    return described === undefined ? [] : [described]
  })
  const score = ({ operation, types, secretReceived, secretSent }: SubscribeOperation) =>
    (leadsTo('subscriptions', `${operation.path} ${operation.operationId}`) ? 4 : 0) +
    (types === undefined ? 0 : 2) +
    ((secretReceived ?? secretSent) ? 1 : 0)
  const [best] = found.sort((a, b) => score(b) - score(a))
  return best !== undefined && (named !== undefined || score(best) >= 4) ? best : undefined
}

function describe(
  plan: Plan,
  operation: ApiOperation,
  settings: WebhookSettings,
): SubscribeOperation | undefined {
  const { api, graph } = plan
  if (operation.body === undefined) return undefined
  const { members } = settings
  const body = operation.body.schema
  const response = successSchema(api, operation)?.schema
  const url = members.url ?? memberAt(plan, body, (name) => soundsLike('eventTarget', name), isText)
  if (url === undefined) return undefined
  const types =
    members.types ??
    memberAt(
      plan,
      body,
      (name) => soundsLike('eventTypes', name),
      () => true,
    )
  const schema = types === undefined ? {} : schemaAt(plan, body, types)
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const items = withoutNull(api.document, viewOf(api.document, view.items))
  const names = [view.enum, items.enum].find(Array.isArray) ?? []
  const resource = graph.resources.find(({ create }) => create === operation)
  const secretSent = memberAt(plan, body, (name) => soundsLike('signingSecret', name), isText)
  const received = memberAt(plan, response, (name) => soundsLike('signingSecret', name), isText)
  return {
    operation,
    resource,
    url,
    types,
    several: types === undefined || typesOf(view).includes('array') || view.items !== undefined,
    names: (names as Json[]).filter((one): one is string => typeof one === 'string'),
    secretSent: pick(plan, body, members.secret) ?? secretSent,
    secretReceived: pick(plan, response, members.secret) ?? received,
    secretRead:
      resource &&
      api.operations.find(
        ({ path, method }) =>
          method === 'GET' && path.startsWith(`${resource.item}/`) && leadsTo('signingSecret', path),
      ),
  }
}

const pick = (plan: Plan, schema: Json | undefined, pointer: string | undefined): string | undefined =>
  pointer !== undefined && schemaAt(plan, schema, pointer) !== undefined ? pointer : undefined

/** The schema of the property that a pointer leads to. */
function schemaAt({ api }: Plan, schema: Json | undefined, pointer: string): Json | undefined {
  let node = schema
  for (const token of tokensOf(pointer)) {
    const view = withoutNull(api.document, viewOf(api.document, node))
    node = new Map(membersOf(view)).get(token)
    if (node === undefined) return undefined
  }
  return node
}

const isText = (view: JsonObject): boolean => typesOf(view).length === 0 || typesOf(view).includes('string')

/** The first property with such a name, at most one object deep. In a body, response-only properties are skipped. */
function memberAt(
  plan: Plan,
  schema: Json | undefined,
  named: (name: string) => boolean,
  fits: (view: JsonObject) => boolean,
  depth = 0,
): string | undefined {
  const { document } = plan.api
  const members = membersOf(withoutNull(document, viewOf(document, schema)))
  for (const [name, inner] of members) {
    if (named(normal(name)) && fits(viewOf(document, inner))) return pointerOf(name)
  }
  if (depth > 0) return undefined
  for (const [name, inner] of members) {
    const found = memberAt(plan, inner, named, fits, depth + 1)
    if (found !== undefined) return pointerOf(name) + found
  }
  return undefined
}

/** The name of a message's events in a subscription. */
export function nameOf({ names }: Pick<SubscribeOperation, 'names'>, message: EventMessage): string {
  const literals = message.headers.flatMap(({ literal }) => (literal === undefined ? [] : [String(literal)]))
  const texts = [message.type, ...literals]
  const exact = names.find((name) => texts.includes(name))
  if (exact !== undefined) return exact
  const within = names
    .filter((name) => normal(message.type).startsWith(normal(name)))
    .sort((a, b) => b.length - a.length)
  return within[0] ?? literals[0] ?? message.type
}

/** Creates subscriptions to these names, all to one mailbox; `params` are those of their parent. */
export async function subscribe(
  context: CheckContext,
  how: SubscribeOperation,
  mailbox: Mailbox,
  names: readonly string[],
  params?: Parts['params'],
): Promise<Subscription> {
  const subscription: Subscription = { mailbox, secrets: [], types: [...names], items: [], made: undefined }
  const rounds = how.several ? [names] : names.map((name) => [name])
  for (const round of rounds) {
    const secret = how.secretSent === undefined ? undefined : newSecret(context, how)
    const change = (parts: Parts) => {
      parts.body = bodyFor(context, how, parts.body, { url: mailbox.url, names: round, secret })
    }
    const { exchange, parts } = await context.succeed(how.operation, {
      fresh: true,
      change,
      ...(params && { params }),
    })
    subscription.made = exchange
    if (how.resource !== undefined) {
      const item = itemOf(how.resource, undefined, exchange, parts)
      item.params = { ...(parts.params as Item['params']), ...item.params }
      subscription.items.push(item)
    }
    const reported = await statedSecret(context, how, exchange, subscription.items.at(-1))
    const one = reported ?? secret
    if (one !== undefined && !subscription.secrets.includes(one)) subscription.secrets.push(one)
    if (one !== undefined && rounds.length > 1)
      subscription.secretOf = new Map([...(subscription.secretOf ?? []), [round[0] ?? '', one]])
  }
  return subscription
}

/** Deletes the subscription. A target without such an operation retains it. */
export async function unsubscribe(
  context: CheckContext,
  how: SubscribeOperation,
  { items }: Subscription,
): Promise<Recorded[]> {
  const end = how.resource?.delete
  if (end === undefined) return []
  const responses: Recorded[] = []
  for (const { params } of items) responses.push(await context.send(end, { params, query: {}, headers: {} }))
  return responses
}

export async function statedSecret(
  context: CheckContext,
  how: SubscribeOperation,
  exchange: Recorded,
  item: Item | undefined,
): Promise<string | undefined> {
  const inside =
    how.secretReceived === undefined
      ? undefined
      : valueAt((exchange.wrapped ?? exchange.json) as Json, how.secretReceived)
  // A server may show that there is a secret without showing it.
  if (typeof inside === 'string' && inside !== '' && !/^\*+$/.test(inside)) return inside
  if (how.secretRead === undefined || item === undefined) return undefined
  const { json } = await context.send(how.secretRead, { params: item.params, query: {}, headers: {} })
  if (typeof json === 'string') return json
  const texts = isObject(json as Json)
    ? Object.entries(json as JsonObject).filter(([name]) => soundsLike('signingSecret', name))
    : []
  return texts.map(([, value]) => value).find((value) => typeof value === 'string') as string | undefined
}

/** A body with its required properties, and those that state where to deliver which events. */
export function bodyFor(
  context: Plan,
  how: SubscribeOperation,
  template: Json | undefined,
  wanted: { url: string; names: readonly string[]; secret: string | undefined },
): Json {
  const { document } = context.api
  const body = bare(context, how.operation.body?.schema, template)
  put(body, how.url, wanted.url)
  if (how.types !== undefined) put(body, how.types, how.several ? [...wanted.names] : (wanted.names[0] ?? ''))
  if (how.secretSent !== undefined && wanted.secret !== undefined) put(body, how.secretSent, wanted.secret)
  // A form is a way to send JSON, too; the kit reads bodies that are JSON.
  const format = memberAt(
    context,
    how.operation.body?.schema,
    (name) => soundsLike('contentType', name),
    isText,
  )
  if (format !== undefined) {
    const view = viewOf(document, schemaAt(context, how.operation.body?.schema, format))
    const json = Array.isArray(view.enum) ? view.enum.find((one) => /json/i.test(String(one))) : undefined
    if (json !== undefined) put(body, format, json)
  }
  return body
}

/** Only the required properties of a template: filters and the like would exclude events. */
function bare({ api }: Plan, schema: Json | undefined, template: Json | undefined): JsonObject {
  const required = requiredOf(viewOf(api.document, schema))
  const entries = isObject(template as Json) ? Object.entries(template as JsonObject) : []
  return structuredClone(Object.fromEntries(entries.filter(([name]) => required.has(name)))) as JsonObject
}

export function put(body: JsonObject, pointer: string, value: Json): void {
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  let node = body
  for (const token of tokens) {
    const inner = node[token]
    const next: JsonObject = isObject(inner as Json) ? (inner as JsonObject) : {}
    node[token] = next
    node = next
  }
  node[last] = value
}

/** A secret that the schema accepts, in the forms that servers require. */
function newSecret(context: CheckContext, how: SubscribeOperation): string | undefined {
  const bytes = randomBytes(32)
  const forms = [`whsec_${bytes.toString('base64')}`, bytes.toString('hex'), bytes.toString('base64')]
  const { body } = how.operation
  const schema = how.secretSent === undefined ? undefined : schemaAt(context, body?.schema, how.secretSent)
  const { pattern, maxLength } = viewOf(context.api.document, schema)
  return forms.find(
    (text) =>
      (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)) &&
      (typeof maxLength !== 'number' || text.length <= maxLength),
  )
}
