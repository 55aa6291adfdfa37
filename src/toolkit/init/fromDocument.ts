/** The files of a project that begins with an OpenAPI document: its files, what is generated from it, and its handlers. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, parse, relative, resolve } from 'node:path'
import { createTypesMaker, outputsOfPage } from '../generate/index.ts'
import { credentialAlternatives, identityText } from '../openapi/credentialForm.ts'
import { type ContractDocument, DocumentError, objectAt } from '../openapi/document.ts'
import { loadDocument } from '../openapi/load.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import { bundle } from '../openapi/redocly/bundle.ts'
import { filesOf } from '../openapi/referredFiles.ts'
import { unwrittenHandlerText, wordOf } from '../stub/texts.ts'
import type { GivenDocument } from './startingProject.ts'

/**
 * @param path the entry file of the document
 * @throws DocumentError for a document that cannot be read, is not OpenAPI 3, or refers to what is not a file
 */
export async function fromDocument(path: string): Promise<GivenDocument> {
  const document = loadDocument(path)
  const operations = listOperations(document)
  const copied = copiesOf(path)
  const entry = [...copied.keys()][0] as string
  if (!PLAIN.test(entry))
    throw new DocumentError(
      'UNREADABLE',
      `${path}: the scripts of a project cannot name such a file. Rename it, with letters, digits, ".", "_" and "-" only.`,
    )
  const stem = basename(entry).replace(/\.(ya?ml|json)$/i, '')
  const maker = createTypesMaker()
  const generated = await bundle(resolve(path))
    .then((tree) => outputsOfPage(entry, `generated/${stem}`, tree, maker))
    .finally(() => maker.stop())
  const info = objectAt(document.root, 'info')
  const version = String(info.version ?? '0.0.0').replace(/[^\w.+-]+/g, '-')
  const { key, identity } = credentialOf(document, operations)
  return {
    entry,
    stem,
    title: String(info.title ?? stem).replace(/\s+/g, ' '),
    key,
    files: new Map([
      ...copied,
      ...generated,
      [`openapi/released/${version}.json`, generated[0]?.[1] ?? ''],
      ['conform.yaml', conformText(entry, identity)],
      ...handlersOf(operations, stem),
    ]),
  }
}

/** A path that means the same in shells, YAML and TypeScript. */
const PLAIN = /^[\w./-]+$/

/** The files have the same places relative to each other, so that every reference leads where it did. */
function copiesOf(path: string): Map<string, string> {
  const files = filesOf(path)
  const folders = files.map((file) => dirname(file))
  let root = folders[0] as string
  while (!folders.every((folder) => folder === root || !relative(root, folder).startsWith('..')))
    root = dirname(root)
  if (root === parse(root).root)
    throw new DocumentError(
      'UNRESOLVED_REFERENCE',
      `${path} refers to ${files.find((file) => relative(dirname(resolve(path)), file).startsWith('..'))}, which has no folder in common with it. Move the files of the document into one folder.`,
    )
  return new Map(
    files.map((file) => [
      join('openapi', relative(root, file)).replaceAll('\\', '/'),
      readFileSync(file, 'utf8'),
    ]),
  )
}

const KEY = 'development-key'

/** The credentials of the first requirement of an operation, as `conform.yaml` names them. */
function credentialOf(
  document: ContractDocument,
  operations: readonly Operation[],
): { key: string; identity?: string } {
  const [forms] = operations.flatMap(({ operation }) => credentialAlternatives(document, operation))
  if (forms === undefined) return { key: KEY }
  const isBasic = forms.some((form) => form.in === 'basic')
  const credentials = forms.map((form) => ({ form, secret: "'@development.key'" }))
  return { key: isBasic ? `user:${KEY}` : KEY, identity: identityText(credentials) }
}

const conformText = (entry: string, identity: string | undefined): string =>
  `# How \`npm run conform\` checks the server against its document.
openapi: ${JSON.stringify(entry)}
target: http://127.0.0.1:3000
${identity === undefined ? '' : `identities:\n  owner: ${identity}\n`}`

function handlersOf(operations: readonly Operation[], stem: string): [string, string][] {
  // File systems that ignore case would take two such names for one.
  const used = new Set(['index'])
  const named = operations.map((operation) => {
    const word = wordOf(operation.operationId)
    let name = word
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${word}${count}`
    used.add(name.toLowerCase())
    return { operation, name }
  })
  return [
    ['src/handler.ts', handlerTypeText(operations, stem)],
    [
      'src/handlers/index.ts',
      `import type { Handlers } from 'specwright/server'
import type { Operations } from '../handler.ts'
${named.map(({ name }) => `import { ${name} } from './${name}.ts'\n`).join('')}
/** A handler for each operation of the document; an operation without one does not compile. */
export const handlers: Handlers<Operations> = {
${named.map(({ operation, name }) => (operation.operationId === name ? `  ${name},\n` : `  ${JSON.stringify(operation.operationId)}: ${name},\n`)).join('')}}
`,
    ],
    ...named.map(({ operation, name }): [string, string] => [
      `src/handlers/${name}.ts`,
      unwrittenHandlerText(operation, name, '../handler.ts'),
    ]),
  ]
}

/** openapi-typescript lists operations without an operationId below `paths` only. */
function handlerTypeText(operations: readonly Operation[], stem: string): string {
  const hasName = ({ operation, operationId }: Operation) => operation.operationId === operationId
  const unnamed = operations.filter((one) => !hasName(one))
  const isNamed = unnamed.length < operations.length || unnamed.length === 0
  const members = unnamed.map(
    ({ operationId, path, method }) =>
      `  ${JSON.stringify(operationId)}: paths[${JSON.stringify(path)}][${JSON.stringify(method.toLowerCase())}]\n`,
  )
  const imported = [...(isNamed ? ['operations'] : []), ...(unnamed.length > 0 ? ['paths'] : [])]
  const types = [
    ...(isNamed ? ['operations'] : []),
    ...(unnamed.length > 0 ? [`{\n${members.join('')}}`] : []),
  ]
  return `import type { Handler as HandlerOf } from 'specwright/server'
import type { ${imported.join(', ')} } from '../generated/${stem}.ts'

export type Operations = ${types.join(' & ')}

/** The handler of an operation, by its name in the document. */
export type Handler<Id extends keyof Operations> = HandlerOf<Operations[Id]>
`
}
