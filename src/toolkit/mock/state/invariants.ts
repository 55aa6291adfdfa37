/** The `x-invariants` of items: properties that equalities compute, and requests that would break a relation. */
import { type ApiOperation, declares } from '../../model/api.ts'
import type { Expression } from '../../model/expressions.ts'
import type { Invariant, Side } from '../../model/invariantSyntax.ts'
import { isCalculation, isMet, sideValue } from '../../model/invariants.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import type { Resource } from '../../model/resources.ts'
import { invariantsAt, type StatedInvariant, statedInvariants } from '../../model/statedInvariants.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { HttpError } from '../../requests/exchange.ts'
import { memberOf, membersOf, mergedOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { Maker } from './targets.ts'

/** One equality may need the result of another one. */
const MAX_PASSES = 4
const MAX_DEPTH = 6

/**
 * An item with the properties that equalities compute.
 * @param sent what the client sent in this request
 * @throws HttpError 422, or 400, where what clients send breaks an invariant and the operation declares that status
 */
export function withInvariants(
  { api }: Maker,
  operation: ApiOperation,
  resource: Pick<Resource, 'read' | 'create'>,
  { sent, item }: { sent: JsonObject; item: JsonObject },
): JsonObject {
  const { document } = api
  const shown = resource.read ?? resource.create
  if (shown === undefined || statedInvariants(document).size === 0) return item
  const schema = thingSchema(api, shown)
  const whole = computed(document, schema, item, (name) => sent[name] !== undefined)
  const sendable = new Set([
    ...bodyProperties(api, operation).keys(),
    ...bodyProperties(api, resource.create).keys(),
  ])
  const status = [422, 400].find((one) => declares(operation, one))
  const broken = invariantsOf(document, schema).find(
    (one) => isMet(one, whole, one.isWhole) === false && rootsOf(one).every((root) => sendable.has(root)),
  )
  if (broken === undefined || status === undefined) return whole
  const field = rootsOf(broken).find((root) => sent[root] !== undefined) ?? rootsOf(broken)[0] ?? ''
  const issue = `breaks ${broken.text}`
  throw new HttpError(status, `${field}: ${issue}`, { kind: 'invalid', issues: [{ field, issue }] })
}

const rootsOf = ({ references }: Invariant): string[] =>
  [...references.values()].map(({ path: [root = ''] }) => root)

/** The invariants of a schema and of all its parts. */
const invariantsOf = (document: ContractDocument, schema: Json | undefined): StatedInvariant[] =>
  [...mergedOf(document, schema, true).sources].flatMap((node) => invariantsAt(document, node))

/** @param isGiven whether the client sent a property */
function computed(
  document: ContractDocument,
  schema: Json | undefined,
  item: JsonObject,
  isGiven: (name: string) => boolean,
  depth = 0,
): JsonObject {
  const view = withoutNull(document, viewOf(document, schema))
  const whole: JsonObject = { ...item }
  if (depth < MAX_DEPTH)
    for (const [name, inner] of membersOf(view)) {
      const value = whole[name]
      if (value !== undefined) whole[name] = computedInside(document, inner, value, depth + 1)
    }
  const invariants = invariantsOf(document, schema)
  for (let pass = 0; pass < MAX_PASSES; pass++)
    for (const invariant of invariants) {
      const result = resultOf(document, view, invariant, whole, isGiven)
      if (result !== undefined) whole[result.name] = result.value
    }
  return whole
}

/** Entries of lists and objects inside. A missing property was not sent. */
function computedInside(document: ContractDocument, schema: Json, value: Json, depth: number): Json {
  const view = withoutNull(document, viewOf(document, schema))
  if (Array.isArray(value))
    return value.map((entry) => computedInside(document, view.items ?? true, entry, depth))
  if (!isObject(value)) return value
  const isGiven = (name: string) =>
    value[name] !== undefined && viewOf(document, memberOf(view, name)).readOnly !== true
  return computed(document, schema, value, isGiven, depth)
}

/** The property that an equality computes, with its value; undefined where it computes none. */
function resultOf(
  document: ContractDocument,
  view: JsonObject,
  { premise, claim, references, isWhole }: StatedInvariant,
  object: JsonObject,
  isGiven: (name: string) => boolean,
): { name: string; value: Json } | undefined {
  if (
    claim.relation !== '==' ||
    (premise && isMet({ premise: undefined, claim: premise, references }, object, isWhole) !== true)
  )
    return undefined
  for (const [side, other] of [
    [claim.left, claim.right],
    [claim.right, claim.left],
  ] as const) {
    const name = propertyOf(side, references)
    const value = name === undefined || isGiven(name) ? undefined : sideValue(other, references, object)
    if (name === undefined || value === undefined) continue
    const target = withoutNull(document, viewOf(document, memberOf(view, name)))
    const fitting = isCalculation(other) ? roundedValue(target, value) : copiedValue(target, value)
    if (fitting !== undefined) return { name, value: fitting }
  }
  return undefined
}

/** The property that a side consists of. */
function propertyOf(side: Side, references: Invariant['references']): string | undefined {
  const expression: Expression | undefined = 'expression' in side ? side.expression : undefined
  const reference = expression?.kind === 'operand' ? references.get(expression.name) : undefined
  return reference?.kind === 'property' && reference.path.length === 1 ? reference.path[0] : undefined
}

/** A value as it is. Undefined for one of another type. */
function copiedValue(view: JsonObject, value: Json): Json | undefined {
  const types = typesOf(view)
  const isFitting = types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value))
  return types.length === 0 || isFitting ? value : undefined
}

/** The result of a calculation as the schema has it: an integer, or rounded to cents. Undefined for another type. */
function roundedValue(view: JsonObject, value: Json): Json | undefined {
  const types = typesOf(view)
  if (typeof value !== 'number') return copiedValue(view, value)
  if (types.includes('integer')) return Math.round(value)
  return types.length === 0 || types.includes('number') ? Math.round(value * 100) / 100 : undefined
}
