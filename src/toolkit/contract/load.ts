/** Reads a document and every file that it refers to into one tree with local references alone. */
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import { type ContractDocument, DocumentError, isObject, type Json, type JsonObject } from './document.ts'
import { type Access, expand } from './expand.ts'
import { fragmentOf, pointerOf, pointerOfFragment, valueAt } from './pointer.ts'

/** Maps whose keys are names that an author chose, so that `properties.example` is a schema, not an example. */
const NAME_MAPS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'messages',
  'channels',
  'paths',
  'callbacks',
  'content',
])
/** Members that hold data, where a `$ref` is no reference. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value'])

/**
 * Loads an OpenAPI or AsyncAPI document.
 *
 * @param path a YAML or JSON file, bundled or spread over several files by relative `$ref`s
 * @throws DocumentError when a file cannot be read or parsed, a reference leads nowhere, or the entry file is
 *   neither kind of document
 */
export function loadDocument(path: string): ContractDocument {
  const entry = resolve(path)
  const files = new Map<string, JsonObject>()
  const pending: string[] = []
  const references: { from: string; to: string; text: string }[] = []
  const folder = dirname(entry)

  const nameOf = (file: string) => relative(folder, file).replaceAll('\\', '/')
  const prefixOf = (file: string) => (file === entry ? '' : pointerOf('x-files', nameOf(file)))

  const localized = (reference: string, file: string): string => {
    const [target = '', fragment = ''] = reference.split('#', 2)
    if (/^[a-z][a-z0-9+.-]+:/i.test(target) || isAbsolute(target)) {
      throw new DocumentError(
        'UNRESOLVED_REFERENCE',
        `${nameOf(file)}: $ref "${reference}" is not relative; only files beside the document are read.`,
      )
    }
    const targetFile = target === '' ? file : resolve(dirname(file), decodeURIComponent(target))
    if (!files.has(targetFile) && !pending.includes(targetFile)) pending.push(targetFile)
    const pointer = prefixOf(targetFile) + pointerOfFragment(fragment)
    references.push({ from: nameOf(file), to: pointer, text: reference })
    return fragmentOf(pointer)
  }

  const localize = (node: Json, file: string, names: boolean): Json => {
    if (Array.isArray(node)) return node.map((item) => localize(item, file, false))
    if (!isObject(node)) return node
    const copy: JsonObject = {}
    for (const [key, value] of Object.entries(node)) {
      const data = !names && (DATA.has(key) || (key === 'examples' && Array.isArray(value)))
      if (data) copy[key] = value
      // A member that is called `$ref` has a schema or an object, never a string.
      else if (key === '$ref' && typeof value === 'string') copy[key] = localized(value, file)
      else copy[key] = localize(value, file, !names && NAME_MAPS.has(key))
    }
    return copy
  }

  pending.push(entry)
  for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
    if (files.has(file)) continue
    const content = readTree(file)
    files.set(file, {}) // known from here on, so that a file may refer to itself
    files.set(file, localize(content, file, false) as JsonObject)
  }

  const root: JsonObject = { ...files.get(entry) }
  files.delete(entry)
  if (files.size > 0)
    root['x-files'] = Object.fromEntries([...files].map(([file, tree]) => [nameOf(file), tree]))
  for (const { from, to, text } of references) {
    if (valueAt(root, to) === undefined) {
      throw new DocumentError('UNRESOLVED_REFERENCE', `${from}: $ref "${text}" leads nowhere.`)
    }
  }
  const document = documentOf(root, path)
  expandLoaded(document)
  return document
}

/** In one tree every reference is written the same from everywhere. */
function expandLoaded(document: ContractDocument): void {
  const access: Access = {
    follow: (node, file) => ({ node: original(document, node), file }),
    refer: (reference) => reference,
  }
  try {
    expand(document.root, '', access)
  } catch (error) {
    throw new DocumentError('MALFORMED', `${document.source}: ${(error as Error).message}`, error)
  }
}

/** The object in the tree itself, for it is changed in place. */
function original({ root }: ContractDocument, node: Json | undefined): JsonObject {
  let at: Json | undefined = node
  for (let hops = 0; isObject(at) && typeof at.$ref === 'string' && hops < 64; hops++) {
    at = valueAt(root, pointerOfFragment(at.$ref))
  }
  return isObject(at) ? at : {}
}

/**
 * Takes an object, such as a bundle that was already parsed, as a document.
 * @throws DocumentError when it is neither OpenAPI 3 nor AsyncAPI 3
 */
export function documentOf(root: unknown, source = 'the given document'): ContractDocument {
  if (isObject(root)) {
    if (typeof root.openapi === 'string' && root.openapi.startsWith('3.'))
      return { source, kind: 'openapi', root }
    if (typeof root.asyncapi === 'string' && root.asyncapi.startsWith('3.'))
      return { source, kind: 'asyncapi', root }
  }
  const received = isObject(root)
    ? JSON.stringify({ openapi: root.openapi, asyncapi: root.asyncapi })
    : typeof root
  throw new DocumentError(
    'UNKNOWN_KIND',
    `${source}: received ${received}, expected a member "openapi" or "asyncapi" with version 3.`,
  )
}

function readTree(file: string): JsonObject {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new DocumentError('UNREADABLE', `${file} cannot be read: ${(error as Error).message}`, error)
  }
  let tree: unknown
  try {
    tree = file.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true })
  } catch (error) {
    throw new DocumentError('UNPARSABLE', `${file} cannot be parsed: ${(error as Error).message}`, error)
  }
  if (!isObject(tree)) {
    throw new DocumentError(
      'MALFORMED',
      `${file}: received ${tree === null ? 'an empty file' : typeof tree}, expected an object.`,
    )
  }
  return tree
}
