import { examplesOf } from '../../../model/api.ts'
import { descriptionOf, saysFixed } from '../../../model/description.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { withVersion } from '../../engine/bodyVersion.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import { type CheckContext, defineRule, type Item, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame, isVolatile } from '../compare.ts'
import { storedVariants } from '../storedVariants.ts'

/**
 * A property that the server derives from another must follow it: a changed item must show the same derived
 * value as a new item with the same input. Derived properties are found by creating two items with one value
 * and one with another.
 */
export const derivedPropertyUpdated = defineRule({
  ...definitionOf('derived-property-updated'),
  *checks({ api, ...plan }) {
    for (const resource of plan.graph.resources) {
      const { create, update, read } = resource
      if (create?.body === undefined || update?.body === undefined || read === undefined) continue
      if (update.method !== 'PATCH' || derivable({ api, ...plan }, resource).length === 0) continue
      const changed = bodyProperties(api, update)
      for (const [member, schema] of bodyProperties(api, create)) {
        const view = withoutNull(api.document, viewOf(api.document, schema))
        if (!changed.has(member) || view.enum !== undefined || typesOf(view).includes('boolean')) continue
        if (plan.graph.referredBy(member, schema, resource) !== undefined) continue
        yield {
          name: member,
          constraint: `what follows from body.${member}`,
          operation: update,
          run: (context) => tryMember(context, resource, member, schema),
        }
      }
    }
  },
})

/** Properties of a response that only the server sets and that may be derived from others. */
function derivable({ api }: Pick<Plan, 'api'>, resource: Resource): string[] {
  const sent = new Set([
    ...bodyProperties(api, resource.create).keys(),
    ...bodyProperties(api, resource.update).keys(),
  ])
  return [...responseProperties(api, resource.read)].flatMap(([name, schema]) => {
    const view = viewOf(api.document, schema)
    const fixed =
      typesOf(view).every((type) => type === 'null' || type === 'boolean') || saysFixed(descriptionOf(view))
    const skip =
      sent.has(name) ||
      isOfRole(api, resource, 'identity', name) ||
      isVolatile({ api }, resource, name) ||
      isOfRole(api, resource, 'passing', name) ||
      isOfRole(api, resource, 'change', name)
    return skip || fixed || soundsLike('unchanging', name) ? [] : [name]
  })
}

/** Two values of the property that the document shows, or that its schema allows. */
function valuesFor(context: CheckContext, resource: Resource, member: string, schema: Json): Json[] {
  const { document } = context.api
  const shown = [resource.create, resource.update].flatMap((operation) =>
    (operation?.body?.examples ?? []).flatMap((example) =>
      isObject(example) && example[member] !== undefined && example[member] !== null ? [example[member]] : [],
    ),
  )
  const others = [
    ...examplesOf(document, viewOf(document, schema)),
    ...storedVariants(document, schema, context.random, member).map(({ value }) => value),
  ]
  const values: Json[] = []
  for (const value of [...shown, ...others])
    if (value !== null && !values.some((one) => isSame(one, value))) values.push(value)
  return values
}

async function tryMember(
  context: CheckContext,
  resource: Resource,
  member: string,
  schema: Json,
): Promise<void> {
  const { update, create } = resource
  if (update?.body === undefined || create?.body === undefined) return
  const [one, ...others] = valuesFor(context, resource, member, schema)
  if (one === undefined) return context.notObserved({ code: 'not-made', what: `value of ${member}` })
  const shownBy = async (value: Json): Promise<{ item: Item; read: Recorded; shown: JsonObject }> => {
    const item = await context.item(resource, {
      fresh: true,
      body: (sent) => void Object.assign(sent, { [member]: value }),
    })
    const read = await context.read(item)
    if (!isObject(read.json as Json))
      return context.notObserved({ code: 'returned', what: 'GET', status: read.status })
    return { item, read, shown: read.json as JsonObject }
  }
  const first = await shownBy(one)
  if (!isSame(first.shown[member], one)) return context.notObserved({ code: 'not-as-sent', member })
  const twin = await shownBy(one)
  const steady = derivable(context, resource).filter((name) => isSame(first.shown[name], twin.shown[name]))
  for (const value of others.slice(0, 3)) {
    const body = withVersion(context, update, first.item, { [member]: value })
    if (!context.isValidBody(update, body)) continue
    const other = await shownBy(value).catch(() => undefined)
    if (other === undefined || !isSame(other.shown[member], value)) continue
    const derived = steady.filter((name) => !isSame(first.shown[name], other.shown[name]))
    if (derived.length === 0) continue
    const changed = await context.send(update, { params: first.item.params, query: {}, headers: {}, body })
    if (changed.status >= 300)
      return context.notObserved({ code: 'rejected', what: 'the change', status: changed.status })
    // A text may be made once and stay, as a slug does; a list, a count or a digest may not.
    const staleIn = (now: Json) =>
      derived.find(
        (name) =>
          isObject(now) &&
          isSame(now[member], value) &&
          isSame(now[name], first.shown[name]) &&
          (typeof now[name] !== 'string' || isDigest(now[name])),
      )
    const after = await eventually(
      context,
      () => context.read(first.item),
      ({ json }) => staleIn(json as Json) === undefined,
      PAUSES.derived,
    )
    const stale = staleIn(after.json as Json)
    if (stale !== undefined)
      context.broken({
        code: 'derived-value-stale',
        subject: `/${stale}`,
        received: (after.json as JsonObject)[stale],
        expected: other.shown[stale],
        details: { changed: member },
        exchange: after,
        with: [first.item.made, first.read, changed, other.read],
        pointer: `/${stale}`,
        place: update.pointer,
      })
    return
  }
  context.notObserved({ code: 'nothing-derived', member })
}

const isDigest = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^((sha|md)-?\d+[:-])?([0-9a-f]{32,}|[\w+/-]{27,}={0,2})$/i.test(value)
