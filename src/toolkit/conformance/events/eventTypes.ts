/** How the events of a document are distinguished: literals of the payload and headers, and messages of several types. */
import { isEventTypeHeader, mainEventType, soundsLike } from '../../model/vocabulary.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { pointerOf, valueAt } from '../../openapi/pointer.ts'
import type { Origin } from '../../openapi/provenance.ts'
import { follow, locate } from '../../openapi/resolve.ts'
import { viewOf } from '../../schema/view.ts'

export interface EventHeader {
  name: string
  required: boolean
  schemaPointer: string | undefined
  /** The one value that it may have. */
  literal: Json | undefined
  /** Those that its schema allows, where it names them. */
  values: readonly Json[]
}

export interface EventMessage {
  /** The event's name in the kit: the literal type of its payload, else its name in the document. */
  type: string
  /** Its distinction from other messages: properties of the payload with one value. */
  literals: { pointer: string; value: Json }[]
  contentType: string
  payloadPointer: string | undefined
  headers: EventHeader[]
  /** Its place in the document. */
  pointer: string
  origin: Origin
}

/** `{const: x}` or `{enum: [x]}`. */
export const literalOf = (view: JsonObject): Json | undefined =>
  view.const ?? (Array.isArray(view.enum) && view.enum.length === 1 ? view.enum[0] : undefined)

export function literalsOf(
  document: ContractDocument,
  payloadPointer: string | undefined,
): EventMessage['literals'] {
  if (payloadPointer === undefined) return []
  const found = new Map<string, Json>()
  // Each part of a composition by itself: one requires a type, another defines its value.
  const visit = (schema: Json | undefined, depth: number) => {
    const { node } = isObject(schema as Json) ? { node: follow(document, schema as Json) } : { node: {} }
    for (const [name, inner] of Object.entries(objectAt(node, 'properties'))) {
      const value = literalOf(viewOf(document, inner))
      if (value !== undefined) found.set(pointerOf(name), value)
    }
    if (Array.isArray(node.allOf) && depth < 8) for (const part of node.allOf) visit(part, depth + 1)
  }
  visit(valueAt(document.root, payloadPointer), 0)
  return [...found].map(([pointer, value]) => ({ pointer, value }))
}

/** An event with both, such as `event: issues` and `action: opened`, has all of them in its type. */
function typeOf(literals: EventMessage['literals']): string | undefined {
  const texts = literals
    .filter(({ pointer, value }) => soundsLike('eventType', pointer.slice(1)) && typeof value === 'string')
    .map(({ pointer, value }) => ({ name: pointer.slice(1).toLowerCase(), value: String(value) }))
  const main = mainEventType(texts.map(({ name }) => name))
  return texts.find(({ name }) => name === main)?.value
}

/** A header of several words (`order.created`) names an event; a single word such as `issues` would be the type of many. */
const typeInHeaders = ({ headers }: Pick<EventMessage, 'headers'>): string | undefined =>
  headers
    .filter(({ name, literal }) => isEventTypeHeader(name) && /\w[^A-Za-z0-9]\w/.test(String(literal ?? '')))
    .map(({ literal }) => String(literal))[0]

/** One message for each type of event that the declared one may be of: by branches, or by the values of its type. */
export function messagesByType(
  document: ContractDocument,
  message: Omit<EventMessage, 'type' | 'literals'>,
  name: string,
): EventMessage[] {
  const whole = named(document, message, name)
  const branches = branchesOf(document, message.payloadPointer).map((payloadPointer) =>
    named(document, { ...message, payloadPointer }, name),
  )
  const types = new Set(branches.map(({ type }) => type))
  if (branches.length > 1 && types.size === branches.length && !types.has(name)) return branches
  if (whole.type !== name) return [whole]
  const header = message.headers.find((one) => isEventTypeHeader(one.name) && one.values.length > 1)
  if (header !== undefined)
    return header.values.map((literal) => ({
      ...whole,
      type: String(literal),
      headers: message.headers.map((one) => (one === header ? { ...one, literal } : one)),
    }))
  const member = valuesOfType(document, message.payloadPointer)
  return member === undefined
    ? [whole]
    : member.values.map((value) => ({
        ...whole,
        type: value,
        literals: [...whole.literals, { pointer: member.pointer, value }],
      }))
}

function named(
  document: ContractDocument,
  message: Omit<EventMessage, 'type' | 'literals'>,
  name: string,
): EventMessage {
  const literals = literalsOf(document, message.payloadPointer)
  return { ...message, literals, type: typeOf(literals) ?? typeInHeaders(message) ?? name }
}

/** Pointers to the branches of `oneOf` or `anyOf` at the root of a payload. */
function branchesOf(document: ContractDocument, payloadPointer: string | undefined): string[] {
  if (payloadPointer === undefined || !isObject(valueAt(document.root, payloadPointer) as Json)) return []
  const { node, pointer } = locate(document, payloadPointer)
  const key = ['oneOf', 'anyOf'].find((one) => Array.isArray(node[one]))
  return key === undefined ? [] : (node[key] as Json[]).map((_, index) => pointer + pointerOf(key, index))
}

/** The property with the type, where it may have several values. */
function valuesOfType(
  document: ContractDocument,
  payloadPointer: string | undefined,
): { pointer: string; values: string[] } | undefined {
  if (payloadPointer === undefined) return undefined
  const view = viewOf(document, valueAt(document.root, payloadPointer) as Json)
  for (const [name, inner] of Object.entries(objectAt(view, 'properties'))) {
    const values = viewOf(document, inner).enum
    if (!soundsLike('eventTypeName', name) || !Array.isArray(values) || values.length < 2) continue
    if (values.every((one): one is string => typeof one === 'string' && /\w[^A-Za-z0-9]\w/.test(one)))
      return { pointer: pointerOf(name), values }
  }
  return undefined
}
