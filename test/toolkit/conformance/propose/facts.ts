/** Facts of OpenAPI documents about responses: which there are, how one is deleted, and whether a document has it. */
import {
  type ContractDocument,
  documentOf,
  isObject,
  type Json,
  type JsonObject,
  listOperations,
  type Operation,
  responseFor,
} from '../../../../src/toolkit/openapi/index.ts'
import { pointerOf, tokensOf, valueAt, withValueAt } from '../../../../src/toolkit/openapi/pointer.ts'
import { locate } from '../../../../src/toolkit/openapi/resolve.ts'
import { isNullable, membersOf, typesOf, viewOf } from '../../../../src/toolkit/schema/view.ts'

export type FactKind = 'operation' | 'status' | 'property' | 'header' | 'nullability'

/** A fact of a document, and where it is to be seen again. */
export interface DocumentFact {
  kind: FactKind
  /** Unique within a document. */
  name: string
  /** Deletes it. */
  delete(root: JsonObject): JsonObject
  /** Whether a document has it. */
  isIn(document: ContractDocument): boolean
}

const without = (root: JsonObject, pointer: string): JsonObject =>
  withValueAt(root, tokensOf(pointer), undefined) as JsonObject

export const operationIn = (
  document: ContractDocument,
  { method, path }: Pick<Operation, 'method' | 'path'>,
) => listOperations(document).find((one) => one.method === method && one.path === path)

/** A property of the body of a response: the names that lead to it, and `[]` for items. */
export interface BodyPath {
  method: string
  path: string
  status: string
  names: string[]
}

/** The schema at a path of a response's body; undefined where the document has none. */
export function schemaAt(document: ContractDocument, at: BodyPath): Json | undefined {
  const content = operationIn(document, at)?.responses.get(at.status)?.node.content
  const media = isObject(content) ? Object.values(content)[0] : undefined
  let schema = isObject(media) ? media.schema : undefined
  for (const name of at.names) {
    const view = viewOf(document, realOf(document, schema))
    schema = name === '[]' ? view.items : new Map(membersOf(view)).get(name)
  }
  return schema
}

/** The form of a choice that is not null. */
function realOf(document: ContractDocument, schema: Json | undefined): Json | undefined {
  const { anyOf } = viewOf(document, schema)
  const forms = Array.isArray(anyOf) ? anyOf.filter((form) => viewOf(document, form).type !== 'null') : []
  return forms.length === 1 ? forms[0] : schema
}

/** Every property of a response's body, with the place of its schema in the document. */
export function* propertiesOf(
  document: ContractDocument,
  pointer: string,
  names: string[] = [],
): Iterable<{ pointer: string; names: string[] }> {
  if (names.length > 6) return
  const { node, pointer: at } = locate(document, pointer)
  if (Array.isArray(node.allOf))
    for (const index of node.allOf.keys()) yield* propertiesOf(document, `${at}/allOf/${index}`, names)
  if (isObject(node.items)) yield* propertiesOf(document, `${at}/items`, [...names, '[]'])
  for (const name of isObject(node.properties) ? Object.keys(node.properties) : []) {
    const inner = at + pointerOf('properties', name)
    yield { pointer: inner, names: [...names, name] }
    yield* propertiesOf(document, inner, [...names, name])
  }
}

/** The facts of a document about what its server returns. */
export function factsOf(root: JsonObject): DocumentFact[] {
  const document = documentOf(structuredClone(root))
  const facts = new Map<string, DocumentFact>()
  // A part that several responses share exists when one of them has it.
  const add = (fact: DocumentFact) => {
    const known = facts.get(fact.name)
    const isIn = (one: ContractDocument) => known?.isIn(one) === true || fact.isIn(one)
    facts.set(fact.name, known === undefined ? fact : { ...known, isIn })
  }
  for (const operation of listOperations(document)) {
    const { method, path, pointer } = operation
    const place = { method, path }
    add({
      kind: 'operation',
      name: `operation ${method} ${path}`,
      delete: (from) => without(from, pointer),
      isIn: (one) => operationIn(one, place) !== undefined,
    })
    for (const [status, response] of operation.responses) {
      add({
        kind: 'status',
        name: `status ${method} ${path} ${status}`,
        delete: (from) => without(from, pointer + pointerOf('responses', status)),
        isIn(one) {
          const now = operationIn(one, place)
          if (now === undefined) return false
          // A class of statuses counts as declared once one of it is.
          if (status.endsWith('XX')) return [...now.responses.keys()].some((key) => key[0] === status[0])
          return responseFor(now, Number(status)) !== undefined
        },
      })
      for (const header of isObject(response.node.headers) ? Object.keys(response.node.headers) : [])
        add({
          kind: 'header',
          name: `header ${response.pointer} ${header}`,
          delete: (from) => without(from, response.pointer + pointerOf('headers', header)),
          isIn: (one) => {
            const declared = operationIn(one, place)?.responses.get(status)?.node.headers
            return (
              isObject(declared) &&
              Object.keys(declared).some((name) => name.toLowerCase() === header.toLowerCase())
            )
          },
        })
      const { content } = response.node
      for (const type of isObject(content) ? Object.keys(content) : [])
        for (const one of propertiesOf(document, response.pointer + pointerOf('content', type, 'schema')))
          for (const fact of bodyFacts(document, { ...place, status, names: one.names }, one.pointer))
            add(fact)
    }
  }
  return [...facts.values()]
}

function bodyFacts(document: ContractDocument, at: BodyPath, pointer: string): DocumentFact[] {
  const schema = valueAt(document.root, pointer)
  const property: DocumentFact = {
    kind: 'property',
    name: `property ${pointer}`,
    delete(from) {
      const { name = '', holder } = holderOf(pointer)
      const required = valueAt(from, `${holder}/required`)
      const left = without(from, pointer)
      if (!Array.isArray(required) || !required.includes(name)) return left
      const others = required.filter((one) => one !== name)
      return withValueAt(
        left,
        tokensOf(`${holder}/required`),
        others.length > 0 ? others : undefined,
      ) as JsonObject
    },
    isIn: (one) => schemaAt(one, at) !== undefined,
  }
  if (!isObject(schema) || !isNullable(document, viewOf(document, nullable30(schema)))) return [property]
  const nullability: DocumentFact = {
    kind: 'nullability',
    name: `nullability ${pointer}`,
    delete: (from) => withValueAt(from, tokensOf(pointer), withoutNull(schema)) as JsonObject,
    isIn(one) {
      const now = schemaAt(one, at)
      return isObject(now) && isNullable(one, viewOf(one, nullable30(now)))
    },
  }
  return [property, nullability]
}

const nullable30 = (schema: JsonObject): JsonObject =>
  schema.nullable === true ? { ...schema, type: [schema.type ?? 'object', 'null'].flat() } : schema

function withoutNull(schema: JsonObject): JsonObject {
  const { nullable: _, ...rest } = schema
  if (!Array.isArray(rest.type)) return rest
  const types = rest.type.filter((type) => type !== 'null')
  return { ...rest, type: types.length === 1 ? (types[0] ?? null) : types }
}

/** The object whose properties have it. */
function holderOf(pointer: string): { name: string | undefined; holder: string } {
  const tokens = tokensOf(pointer)
  return { name: tokens.at(-1), holder: pointerOf(...tokens.slice(0, -2)) }
}

/**
 * Statements of a document that another, true one does not make: operations, statuses, properties, types.
 * @param truth the document of a right server
 */
export function wrongIn(document: ContractDocument, truth: ContractDocument): string[] {
  const wrong: string[] = []
  for (const operation of listOperations(document)) {
    const { method, path } = operation
    const real = operationIn(truth, operation)
    if (real === undefined) {
      wrong.push(`operation ${method} ${path}`)
      continue
    }
    for (const [status, response] of operation.responses) {
      const key = [status, `${status[0]}XX`, 'default'].find((one) => real.responses.has(one))
      if (key === undefined) wrong.push(`status ${method} ${path} ${status}`)
      const { content } = response.node
      for (const type of key === undefined || !isObject(content) ? [] : Object.keys(content))
        for (const { pointer, names } of propertiesOf(
          document,
          response.pointer + pointerOf('content', type, 'schema'),
        ))
          wrong.push(
            ...wrongProperty({ document, pointer }, truth, { method, path, status: key ?? status, names }),
          )
    }
  }
  return [...new Set(wrong)]
}

function wrongProperty(
  { document, pointer }: { document: ContractDocument; pointer: string },
  truth: ContractDocument,
  at: BodyPath,
): string[] {
  const name = `property ${at.method} ${at.path} ${at.status} ${at.names.join('.')}`
  const real = schemaAt(truth, at)
  if (real === undefined) return [name]
  const { node } = locate(document, pointer)
  const declared = typesOf(viewOf(truth, real)).flatMap((type) =>
    type === 'number' ? [type, 'integer'] : [type],
  )
  const types = typesOf(viewOf(document, node)).filter((type) => type !== 'null')
  const others = declared.length === 0 ? [] : types.filter((type) => !declared.includes(type))
  return others.length > 0 ? [`${name} is ${others.join(', ')}`] : []
}
