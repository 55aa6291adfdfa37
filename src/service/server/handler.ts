/**
 * The types that bind a handler to its operation in the document. The input of a handler and its possible
 * responses come from `generated/`; nothing is restated here.
 */

import type { operations } from '../../../generated/openapi.v1.ts'
import type { OperationId } from '../../../generated/operations.ts'
import type { Outbox, WebhookTargets } from '../events/outbox.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Models } from '../models/models.ts'
import type { Cursors } from '../resources/cursors.ts'
import type { SerializedJson } from '../resources/serializedJson.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Identifiers } from '../runtime/identifiers.ts'
import type { Random } from '../runtime/random.ts'
import type { WorkerThreads } from '../runtime/workerThreads.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Passwords } from '../secrets/passwordQueue.ts'
import type { Database, WriteTransaction } from '../storage/database.ts'
import type { PlanLimits } from './steps/rateLimit/plans.ts'

export type { OperationId }

type Member<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? V : never
/** The JSON content of a request or response; undefined where there is none. */
type JsonContent<T> = T extends { content: infer C }
  ? C extends { 'application/json': infer B }
    ? B
    : undefined
  : undefined

export type PathParameters<Op extends OperationId> = NonNullable<Member<operations[Op]['parameters'], 'path'>>
export type QueryParameters<Op extends OperationId> = NonNullable<
  Member<operations[Op]['parameters'], 'query'>
>
export type RequestBody<Op extends OperationId> = JsonContent<
  NonNullable<Member<operations[Op], 'requestBody'>>
>

type Responses<Op extends OperationId> = operations[Op]['responses']
type SuccessStatus<Op extends OperationId> = Extract<keyof Responses<Op>, 200 | 201 | 202 | 204>

/** The media types of a response, where JSON is not the only one. */
type FileType<T> = T extends { content: infer C }
  ? 'application/json' extends keyof C
    ? Exclude<keyof C, 'application/json'> extends never
      ? never
      : keyof C & string
    : keyof C & string
  : never
/** A body that is sent as it is, in one of the declared media types; in pieces when it may be large. */
interface FileResponse<M extends string> {
  contentType: M | `${M}; charset=utf-8`
  body: Buffer | string | AsyncIterable<Buffer>
  headers?: Record<string, string>
}
type Body<T> = [FileType<T>] extends [never] ? { body: JsonContent<T> } : FileResponse<FileType<T>>

/** The media types of a request body that is not JSON. */
type StreamType<T> = T extends { content: infer C } ? Exclude<keyof C, 'application/json'> & string : never
/** A request body that may be larger than memory: its pieces, inflated, to be read once. */
interface Upload<M extends string> {
  mediaType: M
  pieces: AsyncIterable<Buffer>
}

/** The response of a handler: one of the operation's declared successes, with that status's own body. */
export type HandlerResult<Op extends OperationId> = {
  [S in SuccessStatus<Op>]: { status: S } & Body<Responses<Op>[S]> &
    (S extends 201
      ? /** Path of the new resource below {base_url}. */ { location: string }
      : S extends 202
        ? /** Path of what is under way. */ { location?: string }
        : unknown)
}[SuccessStatus<Op>]

interface SerializedResult<Op extends OperationId> {
  status: SuccessStatus<Op>
  body: SerializedJson
}

/** The caller, identified before the handler runs. */
export interface Caller {
  organizationId: string
  workspaceId: string
  /** The user that the credential acts as; goes into `createdBy` and `updatedBy`. */
  userId: string
  /** Identifier of the API key, or of the access token's grant. */
  credentialId: string
  scopes: ReadonlySet<string>
  /** Goes into `metadata.triggeredBy` of the events that the call raises. */
  triggeredBy: 'api' | 'dashboard'
}

/** The services of one environment for its handlers. */
export interface Services {
  environment: EnvironmentName
  clock: Clock
  random: Random
  ids: Identifiers
  keyring: Keyring
  /** Where passwords are hashed; shared by the environments of a process. */
  passwords: Passwords
  cursors: Cursors
  outbox: Outbox
  /** Where webhooks may point, and how their secrets are made. */
  webhookTargets: WebhookTargets
  jobs: Jobs
  models: Models
  /** The limits of each plan. */
  plans: PlanLimits
  database: Database
  /** How long the administrator retains each kind of data, in days, where that is not what the database has. */
  retention: Readonly<Partial<Record<'executions' | 'results' | 'audit' | 'deleted', number | null>>>
  /** Where work goes that would delay every other request. */
  workerThreads: WorkerThreads
  /** `{api_root}`, the issuer, and `{app_url}`; neither ends in a slash. */
  addresses: () => Addresses
  /** For the administrator; the new key signs when every verifier has had time to read it, or immediately. */
  rotateSigningKey(
    immediately: boolean,
    /** Written in the transaction of the new key. */
    within?: (tx: WriteTransaction) => Promise<void>,
  ): Promise<{ kid: string; signsFrom: number }>
}

export interface Addresses {
  apiRoot: string
  appUrl: string
}

export type EnvironmentName = 'production' | 'development'

export interface HandlerContext<Op extends OperationId> extends Services {
  caller: Caller
  params: PathParameters<Op>
  /** Query parameters, coerced to their types, defaults of the document filled in. */
  query: QueryParameters<Op>
  body: RequestBody<Op>
  /** The body of an operation that accepts another media type than JSON. It is read while the handler runs. */
  upload: Upload<StreamType<NonNullable<Member<operations[Op], 'requestBody'>>>>
  /**
   * Validates a value by the body schema of an operation, defaults filled in: for the parts of an upload.
   * @throws ApiError VALIDATION_ERROR
   */
  conform<Like extends OperationId>(like: Like, value: unknown): Promise<RequestBody<Like>>
  /** The `If-Match` header, as sent; `requireMatch` compares it. */
  ifMatch: string | undefined
  /**
   * Runs `work` in one durable transaction and responds with what it returns. On a POST with an
   * `Idempotency-Key` the record of that response is written in the same transaction.
   */
  transact(work: (tx: WriteTransaction) => Promise<HandlerResult<Op>>): Promise<HandlerResult<Op>>
  /**
   * Writes audit entries that `transact` does not: of a change that a rejection leaves behind, and of resources that
   * neither the path nor the response names.
   */
  audit(tx: WriteTransaction, targets: readonly string[]): Promise<void>
}

export type Handler<Op extends OperationId> = (
  context: HandlerContext<Op>,
) => Promise<HandlerResult<Op> | SerializedResult<Op>>

/** The exhaustive record of handlers: an operation of the document without a handler does not compile. */
export type Handlers = { [Op in OperationId]: Handler<Op> }
