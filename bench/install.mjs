/**
 * `npm run bench:install`: installs specwright, as it is packed here, and comparable programs. Each gets an empty folder and
 * a warm cache of npm. Prints a table: packages, MB, seconds to install, seconds of the first commands. Packages, separated by commas, and a command of them add a row:
 * `npm run bench:install -- old.tgz,@redocly/openapi-core@2.64.0 prompt-service lint openapi.yaml`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pack } from '../scripts/packages/pack.mjs'
import { GARDEN } from './garden.mjs'

/** Programs with their first commands. `until` is the output of a program that does not end by itself. */
const OTHERS = [
  {
    wanted: ['@redocly/cli'],
    bin: 'redocly',
    commands: [{ args: ['lint', 'openapi.yaml', '--extends', 'minimal'] }],
  },
  {
    wanted: ['@stoplight/prism-cli'],
    bin: 'prism',
    commands: [{ args: ['mock', 'openapi.yaml', '--port', '4987'], until: /is listening/ }],
  },
  {
    wanted: ['openapi-typescript'],
    bin: 'openapi-typescript',
    commands: [{ args: ['openapi.yaml', '-o', 'types.ts'] }],
  },
]
const OWN_COMMANDS = [
  { args: ['lint', 'openapi.yaml'] },
  { args: ['mock', 'openapi.yaml', '--port', '4987'], until: /Mock of/ },
  { args: ['generate', 'openapi.yaml'] },
]

const MAX_WAIT_MS = 120_000

async function inEmptyFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A tarball by its path, which npm must not look for in the empty folder. */
const located = (wanted) => (wanted.endsWith('.tgz') ? resolve(wanted) : wanted)

/** @returns {number} seconds */
function install(folder, wanted, ...flags) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const started = performance.now()
  const args = ['install', '--no-audit', '--no-fund', ...flags, ...wanted]
  const ended = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`)
  return (performance.now() - started) / 1000
}

/** @returns {Promise<number>} seconds from the start to the exit with code 0, or to the output */
function firstResult(folder, bin, { args, until }) {
  writeFileSync(join(folder, 'openapi.yaml'), GARDEN.replace('PORT', '8080'))
  const started = performance.now()
  const child = spawn(join(folder, 'node_modules/.bin', bin), args, { cwd: folder })
  return new Promise((settle, reject) => {
    let text = ''
    const seconds = () => (performance.now() - started) / 1000
    const timeout = setTimeout(() => child.kill(), MAX_WAIT_MS)
    let found
    const read = (chunk) => {
      text += chunk
      if (found !== undefined || !until?.test(text)) return
      found = seconds()
      child.kill()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timeout)
      const result = found ?? (until === undefined && code === 0 ? seconds() : undefined)
      if (result !== undefined) settle(result)
      else reject(new Error(`${bin} ${args.join(' ')} ended with ${code}: ${text.slice(0, 500)}`))
    })
  })
}

/** The bytes of all files, and the number of installed packages. */
function contentsOf(modules) {
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  return { bytes, packages: Object.keys(packages).length }
}

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The name and version of the installed package that has the program. */
function packageOf(folder, program) {
  for (const name of Object.keys(readManifest(folder).dependencies)) {
    const { bin, version } = readManifest(join(folder, 'node_modules', name))
    if (Object.hasOwn(bin ?? {}, program)) return `${name} ${version}`
  }
  throw new Error(`No installed package has the program ${program}.`)
}

async function row({ wanted, bin, commands }) {
  await inEmptyFolder((folder) => install(folder, wanted)) // fills the cache of npm
  await inEmptyFolder(async (folder) => {
    const seconds = install(folder, wanted, '--prefer-offline')
    const { bytes, packages } = contentsOf(join(folder, 'node_modules'))
    const results = []
    for (const command of commands) {
      const time = await firstResult(folder, bin, command)
      results.push(`\`${[bin, ...command.args].join(' ')}\` ${time.toFixed(2)} s`)
    }
    const cells = [packageOf(folder, bin), packages, (bytes / 1e6).toFixed(0), seconds.toFixed(1)]
    console.log(`| ${[...cells, results.join(', ')].join(' | ')} |`)
  })
}

const rows = [{ wanted: [pack().toolkit.path], bin: 'specwright', commands: OWN_COMMANDS }, ...OTHERS]
const [given, program, ...words] = process.argv.slice(2)
if (given !== undefined)
  rows.push({ wanted: given.split(',').map(located), bin: program, commands: [{ args: words }] })
console.log(`Node ${process.version}, ${cpus().length} cores\n`)
console.log('| Program | Packages | MB | Install, s | First result |\n| --- | --- | --- | --- | --- |')
for (const one of rows) await row(one)
