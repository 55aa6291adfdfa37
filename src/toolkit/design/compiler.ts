/** TypeScript in watch mode beside the loop: what no longer compiles, by the names of handlers and tests. */
import { spawn } from 'node:child_process'
import { basename, dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'

export interface CompileError {
  /** From the project's folder. */
  file: string
  line: number
  code: string
  message: string
}

export interface CompilerWatch {
  stop(): Promise<void>
}

export interface CompilerEvents {
  started(): void
  finished(errors: CompileError[]): void
  ended(reason: string): void
}

export function watchCompiler(
  { program, project }: { program: string; project: string },
  events: CompilerEvents,
): CompilerWatch {
  const flags = ['-p', project, '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false']
  // A group of its own: the native compiler is a process below the one that is started here.
  const child = spawn(process.execPath, [program, ...flags], {
    cwd: dirname(project),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let errors: CompileError[] = []
  let stopping = false
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (/Starting (incremental )?compilation/.test(text)) {
      errors = []
      events.started()
    } else if (/Found \d+ errors?\./.test(text)) events.finished(errors)
    else {
      const [, file = '', line, code = '', message = ''] =
        /^(.+?)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(text) ?? []
      if (line !== undefined) errors.push({ file, line: Number(line), code, message })
    }
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = text.toString().trim()
  })
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      events.ended(error.message)
      resolve()
    })
    child.once('exit', (code) => {
      if (!stopping) events.ended(`it ended with ${code}${said && `: ${said}`}`)
      resolve()
    })
  })
  return {
    stop() {
      stopping = true
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      } catch {} // it has ended already
      return gone
    },
  }
}

/** One line for each place, missing handlers first. */
export function describeErrors(errors: readonly CompileError[]): string[] {
  const lines = errors.map((error) => describe(error))
  return [...new Set([...lines.filter(({ first }) => first), ...lines].map(({ text }) => text))]
}

function describe({ file, line, code, message }: CompileError): { text: string; first: boolean } {
  const place = `${file}:${line}`
  const missing = code === 'TS2307' ? /module '(\.[^']+)'/.exec(message)?.[1] : undefined
  if (missing !== undefined) {
    const path = relative('.', join(dirname(file), missing)).replaceAll('\\', '/')
    const kind = isTest(path) ? 'test' : 'handler'
    const name = basename(path).replace(/\.[cm]?[jt]sx?$/, '')
    return { text: `${kind} ${name} is missing: ${place} expects it in ${path}`, first: true }
  }
  const lacks =
    code === 'TS2741'
      ? /Property '([^']+)' is missing/.exec(message)?.[1]
      : /^TS27(39|40)$/.test(code)
        ? /missing the following properties[^:]*: (.*)$/.exec(message)?.[1]
        : undefined
  const kind = isTest(file) ? 'test ' : /\/features\//.test(file) ? 'handler ' : ''
  // The record of all handlers leaves out those whose file is not written yet.
  if (lacks !== undefined && /(^|\/)handlers\.[cm]?ts$/.test(file))
    return { text: `handler ${lacks} is missing: ${place} expects it`, first: true }
  if (lacks !== undefined) return { text: `${kind}${place} lacks ${lacks}`, first: true }
  const short = message.length > 140 ? `${message.slice(0, 139)}…` : message
  return { text: `${kind}${place} ${code}: ${short}`, first: false }
}

const isTest = (file: string): boolean => /(^|\/)tests?\/|\.(test|spec)\./.test(file)
