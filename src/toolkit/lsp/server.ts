/** The language server: responds to an editor from the documents of its workspace. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type CompletionItem,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Hover,
  type InitializeResult,
  type Location,
  type Range,
  ResponseError,
  type TextDocumentContentChangeEvent,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
  type TextEdit,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { Checks } from './checks.ts'
import { proposalsAt } from './completion.ts'
import { hoverAt } from './hover.ts'
import type { Edit } from './movedRange.ts'
import { renameAt } from './rename.ts'
import { occurrencesOf, symbolAt } from './symbols.ts'
import { entryAt, entryPath, type Span } from './syntax.ts'
import { Workspace } from './workspace.ts'

/** The request is invalid for the document (LSP 3.17, ErrorCodes). */
const REQUEST_FAILED = -32803

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
  const texts = new TextDocuments({
    create: TextDocument.create,
    update(document: TextDocument, changes: TextDocumentContentChangeEvent[], version: number) {
      const file = fileURLToPath(document.uri)
      for (const change of changes) {
        checks.edit(file, 'range' in change ? change : wholeEdit(document, change.text))
        TextDocument.update(document, [change], version)
      }
      return document
    },
  })
  const session = new Session(folder, texts)
  const checks = new Checks({
    connection,
    workspace: () => session.workspace,
    versionOf: (uri) => texts.get(uri)?.version,
  })
  connection.onShutdown(() => checks.stop())
  let canWatch = false
  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }): InitializeResult => {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri
    if (uri) session.workspace = new Workspace(fileURLToPath(uri))
    canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
    return { capabilities: CAPABILITIES, serverInfo: { name: 'specwright', version } }
  })
  connection.onInitialized(() => {
    if (canWatch)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED })
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
  const filesChanged = (files: readonly string[]) =>
    checks.scheduleFiles(files, session.workspace.filesChanged(files))
  connection.onDidChangeWatchedFiles(({ changes }) =>
    filesChanged(changes.map(({ uri }) => fileURLToPath(uri))),
  )
  // Not every editor watches files. The rules read a saved configuration.
  texts.onDidSave(({ document }) => filesChanged([fileURLToPath(document.uri)]))
  serveNavigation(connection, session)
  serveEditing(connection, session)
  texts.listen(connection)
  connection.listen()
}

/** An editor that sends whole texts: what is between their common beginning and end. */
function wholeEdit(document: TextDocument, now: string): Edit {
  const before = document.getText()
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === now.charCodeAt(start)) start++
  let end = 0
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === now.charCodeAt(now.length - 1 - end)
  )
    end++
  const range = { start: document.positionAt(start), end: document.positionAt(before.length - end) }
  return { range, text: now.slice(start, now.length - end) }
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

const WATCHED = [{ globPattern: '**/*.{yaml,yml,json}' }]

const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
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
