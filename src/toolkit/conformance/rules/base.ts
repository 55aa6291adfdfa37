/** A request of each operation that is known to succeed, for others to be made of by one change. */
import type { ApiOperation } from '../../model/api.ts'
import { isIdempotencyHeader } from '../../model/vocabulary.ts'
import { stringFor } from '../../schema/values/strings.ts'
import { viewOf } from '../../schema/view.ts'
import type { Parts } from '../engine/requests.ts'
import { type CheckContext, NotObserved } from '../engine/rule.ts'

const known = new WeakMap<object, Map<string, Promise<Parts>>>()

/**
 * The base, or generated parts where the target accepts no base, for example because a resource has not
 * reached the required state. Enough to see whether the target rejects a request before it checks the state.
 */
export async function likelyBase(context: CheckContext, operation: ApiOperation): Promise<Parts> {
  return (await baseIfAny(context, operation)) ?? context.parts(operation, { fresh: true })
}

/**
 * The parts of a request that the target accepted once. A DELETE is not sent, because it works only once: it
 * gets a new item.
 */
export async function baseOf(context: CheckContext, operation: ApiOperation): Promise<Parts> {
  if (operation.method === 'DELETE') return context.parts(operation, { fresh: true })
  const bases = basesOf(context)
  let base = bases.get(operation.operationId)
  if (base === undefined) {
    base = context
      .keep(() => context.succeed(operation, { fresh: operation.method !== 'GET' }))
      .then(({ parts }) => parts)
    bases.set(operation.operationId, base)
    base.catch(() => bases.delete(operation.operationId))
  }
  return renewed(context, operation, await base)
}

/** A copy of a request with another idempotency key: a key that was used belongs to the request that was sent with it. */
function renewed({ api, random }: CheckContext, { inputs }: ApiOperation, base: Parts): Parts {
  const parts = structuredClone(base)
  for (const { in: place, name, schema } of inputs)
    if (place === 'header' && parts.headers[name] !== undefined && isIdempotencyHeader(name))
      parts.headers[name] = stringFor(viewOf(api.document, schema), random, name) ?? parts.headers[name]
  return parts
}

/**
 * Another body that the target accepted once: a further example, or one for a further variant of a resource.
 * @param nth which of the operation's alternatives
 */
export async function alternativeBase(
  context: CheckContext,
  operation: ApiOperation,
  nth: string,
  parts: () => Promise<Parts>,
): Promise<Parts> {
  const bases = basesOf(context)
  const key = `${operation.operationId} ${nth}`
  let base = bases.get(key)
  if (base === undefined) {
    base = context.keep(async () => {
      const made = await parts()
      const exchange = await context.send(operation, made)
      const { status, body } = exchange
      if (status < 300) return made
      throw new NotObserved(
        { code: 'rejected', what: 'the valid request', status, body: body.toString() },
        exchange,
      )
    })
    bases.set(key, base)
    base.catch(() => bases.delete(key))
  }
  return renewed(context, operation, await base)
}

function basesOf({ api }: CheckContext): Map<string, Promise<Parts>> {
  const bases = known.get(api) ?? new Map<string, Promise<Parts>>()
  known.set(api, bases)
  return bases
}

/** The base, or undefined where none is to be had. */
async function baseIfAny(context: CheckContext, operation: ApiOperation): Promise<Parts | undefined> {
  try {
    return await baseOf(context, operation)
  } catch (error) {
    if (error instanceof NotObserved) return undefined
    throw error
  }
}
