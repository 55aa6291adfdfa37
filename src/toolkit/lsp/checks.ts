/**
 * Diagnostics while a user types. Syntax errors and references that lead nowhere are published first, for the changed file.
 * The rules follow, from a thread that gives up as soon as the text changes again.
 */
import { pathToFileURL } from 'node:url'
import { type Connection, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node'
import { type LintFinding, ownFindings } from '../lint/index.ts'
import { unsavedTexts } from '../openapi/sourceFile.ts'
import { Superseded, startThread, type Thread } from '../openapi/thread.ts'
import type { CheckTask } from './checkThread.ts'
import { type Edit, movedBy } from './movedRange.ts'
import type { DocumentEntry, Workspace } from './workspace.ts'

/** Letters that arrive together are checked together. */
const FILE_DELAY_MS = 15
/** The rules run when the user pauses. */
const RULES_DELAY_MS = 50

/** Sent when the diagnostics of a change are complete. Clients ignore what they do not know (LSP 3.17, `$/`). */
const CHECKED = '$/specwright/checked'

interface ChecksOptions {
  connection: Connection
  workspace(): Workspace
  versionOf(uri: string): number | undefined
}

interface Waiting {
  entry: DocumentEntry
  /** The files that changed, which get diagnostics even where they have none. */
  files: Set<string>
}

/** The rules that `ownFindings` reports. */
const OWN_RULES = new Set(['readable', 'no-unresolved-refs'])

export class Checks {
  readonly #options: ChecksOptions
  /** By entry file, then by file. */
  readonly #published = new Map<string, Map<string, Diagnostic[]>>()
  readonly #waiting = new Map<string, Waiting>()
  readonly #latest = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #changed = new Set<string>()
  /** Changed files that no document refers to. */
  readonly #unused = new Set<string>()
  #thread: Thread | undefined
  #fileTimer: NodeJS.Timeout | undefined
  #rulesTimer: NodeJS.Timeout | undefined

  constructor(options: ChecksOptions) {
    this.#options = options
  }

  /** The text of a file changed in the editor. */
  schedule(file: string): void {
    this.#changed.add(file)
    this.#fileTimer ??= setTimeout(() => this.#checkFiles(), FILE_DELAY_MS)
    this.#scheduleRules()
  }

  /** Files changed outside the editor, or were saved: checks all documents that they concern. */
  scheduleFiles(files: readonly string[], documents: readonly DocumentEntry[]): void {
    for (const entry of documents) this.#wait(entry, files)
    this.#scheduleRules()
  }

  #wait(entry: DocumentEntry, files: readonly string[]): void {
    const known = this.#waiting.get(entry.file)
    this.#waiting.set(entry.file, { entry, files: new Set([...(known?.files ?? []), ...files]) })
  }

  #scheduleRules(): void {
    Atomics.add(this.#latest, 0, 1)
    clearTimeout(this.#rulesTimer)
    this.#rulesTimer = setTimeout(() => this.#checkDocuments(), RULES_DELAY_MS)
  }

  /** Diagnostics move with the text until they are checked again. */
  edit(file: string, edit: Edit): void {
    for (const byFile of this.#published.values())
      for (const one of byFile.get(file) ?? []) one.range = movedBy(one.range, edit)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#fileTimer)
    clearTimeout(this.#rulesTimer)
    await this.#thread?.stop()
  }

  #checkFiles(): void {
    this.#fileTimer = undefined
    const workspace = this.#options.workspace()
    for (const file of this.#changed) {
      const entries = workspace.entriesWith(file)
      for (const entry of entries) {
        this.#wait(entry, [file])
        this.#checkFile(workspace, entry, file)
      }
      if (entries.length > 0) this.#send(file)
      else this.#unused.add(file)
    }
    this.#changed.clear()
  }

  /** A document that was deleted, or has no heading any more, has no diagnostics. */
  #forgetDocuments(): void {
    const present = new Set(
      this.#options
        .workspace()
        .entries()
        .map(({ file }) => file),
    )
    for (const entry of new Set([...this.#published.keys(), ...this.#waiting.keys()])) {
      if (present.has(entry)) continue
      this.#waiting.delete(entry)
      const files = [...(this.#published.get(entry)?.keys() ?? [])]
      this.#published.delete(entry)
      for (const file of files) this.#send(file)
    }
  }

  #checkFile(workspace: Workspace, entry: DocumentEntry, file: string): void {
    const found = ownFindings(file, {
      page: entry.file,
      files: () => [...workspace.filesOf(entry.file)].filter((one) => workspace.textOf(one) !== undefined),
      read: (one) => workspace.read(one),
    })
    const published = this.#published.get(entry.file) ?? new Map<string, Diagnostic[]>()
    this.#published.set(entry.file, published)
    // The other rules report nothing about a file that cannot be parsed.
    const isReadable = found.every(({ rule }) => rule !== 'readable')
    const others = isReadable ? (published.get(file) ?? []) : []
    const earlier = others.filter(({ code }) => !OWN_RULES.has(String(code)))
    published.set(file, [...found.map(diagnosticOf), ...earlier])
  }

  #checkDocuments(): void {
    if (this.#fileTimer !== undefined) {
      clearTimeout(this.#fileTimer)
      this.#checkFiles()
    }
    this.#forgetDocuments()
    this.#sendChecked([])
    this.#thread ??= startThread(new URL('./checkThread', import.meta.url).href)
    for (const { entry } of this.#waiting.values()) void this.#checkDocument(this.#thread, entry)
  }

  async #checkDocument(thread: Thread, entry: DocumentEntry): Promise<void> {
    const change = Atomics.load(this.#latest, 0)
    const task: CheckTask = { ...entry, texts: unsavedTexts, latest: this.#latest, change }
    try {
      const findings = await thread.run<LintFinding[] | undefined>(entry.file, task)
      const waiting = this.#waiting.get(entry.file)
      if (findings === undefined || waiting === undefined || Atomics.load(this.#latest, 0) !== change) return
      this.#waiting.delete(entry.file)
      this.#publish(waiting, findings)
    } catch (error) {
      if (error instanceof Superseded) return
      this.#waiting.delete(entry.file)
      this.#options.connection.console.error(`${entry.file}: ${(error as Error).message}`)
    }
  }

  #publish({ entry, files }: Waiting, findings: readonly LintFinding[]): void {
    const now = new Map<string, Diagnostic[]>()
    for (const finding of findings) {
      const known = now.get(finding.file) ?? []
      now.set(finding.file, known)
      known.push(diagnosticOf(finding))
    }
    const before = this.#published.get(entry.file) ?? new Map<string, Diagnostic[]>()
    this.#published.set(entry.file, now)
    for (const file of new Set([entry.file, ...files, ...before.keys(), ...now.keys()])) this.#send(file)
    this.#sendChecked(files)
  }

  /** Once no document waits for its rules. */
  #sendChecked(files: Iterable<string>): void {
    if (this.#waiting.size > 0) return
    for (const file of [...files, ...this.#unused]) {
      const uri = pathToFileURL(file).href
      void this.#options.connection.sendNotification(CHECKED, {
        uri,
        version: this.#options.versionOf(uri),
      })
    }
    this.#unused.clear()
  }

  #send(file: string): void {
    // A file may belong to several documents.
    const all = [...this.#published.values()].flatMap((one) => one.get(file) ?? [])
    const diagnostics =
      this.#published.size === 1 ? all : [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
    const uri = pathToFileURL(file).href
    const version = this.#options.versionOf(uri)
    void this.#options.connection.sendDiagnostics({
      uri,
      diagnostics,
      ...(version !== undefined && { version }),
    })
  }
}

function diagnosticOf({ line, column, end, severity, rule, message, suggestions }: LintFinding): Diagnostic {
  const start = { line: line - 1, character: column - 1 }
  return {
    range: { start, end: end === undefined ? start : { line: end.line - 1, character: end.column - 1 } },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: rule,
    source: 'specwright',
    message,
    data: suggestions,
  }
}
