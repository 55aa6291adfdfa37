/** Optional packages: what to install when one is missing. */
import { createRequire } from 'node:module'

/**
 * Loads what needs an optional package.
 * @param name the package, one of the peer dependencies of the manifest
 * @throws Error with the command that installs it
 * @example const { openPostgres } = await requirePackage('pg', () => import('../storage/postgres.ts'))
 */
export async function requirePackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith(`Cannot find package '${name}'`)) throw error
    const { peerDependencies = {} } = createRequire(import.meta.url)('prompt-service/package.json') as {
      peerDependencies?: Record<string, string>
    }
    const version = peerDependencies[name]?.replace('^', '') ?? 'latest'
    throw new Error(`The package ${name} is not installed. Run: npm install ${name}@${version}`, {
      cause: error,
    })
  }
}
