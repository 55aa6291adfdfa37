/** The steps of one document after each save: lint, bundle, docs, code, mock, breaking changes. */
import type { OutputPart } from '../generate/index.ts'
import { configFiles, type LintFinding } from '../lint/index.ts'
import type { Mock, MockSettings } from '../mock/mock.ts'
import { createNodeMock } from '../mock/nodeMock.ts'
import { documentOf } from '../openapi/documentOf.ts'
import { plural } from '../openapi/plural.ts'
import { Superseded, type Thread } from '../openapi/thread.ts'
import type { createBreakReport } from './breakReport.ts'
import type { Bundled } from './bundleThread.ts'
import type { Break, Compared } from './compareThread.ts'
import type { LoopEvents, StepName, StepResult } from './events.ts'
import { failureOf } from './mockProbe.ts'
import type { PageServer } from './pageServer.ts'
import type { DesignDocument, Project } from './project.ts'
import { CHECKING, timeOf, unreadableSince } from './staleness.ts'

/** The shared state of the documents of a loop. */
export interface Shared {
  project: Project
  pages: PageServer | undefined
  mock: MockSettings | undefined
  events: LoopEvents
  /** Milliseconds, for durations and for the sunsets that have come. */
  now(): number
  linting: Thread
  bundling: Thread
  comparing: Thread
  shown(file: string): string
  breaksOf: ReturnType<typeof createBreakReport>
  isStopped(): boolean
  isAnyUnreadable(): boolean
  watchAll(): void
  /** @returns the paths of those whose text is not there yet */
  write(outputs: readonly [string, string][], part: OutputPart, started: number): string[]
}

/** One run of the steps. */
interface Pass {
  /** The number of the save. */
  save: number
  /** When the save was. */
  started: number
}

type Tree = NonNullable<Bundled['tree']>

export class DocumentSteps {
  mock: Mock | undefined
  /** Undefined while the document can be read. */
  unreadableSince: number | undefined
  readonly #document: DesignDocument
  readonly #shared: Shared
  #references: ReadonlySet<string> = new Set()
  /** The files that the release was read from. */
  #releaseFiles: readonly string[] = []
  #save = 0
  /** Whether the steps of the last save all ended. */
  #isComplete = false
  /** The operation that a superseded save changed: the next pass shows it. */
  #unshown: string | undefined

  constructor(document: DesignDocument, shared: Shared) {
    this.#document = document
    this.#shared = shared
  }

  /** The files that the document is read from, and those that decide what is reported of it. */
  files(): string[] {
    return [this.#document.file, ...this.#consulted(), ...this.#references]
  }

  isOf(files: readonly string[]): boolean {
    const own = new Set(this.files())
    return files.some((file) => own.has(file))
  }

  /** The files that decide what is reported of the document: rules, ignored problems, release and waivers. */
  #consulted(): string[] {
    const { config, released } = this.#document
    return [
      ...configFiles(config),
      ...(released === undefined ? [] : [released, ...this.#releaseFiles, this.#shared.project.waivers]),
    ]
  }

  begin(save: number): void {
    this.#save = save
    this.#shared.events.stale(this.#document.name, CHECKING)
  }

  /** A step that a newer save has overtaken reports nothing. */
  async run(pass: Pass): Promise<void> {
    const lint = this.#attempt(pass, 'lint', () => this.#lint(pass))
    const comparison = this.#compare()
    const bundled = await this.#attempt(pass, 'bundle', () => this.#bundle())
    if (bundled?.tree !== undefined) await this.#use(pass, bundled, bundled.tree, comparison)
    else if (bundled !== undefined) this.#reportUnreadable(pass, bundled.error ?? '')
    await lint
  }

  #isFresh({ save }: Pass): boolean {
    return this.#save === save && !this.#shared.isStopped()
  }

  #report(
    pass: Pass,
    step: StepName,
    state: StepResult['state'],
    summary: string,
    lines: string[] = [],
  ): void {
    if (!this.#isFresh(pass)) return
    const milliseconds = this.#shared.now() - pass.started
    this.#shared.events.step({ step, document: this.#document.name, state, summary, lines, milliseconds })
  }

  async #attempt<T>(pass: Pass, step: StepName, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return this.#isFresh(pass) ? await work() : undefined
    } catch (error) {
      if (!(error instanceof Superseded))
        this.#report(pass, step, 'bad', 'failed', (error as Error).message.split('\n'))
      return undefined
    }
  }

  async #lint(pass: Pass): Promise<void> {
    const { name, file, config, alias } = this.#document
    const found = await this.#shared.linting.run<LintFinding[]>(`lint ${name}`, { file, config, alias })
    const errors = found.filter(({ severity }) => severity === 'error').length
    const lines = found.map(
      (one) =>
        `${this.#shared.shown(one.file)}:${one.line}:${one.column} ${one.severity} ${one.message} (${one.rule})`,
    )
    const summary =
      found.length === 0 ? 'clean' : `${plural(errors, 'error')}, ${plural(found.length - errors, 'warning')}`
    this.#report(pass, 'lint', found.length === 0 ? 'good' : 'bad', summary, lines)
  }

  async #bundle(): Promise<Bundled> {
    const { name, file } = this.#document
    const { bundling, project, watchAll } = this.#shared
    const task = { kind: 'bundle', root: project.root, file }
    const bundled = await bundling.run<Bundled>(`bundle ${name}`, task)
    const known = bundled.tree === undefined ? this.#references : []
    this.#references = new Set([...known, ...bundled.files])
    watchAll()
    this.#unshown = bundled.changed[0] ?? this.#unshown
    return bundled
  }

  #reportUnreadable(pass: Pass, message: string): void {
    this.#isComplete = false // the page has to remove its warning
    if (!this.#isFresh(pass)) return
    const { pages, events, now, project } = this.#shared
    const { name } = this.#document
    const since = this.unreadableSince ?? now()
    this.unreadableSince = since
    pages?.broken(name, message, timeOf(since))
    events.stale(name, unreadableSince(since))
    events.stale('', unreadableSince(since))
    const lines = shorten(project.root, message)
    this.#report(pass, 'bundle', 'bad', 'cannot be read; the last good state stays served', lines)
  }

  async #use(
    pass: Pass,
    bundled: Bundled,
    tree: Tree,
    comparison: Promise<Break[] | undefined>,
  ): Promise<void> {
    // Then page, mock and code are what they have to be; lines may have moved.
    const isIdle = bundled.same && this.#isComplete
    this.#isComplete = false
    if (this.#isFresh(pass)) {
      this.unreadableSince = undefined
      if (isIdle) this.#shared.events.fresh(this.#document.name)
    }
    const summary = isIdle ? 'nothing changed in it' : plural(bundled.operations, 'operation')
    this.#report(pass, 'bundle', 'good', summary)
    if (!isIdle) await this.#attempt(pass, 'docs', async () => this.#show(pass, tree))
    const code = this.#attempt(pass, 'code', async () =>
      isIdle ? this.#leaveCode(pass) : this.#generate(pass),
    )
    if (tree.openapi !== undefined && !isIdle)
      await this.#attempt(pass, 'mock', () => this.#reloadMock(pass, tree))
    await this.#attempt(pass, 'breaks', async () => {
      const found = await comparison
      if (found !== undefined && this.#isFresh(pass))
        this.#report(pass, 'breaks', ...this.#shared.breaksOf(this.#document, found))
    })
    await code
    if (this.#isFresh(pass)) this.#isComplete = true
  }

  #show(pass: Pass, tree: Tree): void {
    const { pages } = this.#shared
    if (pages === undefined) return
    const operation = this.#unshown
    this.#unshown = undefined
    pages.show(this.#document.name, tree, operation)
    this.#report(pass, 'docs', 'good', operation === undefined ? 'shown' : `shown at ${operation}`)
  }

  async #reloadMock(pass: Pass, tree: Tree): Promise<void> {
    if (this.#shared.mock === undefined) return
    const loaded = documentOf(structuredClone(tree), this.#document.file)
    const mock = await createNodeMock(loaded, this.#shared.mock)
    this.mock = mock
    const failure = await failureOf(mock, loaded)
    if (failure === undefined) this.#report(pass, 'mock', 'good', 'reloaded')
    else this.#report(pass, 'mock', 'bad', 'fails', [failure])
  }

  /** Undefined where there is no release. A failure is reported by the step that waits for it. */
  #compare(): Promise<Break[] | undefined> {
    const { name, file, released } = this.#document
    const { comparing, project, now, watchAll } = this.#shared
    if (released === undefined) return Promise.resolve(undefined)
    const task = { file, released, waivers: project.waivers, today: now() }
    const found = comparing.run<Compared>(`compare ${name}`, task).then(({ breaks, error, releaseFiles }) => {
      this.#releaseFiles = releaseFiles
      watchAll()
      if (breaks === undefined) throw new Error(error)
      return breaks
    })
    found.catch(() => {})
    return found
  }

  async #generate(pass: Pass): Promise<void> {
    const { name, file, generates } = this.#document
    const { project, bundling, shown, write } = this.#shared
    if (generates === undefined) {
      this.#leaveCode(pass)
      return
    }
    const made = async (part: OutputPart): Promise<string[]> => {
      const task = { kind: 'outputs', root: project.root, generates, source: shown(file), file, part }
      const outputs = await bundling.run<[string, string][]>(`${part} ${name}`, task)
      return this.#isFresh(pass) ? write(outputs, part, pass.started) : []
    }
    // The compiler needs the types first.
    const written = [...(await made('types')), ...(await made('validators'))]
    if (written.length === 0) this.#leaveCode(pass)
    this.#report(pass, 'code', 'good', written.length === 0 ? 'as before' : `wrote ${written.join(', ')}`)
  }

  /** Nothing was written: what the compiler reported last still applies. */
  #leaveCode(pass: Pass): void {
    if (!this.#shared.isAnyUnreadable() && this.#isFresh(pass)) this.#shared.events.fresh('')
  }
}

const shorten = (root: string, message: string): string[] =>
  message.split('\n').flatMap((line) => {
    const text = line.replaceAll(`${root}/`, '').trim()
    return text === '' ? [] : [text]
  })
