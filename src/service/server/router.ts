/**
 * Finds the operation of a request in the operation table. Paths match exactly (case, no trailing slash), fixed
 * segments before parameters. A segment is decoded after the split, so that an encoded slash never makes two of one.
 */
import type { Operation } from './operationTable.ts'

/** The part of an operation that decides where it is found. */
type Routable = Pick<Operation, 'method' | 'path'>

type Route<O extends Routable = Operation> =
  | { kind: 'operation'; operation: O; params: Record<string, string>; head: boolean }
  | { kind: 'method'; allowed: string[] }
  | { kind: 'nothing' }

interface Node<O> {
  fixed: Map<string, Node<O>>
  parameter: { name: string; node: Node<O> } | undefined
  methods: Map<string, O>
}

const emptyNode = <O>(): Node<O> => ({ fixed: new Map(), parameter: undefined, methods: new Map() })

/** Makes the look-up for a table; `path` is the part below {base_url}, without the query, beginning with a slash. */
export function createRouter<O extends Routable>(
  table: Iterable<O>,
): (method: string, path: string) => Route<O> {
  const root = emptyNode<O>()
  for (const operation of table) insert(root, operation)
  return (method, path) => {
    const params: Record<string, string> = {}
    const node = descend(root, path, params)
    if (!node || node.methods.size === 0) return { kind: 'nothing' }
    const head = method === 'HEAD'
    const operation = node.methods.get(head ? 'GET' : method)
    return operation
      ? { kind: 'operation', operation, params, head }
      : { kind: 'method', allowed: allowed(node) }
  }
}

function insert<O extends Routable>(root: Node<O>, operation: O): void {
  let node = root
  for (const segment of operation.path.split('/').slice(1)) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined) {
      let next = node.fixed.get(segment)
      if (!next) {
        next = emptyNode()
        node.fixed.set(segment, next)
      }
      node = next
    } else {
      node.parameter ??= { name, node: emptyNode() }
      if (node.parameter.name !== name) {
        throw new Error(
          `${operation.path}: the parameter is called {${node.parameter.name}} on a sibling path`,
        )
      }
      node = node.parameter.node
    }
  }
  node.methods.set(operation.method.toUpperCase(), operation)
}

function descend<O>(root: Node<O>, path: string, params: Record<string, string>): Node<O> | undefined {
  let node = root
  for (const segment of path.split('/').slice(1)) {
    const fixed = node.fixed.get(segment)
    if (fixed) {
      node = fixed
      continue
    }
    const value = node.parameter && decode(segment)
    if (!node.parameter || !value) return undefined
    params[node.parameter.name] = value
    node = node.parameter.node
  }
  return node
}

function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined // malformed escapes name nothing
  }
}

function allowed<O>(node: Node<O>): string[] {
  const methods = [...node.methods.keys()]
  return [...methods, ...(node.methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']
}
