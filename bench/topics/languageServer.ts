/** The language server, driven by a client of the protocol: from a keystroke to its diagnostics, and memory over many edits. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { type CorpusDocument, locate } from '../../scripts/corpus/locate.ts'
import { timeOf } from '../processorTime.ts'
import { type Topic, table } from '../topic.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
/** Keystrokes of each document (`BENCH_EDITS`). */
const EDITS = Number(process.env.BENCH_EDITS ?? 40)
const MANY_EDITS = Number(process.env.BENCH_EDITS ?? 2000)
const SAMPLES = 10

interface Bench {
  name: string
  root: string
  /** The file that is edited, from there. */
  file: string
  /** The texts that it has one after another. */
  texts: readonly string[]
}

export const languageServer: Topic = {
  name: 'lsp',
  title: 'The language server: from a keystroke to its diagnostics',
  async run() {
    const rows: string[][] = []
    const documents = [largeDocument, () => publicDocument('summary'), () => publicDocument('operationId')]
    for (const make of documents) {
      const bench = await make()
      if (bench === undefined) continue
      try {
        rows.push(await measure(bench))
      } finally {
        rmSync(bench.root, { recursive: true })
      }
    }
    const head = [
      '',
      'opened',
      'parsing and references, p50 and p95',
      'rules for one part, p50 and p95',
      'all rules, p50 and p95',
      'CPU per keystroke',
      'memory',
    ]
    return `${table(head, rows)}\n\nLoad of the machine at the end ${loadavg()[0]?.toFixed(1)}.`
  },
}

export const languageServerMemory: Topic = {
  name: 'lsp-memory',
  title: 'The language server: memory over 2,000 edits',
  async run() {
    const bench = largeDocument()
    try {
      const editor = await startEditor(bench)
      await editor.open()
      const samples = [editor.megabytes()]
      for (let edit = 1; edit <= MANY_EDITS; edit++) {
        // Most letters are followed by the next one before the rules have run.
        const isSample = edit % (MANY_EDITS / SAMPLES) === 0
        await editor.type(edit, isSample ? 'all' : 'own')
        if (isSample) samples.push(editor.megabytes())
      }
      await editor.stop()
      const head = samples.map((_, index) => String((index * MANY_EDITS) / SAMPLES))
      return table(
        [bench.name, ...head],
        [['resident memory', ...samples.map((megabytes) => `${megabytes} MB`)]],
      )
    } finally {
      rmSync(bench.root, { recursive: true })
    }
  },
}

async function measure(bench: Bench): Promise<string[]> {
  const editor = await startEditor(bench)
  const opened = await editor.open()
  const before = editor.processorTime()
  const times: Times[] = []
  for (let edit = 1; edit <= EDITS; edit++) times.push(await editor.type(edit))
  const spent = (editor.processorTime() - before) / EDITS
  const megabytes = editor.megabytes()
  await editor.stop()
  const at = (key: keyof Times, share: number) => {
    const sorted = times.map((one) => one[key]).sort((one, other) => one - other)
    return milliseconds(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  }
  return [
    bench.name,
    milliseconds(opened.all),
    `${at('own', 0.5)}, ${at('own', 0.95)}`,
    `${at('touched', 0.5)}, ${at('touched', 0.95)}`,
    `${at('all', 0.5)}, ${at('all', 0.95)}`,
    milliseconds(spent),
    `${megabytes} MB`,
  ]
}

const milliseconds = (value: number): string => `${Math.round(value)} ms`

/** Milliseconds from a keystroke. */
interface Times {
  /** To the first diagnostics: parsing and references of the file. */
  own: number
  /** To those of the rules for one part, in the changed parts; as `all` where they did not run before. */
  touched: number
  /** To those of all rules. */
  all: number
}

/** The server with one open file. */
async function startEditor({ root, file, texts }: Bench) {
  const cli = join(REPOSITORY, 'dist/src/toolkit/cli/main.js')
  const child = spawn(process.execPath, [cli, 'lsp', '--stdio'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const uri = pathToFileURL(join(root, file)).href
  let heard: (what: keyof Times, version: number) => void = () => {}
  let fail: (error: Error) => void = () => {}
  child.once('exit', () => fail(new Error('The language server ended by itself.')))
  const listen = (what: keyof Times) => (one: { uri: string; version?: number }) => {
    if (one.uri === uri && one.version !== undefined) heard(what, one.version)
  }
  client.onNotification('textDocument/publishDiagnostics', listen('own'))
  client.onNotification('$/specwright/touched', listen('touched'))
  client.onNotification('$/specwright/checked', listen('all'))
  client.listen()
  await client.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: {},
  })
  await client.sendNotification('initialized', {})
  /** Sends a text, and resolves when it is checked. */
  const timed = async (
    version: number,
    send: () => Promise<void>,
    until: keyof Times = 'all',
  ): Promise<Times> => {
    const started = performance.now()
    let own: number | undefined
    let touched: number | undefined
    const done = new Promise<Times>((resolve, reject) => {
      fail = reject
      heard = (what, of) => {
        if (of !== version) return
        const now = performance.now() - started
        own ??= now
        if (what !== 'own') touched ??= now
        if (what === until) resolve({ own, touched: touched ?? now, all: now })
      }
    })
    await send()
    return done
  }
  let shown = texts[0] ?? ''
  const pid = child.pid as number
  return {
    open: () =>
      timed(0, () =>
        client.sendNotification('textDocument/didOpen', {
          textDocument: { uri, languageId: 'yaml', version: 0, text: shown },
        }),
      ),
    type(version: number, until?: keyof Times) {
      const next = texts[version % texts.length] ?? ''
      const change = changeBetween(shown, next)
      shown = next
      return timed(
        version,
        () =>
          client.sendNotification('textDocument/didChange', {
            textDocument: { uri, version },
            contentChanges: [change],
          }),
        until,
      )
    },
    processorTime: () => timeOf(pid),
    megabytes: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024),
    async stop() {
      fail = () => {}
      await client.sendRequest('shutdown')
      await client.sendNotification('exit')
      client.dispose()
      child.kill()
    },
  }
}

/** The change as an editor sends it: the replaced range and its new text. */
function changeBetween(before: string, now: string) {
  let start = 0
  while (start < before.length && before[start] === now[start]) start++
  let end = 0
  while (
    end < Math.min(before.length, now.length) - start &&
    before[before.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  return {
    range: { start: positionOf(before, start), end: positionOf(before, before.length - end) },
    text: now.slice(start, now.length - end),
  }
}

function positionOf(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/** 1,000 operations over 300 files: one for each path, one for each schema. */
function largeDocument(): Bench {
  const root = mkdtempSync(join(tmpdir(), 'lsp-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const paths = Array.from({ length: 200 }, (_, index) => index)
  write(
    'openapi.yaml',
    `openapi: 3.1.0\ninfo: {title: Large, version: 1.0.0, license: {name: MIT, identifier: MIT}}\nservers: [{url: 'https://large.example'}]\nsecurity: []\npaths:\n${paths.map((index) => `  /things${index}/{id}: {$ref: ./paths/things${index}.yaml}\n`).join('')}`,
  )
  for (const index of paths) {
    const content = `{application/json: {schema: {$ref: ../schemas/Thing${index % 99}.yaml}, example: {id: 0c9d1a52-4c4e-4e0c-9f3e-0d1f6f0f4b${String(index % 99).padStart(2, '0')}, name: Thing ${index}}}}`
    const operation = (method: string) =>
      `${method}:\n  operationId: ${method}Thing${index}\n  summary: Use ${method} for things of kind ${index}\n  description: The caller needs access to the thing.\n${/get|delete/.test(method) ? '' : `  requestBody:\n    required: true\n    content: ${content}\n`}  responses:\n    '200':\n      description: The thing\n      content: ${content}\n    '404': {description: Unknown}\n`
    write(
      `paths/things${index}.yaml`,
      `parameters:\n  - {name: id, in: path, required: true, description: Id of the thing, schema: {type: string}, example: a}\n${METHODS.map(operation).join('')}`,
    )
  }
  for (let index = 0; index < 99; index++)
    write(
      `schemas/Thing${index}.yaml`,
      `type: object\nrequired: [id, name]\nproperties:\n  id: {type: string, format: uuid}\n  name: {type: string, maxLength: 200, description: Shown to users}\n  tags: {type: array, items: {type: string}, example: [a, b]}\n  size: {type: integer, minimum: 0}\n`,
    )
  const file = 'paths/things0.yaml'
  return {
    name: '1,000 operations over 300 files',
    root,
    file,
    texts: keystrokes(readFileSync(join(root, file), 'utf8')),
  }
}

/** A remark, a word of a summary, another operation id, a broken reference and an open bracket, letter by letter. */
function keystrokes(text: string): string[] {
  const typed = (addition: string, at: number) =>
    Array.from(addition, (_, index) => text.slice(0, at) + addition.slice(0, index + 1) + text.slice(at))
  return [
    text,
    ...typed('new ', text.indexOf('summary: ') + 9),
    ...typed('Again', text.indexOf('\n', text.indexOf('operationId: '))),
    ...typed('x', text.indexOf('Thing0.yaml')),
    ...typed('odd: {', text.length),
  ]
}

/** The document of GitHub as its package has it: one file. Letters are typed at the beginning of the first such property. */
async function publicDocument(property: string): Promise<Bench | undefined> {
  const manifest = JSON.parse(
    readFileSync(join(REPOSITORY, 'scripts/corpus/manifest.json'), 'utf8'),
  ) as CorpusDocument[]
  const document = manifest.find(({ name }) => name === 'github')
  if (document === undefined) throw new Error('scripts/corpus/manifest.json has no document "github".')
  const found = await locate(document, process.env.SPECWRIGHT_CORPUS)
  if ('skipped' in found) return undefined
  const root = mkdtempSync(join(tmpdir(), 'lsp-'))
  cpSync(found.path, join(root, 'github.json'))
  const text = readFileSync(found.path, 'utf8')
  const at = text.indexOf(`"${property}": "`) + property.length + 5
  const typed = Array.from(
    'new ',
    (_, index) => text.slice(0, at) + 'new '.slice(0, index + 1) + text.slice(at),
  )
  const name = `GitHub, ${(text.length / 1e6).toFixed(0)} MB, ${property}`
  return { name, root, file: 'github.json', texts: [text, ...typed] }
}
