/**
 * A change of one property must set that property to the sent value, and leave the other properties that
 * clients set unchanged.
 */

import type { ApiOperation } from '../../../model/api.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { isOfRole } from '../../../model/roles.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import { bodyVersionOf } from '../../engine/bodyVersion.ts'
import type { CheckContext } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import { hidesNull, isSame, isVolatile, storedDifferences, waits } from '../compare.ts'

type Wrong = RuleFact & { pointer: string }

/** The changed property, where its value is not the sent one. */
export function* wrongMember(
  { api }: CheckContext,
  update: ApiOperation,
  { now, member, value }: { now: JsonObject; member: string; value: Json },
): Generator<Wrong> {
  if (value === null && hidesNull(api, update, member)) return
  const [wrong] = storedDifferences(api, update, { member, value, received: now[member] })
  if (wrong === undefined || isOfRole(api, update, 'passing', member) || waits(now, member, value)) return
  const { pointer, received, sent } = wrong
  yield { pointer, code: 'change-not-stored', subject: pointer, received, expected: sent }
}

/** Other properties that changed as well: those that identify the item, and those that clients set. */
export function* wrongOthers(
  context: CheckContext,
  update: ApiOperation,
  { was, now, member }: { was: JsonObject; now: JsonObject; member: string },
): Generator<Wrong> {
  const settable = bodyProperties(context.api, update)
  const version = bodyVersionOf(context, update)
  for (const [name, before] of Object.entries(was)) {
    if (name === member || before === undefined || isVolatile(context, update, name)) continue
    if (name === version?.shown) continue
    const stays =
      isOfRole(context.api, update, 'identity', name) ||
      (settable.has(name) &&
        (!isOfRole(context.api, update, 'passing', name) || isChoice(context, settable.get(name))))
    if (!stays || isSame(now[name], before)) continue
    yield {
      pointer: `/${name}`,
      code: 'other-property-changed',
      subject: `/${name}`,
      received: now[name],
      expected: before,
      details: { changed: member },
    }
  }
}

/** A state that clients set themselves does not pass by itself. */
export const isChoice = ({ api }: CheckContext, schema: Json | undefined): boolean =>
  withoutNull(api.document, viewOf(api.document, schema)).enum !== undefined
