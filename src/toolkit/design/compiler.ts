/** TypeScript beside the loop: what no longer compiles, by the names of handlers and tests. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { watchSources } from './watchSources.ts'

export interface CompileError {
  /** From the project's folder. */
  file: string
  line: number
  code: string
  message: string
}

export interface Compiler {
  /** The file that Node runs. */
  program: string
  flags: string[]
  /** Its tsconfig.json. */
  project: string
}

interface CompilerLoop {
  stop(): Promise<void>
}

interface CompilerEvents {
  finished(errors: CompileError[]): void
  failed(reason: string): void
}

/**
 * Compiles now, and again after each change of a source: what the compiler learned is kept in a file between the runs.
 * Its own watch mode is not used, for the native compiler's hears of no change on some file systems.
 */
export function startCompiler(
  { program, flags: given, project }: Compiler,
  events: CompilerEvents,
): CompilerLoop {
  const root = dirname(project)
  const memory = mkdtempSync(join(tmpdir(), 'prompt-service-design-'))
  const flags = ['-p', project, '--noEmit', '--incremental', '--listFiles', '--pretty', 'false'].concat(
    '--tsBuildInfoFile',
    join(memory, 'tsbuildinfo'),
    given,
  )
  let running: Promise<void> | undefined
  let end: (() => void) | undefined
  let wanted = false
  let stopped = false

  const run = () => {
    wanted = true
    running ??= compileWhileWanted().finally(() => {
      running = undefined
    })
  }
  const sources = watchSources(root, run, ({ message }) =>
    events.failed(`a folder cannot be watched: ${message}`),
  )

  async function compileWhileWanted(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false
      const started = Date.now()
      const { code, output, said } = await compile()
      if (stopped) return
      const { errors, files } = read(output, project)
      const own = files.filter(
        (file) => file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`),
      )
      sources.set(own)
      // A folder that nobody watched yet may have changed meanwhile.
      const changed = (time: number) => time > started && time <= Date.now()
      wanted ||= own.some((file) => changed(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))
      if (code === 0 || errors.length > 0) events.finished(errors)
      else events.failed(`it ended with ${code}${said && `: ${said}`}`)
    }
  }

  function compile(): Promise<{ code: number | string; output: string; said: string }> {
    return new Promise((resolve) => {
      // A group of its own: the native compiler is a process below the one that is started here.
      const child = spawn(process.execPath, [program, ...flags], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      end = () => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
        } catch {} // it has ended already
      }
      let output = ''
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = text.trim()
      })
      child.once('error', (error) => resolve({ code: 'no start', output, said: error.message }))
      child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'nothing', output, said }))
    })
  }

  run()
  return {
    async stop() {
      stopped = true
      sources.close()
      end?.()
      await running
      rmSync(memory, { recursive: true, force: true })
    },
  }
}

function read(output: string, project: string): { errors: CompileError[]; files: string[] } {
  const errors: CompileError[] = []
  const files: string[] = []
  for (const text of output.split(/\r?\n/)) {
    const [, place, code, message = ''] = /^(?:(.+?\(\d+,\d+\)): )?error (TS\d+): (.*)$/.exec(text) ?? []
    if (code !== undefined) {
      const [, file = basename(project), line = '1'] = /^(.+)\((\d+),\d+\)$/.exec(place ?? '') ?? []
      errors.push({ file, line: Number(line), code, message })
    } else if (isAbsolute(text)) files.push(text)
  }
  return { errors, files }
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
