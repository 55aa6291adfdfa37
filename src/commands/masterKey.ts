import type { EnvironmentName } from '../service/server/handler.ts'
import type { Terminal } from './command.ts'
import type { DataDirectory } from './dataDirectory.ts'

/** The key that secrets are sealed under: of the environment variable, or of the file beside the database. */
export function masterKey(name: EnvironmentName, directory: DataDirectory, env: Terminal['env']) {
  const key = env[`PROMPT_SERVICE_${name.toUpperCase()}_KEY`]
  return key === undefined || key === '' ? { file: directory.masterKey(name) } : { key }
}
