/** The code that belongs to operations, and their breaking changes since a branch. Threads find both. */
import { execFileSync } from 'node:child_process'
import { Superseded, startThread, type Thread } from '../openapi/thread.ts'
import type { Break, BreakTask } from './breakThread.ts'
import type { CodeTask } from './codeThread.ts'
import type { CodeUses } from './codeUses.ts'
import type { DocumentEntry, Workspace } from './workspace.ts'

interface LinksOptions {
  workspace(): Workspace
  /** A branch or another revision of Git. Default: the main branch. */
  since(): string | undefined
  /** Milliseconds since the Unix epoch. */
  now(): number
  onError(error: Error): void
  /** Results are there that were not there before. */
  onFound(): void
}

interface Comparison {
  since: string
  breaks: Break[]
}

export class OperationLinks {
  readonly #options: LinksOptions
  /** By entry file; of the files as they were saved last. */
  readonly #comparisons = new Map<string, { ready: Promise<Comparison | undefined>; found?: Comparison }>()
  #code: Thread | undefined
  #comparing: Thread | undefined
  /** Requests for code so far, and comparisons that run. */
  #requests = 0
  #running = 0

  constructor(options: LinksOptions) {
    this.#options = options
  }

  /** The handlers and tests of operations, by operation id. */
  async usesOf(operationIds: readonly string[]): Promise<Map<string, CodeUses>> {
    if (operationIds.length === 0) return new Map()
    this.#code ??= startThread(new URL('./codeThread', import.meta.url).href)
    const task: CodeTask = { root: this.#options.workspace().root, operationIds }
    // Editors request several features in parallel, so that no request replaces another.
    return this.#code.run(`code ${this.#requests++}`, task)
  }

  /** Files were saved: documents are compared again. */
  forget(documents: readonly DocumentEntry[]): void {
    for (const { file } of documents) this.#comparisons.delete(file)
  }

  /** The comparison of a document; `found` is undefined until it is complete. */
  comparisonOf({ file }: DocumentEntry) {
    const known = this.#comparisons.get(file)
    if (known !== undefined) return known
    const one: { ready: Promise<Comparison | undefined>; found?: Comparison } = { ready: this.#compare(file) }
    this.#comparisons.set(file, one)
    void one.ready.then((found) => {
      if (found === undefined || this.#comparisons.get(file) !== one) return
      one.found = found
      this.#options.onFound()
    })
    return one
  }

  async #compare(file: string): Promise<Comparison | undefined> {
    const { root } = this.#options.workspace()
    const since = this.#options.since() ?? mainBranch(root)
    if (since === undefined) return undefined
    this.#comparing ??= startThread(new URL('./breakThread', import.meta.url).href)
    const thread = this.#comparing
    const task: BreakTask = { root, file, since, today: this.#options.now() }
    this.#running++
    try {
      return { since, breaks: await thread.run<Break[]>(file, task) }
    } catch (error) {
      if (!(error instanceof Superseded)) this.#options.onError(error as Error)
      return undefined
    } finally {
      // Two versions of a document use memory that nothing else needs.
      if (--this.#running === 0) {
        this.#comparing = undefined
        void thread.stop()
      }
    }
  }

  async stop(): Promise<void> {
    await this.#code?.stop()
    await this.#comparing?.stop()
  }
}

/** The branch that a repository is cloned for, `main` or `master`. Undefined outside of repositories. */
function mainBranch(folder: string): string | undefined {
  const git = (...args: string[]): string | undefined => {
    try {
      return execFileSync('git', args, {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    } catch {
      return undefined
    }
  }
  const ofRemote = git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD')
  return [ofRemote?.replace(/^origin\//, ''), 'main', 'master', ofRemote].find(
    (name) => name !== undefined && git('rev-parse', '--verify', '--quiet', `${name}^{commit}`) !== undefined,
  )
}
