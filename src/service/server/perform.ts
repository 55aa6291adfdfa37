/**
 * From an admitted request to its answer: 406, 415, 413, 400; then the idempotency key; then the handler. The
 * record of an idempotent answer is written in the handler's own transaction (docs/decisions.md, "idempotency").
 */
import type { IncomingMessage } from 'node:http'
import type { Operation } from '../../../generated/operations.ts'
import { ApiError } from '../errors.ts'
import { audit, targetsOf } from '../resources/audit.ts'
import type { WriteTransaction } from '../storage/database.ts'
import type { Arrival } from './arrival.ts'
import { type Rendered, renderError } from './dialects/errorEnvelope.ts'
import {
  type Caller,
  type HandlerContext,
  type Handlers,
  type OperationId,
  SerializedJson,
  type Services,
} from './handler.ts'
import { parseQuery } from './query.ts'
import { requireAcceptable } from './steps/accept.ts'
import { type OpenedUpload, openUpload } from './steps/body/openUpload.ts'
import { receiveBody } from './steps/body/receiveBody.ts'
import {
  type FreshCall,
  fingerprintByDigest,
  fingerprintOf,
  type Idempotency,
} from './steps/idempotency/idempotency.ts'
import { bearerOf } from './steps/identify.ts'
import { type AnyResult, renderResult } from './steps/respond.ts'
import { conform } from './steps/validate/compiled.ts'
import type { RequestParts, Validator, ValidParts } from './steps/validate/validator.ts'

export interface PerformerOptions {
  /** Path of {base_url}: `/v1`. */
  basePath: string
  handlers: Handlers
  services: Services
  idempotency: Idempotency
  validator: Validator
}

export interface Admitted {
  operation: Operation
  params: Record<string, string>
  caller: Caller
  arrival: Arrival
}

/** A handler whose operation is known at run time alone. */
type AnyHandler = (context: HandlerContext<OperationId>) => Promise<AnyResult>

export function createPerformer(
  options: PerformerOptions,
): (request: IncomingMessage, admitted: Admitted) => Promise<Rendered> {
  const { services, validator } = options

  return async (request, admitted) => {
    const { operation, arrival } = admitted
    requireAcceptable(request, operation)
    const upload = operation.body?.upload ? openUpload(request, operation.body) : undefined
    const received = operation.body?.upload ? notYet(upload) : await receiveBody(request, operation.body)
    const target = arrival.search === '' ? arrival.path : `${arrival.path}?${arrival.search}`
    const query = parseQuery(arrival.search)
    const parts: RequestParts = {
      target,
      params: admitted.params,
      query,
      headers: request.headers,
      body: received.value,
    }
    const valid = await validator.request(operation, parts)
    const call = await begin(request, admitted, upload ?? received.bytes)
    if (call?.kind === 'replay') return call.response
    try {
      return await invoke(admitted, parts, { ...valid, upload }, request.headers['if-match'], call)
    } catch (error) {
      if (call && error instanceof ApiError) await call.recordFailure(renderError(error, arrival.requestId))
      throw error
    } finally {
      call?.release()
    }
  }

  async function begin(
    request: IncomingMessage,
    { operation, caller, arrival }: Admitted,
    body: Buffer | OpenedUpload,
  ) {
    const key = request.headers['idempotency-key']
    if (!operation.idempotencyKey || key === undefined) return undefined
    const parts = [operation.method, arrival.path, arrival.search] as const
    return options.idempotency.begin({
      organizationId: caller.organizationId,
      credentialId: caller.credentialId,
      key: String(key),
      fingerprint: Buffer.isBuffer(body)
        ? fingerprintOf(...parts, body)
        : async () => fingerprintByDigest(...parts, await body.digest()),
      // Only the holder of the credential can open a stored answer that holds a secret.
      ...(operation.holdsSecret ? { secretForEncryption: bearerOf(request) } : {}),
    })
  }

  /** Where it was serialised it is judged too. @throws Error that says what breaks the contract */
  async function judgeSerialized({ path, method }: Operation, status: number, { bytes }: SerializedJson) {
    const module = new URL('./steps/validate/serialized.ts', import.meta.url)
    const issues = await services.threads.run<string[]>(module, { path, method, status, bytes })
    if (issues.length > 0) throw new Error(`The response breaks the contract: ${issues.join('; ')}.`)
  }

  async function invoke(
    { operation, params, caller, arrival }: Admitted,
    parts: RequestParts,
    valid: ValidParts & { upload: OpenedUpload | undefined },
    ifMatch: string | undefined,
    call: FreshCall | undefined,
  ): Promise<Rendered> {
    const render = (result: AnyResult): Rendered => {
      const rendered = renderResult(operation, result, options.basePath)
      if (validator.response && typeof rendered.body === 'string' && result.contentType === undefined) {
        validator.response(operation, parts, rendered.status, JSON.parse(rendered.body))
      }
      return rendered
    }
    let recorded: Rendered | undefined
    const auditIn = (tx: WriteTransaction, targets: readonly string[]) =>
      audit(
        tx,
        { ids: services.ids, now: services.clock.now() },
        {
          ...{ operation: operation.id, targets, requestId: arrival.requestId },
          ...{ organizationId: caller.organizationId, userId: caller.userId },
          ...{ credentialId: caller.credentialId, triggeredBy: caller.triggeredBy },
        },
      )
    const transact = (work: (tx: WriteTransaction) => Promise<AnyResult>): Promise<AnyResult> =>
      services.database.write(async (tx) => {
        const result = await work(tx)
        recorded = render(result)
        await auditIn(tx, targetsOf(result.body, params, valid.query))
        await call?.record(tx, recorded)
        return result
      })
    const handler = options.handlers[operation.id] as unknown as AnyHandler
    const context = {
      ...services,
      ...valid,
      caller,
      ifMatch,
      transact,
      audit: auditIn,
      conform,
    } as unknown as HandlerContext<OperationId>
    const result = await handler(context)
    if (recorded) return recorded
    const rendered = render(result)
    if (validator.response && result.body instanceof SerializedJson) {
      await judgeSerialized(operation, rendered.status, result.body)
    }
    if (call) await services.database.write((tx) => call.record(tx, rendered))
    return rendered
  }
}

/** An upload is there or not; what is in it, its handler judges. */
const notYet = (upload: OpenedUpload | undefined) => ({
  bytes: Buffer.alloc(0),
  value: upload === undefined ? undefined : '',
})
