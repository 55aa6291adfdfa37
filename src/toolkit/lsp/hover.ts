/** Markdown about the node at an offset: description, resolved schema, example. */
import { basename, dirname, relative } from 'node:path'
import { stringify } from 'yaml'
import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { readDocument } from '../openapi/load.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { writtenIn } from '../openapi/referredFiles.ts'
import { createRandom } from '../schema/values/random.ts'
import { validValue } from '../schema/values/valid.ts'
import { viewOf } from '../schema/view.ts'
import { symbolAt, type Target } from './symbols.ts'
import { entryAt, entryPath } from './syntax.ts'
import type { Workspace } from './workspace.ts'

/** More lines hide the text below. */
const MAX_HOVER_LINES = 40

/** Markdown about the node that a reference or a key leads to: description, resolved schema and an example. */
export function hoverAt(workspace: Workspace, file: string, offset: number): string | undefined {
  const entry = entryAt(workspace.syntaxOf(file) ?? { entries: [], blockAt: () => undefined }, offset)
  const symbol = symbolAt(workspace, file, offset)
  if (entry === undefined || symbol?.kind === 'pathParameter') return undefined
  if (symbol?.kind === 'operation') return operationHover(workspace, symbol.name)
  if (symbol === undefined) return undefined
  const target: Target = symbol.kind === 'node' ? symbol.target : symbol
  const found = loadedNode(workspace, file, target)
  if (found === undefined) return undefined
  const isSchema = symbol.kind === 'property' || target.path.at(-2) === 'schemas' || target.path.length === 0
  const written = asWritten(found)
  return isSchema ? schemaHover(found.document, found.node, written) : fenced(written(found.node))
}

/** References as the author writes them in the file of the node. */
function asWritten({ name, entry }: { name: string; entry: string }): (node: Json) => Json {
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy)
    if (!isObject(node)) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, value = null]) => [
        key,
        key === '$ref' && typeof value === 'string' ? writtenIn(value, name, entry) : copy(value),
      ]),
    )
  }
  return copy
}

function loadedNode(workspace: Workspace, file: string, target: Target) {
  const [entry] = [...workspace.entriesWith(target.file), ...workspace.entriesWith(file)]
  if (entry === undefined) return undefined
  try {
    const document = readDocument(entry.file)
    const name = relative(dirname(entry.file), target.file).replaceAll('\\', '/')
    const place = target.file === entry.file ? target.path : ['x-files', name, ...target.path]
    const node = valueAt(document.root, pointerOf(...place))
    const home = basename(entry.file)
    return node === undefined
      ? undefined
      : { document, node, entry: home, name: target.file === entry.file ? home : name }
  } catch {
    // The document has errors, which its diagnostics name.
    return undefined
  }
}

function schemaHover(document: ContractDocument, node: Json, written: (node: Json) => Json): string {
  const { description, ...view } = viewOf(document, node)
  const example = validValue(node, {
    document,
    random: createRandom(1),
    extent: 'full',
    examples: true,
    response: true,
    readable: true,
  })
  return [
    ...(typeof description === 'string' ? [description] : []),
    fenced(written(view as Json)),
    ...(example === undefined
      ? []
      : [`Example:\n\n\`\`\`json\n${cut(JSON.stringify(example, null, 2))}\n\`\`\``]),
  ].join('\n\n')
}

const fenced = (node: Json): string =>
  `\`\`\`yaml\n${cut(stringify(node, { aliasDuplicateObjects: false }).trimEnd())}\n\`\`\``

const cut = (text: string): string => {
  const lines = text.replaceAll('```', '` ` `').split('\n')
  return lines.length <= MAX_HOVER_LINES
    ? lines.join('\n')
    : [...lines.slice(0, MAX_HOVER_LINES), '…'].join('\n')
}

function operationHover(workspace: Workspace, name: string): string | undefined {
  for (const file of workspace.files())
    for (const entry of workspace.syntaxOf(file)?.entries ?? []) {
      if (entry.kind !== 'value' || entry.text !== name || entry.place?.name !== 'operationId') continue
      const path = entryPath(entry)
      const [, template, method] = path
      if (path[0] !== 'paths' || template === undefined || method === undefined) continue
      const found = loadedNode(workspace, file, { file, path: path.slice(0, -1) })
      const operation = isObject(found?.node) ? found.node : {}
      const text = [operation.summary, operation.description].filter((one) => typeof one === 'string')
      return [`**${method.toUpperCase()} ${template}**`, ...text].join('\n\n')
    }
  return undefined
}
