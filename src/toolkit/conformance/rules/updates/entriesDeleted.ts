/** The deletion of an entry inside an item: the item no longer shows it, shows the others, and its totals follow. */
import { descriptionOf, saysRemains } from '../../../model/description.ts'
import { type EmbeddedEntries, embeddedEntries } from '../../../model/embeddedEntries.ts'
import { lastSegment, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import {
  type Check,
  type CheckContext,
  type Item,
  NotObserved,
  type Plan,
  rejected,
} from '../../engine/rule.ts'
import { isSame } from '../compare.ts'
import { isMarked } from './deletionMarks.ts'

/** Entries that are added. */
const COUNT = 3

export function* entriesDeleted({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const found = embeddedEntries(api, resource)
    if (found === undefined || resource.delete === undefined) continue
    if (saysRemains(descriptionOf(resource.delete.operation))) continue
    yield {
      name: `inside ${lastSegment(found.holder.collection)}`,
      constraint: `${found.property} does not contain it`,
      operation: resource.delete,
      run: (context) => tryDeletion(context, found),
    }
  }
}

/** The entries of an item, as a GET showed them. */
interface Shown {
  read: Recorded
  whole: JsonObject
  entries: JsonObject[]
  ids: Json[]
}

async function shownBy(
  context: CheckContext,
  { property, id }: EmbeddedEntries,
  holder: Item,
): Promise<Shown | undefined> {
  const read = await context.read(holder)
  const whole = read.json as Json
  if (read.status >= 300 || !isObject(whole)) return undefined
  const listed = whole[property]
  const entries = (Array.isArray(listed) ? listed : []).filter(isObject)
  return { read, whole, entries, ids: entries.map((one) => one[id] ?? null) }
}

async function tryDeletion(context: CheckContext, embedded: EmbeddedEntries): Promise<void> {
  const { entry, holder: kind, property } = embedded
  if (entry.create === undefined || entry.delete === undefined) return
  const holder = await context.item(kind, { fresh: true })
  const states: Shown[] = []
  const made: Recorded[] = []
  for (let nth = 0; nth <= COUNT; nth++) {
    if (nth > 0) {
      const { exchange } = await context.succeed(entry.create, { fresh: true, params: holder.params })
      made.push(exchange)
    }
    const shown = await shownBy(context, embedded, holder)
    if (shown !== undefined) states.push(shown)
  }
  const before = states.at(-1)
  const gone = before?.ids[1]
  if (before === undefined || !isId(gone) || !before.ids.every(isId) || new Set(before.ids).size < 2)
    throw new NotObserved({ code: 'not-made', what: `${kind.item} with several ${property}` })
  const params = { ...holder.params, [entry.parameter]: gone }
  const removed = await context.send(entry.delete, { params, query: {}, headers: {} })
  if (removed.status >= 300 || removed.status === 202) return context.notObserved(rejected('DELETE', removed))
  const isRight = (one: Shown | undefined) =>
    one === undefined || wrongIn(embedded, { states, before, gone }, one) === undefined
  const after = await eventually(context, () => shownBy(context, embedded, holder), isRight, PAUSES.derived)
  if (after?.entries.some((one) => one[embedded.id] === gone && isMarked(one)) === true) return
  const wrong = after && wrongIn(embedded, { states, before, gone }, after)
  if (after === undefined || wrong === undefined) return
  context.broken({
    ...wrong,
    exchange: after.read,
    with: [holder.made, ...made, before.read, removed],
    pointer: wrong.subject,
    place: entry.delete.pointer,
  })
}

const isId = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

interface Deletion {
  /** The item with each number of entries. */
  states: readonly Shown[]
  before: Shown
  gone: Json
}

/** The first mistake in what the item shows after the deletion. */
function wrongIn(
  embedded: EmbeddedEntries,
  { states, before, gone }: Deletion,
  after: Shown,
):
  | { code: 'entry-remains'; subject: string; received: Json }
  | { code: 'entry-lost'; subject: string; received: Json }
  | { code: 'total-stale'; subject: string; received: Json; expected: number }
  | undefined {
  const { property, totals } = embedded
  const subject = `/${property}`
  const isThere = after.ids.includes(gone)
  if (isThere && remains(embedded.id, before, gone, after))
    return { code: 'entry-remains', subject, received: gone }
  // Where another entry has the id now, ids are positions, and entries after the deleted one moved up.
  const lost = isThere ? undefined : before.ids.find((one) => one !== gone && !after.ids.includes(one))
  if (lost !== undefined) return { code: 'entry-lost', subject, received: lost }
  for (const total of totals) {
    const sum = sumFor(embedded, states, total)
    const received = after.whole[total]
    const expected = sum?.(after.entries)
    // Only a total that did not follow at all is certainly wrong.
    const isStale = typeof received === 'number' && received === before.whole[total]
    if (expected !== undefined && isStale && !isNear(received, expected))
      return { code: 'total-stale', subject: `/${total}`, received, expected }
  }
  return undefined
}

/** Whether the entry with the id of the deleted one is that entry, not an equal one that moved up. */
function remains(id: string, before: Shown, gone: Json, after: Shown): boolean {
  const isGone = (one: JsonObject) => one[id] === gone
  const deleted = before.entries.find(isGone)
  const hasEqual = before.entries.some((one) => !isGone(one) && isSame({ ...one, [id]: gone }, deleted))
  return (
    isSame(after.entries.find(isGone), deleted) &&
    (!hasEqual || after.entries.length >= before.entries.length)
  )
}

type Sum = (entries: readonly JsonObject[]) => number

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.005

/** How a total follows from the entries, where that is the same for each number of entries that was seen. */
function sumFor({ amounts }: EmbeddedEntries, states: readonly Shown[], total: string): Sum | undefined {
  const sums: Sum[] = soundsLike('count', total)
    ? [(entries) => entries.length]
    : [
        ...amounts.map(
          (one): Sum =>
            (entries) =>
              sumOf(entries, (entry) => numberAt(entry, one)),
        ),
        ...amounts.flatMap((one, index) =>
          amounts.slice(index + 1).map(
            (other): Sum =>
              (entries) =>
                sumOf(entries, (entry) => numberAt(entry, one) * numberAt(entry, other)),
          ),
        ),
      ]
  const seen = states.map(({ whole, entries }) => ({ value: whole[total], entries }))
  if (new Set(seen.map(({ value }) => value)).size < COUNT) return undefined
  return sums.find((sum) =>
    seen.every(({ value, entries }) => typeof value === 'number' && isNear(value, sum(entries))),
  )
}

const sumOf = (entries: readonly JsonObject[], of: (entry: JsonObject) => number): number =>
  entries.reduce((sum, entry) => sum + of(entry), 0)

const numberAt = (entry: JsonObject, name: string): number => {
  const value = entry[name]
  return typeof value === 'number' ? value : Number.NaN
}
