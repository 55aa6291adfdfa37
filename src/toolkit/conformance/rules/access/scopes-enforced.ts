import { type Api, type ApiOperation, needsCredential } from '../../../model/api.ts'
import { nameOf } from '../../../model/homes.ts'
import { actionOn } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { isActionTo } from '../../../model/vocabulary.ts'
import { thingSchema } from '../../../model/wrapping.ts'
import type { Identity } from '../../config/identity.ts'
import { mayCall } from '../../engine/identities.ts'
import type { Parts } from '../../engine/requests.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { likelyBase } from '../base.ts'
import { expectRejection } from '../expectation.ts'

/**
 * Whether other operations that the identity may not call return 404 as well: some servers hide resources
 * from unauthorized callers (RFC 9110, 15.5.4).
 */
async function hidesAll(
  context: CheckContext,
  operation: ApiOperation,
  identity: Identity,
): Promise<boolean> {
  if (!operation.responses.has('404')) return false
  const others = context.api.operations.filter(
    (one) =>
      one !== operation &&
      needsCredential(one) &&
      !mayCall(identity, one) &&
      one.responses.has('403') &&
      one.responses.has('404'),
  )
  for (const other of others.slice(0, 2)) {
    const { status } = await context.send(other, await likelyBase(context, other), { identity })
    if (status !== 404) return false
  }
  return true
}

/** Whether an operation is an action to a state of the item, which it returns, and may be forbidden. */
function changesItem(api: Api, resource: Resource, operation: ApiOperation): boolean {
  const { method, path, responses } = operation
  const { item, read } = resource
  const name = actionOn(item, path)
  if (method !== 'POST' || read === undefined || name === undefined || !responses.has('403')) return false
  const shown = nameOf(thingSchema(api, operation))
  const states = statusOf(api, resource)?.values ?? []
  return (
    shown !== undefined &&
    shown === nameOf(thingSchema(api, read)) &&
    states.some((state) => isActionTo(name, state))
  )
}

/** A credential without the scope of an operation must be rejected; one with the scope must be accepted. */
export const scopesEnforced = defineRule({
  ...definitionOf('scopes-enforced'),
  *checks({ api, graph, roles }) {
    const isWrite = (operation: ApiOperation) =>
      ['PUT', 'PATCH', 'DELETE'].includes(operation.method) ||
      graph.resources.some((one) => one.create === operation || changesItem(api, one, operation))
    const isAllowed = (identity: Identity, operation: ApiOperation) =>
      mayCall(identity, operation) && !(identity.may === 'read' && isWrite(operation))
    for (const operation of api.operations.filter(needsCredential)) {
      const scoped = operation.security.some((alternative) =>
        alternative.some(({ scopes }) => scopes.length > 0),
      )
      const readers = roles.narrow.some(({ may }) => may !== undefined)
      if (!scoped && !(readers && isWrite(operation))) continue
      const scopes = operation.security
        .map((alternative) => alternative.flatMap((one) => one.scopes).join(' and '))
        .join(', or ')
      const lacking = roles.narrow.filter((identity) => !isAllowed(identity, operation))
      if (lacking.length === 0) {
        yield {
          name: 'lacking',
          constraint: 'identity without scope',
          operation,
          run: async (context) => context.notObserved({ code: 'no-narrow-identity', scopes }),
        }
      }
      for (const identity of lacking) {
        yield {
          name: `lacking ${identity.name}`,
          constraint: `identity ${identity.name}`,
          operation,
          async run(context) {
            const parts = await partsFor(context, operation)
            const exchange = await context.send(operation, parts, { identity })
            if (exchange.status === 404 && (await hidesAll(context, operation, identity))) return
            const fitting = operation.responses.has('403') ? [403] : [401, 403, 404]
            expectRejection(context, operation, exchange, {
              what: mayCall(identity, operation)
                ? 'a credential that may only read'
                : `a credential with ${identity.scopes?.join(' ') || 'no scopes'}, without ${scopes}`,
              fitting,
            })
          },
        }
      }
      for (const identity of scoped
        ? roles.narrow.filter((one) => isAllowed(one, operation)).slice(0, 1)
        : []) {
        yield {
          name: `holding ${identity.name}`,
          constraint: `identity ${identity.name}`,
          operation,
          async run(context) {
            const parts = await partsFor(context, operation)
            const exchange = await context.send(operation, parts, { identity })
            const broken = {
              code: 'wrong-status' as const,
              subject: `a credential with ${scopes}`,
              received: exchange.status,
              expected: 'a success',
              exchange,
              place: operation.pointer,
            }
            // A resource that a write refers to may need further scopes, but most writes do not refer to any.
            if (exchange.status === 401 || (exchange.status === 403 && operation.method === 'GET'))
              context.broken(broken)
          },
        }
      }
    }
  },
})

/** Writes get new items: what succeeded once may be rejected the second time for another reason than the scope. */
const partsFor = (context: CheckContext, operation: ApiOperation): Promise<Parts> =>
  operation.method === 'GET' ? likelyBase(context, operation) : context.parts(operation, { fresh: true })
