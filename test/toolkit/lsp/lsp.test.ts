/** The language server as an editor uses it: a process, driven by a client of the protocol. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

const FILES = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Books, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://books.test }]
security: [{ key: [] }]
paths:
  /books/{bookId}:
    $ref: ./book.yaml
  /books:
    get:
      operationId: listBooks
      summary: List books
      responses:
        '200':
          description: Books
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Book' } }
        '400': { description: Invalid }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Book:
      type: object
      description: A printed book.
      required: [title, kind]
      properties:
        title: { type: string }
        kind: { type: string }
      discriminator: { propertyName: kind, mapping: { book: '#/components/schemas/Book', novel: Novel } }
    Novel:
      allOf: [{ $ref: '#/components/schemas/Book' }]
`,
  'book.yaml': `get:
  operationId: readBook
  summary: Read a book
  parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
  responses:
    '200':
      description: Book
      content: { application/json: { schema: { $ref: './openapi.yaml#/components/schemas/Book' } } }
    '404': { description: Unknown }
`,
  'workflow.yaml': `arazzo: 1.0.1
info: { title: Reading, version: 1.0.0 }
sourceDescriptions: [{ name: books, url: ./openapi.yaml, type: openapi }]
workflows:
  - workflowId: read
    steps:
      - stepId: one
        operationId: readBook
        parameters: [{ name: bookId, in: path, value: '1' }]
      - stepId: all
        operationId: $sourceDescriptions.books.listBooks
`,
  'conform.yaml': `hints:
  excused:
    - { rule: head-matches-get, operation: listBooks, reason: none }
`,
}

const folder = mkdtempSync(join(tmpdir(), 'lsp-'))
let child: ChildProcess
let client: ProtocolConnection
let initialized: { serverInfo?: { name: string; version?: string } } = {}
const diagnostics = new Map<string, Diagnostic[]>()
let onDiagnostics = () => {}

const uriOf = (name: string) => pathToFileURL(join(folder, name)).href
const texts = new Map<string, string>(Object.entries(FILES))

beforeAll(async () => {
  for (const [name, text] of texts) writeFileSync(join(folder, name), text)
  child = spawn(process.execPath, ['dist/src/toolkit/cli/main.js', 'lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout === null || child.stdin === null) throw new Error('no streams')
  client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  client.onNotification(
    'textDocument/publishDiagnostics',
    (one: { uri: string; diagnostics: Diagnostic[] }) => {
      diagnostics.set(one.uri, one.diagnostics)
      onDiagnostics()
    },
  )
  client.listen()
  initialized = await client.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
  })
  await client.sendNotification('initialized', {})
}, 60_000)

afterAll(async () => {
  await client.sendRequest('shutdown')
  await client.sendNotification('exit')
  client.dispose()
  child.kill()
  rmSync(folder, { recursive: true, force: true })
})

let version = 1
const opened = new Set<string>()

async function write(name: string, text: string): Promise<void> {
  texts.set(name, text)
  const uri = uriOf(name)
  if (opened.has(name))
    return client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: ++version },
      contentChanges: [{ text }],
    })
  opened.add(name)
  return client.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version, text },
  })
}

/** Resolves with the diagnostics of a file once they fulfil a condition. */
function diagnosticsWhen(name: string, isRight: (found: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
  return new Promise((resolve) => {
    const look = () => {
      const found = diagnostics.get(uriOf(name))
      if (found !== undefined && isRight(found)) resolve(found)
    }
    onDiagnostics = look
    look()
  })
}

/** A position in a file: at the beginning of `text`, the last one if it occurs several times. */
const at = (name: string, text: string, offset = 0) => {
  const whole = texts.get(name) ?? ''
  const document = TextDocument.create(uriOf(name), 'yaml', 1, whole)
  return {
    textDocument: { uri: uriOf(name) },
    position: document.positionAt(whole.lastIndexOf(text) + offset),
  }
}

/** The files after an edit. */
function applied({ changes = {} }: WorkspaceEdit): Record<string, string> {
  return Object.fromEntries(
    [...texts].map(([name, text]) => [
      name,
      TextDocument.applyEdits(TextDocument.create('', 'yaml', 1, text), changes[uriOf(name)] ?? []),
    ]),
  )
}

const rename = (place: object, newName: string) =>
  client.sendRequest<WorkspaceEdit>('textDocument/rename', { ...place, newName })

describe('the language server', { timeout: 60_000 }, () => {
  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('src/toolkit/package.json', 'utf8')) as { version: string }
    expect(initialized.serverInfo).toEqual({ name: 'specwright', version })
  })

  it('publishes problems of unsaved texts, and takes them back', async () => {
    const text = FILES['openapi.yaml']
    await write(
      'openapi.yaml',
      text.replace(
        "items: { $ref: '#/components/schemas/Book' }",
        "items: { $ref: '#/components/schemas/Bok' }",
      ),
    )
    const [found] = await diagnosticsWhen('openapi.yaml', (all) =>
      all.some(({ code }) => code === 'no-unresolved-refs'),
    )
    expect(found?.message).toContain('Book')
    const shown = TextDocument.create('', 'yaml', 1, texts.get('openapi.yaml') ?? '')
    expect(shown.getText(found?.range)).toBe("'#/components/schemas/Bok'")
    await write('openapi.yaml', text)
    expect(await diagnosticsWhen('openapi.yaml', (all) => all.length === 0)).toEqual([])
    expect(readFileSync(join(folder, 'openapi.yaml'), 'utf8')).toBe(text)
  })

  it('finds the definition of a reference in another file', async () => {
    const [found] = await client.sendRequest<{ uri: string; range: { start: { line: number } } }[]>(
      'textDocument/definition',
      at('book.yaml', 'schemas/Book'),
    )
    expect(found?.uri).toBe(uriOf('openapi.yaml'))
    expect(found?.range.start.line).toBe(21)
  })

  it('finds the operation of a workflow step', async () => {
    const found = await client.sendRequest<{ uri: string }[]>(
      'textDocument/definition',
      at('workflow.yaml', 'readBook'),
    )
    expect(found.map(({ uri }) => uri)).toEqual([uriOf('book.yaml')])
  })

  it('lists all references to a schema', async () => {
    const found = await client.sendRequest<{ uri: string }[]>('textDocument/references', {
      ...at('openapi.yaml', '    Book:', 5),
      context: { includeDeclaration: false },
    })
    expect(found.map(({ uri }) => uri.split('/').at(-1)).sort()).toEqual([
      'book.yaml',
      'openapi.yaml',
      'openapi.yaml',
      'openapi.yaml',
    ])
  })

  it('renames a schema in all files', async () => {
    const files = applied(await rename(at('openapi.yaml', '    Book:', 5), 'Volume'))
    expect(files['openapi.yaml']).toContain('    Volume:\n')
    expect(files['openapi.yaml']).toContain("items: { $ref: '#/components/schemas/Volume' }")
    expect(files['openapi.yaml']).toContain("book: '#/components/schemas/Volume'")
    expect(files['book.yaml']).toContain("./openapi.yaml#/components/schemas/Volume'")
    expect(Object.values(files).join()).not.toMatch(/schemas\/Book\b/)
  })

  it('renames a schema that a discriminator names by its key', async () => {
    const files = applied(await rename(at('openapi.yaml', '    Novel:', 5), 'Story'))
    expect(files['openapi.yaml']).toContain('novel: Story')
  })

  it('renames an operation in workflows and configuration', async () => {
    const files = applied(await rename(at('openapi.yaml', 'listBooks'), 'findBooks'))
    expect(files['openapi.yaml']).toContain('operationId: findBooks')
    expect(files['workflow.yaml']).toContain('$sourceDescriptions.books.findBooks')
    expect(files['conform.yaml']).toContain('operation: findBooks')
  })

  it('renames a property where its schema names it', async () => {
    const files = applied(await rename(at('openapi.yaml', 'kind: { type', 1), 'form'))
    expect(files['openapi.yaml']).toContain('required: [title, form]')
    expect(files['openapi.yaml']).toContain('form: { type: string }')
    expect(files['openapi.yaml']).toContain('propertyName: form')
  })

  it('renames a path parameter in the path, its declaration and workflows', async () => {
    const files = applied(await rename(at('openapi.yaml', '{bookId}', 2), 'id'))
    expect(files['openapi.yaml']).toContain('/books/{id}:')
    expect(files['book.yaml']).toContain('name: id, in: path')
    expect(files['workflow.yaml']).toContain("name: id, in: path, value: '1'")
    expect(Object.values(files).join()).not.toContain('bookId')
  })

  it.each([
    ['a name that is taken', '    Book:', 5, 'Novel', 'components/schemas already contains Novel.'],
    ['a name that references cannot contain', '    Book:', 5, 'a b', 'A component name consists of'],
    ['what has no name', 'MIT', 1, 'X', 'Only components, properties, operation ids and path parameters'],
  ])('rejects %s', async (_name, text, offset, newName, message) => {
    await expect(rename(at('openapi.yaml', text, offset), newName)).rejects.toThrow(message)
  })

  it('completes references by their kind, also of other files', async () => {
    const text = `${FILES['book.yaml']}    '500': { $ref: ''}\n    '501': { description: x, content: { application/json: { schema: { $ref: '' } } } }\n`
    await write('book.yaml', text)
    const labels = async (place: object) =>
      (await client.sendRequest<{ label: string }[]>('textDocument/completion', place)).map(
        ({ label }) => label,
      )
    expect(await labels(at('book.yaml', "$ref: '' }", 7))).toEqual([
      './openapi.yaml#/components/schemas/Book',
      './openapi.yaml#/components/schemas/Novel',
    ])
    await write('book.yaml', FILES['book.yaml'])
    expect(await labels(at('workflow.yaml', 'readBook'))).toEqual(['readBook', 'listBooks'])
  })

  it.each([
    ['a reference without quotes', '$ref: ', "$ref: './openapi.yaml#/components/schemas/Book'"],
    [
      'a reference of which a part is typed',
      '$ref: ./open',
      "$ref: './openapi.yaml#/components/schemas/Book'",
    ],
    [
      'a reference that begins with a comment',
      '$ref: #/comp',
      "$ref: './openapi.yaml#/components/schemas/Book'",
    ],
    ['an open quote', '$ref: "', '$ref: "./openapi.yaml#/components/schemas/Book"'],
  ])('replaces %s by a whole value', async (_name, typed, wanted) => {
    const text = `${FILES['book.yaml']}    '501':\n      content:\n        text/plain:\n          schema:\n            ${typed}\n`
    await write('book.yaml', text)
    const lines = text.split('\n')
    const position = { line: lines.length - 2, character: lines.at(-2)?.length ?? 0 }
    const [first] = await client.sendRequest<
      { textEdit: { range: { start: { character: number } }; newText: string } }[]
    >('textDocument/completion', { textDocument: { uri: uriOf('book.yaml') }, position })
    const { range, newText } = first?.textEdit ?? { range: { start: { character: 0 } }, newText: '' }
    expect((lines.at(-2)?.slice(0, range.start.character) + newText).trim()).toBe(wanted)
    await write('book.yaml', FILES['book.yaml'])
  })

  it('completes the keywords that an object lacks', async () => {
    const text = `${FILES['openapi.yaml']}      \n`
    await write('openapi.yaml', text)
    const place = {
      textDocument: { uri: uriOf('openapi.yaml') },
      position: { line: text.split('\n').length - 2, character: 6 },
    }
    const found = await client.sendRequest<{ label: string }[]>('textDocument/completion', place)
    const labels = found.map(({ label }) => label)
    expect(labels).toContain('properties')
    expect(labels).not.toContain('allOf')
    await write('openapi.yaml', FILES['openapi.yaml'])
  })

  it('knows what a file without a heading is from the references to it', async () => {
    const text = `${FILES['book.yaml']}  \n`
    await write('book.yaml', text)
    const position = { line: text.split('\n').length - 2, character: 2 }
    const found = await client.sendRequest<{ label: string }[]>('textDocument/completion', {
      textDocument: { uri: uriOf('book.yaml') },
      position,
    })
    const labels = found.map(({ label }) => label)
    expect(labels).toContain('requestBody')
    expect(labels).not.toContain('operationId')
    expect(labels).not.toContain('properties')
    await write('book.yaml', FILES['book.yaml'])
  })

  it('shows the resolved schema with an example', async () => {
    const hover = await client.sendRequest<{ contents: { value: string } }>(
      'textDocument/hover',
      at('book.yaml', 'schemas/Book'),
    )
    expect(hover.contents.value).toContain('A printed book.')
    expect(hover.contents.value).toContain('title:\n    type: string')
    expect(hover.contents.value).toMatch(/"title": "\w+/)
    const pathItem = await client.sendRequest<{ contents: { value: string } }>(
      'textDocument/hover',
      at('openapi.yaml', './book.yaml'),
    )
    expect(pathItem.contents.value).toContain('$ref: ./openapi.yaml#/components/schemas/Book')
    const operation = await client.sendRequest<{ contents: { value: string } }>(
      'textDocument/hover',
      at('conform.yaml', 'listBooks'),
    )
    expect(operation.contents.value).toContain('**GET /books**')
  })

  it('offers what a rule suggests', async () => {
    const text = FILES['openapi.yaml']
    await write('openapi.yaml', text.replace('summary: List books', 'sumary: List books'))
    const found = await diagnosticsWhen('openapi.yaml', (all) =>
      all.some(({ data }) => (data as string[]).length > 0),
    )
    const [diagnostic] = found.filter(({ data }) => (data as string[]).includes('summary'))
    const [action] = await client.sendRequest<{ edit: WorkspaceEdit }[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf('openapi.yaml') },
      range: diagnostic?.range,
      context: { diagnostics: [diagnostic] },
    })
    expect(applied(action?.edit ?? {})['openapi.yaml']).toBe(text)
    await write('openapi.yaml', text)
  })
})
