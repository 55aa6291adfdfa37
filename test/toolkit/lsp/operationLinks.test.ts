/** Code lenses of operations, and the ways from operation ids to source code and back. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CodeLens, Location, ShowDocumentParams } from 'vscode-languageserver-protocol/node'
import { createCodeIndex } from '../../../src/toolkit/lsp/codeUses.ts'
import { type Editor, startEditor } from './editor.ts'

const FILES: Record<string, string> = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100 } }]
      responses: { '200': { description: Books } }
  /books/{bookId}: { $ref: ./book.yaml }
`,
  'book.yaml': `get:
  operationId: readBook
  parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
  responses: { '200': { description: Book } }
delete:
  operationId: deleteBook
  parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
  responses: { '204': { description: Deleted } }
`,
  'src/books/listBooks.ts': `import { stored } from './stored.ts'\n\nexport const listBooks = async () => stored.list()\n`,
  'src/books/stored.ts': `export const stored = {\n  readBook: (id: string) => id,\n  list: () => [],\n}\n`,
  'src/index.ts': `import { listBooks } from './books/listBooks.ts'\nimport { stored } from './books/stored.ts'\n\nexport const handlers = { listBooks }\nstored.readBook('1')\n`,
  'test/listBooks.test.ts': `import { listBooks } from '../src/books/listBooks.ts'\n\nawait listBooks()\n`,
  'test/books.test.ts': `await client.GET('/books') // listBooks\n`,
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp-')))
const uriOf = (name: string) => pathToFileURL(join(folder, name)).href
let editor: Editor

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], { cwd: folder })

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) write(name, text)
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Books')
  editor = await startEditor(folder)
  for (const name of ['openapi.yaml', 'book.yaml']) await editor.open(name, FILES[name] ?? '')
}, 60_000)

afterAll(async () => {
  await editor.close()
  rmSync(folder, { recursive: true, force: true })
})

const lensesOf = async (name: string): Promise<CodeLens[]> =>
  await editor.client.sendRequest('textDocument/codeLens', { textDocument: { uri: uriOf(name) } })

const titlesOf = async (name: string): Promise<string[]> =>
  (await lensesOf(name)).map(({ range, command }) => `${range.start.line} ${command?.title}`)

/** The places that a request leads to from a word of a file: `src/books/stored.ts:1`. */
async function leads(method: string, name: string, word: string): Promise<string[]> {
  const before = (FILES[name] ?? '').split(word)[0]?.split('\n') ?? []
  const found = await editor.client.sendRequest<Location[]>(`textDocument/${method}`, {
    textDocument: { uri: uriOf(name) },
    position: { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 },
    context: { includeDeclaration: false },
  })
  return found.map(({ uri, range }) => `${relative(folder, fileURLToPath(uri))}:${range.start.line}`)
}

it('counts the handlers and tests of operations', async () => {
  expect(await titlesOf('openapi.yaml')).toEqual(['4 1 handler, 2 test files'])
  expect(await titlesOf('book.yaml')).toEqual(['0 1 handler, 0 test files', '4 0 handlers, 0 test files'])
})

it('names the operation of a handler', async () => {
  expect(await titlesOf('src/books/listBooks.ts')).toEqual(['2 GET /books'])
  expect(await titlesOf('src/books/stored.ts')).toEqual(['1 GET /books/{bookId}'])
  expect(await titlesOf('src/index.ts')).toEqual([])
})

it('goes from an operation id to its handler and back', async () => {
  expect(await leads('definition', 'openapi.yaml', 'listBooks')).toEqual(['src/books/listBooks.ts:2'])
  expect(await leads('implementation', 'book.yaml', 'readBook')).toEqual(['src/books/stored.ts:1'])
  expect(await leads('definition', 'book.yaml', 'deleteBook')).toEqual(['book.yaml:5'])
  expect(await leads('definition', 'src/books/stored.ts', 'readBook')).toEqual(['book.yaml:0'])
  expect(await leads('definition', 'src/index.ts', 'listBooks')).toEqual([])
  expect(await leads('references', 'openapi.yaml', 'listBooks')).toEqual([
    'src/books/listBooks.ts:2',
    'test/books.test.ts:0',
    'test/listBooks.test.ts:2',
  ])
})

it('opens the place of a lens, or lets the user choose', async () => {
  const opened = new Promise<ShowDocumentParams>((resolve) => {
    editor.client.onRequest('window/showDocument', (given: ShowDocumentParams) => {
      resolve(given)
      return { success: true }
    })
  })
  let message = ''
  editor.client.onRequest('window/showMessageRequest', (given) => {
    message = given.message
    return given.actions[1]
  })
  const [lens] = await lensesOf('openapi.yaml')
  await editor.client.sendRequest('workspace/executeCommand', lens?.command)
  expect(message).toBe('Open:')
  expect((await opened).uri).toBe(uriOf('test/books.test.ts'))
})

it('finds handlers that are new after a save', async () => {
  write('src/books/deleteBook.ts', 'export function deleteBook() {}\n')
  await editor.filesChanged('src/books/deleteBook.ts')
  expect(await titlesOf('book.yaml')).toContain('4 1 handler, 0 test files')
  rmSync(join(folder, 'src/books/deleteBook.ts'))
})

it('counts the breaking changes since the main branch, after each save', async () => {
  const text = (FILES['openapi.yaml'] ?? '').replace('maximum: 100', 'maximum: 50')
  write('openapi.yaml', text)
  await editor.type('openapi.yaml', text)
  await editor.save('openapi.yaml')
  const breaking = async () => (await titlesOf('openapi.yaml')).filter((title) => title.includes('breaking'))
  expect(await breaking()).toEqual(['0 1 breaking change since main', '4 1 breaking change since main'])
  write('book.yaml', (FILES['book.yaml'] ?? '').replace(/delete:.*/s, ''))
  await editor.filesChanged('book.yaml')
  expect(await breaking()).toEqual(['0 2 breaking changes since main', '4 1 breaking change since main'])
  write('book.yaml', FILES['book.yaml'] ?? '')
  write('openapi.yaml', FILES['openapi.yaml'] ?? '')
  await editor.type('openapi.yaml', FILES['openapi.yaml'] ?? '')
  await editor.save('openapi.yaml')
  expect(await breaking()).toEqual([])
})

it('shows other lenses before the comparison with the branch is complete', async () => {
  write('openapi.yaml', (FILES['openapi.yaml'] ?? '').replace('maximum: 100', 'maximum: 50'))
  let onRefresh = () => {}
  const refreshed = new Promise<void>((resolve) => {
    onRefresh = resolve
  })
  const other = await startEditor(folder, () => onRefresh())
  const request = async () =>
    (
      await other.client.sendRequest<CodeLens[]>('textDocument/codeLens', {
        textDocument: { uri: uriOf('openapi.yaml') },
      })
    ).map(({ command }) => command?.title)
  expect(await request()).toEqual(['1 handler, 2 test files'])
  await refreshed
  expect(await request()).toContain('1 breaking change since main')
  await other.close()
})

it.each([
  ['a.py', 'class Api:\n    def list_books(self):\n        pass\n', 1],
  ['routes.py', '@app.get("/books", operation_id="listBooks")\nasync def handler():\n    pass\n', 0],
  ['server.go', 'func (s *Server) ListBooks(w http.ResponseWriter) {\n}\n', 0],
  ['Books.java', '  @Override\n  public ResponseEntity<List<Book>> listBooks(Integer limit) {\n  }\n', 1],
  ['Books.kt', '  override suspend fun listBooks(limit: Int?): Books = TODO()\n', 0],
  ['Annotated.java', '@Operation(operationId = "listBooks")\npublic List<Book> all() {\n', 0],
  ['api.js', 'api.register({\n  listBooks: async (c, req, res) => res.json([]),\n})\n', 1],
  ['keys.js', "module.exports = {\n  'listBooks': listAllBooks,\n}\n", 1],
  ['common.js', 'exports.listBooks = async (req, res) => {}\n', 0],
  ['class.ts', 'class Books {\n  async listBooks(limit?: number): Promise<Book[]> {\n', 1],
  [
    'call.ts',
    'async function run() {\n  const books = await client.listBooks({})\n  listBooks(books)\n}\n',
    undefined,
  ],
  ['types.ts', 'export interface Counts {\n  listBooks: number\n}\n', undefined],
  ['local.ts', 'function run() {\n  const listBooks = 1\n}\n', undefined],
  [
    'client.ts',
    '// Auto-generated by a tool. Do not edit.\nexport const listBooks = () => fetch("/books")\n',
    undefined,
  ],
  ['generated/client.ts', 'export const listBooks = () => fetch("/books")\n', undefined],
])('finds the handler in %s', (name, text, line) => {
  const root = mkdtempSync(join(tmpdir(), 'code-'))
  try {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
    const handlers = createCodeIndex(root)(['listBooks']).get('listBooks')?.handlers ?? []
    expect(handlers.map((one) => one.line)).toEqual(line === undefined ? [] : [line])
  } finally {
    rmSync(root, { recursive: true })
  }
})
