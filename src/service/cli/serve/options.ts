import { resolve } from 'node:path'
import {
  duration,
  type FlagValues,
  oneOf,
  readGivenFile,
  type Terminal,
  UsageError,
  wholeNumber,
} from 'specwright/cli'
import { type ModelConfiguration, parseModelConfiguration } from '../../models/configuration.ts'
import { parseRetention, type RetentionDays } from '../../retention/settings.ts'
import type { EnvironmentName } from '../../server/handler.ts'
import { type PlanLimits, parsePlanLimits } from '../../server/steps/rateLimit/plans.ts'
import { type AddressList, parseAddressList } from '../../transport/addresses.ts'
import { connectionsWithin, descriptorLimit } from '../../transport/descriptors.ts'
import { type DatabaseChoice, readDatabases } from '../databaseChoice.ts'
import { environmentNames, forEach, type PerEnvironment, sortSingle, sortValues } from '../perEnvironment.ts'
import type { flags } from './flags.ts'
import type { MetricsAddress } from './metrics.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The options of `serve`, read and checked as far as possible before the start. */
export interface ServeOptions {
  /** Both, or only development. */
  environments: readonly EnvironmentName[]
  /** Whether operations without a handler respond with 501 and an example; else the start is rejected. */
  allowMissing: boolean
  host: string
  ports: PerEnvironment<number>
  /** Absolute path. */
  dataDirectory: string
  /** The PostgreSQL of each environment; undefined is the SQLite file in the data directory. */
  databases: PerEnvironment<DatabaseChoice | undefined>
  /** Processes behind the same ports. */
  workers: number
  ownCertificate: { certPath: string; keyPath: string } | undefined
  /** Names for the local certificate next to those of this machine. */
  tlsNames: readonly string[]
  trusted: AddressList
  /** Public addresses without a trailing slash; undefined: the environment's own. */
  apiRoot: PerEnvironment<string | undefined>
  appUrl: PerEnvironment<string | undefined>
  planLimits: PerEnvironment<PlanLimits | undefined>
  validator: PerEnvironment<'strict' | 'compiled'>
  webhookAllow: PerEnvironment<readonly string[]>
  /** PEM. */
  webhookCa: PerEnvironment<string | undefined>
  retention: PerEnvironment<Partial<RetentionDays> | undefined>
  models: PerEnvironment<ModelConfiguration | undefined>
  retryTimeScale: PerEnvironment<number>
  /** From clients, for each environment. */
  maxConnections: number
  bootstrap: boolean
  /** Undefined: nowhere. */
  metrics: MetricsAddress | undefined
  /** Milliseconds. */
  shutdownTimeout: number
  logLevel: (typeof logLevels)[number]
}

/**
 * Reads the flags of `serve`, and the small files they name. `PROMPT_SERVICE_<ENVIRONMENT>_MODELS` names the file of an
 * environment that `--models` states nothing about.
 * @throws UsageError, AddressError, or Error for a file that cannot be read or understood
 */
export function readOptions(given: FlagValues<typeof flags>, env: Terminal['env']): ServeOptions {
  const ports = forEach((name) => wholeNumber(`${name}-port`, given[`${name}-port`], 0, 65_535))
  const metrics = readMetricsAddress(given['metrics-port'], given['metrics-host'])
  requireDistinct({
    '--production-port': ports.production,
    '--development-port': ports.development,
    ...(metrics && { '--metrics-port': metrics.port }),
  })
  const validator = sortSingle('validator', given.validator)
  const webhookAllow = sortValues(given['webhook-allow'])
  for (const name of environmentNames) parseAddressList('--webhook-allow', webhookAllow[name])
  const parseModels = (text: string) => parseModelConfiguration(text, env)
  const listening = given.host === '0.0.0.0' || given.host === '::' ? [] : [given.host]
  const allowMissing = given['allow-missing']
  const workers = wholeNumber('workers', given.workers, 1, 256)
  return {
    environments: allowMissing ? ['development'] : environmentNames,
    allowMissing,
    host: given.host,
    ports,
    dataDirectory: resolve(given['data-dir']),
    databases: readDatabaseChoices(given, env, workers),
    workers,
    ownCertificate: readOwnCertificate(given['tls-cert'], given['tls-key']),
    tlsNames: [...listening, ...given['tls-name']],
    trusted: parseAddressList('--trust-proxy', given['trust-proxy']),
    apiRoot: readUrls('api-root', given['api-root']),
    appUrl: readUrls('app-url', given['app-url']),
    planLimits: readFiles('plan-limits', given['plan-limits'], parsePlanLimits),
    validator: {
      production: oneOf('validator', validator.production ?? 'compiled', ['strict', 'compiled']),
      development: oneOf('validator', validator.development ?? 'strict', ['strict', 'compiled']),
    },
    webhookAllow,
    webhookCa: readFiles('webhook-ca', given['webhook-ca'], (pem) => pem),
    retention: readFiles('retention', given.retention, parseRetention),
    models: readFiles(
      'models',
      given.models,
      parseModels,
      (name) => env[`PROMPT_SERVICE_${name.toUpperCase()}_MODELS`],
    ),
    retryTimeScale: { production: 1, development: readScale(given['retry-time-scale']) },
    maxConnections: readMaxConnections(given['max-connections']),
    bootstrap: !given['no-bootstrap'],
    metrics,
    shutdownTimeout: duration('shutdown-timeout', given['shutdown-timeout'], 3_600_000),
    logLevel: oneOf('log-level', given['log-level'], logLevels),
  }
}

function readMetricsAddress(port: string | undefined, host: string | undefined): MetricsAddress | undefined {
  if (port !== undefined)
    return { host: host ?? '127.0.0.1', port: wholeNumber('metrics-port', port, 0, 65_535) }
  if (host !== undefined) throw new UsageError('--metrics-host needs --metrics-port.')
  return undefined
}

/** @throws UsageError where two flags name the same port, any free one excepted */
function requireDistinct(ports: Readonly<Record<string, number>>): void {
  const chosen = Object.entries(ports).filter(([, port]) => port !== 0)
  for (const [index, [flag, port]] of chosen.entries()) {
    const [same] = chosen.slice(index + 1).filter(([, other]) => other === port)
    if (same) throw new UsageError(`${flag} and ${same[0]} are both ${port}; expected two ports.`)
  }
}

function readDatabaseChoices(given: FlagValues<typeof flags>, env: Terminal['env'], workers: number) {
  const urls = readDatabases(given.database, env)
  const text = given['database-connections']
  const connections = text === undefined ? undefined : wholeNumber('database-connections', text, 1, 1_000)
  if (connections !== undefined && environmentNames.every((name) => urls[name] === undefined))
    throw new UsageError('--database-connections needs --database: SQLite has no connections.')
  const served = given['allow-missing'] ? (['development'] as const) : environmentNames
  const onFile = served.find((name) => urls[name] === undefined)
  const shared = given.shared || workers > 1
  if (shared && onFile !== undefined) {
    const flag = given.shared ? '--shared' : `--workers ${workers}`
    throw new UsageError(`${flag} requires --database for ${onFile}: only one process may use a SQLite file.`)
  }
  const roots = sortSingle('api-root', given['api-root'])
  const unnamed = served.find((name) => roots[name] === undefined)
  if (given.shared && unnamed !== undefined) {
    throw new UsageError(
      `--shared needs --api-root ${unnamed}=URL, the same for every process: tokens that one issues are good at all.`,
    )
  }
  return forEach((name) => {
    const url = urls[name]
    if (url === undefined) return undefined
    return { url, shared, ...(connections !== undefined && { connections }) }
  })
}

function readOwnCertificate(certPath: string | undefined, keyPath: string | undefined) {
  if (certPath !== undefined && keyPath !== undefined) return { certPath, keyPath }
  if (certPath === keyPath) return undefined
  throw new UsageError('--tls-cert and --tls-key belong together; only one of them was given.')
}

function readMaxConnections(text: string | undefined): number {
  if (text !== undefined) return wholeNumber('max-connections', text, 1, 1_000_000)
  return connectionsWithin(descriptorLimit())
}

function readScale(text: string): number {
  const scale = Number(text)
  if (scale >= 1 && scale <= 1_000_000) return scale
  throw new UsageError(`--retry-time-scale received "${text}"; expected a number from 1 to 1000000.`)
}

/** Both environments under one address would share an issuer and cookies, so a prefix is requested. */
function readUrls(flag: string, values: readonly string[]): PerEnvironment<string | undefined> {
  const bare = values.find((value) => !/^(production|development)=/.test(value))
  if (bare !== undefined)
    throw new UsageError(`--${flag} received "${bare}"; expected production=URL or development=URL.`)
  const sorted = sortSingle(flag, values)
  return forEach((name) => {
    const text = sorted[name]
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '') {
      throw new UsageError(
        `--${flag} received "${text}" for ${name}; expected an address such as https://prompts.example.com.`,
      )
    }
    return text.replace(/\/+$/, '')
  })
}

function readFiles<T>(
  flag: string,
  values: readonly string[],
  parse: (text: string) => T,
  otherwise: (name: EnvironmentName) => string | undefined = () => undefined,
): PerEnvironment<T | undefined> {
  const paths = sortSingle(flag, values)
  return forEach((name) => {
    const path = paths[name] ?? otherwise(name)
    if (path === undefined || path === '') return undefined
    return readGivenFile(flag, path, parse)
  })
}
