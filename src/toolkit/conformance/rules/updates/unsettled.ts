/** Moves an item away from its initial state, before one of its properties is changed. */

import { bodyProperties } from '../../../model/operationProperties.ts'
import { isOfRole } from '../../../model/roles.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { validValue } from '../../../schema/values/valid.ts'
import { variantsOf } from '../../../schema/values/variants.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import { withVersion } from '../../engine/bodyVersion.ts'
import type { CheckContext, Item } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'

/**
 * Sets the other properties with a few choices to values that a new item does not have, so that a change
 * which resets them is detected. Values that the target rejects are left unchanged.
 */
export async function unsettle(context: CheckContext, item: Item, member: string): Promise<void> {
  const { update } = item.resource
  const { document } = context.api
  if (update?.body === undefined) return
  await fillOthers(context, item, member)
  for (const [name, schema] of bodyProperties(context.api, update)) {
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

/** Sets the empty properties to a value, so that a change which empties them again is detected. */
async function fillOthers(context: CheckContext, item: Item, member: string): Promise<void> {
  const { update } = item.resource
  const { document } = context.api
  if (update?.body === undefined) return
  const empty: JsonObject = {}
  for (const [name, schema] of bodyProperties(context.api, update)) {
    if (
      name === member ||
      (item.body[name] ?? null) !== null ||
      isOfRole(context.api, item.resource, 'passing', name)
    )
      continue
    // A generated id of another resource is not a valid value.
    if (context.graph.referredBy(name, schema, item.resource) !== undefined) continue
    const value = validValue(schema, { document, random: context.random, extent: 'full' }, name)
    if (value !== undefined && value !== null) empty[name] = value
  }
  const body = withVersion(context, update, item, empty)
  if (Object.keys(empty).length > 0 && context.isValidBody(update, body))
    await context.send(update, { params: item.params, query: {}, headers: {}, body })
}

/** Sets the property to another value than the one that it gets afterwards, so that a removal or a change is visible. */
export async function fill(context: CheckContext, item: Item, member: string, later: Json): Promise<void> {
  const { update } = item.resource
  const { document } = context.api
  const schema = bodyProperties(context.api, update).get(member)
  if (update?.body === undefined || schema === undefined) return
  if (!isSame(item.body[member] ?? null, later)) return
  for (const { value } of variantsOf(document, schema, context.random, member)) {
    const body = withVersion(context, update, item, { [member]: value })
    if (value === null || isSame(value, later) || !context.isValidBody(update, body)) continue
    const parts = { params: item.params, query: {}, headers: {} }
    if ((await context.send(update, { ...parts, body })).status < 300) return
  }
}
