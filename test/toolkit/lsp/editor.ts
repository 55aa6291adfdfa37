/** An editor: the language server as a process, and a client of its protocol. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  type Diagnostic,
  type DidChangeWatchedFilesRegistrationOptions,
  FileChangeType,
  type ProtocolConnection,
  type Range,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

export interface Editor {
  client: ProtocolConnection
  /** The diagnostics of every file that has some, as they were published last. */
  diagnostics(): Record<string, Diagnostic[]>
  open(name: string, text: string): Promise<void>
  /** Replaces the text of an open file, as an editor sends it: what lies between the common beginning and end. */
  type(name: string, text: string): Promise<void>
  /** The patterns of the files that the server wants to be watched. */
  watched(): Promise<string[]>
  /** Reports files that changed outside the editor. */
  filesChanged(...names: string[]): Promise<void>
  /** Reports that the text of an open file was written to disk. */
  save(name: string): Promise<void>
  /** Resolves with the diagnostics of all files once they fulfil a condition. */
  diagnosticsWhen(
    isRight: (codes: Record<string, unknown[]>) => boolean,
  ): Promise<Record<string, Diagnostic[]>>
  /** Resolves when all rules have checked the text that a file has now. */
  checked(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * @param folder the workspace, absolute
 * @param onRefresh called when the server wants lenses to be requested again; an editor without it waits for all lenses
 */
export async function startEditor(folder: string, onRefresh?: () => void): Promise<Editor> {
  const child = spawn(process.execPath, ['dist/src/toolkit/cli/main.js', 'lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const uriOf = (name: string) => pathToFileURL(join(folder, name)).href
  const published = new Map<string, Diagnostic[]>()
  const texts = new Map<string, TextDocument>()
  const done = new Map<string, number>()
  let look = () => {}
  let lookAtDiagnostics = () => {}
  client.onNotification(
    'textDocument/publishDiagnostics',
    (one: { uri: string; diagnostics: Diagnostic[] }) => {
      published.set(one.uri, one.diagnostics)
      lookAtDiagnostics()
    },
  )
  const watched = new Promise<string[]>((resolve) => {
    client.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      const options = registrations[0]?.registerOptions as
        | DidChangeWatchedFilesRegistrationOptions
        | undefined
      resolve((options?.watchers ?? []).map(({ globPattern }) => String(globPattern)))
    })
  })
  client.onNotification('$/specwright/checked', ({ uri, version }: { uri: string; version: number }) => {
    done.set(uri, version)
    look()
  })
  client.onRequest('workspace/codeLens/refresh', () => onRefresh?.())
  client.listen()
  await client.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: true },
        codeLens: { refreshSupport: onRefresh !== undefined },
      },
    },
  })
  await client.sendNotification('initialized', {})
  const diagnostics = (): Record<string, Diagnostic[]> =>
    Object.fromEntries(
      [...published].filter(([, all]) => all.length > 0).map(([uri, all]) => [uri.split('/').at(-1), all]),
    )
  return {
    client,
    diagnostics,
    watched: () => watched,
    filesChanged: (...names) =>
      client.sendNotification('workspace/didChangeWatchedFiles', {
        changes: names.map((name) => ({ uri: uriOf(name), type: FileChangeType.Changed })),
      }),
    save: (name) => client.sendNotification('textDocument/didSave', { textDocument: { uri: uriOf(name) } }),
    diagnosticsWhen: (isRight) =>
      new Promise((resolve) => {
        lookAtDiagnostics = () => {
          const now = diagnostics()
          const codes = Object.entries(now).map(([name, all]): [string, unknown[]] => [
            name,
            all.map(({ code }) => code),
          ])
          if (isRight(Object.fromEntries(codes))) resolve(now)
        }
        lookAtDiagnostics()
      }),
    open(name, text) {
      const uri = uriOf(name)
      texts.set(uri, TextDocument.create(uri, 'yaml', 1, text))
      const textDocument = { uri, languageId: 'yaml', version: 1, text }
      return client.sendNotification('textDocument/didOpen', { textDocument })
    },
    type(name, text) {
      const uri = uriOf(name)
      const document = texts.get(uri)
      if (document === undefined) throw new Error(`${name} is not open.`)
      const change = changeTo(document, text)
      const version = document.version + 1
      TextDocument.update(document, [change], version)
      return client.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [change],
      })
    },
    checked(name) {
      const uri = uriOf(name)
      return new Promise((resolve) => {
        look = () => {
          if (done.get(uri) === texts.get(uri)?.version) resolve()
        }
        look()
      })
    },
    async close() {
      await client.sendRequest('shutdown')
      await client.sendNotification('exit')
      client.dispose()
      child.kill()
    },
  }
}

function changeTo(document: TextDocument, now: string): { range: Range; text: string } {
  const before = document.getText()
  let start = 0
  while (start < before.length && before[start] === now[start]) start++
  const most = Math.min(before.length, now.length) - start
  let end = 0
  while (end < most && before[before.length - 1 - end] === now[now.length - 1 - end]) end++
  const range = { start: document.positionAt(start), end: document.positionAt(before.length - end) }
  return { range, text: now.slice(start, now.length - end) }
}
