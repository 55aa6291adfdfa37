/**
 * Redocly's context for rules, as far as our rules need it, and the type of a rule. A rule is a function that is called
 * once for each document and returns visitors by node type.
 */
export type Node = Record<string, unknown>

export interface Location {
  /** The location of a descendant. */
  child(steps: (string | number)[]): Location
  source: { absoluteRef: string }
}

export interface Context {
  /** The configuration of the run. */
  config: object
  location: Location
  /** The key of the node in its parent. */
  key: string | number
  /** Follows a `$ref` in the file `from` (default: the file of the visited node). Returns other nodes unchanged. */
  resolve(node: unknown, from?: string): { node: Node | undefined; location?: Location }
  report(problem: { message: string; location?: Location | Place }): void
}

/** A node of a file by its JSON Pointer: `#/paths`. */
interface Place {
  source: Location['source']
  pointer: string
}

/** @param target of `ref` visitors: what the reference leads to */
type Visitor = (node: Node, context: Context, target?: { location?: Location }) => void
/** Visitors by node type; one within another sees only the nodes below the outer one. */
interface Visitors {
  [type: string]: Visitor | Visitors
}
export type Rule = () => Visitors

/** Visits the operations that the service itself offers, and not those of its clients below `webhooks`. */
export const ownOperations = (
  visit: (operation: Node, context: Context, item: PathItem) => void,
): Visitors => {
  let item: PathItem = { path: '', node: {} }
  const Operation: Visitor = (operation, context) => visit(operation, context, item)
  const enter: Visitor = (node, context) => {
    item = { path: String(context.key), node }
  }
  return { Paths: { PathItem: { enter, Operation } } }
}

interface PathItem {
  path: string
  node: Node
}

/** The value if it is an object, otherwise an empty object. */
export const objectOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** How a message names an operation. */
export const nameOf = (operation: Node, context: Context): string =>
  typeof operation.operationId === 'string' ? operation.operationId : String(context.key)

interface DeclaredResponse {
  status: string
  response: Node
  location: Location
  /** The file that contains the response, to which its references are relative. */
  file: string | undefined
}

/** The responses of an operation, with references resolved. Broken references are reported elsewhere. */
export const responsesOf = (operation: Node, context: Context): DeclaredResponse[] =>
  Object.entries(objectOf(operation.responses)).flatMap(([status, given]) => {
    const { node, location } = context.resolve(given)
    if (node === undefined) return []
    return {
      status,
      response: objectOf(node),
      location: context.location.child(['responses', status]),
      file: location?.source.absoluteRef,
    }
  })
