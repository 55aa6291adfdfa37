/** TypeScript beside the loop: after each change what no longer compiles. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type CompileError, inShort, isOfTypes, isTest } from './compileErrors.ts'
import { ImportGraph } from './importGraph.ts'
import { startWarmChecker, type WarmChecker } from './warmChecker.ts'
import { watchSources } from './watchSources.ts'
import { type Compiler, startWholeRun } from './wholeRun.ts'

interface CompilerLoop {
  /** Files were written, absolute: they need not be waited for. */
  wrote(files: readonly string[], change: { visible: boolean }): void
  stop(): Promise<void>
}

interface CompilerEvents {
  /** There are errors in the files nearest to the change; so many are still to be checked. */
  found(errors: CompileError[], left: number): void
  /** Everything that the change can reach was checked. `aside`: what slowed it down. */
  finished(errors: CompileError[], aside?: string): void
  failed(reason: string): void
}

/** What ended so often by itself is not started again. */
const MOST_STARTS = 3

/**
 * Compiles now, and again after each change of a source. The first run is one over the whole project; then the native
 * compiler stays in memory and checks the files that changed and all that import them, at whatever distance. What
 * that cannot answer (files that come and go, packages, settings, imports of what was not there) a whole run does.
 * The compiler's own watch mode is not used: it hears of no change on some file systems.
 */
export function startCompiler(compiler: Compiler, events: CompilerEvents): CompilerLoop {
  const root = dirname(compiler.project)
  const memory = mkdtempSync(join(tmpdir(), 'specwright-design-'))
  const buildInfo = join(memory, 'tsbuildinfo')
  /** As they were found last, by the file's path from the root. */
  let errors = new Map<string, CompileError[]>()
  /** The state of each own file when it was looked at last. */
  let states = new Map<string, string>()
  let program = new Set<string>()
  let graph: ImportGraph | undefined
  let checker: WarmChecker | undefined
  let starts = 0
  let aside: string | undefined
  /** Changed, and not taken up by a run; `visible` to those that import the file. */
  let dirty = new Map<string, { visible: boolean }>()
  /** Changed since the checker read it. */
  const stale = { changed: new Set<string>(), created: new Set<string>(), deleted: new Set<string>() }
  let everythingIsStale = false
  /** Own files whose errors may be others by now. */
  let unchecked = new Set<string>()
  let needsWhole = true
  let packages = ''
  /** The files that every file sees, as the last whole run found them. */
  let global: string | undefined
  let end: (() => void) | undefined
  let running: Promise<void> | undefined
  let stopped = false

  const run = () => {
    if (stopped) return
    running ??= work()
      .catch((error: Error) => events.failed(error.message))
      .finally(() => {
        running = undefined
      })
  }
  const shown = (file: string) => relative(root, file).replaceAll('\\', '/')
  const isDue = () => !stopped && (needsWhole || dirty.size > 0 || unchecked.size > 0)
  const isOvertaken = () => stopped || needsWhole || [...dirty.values()].some(({ visible }) => visible)

  /** Looks whether a file is as it was. */
  const take = (file: string, visible: boolean) => {
    const state = stateOf(file)
    if (states.get(file) === state) return
    states.set(file, state)
    if (state === MISSING) needsWhole = true
    else dirty.set(file, { visible: visible || dirty.get(file)?.visible === true })
  }
  const seen = (path: string) => {
    if (/^(package|tsconfig.*)\.json$/.test(basename(path))) {
      everythingIsStale = true
      needsWhole = true
    } else if (states.has(path)) take(path, true)
    else needsWhole ||= stateOf(path) !== MISSING
  }
  const sources = watchSources(
    root,
    (paths) => {
      for (const path of paths) seen(path)
      if (isDue()) run()
    },
    ({ message }) => events.failed(`a folder cannot be watched: ${message}`),
  )

  async function work(): Promise<void> {
    while (isDue()) {
      // A folder that cannot be watched tells nothing.
      for (const file of states.keys()) take(file, true)
      const installed = stateOf(join(root, 'node_modules/.package-lock.json'))
      if (installed !== packages) {
        packages = installed
        everythingIsStale = true
        needsWhole = true
      }
      if (checker === undefined || graph === undefined || needsWhole) await checkWhole()
      else await checkReached(checker, graph).catch((error: Error) => giveUp(error.message))
    }
  }

  async function checkWhole(): Promise<void> {
    needsWhole = false
    unchecked = new Set()
    for (const file of dirty.keys()) stale.changed.add(file)
    dirty = new Map()
    const started = Date.now()
    const wholeRun = startWholeRun(compiler, buildInfo)
    end = wholeRun.end
    const { errors: found, files, failure } = await wholeRun.result
    if (stopped) return
    if (files.length > 0) takeStock(files, started) // else those of the last run stay watched
    if (failure !== undefined) {
      graph = undefined
      events.failed(failure)
      return
    }
    errors = new Map()
    for (const error of found) errors.set(error.file, [...(errors.get(error.file) ?? []), error])
    const imports = compiler.stays ? ImportGraph.read(buildInfo) : undefined
    if (hasForgotten(imports)) return
    tellFinished(found)
    // Where the syntax or the settings are wrong, the compiler looks at no types.
    const isBase = found.every(({ code }) => isOfTypes(code)) && !hasReferences(compiler.project)
    graph = isBase ? imports : undefined
    graph?.learn((file) => !dirty.has(file) && stateOf(file) === states.get(file))
    if (graph !== undefined && checker === undefined) await startChecker()
  }

  /**
   * The native compiler checks nothing again, in its incremental runs, when a file changes that every file sees (7.0.2).
   * Then the next run remembers nothing.
   */
  function hasForgotten(imports: ImportGraph | undefined): boolean {
    const before = global
    global = [...(imports?.global ?? [])].map((file) => `${file} ${states.get(file)}`).join('\n')
    if (before === undefined || before === global) return false
    rmSync(buildInfo, { force: true })
    global = undefined
    needsWhole = true
    return true
  }

  /** Notes how each file is now. What changed during the run was perhaps read before. */
  function takeStock(files: readonly string[], started: number): void {
    const own = files.filter((file) => !file.includes(`${sep}node_modules${sep}`))
    sources.set(own.filter((file) => file.startsWith(root + sep)))
    const before = program
    program = new Set(files)
    for (const file of program) if (!before.has(file)) stale.created.add(file)
    for (const file of before) if (!program.has(file)) stale.deleted.add(file)
    const known = states
    states = new Map(own.map((file) => [file, stateOf(file)]))
    for (const [file, state] of states) {
      if (known.has(file) && known.get(file) !== state) stale.changed.add(file)
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      if (time > started && time <= Date.now()) dirty.set(file, { visible: true })
    }
  }

  async function startChecker(): Promise<void> {
    if (stopped || starts === MOST_STARTS) return
    starts++
    forgetStale()
    let started: WarmChecker | undefined
    try {
      started = await startWarmChecker(compiler, (kill) => {
        end = kill
      })
      await compareWithWhole(started)
    } catch (error) {
      // Of another version, perhaps: whole runs tell as much.
      starts = MOST_STARTS
      aside = asideOf((error as Error).message)
      await started?.stop()
      return
    }
    checker = started
    void started.ended.then((reason) => {
      if (checker === started) giveUp(reason)
    })
  }

  /** Its first answer takes a second longer, and has to be that of the whole run, for the file with most errors. */
  async function compareWithWhole(started: WarmChecker): Promise<void> {
    const [file] = [...states.keys()].sort((a, b) => knownErrors(b) - knownErrors(a))
    if (file === undefined) return
    const [own, whole] = [inShort(await started.errorsOf(file)), inShort(errors.get(shown(file)) ?? [])]
    const isOld = isDue() || [...states].some(([path, state]) => stateOf(path) !== state)
    if (own === whole || isOld) return
    throw new Error(`of ${shown(file)} it says "${own}", a whole run "${whole}"`)
  }

  const knownErrors = (file: string): number => errors.get(shown(file))?.length ?? 0

  function forgetStale(): void {
    for (const files of [stale.changed, stale.created, stale.deleted]) files.clear()
    everythingIsStale = false
  }

  /** The next run is a whole one, which starts the checker again. */
  function giveUp(reason: string): void {
    if (stopped) return
    aside = asideOf(reason)
    void checker?.stop()
    checker = undefined
    needsWhole = true
    run()
  }

  async function checkReached(warm: WarmChecker, imports: ImportGraph): Promise<void> {
    const changes = dirty
    dirty = new Map()
    for (const file of changes.keys()) stale.changed.add(file)
    if (![...changes.keys()].every((file) => imports.takeUp(file))) {
      needsWhole = true
      return
    }
    for (const file of changes.keys()) unchecked.add(file)
    const visible = [...changes].filter(([, change]) => change.visible).map(([file]) => file)
    const reached = imports.reach(visible)
    for (const file of reached.keys()) if (imports.own.has(file)) unchecked.add(file)
    const told = { changed: [...stale.changed], created: [...stale.created], deleted: [...stale.deleted] }
    const request = everythingIsStale ? 'everything' : told
    forgetStale()
    await warm.update(request)

    const distance = (file: string) => reached.get(file) ?? (changes.has(file) ? 0 : Number.POSITIVE_INFINITY)
    const queue = [...unchecked].sort(
      (a, b) => Number(distance(a) > 1) - Number(distance(b) > 1) || Number(isTest(a)) - Number(isTest(b)),
    )
    const round: CompileError[] = []
    for (const [index, file] of queue.entries()) {
      if (isOvertaken()) return
      if (distance(file) > 1 && distance(queue[index - 1] ?? file) <= 1 && round.length > 0)
        events.found([...round], queue.length - index)
      const found = await warm.errorsOf(file)
      errors.set(shown(file), found)
      unchecked.delete(file)
      round.push(...found)
    }
    if ((await warm.errorsOfProject()).length > 0) needsWhole = true
    tellFinished(allErrors())
    starts = 1
  }

  /** Not when there is more to check: that is told as one. */
  function tellFinished(found: CompileError[]): void {
    if (dirty.size > 0 || needsWhole) return
    events.finished(found, aside)
    aside = undefined
  }

  function allErrors(): CompileError[] {
    const all = [...errors.values()].flat()
    return all.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
  }

  run()
  return {
    wrote(files, { visible }) {
      for (const file of files) {
        if (states.has(file)) take(file, visible)
        else needsWhole = true
      }
      if (isDue()) run()
    },
    async stop() {
      stopped = true
      sources.close()
      end?.()
      await checker?.stop()
      await running
      rmSync(memory, { recursive: true, force: true })
    },
  }
}

const asideOf = (reason: string): string =>
  `the whole project was compiled, for the checker in memory does not answer: ${reason}`

const MISSING = 'missing'

function stateOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? MISSING : `${found.ino} ${found.size} ${found.mtimeMs}`
}

const hasReferences = (project: string): boolean => /"references"\s*:/.test(readFileSync(project, 'utf8'))
