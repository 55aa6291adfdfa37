/** Values to show: the document's own examples, else one made from the schema for readers. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import { namedExamples } from '../openapi/examples.ts'
import { concreteType, isBinaryType, mediaTypeOf } from '../openapi/json.ts'
import { createRandom } from '../schema/values/random.ts'
import { validValue } from '../schema/values/valid.ts'
import { flatten } from './reference/flatten.ts'

export interface Example {
  /** Summary or name. */
  label: string
  value: Json
}

/**
 * The examples of a media type, a parameter or a header; one is generated from the schema where there is
 * none. No text stands for the bytes of a file.
 *
 * @param type The media type; none for a parameter or a header.
 */
export function examplesOf(
  document: ContractDocument,
  node: JsonObject,
  direction: Direction,
  type?: string,
): Example[] {
  const named = namedExamples(document, node, true).map(({ name, summary, value }) => ({
    label: summary || name,
    value,
  }))
  if (named.length > 0) return named
  if (node.example !== undefined) return [{ label: 'Example', value: node.example }]
  if (node.schema === undefined) return []
  const { rest } = flatten(document, node.schema)
  const listed = Array.isArray(rest.examples)
    ? rest.examples
    : rest.example === undefined
      ? []
      : [rest.example]
  if (listed.length > 0)
    return listed.map((value, index) => ({
      label: listed.length > 1 ? `Example ${index + 1}` : 'Example',
      value,
    }))
  const made = sampleOf(document, node.schema, direction)
  return made === undefined || (typeof made === 'string' && isFile(type))
    ? []
    : [{ label: 'Example', value: made }]
}

/** Whether bodies of this type are bytes for which no schema has a value to show. */
export function isFile(type: string | undefined): boolean {
  return type !== undefined && isBinaryType(mediaTypeOf(concreteType(type)))
}

/** The first example that the document shows of a schema where it is used, by the reference to it. */
export function examplesByReference(document: ContractDocument): Map<string, Json> {
  const found = new Map<string, Json>()
  const look = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const one of node) look(one)
    if (!isObject(node)) return
    const { schema } = node
    if (isObject(schema) && typeof schema.$ref === 'string' && !found.has(schema.$ref)) {
      const value = node.example ?? namedExamples(document, node)[0]?.value
      if (value !== undefined) found.set(schema.$ref, value)
    }
    for (const [name, value] of Object.entries(node)) if (!['example', 'examples'].includes(name)) look(value)
  }
  look(document.root)
  return found
}

type Direction = 'request' | 'response'
type Samples = Map<Json | undefined, Json | undefined>

/** The samples of a document's schemas, by the schema or its name. */
const known = new WeakMap<ContractDocument, Record<Direction, Samples>>()

/** A value as an author would write it: examples, defaults and first choices where there are some. */
export function sampleOf(
  document: ContractDocument,
  schema: Json | undefined,
  direction: Direction,
): Json | undefined {
  const samples = known.get(document) ?? { request: new Map(), response: new Map() }
  known.set(document, samples)
  const made = samples[direction]
  const key = isObject(schema) && Object.keys(schema).join() === '$ref' ? schema.$ref : schema
  if (!made.has(key)) made.set(key, createSample(document, schema, direction))
  return made.get(key)
}

const createSample = (
  document: ContractDocument,
  schema: Json | undefined,
  direction: Direction,
): Json | undefined =>
  validValue(schema, {
    document,
    random: createRandom(1),
    extent: 'full',
    examples: true,
    response: direction === 'response',
    readable: true,
  })
