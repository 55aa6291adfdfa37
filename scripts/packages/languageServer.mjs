/** The language server of the installed toolkit, used by a client of the protocol as an editor does. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'

const DOCUMENT = `openapi: 3.1.0
info: { title: Books, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://books.test }]
security: []
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        '200': { description: Books }
        '404': { description: Missing }
`
const MAX_MS = 60_000

/**
 * Opens a document without a summary, and expects the finding of the rule, code lenses and a definition. Each of them comes
 * from a thread with a module of its own.
 *
 * @param node with the path of the program and the environment
 * @param place the folder in which the toolkit is installed
 */
export async function tryLanguageServer(node, place) {
  const program = join(place, 'node_modules/.bin/specwright')
  const file = join(place, 'books.yaml')
  writeFileSync(file, DOCUMENT)
  const child = spawn(node.path, [program, 'lsp', '--stdio'], { cwd: place, env: node.env })
  const client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const uri = pathToFileURL(file).href
  const late = setTimeout(() => child.kill(), MAX_MS)
  try {
    await use(client, child, uri, pathToFileURL(place).href)
  } finally {
    clearTimeout(late)
    client.dispose()
    child.kill()
  }
}

async function use(client, child, uri, rootUri) {
  const logged = []
  client.onNotification('window/logMessage', ({ message }) => logged.push(message))
  const found = new Promise((resolve, reject) => {
    client.onNotification('textDocument/publishDiagnostics', ({ diagnostics }) => {
      if (diagnostics.some(({ code }) => code === 'operation-summary')) resolve()
    })
    client.onNotification('$/specwright/checked', () =>
      reject(new Error('lsp did not report operation-summary.')),
    )
    child.once('exit', () => reject(new Error(`lsp ended: ${logged.join('; ')}`)))
  })
  client.listen()
  await client.sendRequest('initialize', { processId: process.pid, rootUri, capabilities: {} })
  await client.sendNotification('initialized', {})
  const textDocument = { uri, languageId: 'yaml', version: 1, text: DOCUMENT }
  await client.sendNotification('textDocument/didOpen', { textDocument })
  await found
  const lenses = await client.sendRequest('textDocument/codeLens', { textDocument: { uri } })
  if (!Array.isArray(lenses)) throw new Error('lsp returned no code lenses.')
  const position = { line: 7, character: 22 }
  await client.sendRequest('textDocument/definition', { textDocument: { uri }, position })
  if (logged.length > 0) throw new Error(`lsp logged: ${logged.join('; ')}`)
}
