/**
 * Shows stored items in responses. Required properties that are not stored get generated values. An item looks the same
 * until it changes, and generated values survive changes of other properties.
 */

import { type ApiOperation, declares } from '../../model/api.ts'
import { soundsLike } from '../../model/vocabulary.ts'
import type { JsonObject } from '../../openapi/document.ts'
import { isHeader } from '../../openapi/headers.ts'
import { responseFor } from '../../openapi/operations.ts'
import { HttpError, type HttpResponse } from '../../requests/exchange.ts'
import { filledIn } from '../../requests/path.ts'
import { fingerprint } from '../../schema/values/random.ts'
import { membersOf } from '../../schema/view.ts'
import { mediaOf } from '../samples.ts'
import { countsOf } from './counts.ts'
import type { StoredGraph, Targets } from './graph.ts'
import { shownAs } from './items.ts'
import { parentReferences, withOwnReferences } from './references.ts'
import type { Store } from './store.ts'
import type { Shown } from './stored.ts'
import type { Maker, Target } from './targets.ts'

export interface Presenter {
  /** The response of an operation with the item. */
  present(operation: ApiOperation, shown: Shown, status?: number): HttpResponse
  /** The item as the target's schema shows it; undefined if it cannot be valid. */
  show(target: Target, shown: Shown): JsonObject | undefined
  /** @throws HttpError 412 if the item's ETag no longer matches `If-Match` */
  requireMatch(operation: ApiOperation, shown: Shown, headers: Record<string, string>): void
  /** Copies generated values from the item before a change to the changed item. */
  carry(before: JsonObject, after: JsonObject): void
  /** The generated properties of an item. */
  generatedFor(item: JsonObject): JsonObject
  /** Shows an item with properties that were generated earlier. */
  showWith(item: JsonObject, extras: JsonObject): void
}

/** The success status, with the usual HTTP status if the document declares none. */
export const successOf = ({ successes, method }: ApiOperation): number =>
  successes[0] ?? (method === 'DELETE' ? 204 : 200)

export function createPresenter(
  maker: Maker,
  graph: StoredGraph,
  { targetFor }: Targets,
  store: Store,
): Presenter {
  /** Cached results by stored item. A change creates a new object, which invalidates them. */
  const shown = new WeakMap<JsonObject, Map<Target, JsonObject | undefined>>()
  const madeUp = new WeakMap<JsonObject, JsonObject>()

  function stable(target: Target, { resource, item, path }: Shown): JsonObject | undefined {
    const { idMember, collection } = resource
    const known = shown.get(item) ?? new Map<Target, JsonObject | undefined>()
    shown.set(item, known)
    if (known.has(target)) return known.get(target)
    const extras = madeUp.get(item) ?? {}
    madeUp.set(item, extras)
    const names = new Set(membersOf(target.view).map(([name]) => name))
    const fitting = Object.entries(extras).filter(([name]) => names.has(name))
    const above = parentReferences(graph, resource, filledIn(collection, path), target.view)
    const made = maker.random.within(`${collection}/${item[idMember]}`, () =>
      shownAs(maker, target, { ...Object.fromEntries(fitting), ...above, ...item }, idMember),
    )
    for (const [name, value] of Object.entries(made ?? {}))
      if (!Object.hasOwn(item, name) && value !== undefined) extras[name] ??= value
    known.set(target, made)
    return made
  }

  function show(target: Target, one: Shown): JsonObject | undefined {
    const made = stable(target, one)
    if (made === undefined) return undefined
    const counts = countsOf(maker, graph, store, one, target.view)
    if (Object.keys(counts).length === 0) return made
    const counted = { ...made, ...counts }
    return target.faults(counted).length === 0 ? counted : made
  }

  function etagOf(operation: ApiOperation, one: Shown): string {
    const target = targetFor(one.resource.read ?? operation, one.resource)
    const counts = target === undefined ? {} : countsOf(maker, graph, store, one, target.view)
    const text = JSON.stringify({ ...one.item, ...counts })
    return `"${fingerprint(text)}"`
  }

  return {
    show,
    present(operation, one, status = successOf(operation)) {
      const response = responseFor(operation, status)
      const declared = Object.keys((response?.node.headers ?? {}) as JsonObject)
      const hasTag = declared.some((name) => isHeader(name, 'ETag'))
      const headers: Record<string, string> = hasTag ? { ETag: etagOf(operation, one) } : {}
      if (status === 204 || response === undefined || mediaOf(response).length === 0)
        return { status, headers }
      const target = targetFor(operation, one.resource)
      const body = target && show(target, one)
      if (target === undefined || body === undefined) return { status, headers, body: one.item }
      const whole = target.whole(body)
      const around = withOwnReferences(graph, one, whole, body)
      return { status, headers, body: target.allows(around) ? around : whole }
    },
    requireMatch(operation, one, headers) {
      const wanted = headers['if-match']
      if (wanted === undefined || wanted === '*' || !declares(operation, 412)) return
      const now = etagOf(operation, one)
      if (!wanted.split(',').some((tag) => tag.trim() === now))
        throw new HttpError(412, `The item has the ETag ${now}; received If-Match: ${wanted}.`, {
          kind: 'precondition',
          facts: { received: wanted, current: now, expected: now, etag: now, currentETag: now },
        })
    },
    generatedFor: (item) => madeUp.get(item) ?? {},
    showWith: (item, extras) => void madeUp.set(item, { ...extras }),
    carry(before, after) {
      const extras = Object.entries(madeUp.get(before) ?? {}).filter(
        ([name]) =>
          !Object.hasOwn(after, name) && !Object.hasOwn(before, name) && !soundsLike('updatedAt', name),
      )
      madeUp.set(after, Object.fromEntries(extras))
    },
  }
}
