/** Where a PostgreSQL is, as its URL states it. */
import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'

export interface DatabaseAddress {
  host: string
  port: number
  database: string
  user: string | undefined
  password: string | undefined
  tls: false | { rejectUnauthorized: boolean; ca?: string; servername?: string }
  /** For people: without user and password. */
  display: string
}

const TLS_MODES = ['disable', 'require', 'verify-full'] as const
const EXPECTED = 'a URL such as postgres://user:password@db.example.com:5432/prompts'

/** The URL is not valid. Its message never contains the URL, which may contain a password. */
class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError'
}

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…&sslrootcert=FILE`. Beyond this machine the connection is
 * encrypted and the server's certificate checked, unless `sslmode` states otherwise.
 * @throws DatabaseAddressError
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const protocol = /^[a-z0-9+.-]+:(?=\/\/)/i.exec(text)?.[0]
  if (url === undefined || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')) {
    const received = protocol === undefined ? 'something else' : `a URL that begins with ${protocol}//`
    throw new DatabaseAddressError(`received ${received}; expected ${EXPECTED}`)
  }
  const host = decoded(url.hostname.replace(/^\[(.*)\]$/, '$1')) || 'localhost'
  const database = decoded(url.pathname.slice(1))
  if (database === '' || database.includes('/')) {
    throw new DatabaseAddressError(`received a URL without the name of one database; expected ${EXPECTED}`)
  }
  for (const [name, value] of url.searchParams) {
    if (name !== 'sslmode' && name !== 'sslrootcert') {
      throw new DatabaseAddressError(`received the parameter ${name}; expected only sslmode or sslrootcert`)
    }
    if (name === 'sslmode' && !TLS_MODES.some((mode) => mode === value)) {
      throw new DatabaseAddressError(`received sslmode=${value}; expected one of ${TLS_MODES.join(', ')}`)
    }
  }
  const port = url.port === '' ? 5432 : Number(url.port)
  const local = isLocal(host)
  return {
    host,
    port,
    database,
    user: decoded(url.username) || undefined,
    password: decoded(url.password) || undefined,
    tls: tlsOf(url.searchParams, host, local),
    display: `postgres://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`,
  }
}

function tlsOf(parameters: URLSearchParams, host: string, local: boolean): DatabaseAddress['tls'] {
  const file = parameters.get('sslrootcert')
  const mode = parameters.get('sslmode') ?? (local && file === null ? 'disable' : 'verify-full')
  if (mode === 'disable') {
    if (file !== null)
      throw new DatabaseAddressError('received sslrootcert and sslmode=disable; expected one of them')
    return false
  }
  const named = !host.startsWith('/') && !isIPv4(host) && !isIPv6(host)
  return {
    rejectUnauthorized: mode === 'verify-full',
    ...(named && { servername: host }),
    ...(file !== null && { ca: readCertificate(file) }),
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new DatabaseAddressError(`received sslrootcert=${file}, which cannot be read`, { cause: error })
  }
}

/** A socket in the file system, or a loopback address. */
const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DatabaseAddressError('received a % that begins no escape; expected %25 instead')
  }
}
