import { type Api, type ApiOperation, operationAt } from '../../../model/api.ts'
import { descriptionOf, saysFilled, saysFurther } from '../../../model/description.ts'
import { listPlace } from '../../../model/listPlace.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { byUpdate, type Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { requiredOf, viewOf } from '../../../schema/view.ts'
import { parentOf } from '../../engine/items.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame, isVolatile, mergesByWord, saysItMerges } from '../compare.ts'
import { type Choice, choicesFor } from './references.ts'

/** A PUT replaces the whole item: a property that it leaves out must not stay unchanged. */
export const putReplacesItem = defineRule({
  ...definitionOf('put-replaces-item'),
  *checks(plan) {
    const { api, graph, hints } = plan
    for (const operation of api.operations)
      if (operation.method === 'PUT' && saysWhetherNew(operation) && isOfOne(api, operation))
        yield {
          name: 'a second time',
          constraint: 'the status of a replacement',
          operation,
          run: (context) => putTwice(context, operation),
        }
    for (const resource of graph.resources.flatMap(byUpdate)) {
      const { create, read, update } = resource
      if (create === undefined || read === undefined || update?.method !== 'PUT') continue
      if (!acceptsWhole(api, create, update)) continue
      const required = requiredOf(viewOf(api.document, update.body?.schema))
      const shown = responseProperties(api, read)
      for (const [member, schema] of bodyProperties(api, update)) {
        const view = viewOf(api.document, schema)
        if (required.has(member) || !shown.has(member) || isOfRole(api, resource, 'identity', member))
          continue
        if (saysFilled(descriptionOf(view)) || mergesByWord(view.description)) continue
        // The server controls a state, unless the document declares its default.
        if (
          isVolatile({ api, hints }, resource, member) ||
          (isOfRole(api, resource, 'passing', member) && view.default === undefined)
        )
          continue
        const choices = choicesFor(plan, resource, member, schema)
        yield {
          name: member,
          constraint: `body.${member} left out`,
          operation: update,
          run: (context) => leaveOut(context, resource, member, choices),
        }
      }
    }
  },
})

const REPLACED = [200, 204]

/** Whether the status shows if the item was there before. */
const saysWhetherNew = ({ successes }: ApiOperation): boolean =>
  successes.includes(201) && REPLACED.some((status) => successes.includes(status))

/** Whether a PUT writes what a GET of its path shows, and no further version or run of it. */
const isOfOne = (api: Api, { path, operation }: ApiOperation): boolean => {
  const read = operationAt(api, path, 'GET')
  const said = [operation.summary, operation.description].join(' ')
  return read !== undefined && listPlace(api, read) === undefined && !saysFurther(said)
}

/** Only a PUT that creates is 201 (RFC 9110, 9.3.4). */
async function putTwice(context: CheckContext, operation: ApiOperation): Promise<void> {
  const { exchange: first, parts } = await context.succeed(operation, { fresh: true })
  const exchange = await context.send(operation, parts)
  if (exchange.status !== 201) return
  context.broken({
    code: 'wrong-status',
    subject: 'a second PUT with the same body',
    received: exchange.status,
    expected: REPLACED.filter((status) => operation.successes.includes(status)),
    exchange,
    with: [first],
    place: operation.pointer,
  })
}

/**
 * Whether the body of a PUT is the whole item: it requires the same properties as a creation, and is not
 * described as a merge. A PUT with only optional properties is a partial update on most servers.
 */
function acceptsWhole(api: Api, create: ApiOperation, update: ApiOperation): boolean {
  const [needed, given] = [create, update].map(({ body }) => requiredOf(viewOf(api.document, body?.schema)))
  if (needed === undefined || given === undefined || given.size === 0) return false
  if (needed.size !== given.size || [...needed].some((member) => !given.has(member))) return false
  const known = bodyProperties(api, create)
  if ([...bodyProperties(api, update).keys()].some((member) => !known.has(member))) return false
  return !saysItMerges(update)
}

/** A property that the server stores unchanged needs no more values than these. */
const MAX_VALUES = 3

async function leaveOut(
  context: CheckContext,
  resource: Resource,
  member: string,
  choices: readonly Choice[],
): Promise<void> {
  const { update, read } = resource
  if (update?.body === undefined || read === undefined) return
  const item = await context.item(resource, { fresh: true })
  const parts = await context.parts(update, { params: item.params })
  if (!isObject(parts.body)) return context.notObserved({ code: 'not-an-object' })
  const base = parts.body
  const without: JsonObject = Object.fromEntries(Object.entries(base).filter(([name]) => name !== member))
  const isValid = (body: JsonObject) => context.isValidBody(update, body)
  if (!isValid(without)) return context.notObserved({ code: 'not-made', what: `body without ${member}` })
  const put = (body: JsonObject) => context.send(update, { ...parts, params: item.params, body })
  const shownNow = async () => (await context.read(item)).json as Json

  const usual = viewOf(context.api.document, bodyProperties(context.api, update).get(member)).default ?? null
  for (const { choose } of choices.slice(0, MAX_VALUES)) {
    const chosen = await choose(context, parentOf(item))
    if (chosen === undefined || isSame(chosen.value, usual)) continue
    const whole = { ...base, [member]: chosen.value }
    if (!isValid(whole)) continue
    const set = await put(whole)
    const then = set.status < 300 ? await shownNow() : undefined
    if (!isObject(then) || !isSame(then[member], chosen.value)) continue
    const response = await put(without)
    if (response.status >= 300)
      return context.notObserved({
        code: 'rejected',
        what: `a PUT without ${member}`,
        status: response.status,
      })
    const after = await context.read(item)
    const now = after.json as Json
    if (!isObject(now) || !isSame(now[member], chosen.value)) return
    const plain = await context.item(resource, {
      fresh: true,
      body: (sent) => void delete sent[member],
    })
    const expected = ((await context.read(plain)).json as JsonObject)[member]
    if (isSame(expected, chosen.value)) return context.notObserved({ code: 'filled-in', member })
    return context.broken({
      code: 'property-not-removed',
      subject: `/${member}`,
      received: now[member],
      expected,
      exchange: after,
      with: [item.made, set, response],
      pointer: `/${member}`,
      place: update.pointer,
    })
  }
  return context.notObserved({ code: 'not-as-sent', member })
}
