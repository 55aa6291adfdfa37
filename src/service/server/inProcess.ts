/**
 * The operations of the service, for callers in this process: the same scopes, validation, handlers, events and
 * audit entries as over HTTP, without a credential. The pages have nothing of their own.
 */
import { operations } from '../../../generated/operations.ts'
import { SerializedJson } from '../resources/serializedJson.ts'
import type { CompiledDocument } from './document.ts'
import type {
  Caller,
  HandlerResult,
  OperationId,
  PathParameters,
  QueryParameters,
  RequestBody,
} from './handler.ts'
import { missingScopes } from './steps/authorize.ts'

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

/** Whether the scopes of a caller are enough for the operation: what would be rejected need not be offered. */
export const mayCall = (id: OperationId, caller: Pick<Caller, 'scopes'>): boolean =>
  missingScopes(operations[id], caller).length === 0

export function createInProcess(document: CompiledDocument): InProcess {
  return async (id, given, parts = {}) => {
    // A validator sees texts, as in an address.
    const sent = Object.entries(parts.query ?? {}).filter(([, value]) => value !== undefined)
    const result = (await document.call(
      id,
      { ...given, credentialId: given.userId },
      {
        params: (parts.params ?? {}) as Record<string, string>,
        query: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
        body: parts.body,
      },
    )) as { body: unknown }
    if (!(result.body instanceof SerializedJson)) return result as never
    return { ...result, body: JSON.parse(result.body.bytes.toString()) } as never
  }
}
