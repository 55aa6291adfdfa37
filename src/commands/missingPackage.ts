/**
 * Tells how to install what a command needs and the package does not bring: Prism, Redocly and their like are
 * optional peers, since a server in production needs none of them.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What each command loads beyond the dependencies, so that one message names all of it. */
const NEEDED: Record<string, readonly string[]> = {
  mock: ['@stoplight/prism-cli', 'fast-check'],
  conform: ['fast-check'],
  design: [
    '@redocly/cli',
    '@redocly/openapi-core',
    '@stoplight/prism-cli',
    'fast-check',
    'openapi-typescript',
  ],
  generate: ['@redocly/openapi-core', 'openapi-typescript'],
  init: ['@redocly/openapi-core', 'openapi-typescript'],
  stub: ['@redocly/openapi-core', 'openapi-typescript'],
  lint: ['@redocly/openapi-core'],
  docs: ['highlight.js', 'marked', 'minisearch'],
}

/** Of a server at work; all others are tools of development. */
const IN_PRODUCTION: ReadonlySet<string> = new Set(['pg'])

/**
 * @param error what a command failed with; a failure to load an optional peer is searched in its causes too
 * @returns the message for the user; undefined when it failed for another reason
 * @example missingPackage('mock', error) // 'mock needs packages that are not installed: npm install --save-dev …'
 */
export function missingPackage(command: string, error: unknown): string | undefined {
  const require = createRequire(import.meta.url)
  const { peerDependencies = {} } = require('prompt-service/package.json') as {
    peerDependencies?: Record<string, string>
  }
  const failed = notFound(error)
  if (failed === undefined || peerDependencies[failed] === undefined) return undefined
  const isThere = (name: string) =>
    (require.resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name, 'package.json')))
  const missing = [...new Set([...(NEEDED[command] ?? []), failed])].filter((name) => !isThere(name))
  const wanted = missing.map((name) => `${name}@${peerDependencies[name]?.replace('^', '')}`)
  const kind = IN_PRODUCTION.has(failed) ? '' : '--save-dev '
  return `${command} needs what is not installed: npm install ${kind}${wanted.join(' ')}`
}

/** The package of which Node says that it cannot be found. */
function notFound(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const specifier = /^Cannot find (?:package|module) '([^'.][^']*)'/.exec(at.message)?.[1]
    if (specifier !== undefined) return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
  }
  return undefined
}
