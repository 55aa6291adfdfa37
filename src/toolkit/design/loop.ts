/** The loop: after each save the steps of the documents that the file belongs to, each reported as it ends. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { OutputPart } from '../generate/index.ts'
import type { Mock, MockSettings } from '../mock/mock.ts'
import { plural } from '../openapi/plural.ts'
import { startThread } from '../openapi/thread.ts'
import { createBreakReport } from './breakReport.ts'
import { type CompileError, describeErrors } from './compiler/compileErrors.ts'
import { startCompiler } from './compiler/compiler.ts'
import { declareTheSame } from './compiler/typeShape.ts'
import { DocumentSteps, type Shared } from './documentSteps.ts'
import type { LoopEvents, StepResult } from './events.ts'
import type { PageServer } from './pageServer.ts'
import type { Project } from './project.ts'
import { CHECKING, unreadableSince } from './staleness.ts'
import { watchFiles } from './watchFiles.ts'

export interface LoopOptions {
  project: Project
  pages: PageServer | undefined
  mock: MockSettings | undefined
  events: LoopEvents
  /** Milliseconds, for durations and for the sunsets that have come. */
  now(): number
}

export interface Loop {
  mocks(): readonly Mock[]
  /** Resolves when every document was gone through once. */
  started: Promise<void>
  stop(): Promise<void>
}

/** A generated file whose text is another than on disk. */
interface Rewrite {
  path: string
  file: string
  before: string | undefined
  text: string
}

const threadAt = (name: string): string => new URL(`./${name}`, import.meta.url).href

export const startLoop = (options: LoopOptions): Loop => new DesignLoop(options)

class DesignLoop implements Loop {
  readonly started: Promise<void>
  readonly #options: LoopOptions
  readonly #threads = {
    linting: startThread(threadAt('lintThread')),
    bundling: startThread(threadAt('bundleThread')),
    comparing: startThread(threadAt('compareThread')),
  }
  readonly #documents: readonly DocumentSteps[]
  readonly #watch
  readonly #compiler
  #saves = 0
  /** When the save was that the compiler checks. */
  #compiling: number
  #isStopped = false

  constructor(options: LoopOptions) {
    const { project, now } = options
    this.#options = options
    this.#compiling = now()
    const shared = this.#share()
    this.#documents = project.documents.map((document) => new DocumentSteps(document, shared))
    this.#watch = watchFiles((files) => {
      options.events.saved(files.map((file) => this.#shown(file)))
      void this.#round(this.#documents.filter((one) => one.isOf(files)))
    })
    this.#compiler = this.#startCompiler()
    this.#watchAll()
    this.started = this.#round(this.#documents)
  }

  readonly mocks = (): readonly Mock[] => this.#documents.flatMap(({ mock }) => mock ?? [])

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#watch.close()
    const { linting, bundling, comparing } = this.#threads
    await Promise.all([linting.stop(), bundling.stop(), comparing.stop(), this.#compiler?.stop()])
  }

  #share(): Shared {
    return {
      ...this.#options,
      ...this.#threads,
      shown: (file) => this.#shown(file),
      breaksOf: createBreakReport((file) => this.#shown(file)),
      isStopped: () => this.#isStopped,
      isAnyUnreadable: () => this.#unreadableSince() !== undefined,
      watchAll: () => this.#watchAll(),
      write: (outputs, part, started) => this.#write(outputs, part, started),
    }
  }

  #shown(file: string): string {
    return relative(this.#options.project.root, file) || file
  }

  #watchAll(): void {
    if (!this.#isStopped) this.#watch.set(this.#documents.flatMap((one) => one.files()))
  }

  /** When the first of the documents that cannot be read became so. */
  #unreadableSince(): number | undefined {
    const times = this.#documents.flatMap((one) => one.unreadableSince ?? [])
    return times.length === 0 ? undefined : Math.min(...times)
  }

  async #round(touched: readonly DocumentSteps[]): Promise<void> {
    const { events, now } = this.#options
    const started = now()
    const save = ++this.#saves
    for (const one of touched) one.begin(save)
    await Promise.all(touched.map((one) => one.run({ save, started })))
    if (save === this.#saves && !this.#isStopped) events.settled(now() - started)
  }

  /** @returns the paths of those whose text is not there yet */
  #write(outputs: readonly [string, string][], part: OutputPart, started: number): string[] {
    const changes = outputs.flatMap(([path, text]): Rewrite[] => {
      const file = join(this.#options.project.root, path)
      const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
      return before === text ? [] : [{ path, file, before, text }]
    })
    if (changes.length > 0) {
      this.#compiling = started
      this.#options.events.stale('', CHECKING)
    }
    for (const { file, text } of changes) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const files = changes.map(({ file }) => file)
    this.#compiler?.wrote(files, { visible: isVisible(changes, part) })
    return changes.map(({ path }) => path)
  }

  #startCompiler() {
    const { compiler, documents } = this.#options.project
    const untyped = untypedNote(
      documents.filter(({ generates }) => generates === undefined).map(({ name }) => name),
    )
    const report = (errors: CompileError[], summary: string) =>
      this.#reportCompiled(errors.length === 0 ? 'good' : 'bad', summary, describeErrors(errors))
    return (
      compiler &&
      startCompiler(compiler, {
        found: (errors, left) =>
          this.#reportCompiled(
            'bad',
            `${plural(errors.length, 'error')} so far, ${plural(left, 'file')} left to check`,
            describeErrors(errors),
          ),
        finished(errors, aside) {
          const summary = errors.length === 0 ? 'clean' : plural(errors.length, 'error')
          report(errors, [summary, aside, untyped].filter((part) => part !== undefined).join('; '))
        },
        failed: (reason) => this.#reportCompiled('bad', 'the compiler failed', [reason]),
      })
    )
  }

  #reportCompiled(state: StepResult['state'], summary: string, lines: string[]): void {
    if (this.#isStopped) return
    const { events, now } = this.#options
    const milliseconds = now() - this.#compiling
    events.step({ step: 'compile', document: '', state, summary, lines, milliseconds })
    const since = this.#unreadableSince()
    if (since !== undefined) events.stale('', unreadableSince(since))
  }
}

/**
 * Whether files that import these may compile differently. A validator is called by the types next to it, whatever it
 * has compiled in. The largest file comes first.
 */
const isVisible = (changes: readonly Rewrite[], part: OutputPart): boolean =>
  changes
    .toReversed()
    .some(
      ({ file, before, text }) =>
        before === undefined || (part === 'types' && !declareTheSame(file, before, text)),
    )

/** A clean result covers no document without generated types. */
const untypedNote = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `not compared with ${names.join(', ')}: no types are generated from it`
