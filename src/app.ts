/**
 * The composition root of one environment: what it is made of, the order of the middleware and the list of
 * routes stand here once.
 */
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import openapi from '../generated/openapi.v1.json' with { type: 'json' }
import { operations } from '../generated/operations.ts'
import { ApiError, notFound } from './errors.ts'
import { createOutbox } from './events/outbox.ts'
import { handlers } from './features/handlers.ts'
import { createApiKeyAuthenticator } from './features/organization/apiKeyAuthenticator.ts'
import { createCursors } from './http/cursors.ts'
import type { EnvironmentName, Services } from './http/handler.ts'
import { createIdempotency } from './http/idempotency/idempotency.ts'
import type { Log } from './http/log.ts'
import { createPipeline } from './http/pipeline.ts'
import { renderError } from './http/problem.ts'
import { createRateLimiter } from './http/rateLimit/limiter.ts'
import type { PlanLimits } from './http/rateLimit/plans.ts'
import { requestIdOf } from './http/requestId.ts'
import { send } from './http/respond.ts'
import { createStrictValidator } from './http/validate/strict.ts'
import { createJobs } from './jobs/createJobs.ts'
import { createModels } from './models/createModels.ts'
import type { Clock } from './runtime/clock.ts'
import { createIdentifiers } from './runtime/identifiers.ts'
import type { Random } from './runtime/random.ts'
import type { Vault } from './secrets/vault.ts'
import type { Database } from './storage/database.ts'

export interface EnvironmentOptions {
  name: EnvironmentName
  database: Database
  vault: Vault
  clock: Clock
  random: Random
  log: Log
  planLimits?: PlanLimits
}
