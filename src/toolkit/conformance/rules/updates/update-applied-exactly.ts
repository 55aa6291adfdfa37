import { bodyPlace } from '../../../model/api.ts'
import { fixedValues } from '../../../model/fixedValues.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import { byUpdate, type Resource } from '../../../model/resources.ts'
import { isOfRole } from '../../../model/roles.ts'
import { lastSegment, leadsTo, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { viewOf } from '../../../schema/view.ts'
import { bodyVersionOf, withVersion } from '../../engine/bodyVersion.ts'
import type { Recorded } from '../../engine/events.ts'
import { parentOf, showsItself } from '../../engine/items.ts'
import { type CheckContext, defineRule, type Item, type Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'
import { rejectedValue } from '../expectation.ts'
import { listedChanges, otherTexts } from '../lists/listedAlike.ts'
import { actionsStored } from './actions.ts'
import { wrongMember, wrongOthers } from './changedAlone.ts'
import { valuesThatStay } from './fixedValues.ts'
import { mergePatches } from './mergePatch.ts'
import { type Choice, choicesFor } from './references.ts'
import { replace } from './replaced.ts'
import { singletonChanges } from './singletons.ts'
import { storedVersions } from './storedVersions.ts'
import { fill, unsettle } from './unsettled.ts'

/**
 * A change of one property must change that property, and no other that clients set; properties that the
 * server sets may change.
 */
export const updateAppliedExactly = defineRule({
  ...definitionOf('update-applied-exactly'),
  *checks({ api, graph, ...plan }) {
    yield* storedVersions({ api, graph })
    yield* singletonChanges({ api, graph })
    yield* mergePatches({ api, graph })
    yield* listedChanges({ graph })
    yield* actionsStored({ api, graph })
    yield* valuesThatStay({ api, graph })
    for (const resource of graph.resources.flatMap(byUpdate)) {
      const { update, read } = resource
      if (update?.body === undefined || read === undefined || update.method === 'POST') continue
      for (const versions of graph.resources.filter(
        (one) => one.parent?.item === resource.item && leadsTo('versions', lastSegment(one.collection)),
      ))
        if (versions.read !== undefined && versions.update === undefined)
          yield {
            name: `${lastSegment(versions.collection)} stay`,
            constraint: `${lastSegment(versions.collection)} stay as they were`,
            operation: update,
            run: (context) => historyStays(context, resource, versions),
          }
      for (const { member, choice } of choicesInTurn({ api, graph, ...plan }, resource))
        yield {
          name: `${member}.${choice.name}`,
          constraint: `only body.${member} changes`,
          operation: update,
          run: (context) =>
            update.method === 'PUT'
              ? replace(context, resource, member, choice)
              : change(context, resource, member, choice),
        }
    }
  },
})

/** The values that an update gives properties: the first one of each property, then the second ones. */
function choicesInTurn(plan: Plan, resource: Resource): { member: string; choice: Choice }[] {
  const { api, graph } = plan
  const { update, read } = resource
  if (update === undefined || read === undefined) return []
  const shown = responseProperties(api, read)
  const fixed = fixedValues(api, resource).map(({ property }) => property)
  // A body does not change the property that names the item in the path.
  const left = [resource.idMember, bodyVersionOf({ api, graph }, update)?.member, ...fixed]
  return [...bodyProperties(api, update)]
    .filter(
      ([member, schema]) =>
        !left.includes(member) && shown.has(member) && viewOf(api.document, schema).readOnly !== true,
    )
    .flatMap(([member, schema]) =>
      [...choicesFor(plan, resource, member, schema)].map((choice, turn) => ({ member, choice, turn })),
    )
    .sort((one, other) => one.turn - other.turn)
}

async function historyStays(context: CheckContext, resource: Resource, versions: Resource): Promise<void> {
  const { update } = resource
  const body = update?.body
  if (update === undefined || body === undefined) return
  const old = await context.item(versions, { fresh: true })
  const before = await context.read(old)
  if (!isObject(before.json as Json))
    return context.notObserved({ code: 'returned', what: 'GET', status: before.status })
  const was = before.json as JsonObject
  const params = parentOf(old)
  const change = otherTexts(context, update, was)
  const [first] = Object.keys(change)
  if (first === undefined) return context.notObserved({ code: 'not-changed', what: 'each of its properties' })
  const parts = { params, query: {}, headers: {} }
  for (const name of Object.keys(change))
    await context.send(update, { ...parts, body: { [name]: change[name] ?? null } })
  const after = await context.read(old)
  const now = after.json as Json
  if (!isObject(now)) return
  for (const name of Object.keys(change)) {
    if (isSame(now[name], was[name])) continue
    context.broken({
      code: 'neighbour-changed',
      subject: `/${name}`,
      received: now[name],
      expected: was[name],
      details: { collection: lastSegment(versions.collection) ?? '' },
      exchange: after,
      with: [old.made, before],
      pointer: `/${name}`,
      place: versions.read?.pointer ?? update.pointer,
    })
  }
}

async function change(
  context: CheckContext,
  resource: Resource,
  member: string,
  { name, choose }: Choice,
): Promise<void> {
  const { update, read } = resource
  if (update?.body === undefined || read === undefined) return
  const item = await context.item(resource, { fresh: true })
  const chosen = await choose(context, parentOf(item))
  if (chosen === undefined) return context.notObserved({ code: 'not-made', what: 'such value' })
  const body = withVersion(context, update, item, { [member]: chosen.value })
  if (!context.isValidBody(update, body)) return context.notObserved({ code: 'not-changed', what: member })
  const isFirst = name === '0' || name === 'reference'
  if (isFirst) await unsettle(context, item, member)
  if (chosen.value === null || isSame(item.body[member], chosen.value))
    await fill(context, item, member, chosen.value)
  const before = await context.read(item)
  if (!isObject(before.json as Json))
    return context.notObserved({ code: 'returned', what: 'GET', status: before.status })
  // So that the update time can differ. Where times are in whole seconds, only the first value of each property
  // waits for the next second.
  const inSeconds = isWholeSecond(
    (before.json as JsonObject)[stampIn(context, item, before.json as JsonObject) ?? ''],
  )
  await context.wait(inSeconds && isFirst ? 1_050 : 3)
  const response = await context.send(update, { params: item.params, query: {}, headers: {}, body })
  if (response.status >= 300) {
    if (response.status >= 500)
      context.broken({
        ...rejectedValue(response, member, chosen),
        exchange: response,
        with: [item.made],
        place: bodyPlace(update),
      })
    return context.notObserved({
      code: 'rejected',
      what: `${chosen.what} for ${member}`,
      status: response.status,
      body: response.body.toString(),
    })
  }
  const after = await context.read(item)
  reportsChange(context, item, { before, after, member, place: update.pointer })
  for (const exchange of [response, after])
    check(
      context,
      { item, update, member, value: chosen.value, later: !inSeconds || isFirst },
      before,
      exchange,
    )
}

/**
 * An entity tag belongs to one representation (RFC 9110, 8.8.3): a change of any property must change the
 * tag.
 */
function reportsChange(
  context: CheckContext,
  item: Item,
  { before, after, member, place }: { before: Recorded; after: Recorded; member: string; place: string },
): void {
  const [old, now] = [before, after].map(({ json }) => (isObject(json as Json) ? (json as JsonObject) : {}))
  if (after.status >= 300 || isSame(old?.[member], now?.[member])) return
  const inBody = Object.keys(old ?? {}).find((name) => isOfRole(context.api, item.resource, 'etag', name))
  const tags = [before, after].map(({ headers }) => readHeader(headers, 'etag'))
  for (const [was, is] of [tags, inBody === undefined ? [] : [old?.[inBody], now?.[inBody]]]) {
    // A weak tag may stand for what means the same.
    if (typeof was !== 'string' || was !== is || was.startsWith('W/')) continue
    context.broken({
      code: 'etag-not-changed',
      received: was,
      exchange: after,
      with: [item.made, before],
      place,
    })
  }
}

function check(
  context: CheckContext,
  reported: {
    item: Item
    update: NonNullable<Resource['update']>
    member: string
    value: Json
    /** Whether the time of change has to be later; where its precision hides that, it must not be earlier. */
    later: boolean
  },
  before: Recorded,
  exchange: Recorded,
): void {
  const { item, update, member, value, later } = reported
  const old = before.json as JsonObject
  const now = exchange.json as Json
  if (!isObject(now) || !showsItself(now, item.resource)) return
  const proof = { exchange, with: [item.made, before], place: update.pointer }
  for (const wrong of wrongMember(context, update, { now, member, value }))
    context.broken({ ...proof, ...wrong })
  for (const wrong of wrongOthers(context, update, { was: old, now, member }))
    context.broken({ ...proof, ...wrong })
  const settable = bodyProperties(context.api, update)
  const [maker, changer] = (['createdBy', 'updatedBy'] as const).map((role) =>
    Object.keys(now).find((name) => soundsLike(role, name) && typeof now[name] === 'string'),
  )
  if (maker !== undefined && changer !== undefined && !isSame(now[changer], old[maker]))
    context.broken({
      ...proof,
      pointer: `/${changer}`,
      code: 'wrong-changer',
      subject: `/${changer}`,
      received: now[changer],
      expected: old[maker],
      details: { creator: `/${maker}` },
    })
  for (const [name, was] of Object.entries(old)) {
    const expected = settable.has(name) ? undefined : composedAnew(name, was, old[member], value)
    if (expected === undefined || now[name] === undefined || isSame(now[name], expected)) continue
    context.broken({
      ...proof,
      pointer: `/${name}`,
      code: 'derived-value-wrong',
      subject: `/${name}`,
      received: now[name],
      expected,
      details: { changed: member },
    })
  }
  const stamp = stampIn(context, item, now)
  if (stamp === undefined || isSame(old[member], value)) return
  const [is, earlier] = [Date.parse(String(now[stamp])), Date.parse(String(old[stamp]))]
  if (later ? is <= earlier : is < earlier)
    context.broken({
      ...proof,
      pointer: `/${stamp}`,
      code: 'update-time-not-later',
      subject: `/${stamp}`,
      received: now[stamp],
      details: { before: old[stamp] },
    })
}

/** The value of a composed property once a part of it has changed; undefined where it is not made of that part. */
function composedAnew(
  name: string,
  was: Json | undefined,
  part: Json | undefined,
  value: Json,
): string | undefined {
  if (!soundsLike('composed', name) || typeof was !== 'string') return undefined
  if (typeof part !== 'string' || part.length < 3 || typeof value !== 'string') return undefined
  // Nothing states whether the spaces around an empty part remain.
  if (value === '' || value.trim() !== value) return undefined
  const [before, after, ...more] = was.split(part)
  const isWhole = /(^|[^\p{L}\p{N}])$/u.test(before ?? '') && /^([^\p{L}\p{N}]|$)/u.test(after ?? '')
  return after === undefined || more.length > 0 || !isWhole ? undefined : `${before}${value}${after}`
}

/** The time of the last change. */
const stampIn = ({ api }: CheckContext, { resource }: Item, shown: JsonObject): string | undefined =>
  Object.keys(shown).find((name) => isOfRole(api, resource, 'updatedAt', name))

/** Many databases store whole seconds, and a date does not show changes within the day. */
const isWholeSecond = (value: Json | undefined): boolean =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && !/\.\d*[1-9]/.test(value)
