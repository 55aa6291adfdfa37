/** The operations of an OpenAPI document, as a flat list. */
import { type ContractDocument, DocumentError, isObject, type JsonObject, objectAt } from './document.ts'
import { pointerOf } from './pointer.ts'
import { type Located, locate } from './resolve.ts'

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

export interface Operation {
  /** `operationId`, or `METHOD /path` where the document gives none. */
  operationId: string
  /** Upper case. */
  method: string
  /** The template, such as `/prompts/{id}`. */
  path: string
  /** JSON Pointer of the operation, with the references of its path resolved. */
  pointer: string
  operation: JsonObject
  /** Resolved parameters of the path item and the operation. The operation's parameters take precedence. */
  parameters: JsonObject[]
  /** Keyed as the document keys them: `200`, `4XX`, `default`. */
  responses: Map<string, Located>
}

/**
 * Every operation of the document, in its order.
 * @throws DocumentError for an AsyncAPI document, a reference that leads nowhere, or an operationId that two operations have
 */
export function listOperations(document: ContractDocument): Operation[] {
  if (document.kind !== 'openapi') {
    throw new DocumentError(
      'UNKNOWN_KIND',
      `${document.source}: received an AsyncAPI document, expected an OpenAPI document.`,
    )
  }
  const operations: Operation[] = []
  for (const path of Object.keys(objectAt(document.root, 'paths'))) {
    if (path.startsWith('x-')) continue
    const item = locate(document, pointerOf('paths', path))
    for (const method of [...METHODS, 'query']) {
      if (isObject(item.node[method])) operations.push(describe(document, item, path, method, [method]))
    }
    for (const method of Object.keys(objectAt(item.node, 'additionalOperations')))
      operations.push(describe(document, item, path, method, ['additionalOperations', method]))
  }
  const seen = new Map<string, string>()
  for (const operation of operations) {
    const { operationId, pointer } = operation
    const before = seen.get(operationId)
    // One path item under two paths is one operation in two places; the second goes by its place.
    if (before === pointer) operation.operationId = `${operation.method} ${operation.path}`
    else if (before !== undefined) {
      throw new DocumentError(
        'MALFORMED',
        `${document.source}: operationId "${operationId}" occurs twice, expected once.`,
      )
    } else seen.set(operationId, pointer)
  }
  return operations
}

function describe(
  document: ContractDocument,
  item: Located,
  path: string,
  method: string,
  place: string[],
): Operation {
  const { node: operation, pointer: at } = locate(document, item.pointer + pointerOf(...place))
  const own = parametersAt(document, operation, at)
  const inherited = parametersAt(document, item.node, item.pointer).filter(
    (one) => !own.some((other) => sameParameter(one, other)),
  )
  const parameters = [...inherited, ...own]
  const responses = new Map<string, Located>()
  for (const status of Object.keys(objectAt(operation, 'responses'))) {
    if (status.startsWith('x-')) continue
    responses.set(status, locate(document, at + pointerOf('responses', status)))
  }
  const operationId =
    typeof operation.operationId === 'string' ? operation.operationId : `${method.toUpperCase()} ${path}`
  return {
    operationId,
    // Methods are case-sensitive; those that OpenAPI names in small letters are written in capitals.
    method: place.length === 1 ? method.toUpperCase() : method,
    path,
    pointer: at,
    operation,
    parameters,
    responses,
  }
}

/** Names of header fields are the same in any case (RFC 9110, section 5.1); those of other parameters are not. */
const sameParameter = (one: JsonObject, other: JsonObject): boolean =>
  one.in === other.in &&
  (one.name === other.name ||
    (one.in === 'header' && String(one.name).toLowerCase() === String(other.name).toLowerCase()))

function parametersAt(document: ContractDocument, owner: JsonObject, at: string): JsonObject[] {
  if (!Array.isArray(owner.parameters)) return []
  return owner.parameters.map((_, index) => locate(document, at + pointerOf('parameters', index)).node)
}

/** The declared response for a status: its own, else its class (`4XX`), else `default`; undefined when undeclared. */
export const responseFor = (operation: Operation, status: number): Located | undefined =>
  operation.responses.get(String(status)) ??
  operation.responses.get(`${Math.floor(status / 100)}XX`) ??
  operation.responses.get('default')
