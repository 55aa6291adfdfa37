/** The `repository` of a published package, which npm compares with the workflow that publishes it with provenance. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The field of a manifest that has none, from the variables of GitHub Actions.
 * @param {Record<string, string | undefined>} env
 * @param {string} directory of the package in the repository
 * @returns undefined outside of GitHub Actions
 */
export function repositoryFrom(env, directory) {
  const { GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server = 'https://github.com' } = env
  return name ? { type: 'git', url: `git+${server}/${name}.git`, directory } : undefined
}

/** Writes the field into the manifest of a laid-out package; one that is there stays. */
export function fillRepository(folder, directory, env = process.env) {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const repository = manifest.repository ?? repositoryFrom(env, directory)
  if (repository === undefined) return
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`)
}
