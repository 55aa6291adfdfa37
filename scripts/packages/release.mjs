/**
 * Steps of the release workflow.
 * - `release.mjs check v0.1.0` checks that the tag is the version of all three packages, and that the changelog has its
 *   section. It sets the `repository` of the packages.
 * - `release.mjs sbom` writes a CycloneDX bill of materials for each package to `dist/packages/`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { repositoryFrom } from './repository.mjs'

const manifests = ['toolkit', 'service', 'client'].map((name) =>
  JSON.parse(readFileSync(join(root, `src/${name}/package.json`), 'utf8')),
)

/**
 * @param {Record<string, string | undefined>} env
 * @returns {string[]} what prevents the release of the tag
 */
export function releaseFaults(tag, env = process.env) {
  const [, version] = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(tag) ?? []
  if (version === undefined) return [`${tag} is not a version tag. Use the form v1.2.3.`]
  const faults = manifests
    .filter((manifest) => manifest.version !== version)
    .map(({ name, version: own }) => `${name} has the version ${own}. Set it to ${version}.`)
  for (const { name, repository } of manifests)
    if (repository === undefined && repositoryFrom(env, '') === undefined)
      faults.push(
        `${name} has no "repository", which npm requires for provenance. Set GITHUB_REPOSITORY to OWNER/NAME, or add the field to its package.json.`,
      )
  const section = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`## ${version}`))
  if (section === undefined) faults.push(`CHANGELOG.md has no section "## ${version}".`)
  else if (section.includes('unreleased')) faults.push(`CHANGELOG.md: "${section}" has no release date.`)
  return faults
}

/**
 * The bill of materials of a package (CycloneDX): what its installation brings. npm resolves the packed tarball, for its
 * bill of a workspace lacks what other workspaces share.
 * @param {string} tarball path
 */
export function billOf(tarball) {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  try {
    writeFileSync(
      join(folder, 'package.json'),
      '{ "name": "installation", "version": "0.0.0", "private": true }',
    )
    npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', tarball)
    return JSON.parse(npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1]?.endsWith('release.mjs')) {
  const [, , step, tag = ''] = process.argv
  if (step === 'check') {
    const faults = releaseFaults(tag)
    for (const fault of faults) console.error(fault)
    process.exitCode = faults.length > 0 ? 1 : 0
  } else {
    for (const { name, version } of manifests) {
      const base = join(root, 'dist/packages', `${name}-${version}`)
      const file = `${base}.cdx.json`
      writeFileSync(file, `${JSON.stringify(billOf(`${base}.tgz`), null, 2)}\n`)
      console.log(`Wrote ${file}.`)
    }
  }
}
