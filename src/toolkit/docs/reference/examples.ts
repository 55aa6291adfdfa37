/** Values to show: the document's own examples, else one made from the schema for readers. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { follow } from '../../openapi/resolve.ts'
import { textAt } from '../blocks.ts'
import { exampleIn } from './constraints.ts'
import { flatten } from './flatten.ts'

export interface Example {
  /** Summary or name. */
  label: string
  value: Json
}

/** The examples of a media type, a parameter or a header; one is made up from the schema where there is none. */
export function examplesOf(
  document: ContractDocument,
  node: JsonObject,
  direction: 'request' | 'response',
): Example[] {
  const named = Object.entries(objectAt(node, 'examples')).flatMap(([name, given]): Example[] => {
    const example = follow(document, given)
    const value = example.value ?? example.dataValue ?? example.serializedValue
    return value === undefined ? [] : [{ label: textAt(example, 'summary') || name, value }]
  })
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
  return made === undefined ? [] : [{ label: 'Example', value: made }]
}

/** The first example that the document shows of a schema where it is used, by the reference to it. */
export function examplesByReference(document: ContractDocument): Map<string, Json> {
  const found = new Map<string, Json>()
  const look = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const one of node) look(one)
    if (!isObject(node)) return
    const { schema } = node
    if (isObject(schema) && typeof schema.$ref === 'string' && !found.has(schema.$ref)) {
      const [first] = Object.values(objectAt(node, 'examples'))
      const value = node.example ?? (first === undefined ? undefined : follow(document, first).value)
      if (value !== undefined) found.set(schema.$ref, value)
    }
    for (const [name, value] of Object.entries(node)) if (!/^examples?$/.test(name)) look(value)
  }
  look(document.root)
  return found
}

/** A value as a reader would write it: examples, defaults and first choices where there are some. */
export function sampleOf(
  document: ContractDocument,
  schema: Json | undefined,
  direction: 'request' | 'response',
  within: readonly string[] = [],
): Json | undefined {
  const flat = flatten(document, schema)
  const { rest } = flat
  const own = rest.const ?? exampleIn(rest) ?? rest.default
  if (own !== undefined) return own
  if (Array.isArray(rest.enum)) return rest.enum[0]
  if ((flat.key !== '' && within.includes(flat.key)) || within.length > 12)
    return flat.nullable ? null : undefined
  const inner = [...within, flat.key]
  const chosen = flat.choices[0]?.alternatives[0]
  const [type] = flat.types
  if (type === 'object' || flat.properties.size > 0) {
    const made: JsonObject = {}
    for (const [name, member] of flat.properties) {
      const about = flatten(document, member).rest
      if (about[direction === 'request' ? 'readOnly' : 'writeOnly'] === true || about.deprecated === true)
        continue
      // A request shows what it must have; an answer shows all that may come.
      if (direction === 'request' && !flat.required.has(name) && flat.properties.size > 6) continue
      const value = sampleOf(document, member, direction, inner)
      if (value !== undefined) made[name] = value
    }
    for (const name of flat.required)
      if (!flat.properties.has(name))
        made[name] = sampleOf(document, rest.additionalProperties, direction, inner) ?? 'string'
    const forms = flat.choices.map(({ alternatives }) =>
      sampleOf(document, alternatives[0], direction, inner),
    )
    if (Object.keys(made).length === 0 && isObject(rest.additionalProperties)) {
      const value = sampleOf(document, rest.additionalProperties, direction, inner)
      if (value !== undefined) made.key = value
    }
    return Object.assign(made, ...forms.filter(isObject), tagOf(rest, chosen))
  }
  if (type === 'array') {
    const item = flat.items === undefined ? undefined : sampleOf(document, flat.items, direction, inner)
    return item === undefined ? [] : [item]
  }
  if (chosen !== undefined) {
    const value = sampleOf(document, chosen, direction, inner)
    return isObject(value) ? { ...value, ...tagOf(rest, chosen) } : value
  }
  if (type === 'string') return stringOf(rest)
  if (type === 'integer' || type === 'number') return numberOf(rest)
  if (type === 'boolean') return true
  return flat.nullable ? null : undefined
}

/** The member that tells which of the alternatives a value is. */
function tagOf({ discriminator }: JsonObject, chosen: Json | undefined): JsonObject {
  if (!isObject(discriminator) || !isObject(chosen) || typeof chosen.$ref !== 'string') return {}
  const { propertyName, mapping } = discriminator
  if (typeof propertyName !== 'string') return {}
  const named = Object.entries(isObject(mapping) ? mapping : {}).find(([, target]) => target === chosen.$ref)
  const last = decodeURIComponent(chosen.$ref.split('/').at(-1) ?? '')
  return { [propertyName]: named?.[0] ?? last.replace(/\.(ya?ml|json)$/i, '') }
}

const STRINGS: Record<string, string> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'P3D',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'aGVsbG8=',
  password: '********',
}

function stringOf({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? STRINGS[format] : undefined
  const word = known ?? 'string'
  const longer =
    typeof minLength === 'number' && word.length < minLength
      ? word.padEnd(Math.min(minLength, 60), 'x')
      : word
  return known === undefined && typeof maxLength === 'number' ? longer.slice(0, maxLength) : longer
}

function numberOf({ minimum, maximum, exclusiveMinimum }: JsonObject): number {
  if (typeof minimum === 'number') return minimum
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  return typeof maximum === 'number' ? Math.min(maximum, 1) : 1
}
