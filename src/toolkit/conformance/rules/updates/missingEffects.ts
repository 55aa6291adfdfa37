/** The end of each check of an effect: the item is read until it shows the effect, or the effect is reported as missing. */
import type { ApiOperation } from '../../../model/api.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { type CheckContext, type Item, rejected } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'

/** The promised effect of a request on a property of an item. */
interface Expected {
  property: string
  /** The sentence that states it. */
  text: string
  /** The right value in words or as JSON, for the message. */
  wanted: string
  operation: ApiOperation
  isRight(value: Json | undefined): boolean
}

/**
 * Reads an item after a request until it shows the effect, and reports one that it does not get.
 * @param proof the exchanges before
 * @param excuse called before the report; it may skip the check
 * @returns whether the item shows the effect
 */
export async function expectEffect(
  context: CheckContext,
  item: Item,
  { property, text, wanted, operation, isRight }: Expected,
  proof: Recorded[],
  excuse: (after: Recorded) => void = () => {},
): Promise<boolean> {
  const isShown = (one: Recorded) => isRight(shownAt(one, [property]))
  const after = await eventually(
    context,
    () => context.read(item),
    (one) => isShown(one) || one.status >= 300,
  )
  if (after.status >= 300) return context.notObserved(rejected('GET after the request', after))
  if (isShown(after)) return true
  excuse(after)
  context.broken({
    code: 'effect-missing',
    subject: `/${property}`,
    received: shownAt(after, [property]) ?? null,
    details: { text, wanted },
    exchange: after,
    with: proof,
    pointer: `/${property}`,
    place: operation.pointer,
  })
  return false
}

/** Whether nothing is left of a value: lists are cleared by emptying them. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
