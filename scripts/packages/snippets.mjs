/**
 * The snippets of README and docs, executed as a reader does it: in a folder with nothing but the packed tarball and the
 * reader's own API. A page fails when a command fails, or prints something else than the page shows.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { root } from '../prepare.mjs'
import { GARDEN as TEMPLATE } from './garden.mjs'
import { startProgram } from './startProgram.mjs'

const GARDEN = TEMPLATE.replace('PORT', '8080')

/** The pages in the order of their execution. */
export const PAGES = [
  'README.md',
  'src/toolkit/README.md',
  'docs/how-to/github-actions.md',
  'docs/how-to/stateful-mock.md',
  'docs/explain/how-conform-works.md',
  'docs/reference/diff-rules.md',
]

/** Blocks that are not executed here: how they begin, and why. */
const NOT_EXECUTED = [
  [/^include:\n {2}- component/, 'test/scripts/ci.test.ts runs the scripts of the component'],
  [/^repos:\n/, 'test/scripts/ci.test.ts runs the hooks'],
  [/^\$ docker build/, 'needs a container engine'],
  [/uses: OWNER\/specwright/, 'test/scripts/ci.test.ts runs the steps of the action'],
  [/^openapi: openapi\.yaml {2,}#/, 'a catalogue of all keys; test/toolkit/cli/schemas.test.ts reads it'],
  [/^(identities|asyncapi|oauth|accepted):/, 'a part of a file; test/toolkit/cli/schemas.test.ts reads it'],
  [/^arazzo: /, 'a workflow of a shop; test/toolkit/conformance/runner/endings.test.ts reads it'],
  [/^- rule: /, 'a waiver of a finding; test/toolkit/cli/schemas.test.ts reads such files'],
  [/^context\.broken/, 'a line of a rule'],
  [/--asyncapi asyncapi\.yaml --receiver-host/, 'needs a server that delivers events'],
  [/^Breaking\n {2}Clients that read `text`/, 'a finding of a document that the page does not show'],
]

const SERVES = /^(?:npx )?specwright (mock|design)\b/
const READY = /Mock of .* at \S+|lint openapi: /

/**
 * @param {{ path: string, version: string, env: NodeJS.ProcessEnv }} node
 * @param {() => string} emptyFolder creates one
 * @returns {Promise<string>} how many commands and modules were executed
 * @throws Error that names the page and the command
 */
export async function runSnippets(node, emptyFolder, tarball) {
  const ports = { 4010: await freePort(), 8080: await freePort() }
  const place = emptyFolder()
  prepare(node, place, tarball)
  let executed = 0
  for (const page of PAGES) {
    const reader = { node, place, tarball, ports, emptyFolder, printed: '', old: undefined }
    const before = executed
    try {
      for (const step of stepsOf(page)) executed += await execute(step, reader)
    } catch (error) {
      throw new Error(`${page}: ${error.message}`)
    }
    if (executed === before) throw new Error(`${page} has nothing to execute.`)
  }
  return `${executed} commands and modules of ${PAGES.length} pages`
}

/** The reader's project: an API in a Git repository, whose working tree has a small change, and a server. */
function prepare(node, place, tarball) {
  const run = (command, ...args) => {
    const { status, stderr } = spawnSync(command, args, { cwd: place, env: node.env })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  }
  const scripts = { start: 'specwright mock openapi.yaml --stateful --port $PORT' }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, type: 'module', scripts }))
  run('npm', 'install', '--no-audit', '--no-fund', tarball, 'openapi-fetch')
  writeFileSync(join(place, 'openapi.yaml'), GARDEN)
  writeFileSync(join(place, '.gitignore'), 'node_modules\n')
  mkdirSync(join(place, 'your'))
  writeFileSync(join(place, 'your/openapi.yaml'), GARDEN)
  run('git', 'init', '--quiet', '--initial-branch', 'main')
  run('git', 'add', '.')
  run('git', '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'API')
  run('git', 'update-ref', 'refs/remotes/origin/main', 'HEAD')
  run(join(place, 'node_modules/.bin/specwright'), 'generate', 'openapi.yaml', '--output', 'released')
  cpSync(join(place, 'released/openapi.json'), join(place, 'released/1.0.0.json'))
  writeFileSync(join(place, 'openapi.yaml'), GARDEN.replace('List plants', 'List all plants'))
}

/** Blocks and inline commands of a page in their order. */
function stepsOf(page) {
  const text = readFileSync(join(root, page), 'utf8')
  const steps = []
  for (const found of text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```|`((?:npx )?specwright [a-z][^`]*)`/gm)) {
    const [, indent = '', language, block, inline] = found
    if (inline !== undefined) steps.push({ kind: 'inline', text: inline })
    else steps.push({ kind: language || 'plain', text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })
  }
  return steps
}

/** @returns {Promise<number>} how much was executed */
async function execute({ kind, text }, reader) {
  if (NOT_EXECUTED.some(([beginning]) => beginning.test(text))) return 0
  if (kind === 'inline') return inline(text, reader)
  if (kind === 'sh' || (kind === 'console' && !text.startsWith('$ '))) return shell(text, reader)
  if (kind === 'console') return session(text, reader)
  if (kind === 'plain') return /^(npx )?specwright /.test(text) ? shell(text, reader) : shown(text, reader)
  if (kind === 'yaml') return configuration(text, reader)
  if (kind === 'diff') return change(text, reader)
  if (kind === 'ts') return module(text, reader)
  throw new Error(`a block of ${kind} has no way to be executed: ${text.slice(0, 80)}`)
}

/** A command in a sentence or a table; words in capitals are placeholders, and one word is a name. */
function inline(text, reader) {
  const isForm = /(^|[\s=])[A-Z]{3,}(?=\s|$)|…/.test(text) || /^(npx )?specwright [a-z-]+$/.test(text)
  if (isForm || reader.done?.has(text)) return 0
  reader.done = new Set(reader.done).add(text)
  return shell(text, reader)
}

/** Commands for a shell. Those that install begin in an empty folder, and what serves is stopped once it does. */
async function shell(text, reader) {
  const lines = text.trim().split('\n')
  if (lines.every((line) => SERVES.test(line))) {
    for (const line of lines) await serve(line, reader)
    return lines.length
  }
  const isStart = /npm install (--save-dev )?specwright$/m.test(text)
  if (isStart) reader.start = reader.emptyFolder()
  const place = reader.start ?? reader.place
  // It writes the file that an earlier block of the page shows.
  if (text.includes('--init')) rmSync(join(place, 'conform.yaml'), { force: true })
  const needsNoServer = /--start|--init|jobs:/.test(text) || !/specwright conform/.test(text)
  const server = needsNoServer
    ? undefined
    : await serve('specwright mock openapi.yaml --stateful', reader, 8080)
  try {
    reader.printed = bash(text, place, reader)
  } finally {
    await server?.stop()
  }
  return lines.filter((line) => /^\s*(\w+=\S+ )?(npx )?specwright /.test(line)).length
}

function bash(text, place, { node, tarball, ports }, env = {}) {
  const script = local(text, ports).replaceAll(
    /npm install (--save-dev )?specwright$/gm,
    `npm install ${tarball}`,
  )
  const bin = join(place, 'node_modules/.bin')
  const own = { ...node.env, PORT: String(ports[8080]), ...env, PATH: `${bin}${delimiter}${node.env.PATH}` }
  const { status, stdout, stderr } = spawnSync('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    cwd: place,
    env: own,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (status !== 0)
    throw new Error(`"${script.trim()}" ended with ${status}: ${(stdout + stderr).slice(-800)}`)
  return stdout + stderr
}

/** The ports of the pages may be in use here. */
const local = (text, ports) =>
  text.replaceAll(
    /(localhost|127\.0\.0\.1):(4010|8080)|(--port) (4010|8080)/g,
    (_, host, port, flag, number) =>
      host === undefined ? `${flag} ${ports[number]}` : `${host}:${ports[port]}`,
  )

/** @param port that of the pages; without one, the program serves at any free port, and is stopped */
async function serve(line, { node, place, ports }, port) {
  const words = local(line, ports)
    .replace(/^(npx )?specwright /, '')
    .split(' ')
  const free = words.includes('--port') ? [] : ['--port', port === undefined ? '0' : String(ports[port])]
  const mock = words[0] === 'design' ? ['--mock-port', '0'] : []
  const program = join(place, 'node_modules/.bin/specwright')
  const server = await startProgram(node, place, [program, ...words, ...free, ...mock], READY)
  if (port === undefined) await server.stop()
  return server
}

/** Lines after `$ ` are commands, the others what they print. */
function session(text, reader) {
  const [command = '', ...output] = text.trimEnd().split('\n')
  reader.printed = bash(`${command.slice(2)} || true`, reader.place, reader)
  shown(output.join('\n'), reader)
  return 1
}

/** @throws Error unless the last command printed each of these lines */
function shown(text, { printed, ports }) {
  if (printed === '') throw new Error(`No command comes before the output "${text.slice(0, 80)}".`)
  const missing = local(text, ports)
    .split('\n')
    .find((line) => line.trim() !== '' && !printed.includes(line.trim()))
  if (missing !== undefined)
    throw new Error(`"${missing}" is not printed. Printed: ${printed.slice(0, 1500)}`)
  return 0
}

/** A configuration of conform is written; of a workflow, the commands of specwright run. */
async function configuration(text, reader) {
  const tree = parse(text)
  if (tree.openapi !== undefined) {
    writeFileSync(join(reader.place, 'conform.yaml'), local(text, reader.ports))
    return 0
  }
  const commands = stepsIn(tree).filter(
    ({ run }) => /specwright (?!--)\w/.test(run ?? '') && !run.startsWith('npm install'),
  )
  if (commands.length === 0) throw new Error(`This block has no commands: ${text.slice(0, 80)}`)
  for (const { run, env } of commands)
    bash(run.replace(/\$\{\{ github\.base_ref \}\}/, 'main'), reader.place, reader, env)
  return commands.length
}

const stepsIn = (tree) =>
  Array.isArray(tree) ? tree : Object.values(tree.jobs ?? {}).flatMap(({ steps = [] }) => steps)

/** Both sides of a change become `old.yaml` and `new.yaml`. */
function change(text, { place }) {
  for (const [name, sign] of [
    ['old', '-'],
    ['new', '+'],
  ]) {
    const lines = text.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(sign))
    writeFileSync(join(place, `${name}.yaml`), `${lines.map((line) => line.slice(1)).join('\n')}\n`)
  }
  return 0
}

/** TypeScript of a user: what it does not define itself is the key and the server. */
async function module(text, reader) {
  const { node, place, ports } = reader
  const isPaged = text.includes('openapi.pages.ts')
  const folder = isPaged ? mkdtempSync(join(place, 'desk-')) : place
  const document = isPaged ? 'desk.yaml' : 'openapi.yaml'
  if (isPaged) {
    cpSync(join(root, 'examples/lending-desk/openapi/openapi.yaml'), join(place, document))
    cpSync(join(place, document), join(folder, 'openapi.yaml'))
    bash('specwright generate openapi.yaml', folder, { ...reader, node: withBin(node, place) })
  }
  const port = text.includes(':4010') ? 4010 : 8080
  const server = await serve(`specwright mock ${document} --stateful`, reader, port)
  const file = join(folder, 'snippet.ts')
  const origin = `http://127.0.0.1:${ports[8080]}`
  const before = `const key = 'key'\nconst server = { url: '${origin}' }\n`
  writeFileSync(file, before + local(text, ports).replace("'vitest' // or 'node:test'", "'node:test'"))
  try {
    const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
    const { status, stdout, stderr } = spawnSync(node.path, ['--import', tsx, file], {
      cwd: place,
      env: node.env,
    })
    if (status !== 0) throw new Error(`a module ended with ${status}: ${text}\n${stdout}${stderr}`)
  } finally {
    await server.stop()
  }
  return 1
}

const withBin = (node, place) => ({
  ...node,
  env: { ...node.env, PATH: `${join(place, 'node_modules/.bin')}${delimiter}${node.env.PATH}` },
})

/** Below the range from which the system assigns free ports, which another program may get in between. */
const freePort = () =>
  new Promise((resolve) => {
    const port = randomInt(20_000, 30_000)
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
