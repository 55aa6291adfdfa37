/** The language server: responds to an editor from the documents of its workspace. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type CompletionItem,
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  type InitializeResult,
  type Location,
  type Range,
  ResponseError,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
  type TextEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { createLinter, type LintFinding } from '../lint/index.ts'
import { proposalsAt } from './completion.ts'
import { hoverAt } from './hover.ts'
import { renameAt } from './rename.ts'
import { occurrencesOf, symbolAt } from './symbols.ts'
import { entryAt, entryPath, type Span } from './syntax.ts'
import { type DocumentEntry, Workspace } from './workspace.ts'

/** The request is invalid for the document (LSP 3.17, ErrorCodes). */
const REQUEST_FAILED = -32803

/** Keystrokes of one word are checked together. */
const DELAY_MS = 120

interface ServerOptions {
  connection: Connection
  /** Folder for editors that name no workspace. */
  folder: string
  version: string
}

/** An editor with its workspace. */
class Session {
  workspace: Workspace
  readonly #texts: TextDocuments<TextDocument>

  constructor(folder: string, texts: TextDocuments<TextDocument>) {
    this.workspace = new Workspace(folder)
    this.#texts = texts
  }

  /** File and offset of a position. */
  placeOf({ textDocument: { uri }, position }: TextDocumentPositionParams): { file: string; offset: number } {
    const file = fileURLToPath(uri)
    const document = this.#texts.get(uri) ?? this.documentOf(file)
    return { file, offset: document.offsetAt(position) }
  }

  documentOf(file: string): TextDocument {
    return TextDocument.create(pathToFileURL(file).href, 'yaml', 0, this.workspace.textOf(file) ?? '')
  }

  locationOf(file: string, span: Span): Location {
    return { uri: pathToFileURL(file).href, range: rangeOf(this.documentOf(file), span) }
  }
}

/** Serves one editor until it ends the connection. */
export function serveEditor({ connection, folder, version }: ServerOptions): void {
  const texts = new TextDocuments(TextDocument)
  const session = new Session(folder, texts)
  const checks = createChecks(connection, () => session.workspace)
  connection.onInitialize(({ workspaceFolders, rootUri }): InitializeResult => {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri
    if (uri) session.workspace = new Workspace(fileURLToPath(uri))
    return { capabilities: CAPABILITIES, serverInfo: { name: 'specwright', version } }
  })
  texts.onDidChangeContent(({ document }) => {
    const file = fileURLToPath(document.uri)
    session.workspace.open(file, document.getText())
    checks.schedule(file)
  })
  texts.onDidClose(({ document }) => {
    const file = fileURLToPath(document.uri)
    session.workspace.close(file)
    checks.schedule(file)
  })
  connection.onDidChangeWatchedFiles(({ changes }) => {
    session.workspace.forgetFiles()
    for (const { uri } of changes) checks.schedule(fileURLToPath(uri))
  })
  serveNavigation(connection, session)
  serveEditing(connection, session)
  texts.listen(connection)
  connection.listen()
}

function serveNavigation(connection: Connection, session: Session): void {
  connection.onDefinition((request) => {
    const { workspace } = session
    const { file, offset } = session.placeOf(request)
    const symbol = symbolAt(workspace, file, offset)
    if (symbol === undefined) return []
    if (symbol.kind !== 'node')
      return occurrencesOf(workspace, symbol)
        .filter(({ isDefinition }) => isDefinition)
        .map((one) => session.locationOf(one.file, one.span))
    const { target } = symbol
    const block = workspace.syntaxOf(target.file)?.blockAt(target.path)
    return block === undefined
      ? []
      : [session.locationOf(target.file, { start: block.start, end: block.start })]
  })
  connection.onReferences((request) => {
    const { file, offset } = session.placeOf(request)
    const symbol = symbolAt(session.workspace, file, offset)
    if (symbol === undefined) return []
    return occurrencesOf(session.workspace, symbol)
      .filter(({ isDefinition }) => request.context.includeDeclaration || !isDefinition)
      .map((one) => session.locationOf(one.file, one.span))
  })
  connection.onHover((request): Hover | null => {
    const { file, offset } = session.placeOf(request)
    const value = hoverAt(session.workspace, file, offset)
    return value === undefined ? null : { contents: { kind: 'markdown', value } }
  })
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const file = fileURLToPath(uri)
    return outlineOf(session.workspace, file).map(({ name, kind, span }) => {
      const range = rangeOf(session.documentOf(file), span)
      return { name, kind, range, selectionRange: range }
    })
  })
}

function serveEditing(connection: Connection, session: Session): void {
  connection.onPrepareRename((request) => {
    const { file, offset } = session.placeOf(request)
    const symbol = symbolAt(session.workspace, file, offset)
    if (symbol?.name === undefined) return null
    const own = occurrencesOf(session.workspace, symbol).find(
      (one) => one.file === file && one.span.start <= offset && offset <= one.span.end,
    )
    return own === undefined ? null : rangeOf(session.documentOf(file), own.span)
  })
  connection.onRenameRequest((request) => {
    const { file, offset } = session.placeOf(request)
    const renamed = renameAt(session.workspace, file, offset, request.newName)
    if ('problem' in renamed) throw new ResponseError(REQUEST_FAILED, renamed.problem)
    const changes: Record<string, TextEdit[]> = {}
    for (const one of renamed.occurrences) {
      const { uri, range } = session.locationOf(one.file, one.span)
      changes[uri] = [...(changes[uri] ?? []), { range, newText: request.newName }]
    }
    return { changes }
  })
  connection.onCompletion((request): CompletionItem[] => {
    const { file, offset } = session.placeOf(request)
    return proposalsAt(session.workspace, file, offset)
  })
  connection.onCodeAction(({ textDocument: { uri }, context }) =>
    context.diagnostics.flatMap((diagnostic) =>
      ((diagnostic.data as string[] | undefined) ?? []).map((newText) => ({
        title: `Replace with ${newText}`,
        kind: 'quickfix',
        diagnostics: [diagnostic],
        edit: { changes: { [uri]: [{ range: quickFixRange(session, uri, diagnostic.range), newText }] } },
      })),
    ),
  )
}

const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  hoverProvider: true,
  documentSymbolProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  completionProvider: { triggerCharacters: ['#', '/', '"', "'", ' '] },
}

const rangeOf = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
})

/** The whole value at a diagnostic: a rule may name its beginning only. */
function quickFixRange(session: Session, uri: string, range: Range): Range {
  const file = fileURLToPath(uri)
  const document = session.documentOf(file)
  const syntax = session.workspace.syntaxOf(file)
  const entry = syntax && entryAt(syntax, document.offsetAt(range.start))
  return entry === undefined ? range : rangeOf(document, entry.span)
}

/** LSP SymbolKind. */
const CLASS = 5
const METHOD = 6

interface OutlineItem {
  name: string
  kind: typeof CLASS | typeof METHOD
  span: Span
}

/** Operations and components. */
function outlineOf(workspace: Workspace, file: string): OutlineItem[] {
  return (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry): OutlineItem[] => {
    const path = entryPath(entry)
    if (entry.kind === 'key' && path.length === 3 && path[0] === 'components')
      return [{ name: entry.text, kind: CLASS, span: entry.span }]
    return entry.kind === 'value' && path.at(-1) === 'operationId'
      ? [{ name: entry.text, kind: METHOD, span: entry.span }]
      : []
  })
}

/** Lints the documents that a changed file belongs to, one after another, and publishes what they have. */
function createChecks(connection: Connection, workspaceNow: () => Workspace) {
  const lint = createLinter()
  const waiting = new Map<string, { entry: DocumentEntry; files: Set<string> }>()
  /** Files with diagnostics, by document. */
  const published = new Map<string, Map<string, Diagnostic[]>>()
  let isRunning = false
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let next = first(waiting); next !== undefined; next = first(waiting)) {
      const { entry, files } = next
      waiting.delete(entry.file)
      try {
        publish(entry.file, files, await lint(entry))
      } catch (error) {
        connection.console.error(`${entry.file}: ${(error as Error).message}`)
      }
    }
    isRunning = false
  }
  const publish = (entry: string, files: ReadonlySet<string>, findings: readonly LintFinding[]) => {
    const now = new Map<string, Diagnostic[]>()
    for (const finding of findings)
      now.set(finding.file, [...(now.get(finding.file) ?? []), diagnosticOf(finding)])
    const before = published.get(entry) ?? new Map<string, Diagnostic[]>()
    published.set(entry, now)
    for (const file of new Set([entry, ...files, ...before.keys(), ...now.keys()])) {
      // A file may belong to several documents.
      const all = [...published.values()].flatMap((one) => one.get(file) ?? [])
      const diagnostics = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
      void connection.sendDiagnostics({ uri: pathToFileURL(file).href, diagnostics })
    }
  }
  return {
    schedule(file: string) {
      changed.add(file)
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const one of changed)
          for (const entry of workspaceNow().entriesWith(one))
            waiting.set(entry.file, {
              entry,
              files: new Set([...(waiting.get(entry.file)?.files ?? []), one]),
            })
        changed.clear()
        void run()
      }, DELAY_MS)
    },
  }
}

const first = <T>(waiting: ReadonlyMap<string, T>): T | undefined => waiting.values().next().value

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
