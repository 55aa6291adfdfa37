/**
 * Goes once through a loaded document along its grammar: translates older dialects into JSON Schema 2020-12, tells
 * what is wrong, and puts something harmless in place of what no tool could use.
 */

import { translateDraft07, translateSchema30 } from './dialects.ts'
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  versionOf,
} from './document.ts'
import { inspectFeatures32 } from './features32.ts'
import type { Findings } from './findings.ts'
import { GRAMMAR, harmless, type Kind, NAMES } from './grammar.ts'
import { METHODS } from './operations.ts'
import { memberPointer, pointerOf, pointerOfFragment, valueAt } from './pointer.ts'
import { writtenAt } from './references.ts'
import { repairKeywords } from './schemaKeywords.ts'
import { createVisits } from './visits.ts'

type Holder = JsonObject | Json[]
type Draft = '2020-12' | '3.0' | '07'

export function inspect(document: ContractDocument, findings: Findings): void {
  const { root, kind } = document
  const version = versionOf(document)
  const isFirst = createVisits()
  const waiting: (() => void)[] = []
  const draft: Draft = kind === 'asyncapi' ? '07' : version === '3.0' ? '3.0' : '2020-12'

  /** Visits what stands at `key` of `holder`. */
  const visit = (
    holder: Holder,
    key: string | number,
    as: Kind,
    pointer: string,
    of: Draft = draft,
  ): void => {
    const node = valueIn(holder, key)
    if (as === 'schema' && typeof node === 'boolean') return
    if (as === 'example' || as === 'link' || as === 'securityScheme') {
      reference(node, as)
      return
    }
    if (!isObject(node)) {
      findings.error(
        'malformed',
        pointer,
        `received ${described(node)}, expected ${NAMES[as]}; it is left out of what is judged`,
      )
      put(holder, key, harmless(as))
      return
    }
    if (!isFirst(holder, key, as, pointer)) return
    if (typeof node.$ref === 'string' && !refer(holder, key, node, as, pointer, of)) return
    if (as === 'payload') {
      payload(holder, key, node, pointer, of)
      return
    }
    // Before its parts, for a list of items has another name since.
    if (as === 'schema' && of === '07') translateDraft07(node)
    for (const [member, step] of Object.entries(GRAMMAR[as])) {
      if (!Object.hasOwn(node, member)) continue
      const at = memberPointer(pointer, member)
      const value = node[member] as Json
      const [shape, inner] = step
      if (shape === 'one') visit(node, member, inner, at, of)
      else if (shape === 'list' && Array.isArray(value))
        for (const index of value.keys()) visit(value, index, inner, `${at}/${index}`, of)
      else if (shape === 'map' && isObject(value)) {
        for (const name of Object.keys(value))
          if (!name.startsWith('x-') || inner === 'schema')
            visit(value, name, inner, memberPointer(at, name), of)
      } else {
        const expected = shape === 'list' ? 'a list' : 'an object'
        findings.error('malformed', at, `received ${described(value)}, expected ${expected}; it is left out`)
        delete node[member]
      }
    }
    if (as === 'callback')
      for (const name of Object.keys(node))
        if (!name.startsWith('x-') && name !== '$ref')
          visit(node, name, 'pathItem', pointer + pointerOf(name), of)
    if (as === 'pathItem') inlineOperations(node)
    if (as === 'requestBody' || as === 'response' || as === 'parameter')
      for (const name of Object.keys(objectAt(node, 'content'))) inline(objectAt(node, 'content'), name)
    if (as === 'operation') nameOnce(node, pointer)
    if (kind === 'openapi') inspectFeatures32(as, node, pointer, version, findings)
    if (as === 'schema') schema(holder, key, node, pointer, of)
  }

  const schema = (
    holder: Holder,
    key: string | number,
    node: JsonObject,
    pointer: string,
    of: Draft,
  ): void => {
    if (of === '3.0') put(holder, key, translateSchema30(node, pointer, findings))
    const now = valueIn(holder, key)
    // AsyncAPI names the member alone, which no validator asks for.
    if (isObject(now) && kind === 'asyncapi' && typeof now.discriminator === 'string')
      delete now.discriminator
    if (isObject(now)) repairKeywords(now, pointer, findings)
  }

  /** The payload of a message: a schema, or one in another language (AsyncAPI 3.0, Multi Format Schema Object). */
  const payload = (
    holder: Holder,
    key: string | number,
    node: JsonObject,
    pointer: string,
    of: Draft,
  ): void => {
    if (typeof node.schemaFormat !== 'string') {
      visit(holder, key, 'schema', pointer, of)
      return
    }
    const format = node.schemaFormat
    const inner: Draft | undefined = /openapi.*version="?3\.0/.test(format)
      ? '3.0'
      : /draft-07|asyncapi/.test(format)
        ? '07'
        : /schema\+(json|yaml)|openapi/.test(format)
          ? '2020-12'
          : undefined
    if (inner === undefined) {
      findings.error(
        'unsupported',
        pointer + pointerOf('schemaFormat'),
        `received the schema language "${format}", expected JSON Schema; what follows it is not judged`,
      )
      put(holder, key, true)
      return
    }
    visit(node, 'schema', 'schema', pointer + pointerOf('schema'), inner)
    put(holder, key, node.schema ?? true)
  }

  /** At the circle itself, and not at each of those that lead into it. */
  const tellCircle = (at: string, as: Kind) =>
    findings.error('circular-reference', at, `"${writtenAt(root, at)}" leads back to itself and to no ${as}`)

  /** Follows a reference; false when nothing is left to visit here. */
  const refer = (
    holder: Holder,
    key: string | number,
    node: JsonObject,
    as: Kind,
    pointer: string,
    of: Draft,
  ): boolean => {
    const target = targetOf(node)
    const lost = target === undefined ? undefined : lostIn(root, target)
    if (target === undefined || lost !== undefined) {
      if (lost !== undefined && lost !== 'missing') tellCircle(lost.circle, as)
      put(holder, key, harmless(as))
      return false
    }
    const place = holderOf(root, target)
    // Later, so that a schema that refers to itself is not gone through for ever.
    if (place) waiting.push(() => visit(place.holder, place.key, as, target, of))
    if (as !== 'schema') return as === 'pathItem' || as === 'payload'
    if (of !== '2020-12') {
      const ignored = Object.keys(node).filter((name) => CONSTRAINTS.has(name))
      if (ignored.length > 0)
        findings.warning(
          'without-effect',
          pointer,
          `"${ignored.join('", "')}" beside a $ref means nothing in this version of the standard`,
        )
      put(holder, key, { $ref: node.$ref as string })
      return false
    }
    return true
  }

  const reference = (node: Json | undefined, as: Kind): void => {
    if (!isObject(node)) return
    if (as === 'example' && node.value === undefined && node.dataValue !== undefined)
      node.value = node.dataValue
    const target = targetOf(node)
    if (node.$ref !== undefined && (target === undefined || lostIn(root, target))) delete node.$ref
  }

  /** A reference in place of an operation or of a media type is resolved here: readers expect the thing itself. */
  const inlineOperations = (node: JsonObject): void => {
    for (const method of [...METHODS, 'query']) inline(node, method)
    if (isObject(node.additionalOperations))
      for (const name of Object.keys(node.additionalOperations)) inline(node.additionalOperations, name)
  }

  const inline = (holder: JsonObject, key: string): void => {
    const node = holder[key]
    const target = isObject(node) ? targetOf(node) : undefined
    const value = target === undefined ? undefined : valueAt(root, target)
    if (isObject(node) && isObject(value)) {
      const { $ref, ...beside } = node
      holder[key] = { ...value, ...beside }
    }
  }

  const names = new Set<unknown>()
  /** Two operations of one name are told apart by method and path. */
  const nameOnce = (node: JsonObject, pointer: string): void => {
    if (typeof node.operationId !== 'string') return
    if (names.has(node.operationId)) {
      const at = pointer + pointerOf('operationId')
      findings.error(
        'duplicate',
        at,
        `operationId "${node.operationId}" stands twice, expected once; here it is left out`,
      )
      delete node.operationId
    } else names.add(node.operationId)
  }

  visit({ root }, 'root', kind, '')
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next()
}

/** Keywords that constrain, so that an author who wrote one beside a reference meant something by it. */
const CONSTRAINTS = new Set([
  'type',
  'nullable',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'required',
  'properties',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'allOf',
  'anyOf',
  'oneOf',
  'readOnly',
  'writeOnly',
])

const valueIn = (holder: Holder, key: string | number): Json | undefined =>
  Array.isArray(holder) ? holder[Number(key)] : holder[key]

function put(holder: Holder, key: string | number, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else holder[key] = value
}

const targetOf = ({ $ref }: JsonObject): string | undefined => {
  if (typeof $ref !== 'string' || !$ref.startsWith('#')) return undefined
  try {
    return pointerOfFragment($ref)
  } catch {
    return undefined
  }
}

/** Why a chain of references leads to nothing that could be used. */
function lostIn(root: JsonObject, target: string): 'missing' | { circle: string } | undefined {
  const passed = new Set<string>()
  for (let at: string | undefined = target; at !== undefined; ) {
    if (passed.has(at)) return { circle: at }
    passed.add(at)
    const node = valueAt(root, at)
    if (node === undefined) return 'missing'
    // A schema with a reference and more beside it says something.
    at = isObject(node) && Object.keys(node).length === 1 ? targetOf(node) : undefined
  }
  return undefined
}

function holderOf(root: JsonObject, pointer: string): { holder: Holder; key: string } | undefined {
  if (pointer === '') return undefined
  const cut = pointer.lastIndexOf('/')
  const holder = valueAt(root, pointer.slice(0, cut))
  const key = pointer
    .slice(cut + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  return isObject(holder) || Array.isArray(holder) ? { holder, key } : undefined
}

const described = (value: Json | undefined): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `${JSON.stringify(value)}`
