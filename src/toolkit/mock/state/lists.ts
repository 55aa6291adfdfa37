/** Pages of a list: filtered by equality, sorted, cut at the limit, with a cursor that nobody else can make. */
import { createHmac, randomBytes } from 'node:crypto'
import { type Api, type ApiOperation, successSchema } from '../../conformance/api/api.ts'
import { limitOf, morePointerOf, type Paging, pagingOf } from '../../conformance/api/paging.ts'
import { normal } from '../../conformance/api/resources.ts'
import { isNullable, membersOf, typesOf, viewOf, withoutNull } from '../../conformance/api/schemaView.ts'
import { isObject, type Json, type JsonObject, tokensOf, valueAt, withValueAt } from '../../contract/index.ts'
import { refusedField } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { listItems, listPlace } from '../listPlace.ts'
import { addressOf, firstOffset, firstPage, type PageFacts, tellPage } from './pages.ts'

const SORT = /^(sort|sortby|orderby|order_by|sort_by)$/i
const ORDER = /^(order|direction|sortorder|dir|sort_order|sort_dir)$/i
const AFTER_ITEM = /^(starting_?after|after(_?id)?|since_?id|last_?id)$/i
const DEFAULT_LIMIT = 20

/**
 * One page of the items as the operation answers it, put into `frame`, an answer of it.
 * @param show how an item of the page is shown
 */
export function pageOf(
  api: Api,
  operation: ApiOperation,
  items: readonly JsonObject[],
  request: Pick<PlacedRequest, 'query' | 'url' | 'headers'>,
  frame: Json,
  idMember: string,
  signer: CursorSigner,
  show: (item: JsonObject) => JsonObject = (item) => item,
): { body: Json; facts: PageFacts } {
  const { query } = request
  const paging = pagingOf(api, operation)
  const chosen = sorted(filtered(api, operation, items, query, paging), query, operation)
  const limit =
    numberIn(query, (paging?.limit ?? limitOf(api, operation))?.name) ??
    defaultOf(paging?.limit ?? limitOf(api, operation)) ??
    (paging === undefined && limitOf(api, operation) === undefined ? chosen.length : DEFAULT_LIMIT)
  const scope = JSON.stringify([
    operation.operationId,
    Object.entries(query).filter(([name]) => name !== paging?.next.name && name !== paging?.limit?.name),
  ])
  const start = startOf(paging, chosen, query, limit, idMember, scope, signer)
  const page = chosen.slice(start, start + limit)
  const more = start + limit < chosen.length
  const last = page.at(-1)
  const cursor =
    more && last !== undefined ? signer.seal(`${start + limit}|${String(last[idMember])}`, scope) : undefined
  const facts = { paging, request, total: chosen.length, shown: page.length, start, limit, more, cursor }
  const shown = page.map(show)
  const place = listPlace(api, operation) ?? []
  if (place.length === 0) return { body: shown, facts }
  const answer = withValueAt(isObject(frame) ? frame : {}, place, shown) as JsonObject
  const takes = (pointer: string) => takesNull(api, operation, pointer)
  tellPage(answer, place, facts, (pointer) => viewAt(api, operation, pointer), takes)
  const morePointer = paging?.morePointer ?? morePointerOf(api, operation)
  if (morePointer !== undefined) setAt(answer, morePointer, more)
  if (paging?.kind === 'cursor' && paging.cursorPointer !== '') {
    const isAddress = isAddressAt(api, operation, paging.cursorPointer)
    const told = isAddress ? addressOf(cursor, facts) : cursor
    if (!isObject(valueAt(answer, paging.cursorPointer))) setAt(answer, paging.cursorPointer, told ?? null)
    // The end is null where the document allows that, and the member's absence otherwise.
    if (cursor === undefined && !takes(paging.cursorPointer)) removeAt(answer, paging.cursorPointer)
  }
  return { body: answer, facts }
}

function startOf(
  paging: Paging | undefined,
  items: readonly JsonObject[],
  query: Record<string, Json>,
  limit: number,
  idMember: string,
  scope: string,
  signer: CursorSigner,
): number {
  if (paging === undefined) {
    // The next page begins behind the last item of this one, whose identifier the client sends.
    const behind = Object.entries(query).find(([name]) => AFTER_ITEM.test(name))?.[1]
    return 1 + items.findIndex((item) => String(item[idMember]) === behind)
  }
  const asked = query[paging.next.name]
  if (asked === undefined) return 0
  if (paging.kind === 'offset') return Math.max(0, Number(asked) - firstOffset(paging))
  if (paging.kind === 'page') return Math.max(0, Number(asked) - firstPage(paging)) * limit
  const position = signer.open(String(asked), scope)
  if (position === undefined)
    throw refusedField(
      `query.${paging.next.name}`,
      'received a cursor that is none of this list; expected one that it gave',
    )
  const [offset, id] = position.split(/\|(.*)/s)
  const after = items.findIndex((item) => String(item[idMember]) === id)
  return after >= 0 ? after + 1 : Number(offset)
}

function filtered(
  api: Api,
  operation: ApiOperation,
  items: readonly JsonObject[],
  query: Record<string, Json>,
  paging: Paging | undefined,
): readonly JsonObject[] {
  const members = membersOf(viewOf(api.document, listItems(api, operation))).map(([name]) => name)
  let left = items
  for (const [name, wanted] of Object.entries(query)) {
    if (SORT.test(name) || ORDER.test(name) || name === paging?.next.name || name === paging?.limit?.name)
      continue
    const part = partOf(api, operation, name)
    const key = normal(name.replace(PART_SUFFIX, ''))
    const member =
      members.find((one) => normal(one) === normal(name)) ??
      members.find((one) => normal(one) === key) ??
      members.find((one) => normal(one) === `${key}s`)
    const values = [wanted].flat().map(String)
    if (member === undefined) {
      // What a search looks at, nobody says: any text of the item.
      if (part !== undefined && SEARCH.test(name))
        left = left.filter((item) =>
          Object.values(item).some((value) => isText(value) && holds(part, value, values)),
        )
      continue
    }
    // What refers to another item may be shown with some of its members.
    const told = (value: Json | undefined) => (isObject(value) ? Object.values(value) : [value])
    left = left.filter((item) => {
      const found = [item[member]].flat().flatMap(told)
      return found.some((value) =>
        part !== undefined && isText(value) ? holds(part, value, values) : values.includes(String(value)),
      )
    })
  }
  return left
}

type Part = 'inside' | 'beginning'

const SEARCH = /^(q|query|search|keywords?|term|text)$/i
const PART_SUFFIX = /(?<=.)(\[|_{1,2}|(?=[A-Z]))(i?contains|like|search|prefix|i?starts_?with)\]?$/i

const isText = (value: Json | undefined): value is string => typeof value === 'string'

const holds = (part: Part, value: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => {
    const [text, sought] = [value.toLowerCase(), one.toLowerCase()]
    return part === 'inside' ? text.includes(sought) : text.startsWith(sought)
  })

/** The part of a text that a filter compares, where its name or its description says so; undefined for all of it. */
function partOf(api: Api, operation: ApiOperation, name: string): Part | undefined {
  const input = operation.inputs.find((one) => one.in === 'query' && one.name === name)
  const view = viewOf(api.document, input?.schema)
  if (view.enum !== undefined || view.const !== undefined) return undefined
  const [, , suffix = ''] = PART_SUFFIX.exec(name) ?? []
  const words = `${suffix} ${SEARCH.test(name) ? name : ''} ${input?.node.description ?? ''} ${view.description ?? ''}`
  if (/\bexact(ly)?\b/i.test(words)) return undefined
  if (/\b(prefix|i?starts?_?( ?with|ing with)|begins? with|beginning with)\b/i.test(words)) return 'beginning'
  return /\b(i?contain(s|ing)?|substring|part(s|ial|ially)?|search(es)?|fuzzy)\b/i.test(words) ||
    /like/i.test(suffix)
    ? 'inside'
    : undefined
}

function sorted(
  items: readonly JsonObject[],
  query: Record<string, Json>,
  operation: ApiOperation,
): readonly JsonObject[] {
  const sort = Object.keys(query).find((name) => SORT.test(name))
  const order = Object.keys(query).find((name) => ORDER.test(name))
  const declared = operation.inputs.find((one) => one.in === 'query' && SORT.test(one.name))
  const asked = sort === undefined ? defaultTextOf(declared) : String(query[sort])
  const direction =
    order === undefined
      ? defaultTextOf(operation.inputs.find((one) => ORDER.test(one.name)))
      : String(query[order])
  if (asked === undefined) return items
  const name = asked.replace(/^[-+]/, '').replace(/[:.](asc|desc)$/i, '')
  const down = asked.startsWith('-') || /[:.]desc$/i.test(asked) || /^desc/i.test(direction ?? '')
  const member = [...new Set(items.flatMap((item) => Object.keys(item)))].find(
    (one) => normal(one) === normal(name),
  )
  if (member === undefined) return items
  const compare = (a: JsonObject, b: JsonObject): number => {
    const [left, right] = [a[member] ?? '', b[member] ?? '']
    if (typeof left === 'number' && typeof right === 'number') return left - right
    return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0
  }
  return [...items].sort((a, b) => (down ? -compare(a, b) : compare(a, b)))
}

function numberIn(query: Record<string, Json>, name: string | undefined): number | undefined {
  const value = name === undefined ? undefined : query[name]
  return value === undefined || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

function defaultOf(parameter: { schema: Json | undefined } | undefined): number | undefined {
  const value = isObject(parameter?.schema) ? parameter.schema.default : undefined
  return typeof value === 'number' ? value : undefined
}

function defaultTextOf(parameter: { schema: Json | undefined } | undefined): string | undefined {
  const value = isObject(parameter?.schema) ? parameter.schema.default : undefined
  return typeof value === 'string' ? value : undefined
}

/** What the answer's schema says of what stands at a pointer. */
function viewAt(api: Api, operation: ApiOperation, pointer: string): JsonObject {
  let view = viewOf(api.document, successSchema(api, operation)?.schema)
  for (const token of tokensOf(pointer))
    view = viewOf(
      api.document,
      membersOf(withoutNull(api.document, view)).find(([name]) => name === token)?.[1],
    )
  return view
}

/** Whether what leads to the next page is an address that has the cursor in it. */
const isAddressAt = (api: Api, operation: ApiOperation, pointer: string): boolean =>
  /^ur[il]/.test(String(viewAt(api, operation, pointer).format ?? '')) ||
  /(ur[il]|link)$/i.test(tokensOf(pointer).at(-1) ?? '')

/** Whether the answer's schema allows null at the pointer. */
function takesNull(api: Api, operation: ApiOperation, pointer: string): boolean {
  const view = viewAt(api, operation, pointer)
  return isNullable(api.document, view) || typesOf(view).length === 0
}

function removeAt(root: JsonObject, pointer: string): void {
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  const parent = tokens.reduce<Json | undefined>(
    (node, token) => (isObject(node) ? node[token] : undefined),
    root,
  )
  if (isObject(parent)) delete parent[last]
}

/** Sets the value at a pointer whose parents are there, or makes them. */
function setAt(root: JsonObject, pointer: string, value: Json): void {
  const tokens = tokensOf(pointer)
  const last = tokens.pop() ?? ''
  let node = root
  for (const token of tokens) {
    const inner = node[token]
    node[token] = isObject(inner) ? { ...inner } : {}
    node = node[token] as JsonObject
  }
  node[last] = value
}

/** Seals a position together with the list it belongs to. */
interface CursorSigner {
  seal(position: string, scope: string): string
  /** Undefined for a cursor that was not made here, for this list and these filters. */
  open(cursor: string, scope: string): string | undefined
}

export function createCursorSigner(key: Buffer = randomBytes(32)): CursorSigner {
  const mark = (position: string, scope: string) =>
    createHmac('sha256', key).update(`${position}\n${scope}`).digest('base64url').slice(0, 22)
  return {
    seal: (position, scope) => Buffer.from(`${mark(position, scope)}${position}`).toString('base64url'),
    open(cursor, scope) {
      const text = Buffer.from(cursor, 'base64url').toString()
      const position = text.slice(22)
      return text.slice(0, 22) === mark(position, scope) && position !== '' ? position : undefined
    },
  }
}
