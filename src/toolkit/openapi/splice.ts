/**
 * In OpenAPI and AsyncAPI, only certain objects may be references. Authors also put a whole map, `components`, or an
 * operation into a separate file, which Redocly accepts. This module replaces such references by their targets.
 */
import { isObject, type Json, type JsonObject } from './document.ts'
import { METHODS } from './operations.ts'
import { pointerOfFragment, valueAt } from './pointer.ts'
import { isData, isNameMap } from './walk.ts'

const WHOLE = new Set(['components', 'info', 'servers', 'tags', 'security', ...METHODS, 'query'])

/** Changes a loaded tree in place. Afterwards, one object may occur at several locations. */
export function spliceReferences(root: JsonObject): void {
  const done = new Set<JsonObject>()
  /** Nodes on the current path. A reference to one of them is a cycle and stays a reference. */
  const open = new Set<Json>()
  // `headers` of an AsyncAPI message is a schema and may be a reference.
  const isWhole = (key: string, value: JsonObject) =>
    WHOLE.has(key) || (isNameMap(key, value) && !(key === 'headers' && root.asyncapi !== undefined))
  const targetOf = (value: JsonObject): Json | undefined => {
    let at: Json | undefined = value
    const passed = new Set<Json>()
    let siblings: JsonObject = {}
    while (isObject(at) && typeof at.$ref === 'string' && at.$ref.startsWith('#')) {
      if (passed.has(at)) return undefined
      passed.add(at)
      const { $ref, ...others }: JsonObject = at
      siblings = { ...others, ...siblings }
      at = valueAt(root, pointerOfFragment($ref as string))
    }
    if (at === undefined || open.has(at)) return undefined
    return isObject(at) && Object.keys(siblings).length > 0 ? { ...at, ...siblings } : at
  }
  const walk = (node: Json, names: boolean): void => {
    if (typeof node !== 'object' || node === null || open.has(node)) return
    if (isObject(node) && !names) {
      if (done.has(node)) return
      done.add(node)
    }
    open.add(node)
    if (Array.isArray(node)) for (const item of node) walk(item, false)
    else if (isObject(node)) {
      for (const [key, value] of Object.entries(node)) {
        if (!names && (isData(key, value) || (key.startsWith('x-') && key !== 'x-files'))) continue
        const whole = !names && isObject(value) && typeof value.$ref === 'string' && isWhole(key, value)
        const target = whole ? targetOf(value) : undefined
        if (target !== undefined) node[key] = target
        const now = node[key] as Json
        walk(now, !names && isNameMap(key, now))
      }
    }
    open.delete(node)
  }
  walk(root, false)
}
