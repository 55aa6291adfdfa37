/** The part of JSONPath (RFC 9535) that overlays are written in: names, wildcards, indexes, descent, and filters. */
import { isObject, type Json, type JsonObject } from './document.ts'

interface Selected {
  /** The array or object that contains the node; undefined for the root. */
  holder: Json[] | JsonObject | undefined
  key: string | number
  node: Json
}

/** Longer paths than any that people write; what is quadratic in the length of a path stays cheap. */
const MAX_PATH_LENGTH = 10_000

type Segment = { descend: boolean; choose: (node: Json) => (string | number)[] }

/**
 * The nodes that a path selects, each once, however many ways lead to it: so the work is bounded by the size of the
 * tree times the number of segments.
 * @throws SyntaxError for an invalid path
 */
export function selectNodes(root: Json, path: string): Selected[] {
  const segments = parse(path)
  let selected: Selected[] = [{ holder: undefined, key: '', node: root }]
  for (const { descend, choose } of segments) {
    const from = descend ? everythingBelow(selected) : selected
    const next: Selected[] = []
    const used = new Map<Json, Set<string | number>>()
    for (const { node } of from) {
      const keys = used.get(node) ?? new Set()
      for (const key of choose(node)) {
        const inner = memberOf(node, key)
        const place = Array.isArray(node) && Number(key) < 0 ? node.length + Number(key) : key
        if (inner === undefined || keys.has(place)) continue
        keys.add(place)
        next.push({ holder: node as Json[] | JsonObject, key: place, node: inner })
      }
      if (keys.size > 0) used.set(node, keys)
    }
    selected = next
  }
  return selected
}

/** Each node before what is below it; without recursion, for documents may be deep. */
function everythingBelow(from: readonly Selected[]): Selected[] {
  const found: Selected[] = []
  const visited = new Set<Json>()
  const waiting = from.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next
    if (typeof node === 'object' && node !== null) {
      if (visited.has(node)) continue
      visited.add(node)
      for (const key of keysOf(node).reverse())
        waiting.push({ holder: node as JsonObject, key, node: memberOf(node, key) as Json })
    }
    found.push(next)
  }
  return found
}

const keysOf = (node: Json): (string | number)[] =>
  Array.isArray(node) ? [...node.keys()] : isObject(node) ? Object.keys(node) : []

const memberOf = (node: Json, key: string | number): Json | undefined => {
  if (Array.isArray(node)) return node.at(Number(key))
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
}

function parse(path: string): Segment[] {
  const fail = (at: number): never => {
    throw new SyntaxError(
      `"${path}" is not understood at character ${at + 1}: expected a JSONPath such as $.paths['/things'].get`,
    )
  }
  if (path.length > MAX_PATH_LENGTH)
    throw new SyntaxError(
      `The JSONPath has ${path.length} characters. Use at most ${MAX_PATH_LENGTH}, for example several actions.`,
    )
  if (!path.startsWith('$')) fail(0)
  const segments: Segment[] = []
  const token =
    /(\.\.|\.)?(?:(\*)|([\p{L}_][\p{L}\p{N}_-]*)|\[((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\]'"])*)\])/uy
  for (token.lastIndex = 1; token.lastIndex < path.length; ) {
    const at = token.lastIndex
    const found = token.exec(path)
    if (found === null) return fail(at)
    const [, dots, star, name, inside] = found
    if (inside === undefined && dots === undefined) fail(at)
    segments.push({
      descend: dots === '..',
      choose: star ? keysOf : name ? () => [name] : selectors(inside ?? '', () => fail(at)),
    })
  }
  return segments
}

function selectors(inside: string, fail: () => never): Segment['choose'] {
  const text = inside.trim()
  if (text === '*') return keysOf
  if (text.startsWith('?'))
    return filter(
      text
        .slice(1)
        .trim()
        .replace(/^\((.*)\)$/s, '$1'),
      fail,
    )
  const keys = (text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]+/g) ?? fail()).map((one) => {
    const part = one.trim()
    if (/^-?\d+$/.test(part)) return Number(part)
    if (!/^(['"]).*\1$/s.test(part)) fail()
    return part.slice(1, -1).replace(/\\(.)/g, '$1')
  })
  return () => keys
}

/** `@.name == 'value'`, `@.name != …`, `@.name`, joined by `&&`. */
function filter(text: string, fail: () => never): Segment['choose'] {
  const tests = text.split('&&').map((part) => {
    const found = /^(!?)@((?:\.[\w-]+|\['[^']*'\])*)\s*(?:(==|!=)\s*(.+))?$/s.exec(part.trim()) ?? fail()
    const [, not, way = '', operator, literal] = found
    const names = [...way.matchAll(/\.([\w-]+)|\['([^']*)'\]/g)].map(([, a, b]) => a ?? b ?? '')
    const wanted = literal === undefined ? undefined : literalOf(literal, fail)
    return (node: Json): boolean => {
      const value = names.reduce<Json | undefined>(
        (inner, name) => (inner === undefined ? undefined : memberOf(inner, name)),
        node,
      )
      if (operator === undefined) return (value !== undefined) !== (not === '!')
      return (value === wanted) === (operator === '==')
    }
  })
  return (node) => keysOf(node).filter((key) => tests.every((test) => test(memberOf(node, key) as Json)))
}

function literalOf(text: string, fail: () => never): Json {
  try {
    return JSON.parse(text.replace(/^'(.*)'$/s, (_, inner: string) => JSON.stringify(inner))) as Json
  } catch {
    return fail()
  }
}
