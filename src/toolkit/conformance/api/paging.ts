/** How a list is read page by page, found from links, names and schemas. */
import { isObject, type Json, type JsonObject, objectAt, valueAt } from '../../contract/index.ts'
import { type Api, type ApiOperation, type Parameter, successSchema } from './api.ts'
import { normal } from './resources.ts'
import { membersOf, viewOf } from './schemaView.ts'

export interface Paging {
  /** The parameter that says how many items a page holds. */
  limit: Parameter | undefined
  kind: 'cursor' | 'page' | 'offset'
  /** The parameter that asks for the next page. */
  next: Parameter
  /** Pointer of the cursor in the answer, of kind `cursor`. */
  cursorPointer: string
  /** Pointer of the boolean that tells whether there is more; undefined when there is none. */
  morePointer: string | undefined
}

const LIMITS = [
  'limit',
  'pagesize',
  'perpage',
  'size',
  'maxresults',
  'count',
  'first',
  'take',
  'maxitems',
  'itemsperpage',
]
const CURSORS = [
  'cursor',
  'pagetoken',
  'after',
  'startingafter',
  'continuationtoken',
  'nexttoken',
  'marker',
  'starttoken',
]
const PAGES = ['page', 'pagenumber', 'pageindex', 'p']
const OFFSETS = ['offset', 'skip', 'start', 'startindex']
const NEXT = [
  'nextcursor',
  'nextpagetoken',
  'next',
  'cursor',
  'nexttoken',
  'continuationtoken',
  'endcursor',
  'after',
  'nextmarker',
]
const MORE = ['hasmore', 'hasnext', 'hasnextpage', 'more', 'truncated', 'istruncated']

/** How the operation's list is paged; undefined when it is not. */
export function pagingOf(api: Api, operation: ApiOperation): Paging | undefined {
  const query = operation.inputs.filter((one) => one.in === 'query')
  const named = (names: string[]) => query.find((one) => names.includes(normal(one.name)))
  const limit = named(LIMITS)
  const schema = successSchema(api, operation)?.schema
  const morePointer = pointerOfMember(api, schema, MORE)
  const linked = linkedCursor(operation)
  const linkedParameter = linked && query.find((one) => one.name === linked.parameter)
  if (linked !== undefined && linkedParameter !== undefined)
    return { limit, kind: 'cursor', next: linkedParameter, cursorPointer: linked.pointer, morePointer }
  const cursor = named(CURSORS)
  const cursorPointer = pointerOfMember(api, schema, NEXT)
  if (cursor !== undefined && cursorPointer !== undefined)
    return { limit, kind: 'cursor', next: cursor, cursorPointer, morePointer }
  const page = named(PAGES)
  if (page !== undefined) return { limit, kind: 'page', next: page, cursorPointer: '', morePointer }
  const offset = named(OFFSETS)
  if (offset !== undefined) return { limit, kind: 'offset', next: offset, cursorPointer: '', morePointer }
  return undefined
}

/** The parameter that bounds a page, where the list has one without further pages too. */
export const limitOf = (operation: ApiOperation): Parameter | undefined =>
  operation.inputs.find((one) => one.in === 'query' && LIMITS.includes(normal(one.name)))

function linkedCursor(operation: ApiOperation): { parameter: string; pointer: string } | undefined {
  for (const { node } of operation.responses.values()) {
    for (const link of Object.values(objectAt(node, 'links'))) {
      if (!isObject(link) || link.operationId !== operation.operationId) continue
      for (const [parameter, expression] of Object.entries(objectAt(link, 'parameters'))) {
        const found = typeof expression === 'string' && /^\$response\.body#(\/.+)$/.exec(expression)?.[1]
        if (found) return { parameter, pointer: found }
      }
    }
  }
  return undefined
}

/** A member of the answer, or of an object in it, that has one of the names. */
function pointerOfMember(api: Api, schema: Json | undefined, names: string[]): string | undefined {
  const view = viewOf(api.document, schema)
  for (const [name] of membersOf(view)) if (names.includes(normal(name))) return `/${name}`
  for (const [name, inner] of membersOf(view)) {
    for (const [member] of membersOf(viewOf(api.document, inner)))
      if (names.includes(normal(member)) && /page|meta|links|cursor/i.test(name)) return `/${name}/${member}`
  }
  return undefined
}

/** The query of the page after an answer; undefined when it was the last. */
export function nextPage(
  paging: Paging,
  query: Record<string, Json>,
  json: unknown,
  items: number,
): Record<string, Json> | undefined {
  const body = json as JsonObject
  const more = paging.morePointer === undefined ? undefined : valueAt(body, paging.morePointer)
  if (paging.kind === 'cursor') {
    const cursor = isObject(body) ? valueAt(body, paging.cursorPointer) : undefined
    if (typeof cursor !== 'string' || cursor === '') return undefined
    const found = /^https?:|^\//.test(cursor)
      ? new URL(cursor, 'http://x').searchParams.get(paging.next.name)
      : cursor
    return found === null ? undefined : { ...query, [paging.next.name]: found }
  }
  if (more === false || items === 0) return undefined
  const present = Number(query[paging.next.name] ?? firstOf(paging))
  const step = paging.kind === 'page' ? 1 : items
  return { ...query, [paging.next.name]: present + step }
}

/** The number of the first page: 1, unless the schema starts at 0. */
const firstOf = (paging: Paging): number => {
  const { schema } = paging.next
  const start = isObject(schema) ? (schema.default ?? schema.minimum) : undefined
  return typeof start === 'number' ? start : paging.kind === 'page' ? 1 : 0
}

/** The highest page size that the document allows, as far as a check needs it. */
export function largestLimit(api: Api, limit: Parameter | undefined, wanted: number): number {
  const view = viewOf(api.document, limit?.schema)
  return typeof view.maximum === 'number' ? Math.min(view.maximum, wanted) : wanted
}
