/** The context of one check: sends requests, records them, and collects problems. */
import type { ApiOperation } from '../../model/api.ts'
import { isHeader, readHeader } from '../../openapi/headers.ts'
import { validatorOf } from '../../schema/validators.ts'
import { createRandom, seedFor } from '../../schema/values/random.ts'
import type { Identity } from '../config/identity.ts'
import { withCurrentVersion } from './bodyVersion.ts'
import type { CheckContextParts, CheckRecord, Habit } from './checkParts.ts'
import type { Recorded } from './events.ts'
import { findInList } from './findInList.ts'
import { CURRENT_TAG, type Parts, requestOf, requiredTag } from './requests.ts'
import { type Broken, type CheckContext, type Item, NotObserved } from './rule.ts'
import { itemAddress } from './safety/ownership.ts'
import { Sender } from './sender.ts'

export interface RecordedCheck extends CheckContext {
  exchanges: Recorded[]
  problems: Broken[]
  habits: Habit[]
  /** Ends the check: puts back the singletons that it wrote to. */
  settle(): Promise<void>
}

export function createCheckContext(parts: CheckContextParts, check: string, seed: number): RecordedCheck {
  const { plan, fixtures, clock } = parts
  const record: CheckRecord = { exchanges: [], problems: [], habits: [], sharing: 0 }
  const sender = new Sender(parts, check, record)
  const context: RecordedCheck = {
    ...plan,
    exchanges: record.exchanges,
    problems: record.problems,
    habits: record.habits,
    random: createRandom(seedFor(seed, check), parts.salt),
    now: () => clock.now(),
    wait: (milliseconds) => parts.pause(milliseconds),
    send: async (operation, given, options = {}) => {
      requireParams(operation, given)
      const wire = requestOf(plan.api.document, operation, {
        ...given,
        headers: await withTag(context, operation, given),
        body:
          options.version === undefined ? await withCurrentVersion(context, operation, given) : given.body,
      })
      return sender.send(options.method === undefined ? wire : { ...wire, method: options.method }, options)
    },
    sendRaw: (method, path, options = {}) => {
      const body = options.body === undefined ? undefined : Buffer.from(options.body)
      return sender.send({ method, path, headers: { Accept: '*/*' }, body, operationId: null }, options)
    },
    elsewhere: (method, url, request) => sender.sendElsewhere({ ...request, method, url }),
    parts: (operation, options) => fixtures.parts(context, operation, options),
    succeed: (operation, options) => fixtures.succeed(context, operation, options),
    item: (resource, options) => fixtures.item(context, resource, options),
    read: (item, options) => {
      if (item.resource.read === undefined) return readInList(context, item, options?.identity)
      return context.send(item.resource.read, { params: item.params, query: {}, headers: {} }, options)
    },
    findInList: (item, options = {}) => findInList(context, item, options),
    async keep(work) {
      record.sharing++
      try {
        return await work()
      } finally {
        record.sharing--
      }
    },
    isValidBody: ({ body }, value) =>
      body !== undefined && validatorOf(plan.api.document, 'request')(body.schemaPointer, value).length === 0,
    makeRoom: (resource) => parts.makeRoom(resource, check),
    own: (resource, params, accepted) => parts.ownership.own(resource, params, accepted),
    isOwn: (resource, params) => parts.ownership.ownerOf(itemAddress(resource, params)) !== undefined,
    state: (operation, params) => parts.guard.state(operation, params),
    settle: () => parts.singletons.release(check),
    broken: (broken) => void record.problems.push(broken),
    notObserved: (reason) => {
      throw new NotObserved(typeof reason === 'string' ? { code: 'custom', message: reason } : reason)
    },
    habit: (question, behavior, evidence, { right = false } = {}) =>
      void record.habits.push({
        ...{ question, behavior, evidence, right },
        operationId: evidence.exchange.operationId,
      }),
  }
  return context
}

/** A path without one of its values is that of another resource, or of none. */
function requireParams({ operationId, template }: ApiOperation, { params }: Parts): void {
  for (const [, name = ''] of template.matchAll(/\{([^}]+)\}/g))
    if ((params[name] ?? '') === '') throw new NotObserved({ code: 'no-path-value', name, operationId })
}

/** Adds the item's current ETag if the document requires one. */
async function withTag(
  context: CheckContext,
  operation: ApiOperation,
  { headers, params, untagged = false }: Parts,
): Promise<Parts['headers']> {
  const tag = untagged ? undefined : requiredTag(operation)?.name
  const isMissing = tag !== undefined && !Object.keys(headers).some((one) => isHeader(one, tag))
  const name = isMissing ? tag : Object.keys(headers).find((one) => headers[one] === CURRENT_TAG)
  const read = context.graph.alongPath(operation.path).at(-1)?.read
  if (name === undefined || (isMissing && read === undefined)) return headers
  const response = read && (await context.send(read, { params, query: {}, headers: {} }))
  return { ...headers, [name]: readHeader(response?.headers ?? {}, 'etag') ?? '*' }
}

/** The item of a resource without a GET of its own, as the list shows it. */
async function readInList(
  context: CheckContext,
  item: Item,
  identity: Identity | null | undefined,
): Promise<Recorded> {
  if (item.resource.list === undefined || identity === null)
    return context.notObserved({ code: 'absent', from: item.resource.item, what: 'GET' })
  const { found, last } = await context.findInList(item, identity === undefined ? {} : { identity })
  if (found === undefined)
    return context.notObserved({ code: 'absent', from: item.resource.list.operationId, what: 'the item' })
  return { ...last, json: found }
}
