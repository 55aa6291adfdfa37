/** Histories of items: an entry for each action of which the document promises one, in the stated order. */
import type { ApiOperation } from '../../../model/api.ts'
import { type History, historiesOf, type RecordedAction, recordedActions } from '../../../model/histories.ts'
import { actionOn } from '../../../model/paths.ts'
import type { Resource } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { sortingOf } from '../../../model/sorting.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import type { Json, JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually, PAUSES } from '../../engine/eventually.ts'
import { itemsOf } from '../../engine/items.ts'
import { wholeList } from '../../engine/pages.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { ReachedStates } from '../reached.ts'

/** Entries whose order is compared. */
const MIN_ENTRIES = 2

export function* actionsRecorded({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources.filter(canChange))
    for (const recorded of recordedActions(api, resource))
      yield {
        name: `entry in ${lastSegment(recorded.history.list.path)}`,
        constraint: `${lastSegment(recorded.history.list.path)} contains it`,
        operation: recorded.action,
        run: (context) => tryAction(context, resource, recorded),
      }
}

export function* historiesOrdered({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources.filter(canChange))
    for (const history of historiesOf(api, resource)) {
      const { spoken } = sortingOf(api, history.list)
      if (spoken?.by === 'creation')
        yield {
          name: 'of what happened',
          constraint: 'default order',
          operation: history.list,
          run: (context) => compareOrder(context, history, spoken),
        }
    }
}

const canChange = ({ create, read }: Resource): boolean => create !== undefined && read !== undefined

interface Entries {
  entries: JsonObject[]
  last: Recorded
}

/** All entries of an item, in their order; undefined where there are too many to read. */
async function entriesOf(
  context: CheckContext,
  list: ApiOperation,
  { params }: Item,
): Promise<Entries | undefined> {
  const { pages, ended } = await wholeList(context, { list, idMember: 'id' }, params)
  const last = pages.at(-1)
  if (last === undefined || !ended || last.status >= 300) return undefined
  return { entries: pages.flatMap((page) => itemsOf(context, { list }, page)), last }
}

/** The entries that were not there before. */
const added = (before: readonly JsonObject[], now: readonly JsonObject[]): JsonObject[] =>
  now.filter((one) => !before.some((other) => isSame(one, other)))

async function tryAction(context: CheckContext, resource: Resource, recorded: RecordedAction): Promise<void> {
  const { history, action, isForChanges, text } = recorded
  // An action that fails on an item of its own proves nothing.
  await context.succeed(action, { fresh: true })
  const item = await context.item(resource, { readyFor: action })
  const status = statusOf(context.api, resource)?.property ?? ''
  const before = await entriesOf(context, history.list, item)
  const was = shownAt(await context.read(item), [status])
  if (before === undefined)
    return context.notObserved({ code: 'not-read', what: `the whole ${lastSegment(history.list.path)}` })
  const { exchange } = await context.succeed(action, { params: item.params })
  // A job that was only accepted may be under way.
  if (exchange.status === 202) return context.notObserved({ code: 'under-way' })
  const now = shownAt(await context.read(item), [status])
  if (isForChanges && (now === undefined || isSame(now, was)))
    return context.notObserved({ code: 'no-effect' })
  const isWritten = (read: Entries | undefined) =>
    read === undefined || added(before.entries, read.entries).some((one) => fits(recorded, one, was, now))
  const after = await eventually(
    context,
    () => entriesOf(context, history.list, item),
    isWritten,
    PAUSES.logged,
  )
  if (after === undefined || isWritten(after)) return
  context.broken({
    code: 'not-recorded',
    subject: actionOn(resource.item, action.path) ?? action.path,
    received: added(before.entries, after.entries).length,
    details: { text },
    exchange: after.last,
    with: [item.made, before.last, exchange],
    place: history.list.pointer,
  })
}

/** Whether an entry is of the kind of the action, and shows the status after it, where the document enumerates these. */
function fits(
  { history, kind }: RecordedAction,
  entry: JsonObject,
  was: Json | undefined,
  now: Json | undefined,
): boolean {
  if (kind !== undefined && entry[kind.property] !== kind.value) return false
  const shown = history.after === undefined ? undefined : entry[history.after]
  const isChanged = now !== undefined && !isSame(now, was)
  return !isChanged || shown === undefined || shown === null || isSame(shown, now)
}

/** Changes an item as often as it can be, and compares the order of the entries with that of the changes. */
async function compareOrder(
  context: CheckContext,
  { resource, list }: History,
  { descending, words }: { descending: boolean; words: string },
): Promise<void> {
  const reached = new ReachedStates(resource, new Map())
  const ways = (await reached.all(context)).map(({ way }) => way)
  const longest = ways.reduce((one, other) => (other.length > one.length ? other : one), ways[0] ?? [])
  // The entries of each change, in the order of the changes.
  const batches: JsonObject[][] = []
  let last: Recorded | undefined
  const brought = await reached.bring(context, longest, async (item) => {
    const read = await entriesOf(context, list, item)
    if (read === undefined)
      throw new NotObserved({ code: 'not-read', what: `the whole ${lastSegment(list.path)}` })
    const batch = added(batches.flat(), read.entries)
    if (batch.length > 0) batches.push(batch)
    last = read.last
    await context.wait(hasFineTimes(read.entries) ? 3 : 1_050)
  })
  const read = brought && (await entriesOf(context, list, brought.item))
  if (read === undefined || last === undefined || batches.length < MIN_ENTRIES)
    return context.notObserved({ code: 'too-few', what: 'changes of one item to be ordered' })
  const placeOf = (entry: JsonObject | undefined) =>
    read.entries.findIndex((one) => isSame(one, entry ?? null))
  const places = batches.map(([first]) => placeOf(first))
  const expected = descending ? [...places].reverse() : places
  if (
    places.includes(-1) ||
    expected.every((place, index) => index === 0 || place > (expected[index - 1] ?? 0))
  )
    return
  context.broken({
    code: 'wrong-creation-order',
    received: places.map((place) => place + 1),
    expected: words,
    exchange: read.last,
    with: brought === undefined ? [] : [brought.item.made, ...brought.moved],
    place: list.pointer,
  })
}

/** Whether the times of entries have a fraction, so that no two are the same. */
const hasFineTimes = (entries: readonly JsonObject[]): boolean =>
  entries.some((entry) =>
    Object.values(entry).some(
      (value) => typeof value === 'string' && /T\d\d:\d\d:\d\d\.\d*[1-9]/.test(value),
    ),
  )
