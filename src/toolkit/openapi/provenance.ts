/**
 * How certain a finding is. `specified`: HTTP requires it, or the document marks the part (`document.mark`);
 * `decided`: everything else.
 */
import { type ContractDocument, isObject, type Json, type JsonObject, type Mark } from './document.ts'
import { tokensOf } from './pointer.ts'
import { follow } from './resolve.ts'

export type Origin = 'specified' | 'decided'

/** The value of the mark's extension at a node; undefined where the node does not have it. */
export const originOf = (node: Json | undefined, mark: Mark | undefined): Origin | undefined => {
  const label = isObject(node) && mark !== undefined ? node[mark.extension] : undefined
  if (label === undefined) return undefined
  return String(label) === mark?.value ? 'specified' : 'decided'
}

/**
 * The document with the mark of the parts that count with `profile: 'core'`.
 * @example markedBy(loadDocument('openapi.yaml'), { extension: 'x-status', value: 'stable' })
 */
export const markedBy = (document: ContractDocument, mark: Mark): ContractDocument => ({ ...document, mark })

/** A fact within another is at most as strong as it. */
export const weaker = (a: Origin, b: Origin): Origin => (a === 'decided' ? a : b)

/**
 * The provenance of the property at `instancePath` of a value that `schema` describes: the weakest label on the path.
 * Properties without a label inherit one; a path without labels is `decided`.
 */
export function originAt(document: ContractDocument, schema: Json | undefined, instancePath: string): Origin {
  const { mark } = document
  if (mark === undefined) return 'decided'
  let origin: Origin | undefined
  let nodes: JsonObject[] = alternatives(document, schema)
  const tokens = tokensOf(instancePath)
  if (tokens.length === 0)
    return nodes.map((node) => originOf(node, mark)).find((label) => label !== undefined) ?? 'decided'
  for (const token of tokens) {
    const declared = nodes.flatMap((node) => step(node, token))
    // A label next to a $ref is about the property, a label of the target about the type: the property's takes precedence.
    const labels = declared.map((node) => originOf(node, mark) ?? originOf(follow(document, node), mark))
    const [first] = labels.filter((label) => label !== undefined)
    if (first !== undefined) origin = origin === undefined ? first : weaker(origin, first)
    nodes = declared.flatMap((node) => alternatives(document, node))
  }
  return origin ?? 'decided'
}

function step(node: JsonObject, token: string): Json[] {
  const properties = isObject(node.properties) ? node.properties : {}
  const named = Object.hasOwn(properties, token) ? properties[token] : undefined
  if (named !== undefined) return [named]
  if (/^\d+$/.test(token) && isObject(node.items)) return [node.items]
  return isObject(node.additionalProperties) ? [node.additionalProperties] : []
}

/** The schema and all that it is composed of. */
function alternatives(document: ContractDocument, schema: Json | undefined, depth = 0): JsonObject[] {
  if (depth > 16) return []
  const node = follow(document, schema)
  const parts = [node.allOf, node.oneOf, node.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const conditional = [node.if, node.then, node.else].filter(isObject)
  return [node, ...[...parts, ...conditional].flatMap((part) => alternatives(document, part, depth + 1))]
}
