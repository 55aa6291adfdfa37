import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Identifiers } from '../../runtime/identifiers.ts'
import type { Random } from '../../runtime/random.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import type { Database } from '../../storage/database.ts'
import { createWebhookTargets, type WebhookTargets } from '../webhookTargets.ts'
import { createAddressGuard } from './addressGuard.ts'
import type { DeliveryOutcome } from './attempts.ts'
import { createDeliveryLog } from './deliveryLog.ts'
import { createReplayWorker } from './redelivery.ts'
import type { Resolve } from './resolver.ts'
import { createSender } from './sender.ts'
import { createDeliveryWorker } from './worker.ts'

interface DeliveryParts {
  database: Database
  jobs: Jobs
  keyring: Keyring
  clock: Clock
  random: Random
  ids: Identifiers
  /** Receives errors of clearing the log of deliveries. */
  report: (error: unknown) => void
  /** CIDR blocks that deliveries may go to although they are not public. */
  webhookAllow: readonly string[]
  /** PEM certificates that receivers may be signed by, next to those that Node trusts. */
  webhookCa?: string
  /** Divides the delays between attempts; default 1. */
  retryTimeScale?: number
  /** Receives the outcome of each attempt. */
  ended?: ((outcome: DeliveryOutcome) => void) | undefined
  /** Replaces DNS, in tests. */
  resolve?: Resolve
}

interface Deliveries {
  targets: WebhookTargets
  /** Starts the attempts that are due, those left by an earlier process included. */
  start(): void
  /** Closes the connections; call it after `jobs.stop()`. */
  stop(): Promise<void>
}

/** The deliveries of one environment. @throws Error when a block of `webhookAllow` is malformed */
export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { database, jobs, clock, webhookAllow, webhookCa: ca, retryTimeScale = 1, resolve } = parts
  const guard = createAddressGuard(webhookAllow)
  const sender = createSender({ guard, clock, ca, ...(resolve && { resolve }) })
  const log = createDeliveryLog(database, clock, parts.report)
  return {
    targets: createWebhookTargets({ ...parts, guard }),
    start() {
      jobs.start(createDeliveryWorker({ ...parts, sender, retryTimeScale }))
      jobs.start(createReplayWorker(parts))
      log.start()
    },
    async stop() {
      await log.stop()
      await sender.close()
    },
  }
}
