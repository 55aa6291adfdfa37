/** Bodies of requests that should succeed: what the document shows, fitted to the target. */

import type { Api, ApiOperation } from '../../model/api.ts'
import { pagingOf } from '../../model/paging.ts'
import { shownValue } from '../../model/shownValues.ts'
import { isIdName, soundsLike } from '../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { validatorOf } from '../../schema/validators.ts'
import { fittingValue } from '../../schema/values/fitting.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { branchesOf, membersOf, requiredOf, viewOf } from '../../schema/view.ts'
import { materialise, type Surroundings } from './materialise.ts'
import { inOrder } from './ranges.ts'
import { type CheckContext, NotObserved } from './rule.ts'

/**
 * How many bodies can be tried: the examples, one with all properties, and one with the required ones only. Another one
 * may have the id that the others leave out. The last ones have each value of a choice, such as the next status, and
 * are of each further form that the schema allows.
 */
export const candidateCount = (api: Api, operation: ApiOperation): number =>
  operation.body === undefined
    ? 1
    : plainCount(api, operation) + choicesOf(api, operation).length + formsOf(api, operation).length

/** The schemas of the bodies that are not of the first form: the other branches of a `oneOf` or an `anyOf`. */
function formsOf({ document }: Api, { body }: ApiOperation): JsonObject[] {
  const view = viewOf(document, body?.schema)
  const { oneOf, anyOf, ...whole } = view
  return branchesOf(view)
    .slice(1, MAX_CHOICES)
    .map((branch) => ({ allOf: [whole, branch] }))
}

const plainCount = ({ document }: Api, operation: ApiOperation): number =>
  (operation.body?.examples.length ?? 0) + (ownIdsOf(document, operation).length > 0 ? 3 : 2)

/** The values of a required property with an enum, for an item: its state may allow one of them only. */
export function choicesOf({ document }: Api, { path, body }: ApiOperation): JsonObject[] {
  if (!path.includes('{')) return []
  const view = viewOf(document, body?.schema)
  const required = requiredOf(view)
  for (const [name, schema] of membersOf(view)) {
    const { enum: choices } = viewOf(document, schema)
    if (required.has(name) && Array.isArray(choices))
      return choices.slice(0, MAX_CHOICES).map((one) => ({ [name]: one }))
  }
  return []
}

/** The bodies with each of these values, of those that can be tried. */
export const choiceCandidates = (api: Api, operation: ApiOperation): number[] =>
  choicesOf(api, operation).map((_, index) => plainCount(api, operation) + index)

/** The value of such a property in a body, for what applies to bodies with this value only; undefined without one. */
export function choiceIn(api: Api, operation: ApiOperation, body: Json | undefined): JsonObject | undefined {
  const [choice] = choicesOf(api, operation)
  const [name] = Object.keys(choice ?? {})
  return name === undefined || !isObject(body) || body[name] === undefined
    ? undefined
    : { [name]: body[name] }
}

const MAX_CHOICES = 8

/** Optional properties of a new resource's id: many servers take one for that of a resource to change. */
function ownIdsOf(document: ContractDocument, { method, path, body }: ApiOperation): string[] {
  if (method !== 'POST' || path.endsWith('}')) return []
  const view = viewOf(document, body?.schema)
  const required = requiredOf(view)
  return membersOf(view).flatMap(([name]) => (isIdName(name) && !required.has(name) ? [name] : []))
}

/**
 * @param nth which of the bodies to be tried
 * @returns undefined where the operation needs none
 * @throws NotObserved when none could be made
 */
export async function bodyFor(
  context: CheckContext,
  operation: ApiOperation,
  around: Surroundings,
  nth: number,
): Promise<Json | undefined> {
  const { body: declared } = operation
  if (declared === undefined) return undefined
  const shown = nth < declared.examples.length
  const template = shown ? declared.examples[nth] : madeAs(context, operation, nth)
  if (template === undefined) {
    if (!declared.required) return undefined
    throw new NotObserved({ code: 'no-body', operationId: operation.operationId })
  }
  const { schema, schemaPointer } = declared
  const fits = (body: Json) => isValid(context, schemaPointer, body)
  let body = await materialise(around, schema, template)
  // A generated name may be invalid together with the rest of the body.
  if (body !== undefined && around.renames && fits(template) && !fits(body))
    body = await materialise({ ...around, renames: false }, schema, template)
  if (body === undefined)
    throw new NotObserved({ code: 'no-referenced-resource', operationId: operation.operationId })
  const listed = shown ? body : listedByDefault(context, operation, body)
  return fits(listed) ? listed : body
}

function madeAs(context: CheckContext, operation: ApiOperation, nth: number): Json | undefined {
  const plain = plainCount(context.api, operation)
  if (nth < plain) return made(context, operation, nth - (operation.body?.examples.length ?? 0))
  const choices = choicesOf(context.api, operation)
  const form = formsOf(context.api, operation)[nth - plain - choices.length]
  const body = made(context, operation, 1, form)
  return isObject(body) ? { ...body, ...choices[nth - plain] } : body
}

function made(
  context: CheckContext,
  operation: ApiOperation,
  extent: number,
  form?: JsonObject,
): Json | undefined {
  const { document } = context.api
  if (operation.body === undefined) return undefined
  const body = { ...operation.body, schema: form ?? operation.body.schema }
  const options = { document, random: context.random, examples: true, several: true }
  // A description may be misread: the next body is without what it shows.
  const value = fittingValue(
    body,
    extent === 1 ? { ...options, extent: 'minimal' } : { ...options, extent: 'full', described: shownValue },
  )
  const ids = extent === 2 ? [] : ownIdsOf(document, operation)
  const without = isObject(value) ? (omitted(value, ids) as Json) : value
  const fits = (one: Json) => isValid(context, body.schemaPointer, one)
  const ample = enough(context, body.schema, without)
  const candidates = [ample, without].flatMap((one) => (one === undefined ? [] : [inOrder(one), one]))
  return candidates.find(fits) ?? value
}

/** A new item has so many units of what requests use up, so that no check runs out of them. */
const PLENTY = 1_000

/** The value with much of what requests use up, such as `stock`, and little of what this one uses up, such as `quantity`. */
function enough(context: CheckContext, schema: Json | undefined, value: Json | undefined): Json | undefined {
  const { document } = context.api
  const view = viewOf(document, schema)
  if (Array.isArray(value)) return value.map((one) => enough(context, view.items, one) ?? one)
  if (!isObject(value)) return value
  const schemas = new Map(membersOf(branchFor(document, view, value)))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const inner = schemas.get(name)
      if (typeof one !== 'number') return [name, enough(context, inner, one) ?? one]
      const { least, most } = boundsOf(viewOf(document, inner), 'integer')
      if (soundsLike('supply', name)) return [name, Math.max(one, Math.min(PLENTY, most ?? PLENTY))]
      return [name, soundsLike('demand', name) ? Math.max(2, least ?? 1) : one]
    }),
  )
}

const omitted = (value: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

function isValid(context: CheckContext, schemaPointer: string, body: Json): boolean {
  try {
    return validatorOf(context.api.document, 'request')(schemaPointer, body).length === 0
  } catch {
    return true // a schema that cannot be compiled is a finding about the document
  }
}

/** Sets properties so that the list shows the item: by default, lists may omit some items (`archived`, false by default). */
function listedByDefault(context: CheckContext, operation: ApiOperation, body: Json): Json {
  const list = context.graph.resources.find(({ create }) => create === operation)?.list
  if (list === undefined || !isObject(body)) return body
  const paging = pagingOf(context.api, list)
  const ofPages = [paging?.limit?.name, paging?.next.name]
  const listed = { ...body }
  for (const { in: place, name, schema } of list.inputs) {
    const { default: usual } = viewOf(context.api.document, schema)
    if (place !== 'query' || ofPages.includes(name)) continue
    if (usual !== undefined && listed[name] !== undefined) listed[name] = usual
  }
  return listed
}
