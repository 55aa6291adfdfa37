/** The part of JSONPath (RFC 9535) that overlays are written in: names, wildcards, indexes, descent, and filters. */
import { isObject, type Json, type JsonObject } from './document.ts'

interface Selected {
  /** What holds the node; undefined for the root. */
  holder: Json[] | JsonObject | undefined
  key: string | number
  node: Json
}

type Segment = { descend: boolean; choose: (node: Json) => (string | number)[] }

/** @throws SyntaxError for what is no such path */
export function selectNodes(root: Json, path: string): Selected[] {
  const segments = parse(path)
  let selected: Selected[] = [{ holder: undefined, key: '', node: root }]
  for (const { descend, choose } of segments) {
    const from = descend
      ? selected.flatMap(({ holder, key, node }) => everythingBelow(holder, key, node))
      : selected
    selected = from.flatMap(({ node }) =>
      choose(node).flatMap((key) => {
        const inner = memberOf(node, key)
        return inner === undefined ? [] : [{ holder: node as Json[] | JsonObject, key, node: inner }]
      }),
    )
  }
  return selected
}

function everythingBelow(holder: Selected['holder'], key: string | number, node: Json): Selected[] {
  return [
    { holder, key, node },
    ...keysOf(node).flatMap((inner) =>
      everythingBelow(node as JsonObject, inner, memberOf(node, inner) as Json),
    ),
  ]
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
    const found = /^\s*(!?)@((?:\.[\w-]+|\['[^']*'\])*)\s*(?:(==|!=)\s*(.+?))?\s*$/s.exec(part) ?? fail()
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
