/**
 * The operations of the service, for callers in this process: the same scopes, validation, handlers, events and
 * audit entries as over HTTP, without a credential. The pages have nothing of their own.
 */
import { type Operation, operations } from '../../../generated/operations.ts'
import { audit, targetsOf } from '../resources/audit.ts'
import type { WriteTransaction } from '../storage/database.ts'
import {
  type Caller,
  type HandlerContext,
  type HandlerResult,
  type Handlers,
  type OperationId,
  type PathParameters,
  type QueryParameters,
  type RequestBody,
  SerializedJson,
  type Services,
} from './handler.ts'
import { authorize, missingScopes } from './steps/authorize.ts'
import type { AnyResult } from './steps/respond.ts'
import { conform } from './steps/validate/compiled.ts'
import type { Validator } from './steps/validate/validator.ts'

interface Parts<Op extends OperationId> {
  params?: PathParameters<Op>
  query?: QueryParameters<Op>
  body?: RequestBody<Op>
}

/** @throws ApiError as the operation does over HTTP, VALIDATION_ERROR and INSUFFICIENT_SCOPE included */
export type InProcess = <Op extends OperationId>(
  id: Op,
  caller: Omit<Caller, 'credentialId'>,
  parts?: Parts<Op>,
) => Promise<HandlerResult<Op>>

/** Whether the scopes of a caller are enough for the operation: what would be refused need not be offered. */
export const mayCall = (id: OperationId, caller: Pick<Caller, 'scopes'>): boolean =>
  missingScopes(operations[id], caller).length === 0

export function createInProcess(options: {
  handlers: Handlers
  services: Services
  validator: Validator
}): InProcess {
  const { handlers, services, validator } = options
  return async (id, given, parts = {}) => {
    const operation: Operation = operations[id]
    const caller: Caller = { ...given, credentialId: given.userId }
    authorize(operation, caller)
    const params = (parts.params ?? {}) as Record<string, string>
    // A validator sees texts, as in an address.
    const sent = Object.entries(parts.query ?? {}).filter(([, value]) => value !== undefined)
    const query = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const headers = parts.body === undefined ? {} : { 'content-type': 'application/json' }
    const valid = await validator.request(operation, {
      target: `${path}${new URLSearchParams(query).size > 0 ? `?${new URLSearchParams(query)}` : ''}`,
      ...{ params, query, headers },
      body: parts.body,
    })
    const auditIn = (tx: WriteTransaction, targets: readonly string[]) =>
      audit(
        tx,
        { ids: services.ids, now: services.clock.now() },
        {
          ...{ operation: id, targets, requestId: null, triggeredBy: caller.triggeredBy },
          ...{ organizationId: caller.organizationId, userId: caller.userId, credentialId: null },
        },
      )
    const transact = (work: (tx: WriteTransaction) => Promise<AnyResult>): Promise<AnyResult> =>
      services.database.write(async (tx) => {
        const result = await work(tx)
        await auditIn(tx, targetsOf(result.body, params, valid.query))
        return result
      })
    const handler = handlers[id] as unknown as (context: HandlerContext<OperationId>) => Promise<AnyResult>
    const context = { ...services, ...valid, caller, ifMatch: undefined, transact, audit: auditIn, conform }
    const result = await handler(context as unknown as HandlerContext<OperationId>)
    if (!(result.body instanceof SerializedJson)) return result as never
    return { ...result, body: JSON.parse(result.body.bytes.toString()) } as never
  }
}
