/** One run of the compiler over the whole project: slow, and the word that everything else is measured by. */
import { spawn } from 'node:child_process'
import { dirname, isAbsolute, resolve } from 'node:path'
import { type CompileError, readError } from './compileErrors.ts'

export interface Compiler {
  /** The program to start, and its first arguments. */
  command: string
  args: string[]
  /** Of a run over the whole project. */
  flags: string[]
  /** Its tsconfig.json. */
  project: string
  /** It can stay in memory between the saves: the native compiler, 7.0 and later. */
  stays: boolean
}

interface WholeRun {
  result: Promise<{
    errors: CompileError[]
    /** Every file of the program, absolute. */
    files: string[]
    /** Why there is no verdict. */
    failure: string | undefined
  }>
  end(): void
}

/** @param memory the compiler's file of incremental information, for its next run and for the import graph */
export function startWholeRun({ command, args, flags, project }: Compiler, memory: string): WholeRun {
  const root = dirname(project)
  const common = ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', memory]
  // A group of its own: the native compiler may be a process below the one that is started here.
  const child = spawn(command, [...args, ...common, ...flags, '--listFiles', '--pretty', 'false'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<{ code: number | string; output: string; said: string }>((resolve) => {
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
  return {
    result: ended.then(({ code, output, said }) => {
      const lines = output.split(/\r?\n/)
      const errors = lines.flatMap((line) => readError(line, project) ?? [])
      const files = lines.filter((line) => isAbsolute(line)).map((file) => resolve(file))
      const isVerdict = code === 0 || errors.length > 0
      const failure = isVerdict ? undefined : `it ended with ${code}${said && `: ${said}`}`
      return { errors, files, failure }
    }),
    end() {
      if (child.exitCode !== null || child.signalCode !== null) return // its number may be another's by now
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      } catch {} // it has ended already
    },
  }
}
