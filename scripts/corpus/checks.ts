/** The checks of each command with a document of the corpus: no crash, no hang, and a usable result. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createApi } from '../../src/toolkit/model/api.ts'
import { type ContractDocument, type JsonObject, objectAt } from '../../src/toolkit/openapi/document.ts'
import { readDocument } from '../../src/toolkit/openapi/load.ts'
import { basePathOf } from '../../src/toolkit/openapi/match.ts'
import { listOperations } from '../../src/toolkit/openapi/operations.ts'
import type { CorpusDocument } from './locate.ts'

const ROOT = join(import.meta.dirname, '../..')
/** For one command and one document. */
const DEADLINE_MS = 180_000
const TSX = pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href

/** `passed`, or why not. */
export type Outcome = { state: 'passed' } | { state: 'failed' | 'skipped'; why: string }
type Check = (path: string, document: CorpusDocument, folder: string) => Promise<Outcome>

interface Ended {
  code: number | null
  text: string
  isLate: boolean
}

function run(folder: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    let isLate = false
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
    const timer = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, DEADLINE_MS)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, text, isLate })
    })
  })
}

const program = (folder: string, ...args: string[]): Promise<Ended> =>
  run(folder, ['--import', TSX, join(ROOT, 'src/toolkit/cli/main.ts'), ...args])

const passed: Outcome = { state: 'passed' }
/** The end of the output contains the reason. */
const failed = (why: string): Outcome => ({ state: 'failed', why: why.trim().slice(-400) })

/** A stack trace, a signal or the deadline; undefined where the command ended by itself. */
function crashOf({ code, text, isLate }: Ended): Outcome | undefined {
  if (isLate) return failed(`not done within ${DEADLINE_MS / 1000} s`)
  if (code === null) return failed('ended by a signal')
  const trace = /^.*\n\s+at .*:\d+:\d+\)?$/m.exec(text)
  return trace === null ? undefined : failed(trace[0])
}

/** Whether the file has a reference to the network, which no command follows. */
const refersToNetwork = (path: string): boolean =>
  /["']?\$ref["']?\s*:\s*["']?https?:/.test(readFileSync(path, 'utf8'))

const reads =
  (
    args: (path: string) => string[],
    check: (
      folder: string,
      ended: Ended,
      document: CorpusDocument,
      path: string,
    ) => Promise<Outcome> | Outcome,
  ): Check =>
  async (path, document, folder) => {
    const ended = await program(folder, ...args(path))
    const crash = crashOf(ended)
    if (crash !== undefined) return crash
    if (ended.code === 2 && refersToNetwork(path))
      return { state: 'skipped', why: 'rejected as documented: it refers to a schema on the network' }
    return ended.code === 0 ? check(folder, ended, document, path) : failed(ended.text)
  }

async function typesCompile(folder: string): Promise<Outcome> {
  const made = join(folder, 'generated')
  const types = readdirSync(made).filter((name) => name.endsWith('.ts'))
  if (types.length === 0) return failed('no types were written')
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--singleThreaded', '--types', '']
  const ended = await run(folder, [tsc, ...options, ...types.map((name) => join(made, name))])
  return crashOf(ended) ?? (ended.code === 0 ? passed : failed(`types: ${ended.text}`))
}

const lint: Check = async (path, _, folder) => {
  const ended = await program(folder, 'lint', path, '--format', 'json')
  const crash = crashOf(ended)
  if (crash !== undefined) return crash
  const found = /"ruleId": "readable"[\s\S]*?"message": "(.*)"/.exec(ended.text)
  if (found !== null) return failed(`cannot be linted: ${found[1]}`)
  return ended.code === 0 || ended.code === 1 ? passed : failed(ended.text)
}

const mock: Check = async (path, { kind }) => {
  if (kind === 'asyncapi') return { state: 'skipped', why: `${kind} has no operations to request` }
  const file = join(import.meta.dirname, 'mockDocument.ts')
  if (!existsSync(file)) return { state: 'skipped', why: 'scripts/corpus/mockDocument.ts is not present' }
  const { mockCorpus } = (await import(pathToFileURL(file).href)) as {
    mockCorpus(path: string): Promise<{ requests: number; failures: string[] }>
  }
  const { requests, failures } = await mockCorpus(path)
  if (requests === 0) return failed('no operation was requested')
  return failures.length === 0 ? passed : failed(`${failures.length} of ${requests}: ${failures[0]}`)
}

/** The same API in another version of OpenAPI has no breaking changes, except for changes of its authors. */
async function sameApi(folder: string, { same }: CorpusDocument, path: string): Promise<Outcome> {
  if (same === undefined) return passed
  const ended = await program(folder, 'diff', path, join(path, '..', same.path), '--format', 'json')
  const { findings } = JSON.parse(ended.text) as {
    findings: { level: string; rule: string; subject: string }[]
  }
  const found = findings
    .filter(({ level }) => level === 'breaking')
    .map(({ rule, subject }) => `${rule} at ${subject}`)
  return found.join() === same.breaking.join() ? passed : failed(`${same.path}: ${found.join('; ')}`)
}

/** Documents with hundreds of operations use a third of it before the first check. */
const CONFORM_SECONDS = 30

/** Against the document's own stateful mock: checks are planned, sent and reported. */
const conform: Check = async (path, { kind }, folder) => {
  if (kind === 'asyncapi') return { state: 'skipped', why: `${kind} has no operations to request` }
  const document = readDocument(path)
  if (listOperations(document).length === 0)
    return { state: 'skipped', why: 'the document has no operations to request' }
  const credentials = credentialHeaders(document).flatMap((header) => ['-H', header])
  const port = await freePort()
  const command = [process.execPath, '--import', TSX, join(ROOT, 'src/toolkit/cli/main.ts')].join(' ')
  const start = `${command} mock ${path} --stateful --port ${port}`
  const target = `http://127.0.0.1:${port}${basePathOf(document)}`
  const limits = ['--profile', 'core', '--time-budget', `${CONFORM_SECONDS}s`]
  const ended = await program(folder, 'conform', path, target, '--start', start, ...credentials, ...limits)
  const crash = crashOf(ended)
  if (crash !== undefined) return crash
  // Large documents are not done in this time; what was sent was checked.
  const count = Number(/^\d+ passed, \d+ failed.*?(\d+) requests in/m.exec(ended.text)?.[1] ?? 0)
  return (ended.code === 0 || ended.code === 1) && count > 0 ? passed : failed(ended.text)
}

/** The credential that most operations accept, as headers: several where they require several keys. */
function credentialHeaders(document: ContractDocument): string[] {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  const counts = new Map<string, number>()
  for (const { security } of createApi(document).operations)
    for (const required of security) {
      const headers = required.map(({ scheme }) => headerOf(objectAt(schemes, scheme)))
      if (headers.length === 0 || headers.includes(undefined)) continue
      const key = JSON.stringify(headers)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most === undefined ? ['Authorization: Bearer a'] : (JSON.parse(most[0]) as string[])
}

function headerOf({ type, scheme, name, in: place }: JsonObject): string | undefined {
  if (type === 'apiKey') return place === 'header' ? `${name}: a` : undefined
  return /^basic$/i.test(String(scheme)) ? `Authorization: Basic ${btoa('a:b')}` : 'Authorization: Bearer a'
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

export const CHECKS: Readonly<Record<string, Check>> = {
  lint,
  generate: reads((path) => ['generate', path], typesCompile),
  docs: reads(
    (path) => ['docs', path, '--output', 'site'],
    (folder) =>
      existsSync(join(folder, 'site/index.html')) ? passed : failed('there is no site/index.html'),
  ),
  diff: reads(
    (path) => ['diff', path, path],
    (folder, { text }, document, path) =>
      text.includes('nothing changed') ? sameApi(folder, document, path) : failed(text),
  ),
  mock,
  conform,
}
