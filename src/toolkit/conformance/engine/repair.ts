/** A request on another item that an error response suggests. */
import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import type { JsonObject } from '../../openapi/document.ts'
import type { Parts } from './requests.ts'
import type { Item } from './rule.ts'

/** A request on an item without which another request is rejected. */
export interface Repair {
  item: Item
  operation: ApiOperation
  /** The reference that the request sets, where it is an update: to an item of `target`. */
  sets?: { property: string; target: Resource }
  /** The body of the request, where it is an update with other values. */
  values?: JsonObject
  /** The references to items, where the request creates another one. */
  refers?: JsonObject
  /** The other items that the new one refers to. */
  others?: readonly Item[]
  /** Equal for the same request on the same item. */
  key: string
  /** The path parameters of the request. */
  params: Parts['params']
  /** How often it may be sent. */
  limit: number
}
