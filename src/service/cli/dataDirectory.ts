import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Terminal } from 'specwright/cli'
import type { EnvironmentName } from '../server/handler.ts'

/** The files of the data directory. */
export interface DataDirectory {
  path: string
  database(environment: EnvironmentName): string
  /** States which PostgreSQL has the data in place of `database`; there since the first start on it. */
  postgres(environment: EnvironmentName): string
  masterKey(environment: EnvironmentName): string
  tls: string
  credentials: string
  socket: string
}

export const dataDirectoryAt = (path: string): DataDirectory => ({
  path,
  database: (environment) => join(path, `${environment}.sqlite`),
  postgres: (environment) => join(path, `${environment}.postgres`),
  masterKey: (environment) => join(path, `${environment}.key`),
  tls: join(path, 'tls'),
  credentials: join(path, 'credentials.json'),
  socket: join(path, 'admin.sock'),
})

/**
 * Makes the directory, mode 0700, when it is absent; one that is there retains its mode.
 * @throws Error when it cannot be made
 */
export function makeDataDirectory(path: string): DataDirectory {
  try {
    if (!existsSync(path)) {
      mkdirSync(path, { recursive: true })
      chmodSync(path, 0o700) // whatever the umask; parents made along retain the usual mode
    } else if (!statSync(path).isDirectory()) throw new Error('a file is there')
  } catch (error) {
    throw new Error(`--data-dir ${path} cannot be made: ${(error as Error).message}.`, { cause: error })
  }
  return dataDirectoryAt(path)
}

/** The key that secrets are sealed under: of the environment variable, or of the file next to the database. */
export function masterKey(name: EnvironmentName, directory: DataDirectory, env: Terminal['env']) {
  const key = env[`PROMPT_SERVICE_${name.toUpperCase()}_KEY`]
  return key === undefined || key === '' ? { file: directory.masterKey(name) } : { key }
}
