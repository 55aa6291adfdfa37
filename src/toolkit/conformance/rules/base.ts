/** A request of each operation that is known to succeed, for others to be made of by one change. */
import type { ApiOperation } from '../api/api.ts'
import type { Parts } from '../run/requests.ts'
import { NotObserved, type TrialContext } from '../run/rule.ts'

const known = new WeakMap<object, Map<string, Promise<Parts>>>()

/**
 * The base, or where the target takes none (for a state that it has not reached, say) the parts that should do:
 * enough to see that a request is refused for what is asked before the state.
 */
export async function likelyBase(context: TrialContext, operation: ApiOperation): Promise<Parts> {
  return (await baseIfAny(context, operation)) ?? context.parts(operation, { fresh: true })
}

/**
 * The parts of a request that the target has taken once. A DELETE is not tried, for it can be tried once only; its
 * item is a new one.
 */
export async function baseOf(context: TrialContext, operation: ApiOperation): Promise<Parts> {
  if (operation.method === 'DELETE') return context.parts(operation, { fresh: true })
  let bases = known.get(context.api)
  if (bases === undefined) {
    bases = new Map()
    known.set(context.api, bases)
  }
  let base = bases.get(operation.operationId)
  if (base === undefined) {
    base = context
      .keep(() => context.succeed(operation, { fresh: operation.method !== 'GET' }))
      .then(({ parts }) => parts)
    bases.set(operation.operationId, base)
    base.catch(() => bases.delete(operation.operationId))
  }
  return structuredClone(await base)
}

/** The base, or undefined where none is to be had. */
async function baseIfAny(context: TrialContext, operation: ApiOperation): Promise<Parts | undefined> {
  try {
    return await baseOf(context, operation)
  } catch (error) {
    if (error instanceof NotObserved) return undefined
    throw error
  }
}
