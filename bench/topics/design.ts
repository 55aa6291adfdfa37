/** The watch loop: how long after a save each of its results is there, over edits of eight kinds. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundle } from '../../src/toolkit/openapi/redocly/bundle.ts'
import { type Topic, table } from '../topic.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const EDITS = 40
/** Milliseconds for the edits of one project (`BENCH_SECONDS`); a busy machine makes fewer, and the result states how many. */
const BUDGET = Number(process.env.BENCH_SECONDS ?? 240) * 1000
/** The first line that names what no longer compiles, be it before everything is checked or with the last word. */
const NAMED = 'compile, first errors'
const STEPS = ['lint', 'bundle', 'docs', 'mock', 'breaks', 'code', NAMED, 'compile']
/** The first result of any step. */
const FIRST = 'first message'
/** The end of all steps but the compiler. */
const SETTLED = 'settled'
const MEASURED = [FIRST, ...STEPS, SETTLED]

const KINDS: readonly ((text: string) => string)[] = [
  (text) => `${text}# A remark.\n`,
  (text) => text.replace('summary: ', 'summary: New '),
  (text) => `${text}delete: [\n`,
  (text) => text.replace(/operationId: (\w+)/, 'operationId: $1Again'),
  (text) => `${text}odd: true\n`,
  (text) => text.replace(/^ +summary: .*\n/m, ''),
  (text) =>
    `${text}put:\n  operationId: replaceEverything\n  summary: Replace\n  x-origin: decided\n  responses:\n    '204': {description: Done}\n`,
  (text) => text.replace(/\$ref: \S+\.yaml/, '$ref: ./nowhere.yaml'),
]

interface Bench {
  name: string
  root: string
  /** The file that is edited, from there. */
  file: string
  args: string[]
}

export const design: Topic = {
  name: 'design',
  title: 'The watch loop: from a save to each result',
  async run() {
    const before = spin()
    const parts: string[] = []
    for (const make of [ownDocuments, () => generated(100), () => generated(1000)]) {
      const bench = await make()
      try {
        parts.push(await measure(bench))
      } finally {
        rmSync(bench.root, { recursive: true })
      }
    }
    const load = loadavg()[0]?.toFixed(1)
    return [
      ...parts,
      `Load of the machine at the end ${load}; a loop of 200 million additions took ${before} ms before and ${spin()} ms after. Idle, it takes about 200 ms.`,
    ].join('\n\n')
  },
}

function spin(): number {
  const started = performance.now()
  let sum = 0
  for (let index = 0; index < 2e8; index++) sum += index % 7
  return sum > 0 ? Math.round(performance.now() - started) : 0
}

async function ownDocuments(): Promise<Bench> {
  const root = mkdtempSync(join(tmpdir(), 'design-'))
  const entries = ['openapi', 'asyncapi', 'generated', 'src', 'test', 'scripts', 'bench', 'docs']
  const files = ['redocly.yaml', 'package.json', 'tsconfig.json', 'vitest.config.ts']
  for (const name of [...entries, ...files]) {
    cpSync(join(REPOSITORY, name), join(root, name), { recursive: true })
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  return { name: 'the documents of this service', root, file: 'openapi/v1/prompts/prompts.yaml', args: [] }
}

/** A document of so many operations, two for each path, with a schema for each path and a release. */
async function generated(operations: number): Promise<Bench> {
  const root = mkdtempSync(join(tmpdir(), 'design-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const paths = Array.from({ length: operations / 2 }, (_, index) => index)
  write(
    'openapi.yaml',
    `openapi: 3.1.0\ninfo: {title: Large, version: 1.0.0, license: {name: MIT, identifier: MIT}}\nservers: [{url: 'https://large.example'}]\nsecurity: []\npaths:\n${paths.map((index) => `  /things${index}: {$ref: ./paths/things${index}.yaml}\n`).join('')}`,
  )
  for (const index of paths) {
    const content = `{application/json: {schema: {$ref: ../schemas/Thing${index}.yaml}}}`
    const summary = (verb: string) => `  summary: ${verb} things of kind ${index}\n`
    write(
      `paths/things${index}.yaml`,
      `get:\n  operationId: listThings${index}\n${summary('List')}  responses:\n    '200':\n      description: Things\n      content: ${content}\n    '400': {description: Refused}\npost:\n  operationId: createThing${index}\n${summary('Create')}  requestBody:\n    required: true\n    content: ${content}\n  responses:\n    '201': {description: Made}\n    '400': {description: Refused}\n`,
    )
    write(
      `schemas/Thing${index}.yaml`,
      `type: object\nrequired: [id, name]\nproperties:\n  id: {type: string, format: uuid}\n  name: {type: string, maxLength: 200}\n  tags: {type: array, items: {type: string}}\n  size: {type: integer, minimum: 0}\n`,
    )
  }
  write('released/1.0.0.json', JSON.stringify(await bundle(join(root, 'openapi.yaml'))))
  return {
    name: `a document of ${operations} operations`,
    root,
    file: 'paths/things0.yaml',
    args: ['openapi.yaml'],
  }
}

/** The program at work on a project, and its next round of results. */
async function watchLoop({ root, args }: Bench) {
  const cli = join(REPOSITORY, 'dist/src/toolkit/cli/main.js')
  const child = spawn(process.execPath, [cli, 'design', ...args, '--port', '0', '--mock-port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let heard: (line: string) => void = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => heard(line))
  /** Listens until every step was done, and, where code was written, the compiler too. */
  const round = (finished: (step: string, line: string) => void = () => {}) =>
    new Promise<void>((resolve, reject) => {
      let compiles = false
      let settled = false
      let named = false
      let begun = false
      void ended.then(() => reject(new Error('The watch loop ended by itself.')))
      heard = (line) => {
        const step = STEPS.find((known) => line.startsWith(`${known} `) || line.startsWith(`${known}:`))
        if (step !== undefined && !begun) {
          begun = true
          finished(FIRST, line)
        }
        const isLast = step === 'compile' && !line.includes(' so far, ')
        if (step === 'compile' && / \d+ errors?/.test(line) && !named) {
          named = true
          finished(NAMED, line)
        }
        if (step !== undefined && (step !== 'compile' || isLast)) finished(step, line)
        compiles ||= /^code .*operations\.ts/.test(line)
        if (line.startsWith('settled') && !settled) {
          settled = true
          finished(SETTLED, line)
        }
        if (settled && (!compiles || isLast)) resolve()
      }
    })
  await round()
  return {
    round,
    megabytes: () => residentMegabytes(child.pid),
    compilerMegabytes: () => childrenOf(child.pid).reduce((sum, pid) => sum + residentMegabytes(pid), 0),
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

async function measure(bench: Bench): Promise<string> {
  const { name, root, file } = bench
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const times = new Map<string, number[]>()
  const loop = await watchLoop(bench)
  const first = loop.megabytes()
  const began = performance.now()
  let edits = 0
  while (edits < EDITS && performance.now() - began < BUDGET) {
    const edit = KINDS[edits % KINDS.length] as (text: string) => string
    const saved = performance.now()
    const done = loop.round((step, line) => {
      if (step === 'code' && line.includes('as before')) return
      times.set(step, [...(times.get(step) ?? []), performance.now() - saved])
    })
    writeFileSync(path, edit(text))
    await done
    edits++
  }
  const last = loop.megabytes()
  const compiler = loop.compilerMegabytes()
  await loop.stop()
  const rows = MEASURED.flatMap((step) => {
    const sorted = (times.get(step) ?? []).sort((a, b) => a - b)
    const at = (share: number) =>
      `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)} ms`
    return sorted.length === 0 ? [] : [[step, at(0.5), at(0.95), String(sorted.length)]]
  })
  const head = [`${name}, ${edits} edits`, 'p50', 'p95', 'times']
  return `${table(head, rows)}\n\nMemory of the program: ${first} MB after the start, ${last} MB after the edits.${compiler > 0 ? ` Of the compiler: ${compiler} MB.` : ''}`
}

const LONG = 500
const SAMPLES = 10
/** Milliseconds. */
const LONGEST = 8 * BUDGET

/** Whether the program, or the compiler next to it, grows over a day of work. */
export const designMemory: Topic = {
  name: 'design-memory',
  title: 'The watch loop: memory over 500 edits',
  async run() {
    const parts: string[] = []
    for (const make of [() => generated(100), ownDocuments]) {
      const bench = await make()
      try {
        parts.push(await measureMemory(bench))
      } finally {
        rmSync(bench.root, { recursive: true })
      }
    }
    return `${parts.join('\n\n')}\n\nLoad of the machine at the end ${loadavg()[0]?.toFixed(1)}.`
  },
}

async function measureMemory(bench: Bench): Promise<string> {
  const path = join(bench.root, bench.file)
  const text = readFileSync(path, 'utf8')
  const loop = await watchLoop(bench)
  const program = [loop.megabytes()]
  const compiler = [loop.compilerMegabytes()]
  const began = performance.now()
  let edits = 0
  while (edits < LONG && performance.now() - began < LONGEST) {
    const done = loop.round()
    writeFileSync(path, (KINDS[edits % KINDS.length] as (text: string) => string)(text))
    await done
    if (++edits % (LONG / SAMPLES) !== 0) continue
    program.push(loop.megabytes())
    compiler.push(loop.compilerMegabytes())
  }
  await loop.stop()
  const head = program.map((_, index) => (index === 0 ? 'start' : String((index * LONG) / SAMPLES)))
  const row = (name: string, samples: number[]) => [name, ...samples.map((megabytes) => `${megabytes} MB`)]
  const rows = [row('the program', program)]
  if (compiler.some((megabytes) => megabytes > 0)) rows.push(row('the compiler', compiler))
  return table([`${bench.name}, ${edits} edits, eight kinds in turn`, ...head], rows)
}

const residentMegabytes = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
    .map(Number)
