/** The language server: responds to an editor from the documents of its workspace. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  CodeLensRefreshRequest,
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
import { codeOf, lensesOf, operationOfWord, SHOW_COMMAND, show } from './codeLens.ts'
import { proposalsAt } from './completion.ts'
import { hoverAt } from './hover.ts'
import type { Edit } from './movedRange.ts'
import { OperationLinks } from './operationLinks.ts'
import { renameAt } from './rename.ts'
import { type Occurrence, occurrencesOf, symbolAt } from './symbols.ts'
import { entryAt, entryPath, type Span } from './syntax.ts'
import { isContract, Workspace } from './workspace.ts'

/** The request is invalid for the document (LSP 3.17, ErrorCodes). */
const REQUEST_FAILED = -32803

interface ServerOptions {
  connection: Connection
  /** Folder for editors that name no workspace. */
  folder: string
  version: string
  /** Milliseconds since the Unix epoch. */
  now(): number
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

  /** The word of source code at a position. */
  wordAt({ textDocument: { uri }, position: { line, character } }: TextDocumentPositionParams): string {
    const text = this.#texts.get(uri)?.getText() ?? this.workspace.textOf(fileURLToPath(uri)) ?? ''
    const words = text.split('\n')[line]?.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []
    const found = [...words].find(
      ({ index, 0: word }) => index <= character && character <= index + word.length,
    )
    return found?.[0] ?? ''
  }

  documentOf(file: string): TextDocument {
    return TextDocument.create(pathToFileURL(file).href, 'yaml', 0, this.workspace.textOf(file) ?? '')
  }

  locationOf(file: string, span: Span): Location {
    return { uri: pathToFileURL(file).href, range: rangeOf(this.documentOf(file), span) }
  }
}

/** Serves one editor until it ends the connection. */
export function serveEditor({ connection, folder, version, now }: ServerOptions): void {
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
  const editor = { canWatch: false, canRefresh: false, since: undefined as string | undefined }
  const links = new OperationLinks({
    workspace: () => session.workspace,
    since: () => editor.since,
    now,
    onError: ({ message }) => connection.console.error(message),
    onFound: () => {
      if (editor.canRefresh) void connection.sendRequest(CodeLensRefreshRequest.type)
    },
  })
  connection.onShutdown(async () => {
    await Promise.all([checks.stop(), links.stop()])
  })
  connection.onInitialize(({ workspaceFolders, rootUri, capabilities, initializationOptions }) => {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri
    if (uri) session.workspace = new Workspace(fileURLToPath(uri))
    const { didChangeWatchedFiles, codeLens } = capabilities.workspace ?? {}
    editor.canWatch = didChangeWatchedFiles?.dynamicRegistration === true
    editor.canRefresh = codeLens?.refreshSupport === true
    editor.since = (initializationOptions as { since?: string } | undefined)?.since
    return { capabilities: CAPABILITIES, serverInfo: { name: 'specwright', version } }
  })
  connection.onInitialized(() => {
    if (editor.canWatch)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: WATCHED })
  })
  texts.onDidChangeContent(({ document }) => {
    const file = fileURLToPath(document.uri)
    if (!isContract(file)) return
    session.workspace.open(file, document.getText())
    checks.schedule(file)
  })
  texts.onDidClose(({ document }) => {
    const file = fileURLToPath(document.uri)
    if (!isContract(file)) return
    session.workspace.close(file)
    checks.schedule(file)
  })
  const filesChanged = (files: readonly string[]) => {
    const documents = session.workspace.filesChanged(files.filter(isContract))
    links.forget(session.workspace.entries())
    checks.scheduleFiles(files, documents)
  }
  connection.onDidChangeWatchedFiles(({ changes }) =>
    filesChanged(changes.map(({ uri }) => fileURLToPath(uri))),
  )
  // Not every editor watches files. The rules read a saved configuration.
  texts.onDidSave(({ document }) => filesChanged([fileURLToPath(document.uri)]))
  serveNavigation(connection, session, links)
  serveEditing(connection, session)
  serveLenses(connection, session, links, () => editor.canRefresh)
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

function serveNavigation(connection: Connection, session: Session, links: OperationLinks): void {
  connection.onDefinition((request) => definitionsAt(session, links, request))
  connection.onImplementation(async (request) => {
    const { file, offset } = session.placeOf(request)
    const symbol = symbolAt(session.workspace, file, offset)
    return symbol?.kind === 'operation' ? (await codeOf(session.workspace, links, symbol.name)).handlers : []
  })
  connection.onReferences(async (request) => {
    const { file, offset } = session.placeOf(request)
    const symbol = symbolAt(session.workspace, file, offset)
    if (symbol === undefined) return []
    const found = occurrencesOf(session.workspace, symbol)
      .filter(({ isDefinition }) => request.context.includeDeclaration || !isDefinition)
      .map((one) => session.locationOf(one.file, one.span))
    if (symbol.kind !== 'operation') return found
    const { handlers, tests } = await codeOf(session.workspace, links, symbol.name)
    return [...found, ...handlers, ...tests]
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

async function definitionsAt(
  session: Session,
  links: OperationLinks,
  request: TextDocumentPositionParams,
): Promise<Location[]> {
  const { workspace } = session
  const { file, offset } = session.placeOf(request)
  if (!isContract(file)) return operationOfWord(workspace, links, file, session.wordAt(request))
  const symbol = symbolAt(workspace, file, offset)
  if (symbol === undefined) return []
  if (symbol.kind === 'node') {
    const { target } = symbol
    const block = workspace.syntaxOf(target.file)?.blockAt(target.path)
    return block === undefined
      ? []
      : [session.locationOf(target.file, { start: block.start, end: block.start })]
  }
  const definitions = occurrencesOf(workspace, symbol).filter(({ isDefinition }) => isDefinition)
  const own = definitions.map((one) => session.locationOf(one.file, one.span))
  const isHere = definitions.some((one) => isAt(one, file, offset))
  if (symbol.kind !== 'operation' || !isHere) return own
  // The definition of an operation id leads on to the code.
  const { handlers } = await codeOf(workspace, links, symbol.name)
  return handlers.length > 0 ? handlers : own
}

const isAt = ({ file, span }: Occurrence, at: string, offset: number): boolean =>
  file === at && span.start <= offset && offset <= span.end

function serveLenses(
  connection: Connection,
  session: Session,
  links: OperationLinks,
  canRefresh: () => boolean,
): void {
  connection.onCodeLens(({ textDocument: { uri } }) =>
    lensesOf(session.workspace, links, fileURLToPath(uri), canRefresh()),
  )
  connection.onExecuteCommand(async ({ command, arguments: [given] = [] }) => {
    if (command === SHOW_COMMAND) await show(connection, given)
  })
}

function serveEditing(connection: Connection, session: Session): void {
  connection.onPrepareRename((request) => {
    const { file, offset } = session.placeOf(request)
    const symbol = symbolAt(session.workspace, file, offset)
    if (symbol?.name === undefined) return null
    const own = occurrencesOf(session.workspace, symbol).find((one) => isAt(one, file, offset))
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
    const document = session.documentOf(file)
    return proposalsAt(session.workspace, file, offset).map(({ span, text, ...shown }) => ({
      ...shown,
      filterText: text,
      textEdit: { range: rangeOf(document, span), newText: text },
    }))
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
  implementationProvider: true,
  codeLensProvider: {},
  executeCommandProvider: { commands: [SHOW_COMMAND] },
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
