/** Bodies with the id of another resource that does not exist, where the document states that they are rejected. */

import type { ApiOperation } from '../../../model/api.ts'
import {
  descriptionOf,
  mentions,
  requiresOne,
  saysMissing,
  saysMustExist,
} from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import type { Resource } from '../../../model/resources.ts'
import { lastSegment, singularOf } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { referenceTarget } from '../../engine/materialise.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isOfSentForm } from '../compare.ts'
import { expectRejection } from '../expectation.ts'
import { unknownLike } from './unknownLike.ts'

const STATUSES = [404, 422, 400, 409]

interface Reference {
  operation: ApiOperation
  member: string
  target: Resource
  /** The property contains several ids. */
  isArray: boolean
  /** The status that the document promises; undefined where it only promises a rejection. */
  status: number | undefined
}

export function* unknownReferences(plan: Plan): Generator<Check> {
  for (const resource of plan.graph.resources)
    for (const operation of new Set([resource.create, resource.update]))
      for (const reference of operation === undefined ? [] : referencesOf(plan, resource, operation))
        yield {
          name: `reference ${reference.member}`,
          constraint: `body.${reference.member} unknown`,
          operation: reference.operation,
          run: (context) => tryOne(context, reference),
        }
}

/** The properties of a body that must contain ids of resources which exist. */
function referencesOf(plan: Plan, resource: Resource, operation: ApiOperation): Reference[] {
  const { document } = plan.api
  return [...bodyProperties(plan.api, operation)].flatMap(([member, schema]) => {
    const view = withoutNull(document, viewOf(document, schema))
    const isArray = typesOf(view).includes('array')
    const target = referenceTarget({ plan, from: resource }, member, isArray ? view.items : schema)
    if (target?.create === undefined || target === resource) return []
    return isPromised(operation, target, member, descriptionOf(view))
      ? [{ operation, member, target, isArray, status: promisedStatus(operation, target, member) }]
      : []
  })
}

/** The status of a rejection that names the resource: "The guide must exist (`422`)". */
function promisedStatus(operation: ApiOperation, target: Resource, member: string): number | undefined {
  const noun = singularOf(lastSegment(target.collection))
  return rejectionsOf(operation).find(
    ({ cause }) =>
      saysMissing(cause, noun) ||
      requiresOne(cause, member, noun) ||
      (saysMustExist(cause) && mentions(cause, noun)),
  )?.status
}

/** Whether the document states that a reference to a resource that does not exist is rejected. */
function isPromised(operation: ApiOperation, target: Resource, member: string, said: string): boolean {
  if (saysMustExist(said)) return true
  // Without an item in the path, only the body can name what is not found.
  if (operation.responses.has('404') && !operation.path.includes('{')) return true
  if (promisedStatus(operation, target, member) !== undefined) return true
  const noun = singularOf(lastSegment(target.collection))
  return STATUSES.some((status) => {
    const response = operation.responses.get(String(status))
    return response !== undefined && saysMissing(descriptionOf(response.node), noun)
  })
}

async function tryOne(
  context: CheckContext,
  { operation, member, target, isArray, status }: Reference,
): Promise<void> {
  const parts = await context.parts(operation, { fresh: true })
  const existing = await context.item(target)
  const known = existing.params[target.parameter]
  const { body: valid } = parts
  if (!isObject(valid) || known === undefined) return context.notObserved({ code: 'not-an-object' })
  if (!isOfSentForm(context.api, operation, valid, member))
    return context.notObserved({ code: 'not-made', what: `body of the form with ${member}` })
  const withId = (id: string): JsonObject => {
    const value: Json = typeof known === 'number' ? Number(id) : id
    return { ...valid, [member]: isArray ? [value] : value }
  }
  const id = unknownLike(String(known), context.random).find((one) =>
    context.isValidBody(operation, withId(one)),
  )
  if (id === undefined) return context.notObserved({ code: 'invalid-together', what: `an unknown ${member}` })
  const body = withId(id)
  const exchange = await context.send(operation, { ...parts, body })
  expectRejection(context, operation, exchange, {
    what: `an unknown ${member}`,
    sort: 'an unknown reference',
    value: id,
    ...(status === undefined ? { fitting: STATUSES, any4xx: true } : { fitting: [status] }),
  })
}
