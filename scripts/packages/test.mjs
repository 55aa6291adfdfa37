/**
 * `npm run test:packages`: installs the three tarballs in empty folders, on Node 20 and 24 or on the Nodes named. It uses
 * them like a new user: imports, types, and the commands of both programs. Before that, publint
 * and are-the-types-wrong check their contents.
 *
 * Where EVERY_CASE names a part, one of the three longest checks runs: the Dockerfile, Vite, or the commands of the pages.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { partOf } from '../cases.mjs'
import { readPublicDocument } from '../corpus/packaged.mjs'
import { fetchNode, succeed } from '../nodes/fetchNode.mjs'
import { root } from '../prepare.mjs'
import { requireDeclared } from './declared.mjs'
import { tryDockerfile } from './dockerfile.mjs'
import { tryFrontend } from './frontend.mjs'
import { tryLanguageServer } from './languageServer.mjs'
import { pack } from './pack.mjs'
import { MAX_SECONDS, tryPublicDocument } from './publicDocument.mjs'
import { billOf } from './release.mjs'
import { startProgram } from './startProgram.mjs'
import { runTour } from './tour.mjs'

const CLIENT_RUNTIME = 60_000
const CLIENT_WHOLE = 1_000_000

/** Packages that a linter user must not have to install. */
const NOT_OF_THE_TOOLKIT = [
  'express',
  'better-sqlite3',
  'pdfkit',
  'docx',
  'typescript',
  'highlight.js',
  '@stoplight/prism-cli',
]

const part = partOf(process.env.EVERY_CASE)
const given = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'packages-'))
let failures = 0
try {
  const packages = pack()
  await report('sizes of the client', () => clientSizes(packages.client))
  for (const [name, { path }] of Object.entries(packages)) {
    await report(`publint of ${name}`, () => lint(path))
    await report(`are-the-types-wrong of ${name}`, () => attw(path))
    if (process.env.THOROUGH === '1')
      await report(`bill of materials of ${name}`, () => billComplete(path, name))
  }
  for (const version of given.length > 0 ? given : ['20', '24']) {
    const node = fetchNode(version)
    await report(`${node.version}: the client`, () => tryClient(node, packages.client.path))
    await report(`${node.version}: the toolkit`, () => tryToolkit(node, packages.toolkit.path))
    await report(`${node.version}: the service`, () => tryService(node, packages.service.path))
    await inTurn(0, `${node.version}: commands of README and docs`, () =>
      runPages(node, packages.toolkit.path),
    )
    await inTurn(1, `${node.version}: Dockerfile.specwright`, () =>
      tryDockerfile(node, emptyFolder(), readPublicDocument('train-travel')),
    )
    await inTurn(2, `${node.version}: Vite and React`, () => {
      const place = emptyFolder()
      return tryFrontend(node, place, packages.toolkit.path, (...words) => npm(node, place, ...words))
    })
    await report(`${node.version}: init to conform`, () =>
      runTour(node, emptyFolder(), packages.toolkit.path),
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0

/**
 * Executes the pages as a reader does it who has nothing but the packed tarball: each ninth one, and all of them with
 * `THOROUGH=1`.
 */
function runPages(node, tarball) {
  const every = process.env.THOROUGH === '1' ? 1 : 9
  const { status, stdout, stderr } = spawnSync(
    node.path,
    ['--import', 'tsx', 'scripts/docs/pages.ts', '--check', `--package=${tarball}`, `--every=${every}`],
    { cwd: root, env: node.env, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${stderr}\n${stdout}`)
  return `${stdout.trim().split('\n').length} pages`
}

/** Reports a check in each third part, counted from 0, and where no part is named. */
function inTurn(third, name, check) {
  if (typeof part !== 'number' || part % 3 === third) return report(name, check)
  console.log(`skipped ${name}: it runs in other parts than ${part}`)
}

/** Prints what came of a check; an error is a failure. */
async function report(name, check) {
  const started = performance.now()
  try {
    const words = await check()
    console.log(
      `ok      ${name}${words ? `: ${words}` : ''} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
    )
  } catch (error) {
    failures++
    console.log(`FAILED  ${name}: ${error.message}`)
  }
}

function clientSizes({ files }) {
  const sum = (those) => those.reduce((bytes, { size }) => bytes + size, 0)
  const runtime = sum(files.filter(({ path }) => path.endsWith('.js')))
  const whole = sum(files)
  const words = `runtime ${runtime} bytes, whole ${whole} bytes`
  if (runtime > CLIENT_RUNTIME || whole > CLIENT_WHOLE) throw new Error(words)
  return words
}

async function lint(path) {
  const bytes = readFileSync(path)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  // Which registry it goes to is the publisher's choice.
  if (messages.length > 0) throw new Error(messages.map((one) => formatMessage(one, pkg)).join('; '))
}

function attw(path) {
  const program = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  succeed(process.execPath, [program, path, '--profile', 'esm-only', '--no-emoji'], { stdio: 'pipe' })
}

/** Every dependency of the manifest is in the bill, and no development tool. */
function billComplete(path, name) {
  const names = billOf(path).components.map((one) => (one.group ? `${one.group}/${one.name}` : one.name))
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, `src/${name}/package.json`), 'utf8'))
  const missing = Object.keys(dependencies).filter(
    (one) => !names.includes(one) && !names.includes(one.replace(/^@[^/]+\//, '')),
  )
  if (missing.length > 0 || names.includes('vitest'))
    throw new Error(`lacks ${missing.join(', ') || 'nothing, and has vitest'}`)
  return `${names.length} components`
}

function emptyFolder() {
  const place = mkdtempSync(join(folder, 'empty-'))
  writeFileSync(join(place, 'package.json'), '{"private": true, "type": "module"}')
  return place
}

function npm(node, place, ...args) {
  succeed('npm', [...args, '--no-audit', '--no-fund'], { cwd: place, env: node.env, stdio: 'pipe' })
}

/** The packages below `node_modules`, those of scopes and nested ones included. */
function installed(place) {
  const names = []
  const visit = (modules) => {
    for (const name of readdirSync(modules)) {
      if (name.startsWith('.')) continue
      if (name.startsWith('@')) {
        for (const inner of readdirSync(join(modules, name))) names.push(`${name}/${inner}`)
      } else names.push(name)
    }
  }
  visit(join(place, 'node_modules'))
  return names.sort()
}

function tryClient(node, tarball) {
  const place = emptyFolder()
  npm(node, place, 'install', tarball)
  const found = installed(place).join(', ')
  if (found !== 'openapi-fetch, openapi-typescript-helpers, prompt-service-client')
    throw new Error(`installed ${found}`)
  const script = `
    import { createClient, createOAuthSession, isPromptServiceError } from 'prompt-service-client'
    import { verifyWebhook } from 'prompt-service-client/webhooks'
    const fetch = async () => Response.json({ prompts: [{ id: 'prm_1' }], nextCursor: null, hasMore: false })
    const client = createClient({ baseUrl: 'http://localhost/v1', credential: 'svc_test_x', fetch })
    for await (const { id } of client.pages('/prompts')) console.log(id, typeof verifyWebhook)`
  const { stdout } = succeed(node.path, ['--input-type=module', '-e', script], { cwd: place, stdio: 'pipe' })
  if (stdout.toString() !== 'prm_1 function\n') throw new Error(`printed ${stdout}`)
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    checkTypes(place, module, resolution)
  }
  return `${found.split(', ').length} packages`
}

/** A program of a user: the right one passes, and what is wrong is seen. */
function checkTypes(place, module, resolution) {
  const source = `
    import { createClient, isPromptServiceError } from 'prompt-service-client'
    import { verifyWebhook } from 'prompt-service-client/webhooks'
    const client = createClient({ baseUrl: 'https://localhost/v1', credential: 'svc_test_x' })
    const names: string[] = []
    for await (const { name } of client.pages('/prompts')) names.push(name)
    const event = await verifyWebhook('', new Headers(), 'whsec_x')
    if (event.type === 'prompt.created') names.push(event.data.name)
    // @ts-expect-error no such path
    await client.GET('/nothing')
    // @ts-expect-error a number is no name
    await client.POST('/folders', { body: { name: 1 } })
    export { names, isPromptServiceError }`
  writeFileSync(join(place, 'use.ts'), source)
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const flags = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    'false',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom,dom.asynciterable',
  ]
  const args = [
    compiler,
    ...flags,
    '--types',
    '',
    '--module',
    module,
    '--moduleResolution',
    resolution,
    'use.ts',
  ]
  succeed(process.execPath, args, { cwd: place, stdio: 'pipe' })
}

/** A program of a package that was installed into `place`. */
function programAt(node, place, name) {
  const path = join(place, 'node_modules/.bin', name)
  const seconds = new Map()
  const expect = (words, status, pattern) => {
    const started = performance.now()
    const ended = spawnSync(node.path, [path, ...words], { cwd: place, env: node.env })
    const time = (performance.now() - started) / 1000
    seconds.set(words[0], Math.max(time, seconds.get(words[0]) ?? 0))
    const text = `${ended.stdout}${ended.stderr}`
    if (ended.status !== status || !pattern.test(text))
      throw new Error(`${name} ${words.join(' ')} ended with ${ended.status}: ${text.slice(0, 500)}`)
    // Node itself prints what a command must not show.
    if (/unrecognized flag|(?:Deprecation|Experimental)Warning/.test(text))
      throw new Error(`${name} ${words.join(' ')} prints a message of Node: ${text.slice(0, 500)}`)
    return text
  }
  return { path, expect, seconds }
}

async function tryToolkit(node, tarball) {
  const place = emptyFolder()
  npm(node, place, 'install', tarball)
  const names = installed(place)
  for (const name of NOT_OF_THE_TOOLKIT) if (names.includes(name)) throw new Error(`${name} is installed.`)
  const program = programAt(node, place, 'specwright')
  const { expect } = program
  expect(['--version'], 0, /^\d+\.\d+\.\d+\n/)
  expect(['--help'], 0, /conform[\s\S]*Exit codes/)
  importsSubpaths(node, place, 'specwright')
  requireDeclared(join(place, 'node_modules/specwright'))
  await tryLanguageServer(node, place)
  const times = await tryPublicDocument(node, place, program)
  const kilobytes = treeSize(join(place, 'node_modules')) / 1e3
  return `${names.length} packages, ${(kilobytes / 1e3).toFixed(0)} MB; ${times}`
}

async function tryService(node, tarball) {
  const place = emptyFolder()
  npm(node, place, 'install', tarball)
  const names = installed(place)
  for (const name of ['pg', 'specwright', '@redocly/openapi-core'])
    if (names.includes(name)) throw new Error(`${name} is installed, which production does not need.`)
  const { path, expect } = programAt(node, place, 'prompt-service')
  expect(['--version'], 0, /^\d+\.\d+\.\d+\n/)
  expect(['--help'], 0, /serve/)
  importsSubpaths(node, place, 'prompt-service')
  succeed(node.path, [join(place, 'node_modules/prompt-service/older-node/install.mjs')], {
    cwd: place,
    env: node.env,
    stdio: 'pipe',
  })
  requireDeclared(join(place, 'node_modules/prompt-service'))
  const started = performance.now()
  await tryServe(node, place, path)
  const seconds = (performance.now() - started) / 1000
  if (seconds >= MAX_SECONDS) throw new Error(`the first response took ${seconds.toFixed(1)} s.`)
  const megabytes = treeSize(join(place, 'node_modules')) / 1e6
  return `${names.length} packages, ${megabytes.toFixed(0)} MB; first response ${seconds.toFixed(2)} s`
}

function importsSubpaths(node, place, name) {
  const script = `
    const { exports, peerDependenciesMeta } = (await import('${name}/package.json', { with: { type: 'json' } })).default
    for (const path of Object.keys(exports)) {
      const options = path.endsWith('.json') ? { with: { type: 'json' } } : {}
      await import('${name}' + path.slice(1), options).catch((error) => {
        // Matchers need the test runner that they are for, which the user has.
        const [, missing] = /Cannot find package '([^']+)'/.exec(error.message) ?? []
        if (!peerDependenciesMeta?.[missing]?.optional) throw error
      })
    }`
  succeed(node.path, ['--input-type=module', '-e', script], { cwd: place, stdio: 'pipe' })
}

async function tryServe(node, place, program) {
  const ports = ['--production-port', '0', '--development-port', '0']
  const server = await startProgram(
    node,
    place,
    [program, 'serve', ...ports],
    /development +(https:\S+)[\s\S]*\n$/,
  )
  try {
    const ca = readFileSync(join(place, 'data/tls/ca.pem'))
    const { development } = JSON.parse(readFileSync(join(place, 'data/credentials.json'), 'utf8'))
    const headers = { Authorization: `Bearer ${development.apiKey}` }
    const status = await new Promise((resolve, reject) => {
      get(`${server.match[1]}/prompts`, { ca, headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
    if (status !== 200) throw new Error(`the server responded ${status}.`)
  } finally {
    await server.stop()
  }
}

function treeSize(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
