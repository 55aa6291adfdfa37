/** Runs TypeScript next to the loop, and reports compile errors after each change. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type CompileError, inShort, isOfTypes, isTest } from './compileErrors.ts'
import { ImportGraph } from './importGraph.ts'
import { startWarmChecker, type WarmChecker } from './warmChecker.ts'
import { watchSources } from './watchSources.ts'
import { type Compiler, startWholeRun } from './wholeRun.ts'

/** Whether a change of a file is visible to those that import it. */
interface Change {
  visible: boolean
}

interface CompilerLoop {
  /** Files were written, absolute: they need not be waited for. */
  wrote(files: readonly string[], change: Change): void
  stop(): Promise<void>
}

interface CompilerEvents {
  /** There are errors in the files nearest to the change; so many are still to be checked. */
  found(errors: CompileError[], left: number): void
  /** Everything that the change can reach was checked. `aside`: what slowed it down. */
  finished(errors: CompileError[], aside?: string): void
  failed(reason: string): void
}

/** A checker that ended so often by itself is not started again. */
const MAX_STARTS = 3
/** Imports between a changed file and those that are checked first. */
const MAX_NEAR = 1

/**
 * Compiles now, and again after each change of a source. The first run is one over the whole project; then the native
 * compiler stays in memory and checks the files that changed and all that import them, at whatever distance. It cannot
 * handle files that come and go, packages, settings, and imports of missing files: then the whole project runs.
 * The compiler's own watch mode is not used, because it does not see changes on some file systems.
 */
export const startCompiler = (compiler: Compiler, events: CompilerEvents): CompilerLoop =>
  new Compilation(compiler, events)

class Compilation implements CompilerLoop {
  readonly #compiler: Compiler
  readonly #events: CompilerEvents
  readonly #root: string
  readonly #memory = mkdtempSync(join(tmpdir(), 'specwright-design-'))
  readonly #buildInfo = join(this.#memory, 'tsbuildinfo')
  readonly #sources
  /** As they were found last, by the file's path from the root. */
  #errors = new Map<string, CompileError[]>()
  /** The state of each own file when it was looked at last. */
  #states = new Map<string, string>()
  #program = new Set<string>()
  #graph: ImportGraph | undefined
  #checker: WarmChecker | undefined
  #starts = 0
  #aside: string | undefined
  /** Changed, and not yet part of a run; `visible` to files that import it. */
  #dirty = new Map<string, Change>()
  /** Changed since the checker read it. */
  readonly #stale = { changed: new Set<string>(), created: new Set<string>(), deleted: new Set<string>() }
  #everythingIsStale = false
  /** Own files whose errors may be others by now. */
  #unchecked = new Set<string>()
  #needsWhole = true
  #packages = ''
  /** The files that every file sees, as the last whole run found them. */
  #global: string | undefined
  #end: (() => void) | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(compiler: Compiler, events: CompilerEvents) {
    this.#compiler = compiler
    this.#events = events
    this.#root = dirname(compiler.project)
    this.#sources = watchSources(
      this.#root,
      (paths) => {
        for (const path of paths) this.#see(path)
        if (this.#isDue()) this.#run()
      },
      ({ message }) => events.failed(`a folder cannot be watched: ${message}`),
    )
    this.#run()
  }

  wrote(files: readonly string[], { visible }: Change): void {
    for (const file of files) {
      if (this.#states.has(file)) this.#compareState(file, visible)
      else this.#needsWhole = true
    }
    if (this.#isDue()) this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#sources.close()
    this.#end?.()
    await this.#checker?.stop()
    await this.#running
    rmSync(this.#memory, { recursive: true, force: true })
  }

  #run(): void {
    if (this.#isStopped) return
    this.#running ??= this.#work()
      .catch((error: Error) => this.#events.failed(error.message))
      .finally(() => {
        this.#running = undefined
      })
  }

  #isDue(): boolean {
    return !this.#isStopped && (this.#needsWhole || this.#dirty.size > 0 || this.#unchecked.size > 0)
  }

  #isOvertaken(): boolean {
    return this.#isStopped || this.#needsWhole || [...this.#dirty.values()].some(({ visible }) => visible)
  }

  #shown(file: string): string {
    return relative(this.#root, file).replaceAll('\\', '/')
  }

  #see(path: string): void {
    if (/^(package|tsconfig.*)\.json$/.test(basename(path))) {
      this.#everythingIsStale = true
      this.#needsWhole = true
    } else if (this.#states.has(path)) this.#compareState(path, true)
    else this.#needsWhole ||= stateOf(path) !== MISSING
  }

  /** Looks whether a file is as it was. */
  #compareState(file: string, visible: boolean): void {
    const state = stateOf(file)
    if (this.#states.get(file) === state) return
    this.#states.set(file, state)
    if (state === MISSING) this.#needsWhole = true
    else this.#dirty.set(file, { visible: visible || this.#dirty.get(file)?.visible === true })
  }

  async #work(): Promise<void> {
    while (this.#isDue()) {
      // A folder that cannot be watched reports nothing.
      for (const file of this.#states.keys()) this.#compareState(file, true)
      const installed = stateOf(join(this.#root, 'node_modules/.package-lock.json'))
      if (installed !== this.#packages) {
        this.#packages = installed
        this.#everythingIsStale = true
        this.#needsWhole = true
      }
      if (this.#checker === undefined || this.#graph === undefined || this.#needsWhole)
        await this.#checkWhole()
      else
        await this.#checkReached(this.#checker, this.#graph).catch((error: Error) =>
          this.#giveUp(error.message),
        )
    }
  }

  async #checkWhole(): Promise<void> {
    this.#needsWhole = false
    this.#unchecked = new Set()
    for (const file of this.#dirty.keys()) this.#stale.changed.add(file)
    this.#dirty = new Map()
    const started = Date.now()
    const wholeRun = startWholeRun(this.#compiler, this.#buildInfo)
    this.#end = wholeRun.end
    const { errors, files, failure } = await wholeRun.result
    if (this.#isStopped) return
    if (files.length > 0) this.#takeStock(files, started) // else those of the last run stay watched
    if (failure !== undefined) {
      this.#graph = undefined
      this.#events.failed(failure)
      return
    }
    await this.#takeUpErrors(errors)
  }

  async #takeUpErrors(found: CompileError[]): Promise<void> {
    this.#errors = new Map()
    for (const error of found) this.#errors.set(error.file, [...(this.#errors.get(error.file) ?? []), error])
    const imports = this.#compiler.stays ? ImportGraph.read(this.#buildInfo) : undefined
    if (this.#hasForgotten(imports)) return
    this.#reportFinished(found)
    // Where the syntax or the settings are wrong, the compiler looks at no types.
    const isBase = found.every(({ code }) => isOfTypes(code)) && !hasReferences(this.#compiler.project)
    this.#graph = isBase ? imports : undefined
    this.#graph?.learn((file) => !this.#dirty.has(file) && stateOf(file) === this.#states.get(file))
    if (this.#graph !== undefined && this.#checker === undefined) await this.#startChecker()
  }

  /**
   * The native compiler checks nothing again, in its incremental runs, when a file changes that every file sees (7.0.2).
   * Then the next run remembers nothing.
   */
  #hasForgotten(imports: ImportGraph | undefined): boolean {
    const before = this.#global
    this.#global = [...(imports?.global ?? [])].map((file) => `${file} ${this.#states.get(file)}`).join('\n')
    if (before === undefined || before === this.#global) return false
    rmSync(this.#buildInfo, { force: true })
    this.#global = undefined
    this.#needsWhole = true
    return true
  }

  /** Records how each file is now. A file that changed during the run was perhaps read before. */
  #takeStock(files: readonly string[], started: number): void {
    const own = files.filter((file) => !file.includes(`${sep}node_modules${sep}`))
    this.#sources.set(own.filter((file) => file.startsWith(this.#root + sep)))
    const before = this.#program
    this.#program = new Set(files)
    for (const file of this.#program) if (!before.has(file)) this.#stale.created.add(file)
    for (const file of before) if (!this.#program.has(file)) this.#stale.deleted.add(file)
    const known = this.#states
    this.#states = new Map(own.map((file) => [file, stateOf(file)]))
    for (const [file, state] of this.#states) {
      if (known.has(file) && known.get(file) !== state) this.#stale.changed.add(file)
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (time > started && time <= Date.now()) this.#dirty.set(file, { visible: true })
    }
  }

  async #startChecker(): Promise<void> {
    if (this.#isStopped || this.#starts === MAX_STARTS) return
    this.#starts++
    this.#forgetStale()
    let started: WarmChecker | undefined
    try {
      started = await startWarmChecker(this.#compiler, (kill) => {
        this.#end = kill
      })
      await this.#compareWithWhole(started)
    } catch (error) {
      // Perhaps of another version: whole runs report as much.
      this.#starts = MAX_STARTS
      this.#aside = asideOf((error as Error).message)
      await started?.stop()
      return
    }
    const checker = started
    this.#checker = checker
    void checker.ended.then((reason) => {
      if (this.#checker === checker) this.#giveUp(reason)
    })
  }

  /** Its first result needs a second longer, and has to be that of the whole run, for the file with most errors. */
  async #compareWithWhole(started: WarmChecker): Promise<void> {
    const errorsOf = (path: string) => this.#errors.get(this.#shown(path)) ?? []
    const [file] = [...this.#states.keys()].sort((a, b) => errorsOf(b).length - errorsOf(a).length)
    if (file === undefined) return
    const [own, whole] = [inShort(await started.errorsOf(file)), inShort(errorsOf(file))]
    const isOld = this.#isDue() || [...this.#states].some(([path, state]) => stateOf(path) !== state)
    if (own === whole || isOld) return
    throw new Error(`for ${this.#shown(file)} it reports "${own}", a whole run "${whole}"`)
  }

  #forgetStale(): void {
    for (const files of Object.values(this.#stale)) files.clear()
    this.#everythingIsStale = false
  }

  /** The next run is a whole one, which starts the checker again. */
  #giveUp(reason: string): void {
    if (this.#isStopped) return
    this.#aside = asideOf(reason)
    void this.#checker?.stop()
    this.#checker = undefined
    this.#needsWhole = true
    this.#run()
  }

  async #checkReached(warm: WarmChecker, imports: ImportGraph): Promise<void> {
    const changes = this.#dirty
    this.#dirty = new Map()
    for (const file of changes.keys()) this.#stale.changed.add(file)
    if (![...changes.keys()].every((file) => imports.readImports(file))) {
      this.#needsWhole = true
      return
    }
    for (const file of changes.keys()) this.#unchecked.add(file)
    const visible = [...changes].filter(([, change]) => change.visible).map(([file]) => file)
    const reached = imports.reach(visible)
    for (const file of reached.keys()) if (imports.own.has(file)) this.#unchecked.add(file)
    await this.#update(warm)
    const isNear = (file: string) => (reached.get(file) ?? (changes.has(file) ? 0 : MAX_NEAR + 1)) <= MAX_NEAR
    if (!(await this.#checkNearestFirst(warm, isNear))) return
    if ((await warm.errorsOfProject()).length > 0) this.#needsWhole = true
    this.#reportFinished(this.#allErrors())
    this.#starts = 1
  }

  async #update(warm: WarmChecker): Promise<void> {
    const { changed, created, deleted } = this.#stale
    const files = { changed: [...changed], created: [...created], deleted: [...deleted] }
    const request = this.#everythingIsStale ? 'everything' : files
    this.#forgetStale()
    await warm.update(request)
  }

  /** @returns false where a newer change comes before the rest */
  async #checkNearestFirst(warm: WarmChecker, isNear: (file: string) => boolean): Promise<boolean> {
    const queue = [...this.#unchecked].sort(
      (a, b) => Number(isNear(b)) - Number(isNear(a)) || Number(isTest(a)) - Number(isTest(b)),
    )
    const near = queue.filter(isNear).length
    const round: CompileError[] = []
    for (const [index, file] of queue.entries()) {
      if (this.#isOvertaken()) return false
      if (index === near && index > 0 && round.length > 0)
        this.#events.found([...round], queue.length - index)
      const found = await warm.errorsOf(file)
      this.#errors.set(this.#shown(file), found)
      this.#unchecked.delete(file)
      round.push(...found)
    }
    return true
  }

  /** Not when there is more to check: that is reported as one. */
  #reportFinished(found: CompileError[]): void {
    if (this.#dirty.size > 0 || this.#needsWhole) return
    this.#events.finished(found, this.#aside)
    this.#aside = undefined
  }

  #allErrors(): CompileError[] {
    const all = [...this.#errors.values()].flat()
    return all.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
  }
}

const asideOf = (reason: string): string =>
  `the whole project was compiled, because the checker in memory does not respond: ${reason}`

const MISSING = 'missing'

function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? MISSING : `${found.ino} ${found.size} ${found.mtimeMs}`
}

const hasReferences = (project: string): boolean => /"references"\s*:/.test(readFileSync(project, 'utf8'))
