/** Updates that raise a number of an item around a request, which an error response states to be too low. */
import type { Api, ApiOperation } from '../../model/api.ts'
import { mentions } from '../../model/description.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import { saysExceeded } from '../../model/rejection.ts'
import { wordsOfLimit } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { Repair } from './repair.ts'
import type { Item, Plan } from './rule.ts'

/** How often as much, and at least, an item gets of something that requests exceed. */
const FACTOR = 1000

/** The updates of an item that a text suggests: `creditLimitCents` for "The credit limit would be exceeded". */
export function raisedLimits({ api }: Plan, item: Item, texts: readonly string[]): Repair[] {
  const { update, replace } = item.resource
  const exceeded = texts.filter(saysExceeded)
  if (exceeded.length === 0) return []
  return [update, replace].flatMap((operation) =>
    operation === undefined || operation.method === 'POST' ? [] : raisedBy(api, item, operation, exceeded),
  )
}

function raisedBy(api: Api, item: Item, operation: ApiOperation, exceeded: readonly string[]): Repair[] {
  return [...bodyProperties(api, operation)].flatMap(([property, schema]) => {
    const raised = raisedNumber(withoutNull(api.document, viewOf(api.document, schema)), item.body[property])
    const words = wordsOfLimit(property)
    const isMeant = words.length > 0 && exceeded.some((text) => words.every((word) => mentions(text, word)))
    if (raised === undefined || !isMeant) return []
    const values = { ...(operation.method === 'PUT' ? sentBody(item) : {}), [property]: raised }
    const key = JSON.stringify(['raised', property, item.resource.item, item.params])
    return [{ item, operation, values, key, params: item.params, limit: 1 }]
  })
}

const sentBody = ({ sent }: Item): JsonObject => (isObject(sent?.body) ? sent.body : {})

/** A number that is much larger than the current one; undefined where the schema has none. */
function raisedNumber(view: JsonObject, current: Json | undefined): number | undefined {
  const [type] = typesOf(view)
  if ((type !== 'integer' && type !== 'number') || Array.isArray(view.enum)) return undefined
  const now = typeof current === 'number' ? current : 0
  const raised = Math.min(boundsOf(view, type).most ?? Number.POSITIVE_INFINITY, FACTOR * Math.max(now, 1))
  return raised > now ? raised : undefined
}
