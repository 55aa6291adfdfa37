import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Terminal } from 'specwright/cli'
import {
  authorityPath,
  type CertificateSource,
  localCertificates,
  ownCertificate,
  type Reservation,
  reservePort,
} from 'specwright/network'
import type { Environment } from '../../environment.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createPasswords } from '../../secrets/passwordQueue.ts'
import type { EnvironmentName } from '../../server/handler.ts'
import { listen } from '../../transport/listener.ts'
import { type Operated, openAdminSocket } from '../admin/socket.ts'
import { type DataDirectory, makeDataDirectory } from '../dataDirectory.ts'
import { openEnvironment } from '../openEnvironment.ts'
import { forEach, type PerEnvironment } from '../perEnvironment.ts'
import { bootstrap, type Credentials } from './bootstrap.ts'
import { makeMetrics, openMetrics, reserveMetricsPort } from './metrics.ts'
import type { ServeOptions } from './options.ts'
import type { OwnerPassword } from './ownerPassword.ts'
import { sendSnapshots } from './workerSnapshots.ts'

/** The server at work. */
export interface Running {
  directory: DataDirectory
  baseUrl: PerEnvironment<string>
  /** Where people sign in. */
  settingsUrl: PerEnvironment<string>
  caFile: string | null
  /** Where metrics are served; for a worker, the first process serves them. */
  metricsUrl: string | undefined
  /** The credentials that the first start created. */
  made: Credentials | undefined
  /** Makes what the first requests would wait for; rejects when the document cannot be served. */
  prepare(): Promise<void>
  /** Whether it was instructed to stop. */
  readonly stopping: boolean
  /**
   * Finishes the work in progress, all of it in parallel, and closes the files. Work that is cut or left was never
   * acknowledged, or continues after the next start.
   * @param within milliseconds, for the requests, the jobs and the administrator's commands alike
   */
  stop(within: number): Promise<void>
}

type Ports = Partial<Record<EnvironmentName, Reservation>>

const MINUTE = 60_000

/**
 * Starts both environments: ports, databases, certificate, service, first credentials, listeners, admin socket.
 * @throws an Error with one sentence for the administrator; everything opened is closed again
 */
export async function start(
  options: ServeOptions,
  env: Terminal['env'],
  logger: Logger,
  worker?: number,
  ownerPassword?: OwnerPassword,
): Promise<Running> {
  const undo: (() => unknown)[] = []
  let stopping = false
  try {
    const ports = await reservePorts(options, undo)
    const metricsPort = options.metrics && worker === undefined && (await reserveMetricsPort(options.metrics))
    if (metricsPort) undo.push(() => metricsPort.close())
    const metrics = options.metrics && (await makeMetrics())
    const directory = makeDataDirectory(options.dataDirectory)
    const apiRoot = forEach(
      (name) =>
        options.apiRoot[name] ??
        `https://${publicHost(options.host)}:${ports[name]?.port ?? options.ports[name]}`,
    )
    const addresses = forEach((name) => {
      const appUrl = options.appUrl[name] ?? apiRoot[name]
      return { apiRoot: apiRoot[name], appUrl }
    })
    const baseUrl = forEach((name) => `${apiRoot[name]}/v1`)
    const settingsUrl = forEach((name) => `${addresses[name].appUrl}/settings`)
    // One for both environments: the machine has its processors once.
    const passwords = createPasswords()
    undo.push(() => passwords.stop())
    const environments: Environment[] = []
    const operated: Operated[] = []
    const documentedResponse = options.allowMissing ? await readDocumentedResponses() : undefined
    for (const name of options.environments) {
      const log = logger.child({ environment: name })
      const { environment, maintenance, close } = await openEnvironment(
        name,
        directory,
        env,
        log,
        options.databases[name],
        {
          ...environmentOptions(options, name),
          passwords,
          ...(documentedResponse && { documentedResponse }),
          ...(metrics && { metrics: metrics.environment(name) }),
          addresses: () => addresses[name],
        },
      )
      undo.push(close)
      environments.push(environment)
      metrics?.watch(name, { jobs: environment.services.jobs, maintenance })
      operated.push({ services: environment.services, maintenance })
    }
    const caFile = options.ownCertificate ? null : authorityPath(directory.tls)
    const opening = openCertificates(options, directory, logger)
    // Handled from the start, for it may fail while something else is waited for; the wait below throws it.
    const opened = opening.catch(() => undefined)
    undo.push(async () => (await opened)?.stop())
    const place = {
      file: directory.credentials,
      caFile,
      baseUrl: (name: EnvironmentName) => baseUrl[name],
      settingsUrl: (name: EnvironmentName) => settingsUrl[name],
    }
    const made = options.bootstrap ? await bootstrap(environments, place, opening, ownerPassword) : undefined
    const closeListeners = await serve(environments, ports, options, await opening)
    for (const environment of environments) environment.start()
    const metricsServer =
      metrics && options.metrics && metricsPort
        ? await openMetrics(metricsPort, options.metrics, metrics, logger)
        : undefined
    undo.push(() => metricsServer?.close())
    if (metrics && worker !== undefined) sendSnapshots(metrics.snapshot)
    // Of several workers one serves the administrator; while it is replaced, "admin" queries the database.
    const servesAdmin = worker === undefined || worker === 1
    const closeSocket = servesAdmin
      ? await openAdminSocket(directory.socket, operated, logger)
      : async () => {}
    undo.push(() => closeSocket(0))
    return {
      directory,
      baseUrl,
      settingsUrl,
      caFile,
      metricsUrl: metricsServer?.url,
      made,
      async prepare() {
        for (const environment of environments) await environment.prepare()
      },
      get stopping() {
        return stopping
      },
      async stop(within) {
        stopping = true
        const finishJobs = environments.map((environment) => environment.finishJobs(within))
        const listeners = closeListeners(within)
        // The databases are closed after any failure.
        const ended = await Promise.allSettled([listeners, closeSocket(within), ...finishJobs])
        const cut = await listeners.catch(() => 0)
        if (cut > 0) logger.warn({ requests: cut }, 'requests were cut at the deadline')
        const closed = await Promise.allSettled(undo.splice(0).map(async (close) => close()))
        const failures = [...ended, ...closed].flatMap((one) =>
          one.status === 'rejected' ? [one.reason] : [],
        )
        if (failures.length > 0) throw failures[0]
      },
    }
  } catch (error) {
    // A failure to close must not hide the cause, or prevent closing the rest.
    for (const close of undo.reverse()) {
      try {
        await close()
      } catch {}
    }
    throw error
  }
}

async function readDocumentedResponses() {
  const { documentedResponses: documented } = await import('./documentedResponses.ts')
  const { default: openapi } = await import('../../../../generated/openapi.v1.json', {
    with: { type: 'json' },
  })
  return documented(openapi)
}

async function reservePorts(options: ServeOptions, undo: (() => unknown)[]): Promise<Ports> {
  const reserve = async (name: EnvironmentName) => {
    const { host, ports, maxConnections } = options
    const place = { host, port: ports[name], portFlag: `--${name}-port` }
    const reservation = await reservePort({ ...place, maxConnections })
    undo.push(() => reservation.close())
    return reservation
  }
  const ports: Ports = {}
  for (const name of options.environments) ports[name] = await reserve(name)
  return ports
}

function environmentOptions(options: ServeOptions, name: EnvironmentName) {
  const { planLimits, webhookCa, models, retention } = options
  return {
    validator: options.validator[name],
    webhookAllow: options.webhookAllow[name],
    retryTimeScale: options.retryTimeScale[name],
    trusted: options.trusted,
    ...(models[name] && { models: models[name] }),
    ...(retention[name] && { retention: retention[name] }),
    ...(planLimits[name] && { planLimits: planLimits[name] }),
    ...(webhookCa[name] !== undefined && { webhookCa: webhookCa[name] }),
  }
}

function openCertificates(
  options: ServeOptions,
  directory: DataDirectory,
  logger: Logger,
): Promise<CertificateSource> {
  const notice = (text: string) => logger.info(text)
  if (options.ownCertificate) return ownCertificate({ ...options.ownCertificate, clock: systemClock, notice })
  return localCertificates({ directory: directory.tls, hosts: options.tlsNames, clock: systemClock, notice })
}

/** Returns the deadline-bound shutdown of all listeners. */
async function serve(
  environments: readonly Environment[],
  ports: Ports,
  options: ServeOptions,
  certificates: CertificateSource,
): Promise<(deadline: number) => Promise<number>> {
  const listeners = await Promise.all(
    environments.map(({ services, handler, plainHandler, sharedHeaders, observer }) =>
      listen({
        reservation: ports[services.environment] as Reservation,
        certificates,
        handler,
        plainHandler,
        sharedHeaders,
        trusted: options.trusted,
        clock: systemClock,
        limits: { body: patience },
        observer,
      }),
    ),
  )
  return async (deadline) => {
    const cut = await Promise.all(listeners.map((listener) => listener.close(deadline)))
    return cut.reduce((sum, count) => sum + count, 0)
  }
}

/** A minute for JSON; imports of data sets may be 256 MiB and last a quarter of an hour. */
const patience = (request: IncomingMessage): number =>
  /^(application\/jsonl|text\/csv)\b/i.test(request.headers['content-type'] ?? '') ? 15 * MINUTE : MINUTE

/** The name that the printed addresses have: localhost for this machine's own addresses. */
function publicHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
