/** Brings an item off the state that it was made in, before one member of it is changed. */
import { isOfRole } from '../../../model/roles.ts'
import type { JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { variantsOf } from '../../../schema/values/variants.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { withVersion } from '../../engine/bodyVersion.ts'
import type { CheckContext, Item } from '../../engine/rule.ts'
import { bodyMembers } from '../compare.ts'

/**
 * Brings the other members with a few choices off the values that a new item has, so that a change which sets them
 * back shows. What of it the target refuses stays as it was.
 */
export async function unsettle(context: CheckContext, item: Item, member: string): Promise<void> {
  const { update } = item.resource
  const { document } = context.api
  if (update?.body === undefined) return
  await fillOthers(context, item, member)
  for (const [name, schema] of bodyMembers(context.api, update)) {
    const view = withoutNull(document, viewOf(document, schema))
    const known = item.body[name]
    if (name === member || known === undefined || known === null) continue
    const choices = Array.isArray(view.enum)
      ? view.enum
      : typesOf(view).includes('boolean')
        ? [true, false]
        : []
    const other = choices.find((one) => one !== known && one !== null)
    if (other === undefined) continue
    const body = withVersion(context, update, item, { [name]: other })
    if (!context.isValidBody(update, body)) continue
    await context.send(update, { params: item.params, query: {}, headers: {}, body })
  }
}

/** Gives the members that are empty a value, so that a change which empties them again shows. */
async function fillOthers(context: CheckContext, item: Item, member: string): Promise<void> {
  const { update } = item.resource
  const { document } = context.api
  if (update?.body === undefined) return
  const empty: JsonObject = {}
  for (const [name, schema] of bodyMembers(context.api, update)) {
    if (
      name === member ||
      (item.body[name] ?? null) !== null ||
      isOfRole(context.api, item.resource, 'passing', name)
    )
      continue
    // Of another thing than those that are there an id is no value.
    if (context.graph.referredBy(name, schema, item.resource) !== undefined) continue
    const value = validValue(schema, { document, random: context.random, extent: 'full' }, name)
    if (value !== undefined && value !== null) empty[name] = value
  }
  const body = withVersion(context, update, item, empty)
  if (Object.keys(empty).length > 0 && context.isValidBody(update, body))
    await context.send(update, { params: item.params, query: {}, headers: {}, body })
}

/** Gives the member a value, so that taking it away shows. */
export async function fill(context: CheckContext, item: Item, member: string): Promise<void> {
  const { update } = item.resource
  const { document } = context.api
  const schema = bodyMembers(context.api, update).get(member)
  if (update?.body === undefined || schema === undefined || (item.body[member] ?? null) !== null) return
  for (const { value } of variantsOf(document, schema, context.random, member)) {
    const body = withVersion(context, update, item, { [member]: value })
    if (value === null || !context.isValidBody(update, body)) continue
    const parts = { params: item.params, query: {}, headers: {} }
    if ((await context.send(update, { ...parts, body })).status < 300) return
  }
}
