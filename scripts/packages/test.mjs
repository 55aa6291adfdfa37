/**
 * `npm run test:packages`: installs the two tarballs in empty folders, on Node 20 and 24 or on the Nodes named, and uses
 * them as somebody would who has nothing else: imports, types, and each command of the program. Before that, publint and
 * are-the-types-wrong judge what is in them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { fetchNode, succeed } from '../nodes/fetchNode.mjs'
import { root } from '../prepare.mjs'
import { pack } from './pack.mjs'
import { takeTour } from './tour.mjs'

const CLIENT_RUNTIME = 60_000
const CLIENT_WHOLE = 1_000_000

const given = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'packages-'))
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let failures = 0
try {
  const packages = pack()
  await report('sizes of the client', () => clientSizes(packages.client))
  for (const [name, { path }] of Object.entries(packages)) {
    await report(`publint of ${name}`, () => lint(path))
    await report(`are-the-types-wrong of ${name}`, () => attw(path))
  }
  for (const version of given.length > 0 ? given : ['20', '24']) {
    const node = fetchNode(version)
    await report(`${node.version}: the client`, () => tryClient(node, packages.client.path))
    await report(`${node.version}: the whole package`, () => tryMain(node, packages.main.path))
    await report(`${node.version}: init to conform`, () => takeTour(node, emptyFolder(), packages.main.path))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0

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

async function tryMain(node, tarball) {
  const place = emptyFolder()
  npm(node, place, 'install', tarball)
  const names = installed(place)
  for (const peer of Object.keys(peerDependencies)) {
    if (names.includes(peer)) throw new Error(`${peer} is installed, which production does not need.`)
  }
  const program = join(place, 'node_modules/.bin/prompt-service')
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(node.path, [program, ...args], { cwd: place, env: node.env })
    return { status, text: `${stdout}${stderr}` }
  }
  const expect = (words, status, pattern) => {
    const ended = run(...words)
    if (ended.status !== status || !pattern.test(ended.text))
      throw new Error(
        `prompt-service ${words.join(' ')} ended with ${ended.status}: ${ended.text.slice(0, 500)}`,
      )
  }
  expect(['--version'], 0, /^\d+\.\d+\.\d+\n/)
  expect(['--help'], 0, /conform/)
  const bundle = join(place, 'node_modules/prompt-service/dist/generated/openapi.v1.json')
  expect(['diff', bundle, bundle], 0, /./)
  expect(['mock', '--port', '0'], 1, /npm install --save-dev @stoplight\/prism-cli@\S+ fast-check@/)
  const conform = [
    'conform',
    '--openapi',
    bundle,
    '--only',
    'missing-credential-refused',
    '--time-budget',
    '20s',
  ]
  // fast-check is loaded when a text has to fit a pattern, which this rule never needs.
  expect([...conform, '--target', 'http://127.0.0.1:9/v1'], 3, /does not answer/)
  importsSubpaths(node, place)
  succeed(node.path, [join(place, 'node_modules/prompt-service/older-node/install.mjs')], {
    cwd: place,
    env: node.env,
    stdio: 'pipe',
  })
  await tryServe(node, place, program)

  const peers = ['@stoplight/prism-cli', 'fast-check'].map((name) => `${name}@${peerDependencies[name]}`)
  npm(node, place, 'install', '--save-dev', ...peers)
  const mock = await start(node, place, [program, 'mock', '--port', '0'], /Mock of .* at (\S+)/)
  try {
    const answer = await fetch(`${mock.match[1]}/v1/prompts`, {
      headers: { Authorization: 'Bearer svc_test_any' },
    })
    if (answer.status !== 200) throw new Error(`the mock answered ${answer.status}.`)
    expect([...conform, '--target', `${mock.match[1]}/v1`], 0, /./)
  } finally {
    await mock.stop()
  }
  const bytes = treeSize(join(place, 'node_modules/prompt-service'))
  return `${names.length} packages in production, itself ${(bytes / 1e6).toFixed(1)} MB`
}

function importsSubpaths(node, place) {
  const script = `
    const { exports } = (await import('prompt-service/package.json', { with: { type: 'json' } })).default
    for (const path of Object.keys(exports)) {
      await import('prompt-service' + path.slice(1), path.endsWith('.json') ? { with: { type: 'json' } } : {})
    }`
  succeed(node.path, ['--input-type=module', '-e', script], { cwd: place, stdio: 'pipe' })
}

async function tryServe(node, place, program) {
  const ports = ['--production-port', '0', '--development-port', '0']
  const server = await start(node, place, [program, 'serve', ...ports], /development +(https:\S+)[\s\S]*\n$/)
  try {
    const ca = readFileSync(join(place, 'data/tls/ca.pem'))
    const { development } = JSON.parse(readFileSync(join(place, 'data/credentials.json'), 'utf8'))
    const headers = { Authorization: `Bearer ${development.apiKey}` }
    const status = await new Promise((resolve, reject) => {
      get(`${server.match[1]}/prompts`, { ca, headers, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', reject)
    })
    if (status !== 200) throw new Error(`the server answered ${status}.`)
  } finally {
    await server.stop()
  }
}

/** Starts a program that goes on, and waits until it prints what is expected. */
function start(node, cwd, args, pattern) {
  const child = spawn(node.path, args, { cwd, env: node.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let printed = ''
  return new Promise((resolve, reject) => {
    const look = (text) => {
      printed += text
      const match = pattern.exec(printed)
      if (match !== null) {
        const stop = () => {
          child.kill('SIGTERM')
          return ended
        }
        resolve({ match, stop })
      }
    }
    child.stdout.setEncoding('utf8').on('data', look)
    child.stderr.setEncoding('utf8').on('data', look)
    void ended.then((code) => reject(new Error(`${args.slice(1).join(' ')} ended with ${code}: ${printed}`)))
  })
}

function treeSize(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
