import type { ApiOperation } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, typesOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { parentOf } from '../../engine/items.ts'
import { type CheckContext, defineRule, type Item } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { bodyMembers, isSame } from '../compare.ts'

/**
 * What a creation refuses because another has it (409), a change refuses too: a name that is one of a kind stays so. A
 * server that takes the second creation promises nothing of the kind.
 */
export const duplicateValueRejected = defineRule({
  ...definitionOf('duplicate-value-rejected'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      const { create, update } = resource
      if (create?.body === undefined || !create.responses.has('409')) continue
      if (![...bodyMembers(api, create).keys()].some((name) => soundsLike('unique', name))) continue
      yield {
        name: 'created twice',
        constraint: 'body is unique',
        operation: create,
        async run(context) {
          if ((await conflict(context, resource)) === undefined)
            context.notObserved({ code: 'duplicates-allowed' })
        },
      }
      if (update?.body !== undefined && update.responses.has('409'))
        yield {
          name: 'changed into another',
          constraint: 'body is unique',
          operation: update,
          run: (context) => changedInto(context, resource, update),
        }
      const batch = api.operations.find((one) => one.path === resource.collection && one.method === 'PATCH')
      const list = batch && listIn(viewOf(api.document, batch.body?.schema))
      if (batch !== undefined && list !== undefined && batch.responses.has('409'))
        yield {
          name: 'changed into another, in a batch',
          constraint: 'body is unique',
          operation: batch,
          run: (context) => changedTogether(context, resource, batch, list),
        }
    }
  },
})

const listIn = (view: JsonObject): string | undefined =>
  membersOf(view).find(([, schema]) => isObject(schema) && typesOf(schema).includes('array'))?.[0]

interface Conflict {
  first: Item
  rejected: Recorded
  /** The member that is taken, with its value. */
  member: string
  value: Json
}

/** Two creations that agree in one member, of which the second is refused with 409; undefined where both are taken. */
async function conflict(context: CheckContext, resource: Resource): Promise<Conflict | undefined> {
  const { create } = resource
  if (create === undefined) return undefined
  const first = await context.item(resource, { fresh: true })
  const sent = isObject(first.sent?.body) ? first.sent.body : {}
  const within = parentOf(first)
  for (const [member, value] of Object.entries(sent)) {
    if (!soundsLike('unique', member) || typeof value !== 'string') continue
    const fresh = await context.parts(create, { fresh: false })
    if (!isObject(fresh.body)) continue
    const body = {
      ...fresh.body,
      ...(first.sent?.body as JsonObject),
      ...others(fresh.body, member),
      [member]: value,
    }
    const rejected = await context.send(create, { ...fresh, params: { ...fresh.params, ...within }, body })
    if (rejected.status === 409) return { first, rejected, member, value }
    reportsRenamed(context, create, { first, member, value }, rejected)
  }
  return undefined
}

/** A thing that is made under another name than was sent, because that one is taken, is not what was asked for. */
function reportsRenamed(
  context: CheckContext,
  create: ApiOperation,
  { first, member, value }: Omit<Conflict, 'rejected'>,
  exchange: Recorded,
): void {
  const made = isObject(exchange.json as Json) ? (exchange.json as JsonObject)[member] : undefined
  // What the server writes otherwise, it writes so each time.
  if (exchange.status >= 300 || first.body[member] !== value || typeof made !== 'string' || made === value)
    return
  context.broken({
    code: 'duplicate-renamed',
    subject: member,
    received: made,
    expected: value,
    details: { status: exchange.status },
    exchange,
    with: [first.made],
    place: create.pointer,
  })
}

/** The other members that may be unique, as a new body has them. */
const others = (body: JsonObject, member: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== member && soundsLike('unique', name)))

async function changedInto(context: CheckContext, resource: Resource, update: ApiOperation): Promise<void> {
  const used = await conflict(context, resource)
  if (used === undefined) return context.notObserved({ code: 'duplicates-allowed' })
  const { first, member, value } = used
  if (!bodyMembers(context.api, update).has(member))
    return context.notObserved({ code: 'not-changed', what: member })
  const second = await beside(context, resource, first)
  const before = await context.read(second)
  const body =
    update.method === 'PUT' && isObject(second.sent?.body)
      ? { ...second.sent.body, [member]: value }
      : { [member]: value }
  const exchange = await context.send(update, { params: second.params, query: {}, headers: {}, body })
  check(context, used, exchange, update)
  const after = await context.read(second)
  stays(context, used, { before, after, exchange }, update)
}

async function changedTogether(
  context: CheckContext,
  resource: Resource,
  batch: ApiOperation,
  list: string,
): Promise<void> {
  const used = await conflict(context, resource)
  if (used === undefined) return context.notObserved({ code: 'duplicates-allowed' })
  const { first, member, value } = used
  const second = await beside(context, resource, first)
  const before = await context.read(second)
  const entry = { [resource.idMember]: second.params[resource.parameter] ?? null, [member]: value }
  const exchange = await context.send(batch, {
    params: parentOf(second),
    query: {},
    headers: {},
    body: { [list]: [entry] },
  })
  if ([400, 422].includes(exchange.status))
    return context.notObserved({ code: 'other-format', what: 'the batch' })
  check(context, used, exchange, batch)
  const after = await context.read(second)
  stays(context, used, { before, after, exchange }, batch)
}

const beside = (context: CheckContext, { parent, ...resource }: Resource, first: Item): Promise<Item> =>
  context.item(
    first.resource,
    parent === undefined || resource.create === undefined
      ? { fresh: true, body: (sent) => void preservePlace(sent, first) }
      : { fresh: true, within: { ...first, resource: parent, params: parentOf(first) } },
  )

/** Names may be unique within a folder alone: the second stands where the first does. */
function preservePlace(sent: JsonObject, { sent: parts }: Item): void {
  const given = isObject(parts?.body) ? parts.body : {}
  for (const name of new Set([...Object.keys(given), ...Object.keys(sent)]))
    if (soundsLike('container', name)) {
      if (given[name] === undefined) delete sent[name]
      else sent[name] = given[name]
    }
}

function check(context: CheckContext, used: Conflict, exchange: Recorded, operation: ApiOperation): void {
  // 412 and 428 ask for an entity tag, and say nothing of the name.
  if (exchange.status === 409 || [400, 412, 422, 428].includes(exchange.status)) return
  context.broken({
    code: 'wrong-status',
    subject: `an update to the ${used.member} of another resource`,
    received: exchange.status,
    expected: 409,
    details: { value: used.value },
    exchange,
    with: [used.first.made, used.rejected],
    place: operation.pointer,
  })
}

function stays(
  context: CheckContext,
  used: Conflict,
  { before, after, exchange }: { before: Recorded; after: Recorded; exchange: Recorded },
  operation: ApiOperation,
): void {
  const [was, is] = [before.json, after.json].map((json) =>
    isObject(json as Json) ? (json as JsonObject) : {},
  )
  if (exchange.status < 400 || isSame(was?.[used.member], is?.[used.member])) return
  context.broken({
    code: 'changed-despite-rejection',
    subject: `/${used.member}`,
    received: is?.[used.member],
    expected: was?.[used.member],
    exchange: after,
    with: [used.first.made, before, exchange],
    place: operation.pointer,
  })
}
