/** Observes which files a process reads and writes. */
import childProcess from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Aspect, contentValue, type Fact, stateOf, valueNow, valueOfError } from './fileFacts.ts'

/** Facts that a run used, and the files that it wrote. */
export interface Observation {
  /** Each was the same whenever it was read. */
  facts: Fact[]
  /** Each written path and its state at the end. */
  written: [path: string, state: string][]
  /** Why the result depends on more than files; undefined where it does not. */
  obstacle: string | undefined
}

type Outcome = { value: unknown } | { error: unknown }
// biome-ignore lint/suspicious/noExplicitAny: functions of Node of any signature are wrapped
type Anything = (...args: any[]) => any

/** Functions that read, without the suffix `Sync`, and the aspect that each of them reads. */
const READING: Readonly<Record<string, (args: readonly unknown[]) => Aspect | undefined>> = {
  readFile: ([, options]) => contentAspect(options),
  stat: () => 'kind',
  lstat: () => 'kind',
  access: () => 'kind',
  exists: () => 'kind',
  readdir: ([, options]) => (isTrue(options, 'recursive') ? 'tree' : 'names'),
  realpath: () => 'link',
}

/** Functions that write, and which of their arguments are paths. */
const WRITING: Readonly<Record<string, number>> = {
  writeFile: 1,
  appendFile: 1,
  mkdir: 1,
  rm: 1,
  rmdir: 1,
  unlink: 1,
  rename: 2,
  copyFile: 2,
}

/** Functions whose effect is not observed in detail: a result that depends on them is not repeated. */
const OTHER: readonly [module: object, names: readonly string[], obstacle: string][] = [
  [
    fs,
    [
      'open',
      'openSync',
      'opendir',
      'opendirSync',
      'createReadStream',
      'createWriteStream',
      'cp',
      'cpSync',
      'symlink',
      'symlinkSync',
      'link',
      'linkSync',
      'mkdtemp',
      'mkdtempSync',
      'watch',
      'watchFile',
    ],
    'a file is used in another way',
  ],
  [
    fs.promises,
    ['open', 'opendir', 'cp', 'symlink', 'link', 'mkdtemp', 'watch'],
    'a file is used in another way',
  ],
  [
    childProcess,
    ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
    'another program is run',
  ],
  [http, ['request', 'get'], 'the network is used'],
  [https, ['request', 'get'], 'the network is used'],
  [globalThis, ['fetch'], 'the network is used'],
]

/**
 * Observes the process until `end` is called. Files are observed at the functions of Node, so that libraries cannot read one
 * without it. Threads are not observed.
 */
export function observeFiles(): { impede(obstacle: string): void; end(): Observation } {
  const known = new Map<string, Fact>()
  const paths = new Set<string>()
  let obstacle: string | undefined
  let depth = 0
  const impede = (reason: string) => {
    obstacle ??= reason
  }
  const learn = (aspect: Aspect | undefined, given: unknown, outcome: Outcome) => {
    const path = pathOf(given)
    if (aspect === undefined || path === undefined) return impede('a file is used in another way')
    if (isCode(path)) return
    const value = valueAfter(aspect, path, outcome)
    const key = `${aspect} ${path}`
    const before = known.get(key)
    if (before !== undefined && before[2] !== value && !paths.has(path)) impede(`${path} changed meanwhile`)
    known.set(key, [aspect, path, value])
  }
  /** Functions of Node call each other: only the outermost is observed. */
  const observed = (original: Anything, see: (args: unknown[], outcome: Outcome) => void): Anything =>
    function (this: unknown, ...args: unknown[]) {
      if (depth > 0) return original.apply(this, args)
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        const call = callback as Anything
        args[args.length - 1] = (...results: unknown[]) => {
          see(args, outcomeOfCallback(original.name, results))
          return call(...results)
        }
      }
      depth++
      try {
        const result = original.apply(this, args)
        if (result instanceof Promise)
          return result.then(
            (value) => {
              see(args, { value })
              return value
            },
            (error) => {
              see(args, { error })
              throw error
            },
          )
        if (typeof callback !== 'function') see(args, { value: result })
        return result
      } catch (error) {
        see(args, { error })
        throw error
      } finally {
        depth--
      }
    }
  const restore: (() => void)[] = []
  const wrap = (module: object, name: string, see: (args: unknown[], outcome: Outcome) => void) => {
    const functions = module as Record<string, Anything>
    const original = functions[name]
    if (original === undefined) return
    // `realpath.native` and the like.
    functions[name] = Object.assign(observed(original, see), original)
    restore.push(() => {
      functions[name] = original
    })
  }
  for (const [name, aspectOf] of Object.entries(READING))
    for (const [module, known] of formsOf(name))
      wrap(module, known, (args, outcome) => learn(aspectOf(args), args[0], outcome))
  for (const [name, count] of Object.entries(WRITING))
    for (const [module, known] of formsOf(name))
      wrap(module, known, (args) => {
        for (const given of args.slice(0, count)) {
          const path = pathOf(given)
          if (path === undefined) impede('a file is used in another way')
          else paths.add(path)
        }
      })
  for (const [module, names, reason] of OTHER)
    for (const name of names) wrap(module, name, () => impede(reason))
  syncBuiltinESMExports()
  return {
    impede,
    end() {
      for (const undo of restore) undo()
      syncBuiltinESMExports()
      return { ...settled(known.values(), paths), obstacle }
    },
  }
}

const formsOf = (name: string): [object, string][] => [
  [fs, name],
  [fs, `${name}Sync`],
  [fs.promises, name],
]

/** Facts about paths that the run itself changed are read at its end. Of written files, the state is compared instead. */
function settled(known: Iterable<Fact>, paths: ReadonlySet<string>): Omit<Observation, 'obstacle'> {
  const changed = new Set<string>()
  for (const path of paths) for (let one = path; !changed.has(one); one = dirname(one)) changed.add(one)
  const facts = [...known].flatMap(([aspect, path, value]): Fact[] => {
    if (!changed.has(path)) return [[aspect, path, value]]
    return paths.has(path) && aspect !== 'names' && aspect !== 'tree'
      ? []
      : [[aspect, path, valueNow(aspect, path)]]
  })
  return { facts, written: [...paths].map((path) => [path, stateOf(path)]) }
}

function valueAfter(aspect: Aspect, path: string, outcome: Outcome): string {
  if ('error' in outcome) return valueOfError(outcome.error)
  const { value } = outcome
  if (aspect === 'text' || aspect === 'bytes') return contentValue(value as string | Uint8Array)
  return valueNow(aspect, path)
}

/** `exists` calls back with a truth value, all others with an error and a value. */
const outcomeOfCallback = (name: string, [first, second]: unknown[]): Outcome =>
  name !== 'exists' && first ? { error: first } : { value: second }

function contentAspect(options: unknown): Aspect | undefined {
  const encoding =
    typeof options === 'string' ? options : (options as { encoding?: unknown } | undefined)?.encoding
  if (typeof encoding !== 'string') return 'bytes'
  return /^utf-?8$/i.test(encoding) ? 'text' : undefined
}

const isTrue = (options: unknown, name: string): boolean =>
  (options as Record<string, unknown> | undefined)?.[name] === true

/** The absolute path; undefined for the number of an open file. */
function pathOf(given: unknown): string | undefined {
  if (typeof given === 'string') return resolve(given)
  if (given instanceof URL) return fileURLToPath(given)
  return given instanceof Uint8Array ? resolve(new TextDecoder().decode(given)) : undefined
}

/** Modules that Node itself loads in this way: the program and its dependencies. */
const isCode = (path: string): boolean =>
  /[\\/]node_modules[\\/]/.test(path) && /\.[cm]?js$|[\\/]package\.json$/.test(path)
