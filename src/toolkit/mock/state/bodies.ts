/** Request bodies as items: defaults, write-only properties, and merging of patches. */
import type { ApiOperation } from '../../model/api.ts'
import { COMMON_WORDS, NAMING, normal } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { mediaTypeOf } from '../../openapi/json.ts'
import { isNullable, memberOf, membersOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { envelopeIn, type Named, viewWithForms } from './targets.ts'

/** The schema of the item in the body of a request. */
export function bodyItemSchema(
  document: ContractDocument,
  operation: ApiOperation,
  named: Named,
): Json | undefined {
  const schema = operation.body?.schema
  const envelope = envelopeIn(document, schema, named)
  return envelope === undefined ? schema : memberOf(viewWithForms(document, schema), envelope)
}

/**
 * The body without its properties of a direction (JSON Schema Validation, 9.4): `writeOnly` ones such as passwords, which
 * are not shown, or `readOnly` ones, which a server ignores.
 */
export function withoutMarked(
  direction: 'readOnly' | 'writeOnly',
  document: ContractDocument,
  operation: ApiOperation,
  named: Named,
  sent: JsonObject,
): JsonObject {
  const marked = new Set(
    membersOf(viewWithForms(document, bodyItemSchema(document, operation, named)))
      .filter(([, inner]) => viewOf(document, inner)[direction] === true)
      .map(([name]) => name),
  )
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !marked.has(name)))
}

/**
 * The sent properties, with references as responses show them: `workspace: "12"` is `workspace: { gid: "12" }` where the response
 * has an object with an identifier.
 *
 * @param view the item in the response
 */
export function withReferences(document: ContractDocument, view: JsonObject, sent: JsonObject): JsonObject {
  const members = new Map(membersOf(view))
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const inner = withoutNull(document, viewOf(document, members.get(name)))
      const isReference = typeof value === 'string' || typeof value === 'number'
      if (!isReference || typesOf(inner).join() !== 'object') return [name, value]
      const id = membersOf(inner).find(([member]) => NAMING.includes(normal(member)))?.[0]
      return [name, id === undefined ? value : { [id]: value }]
    }),
  ) as JsonObject
}

/** The sent value of that name, instead of a generated one of its type. */
export const repeated = (sent: JsonObject, name: string, generated: Json): Json => {
  const value = sent[name]
  const isSame = value !== undefined && typeof value === typeof generated
  return isSame && !COMMON_WORDS.includes(normal(name)) ? value : generated
}

/**
 * The body with defaults for missing properties: those of the request schema and, inside the sent objects, those of the
 * response schema.
 *
 * @param view the item's schema in the response
 */
export function completed(
  document: ContractDocument,
  operation: ApiOperation,
  named: Named,
  sent: JsonObject,
  view: JsonObject,
): JsonObject {
  const schema = bodyItemSchema(document, operation, named)
  const whole = withDefaults(document, schema, sent, 'readOnly') as JsonObject
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [
      name,
      withDefaults(document, memberOf(view, name), value as Json, 'writeOnly'),
    ]),
  )
}

/** @param passed the keyword of properties whose defaults are not applied */
function withDefaults(
  document: ContractDocument,
  schema: Json | undefined,
  value: Json,
  passed: 'readOnly' | 'writeOnly',
): Json {
  const view = withoutNull(document, viewOf(document, schema))
  if (Array.isArray(value)) return value.map((item) => withDefaults(document, view.items, item, passed))
  if (!isObject(value)) return value
  const whole: JsonObject = { ...value }
  for (const [name, inner] of membersOf(view)) {
    const own = viewOf(document, inner)
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given !== undefined) whole[name] = withDefaults(document, inner, given, passed)
    else if (own.default !== undefined && own[passed] !== true) whole[name] = structuredClone(own.default)
  }
  return whole
}

/**
 * The properties that a patch sets. A JSON merge patch (RFC 7396) is merged recursively into existing objects; values in
 * other media types replace the old ones.
 */
export function patchSent(
  document: ContractDocument,
  view: JsonObject,
  before: JsonObject,
  sent: JsonObject,
  headers: Record<string, string>,
): JsonObject {
  if (mediaTypeOf(headers['content-type'] ?? '') !== 'application/merge-patch+json') return sent
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      isObject(value) ? merged(document, memberOf(view, name), before[name], value) : value,
    ]) as [string, Json][],
  )
}

/** In a merge, null removes a property unless its schema allows null. */
function merged(
  document: ContractDocument,
  schema: Json | undefined,
  before: Json | undefined,
  patch: JsonObject,
): JsonObject {
  const view = withoutNull(document, viewOf(document, schema))
  const whole: JsonObject = isObject(before) ? { ...before } : {}
  for (const [name, value] of Object.entries(patch)) {
    const inner = memberOf(view, name)
    if (isObject(value)) whole[name] = merged(document, inner, whole[name], value)
    else if (value === null && !isNullable(document, viewOf(document, inner))) delete whole[name]
    else if (value !== undefined) whole[name] = value
  }
  return whole
}
