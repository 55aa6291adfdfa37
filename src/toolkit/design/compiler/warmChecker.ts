/**
 * The native compiler in memory: it parses again only changed files, and checks the requested files.
 * Speaks with `tsc --api`, JSON-RPC over its input and output. That interface may change in any version: a
 * response of another form than expected is an error, never "no errors".
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { CompileError } from './compileErrors.ts'
import type { Compiler } from './wholeRun.ts'

interface FileChanges {
  changed: string[]
  created: string[]
  deleted: string[]
}

export interface WarmChecker {
  /** Reads changes on disk; `everything` after a change of packages or of the settings. */
  update(changes: FileChanges | 'everything'): Promise<void>
  /** Of one file of the program, absolute. Syntax errors come first, and then only those. */
  errorsOf(file: string): Promise<CompileError[]>
  /** Those of the settings and of how files are found. */
  errorsOfProject(): Promise<CompileError[]>
  /** Why it ended by itself. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

interface Diagnostic {
  fileName?: string
  pos: number
  code: number
  category: number
  text: string
}

/** Milliseconds for one response: a slower project is compiled as a whole. */
const PATIENCE = 60_000
/** Its number among the categories of messages. */
const ERROR = 1

/**
 * @param starting given what ends it before it has read the project
 * @throws when the compiler has no such interface, or knows the project under another name
 */
export async function startWarmChecker(
  { command, args, project }: Compiler,
  starting: (kill: () => void) => void,
): Promise<WarmChecker> {
  const root = dirname(project)
  const program = spawn(command, [...args, '--api', '--async', '--cwd', root], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<string>((resolve) => {
    program.once('error', ({ message }) => resolve(message))
    program.once('close', (code, signal) => resolve(`it ended with ${code ?? signal}`))
  })
  program.stdin.on('error', () => {}) // it has ended, and each pending request rejects
  const ask = connect(program, ended)

  let snapshot: number | undefined
  let id: unknown
  let declarations = false
  const update = async (request: object) => {
    const response = (await ask('updateSnapshot', { openProjects: [project], ...request })) as {
      snapshot?: number
      projects?: { id: unknown; configFileName: string; compilerOptions: Record<string, unknown> }[]
    } | null
    const own = response?.projects?.find(({ configFileName }) => isSame(configFileName, project))
    if (response?.snapshot === undefined || own === undefined) throw new Error('it does not know the project')
    if (snapshot !== undefined) await ask('release', { snapshot })
    snapshot = response.snapshot
    id = own.id
    declarations = own.compilerOptions?.declaration === true || own.compilerOptions?.composite === true
  }
  const listOf = async (method: string, file?: string): Promise<CompileError[]> => {
    const found = await ask(method, { snapshot, project: id, ...(file !== undefined && { file }) })
    if (!Array.isArray(found)) throw new Error(`${method} answered ${JSON.stringify(found)}`)
    return (found as Diagnostic[])
      .filter(({ category }) => category === ERROR)
      .map(({ fileName, pos, code, text }) => ({
        file: fileName === undefined ? basename(project) : relative(root, fileName).replaceAll('\\', '/'),
        line: fileName === undefined ? 1 : lineAt(fileName, pos),
        code: `TS${code}`,
        message: text.split('\n')[0] ?? '',
      }))
  }

  starting(() => program.kill('SIGKILL'))
  const stop = async () => {
    program.kill('SIGKILL') // it writes nothing
    await ended
  }
  try {
    await ask('initialize', null)
    await update({})
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ended,
    update: (changes) =>
      update({ fileChanges: changes === 'everything' ? { invalidateAll: true } : changes }),
    async errorsOf(file) {
      const syntax = await listOf('getSyntacticDiagnostics', file)
      if (syntax.length > 0) return syntax
      const found = await listOf('getSemanticDiagnostics', file)
      return declarations ? [...found, ...(await listOf('getDeclarationDiagnostics', file))] : found
    },
    errorsOfProject: async () => [
      ...(await listOf('getConfigFileParsingDiagnostics')),
      ...(await listOf('getProgramDiagnostics')),
    ],
    stop,
  }
}

const isSame = (a: string, b: string): boolean => relative(a, b) === ''

function lineAt(file: string, position: number): number {
  try {
    return readFileSync(file, 'utf8').slice(0, position).split(/\r?\n/).length
  } catch {
    return 1 // deleted since; the next check is under way
  }
}

interface PlainResponse {
  id?: number
  result?: unknown
  error?: { message: string }
}

/** JSON-RPC 2.0 with the headers of the language server protocol. */
function connect(
  program: ChildProcessByStdio<Writable, Readable, null>,
  ended: Promise<string>,
): (method: string, params: unknown) => Promise<unknown> {
  const waiting = new Map<number, (response: PlainResponse) => void>()
  let last = 0
  let received: Buffer = Buffer.alloc(0)
  let unreadable: Error | undefined
  /** The next message, once all of it is there. @throws when it is not valid */
  const next = (): PlainResponse | undefined => {
    const head = received.indexOf('\r\n\r\n')
    if (head === -1) return undefined
    const [, length] = /Content-Length: *(\d+)/i.exec(received.toString('latin1', 0, head)) ?? []
    if (length === undefined) throw new Error('it sent a message without Content-Length')
    const end = head + 4 + Number(length)
    if (received.length < end) return undefined
    const text = received.toString('utf8', head + 4, end)
    received = received.subarray(end)
    return JSON.parse(text) as PlainResponse
  }
  program.stdout.on('data', (chunk: Buffer) => {
    if (unreadable !== undefined) return
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    try {
      for (let response = next(); response !== undefined; response = next())
        if (response.id !== undefined) waiting.get(response.id)?.(response)
    } catch (error) {
      unreadable = error as Error
      program.kill('SIGKILL')
    }
  })
  const over = ended.then((reason): never => {
    throw unreadable ?? new Error(reason)
  })
  over.catch(() => {}) // each request rejects with it
  return async (method, params) => {
    const number = ++last
    const received = new Promise<PlainResponse>((resolve) => waiting.set(number, resolve))
    const body = JSON.stringify({ jsonrpc: '2.0', id: number, method, params })
    program.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    const timer = setTimeout(() => {
      unreadable = new Error(`${method} got no response within ${PATIENCE / 1000} s`)
      program.kill('SIGKILL')
    }, PATIENCE)
    try {
      const { result, error } = await Promise.race([received, over])
      if (error !== undefined) throw new Error(`${method}: ${error.message}`)
      return result
    } finally {
      clearTimeout(timer)
      waiting.delete(number)
    }
  }
}
