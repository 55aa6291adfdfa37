/** The loop: after each save the steps of the documents that the file belongs to, each told as it ends. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { OutputPart } from '../generate/outputs.ts'
import { createMock, type Mock, type MockSettings } from '../mock/mock.ts'
import { documentOf } from '../openapi/load.ts'
import { count, createBreakReport } from './breakReport.ts'
import type { Bundled } from './bundleThread.ts'
import type { Break } from './compareThread.ts'
import { describeErrors } from './compiler/compileErrors.ts'
import { startCompiler } from './compiler/compiler.ts'
import { declareTheSame } from './compiler/typeShape.ts'
import type { LoopEvents, StepName, StepResult } from './events.ts'
import type { LintFinding } from './lintThread.ts'
import { failureOf } from './mockProbe.ts'
import type { PageServer } from './pageServer.ts'
import type { DesignDocument, Project } from './project.ts'
import { CHECKING, timeOf, unreadableSince } from './staleness.ts'
import { Superseded, startThread } from './thread.ts'
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

export function startLoop({ project, pages, mock: mockSettings, events, now }: LoopOptions): Loop {
  const { root, documents } = project
  const linting = startThread('lintThread')
  const bundling = startThread('bundleThread')
  const comparing = startThread('compareThread')
  const mocks = new Map<string, Mock>()
  const filesOf = new Map<string, Set<string>>()
  const current = new Map<string, number>()
  /** Documents whose last save was gone through to the end. */
  const complete = new Set<string>()
  /** What a save that was overtaken had changed, to be shown by the one after it. */
  const unshown = new Map<string, string>()
  /** Documents that cannot be read, with the time since when. */
  const unreadable = new Map<string, number>()
  const breaksOf = createBreakReport((file) => shown(file))
  let saves = 0
  let compiling = now()
  let stopped = false

  const shown = (file: string) => relative(root, file) || file
  const watch = watchFiles((files) => {
    events.saved(files.map(shown))
    const touched = documents.filter(({ name, config }) =>
      files.some((file) => file === config || filesOf.get(name)?.has(file)),
    )
    void round(touched)
  })
  const watchAll = () =>
    watch.set(
      documents.flatMap(({ name, file, config }) => [
        file,
        ...(config ? [config] : []),
        ...(filesOf.get(name) ?? []),
      ]),
    )

  async function round(touched: readonly DesignDocument[]): Promise<void> {
    const started = now()
    const save = ++saves
    for (const { name } of touched) {
      current.set(name, save)
      events.stale(name, CHECKING)
    }
    await Promise.all(touched.map((document) => steps(document, save, started)))
    if (save === saves && !stopped) events.settled(now() - started)
  }

  /** A step that a newer save has overtaken tells nothing. */
  async function steps(document: DesignDocument, save: number, started: number): Promise<void> {
    const { name, file } = document
    const fresh = () => current.get(name) === save && !stopped
    const tell = (step: StepName, state: StepResult['state'], summary: string, lines: string[] = []) => {
      if (fresh()) events.step({ step, document: name, state, summary, lines, milliseconds: now() - started })
    }
    const attempt = async (step: StepName, work: () => Promise<void>) => {
      try {
        if (fresh()) await work()
      } catch (error) {
        if (!(error instanceof Superseded)) tell(step, 'bad', 'failed', (error as Error).message.split('\n'))
      }
    }

    const lint = attempt('lint', async () => {
      const { config, alias } = document
      const found = await linting.run<LintFinding[]>(`lint ${name}`, { file, config, alias })
      const errors = found.filter(({ severity }) => severity === 'error').length
      const lines = found.map(
        (one) => `${shown(one.file)}:${one.line}:${one.column} ${one.severity} ${one.message} (${one.rule})`,
      )
      const summary =
        found.length === 0 ? 'clean' : `${count(errors, 'error')}, ${count(found.length - errors, 'warning')}`
      tell('lint', found.length === 0 ? 'good' : 'bad', summary, lines)
    })

    const comparison = compare(document)
    let bundled: Bundled | undefined
    await attempt('bundle', async () => {
      bundled = await bundling.run<Bundled>(`bundle ${name}`, { kind: 'bundle', root, file })
      const known = bundled.tree === undefined ? (filesOf.get(name) ?? []) : []
      filesOf.set(name, new Set([...known, ...bundled.files]))
      if (!stopped) watchAll()
      const [operation] = bundled.changed
      if (operation !== undefined) unshown.set(name, operation)
    })
    const tree = bundled?.tree
    if (bundled !== undefined && tree === undefined) {
      const message = bundled.error ?? ''
      complete.delete(name) // the page has to take its warning away
      if (fresh()) {
        const since = unreadable.get(name) ?? now()
        unreadable.set(name, since)
        pages?.broken(name, message, timeOf(since))
        events.stale(name, unreadableSince(since))
        events.stale('', unreadableSince(since))
        tell('bundle', 'bad', 'cannot be read; the last good state stays served', shorten(root, message))
      }
    } else if (bundled !== undefined && tree !== undefined) {
      // Then page, mock and code are what they have to be; lines may have moved.
      const idle = bundled.same && complete.has(name)
      complete.delete(name)
      if (fresh()) unreadable.delete(name)
      if (idle && fresh()) events.fresh(name)
      tell('bundle', 'good', idle ? 'nothing changed in it' : count(bundled.operations, 'operation'))
      await attempt('docs', async () => {
        if (pages === undefined || idle) return
        const operation = unshown.get(name)
        unshown.delete(name)
        pages.show(name, tree, operation)
        tell('docs', 'good', operation === undefined ? 'shown' : `shown at ${operation}`)
      })
      const code = attempt('code', async () => {
        if (!idle) await generate(document, tell, fresh, started)
        else if (unreadable.size === 0 && fresh()) events.fresh('')
      })
      if (tree.openapi !== undefined) {
        await attempt('mock', async () => {
          if (mockSettings === undefined || idle) return
          const loaded = documentOf(structuredClone(tree), file)
          const mock = await createMock(loaded, mockSettings)
          mocks.set(name, mock)
          const failure = await failureOf(mock, loaded)
          if (failure === undefined) tell('mock', 'good', 'reloaded')
          else tell('mock', 'bad', 'fails', [failure])
        })
      }
      await attempt('breaks', async () => {
        const found = await comparison
        if (found !== undefined && fresh()) tell('breaks', ...breaksOf(document, found))
      })
      await code
      if (fresh()) complete.add(name)
    }
    await lint
  }

  type Tell = (step: StepName, state: StepResult['state'], summary: string, lines?: string[]) => void

  /** Undefined where there is no release. A failure is told by whoever waits for it, or by nobody. */
  function compare({ name, file, released }: DesignDocument): Promise<Break[] | undefined> {
    if (released === undefined) return Promise.resolve(undefined)
    const task = { file, released, waivers: project.waivers, today: now() }
    const found = comparing.run<Break[]>(`compare ${name}`, task)
    found.catch(() => {})
    return found
  }

  async function generate(
    { name, file, generates }: DesignDocument,
    tell: Tell,
    fresh: () => boolean,
    started: number,
  ): Promise<void> {
    if (generates === undefined) {
      if (unreadable.size === 0 && fresh()) events.fresh('')
      return
    }
    const made = async (part: OutputPart): Promise<string[]> => {
      const task = { kind: 'outputs', root, generates, source: shown(file), file, part }
      const outputs = await bundling.run<[string, string][]>(`${part} ${name}`, task)
      return fresh() ? write(outputs, part, started) : []
    }
    // What the compiler looks at comes first.
    const written = [...(await made('types')), ...(await made('validators'))]
    if (written.length === 0 && unreadable.size === 0 && fresh()) events.fresh('')
    tell('code', 'good', written.length === 0 ? 'as before' : `wrote ${written.join(', ')}`)
  }

  /** @returns the paths of those whose text is not there yet */
  function write(outputs: readonly [string, string][], part: OutputPart, started: number): string[] {
    const changes = outputs.flatMap(([path, text]) => {
      const file = join(root, path)
      const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
      return before === text ? [] : [{ path, file, before, text }]
    })
    if (changes.length > 0) {
      compiling = started
      events.stale('', CHECKING)
    }
    for (const { file, text } of changes) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    // A validator is called by the types that stand beside it, whatever it has compiled in. The largest file comes first.
    const visible = changes
      .toReversed()
      .some(
        ({ file, before, text }) =>
          before === undefined || (part === 'types' && !declareTheSame(file, before, text)),
      )
    compiler?.wrote(
      changes.map(({ file }) => file),
      { visible },
    )
    return changes.map(({ path }) => path)
  }

  const withoutTypes = documents.filter(({ generates }) => generates === undefined).map(({ name }) => name)
  /** Clean says nothing about a document from which nothing is generated. */
  const untyped =
    withoutTypes.length === 0
      ? undefined
      : `not compared with ${withoutTypes.join(', ')}: no types are generated from it`
  const tellCompiled = (state: StepResult['state'], summary: string, lines: string[]) => {
    if (stopped) return
    events.step({ step: 'compile', document: '', state, summary, lines, milliseconds: now() - compiling })
    const [since] = unreadable.values()
    if (since !== undefined) events.stale('', unreadableSince(since))
  }
  const compiler =
    project.compiler &&
    startCompiler(project.compiler, {
      found(errors, left) {
        const summary = `${count(errors.length, 'error')} so far, ${count(left, 'file')} left to check`
        tellCompiled('bad', summary, describeErrors(errors))
      },
      finished(errors, aside) {
        const summary = errors.length === 0 ? 'clean' : count(errors.length, 'error')
        const told = [summary, aside, untyped].filter((part) => part !== undefined).join('; ')
        tellCompiled(errors.length === 0 ? 'good' : 'bad', told, describeErrors(errors))
      },
      failed: (reason) => tellCompiled('bad', 'the compiler failed', [reason]),
    })

  watchAll()
  return {
    mocks: () => documents.flatMap(({ name }) => mocks.get(name) ?? []),
    started: round(documents),
    async stop() {
      stopped = true
      watch.close()
      await Promise.all([linting.stop(), bundling.stop(), comparing.stop(), compiler?.stop()])
    },
  }
}

const shorten = (root: string, message: string): string[] =>
  message.split('\n').flatMap((line) => {
    const text = line.replaceAll(`${root}/`, '').trim()
    return text === '' ? [] : [text]
  })
