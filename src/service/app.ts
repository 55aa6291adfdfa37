/**
 * The composition root of one environment: what it is made of, and which part of the server has
 * which paths.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { operations as oauthOperations } from '../../generated/operations.oauth.ts'
import { operations } from '../../generated/operations.ts'
import type { Environment, EnvironmentOptions } from './environment.ts'
import { type ApiError, nothingHere } from './errors.ts'
import { createOutbox } from './events/createOutbox.ts'
import { createDeliveries } from './events/delivery/deliveries.ts'
import { importSweeper } from './features/datasets/transfer/imports.ts'
import { createResultRemover } from './features/evaluations/running/resultRemover.ts'
import { createEvaluationWorker } from './features/evaluations/running/worker.ts'
import { handlers } from './features/handlers.ts'
import { createOAuth } from './features/oauth/createOAuth.ts'
import { looksLikeToken } from './features/oauth/queries.ts'
import { createApiKeyAuthenticator } from './features/organization/apiKeyAuthenticator.ts'
import { exportWorker } from './features/reports/exportWorker.ts'
import { reportWorker } from './features/reports/reportWorker.ts'
import { createJobs } from './jobs/createJobs.ts'
import { createModels } from './models/createModels.ts'
import { errorPage } from './pages/errorPage.ts'
import { htmlDialect } from './pages/htmlDialect.ts'
import { createPages, sessionScheme } from './pages/pages.ts'
import { createCursors } from './resources/cursors.ts'
import { createRetention } from './retention/retention.ts'
import { createIdentifiers } from './runtime/identifiers.ts'
import { createWorkerThreads } from './runtime/workerThreads.ts'
import { createPasswords } from './secrets/passwordQueue.ts'
import { corsHeaders, isPreflight, preflightHeaders } from './server/cors.ts'
import { errorEnvelope, renderError, toApiError } from './server/dialects/errorEnvelope.ts'
import { rfc6749 } from './server/dialects/rfc6749.ts'
import { type CompiledDocument, compileDocument } from './server/document.ts'
import type { Exchange } from './server/exchange.ts'
import type { Services } from './server/handler.ts'
import { healthChecks } from './server/health.ts'
import { createInProcess } from './server/inProcess.ts'
import { nameOperation } from './server/operationName.ts'
import { insecureTransport, plainPreflight } from './server/plainHttp.ts'
import { requestIdOf } from './server/requestId.ts'
import { prefersHtml } from './server/steps/accept.ts'
import { createIdempotency } from './server/steps/idempotency/idempotency.ts'
import { bearerScheme } from './server/steps/identify.ts'
import { clientScheme } from './server/steps/identifyClient.ts'
import { createRateLimiter } from './server/steps/rateLimit/limiter.ts'
import { defaultPlans } from './server/steps/rateLimit/plans.ts'
import { send } from './server/steps/respond.ts'
import { createCompiledValidator, prepareCompiled } from './server/steps/validate/compiled.ts'
import { preparedLater } from './server/steps/validate/preparedLater.ts'
import type { Validator } from './server/steps/validate/validator.ts'
import type { CallHandler } from './server/surface.ts'
import { clientAddress } from './transport/addresses.ts'

/** The methods that some path of the server accepts. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

const BASE_PATH = '/v1'

/** @throws Error when the document is not one that can be served */
export async function createEnvironment(options: EnvironmentOptions): Promise<Environment> {
  if (options.documentedResponse && options.name === 'production')
    throw new Error('An operation without a handler is not allowed in production.')
  const parts = await createParts(options)
  const { services, limiter } = parts
  const strict = createStrict(services.workerThreads)
  const documents = compileDocuments(options, parts, strict)
  const responder = createResponder(options.name, services.ids, limiter)
  const { sharedHeaders, reject, respondToPreflight } = responder
  return {
    handler: createRoutes(options, documents, services, responder),
    plainHandler: (request, response) => {
      const preflight = plainPreflight(request)
      if (preflight === undefined) reject(request, response, insecureTransport())
      else respondToPreflight(request, response, preflight)
    },
    sharedHeaders,
    observer: options.metrics?.requests,
    services,
    start: () => startWork(options, parts),
    prepare: async () => {
      if (options.validator === 'strict') await strict.prepare()
      await prepareCompiled()
    },
    finishJobs: (within) => services.jobs.stop(within),
    async stop() {
      await parts.retention.stop()
      await services.jobs.stop()
      await parts.deliveries.stop()
      await services.workerThreads.stop()
      if (options.passwords === undefined) await services.passwords.stop()
      await limiter.flush()
    },
  }
}

type Parts = Awaited<ReturnType<typeof createParts>>

/** The common parts of every document and all background work. */
async function createParts(options: EnvironmentOptions) {
  const { name, database, keyring, clock, random, log } = options
  const ids = createIdentifiers(clock, random)
  const jobs = createJobs({ database, clock, ids, log, soleOwner: database.others === undefined })
  const { validateEvent } = name === 'development' ? await import('./events/eventValidator.ts') : {}
  const outbox = createOutbox({
    clock,
    ids,
    jobs,
    ...(options.apiVersions && { versions: options.apiVersions }),
    ...(validateEvent && { validateEvent }),
  })
  const deliveries = createDeliveries({
    ...options,
    ids,
    jobs,
    report: (error) => log.error({ err: error }, 'the log of deliveries could not be cleared'),
    ended: options.metrics?.deliveryEnded,
  })
  const passwords = options.passwords ?? createPasswords()
  const oauth = createOAuth({ ...options, ids, passwords })
  const plans = options.planLimits ?? defaultPlans
  const services: Services = {
    environment: name,
    database,
    clock,
    random,
    ids,
    keyring,
    passwords,
    cursors: createCursors(keyring.derive('cursors')),
    jobs,
    outbox,
    models: createModels({
      environment: name,
      clock,
      random,
      ...(options.models && { configuration: options.models }),
    }),
    workerThreads: createWorkerThreads(),
    webhookTargets: deliveries.targets,
    plans,
    retention: options.retention ?? {},
    addresses: options.addresses,
    rotateSigningKey: (immediately, within) => oauth.context.keys.rotate(immediately, within),
  }
  const retention = createRetention({
    database,
    clock,
    days: services.retention,
    report: (error) => log.error({ err: error }, 'expired data could not be removed'),
  })
  const limiter = createRateLimiter({ clock, database, plans })
  return { services, deliveries, oauth, retention, limiter }
}

const createStrict = (workerThreads: Services['workerThreads']) =>
  preparedLater(async () => {
    const { default: openapi } = await import('../../generated/openapi.v1.json', { with: { type: 'json' } })
    const [{ createStrictValidator }] = await Promise.all([
      import('./server/steps/validate/strict.ts'),
      workerThreads.run(new URL('./server/steps/validate/checkDocument.ts', import.meta.url), openapi),
    ])
    return createStrictValidator(openapi, BASE_PATH)
  })

type Documents = Record<'v1' | 'authorizationServer' | 'pages', CompiledDocument>

function compileDocuments(
  options: EnvironmentOptions,
  { services, oauth, limiter }: Parts,
  strict: Validator,
): Documents {
  const { name, database, clock, log } = options
  const own = typeof options.validator === 'string' ? undefined : options.validator
  const validator = own ?? (options.validator === 'strict' ? strict : createCompiledValidator())
  const authenticateKey = createApiKeyAuthenticator({ database, environment: name, clock })
  const shared = { services, limiter, log }
  const v1 = compileDocument({
    ...shared,
    operations: Object.values(options.operations ?? operations),
    handlers: options.handlers ?? (handlers as unknown as Record<string, CallHandler>),
    ...(options.documentedResponse && { documentedResponse: options.documentedResponse }),
    scheme: bearerScheme(
      (bearer) => (looksLikeToken(bearer) ? oauth.authenticate : authenticateKey)(bearer),
      () => database.others?.generation,
    ),
    dialect: errorEnvelope(BASE_PATH, log),
    idempotency: createIdempotency({ database, clock }),
    validator,
    crossOrigin: true,
  })
  const authorizationServer = compileDocument({
    ...shared,
    operations: Object.values(oauthOperations).filter(({ feature }) => feature === 'endpoints'),
    handlers: oauth.endpoints,
    scheme: clientScheme(oauth.authenticateClient),
    dialect: rfc6749(log),
    crossOrigin: true,
  })
  const pages = compileDocument({
    ...shared,
    operations: Object.values(oauthOperations).filter(({ feature }) => feature === 'pages'),
    handlers: createPages({ environment: name, context: oauth.context, services, call: createInProcess(v1) }),
    scheme: sessionScheme(name, oauth.context),
    dialect: htmlDialect(name, log),
    crossOrigin: false,
  })
  return { v1, authorizationServer, pages }
}

type Responder = ReturnType<typeof createResponder>

/** Responses outside the documents. */
function createResponder(
  environment: EnvironmentOptions['name'],
  ids: Services['ids'],
  limiter: Parts['limiter'],
) {
  const sharedHeaders = (address: string | undefined, requestId = ids.create('req')) => ({
    requestId,
    headers: limiter.admitAddress(address ?? 'unknown').headers,
  })
  return {
    sharedHeaders,
    respond(request: IncomingMessage, response: ServerResponse, body: object): void {
      send(request, response, {
        status: 200,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'X-Request-Id': requestIdOf(request, ids),
        },
        body: JSON.stringify(body),
      })
    },
    reject(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
      const { requestId, headers } = sharedHeaders(request.socket.remoteAddress, requestIdOf(request, ids))
      const rendered = prefersHtml(request)
        ? errorPage(environment, error, request, requestId)
        : renderError(error, requestId)
      send(request, response, {
        ...rendered,
        headers: { ...rendered.headers, ...headers, Vary: 'Accept', 'X-Request-Id': requestId },
      })
    },
    /** A preflight of no operation; as those of operations it is not counted. */
    respondToPreflight(
      request: IncomingMessage,
      response: ServerResponse,
      fields: Record<string, string>,
    ): void {
      const limits = limiter.addressHeaders(request.socket.remoteAddress ?? 'unknown')
      const headers = { ...limits, ...fields, 'X-Request-Id': requestIdOf(request, ids) }
      send(request, response, { status: 204, headers, body: undefined })
    },
    /** The response to `OPTIONS *`: the methods of the server as a whole (RFC 9110, section 9.3.7). */
    respondToStar(request: IncomingMessage, response: ServerResponse): void {
      const { requestId, headers } = sharedHeaders(request.socket.remoteAddress, requestIdOf(request, ids))
      const fields = { ...headers, Allow: METHODS, 'X-Request-Id': requestId }
      send(request, response, { status: 204, headers: fields, body: undefined })
    },
  }
}

/** The parts of the server by path, in the order in which they are tried. */
function createRoutes(
  { database, log, trusted }: EnvironmentOptions,
  { v1, authorizationServer, pages }: Documents,
  { ids }: Services,
  { respond, reject, respondToPreflight, respondToStar }: Responder,
): RequestListener {
  const checks = new Map(Object.entries(healthChecks(database)))
  const exchangeOf = (request: IncomingMessage, response: ServerResponse): Exchange => {
    const { url = '/' } = request
    const mark = url.indexOf('?')
    return {
      request,
      response,
      requestId: requestIdOf(request, ids),
      address: clientAddress(
        request.socket.remoteAddress,
        request.headers['x-forwarded-for']?.toString(),
        trusted,
      ),
      path: mark < 0 ? url : url.slice(0, mark),
      search: mark < 0 ? '' : url.slice(mark + 1),
    }
  }
  // A page that calls a wrong address may read so, and is not left to guess at cross-origin rules.
  const respondNothingHere = (request: IncomingMessage, response: ServerResponse) =>
    isPreflight(request)
      ? respondToPreflight(request, response, preflightHeaders([]))
      : reject(request, response, nothingHere(corsHeaders()))
  const route = (request: IncomingMessage, response: ServerResponse) => {
    // No other target is a star.
    if (request.url === '*') return respondToStar(request, response)
    const exchange = exchangeOf(request, response)
    const { path } = exchange
    if (path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)) {
      exchange.path = path.slice(BASE_PATH.length) || '/'
      return v1.serve(exchange)
    }
    const check = request.method === 'GET' || request.method === 'HEAD' ? checks.get(path) : undefined
    if (check === undefined)
      return authorizationServer.serve(exchange, () =>
        pages.serve(exchange, () => respondNothingHere(request, response)),
      )
    nameOperation(response, path.slice(1))
    check().then(
      (body) => respond(request, response, body),
      (error) => fail(request, response, error),
    )
  }
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) =>
    reject(request, response, toApiError(error, log, requestIdOf(request, ids)))
  return (request, response) => {
    try {
      route(request, response)
    } catch (error) {
      fail(request, response, error)
    }
  }
}

/** The background work. */
function startWork({ log }: EnvironmentOptions, { services, deliveries, retention }: Parts): void {
  const { jobs } = services
  const report = (error: unknown) => log.error({ err: error }, 'a scorer failed by a defect')
  deliveries.start()
  jobs.start(createEvaluationWorker({ ...services, report }))
  jobs.start(createResultRemover(services))
  jobs.start(reportWorker(services))
  jobs.start(exportWorker(services))
  jobs.start(importSweeper(services))
  retention.start()
}
