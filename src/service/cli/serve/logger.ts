import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { logLevels } from './options.ts'

/** Names under which no value is ever logged, at the top of a line or one level down. */
const SECRETS = [
  'authorization',
  'password',
  'secret',
  'key',
  'token',
  'cookie',
  'access_token',
  'refresh_token',
]

/**
 * JSON lines with time, level and message, on standard error: standard output is for people.
 * @param stream receives the lines instead, such as `prettyLog`
 */
export const createLogger = (level: (typeof logLevels)[number], stream?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    // Synchronous: what is logged right before a crash is what matters most.
    stream ?? destination({ fd: 2, sync: true }),
  )
