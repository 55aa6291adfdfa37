/** Completion, hover and rename over the documents of a workspace. */
import { dirname, relative } from 'node:path'
import { stringify } from 'yaml'
import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { readDocument } from '../openapi/load.ts'
import { pointerOf, valueAt } from '../openapi/pointer.ts'
import { createRandom } from '../schema/values/random.ts'
import { validValue } from '../schema/values/valid.ts'
import { viewOf } from '../schema/view.ts'
import {
  isDefinition,
  isOperationId,
  type NamedPlace,
  type Occurrence,
  occurrencesOf,
  symbolAt,
  type Target,
} from './symbols.ts'
import { entryAt, entryPath } from './syntax.ts'
import type { Workspace } from './workspace.ts'

/** A component name: OpenAPI 3.1, 4.8.7. */
const COMPONENT_NAME = /^[\w.-]+$/

/** The edits of a rename, or why the name is invalid. */
export function renameAt(
  workspace: Workspace,
  file: string,
  offset: number,
  name: string,
): { occurrences: Occurrence[] } | { problem: string } {
  const symbol = symbolAt(workspace, file, offset)
  if (symbol === undefined || (symbol.kind === 'node' && symbol.target.path.length === 0))
    return {
      problem: 'Only components, properties, operation ids and path parameters can be renamed.',
    }
  const problem = problemOf(workspace, symbol, name)
  return problem === undefined ? { occurrences: occurrencesOf(workspace, symbol) } : { problem }
}

function problemOf(workspace: Workspace, symbol: NamedPlace, name: string): string | undefined {
  if (name.trim() === '') return 'The new name is empty.'
  if (symbol.kind === 'operation')
    return occurrencesOf(workspace, { kind: 'operation', name }).some((one) => one.isDefinition)
      ? `Another operation has the operationId ${name}.`
      : undefined
  if (symbol.kind === 'pathParameter')
    return /[{}/]/.test(name) ? 'A path parameter cannot contain braces or a slash.' : undefined
  const { file, path } = symbol.kind === 'node' ? symbol.target : symbol
  const siblings = workspace.syntaxOf(file)?.blockAt([...path.slice(0, -1), name])
  if (siblings !== undefined)
    return `${[...path.slice(0, -2), path.at(-2)].join('/')} already contains ${name}.`
  if (symbol.kind === 'node' && path.at(-3) === 'components' && !COMPONENT_NAME.test(name))
    return 'A component name consists of letters, digits, ".", "-" and "_".'
  return undefined
}

interface Proposal {
  label: string
  /** Shown next to the label, such as a file. */
  detail?: string
}

/** Proposals at an offset: values of `$ref`, operation ids, tags, security schemes. */
export function proposalsAt(workspace: Workspace, file: string, offset: number): Proposal[] {
  const text = workspace.textOf(file) ?? ''
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const [, key] = /["']?(\$ref|operationId)["']?\s*:\s*["']?[^"'\s{}]*$/.exec(line) ?? []
  if (key === '$ref') return referenceProposals(workspace, file, kindAt(workspace, file, offset))
  if (key === 'operationId' && isWorkflow(workspace, file)) return operationProposals(workspace)
  return /^\s*(-\s*)?["']?[\w$-]*$/.test(line) ? keyProposals(workspace, file, offset) : []
}

const isWorkflow = (workspace: Workspace, file: string): boolean =>
  workspace.syntaxOf(file)?.entries[0]?.text === 'arazzo'

/** The kind of component that belongs at a place, by the key that contains the reference. */
const KINDS: Readonly<Record<string, string>> = {
  schema: 'schemas',
  items: 'schemas',
  properties: 'schemas',
  allOf: 'schemas',
  oneOf: 'schemas',
  anyOf: 'schemas',
  additionalProperties: 'schemas',
  schemas: 'schemas',
  payload: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  requestBody: 'requestBodies',
  headers: 'headers',
  examples: 'examples',
  links: 'links',
  messages: 'messages',
}

function kindAt(workspace: Workspace, file: string, offset: number): string | undefined {
  const syntax = workspace.syntaxOf(file)
  const entry = syntax?.entries.filter(({ span }) => span.start <= offset).at(-1)
  const path = entry === undefined ? [] : entryPath(entry).filter((name) => name !== '$ref')
  const key = path.findLast((name, index) => KINDS[name] !== undefined && index >= path.length - 2)
  return key === undefined ? undefined : KINDS[key]
}

function referenceProposals(workspace: Workspace, file: string, kind: string | undefined): Proposal[] {
  return workspace.files().flatMap((other) => {
    const address = other === file ? '' : pathFrom(file, other)
    return (workspace.syntaxOf(other)?.entries ?? []).flatMap((entry): Proposal[] => {
      const path = entry.kind === 'key' ? entryPath(entry) : []
      if (!isComponent(path, kind) && !isDefinition(path)) return []
      return [{ label: `${address}#${pointerOf(...path)}`, ...(address !== '' && { detail: address }) }]
    })
  })
}

const isComponent = (path: readonly string[], kind: string | undefined): boolean =>
  path.length === 3 && path[0] === 'components' && (kind === undefined || path[1] === kind)

const pathFrom = (file: string, other: string): string => {
  const path = relative(dirname(file), other).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

const operationProposals = (workspace: Workspace): Proposal[] =>
  workspace
    .files()
    .flatMap((file) =>
      (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry) =>
        entry.kind === 'value' && isOperationId(entry) ? [{ label: entry.text }] : [],
      ),
    )

/** Keywords of the object around an offset that it does not have yet. */
function keyProposals(workspace: Workspace, file: string, offset: number): Proposal[] {
  const text = workspace.textOf(file) ?? ''
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const indent = /^[\s-]*/.exec(text.slice(start, offset))?.[0].length ?? 0
  const above = (workspace.syntaxOf(file)?.entries ?? []).findLast(
    (entry) => entry.kind === 'key' && entry.span.start < start && columnOf(text, entry.span.start) < indent,
  )
  const path = above === undefined ? [] : entryPath(above)
  const present = new Set(
    (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry) => {
      const own = entry.kind === 'key' ? entryPath(entry) : []
      return own.length === path.length + 1 && own.slice(0, -1).join('\n') === path.join('\n')
        ? [entry.text]
        : []
    }),
  )
  return keywordsAt(path)
    .filter((word) => !present.has(word))
    .map((label) => ({ label }))
}

const columnOf = (text: string, offset: number): number => offset - text.lastIndexOf('\n', offset - 1) - 1

const KEYWORDS = {
  document: [
    'openapi',
    'info',
    'servers',
    'security',
    'tags',
    'paths',
    'webhooks',
    'components',
    'externalDocs',
  ],
  components: [
    'schemas',
    'responses',
    'parameters',
    'examples',
    'requestBodies',
    'headers',
    'securitySchemes',
    'links',
    'callbacks',
    'pathItems',
  ],
  path: [
    'summary',
    'description',
    'servers',
    'parameters',
    'get',
    'put',
    'post',
    'delete',
    'options',
    'head',
    'patch',
    'trace',
  ],
  operation: [
    'tags',
    'summary',
    'description',
    'externalDocs',
    'operationId',
    'parameters',
    'requestBody',
    'responses',
    'callbacks',
    'deprecated',
    'security',
    'servers',
    'x-conformance',
  ],
  response: ['description', 'headers', 'content', 'links'],
  media: ['schema', 'example', 'examples', 'encoding'],
  schema: [
    'type',
    'title',
    'description',
    'format',
    'enum',
    'const',
    'default',
    'examples',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'allOf',
    'oneOf',
    'anyOf',
    'not',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'uniqueItems',
    'readOnly',
    'writeOnly',
    'deprecated',
    '$ref',
    'x-conformance',
    'x-extensible-enum',
  ],
} as const

const METHOD = /^(get|put|post|delete|options|head|patch|trace)$/

function keywordsAt(path: readonly string[]): readonly string[] {
  const [last, before] = [path.at(-1) ?? '', path.at(-2) ?? '']
  if (path.length === 0) return KEYWORDS.document
  if (path.length === 1 && last === 'components') return KEYWORDS.components
  if (before === 'paths') return KEYWORDS.path
  if (METHOD.test(last) && path.length <= 3) return KEYWORDS.operation
  if (before === 'responses') return KEYWORDS.response
  if (before === 'content') return KEYWORDS.media
  const isSchema = ['schemas', 'properties', 'allOf', 'oneOf', 'anyOf', '$defs', 'definitions'].includes(
    before,
  )
  return isSchema || ['schema', 'items', 'additionalProperties'].includes(last) ? KEYWORDS.schema : []
}

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
  return isSchema ? schemaHover(found.document, found.node) : fenced(found.node)
}

function loadedNode(workspace: Workspace, file: string, target: Target) {
  const [entry] = [...workspace.entriesWith(target.file), ...workspace.entriesWith(file)]
  if (entry === undefined) return undefined
  try {
    const document = readDocument(entry.file)
    const name = relative(dirname(entry.file), target.file).replaceAll('\\', '/')
    const place = target.file === entry.file ? target.path : ['x-files', name, ...target.path]
    const node = valueAt(document.root, pointerOf(...place))
    return node === undefined ? undefined : { document, node }
  } catch {
    // The document has errors, which its diagnostics name.
    return undefined
  }
}

function schemaHover(document: ContractDocument, node: Json): string {
  const { description, ...view } = viewOf(document, node)
  const example = validValue(node, {
    document,
    random: createRandom(1),
    extent: 'full',
    examples: true,
    answer: true,
    readable: true,
  })
  return [
    ...(typeof description === 'string' ? [description] : []),
    fenced(view),
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
