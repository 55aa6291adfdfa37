import { endsInId, lastSegment, normal, singularOf } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { pointerOf, valueAt } from '../../../openapi/pointer.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { differences, isVolatile } from '../../rules/compare.ts'
import type { EventSession } from '../session.ts'
import { type Arrived, about, type EventRule, eachArrived } from './each.ts'

/** An event shows a resource as the API shows it. */
export const eventMatchesChange: EventRule = (session) => ({
  ...definitionOf('event-matches-change'),
  checks: (plan) =>
    eachArrived(session, plan, 'event-matches-change', async (context, arrived) => {
      const { delivery, change } = arrived
      const seen = new Set<string>()
      for (const { shown, why, except } of arrived.shown) {
        for (const { object, pointer } of objectsAbout(delivery.json as Json, { shown, ids: change.ids })) {
          for (const [name, value] of Object.entries(object)) {
            if (
              value === undefined ||
              !Object.hasOwn(shown, name) ||
              isVolatile(context, change.cause.operation, name)
            )
              continue
            if (except(name)) continue
            const expected = shown[name] as Json
            const [wrong] = bothWays(value, expected)
            const at = pointer + pointerOf(name)
            if (wrong === undefined || seen.has(at)) continue
            seen.add(at)
            context.broken(
              about(
                session,
                arrived,
                {
                  code: 'event-value-differs',
                  subject: `${change.cause.message.type} ${at}`,
                  received: value,
                  expected,
                  details: { source: why },
                },
                { pointer: at },
              ),
            )
          }
        }
      }
      if (seen.size === 0 && !mentions(delivery.json as Json, change.ids))
        context.notObserved({ code: 'nothing-in-common' })
      await readsOfChange(session, context, arrived)
    }),
})

/** The objects in a payload about the same resource, by their id. */
function* objectsAbout(
  node: Json | undefined,
  thing: { shown: JsonObject; ids: readonly string[] },
  pointer = '',
): Generator<{ object: JsonObject; pointer: string }> {
  if (Array.isArray(node)) {
    for (const [index, one] of node.entries()) yield* objectsAbout(one, thing, `${pointer}/${index}`)
    return
  }
  if (!isObject(node as Json)) return
  const object = node as JsonObject
  const { shown, ids } = thing
  // `ticket_id` has the id that the path names. A comment has it too, next to an id of its own.
  const own =
    idNames(shown) !== idNames(object)
      ? []
      : Object.keys(shown).filter((name) => endsInId(name) && ids.at(-1) === String(shown[name]))
  const identity = ['id', 'uuid', '_id', ...own, 'key', 'number', 'slug', 'name'].find(
    (name) => shown[name] !== undefined && shown[name] !== null,
  )
  if (identity !== undefined && object[identity] === shown[identity]) yield { object, pointer }
  for (const [name, inner] of Object.entries(object))
    yield* objectsAbout(inner, thing, pointer + pointerOf(name))
}

const idNames = (object: JsonObject): string =>
  Object.keys(object)
    .filter((name) => endsInId(name))
    .sort()
    .join()

/** An event may leave out properties, and so may the API, but common properties are equal. */
function bothWays(event: Json, api: Json) {
  const one = differences(event, api)
  if (one.length === 0) return differences(api, event).filter(({ received }) => received !== undefined)
  return one.filter(({ received }) => received !== undefined)
}

function mentions(node: Json, ids: readonly string[]): boolean {
  const text = JSON.stringify(node ?? '')
  return ids.length === 0 || ids.some((id) => text.includes(JSON.stringify(id).slice(1, -1)))
}

/** Configured properties of every event, and ids of singletons, such as the organization. */
async function readsOfChange(session: EventSession, context: CheckContext, arrived: Arrived): Promise<void> {
  const { json } = arrived.delivery
  const { type } = arrived.change.cause.message
  for (const [pointer, given] of Object.entries(session.settings.always)) {
    // By type of event, where they differ.
    const expected = isObject(given) ? (given[type] ?? given.default) : given
    if (expected === undefined) continue
    const received = valueAt(json as Json, pointer)
    if (received !== expected)
      context.broken(
        about(
          session,
          arrived,
          {
            code: 'event-value-differs',
            subject: `${arrived.change.cause.message.type} ${pointer}`,
            received,
            expected,
            details: { source: 'in every event of a change through the API' },
          },
          { pointer },
        ),
      )
  }
  for (const [name, id, path] of await singletons(session, context))
    for (const { pointer, value } of membersNamed(json as Json, name))
      if (value !== id)
        context.broken(
          about(
            session,
            arrived,
            {
              code: 'event-value-differs',
              subject: `${arrived.change.cause.message.type} ${pointer}`,
              received: value,
              expected: id,
              details: { source: `GET ${path} returns` },
            },
            { pointer },
          ),
        )
}

/** `organizationId` and its value, for each GET without a path parameter that returns one resource. */
const singletons = (
  session: EventSession,
  context: CheckContext,
): Promise<[name: string, id: Json, path: string][]> =>
  session.once(context, 'singletons', context.random.word(12), async () => {
    const found: [string, Json, string][] = []
    for (const operation of context.api.operations) {
      if (operation.method !== 'GET' || operation.path.includes('{')) continue
      const last = lastSegment(operation.path)
      if (singularOf(last) !== last || operation.inputs.some(({ required }) => required)) continue
      const { json, status } = await context.send(operation, { params: {}, query: {}, headers: {} })
      const id = status < 300 && isObject(json as Json) ? (json as JsonObject).id : undefined
      if (id !== undefined) found.push([normal(`${last}Id`), id, operation.path])
    }
    return found
  })

function* membersNamed(node: Json, name: string, pointer = ''): Generator<{ pointer: string; value: Json }> {
  if (Array.isArray(node))
    for (const [index, one] of node.entries()) yield* membersNamed(one, name, `${pointer}/${index}`)
  else if (isObject(node))
    for (const [key, inner] of Object.entries(node)) {
      const at = pointer + pointerOf(key)
      if (normal(key) === name) yield { pointer: at, value: inner as Json }
      else yield* membersNamed(inner as Json, name, at)
    }
}
