/** Items that belong to another one. */
import type { Relation } from '../../model/relations.ts'
import type { JsonObject } from '../../openapi/document.ts'
import { idOf } from '../engine/items.ts'
import type { CheckContext, Item } from '../engine/rule.ts'

/** A new item that belongs to `holder`. @param change changes the body that is sent */
export const relatedItem = (
  context: CheckContext,
  { child, property }: Relation,
  holder: Item,
  change: (sent: JsonObject) => void = () => {},
): Promise<Item> =>
  context.item(child, {
    fresh: true,
    ...(property === undefined && { within: holder }),
    body(sent) {
      if (property !== undefined) sent[property] = idOf(holder)
      change(sent)
    },
  })
