import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { defineCommand, type Terminal, UsageError } from 'specwright/cli'
import { banner } from './serve/banner.ts'
import { flags } from './serve/flags.ts'
import { readOptions, type ServeOptions } from './serve/options.ts'
import { ownerPasswordAhead } from './serve/ownerPassword.ts'
import type { Running } from './serve/start.ts'

/** Milliseconds for what follows the deadline of a stop: threads end, counts are stored, files are closed. */
const CLOSING = 5_000

/** `prompt-service serve`: both environments in one process, until SIGTERM or SIGINT. */
export const serve = defineCommand({
  name: 'serve',
  description:
    'Runs both environments in one process, each with its own port, database file, keys and\nlimits. The first start creates a certificate authority, an organization and keys.\n\nEnvironment variables:\nPROMPT_SERVICE_PRODUCTION_KEY and PROMPT_SERVICE_DEVELOPMENT_KEY contain the master keys\n(32 bytes in base64). Default: files in the data directory.\nPROMPT_SERVICE_PRODUCTION_MODELS and PROMPT_SERVICE_DEVELOPMENT_MODELS replace --models.\nDATABASE_URL, or PROMPT_SERVICE_PRODUCTION_DATABASE_URL and\nPROMPT_SERVICE_DEVELOPMENT_DATABASE_URL, replace --database.\n\nSIGTERM or SIGINT stops it. Open requests and jobs get ten seconds, or the time of\n--shutdown-timeout. A second signal ends it immediately.',
  flags,
  examples: [
    ['serve', 'Run both environments with their data in ./data'],
    ['serve --demo --development-port 8080', "Serve a team's data over HTTP, to try the API"],
  ],
  async run(given, terminal) {
    const options = readOptions(given, terminal.env)
    if (given.demo && options.allowMissing)
      throw new UsageError('--demo and --allow-missing exclude each other: a demo needs every operation.')
    if (given.demo) {
      requireDemoFlags(given)
      return serveDemo(options, given['frozen-time'], terminal)
    }
    if (given['frozen-time'] !== undefined)
      throw new UsageError('--frozen-time requires --demo: a stored environment runs in real time.')
    // Loaded here, so that a help text or a mistyped flag does not wait for the whole service.
    const { createLogger } = await import('./serve/logger.ts')
    const { endWorker, superviseWorkers, workerNumber } = await import('./serve/workers.ts')
    const worker = workerNumber(terminal.env)
    const logger = createLogger(options.logLevel, await logStream(given['log-format'], terminal))
    if (options.workers > 1 && worker === undefined)
      return superviseWorkers(options.workers, logger, terminal, options.metrics)
    const served = serveEnvironments(options, logger, terminal, worker)
    if (worker !== undefined) served.catch(endWorker)
    return served
  },
})

/** @returns undefined for JSON lines on standard error */
async function logStream(format: 'json' | 'pretty' | undefined, { isInteractive, colors }: Terminal) {
  if ((format ?? (isInteractive === true ? 'pretty' : 'json')) === 'json') return undefined
  const { prettyLog } = await import('./serve/prettyLog.ts')
  return prettyLog(colors === true)
}

/** Both environments, or those that are requested, until SIGTERM, SIGINT or the word of the first process. */
async function serveEnvironments(
  options: ServeOptions,
  logger: Logger,
  terminal: Terminal,
  worker: number | undefined,
): Promise<number> {
  const began = performance.now()
  const ownerPassword = options.bootstrap ? ownerPasswordAhead(options.dataDirectory) : undefined
  const { start } = await import('./serve/start.ts')
  const { onStop, reportReady } = await import('./serve/workers.ts')
  const running = await start(options, terminal.env, logger, worker, ownerPassword)
  const stopped = untilStopped(
    running,
    logger,
    options.shutdownTimeout,
    worker === undefined ? onSignal : onStop,
  )
  const { directory, baseUrl, settingsUrl, caFile, made, metricsUrl } = running
  const { version } = createRequire(import.meta.url)('prompt-service/package.json') as { version: string }
  const served = Object.fromEntries(options.environments.map((name) => [name, baseUrl[name]]))
  logger.info({ baseUrl: served, dataDirectory: directory.path, version }, 'listening')
  const credentialsExist = existsSync(directory.credentials)
  const addresses = { baseUrl, settingsUrl, caFile, credentialsFile: directory.credentials }
  const facts = {
    version,
    ...addresses,
    environments: options.environments,
    made,
    credentialsExist,
    metricsUrl,
  }
  const text = banner({ ...facts, took: performance.now() - began })
  if (worker === undefined) terminal.print(text)
  else reportReady(text)
  return Promise.race([stopped, untilFailed(running)])
}

/** The flags of a demo, which has one environment, no stored data and no TLS. */
const DEMO_FLAGS: readonly string[] = ['demo', 'development-port', 'frozen-time', 'log-level', 'help']

/** @throws UsageError for a flag that a demo would pass over in silence */
function requireDemoFlags(given: Readonly<Record<string, unknown>>): void {
  const idle = Object.entries(flags).filter(([name, flag]) => {
    const value = given[name]
    const absent = value === undefined || value === false || (Array.isArray(value) && value.length === 0)
    return !DEMO_FLAGS.includes(name) && !absent && value !== ('default' in flag ? flag.default : undefined)
  })
  if (idle.length === 0) return
  const names = idle.map(([name]) => `--${name}`).join(', ')
  throw new UsageError(
    `--demo cannot be combined with ${names}. It accepts --development-port, --frozen-time and --log-level.`,
  )
}

/** The environment of a demo, until SIGTERM or SIGINT. */
async function serveDemo(
  options: ServeOptions,
  frozen: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const frozenTime = frozen === undefined ? undefined : Date.parse(frozen)
  if (frozenTime !== undefined && !(frozenTime > 0))
    throw new UsageError(`--frozen-time received "${frozen}"; expected a time such as 2026-11-02T10:00:00Z.`)
  const { createLogger } = await import('./serve/logger.ts')
  const { startDemo } = await import('./serve/demo.ts')
  const level = options.logLevel === 'info' ? 'warn' : options.logLevel
  const log = createLogger(level, await logStream(undefined, terminal))
  const { origin, owner, keys, stop } = await startDemo({ port: options.ports.development, frozenTime, log })
  const { version } = createRequire(import.meta.url)('prompt-service/package.json') as { version: string }
  terminal.print(
    [
      `prompt-service ${version}, a demo: plain HTTP, only on this machine, and nothing is stored`,
      '',
      `  API          ${origin}/v1`,
      `  for people   ${origin}/settings   ${owner.email}, password ${owner.password}`,
      `  key          ${keys.all}   may everything`,
      `  key          ${keys.readOnly}   may read`,
      '',
      `  curl ${origin}/v1/prompts -H 'Authorization: Bearer ${keys.all}'`,
      `  curl -X POST ${origin}/__demo/reset`,
    ].join('\n'),
  )
  return new Promise((resolve, reject) => {
    const end = () => void stop().then(() => resolve(0), reject)
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  })
}

/** Enough time for the first requests before the strict validator uses the processor. */
const PREPARE_AFTER_MS = 500

/** Prepares the parts that may wait until the server responds; never resolves. @throws when the document cannot be served */
function untilFailed(running: Running): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => {
      running.prepare().catch(async (error: unknown) => {
        if (running.stopping) return // a stop ends the thread that prepares
        await running.stop(0)
        reject(new Error(`The document cannot be served: ${(error as Error).message}`, { cause: error }))
      })
    }, PREPARE_AFTER_MS).unref()
  })
}

/** Milliseconds in which a stopped server ends by itself. */
const LINGER_MS = 500

function onSignal(stop: (signal: NodeJS.Signals) => void): void {
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Stops on the first signal; on the second, the process ends as it is. Nothing acknowledged is lost either way. */
function untilStopped(
  running: Running,
  logger: Logger,
  within: number,
  listen: (stop: (signal?: NodeJS.Signals) => void) => void,
): Promise<number> {
  return new Promise((resolve) => {
    let stopping = false
    const stop = (signal?: NodeJS.Signals) => {
      if (stopping) {
        logger.warn({ signal }, 'ended immediately')
        process.exit(1)
      }
      stopping = true
      logger.info({ signal }, 'stopping')
      const end = (code: number) => {
        resolve(code)
        // Unfinished work at the deadline, such as an attempt that ignores its signal, must not prevent the end of the process.
        setTimeout(() => process.exit(code), LINGER_MS).unref()
      }
      running.stop(within).then(
        () => {
          logger.info('stopped')
          end(0)
        },
        (error) => {
          logger.error({ err: error }, 'the shutdown failed')
          end(1)
        },
      )
      setTimeout(() => {
        logger.error('the shutdown did not come to its end')
        process.exit(1)
      }, within + CLOSING).unref()
    }
    listen(stop)
    process.on('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'a defect: the process ends, for its state is not to be trusted')
      process.exit(1)
    })
  })
}
