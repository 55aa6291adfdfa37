/** The step that gives a repeated POST its first response. */
import type { Call, CallStep } from '../../call.ts'
import type { Exchange } from '../../exchange.ts'
import type { Operation } from '../../operationTable.ts'
import type { Surface } from '../../surface.ts'
import { bearerOf } from '../identify.ts'
import { fingerprintByDigest, fingerprintOf, type IdempotentRequest } from './idempotency.ts'

export function beginIdempotent(
  operation: Operation | undefined,
  { idempotency }: Surface,
): CallStep | undefined {
  if (!operation?.idempotencyKey || !idempotency) return undefined
  return (call) => {
    const { exchange } = call
    const key = exchange?.request.headers['idempotency-key']
    if (exchange === undefined || key === undefined) return undefined
    return idempotency.begin(requestOf(call, exchange, operation, String(key))).then((begun) => {
      if (begun.kind === 'replay') call.rendered = begun.response
      else call.idempotent = begun
    })
  }
}

function requestOf(call: Call, exchange: Exchange, operation: Operation, key: string): IdempotentRequest {
  const { caller, upload } = call
  const { path, search, request } = exchange
  const { method } = operation
  return {
    organizationId: caller.organizationId,
    credentialId: caller.credentialId,
    key,
    fingerprint: upload
      ? async () => fingerprintByDigest(method, path, search, await upload.digest())
      : fingerprintOf(method, path, search, call.bytes),
    // Only the holder of the credential can open a stored response that contains a secret.
    ...(operation.containsSecret ? { secretForEncryption: bearerOf(request) } : {}),
  }
}
