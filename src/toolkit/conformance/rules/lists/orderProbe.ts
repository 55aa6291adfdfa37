/** Tests by requests whether a list is sorted by the property that the model guesses. */
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { mayPrecede } from '../../../model/sorting.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import { itemsOf } from '../../engine/items.ts'
import type { CheckContext, Probe, Verdict } from '../../engine/rule.ts'
import { several } from './several.ts'

const GUESS = 0.6

interface Ways {
  /** The parameter that decides on the order. */
  parameter: string
  property: string
  /** The queries for both directions. */
  ascending: Record<string, Json>
  descending: Record<string, Json>
}

export const orderProbe = (resource: Resource, ways: Ways): Probe | undefined =>
  resource.list === undefined
    ? undefined
    : {
        about: {
          operationId: resource.list.operationId,
          key: 'sort',
          parameter: ways.parameter,
          property: ways.property,
          confidence: GUESS,
        },
        run: (context) => probe(context, resource, ways),
      }

/** A list that is reversed by the direction, and sorted by the property in neither, is sorted by another one. */
async function probe(context: CheckContext, resource: Resource, ways: Ways): Promise<Verdict> {
  const { list } = resource
  if (list === undefined) return { is: 'unknown' }
  const { params } = await several(context, resource, 3)
  const limit = limitOf(context.api, list)
  const size: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
  const read = async (query: Record<string, Json>) => {
    const response = await context.send(list, { params, query: { ...size, ...query }, headers: {} })
    return response.status < 300 ? itemsOf(context, resource, response) : []
  }
  const [up, down] = [await read(ways.ascending), await read(ways.descending)]
  const values = (items: readonly JsonObject[]) => items.map((one) => one[ways.property])
  if (up.length < 3 || new Set(values(up).map(String)).size < 2) return { is: 'unknown' }
  const isSorted = (items: readonly JsonObject[], descending: boolean) =>
    values(items).every((value, index, all) => index === 0 || mayPrecede(all[index - 1], value, descending))
  if (isSorted(up, false) && isSorted(down, true)) return { is: 'confirmed' }
  const text = (items: readonly JsonObject[]) => items.map((one) => JSON.stringify(one))
  const isReversed = text(up).join() === text(down).reverse().join()
  const isSortedAtAll = [up, down].some((items) => isSorted(items, false) || isSorted(items, true))
  return isReversed && !isSortedAtAll
    ? { is: 'refuted', why: 'the direction reverses the list, which is sorted by another property' }
    : { is: 'unknown' }
}
