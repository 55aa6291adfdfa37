/** The total of a list that a filter narrows is the number of the items that are left. */
import type { ApiOperation } from '../../../model/api.ts'
import { type Filter, filtersOf } from '../../../model/filters.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Recorded } from '../../engine/events.ts'
import { wholeList } from '../../engine/pages.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { several } from './several.ts'

/** The property of a list response with the number of items in the whole list. */
export interface Total {
  name: string
  pointer?: string
  /** Whether it counts the items that filters leave. */
  ofFilters: boolean
  in(page: Recorded): unknown
}

/** Filters that are tried: a server that forgets one usually forgets all. */
const MAX_FILTERS = 2

export function* filteredTotals(
  { api }: Pick<Plan, 'api'>,
  resource: Resource,
  total: Total,
): Iterable<Check> {
  const { list, create } = resource
  if (list === undefined || create === undefined || filtersOf(api, list).length === 0) return
  yield {
    name: `total ${total.name} of a filter`,
    constraint: `${total.name} counts the filtered items`,
    operation: list,
    later: true,
    run: (context) => compared(context, resource, list, total),
  }
}

async function compared(
  context: CheckContext,
  resource: Resource,
  list: ApiOperation,
  total: Total,
): Promise<void> {
  const { params, items } = await several(context, resource, 2)
  const everything = await wholeList(context, resource, params)
  const all = new Set(everything.ids).size
  let tried = 0
  for (const { input, filter } of filtersOf(context.api, list)) {
    const value = valueFor(filter, items[0])
    if (value === undefined) continue
    const { ids, pages, ended } = await wholeList(context, resource, params, { [input.name]: value })
    const count = new Set(ids).size
    const [first] = pages
    // A filter that changes nothing shows nothing about the total.
    if (first === undefined || !ended || count === all) continue
    const said = stableTotal(total, pages)
    if (said === undefined) continue
    if (said !== count)
      return context.broken({
        code: 'wrong-count',
        subject: total.name,
        received: said,
        expected: count,
        exchange: first,
        with: [...items.map(({ made }) => made), ...pages.slice(1)],
        ...(total.pointer !== undefined && { pointer: total.pointer }),
        place: list.pointer,
      })
    if (++tried === MAX_FILTERS) return
  }
  if (tried === 0) context.notObserved({ code: 'not-made', what: 'list that a filter narrows' })
}

/** The value of an item that a filter is about. */
function valueFor({ properties }: Filter, item: Item | undefined): string | number | boolean | undefined {
  const [[name, ...inside] = []] = properties
  const value = name === undefined || inside.length > 0 ? undefined : item?.body[name]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}

/** The total of all pages; undefined where one has another total, none, or is an error. */
function stableTotal(total: Total, pages: readonly Recorded[]): number | undefined {
  const [said, ...others] = new Set(pages.map((page) => (page.status < 300 ? total.in(page) : undefined)))
  return typeof said === 'number' && others.length === 0 ? said : undefined
}
