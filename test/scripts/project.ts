import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
// It starts its service in the working directory of its loading, which must not be a folder that a test removes.
import 'esbuild'
import { commands } from '../../src/toolkit/cli/commands.ts'
import { failureOf } from '../../src/toolkit/cli/program/failure.ts'
import { outputsOf } from '../../src/toolkit/generate/outputs.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** The loader that lets this Node run TypeScript. */
const TSX = createRequire(import.meta.url).resolve('tsx/esm')

const OURS = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts', 'src/toolkit']

/** The type of the record of handlers, which `generate` writes for projects that have it. */
const HANDLER = `import type { OperationId } from '../../../generated/operations.ts'
export type Handlers = Record<OperationId, unknown>
`

/** A copy of the small project in `test/scripts/project`, with our packages; gone when the test ends. */
export function copyDocuments(): string {
  const folder = temporaryDirectory()
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'src/service/server'), { recursive: true })
  writeFileSync(join(folder, 'src/service/server/handler.ts'), HANDLER)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** The same with our scripts and the sources of the toolkit, to run or change them there. */
export function copyProject(): string {
  const folder = copyDocuments()
  for (const part of OURS) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'older-node'), join(folder, 'older-node'))
  return folder
}

/** The output of `npm run generate` for the small project: once for all tests, because only the types need a second. */
let outputs: ReturnType<typeof outputsOf> | undefined
export const outputsOfProject = () => {
  outputs ??= outputsOf(copyProject())
  return outputs
}

/** The same, with all that `npm run generate` writes. */
export async function generatedProject(folder = copyProject()): Promise<string> {
  for (const [name, text] of await outputsOfProject()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a script of the project in `folder` to its end. */
export function run(folder: string, script: string, ...args: string[]): Promise<Finished> {
  return runNode(folder, script.endsWith('.ts') ? ['--import', TSX, script, ...args] : [script, ...args])
}

/** Runs the built program in `folder` to its end, as its users do. */
export function program(folder: string, ...args: string[]): Promise<Finished> {
  return runNode(folder, [join(ROOT, 'dist/src/toolkit/cli/main.js'), ...args])
}

/**
 * Runs a command of the program in `folder`, in this process: for tables, each case of which would else start Node and
 * load what the command needs. One at a time, for the folder is the whole process's.
 */
export const inProcess = (folder: string, name: string, ...args: string[]): Promise<Finished> =>
  inProcessWith({}, folder, name, ...args)

/** The same with these variables of the environment. */
export async function inProcessWith(
  env: Readonly<Record<string, string>>,
  folder: string,
  name: string,
  ...args: string[]
): Promise<Finished> {
  const before = process.cwd()
  const lines: string[] = []
  const warnings: string[] = []
  const finished = (code: number, failure: string) => ({
    code,
    stderr: warnings.map((line) => `${line}\n`).join('') + failure,
    stdout: lines.map((line) => `${line}\n`).join(''),
  })
  process.chdir(folder)
  try {
    const command = await commands[name]?.load()
    if (command === undefined) throw new Error(`There is no command "${name}".`)
    const print = (line: string) => void lines.push(line)
    const warn = (line: string) => void warnings.push(line)
    return finished(await command.run(args, { env, print, warn }), '')
  } catch (error) {
    const { message, code } = failureOf(error, 2)
    return finished(code, `specwright: ${message}\n`)
  } finally {
    process.chdir(before)
  }
}

/** Runs Node in `folder`, with nothing of vitest in its environment. */
export function runNode(folder: string, args: string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH, HOME, NO_COLOR: '1', SPECWRIGHT_CACHE: 'off' },
    })
    const finished: Finished = { code: null, stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        finished[stream] += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...finished, code }))
  })
}
