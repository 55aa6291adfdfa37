/**
 * Diagnostics while a user types. Syntax errors and references that lead nowhere are published first, for the changed file.
 * The rules follow, from a thread that gives up as soon as the text changes again.
 */
import { pathToFileURL } from 'node:url'
import { type Connection, type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node'
import { type LintFinding, ownFindings, type TouchedFindings } from '../lint/index.ts'
import { unsavedTexts } from '../openapi/sourceFile.ts'
import { Superseded, startThread, type Thread } from '../openapi/thread.ts'
import type { CheckTask } from './checkThread.ts'
import { type Edit, movedBy } from './movedRange.ts'
import type { DocumentEntry, Workspace } from './workspace.ts'

/** Letters that arrive together are checked together. */
const FILE_DELAY_MS = 15
/** The rules run when the user pauses. */
const RULES_DELAY_MS = 25

/** Sent when the diagnostics of a change are complete. Clients ignore what they do not know (LSP 3.17, `$/`). */
const CHECKED = '$/specwright/checked'
/** Sent when the rules for one part have run over the changed ones. */
const TOUCHED = '$/specwright/touched'

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

/** The part of a document that a diagnostic is in. */
const partOf = new WeakMap<Diagnostic, string>()

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
    const task = { ...entry, texts: unsavedTexts, latest: this.#latest, change }
    const run = <Result>(extent: CheckTask['extent']) =>
      thread.run<Result | undefined>(`${extent} ${entry.file}`, { ...task, extent } satisfies CheckTask)
    /** The document that needs the findings; undefined when the text has changed since. */
    const waitingFor = (findings: unknown) =>
      findings === undefined || Atomics.load(this.#latest, 0) !== change
        ? undefined
        : this.#waiting.get(entry.file)
    try {
      if (this.#isPublished(entry)) {
        const touched = await run<TouchedFindings>('touched')
        const waiting = waitingFor(touched)
        if (waiting !== undefined) this.#publishTouched(waiting, touched as TouchedFindings)
        // The task of a newer text must not be replaced by that of this one.
        if (Atomics.load(this.#latest, 0) !== change) return
      }
      const findings = await run<LintFinding[]>('all')
      const waiting = waitingFor(findings)
      if (waiting === undefined) return
      this.#waiting.delete(entry.file)
      this.#publish(waiting, findings as LintFinding[])
    } catch (error) {
      if (error instanceof Superseded) return
      this.#waiting.delete(entry.file)
      this.#options.connection.console.error(`${entry.file}: ${(error as Error).message}`)
    }
  }

  /** Whether diagnostics are published, and nothing prevents the use of the document. */
  #isPublished(entry: DocumentEntry): boolean {
    const published = this.#published.get(entry.file)
    if (published === undefined) return false
    return ![...published.values()].flat().some(({ code }) => OWN_RULES.has(String(code)))
  }

  /** The new findings of some rules in the parts that changed; the others stay until all rules have run. */
  #publishTouched({ entry, files }: Waiting, { findings, parts, rules }: TouchedFindings): void {
    const published = this.#published.get(entry.file) ?? new Map<string, Diagnostic[]>()
    const changed = new Set<string>()
    for (const [file, all] of published) {
      const others = all.filter((one) => !(rules.has(String(one.code)) && parts.has(partOf.get(one) ?? '')))
      if (others.length < all.length) changed.add(file)
      published.set(file, others)
    }
    for (const finding of findings) {
      published.set(finding.file, [...(published.get(finding.file) ?? []), diagnosticOf(finding)])
      changed.add(finding.file)
    }
    for (const file of changed) this.#send(file)
    this.#notify(TOUCHED, files)
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
    this.#notify(CHECKED, [...files, ...this.#unused])
    this.#unused.clear()
  }

  #notify(what: string, files: Iterable<string>): void {
    for (const file of files) {
      const uri = pathToFileURL(file).href
      void this.#options.connection.sendNotification(what, { uri, version: this.#options.versionOf(uri) })
    }
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

function diagnosticOf(finding: LintFinding): Diagnostic {
  const { line, column, end, severity, rule, message, suggestions, part } = finding
  const start = { line: line - 1, character: column - 1 }
  const diagnostic: Diagnostic = {
    range: { start, end: end === undefined ? start : { line: end.line - 1, character: end.column - 1 } },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: rule,
    source: 'specwright',
    message,
    data: suggestions,
  }
  if (part !== undefined) partOf.set(diagnostic, part)
  return diagnostic
}
