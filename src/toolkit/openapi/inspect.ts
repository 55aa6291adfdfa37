/**
 * Walks a loaded document once along its grammar: translates older dialects to JSON Schema 2020-12, reports findings, and
 * replaces unusable parts with harmless ones.
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
import { GRAMMAR, harmless, type Kind, NAMES, type Step } from './grammar.ts'
import { METHODS } from './operations.ts'
import { memberPointer, pointerOf, pointerOfFragment, valueAt } from './pointer.ts'
import { writtenAt } from './references.ts'
import { repairKeywords } from './schemaKeywords.ts'
import { createVisits } from './visits.ts'

type Holder = JsonObject | Json[]
type Draft = '2020-12' | '3.0' | '07'

/** A place in the document, and what is expected there. */
interface Place {
  holder: Holder
  key: string | number
  as: Kind
  pointer: string
  draft: Draft
}

export const inspect = (document: ContractDocument, findings: Findings): void =>
  new Inspection(document, findings).run()

class Inspection {
  readonly #root: JsonObject
  readonly #kind: ContractDocument['kind']
  readonly #version
  readonly #findings: Findings
  readonly #isFirst = createVisits()
  /** Places that references lead to: visited later, so that a schema that refers to itself comes to an end. */
  readonly #waiting: Place[] = []
  readonly #operationIds = new Set<string>()

  constructor(document: ContractDocument, findings: Findings) {
    this.#root = document.root
    this.#kind = document.kind
    this.#version = versionOf(document)
    this.#findings = findings
  }

  run(): void {
    const kind = this.#kind
    const draft = kind === 'asyncapi' ? '07' : this.#version === '3.0' ? '3.0' : '2020-12'
    this.#visit({ holder: { root: this.#root }, key: 'root', as: kind, pointer: '', draft })
    // Visits add further places.
    for (const next of this.#waiting) this.#visit(next)
  }

  #visit(place: Place): void {
    const { holder, key, as, pointer, draft } = place
    const node = valueIn(holder, key)
    if (as === 'schema' && typeof node === 'boolean') return
    if (as === 'example' || as === 'link' || as === 'securityScheme') {
      this.#repairReference(node, as)
      return
    }
    if (!isObject(node)) {
      this.#replaceMalformed(place, node)
      return
    }
    if (!this.#isFirst(holder, key, as, pointer)) return
    this.#removeMalformedReference(place, node)
    if (typeof node.$ref === 'string' && !this.#follow(place, node)) return
    if (as === 'payload') {
      this.#visitPayload(place, node)
      return
    }
    // Before its parts: in draft 2020-12 a list of items has another name.
    if (as === 'schema' && draft === '07') translateDraft07(node)
    this.#visitParts(place, node)
    this.#inline(as, node)
    if (as === 'operation') this.#requireUniqueId(node, pointer)
    if (this.#kind === 'openapi') inspectFeatures32(as, node, pointer, this.#version, this.#findings)
    if (as === 'schema') this.#translateSchema(place, node)
  }

  #replaceMalformed({ holder, key, as, pointer }: Place, node: Json | undefined): void {
    this.#findings.error(
      'malformed',
      pointer,
      `received ${described(node)}, expected ${NAMES[as]}; it is not checked`,
    )
    put(holder, key, harmless(as))
  }

  #removeMalformedReference({ pointer }: Place, node: JsonObject): void {
    if (node.$ref === undefined || typeof node.$ref === 'string') return
    this.#findings.error(
      'malformed',
      pointer + pointerOf('$ref'),
      `received ${described(node.$ref)}, expected the text of a reference; it is left out`,
    )
    delete node.$ref
  }

  #visitParts({ as, pointer, draft }: Place, node: JsonObject): void {
    for (const [member, step] of partsOf(as, node))
      if (Object.hasOwn(node, member))
        this.#visitPart(node, member, step, memberPointer(pointer, member), draft)
    if (as === 'callback')
      for (const name of Object.keys(node))
        if (!name.startsWith('x-') && name !== '$ref')
          this.#visit({ holder: node, key: name, as: 'pathItem', pointer: pointer + pointerOf(name), draft })
  }

  #visitPart(node: JsonObject, member: string, [shape, as]: Step, pointer: string, draft: Draft): void {
    const value = node[member] as Json
    if (shape === 'one') this.#visit({ holder: node, key: member, as, pointer, draft })
    else if (shape === 'list' && Array.isArray(value))
      for (const index of value.keys())
        this.#visit({ holder: value, key: index, as, pointer: `${pointer}/${index}`, draft })
    else if (shape === 'map' && isObject(value)) {
      for (const name of Object.keys(value))
        if (!name.startsWith('x-') || as === 'schema')
          this.#visit({ holder: value, key: name, as, pointer: memberPointer(pointer, name), draft })
    } else {
      const expected = shape === 'list' ? 'a list' : 'an object'
      const text = `received ${described(value)}, expected ${expected}; it is left out`
      this.#findings.error('malformed', pointer, text)
      delete node[member]
    }
  }

  #translateSchema({ holder, key, pointer, draft }: Place, node: JsonObject): void {
    if (draft === '3.0') put(holder, key, translateSchema30(node, pointer, this.#findings))
    const now = valueIn(holder, key)
    // AsyncAPI names the property only, which no validator requires.
    if (isObject(now) && this.#kind === 'asyncapi' && typeof now.discriminator === 'string')
      delete now.discriminator
    if (isObject(now)) repairKeywords(now, pointer, this.#findings)
  }

  /** The payload of a message: a schema, or one in another language (AsyncAPI 3.0, Multi Format Schema Object). */
  #visitPayload(place: Place, node: JsonObject): void {
    const { holder, key, pointer } = place
    if (typeof node.schemaFormat !== 'string') {
      this.#visit({ ...place, as: 'schema' })
      return
    }
    const draft = draftOf(node.schemaFormat)
    if (draft === undefined) {
      this.#findings.error(
        'unsupported',
        pointer + pointerOf('schemaFormat'),
        `received the schema language "${node.schemaFormat}", expected JSON Schema; its schemas are not checked`,
      )
      put(holder, key, true)
      return
    }
    const schema = pointer + pointerOf('schema')
    this.#visit({ holder: node, key: 'schema', as: 'schema', pointer: schema, draft })
    put(holder, key, node.schema ?? true)
  }

  /** @returns whether there is more to visit here */
  #follow(place: Place, node: JsonObject): boolean {
    const { holder, key, as, draft } = place
    const target = targetOf(node)
    const lost = target === undefined ? undefined : lostIn(this.#root, target)
    if (target === undefined || lost !== undefined) {
      if (lost !== undefined && lost !== 'missing') this.#reportCircle(lost.circle, as)
      put(holder, key, harmless(as))
      return false
    }
    const there = holderOf(this.#root, target)
    if (there) this.#waiting.push({ ...there, as, pointer: target, draft })
    if (as !== 'schema') return as === 'pathItem' || as === 'payload'
    if (draft === '2020-12') return true
    this.#removeIgnored(place, node)
    return false
  }

  /** At the circle itself, and not at each reference that leads into it. */
  #reportCircle(at: string, as: Kind): void {
    const text = `"${writtenAt(this.#root, at)}" leads back to itself and to no ${as}`
    this.#findings.error('circular-reference', at, text)
  }

  /** Before draft 2019-09, keywords next to a `$ref` have no effect. */
  #removeIgnored({ holder, key, pointer }: Place, node: JsonObject): void {
    const ignored = Object.keys(node).filter((name) => CONSTRAINTS.has(name))
    if (ignored.length > 0)
      this.#findings.warning(
        'without-effect',
        pointer,
        `"${ignored.join('", "')}" next to a $ref has no effect in this version of the standard`,
      )
    put(holder, key, { $ref: node.$ref as string })
  }

  #repairReference(node: Json | undefined, as: Kind): void {
    if (!isObject(node)) return
    if (as === 'example' && node.value === undefined && node.dataValue !== undefined)
      node.value = node.dataValue
    const target = targetOf(node)
    if (node.$ref !== undefined && (target === undefined || lostIn(this.#root, target))) delete node.$ref
  }

  /** Resolves references instead of operations and media types: readers expect the object itself. */
  #inline(as: Kind, node: JsonObject): void {
    if (as === 'pathItem') {
      for (const method of [...METHODS, 'query']) this.#inlineAt(node, method)
      if (isObject(node.additionalOperations))
        for (const name of Object.keys(node.additionalOperations))
          this.#inlineAt(node.additionalOperations, name)
    }
    if (as === 'requestBody' || as === 'response' || as === 'parameter')
      for (const name of Object.keys(objectAt(node, 'content')))
        this.#inlineAt(objectAt(node, 'content'), name)
  }

  #inlineAt(holder: JsonObject, key: string): void {
    const node = holder[key]
    const target = isObject(node) ? targetOf(node) : undefined
    const value = target === undefined ? undefined : valueAt(this.#root, target)
    if (isObject(node) && isObject(value)) {
      const { $ref, ...beside } = node
      holder[key] = { ...value, ...beside }
    }
  }

  /** If two operations share an operationId, method and path identify the second one. */
  #requireUniqueId(node: JsonObject, pointer: string): void {
    const { operationId } = node
    if (typeof operationId !== 'string') return
    if (!this.#operationIds.has(operationId)) {
      this.#operationIds.add(operationId)
      return
    }
    this.#findings.error(
      'duplicate',
      pointer + pointerOf('operationId'),
      `operationId "${operationId}" occurs twice, expected once; here it is left out`,
    )
    delete node.operationId
  }
}

/** The steps of each kind, with their order. */
const STEPS = new Map(
  Object.entries(GRAMMAR).map(([as, steps]) => [
    as,
    new Map(Object.entries(steps).map(([member, step], at) => [member, { member, step, at }])),
  ]),
)

/** The properties of a node that the grammar names, in the order of the grammar. */
function partsOf(as: Kind, node: JsonObject): [string, Step][] {
  const steps = STEPS.get(as)
  return Object.keys(node)
    .flatMap((member) => steps?.get(member) ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ member, step }) => [member, step])
}

/** The dialect of JSON Schema that a `schemaFormat` names; undefined for another language. */
function draftOf(format: string): Draft | undefined {
  if (/openapi.*version="?3\.0/.test(format)) return '3.0'
  if (/draft-07|asyncapi/.test(format)) return '07'
  return /schema\+(json|yaml)|openapi/.test(format) ? '2020-12' : undefined
}

/** Constraining keywords. Authors who write one next to a reference expect an effect. */
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
    // A schema with keywords next to its reference is not an empty cycle.
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
