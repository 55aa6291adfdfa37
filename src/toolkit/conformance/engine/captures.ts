/**
 * Values from responses that later requests use: ids, cursors, ETags. A generated value identifies itself; a short one,
 * such as the id 7, only together with its resource.
 */

import { decoded, lastOf } from '../../model/paths.ts'
import { normal, ownerOfId, singularOf, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { pointerOf, tokensOf } from '../../openapi/pointer.ts'
import type { Recorded } from './events.ts'
import { createItemSteps } from './itemSteps.ts'
import { pairsOf, segmentsOf } from './recordedPath.ts'

/** The location of a value in a request. */
export type ValueLocation =
  | { in: 'segment' | 'query'; index: number }
  /** `before` is a scheme such as `Bearer `. */
  | { in: 'header'; name: string; before: string }
  | { in: 'body'; pointer: string }

interface Used {
  value: string
  place: ValueLocation
  /** The resource that a short value would identify. */
  stem: string | undefined
}

interface Brought {
  value: string
  /** Into the body; empty for a header. */
  pointer: string
  header?: 'etag' | 'location'
  /** Whether it is the last part of a path value: 2 in `shelves/1/books/2`. */
  last?: boolean
  stem: string | undefined
}

/** A value from a response, and its uses in later requests. */
export interface Capture extends Omit<Brought, 'stem'> {
  from: Recorded
  uses: { exchange: Recorded; place: ValueLocation }[]
}

/** Values that are shorter or contain only digits are not unique. */
const SHORTEST = 6
const LONGEST = 5000
const isUnique = (value: string): boolean => value.length >= SHORTEST && !/^\d+$/.test(value)

/** Typical values that only servers generate. */
const MADE_UP = /^[a-z]+_[0-9a-z]{10,}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}$|^[0-9a-f]{24,}$/i
/** A word of an enum, such as `FORMAT_UNSPECIFIED`. */
const CONSTANT = /^[A-Z]+(_[A-Z]+)*$/

/** An id with the collections that lead to it (AIP-122). */
const RESOURCE_NAME = /^\/?[a-z][\w-]*\/[^/?#\s]+(\/[a-z][\w-]*\/[^/?#\s]+)*$/i

const keyOf = ({ value, stem }: Pick<Used, 'value' | 'stem'>): string | undefined =>
  isUnique(value) ? value : stem === undefined ? undefined : `${stem} ${value}`

/** The noun of a path: `book` of `/books` and of `/books/7`. */
const nounOf = (segments: readonly string[]): string | undefined => {
  const noun = segments.findLast((one) => /^[a-z]/i.test(one) && !/\d/.test(one))
  return noun === undefined ? undefined : normal(singularOf(noun))
}

/** `author` of `authorId`; the noun of the place for a bare `id`. */
function stemOf(name: string, noun: string | undefined): string | undefined {
  if (soundsLike('etag', name)) return 'etag'
  const stem = ownerOfId(name)
  return stem === undefined ? undefined : stem === '' ? noun : normal(stem)
}

/** The strings and integers in a body, with their property names. */
function* leavesOf(
  node: unknown,
  pointer: string,
  name: string,
): Iterable<{ pointer: string; name: string; value: string }> {
  if (typeof node === 'string' || (typeof node === 'number' && Number.isInteger(node)))
    yield { pointer, name, value: String(node) }
  else if (Array.isArray(node))
    for (const [index, item] of node.slice(0, 100).entries())
      yield* leavesOf(item, pointer + pointerOf(index), name)
  else if (isObject(node as Json))
    for (const [key, item] of Object.entries(node as object))
      yield* leavesOf(item, pointer + pointerOf(key), key)
}

const MAX_BROUGHT = 300

/** The values in a response that are distinctive enough for an id, a cursor or an ETag. */
function broughtBy(exchange: Recorded): Brought[] {
  const noun = nounOf(segmentsOf(exchange))
  const found: Brought[] = []
  const add = (one: Brought) => {
    if (one.value !== '' && one.value.length <= LONGEST && keyOf(one) !== undefined) found.push(one)
  }
  for (const { pointer, name, value } of leavesOf(exchange.wrapped ?? exchange.json, '', '')) {
    if (found.length > MAX_BROUGHT) break
    if (
      isUnique(value)
        ? (MADE_UP.test(value) && !CONSTANT.test(value)) || soundsLike('reusable', name)
        : stemOf(name, noun) !== undefined
    )
      add({ pointer, value, stem: stemOf(name, noun) })
    else if (['name', 'id'].includes(normal(name)) && RESOURCE_NAME.test(value)) {
      add({ pointer, value, stem: undefined })
      const stem = nounOf(value.split('/').slice(0, -1))
      add({ pointer, value: decoded(lastOf(value)), last: true, stem })
    }
  }
  const { etag, location } = exchange.headers
  if (typeof etag === 'string') add({ pointer: '', header: 'etag', value: etag, stem: 'etag' })
  if (typeof location === 'string')
    add({ pointer: '', header: 'location', value: decoded(lastOf(location)), stem: noun })
  return found
}

/** All values in a request that may come from a response. */
function usedBy(exchange: Recorded): Used[] {
  const used: Used[] = []
  const segments = segmentsOf(exchange)
  const fixed = exchange.template?.split('/')
  for (const [index, segment] of segments.entries()) {
    // A literal segment of the path does not come from a response, even if a response contains the same word.
    if (fixed?.length === segments.length && fixed[index] === segment) continue
    used.push({
      value: decoded(segment),
      place: { in: 'segment', index },
      stem: nounOf(segments.slice(Math.max(0, index - 1), index)),
    })
  }
  for (const [index, pair] of pairsOf(exchange).entries()) {
    const at = pair.indexOf('=')
    const name = decoded(pair.slice(0, at))
    used.push({
      value: decoded(pair.slice(at + 1)),
      place: { in: 'query', index },
      stem: stemOf(name, nounOf(segments)),
    })
  }
  for (const [name, value] of Object.entries(exchange.requestHeaders)) {
    const stem = isHeader(name, 'If-Match') || isHeader(name, 'If-None-Match') ? 'etag' : undefined
    used.push({ value, place: { in: 'header', name, before: '' }, stem })
    const [, before, token] = /^([A-Za-z]+ )(\S+)$/.exec(value) ?? []
    if (before !== undefined && token !== undefined)
      used.push({ value: token, place: { in: 'header', name, before }, stem: undefined })
  }
  const noun = nounOf(segments)
  for (const { pointer, name, value } of leavesOf(bodyOf(exchange), '', ''))
    used.push({ value, place: { in: 'body', pointer }, stem: stemOf(name, noun) })
  return used.filter(({ value }) => value !== '')
}

const MAX_BODY = 100_000
const parsed = new WeakMap<Buffer, { value: unknown }>()

/** The JSON of a request; undefined if it is not JSON, or not in the format of `JSON.stringify`. */
export function bodyOf({ requestBody }: Recorded): unknown {
  if (requestBody === undefined || requestBody.length > MAX_BODY) return undefined
  const known = parsed.get(requestBody) ?? { value: canonical(requestBody.toString()) }
  parsed.set(requestBody, known)
  return known.value
}

function canonical(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a request contains the value. In that case, its response only repeats it. */
const isUsedIn = (used: readonly Used[], key: string): boolean => used.some((one) => keyOf(one) === key)

/** The values that later requests of a sequence use, each from the first response that contains it. */
export function capturesIn(sequence: readonly Recorded[]): Capture[] {
  const all: Capture[] = []
  const captures = new Map<string, Capture>()
  for (const exchange of sequence) {
    const used = usedBy(exchange)
    for (const one of used) captures.get(keyOf(one) ?? '')?.uses.push({ exchange, place: one.place })
    if (exchange.status >= 400) continue
    for (const { stem, ...brought } of broughtBy(exchange)) {
      const key = keyOf({ value: brought.value, stem })
      if (key === undefined || isUsedIn(used, key)) continue
      if (captures.has(key) && !isMadeAgain(exchange, brought.value)) continue
      const one: Capture = { ...brought, from: exchange, uses: [] }
      captures.set(key, one)
      all.push(one)
    }
  }
  return all.filter(({ uses }) => uses.length > 0)
}

/** Servers give the number of what was deleted to what is created next. */
const isMadeAgain = ({ method }: Recorded, value: string): boolean => method === 'POST' && !isUnique(value)

/** Records which response first contained a value. */
export interface Ledger {
  note(exchange: Recorded): void
  /** Those of `wanted` and all that they depend on, in their order. */
  slice(wanted: readonly Recorded[]): Recorded[]
}

/** Maximum number of values; the oldest are removed first. */
const MAX_VALUES = 200_000

export function createLedger(): Ledger {
  const origins = new Map<string, Recorded[]>()
  const steps = createItemSteps()
  const originsOf = (exchange: Recorded): Recorded[] =>
    usedBy(exchange).flatMap((used) => {
      const all = origins.get(keyOf(used) ?? '')
      return all?.findLast(({ number }) => number < exchange.number) ?? []
    })
  return {
    note(exchange) {
      steps.note(exchange)
      if (exchange.status >= 300 || (exchange.method === 'GET' && exchange.body.length > 200_000)) return
      let used: Used[] | undefined
      for (const brought of broughtBy(exchange)) {
        const key = keyOf(brought)
        const known = key === undefined ? undefined : origins.get(key)
        if (key === undefined || (known !== undefined && !isMadeAgain(exchange, brought.value))) continue
        used ??= usedBy(exchange)
        if (isUsedIn(used, key)) continue
        origins.set(key, [...(known ?? []), exchange])
        if (origins.size > MAX_VALUES) origins.delete(origins.keys().next().value ?? '')
      }
    },
    slice(wanted) {
      const selected = new Set<Recorded>()
      let pending = [...wanted]
      while (pending.length > 0) {
        for (const one of pending) selected.add(one)
        const origins = pending.flatMap(originsOf).filter((one) => !selected.has(one))
        pending = origins.length > 0 ? origins : steps.before(selected)
      }
      return [...selected].sort((a, b) => a.number - b.number)
    },
  }
}

/** JavaScript expression for the value at a JSON Pointer: `["items"][0]["id"]`. */
export const accessor = (pointer: string): string =>
  tokensOf(pointer)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `[${JSON.stringify(token)}]`))
    .join('')
