/** Bodies of requests that should succeed: what the document shows, fitted to the target. */

import type { ApiOperation } from '../../model/api.ts'
import { pagingOf } from '../../model/paging.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { validatorOf } from '../../schema/validators.ts'
import { fittingValue } from '../../schema/values/fitting.ts'
import { viewOf } from '../../schema/view.ts'
import { materialise, type Surroundings } from './materialise.ts'
import { NotObserved, type TrialContext } from './rule.ts'

/** How many bodies can be tried: the examples, then one with all members, then one with the required alone. */
export const candidateCount = ({ body }: ApiOperation): number =>
  body === undefined ? 1 : body.examples.length + 2

/**
 * @param nth which of the bodies to be tried
 * @returns undefined where the operation needs none
 * @throws NotObserved when none could be made
 */
export async function bodyFor(
  context: TrialContext,
  operation: ApiOperation,
  around: Surroundings,
  nth: number,
): Promise<Json | undefined> {
  const { body: declared } = operation
  if (declared === undefined) return undefined
  const shown = nth < declared.examples.length
  const template = shown ? declared.examples[nth] : made(context, declared, nth - declared.examples.length)
  if (template === undefined) {
    if (!declared.required) return undefined
    throw new NotObserved(
      `no body for ${operation.operationId} could be made of its schema; an example or a recipe would help`,
    )
  }
  const { schema, schemaPointer } = declared
  const fits = (body: Json) => isValid(context, schemaPointer, body)
  let body = await materialise(around, schema, template)
  // A new name may be none that the rest of the body allows.
  if (body !== undefined && around.renames && fits(template) && !fits(body))
    body = await materialise({ ...around, renames: false }, schema, template)
  if (body === undefined)
    throw new NotObserved(`no body for ${operation.operationId}: what it refers to could not be made`)
  const listed = shown ? body : listedByDefault(context, operation, body)
  return fits(listed) ? listed : body
}

function made(
  context: TrialContext,
  body: NonNullable<ApiOperation['body']>,
  extent: number,
): Json | undefined {
  const { document } = context.api
  const options = { document, random: context.random, examples: true }
  return fittingValue(body, { ...options, extent: extent === 0 ? 'full' : 'minimal' })
}

function isValid(context: TrialContext, schemaPointer: string, body: Json): boolean {
  try {
    return validatorOf(context.api.document, 'request')(schemaPointer, body).length === 0
  } catch {
    return true // a schema that cannot be compiled is a finding about the document
  }
}

/** A list that leaves something out unless it is asked for (`archived`, false by default) is made things that it shows. */
function listedByDefault(context: TrialContext, operation: ApiOperation, body: Json): Json {
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
