/**
 * `npm run test:install`: installs the package, from a clone and from a tarball, with npm 10 and 11, on Node 20 and 24,
 * or on the Nodes named. It checks that each has the database library that it loads and no other. Where 13 is loaded
 * nothing may be compiled: the compiler's path leads nowhere there.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '../packages/pack.mjs'
import { root } from '../prepare.mjs'
import { fetchNode, fetchNpm, succeed } from './fetchNode.mjs'

const given = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'install-'))
let failures = 0
try {
  const tarball = pack().service.path
  for (const version of given.length > 0 ? given : ['20', '24']) {
    for (const npm of ['10', '11']) {
      for (const source of ['clone', 'tarball']) report(version, npm, source, tarball)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0

function report(version, npm, source, tarball) {
  const node = fetchNode(version)
  const place = join(folder, `${version}-${npm}-${source}`)
  const name = `${node.version}, npm ${npm}, from a ${source}`
  const started = performance.now()
  try {
    const found = install(node, fetchNpm(npm), source, place, tarball)
    console.log(`ok      ${name}: ${found} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  } catch (error) {
    failures++
    console.log(`FAILED  ${name}: ${error.message}`)
  }
  rmSync(place, { recursive: true, force: true })
}

/** @returns what is installed, in words @throws Error when that is not what this Node needs */
function install(node, npm, source, place, tarball) {
  const modern = Number(succeed(node.path, ['-p', 'process.versions.napi'], { stdio: 'pipe' }).stdout) >= 10
  const env = { ...node.env, npm_config_node_gyp: modern ? join(place, 'no-compiler.js') : undefined }
  const npmRuns = (...args) => succeed(node.path, [npm, ...args], { cwd: place, env, stdio: 'pipe' })
  mkdirSync(place)
  if (source === 'clone') {
    for (const file of [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'older-node',
      'dist',
      'src/toolkit/package.json',
      'src/service/package.json',
      'src/client/package.json',
      'openapi',
      'asyncapi',
      'generated',
    ]) {
      cpSync(join(root, file), join(place, file), {
        recursive: true,
        filter: (path) => !path.endsWith('older-node/node_modules'),
      })
    }
    npmRuns('ci', '--omit=dev')
  } else {
    writeFileSync(join(place, 'package.json'), '{"private": true}')
    npmRuns('install', tarball)
  }
  const home = source === 'clone' ? place : join(place, 'node_modules/prompt-service')
  // Users of only the toolkit need no database: a package never compiles one by itself.
  if (source !== 'clone') {
    if (existsSync(join(home, 'older-node/node_modules')))
      throw new Error('a database was installed unasked.')
    succeed(node.path, [join(home, 'older-node/install.mjs')], { cwd: place, env, stdio: 'pipe' })
  }
  const copies = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const libraries = copies
    .filter((path) => path.endsWith('node_modules/better-sqlite3/package.json'))
    .map((path) => JSON.parse(readFileSync(join(place, path), 'utf8')).version)
  const compiled = copies.filter((path) => /\/build\/Release\/[^/]+\.node$/.test(path))
  // Node 22 before 22.14 has 13 next to 12, because its engines name it; the driver loads the one that is needed.
  const needed = libraries.find((found) => found.startsWith(modern ? '13.' : '12.'))
  if (needed === undefined || (modern && libraries.length > 1)) {
    throw new Error(`better-sqlite3 is there as ${libraries.join(' and ') || 'nothing'}.`)
  }
  if (modern && compiled.length > 0) throw new Error(`${compiled.join(', ')} was compiled.`)
  const built = source === 'clone' ? join(home, 'dist') : home
  const driver = join(built, 'src/service/storage/sqlite/driver.js')
  const script = `import(${JSON.stringify(`file://${driver}`)}).then(({ Sqlite }) => {
    for (let round = 0; round < 20; round++) { new Sqlite(':memory:').prepare('SELECT 1').get(); gc() }
  })`
  succeed(node.path, ['--expose-gc', '-e', script], { cwd: place, stdio: 'pipe' })
  if (!existsSync(join(built, 'src/service/cli/main.js'))) throw new Error('the program is missing.')
  succeed(node.path, [join(built, 'src/service/cli/main.js'), '--version'], { cwd: place, stdio: 'pipe' })
  return `better-sqlite3 ${needed}, ${compiled.length} compiled`
}
