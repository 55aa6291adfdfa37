/** Observes which files a process reads and writes. */
import childProcess from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

const OTHERWISE = 'a file is used in another way'

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
      'readlink',
      'readlinkSync',
      'glob',
      'globSync',
    ],
    OTHERWISE,
  ],
  [
    fs.promises,
    ['open', 'opendir', 'cp', 'symlink', 'link', 'mkdtemp', 'watch', 'readlink', 'glob'],
    OTHERWISE,
  ],
  [
    childProcess,
    ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
    'another program is run',
  ],
  [http, ['request', 'get'], 'the network is used'],
  [https, ['request', 'get'], 'the network is used'],
  [globalThis, ['fetch'], 'the network is used'],
  [net.Socket.prototype, ['connect'], 'the network is used'],
]

/**
 * Observes the process until `end` is called. Files are observed at the functions of Node, so that libraries cannot read one
 * without it. Threads are not observed.
 */
export function observeFiles(): Observer {
  const observer = new Observer()
  for (const [name, aspectOf] of Object.entries(READING))
    for (const [module, form] of formsOf(name))
      observer.wrap(module, form, (args, outcome) => observer.read(aspectOf(args), args[0], outcome))
  for (const [name, count] of Object.entries(WRITING))
    for (const [module, form] of formsOf(name))
      observer.wrap(module, form, (args) => observer.write(args.slice(0, count)))
  for (const [module, names, obstacle] of OTHER)
    for (const name of names) observer.wrap(module, name, () => observer.impede(obstacle))
  syncBuiltinESMExports()
  return observer
}

/** Called after a function of Node has returned, called back or failed. */
type Report = (args: unknown[], outcome: Outcome) => void

class Observer {
  readonly #known = new Map<string, Fact>()
  /** The state of each written path after it was last written. */
  readonly #written = new Map<string, string>()
  readonly #restore: (() => void)[] = []
  #obstacle: string | undefined
  /** Functions of Node call each other: only the outermost is observed. */
  #depth = 0

  /** States why the result depends on more than files. */
  impede(obstacle: string): void {
    this.#obstacle ??= obstacle
  }

  end(): Observation {
    for (const restore of this.#restore) restore()
    syncBuiltinESMExports()
    for (const [path, state] of this.#written)
      if (stateOf(path) !== state) this.impede(`${path} changed meanwhile`)
    const paths = new Set(this.#written.keys())
    return {
      facts: settled(this.#known.values(), paths),
      written: [...this.#written],
      obstacle: this.#obstacle,
    }
  }

  read(aspect: Aspect | undefined, given: unknown, outcome: Outcome): void {
    const path = pathOf(given)
    if (aspect === undefined || path === undefined) this.impede(OTHERWISE)
    else if (!isCode(path)) this.#learn(aspect, path, valueAfter(aspect, path, outcome))
  }

  #learn(aspect: Aspect, path: string, value: string): void {
    const key = `${aspect} ${path}`
    const before = this.#known.get(key)
    if (before !== undefined && before[2] !== value && !this.#written.has(path))
      this.impede(`${path} changed meanwhile`)
    this.#known.set(key, [aspect, path, value])
  }

  write(given: readonly unknown[]): void {
    for (const path of given.map(pathOf))
      if (path === undefined) this.impede(OTHERWISE)
      else this.#written.set(path, stateOf(path))
  }

  /** Replaces a function until the end, if this version of Node has it. */
  wrap(module: object, name: string, report: Report): void {
    const functions = module as Record<string, Anything>
    const original = functions[name]
    if (original === undefined) return
    functions[name] = this.#observedForms(original, report)
    this.#restore.push(() => {
      functions[name] = original
    })
  }

  /** With `realpath.native`, and the form that `promisify` returns. */
  #observedForms(original: Anything, report: Report): Anything {
    const observed = this.#observed(original, report)
    for (const key of ['native', promisify.custom]) {
      const form: unknown = Reflect.get(original, key)
      if (typeof form === 'function')
        Object.defineProperty(observed, key, { value: this.#observed(form as Anything, report) })
    }
    return observed
  }

  #observed(original: Anything, report: Report): Anything {
    const observer = this
    return function (this: unknown, ...args: unknown[]) {
      if (observer.#depth > 0) return original.apply(this, args)
      const passed = withReportedCallback(original.name, args, report)
      observer.#depth++
      try {
        return reported(original.apply(this, passed), passed === args, args, report)
      } catch (error) {
        report(args, { error })
        throw error
      } finally {
        observer.#depth--
      }
    }
  }
}

/** The same arguments, unless the last one is a callback. */
function withReportedCallback(name: string, args: unknown[], report: Report): unknown[] {
  const callback = args.at(-1)
  if (typeof callback !== 'function') return args
  const observed = function (this: unknown, ...results: unknown[]) {
    report(args, outcomeOfCallback(name, results))
    return (callback as Anything).apply(this, results)
  }
  return [...args.slice(0, -1), observed]
}

/** @param isFinal false where a callback gets the result */
function reported(result: unknown, isFinal: boolean, args: unknown[], report: Report): unknown {
  if (!(result instanceof Promise)) {
    if (isFinal) report(args, { value: result })
    return result
  }
  return result.then(
    (value) => {
      report(args, { value })
      return value
    },
    (error) => {
      report(args, { error })
      throw error
    },
  )
}

const formsOf = (name: string): [object, string][] => [
  [fs, name],
  [fs, `${name}Sync`],
  [fs.promises, name],
]

/** Facts about paths that the run itself changed are read at its end. Of written files, the state is compared instead. */
function settled(known: Iterable<Fact>, paths: ReadonlySet<string>): Fact[] {
  const changed = new Set<string>()
  for (const path of paths) for (let one = path; !changed.has(one); one = dirname(one)) changed.add(one)
  return [...known].flatMap(([aspect, path, value]): Fact[] => {
    if (!changed.has(path)) return [[aspect, path, value]]
    return paths.has(path) && aspect !== 'names' && aspect !== 'tree'
      ? []
      : [[aspect, path, valueNow(aspect, path)]]
  })
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

/** The absolute path; undefined for the number of an open file, and for a URL of no file. */
function pathOf(given: unknown): string | undefined {
  if (typeof given === 'string') return resolve(given)
  if (given instanceof URL) return given.protocol === 'file:' ? fileURLToPath(given) : undefined
  return given instanceof Uint8Array ? resolve(new TextDecoder().decode(given)) : undefined
}

/** Modules that Node itself loads in this way: the program and its dependencies. */
const isCode = (path: string): boolean => /[\\/]node_modules[\\/].*\.[cm]?js$/.test(path)
