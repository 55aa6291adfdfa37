/** OpenAPI Overlay 1.0: changes to a document in a separate file, so that a third-party document stays unchanged. */
import { basename, dirname, resolve } from 'node:path'
import {
  DocumentError,
  type DocumentFinding,
  isObject,
  type Json,
  type JsonObject,
  type Position,
} from './document.ts'
import { selectNodes } from './jsonPath.ts'
import { pointerOf } from './pointer.ts'
import { readSourceFile } from './sourceFile.ts'

/** Limit of nodes that all actions of an overlay add: enough for the largest documents, and stops actions that double a document each. */
const MAX_ADDED_NODES = 100_000

interface Overlay {
  file: string
  /** The file that it is for; undefined: any. */
  target: string | undefined
  actions: {
    target: string
    update: Json | undefined
    remove: boolean
    position: Position
    pointer: string
  }[]
}

/** @throws DocumentError if the file cannot be read or is not an overlay */
export function readOverlay(file: string): Overlay {
  const { tree, positionAt } = readSourceFile(resolve(file))
  if (typeof tree.overlay !== 'string' || !tree.overlay.startsWith('1.') || !Array.isArray(tree.actions)) {
    throw new DocumentError(
      'UNKNOWN_KIND',
      `${file}: received ${JSON.stringify({ overlay: tree.overlay }).slice(0, 200)}, expected "overlay: 1.0.0" and a list "actions".`,
    )
  }
  const actions = tree.actions.map((action, index) => {
    const pointer = pointerOf('actions', index)
    if (!isObject(action) || typeof action.target !== 'string') {
      const { line, column } = positionAt(['actions', String(index)])
      throw new DocumentError('MALFORMED', `${file}:${line}:${column}: expected an action with a "target".`)
    }
    return {
      target: action.target,
      update: action.update,
      remove: action.remove === true,
      position: { file: basename(file), ...positionAt(['actions', String(index), 'target']) },
      pointer,
    }
  })
  const extended = typeof tree.extends === 'string' ? tree.extends : undefined
  const target = extended && !/^[a-z]+:\/\//i.test(extended) ? resolve(dirname(file), extended) : undefined
  return { file, target, actions }
}

/** Changes the tree in place. An action that meets nothing is a finding at its line in the overlay. */
export function applyOverlay(overlay: Overlay, tree: JsonObject, path: string): DocumentFinding[] {
  if (overlay.target !== undefined && overlay.target !== resolve(path)) return []
  const findings: DocumentFinding[] = []
  let total = 0
  for (const { target, update, remove, position, pointer } of overlay.actions) {
    const reported = (severity: DocumentFinding['severity'], message: string) =>
      findings.push({ code: 'without-effect', severity, pointer, message, position })
    let selected: ReturnType<typeof selectNodes>
    try {
      selected = selectNodes(tree, target)
    } catch (error) {
      reported('error', (error as Error).message)
      continue
    }
    if (selected.length === 0) reported('warning', `"${target}" selects nothing in ${path}`)
    const added = update === undefined || remove ? 0 : selected.length * sizeOf(update)
    if (total + added > MAX_ADDED_NODES) {
      reported(
        'error',
        `"${target}" selects ${selected.length} nodes, and its update would add ${added} values; the limit of an overlay is ${MAX_ADDED_NODES}. Select fewer nodes.`,
      )
      continue
    }
    total += added
    for (const { holder, key, node } of selected.reverse()) {
      if (remove) drop(holder, key)
      else if (update !== undefined) put(holder, key, merge(node, update))
    }
  }
  return findings
}

function drop(holder: Json[] | JsonObject | undefined, key: string | number): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (holder) delete holder[key]
}

function put(holder: Json[] | JsonObject | undefined, key: string | number, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else if (holder) setProperty(holder, String(key), value)
}

/** An assignment to `__proto__` would set the prototype and lose the property. */
function setProperty(object: JsonObject, name: string, value: Json): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** How many values there are, itself included. */
function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner as Json), 1)
}

/** "The properties of the update object are recursively merged with the target; arrays are appended to." */
function merge(node: Json, update: Json): Json {
  if (Array.isArray(node)) {
    node.push(structuredClone(update))
    return node
  }
  if (!isObject(node) || !isObject(update)) return structuredClone(update)
  for (const [name, value] of Object.entries(update)) {
    const present = Object.hasOwn(node, name) ? node[name] : undefined
    if (Array.isArray(present) && Array.isArray(value))
      for (const item of value) present.push(structuredClone(item))
    else setProperty(node, name, present === undefined ? structuredClone(value) : merge(present, value))
  }
  return node
}

/**
 * The entry file of a document as it is written, with overlays applied.
 * @throws DocumentError when a file cannot be read or parsed
 */
export function changedTree(path: string, overlays: readonly string[]): JsonObject {
  const { tree } = readSourceFile(resolve(path))
  for (const file of overlays) applyOverlay(readOverlay(file), tree, path)
  return tree
}
