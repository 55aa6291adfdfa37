/** The place that a name in a document refers to, and every place with this name. */

import { METHODS } from '../openapi/operations.ts'
import { pointerOf, pointerOfFragment, tokensOf } from '../openapi/pointer.ts'
import { fileOf } from '../openapi/referredFiles.ts'
import { type Entry, entryAt, entryPath, type Span, type Syntax } from './syntax.ts'
import type { Workspace } from './workspace.ts'

/** A place in a file, such as a component. */
export interface Target {
  file: string
  path: string[]
}

export type NamedPlace =
  /** A node that `$ref` leads to; `name` is its key, undefined for a whole file. */
  | { kind: 'node'; target: Target; name: string | undefined }
  | { kind: 'operation'; name: string }
  | { kind: 'property'; file: string; path: string[]; name: string }
  | { kind: 'pathParameter'; file: string; path: string; name: string }

/** One use of a symbol in a text. */
export interface Occurrence {
  file: string
  span: Span
  isDefinition: boolean
}

/** The place that a `$ref` leads to, or undefined for the network and for invalid pointers. */
export function targetOf(reference: string, from: string): Target | undefined {
  const file = fileOf(reference, from)
  if (file === undefined) return undefined
  try {
    return { file, path: tokensOf(pointerOfFragment(reference.split('#')[1] ?? '')) }
  } catch {
    return undefined
  }
}

const OPERATION_KEYS = new Set(['operationId', 'operation'])
const isMethod = (name: string | undefined): boolean => METHODS.some((one) => one === name)

/** The symbol at an offset of a file. */
export function symbolAt(workspace: Workspace, file: string, offset: number): NamedPlace | undefined {
  const entry = entryAt(workspace.syntaxOf(file) ?? EMPTY, offset)
  if (entry === undefined) return undefined
  const path = entryPath(entry)
  if (entry.kind === 'value') return symbolOfValue(file, entry, path)
  if (path.at(-3) === 'components' || isDefinition(path))
    return { kind: 'node', target: { file, path }, name: entry.text }
  if (path.at(-2) === 'properties') return { kind: 'property', file, path, name: entry.text }
  return parameterIn(file, entry, path, offset)
}

const EMPTY: Syntax = { entries: [], blockAt: () => undefined }

/** A named schema of Swagger 2.0 or of JSON Schema. */
export const isDefinition = (path: readonly string[]): boolean =>
  path.at(-2) === '$defs' || (path.length === 2 && path[0] === 'definitions')

function symbolOfValue(file: string, entry: Entry, path: readonly string[]): NamedPlace | undefined {
  const key = path.at(-1) ?? ''
  if (key === '$ref' || path.at(-2) === 'mapping') {
    const target = targetOf(entry.text, file)
    return target && { kind: 'node', target, name: target.path.at(-1) }
  }
  if (OPERATION_KEYS.has(key)) return { kind: 'operation', name: entry.text }
  if (path.at(-2) === 'required') {
    const schema = path.slice(0, -2)
    return { kind: 'property', file, path: [...schema, 'properties', entry.text], name: entry.text }
  }
  return undefined
}

/** `{id}` in a path. */
function parameterIn(
  file: string,
  entry: Entry,
  path: readonly string[],
  offset: number,
): NamedPlace | undefined {
  if (path[0] !== 'paths' || path.length !== 2) return undefined
  for (const match of entry.text.matchAll(/\{([^{}]+)\}/g)) {
    const start = entry.span.start + match.index
    if (start <= offset && offset <= start + match[0].length)
      return { kind: 'pathParameter', file, path: entry.text, name: match[1] ?? '' }
  }
  return undefined
}

/** Every place with the name of a symbol, the definition included. */
export function occurrencesOf(workspace: Workspace, symbol: NamedPlace): Occurrence[] {
  switch (symbol.kind) {
    case 'node':
      return nodeOccurrences(workspace, symbol.target)
    case 'operation':
      return operationOccurrences(workspace, symbol.name)
    case 'property':
      return propertyOccurrences(workspace, symbol)
    case 'pathParameter':
      return parameterOccurrences(workspace, symbol)
  }
}

/** The occurrences that `find` recognizes among the keys and values of files. */
const search = (
  workspace: Workspace,
  files: readonly string[],
  find: (entry: Entry, file: string) => Omit<Occurrence, 'file'> | undefined,
): Occurrence[] =>
  files.flatMap((file) =>
    (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry) => {
      const found = find(entry, file)
      return found === undefined ? [] : [{ file, ...found }]
    }),
  )

function nodeOccurrences(workspace: Workspace, target: Target): Occurrence[] {
  return search(workspace, workspace.files(), (entry, file) => {
    if (entry.kind === 'value') return used(nameSpan(entry, file, target))
    const isName = file === target.file && entry.place?.name === target.path.at(-1)
    if (isName && isSame(entryPath(entry), target.path)) return { span: entry.span, isDefinition: true }
    return isSchemeName(entry, target) ? used(entry.span) : undefined
  })
}

const used = (span: Span | undefined) => span && { span, isDefinition: false }

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n')

/** Requirements of `security` name a security scheme by its key. */
function isSchemeName(entry: Entry, { path }: Target): boolean {
  if (path.at(-2) !== 'securitySchemes' || entry.text !== path.at(-1)) return false
  return entryPath(entry).at(-3) === 'security'
}

/** The part of a reference that is the last name of the target's pointer. */
function nameSpan(entry: Entry, file: string, target: Target): Span | undefined {
  const { text, span, place } = entry
  const isReference = place?.name === '$ref'
  const isMapping = place?.above?.name === 'mapping'
  if (!isReference && !isMapping) return undefined
  const name = target.path.at(-1)
  // A discriminator may name a schema by its key only (OpenAPI 3.1, 4.8.25).
  if (isMapping && text === name && target.path.at(-2) === 'schemas') return span
  const own = targetOf(text, file)
  if (own === undefined || own.file !== target.file || own.path.length < target.path.length) return undefined
  if (!isSame(own.path.slice(0, target.path.length), target.path)) return undefined
  if (name === undefined) return span
  const tail = pointerOf(...own.path.slice(target.path.length))
  const end = text.length - tail.length
  const written = pointerOf(name).slice(1)
  return text.slice(0, end).endsWith(written)
    ? { start: span.start + end - written.length, end: span.start + end }
    : undefined
}

function operationOccurrences(workspace: Workspace, name: string): Occurrence[] {
  return search(workspace, workspace.files(), (entry) => {
    if (entry.kind !== 'value' || !isOperationName(entry, name)) return undefined
    const isDefinition = isOperationId(entry)
    return { span: { start: entry.span.end - name.length, end: entry.span.end }, isDefinition }
  })
}

function isOperationName({ text, place }: Entry, name: string): boolean {
  // Arazzo 1.0, 4.6.4: `$sourceDescriptions.shop.listBooks`.
  const isQualified = /^\$sourceDescriptions\.[^.]+\./.test(text) && text.endsWith(`.${name}`)
  if (text !== name && !isQualified) return false
  const list = place?.above?.name
  return OPERATION_KEYS.has(place?.name ?? '') || list === 'operations' || list === 'operation'
}

function propertyOccurrences(
  workspace: Workspace,
  { file, path, name }: Extract<NamedPlace, { kind: 'property' }>,
): Occurrence[] {
  const schema = path.slice(0, -2)
  return search(workspace, [file], (entry) => {
    if (entry.text !== name) return undefined
    const own = entryPath(entry)
    if (entry.kind === 'value') return isUse(own, schema) ? used(entry.span) : undefined
    return isSame(own, path) ? { span: entry.span, isDefinition: true } : undefined
  })
}

/** `required`, `dependentRequired` and the discriminator of a schema name its properties. */
function isUse(path: readonly string[], schema: readonly string[]): boolean {
  if (!isSame(path.slice(0, schema.length), schema)) return false
  const [keyword, second] = path.slice(schema.length)
  return keyword === 'required' || (keyword === 'discriminator' && second === 'propertyName')
}

function parameterOccurrences(
  workspace: Workspace,
  { file, path, name }: Extract<NamedPlace, { kind: 'pathParameter' }>,
): Occurrence[] {
  const item = ['paths', path]
  const inPath = search(workspace, [file], (entry) => {
    if (entry.kind !== 'key' || !isSame(entryPath(entry), item)) return undefined
    const start = entry.span.start + entry.text.indexOf(`{${name}}`) + 1
    return { span: { start, end: start + name.length }, isDefinition: true }
  })
  const bases = pathItems(workspace, { file, path: item })
  const operations = new Set(bases.flatMap((base) => operationsIn(workspace, base)))
  return [
    ...inPath,
    ...bases.flatMap((base) =>
      parametersNamed(base.file, workspace.syntaxOf(base.file)?.entries ?? [], base.path, name),
    ),
    ...workspace.files().flatMap((other) => stepParameters(workspace, other, operations, name)),
  ]
}

/** The path item, and the file that it refers to. */
function pathItems(workspace: Workspace, item: Target): Target[] {
  const entries = workspace.syntaxOf(item.file)?.entries ?? []
  const reference = entries.find(
    (entry) => entry.kind === 'value' && isSame(entryPath(entry), [...item.path, '$ref']),
  )
  return [item, (reference && targetOf(reference.text, item.file)) ?? []].flat()
}

const operationsIn = (workspace: Workspace, { file, path }: Target): string[] =>
  (workspace.syntaxOf(file)?.entries ?? []).flatMap((entry) =>
    entry.kind === 'value' && isOperationId(entry) && isWithin(entryPath(entry), path) ? [entry.text] : [],
  )

export const isWithin = (path: readonly string[], base: readonly string[]): boolean =>
  isSame(path.slice(0, base.length), base)

export const isOperationId = ({ place }: Entry): boolean =>
  place?.name === 'operationId' && isMethod(place.above?.name)

/** The names of path parameters below a path item. */
function parametersNamed(
  file: string,
  entries: readonly Entry[],
  base: readonly string[],
  name: string,
): Occurrence[] {
  const parameters = new Map<string, { names: Entry[]; isPath: boolean }>()
  for (const entry of entries) {
    const own = entryPath(entry)
    if (entry.kind !== 'value' || own.at(-3) !== 'parameters' || !isWithin(own, base)) continue
    const key = own.slice(0, -1).join('\n')
    const known = parameters.get(key) ?? { names: [], isPath: false }
    if (own.at(-1) === 'name' && entry.text === name) known.names.push(entry)
    if (own.at(-1) === 'in' && entry.text === 'path') known.isPath = true
    parameters.set(key, known)
  }
  return [...parameters.values()].flatMap(({ names, isPath }) =>
    isPath ? names.map(({ span }) => ({ file, span, isDefinition: false })) : [],
  )
}

/** Steps of Arazzo workflows name the parameters of their operation. */
function stepParameters(
  workspace: Workspace,
  file: string,
  operations: ReadonlySet<string>,
  name: string,
): Occurrence[] {
  const entries = workspace.syntaxOf(file)?.entries ?? []
  if (entries[0]?.text !== 'arazzo') return []
  return entries.flatMap((entry) => {
    const isStep = entry.kind === 'value' && entry.place?.name === 'operationId'
    const called = entry.text.split('.').at(-1) ?? ''
    return isStep && operations.has(called)
      ? parametersNamed(file, entries, entryPath(entry).slice(0, -1), name)
      : []
  })
}
