/** One environment: what it is made of, and what it offers to anyone who serves it. `app.ts` composes it. */
import type { RequestListener } from 'node:http'
import type { ApiVersions } from './events/apiVersions.ts'
import type { EnvironmentMetrics } from './metrics/createMetrics.ts'
import type { ModelConfiguration } from './models/createModels.ts'
import type { RetentionDays } from './retention/settings.ts'
import type { Clock } from './runtime/clock.ts'
import type { Random } from './runtime/random.ts'
import type { Keyring } from './secrets/keyring.ts'
import type { Passwords } from './secrets/passwordQueue.ts'
import type { Addresses, EnvironmentName, Services } from './server/handler.ts'
import type { Log } from './server/log.ts'
import type { Operation } from './server/operationTable.ts'
import type { PlanLimits } from './server/steps/rateLimit/plans.ts'
import type { Validator } from './server/steps/validate/validator.ts'
import type { CallHandler, Surface } from './server/surface.ts'
import type { Database } from './storage/database.ts'
import type { AddressList } from './transport/addresses.ts'
import type { RequestObserver } from './transport/requestObserver.ts'

export interface EnvironmentOptions {
  name: EnvironmentName
  database: Database
  keyring: Keyring
  clock: Clock
  random: Random
  log: Log
  /** Which one validates requests, or one of the caller's own. */
  validator: 'strict' | 'compiled' | Validator
  planLimits?: PlanLimits
  /** Networks that webhooks may reach although they are not public. */
  webhookAllow: readonly string[]
  /** PEM of a CA that receivers' certificates may come from, next to the public ones. */
  webhookCa?: string
  /** Divides the delays between delivery attempts. */
  retryTimeScale?: number
  /** Days that each kind of data is stored, in place of what the database has. */
  retention?: Partial<RetentionDays>
  /** Models next to the offline ones. */
  models?: ModelConfiguration
  /** The renderers of event bodies; the service's own when left out. */
  apiVersions?: ApiVersions
  trusted: AddressList
  /** The operations of the service and their handlers, in place of its own. */
  operations?: Readonly<Record<string, Operation>>
  handlers?: Readonly<Record<string, CallHandler | undefined>>
  /** In development: what an operation without a handler returns 501 with. Without it a start is rejected. */
  documentedResponse?: Surface['documentedResponse']
  /** Of its own when left out; anyone who shares one ends it. */
  passwords?: Passwords
  /** Receives the end of requests and jobs, where someone counts them. */
  metrics?: EnvironmentMetrics
  /** `{api_root}` and `{app_url}`; requested when the first request comes, for a port may be chosen by the system. */
  addresses: () => Addresses
}

export interface Environment {
  /** Serves what came over TLS, or through a trusted proxy. */
  handler: RequestListener
  /** Responds to everything else: plain HTTP is rejected (source: "Transport"). */
  plainHandler: RequestListener
  /** The headers of every response, those below the application included. */
  sharedHeaders(address: string | undefined): { requestId: string; headers: Record<string, string> }
  services: Services
  /** To be notified of every request, by anyone who listens. */
  observer: RequestObserver | undefined
  /** Starts the background work. */
  start(): void
  /** Prepares the parts that the first request would otherwise wait for; rejects when the document cannot be served. */
  prepare(): Promise<void>
  /** Starts no more background work, and waits at most so many milliseconds for the work in progress. */
  finishJobs(within: number): Promise<void>
  /** Ends it, once its requests have ended, with nothing lost. */
  stop(): Promise<void>
}
