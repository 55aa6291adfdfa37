/** Requests with other values, for targets that reject one without a reason that is understood. */
import { isDeepStrictEqual } from 'node:util'
import type { ApiOperation } from '../../model/api.ts'
import { blames, comparesTimes, mentions, names } from '../../model/description.ts'
import { responseProperties } from '../../model/operationProperties.ts'
import { messagesIn, placedTexts } from '../../model/rejection.ts'
import { nounOf } from '../../model/relations.ts'
import { soundsLike, wordsOf } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { withValueAt } from '../../openapi/pointer.ts'
import { membersOf, viewOf, withoutNull } from '../../schema/view.ts'
import { alternativesTo, isUpperEnd } from './alternatives.ts'
import { at, declaredAt, placeIn } from './bodyPlaces.ts'
import { isMoment, moved } from './conflicts.ts'
import type { Recorded } from './events.ts'
import type { Another, Lesson } from './lesson.ts'
import { isMomentText, momentText, spanOf, spansIn, withinSpan } from './ranges.ts'
import type { Parts } from './requests.ts'
import type { CheckContext, Item } from './rule.ts'

const DAY = 86_400_000

/** A lesson that tries one value after another. */
export type Guess = Lesson & { demand: Another }

export const isGuess = (lesson: Lesson): lesson is Guess => lesson.demand.kind === 'another'

/** A place in an object, with its value. */
interface Place {
  name: string
  schema: Json | undefined
  current: Json
  inside: JsonObject
}

/** The value that a guess tries next, in place of the current one. */
const guessed = (
  context: CheckContext,
  { demand, base, hint = '' }: Guess,
  place: Place,
  items: readonly Item[],
): Json => {
  const around = valuesIn(hint, items)
  return alternativesTo(context, { ...place, base, around })[demand.nth] ?? place.current
}

/** The moments and numbers of the items that a text names; those that it names too are first. */
function valuesIn(text: string, items: readonly Item[]): (string | number)[] {
  const values = items
    .filter(({ resource }) => mentions(text, nounOf(resource)))
    .flatMap(({ body }) => Object.entries(body))
  const named = values.filter(([name]) =>
    wordsOf(name).some((word) => word.length > 3 && mentions(text, word)),
  )
  return [...named, ...values].flatMap(([name, value]) =>
    typeof value === 'number' || (isMomentText(value) && !isOfRecord(name)) ? [value] : [],
  )
}

/** Moments of the creation of an item, which are now. */
const isOfRecord = (name: string): boolean => soundsLike('createdAt', name) || soundsLike('updatedAt', name)

/**
 * The body with the value that a guess tries next.
 * @param all the guesses about the body: where one date is moved, dates without a guess of their own move with it
 */
export function withGuess(
  context: CheckContext,
  operation: ApiOperation,
  body: JsonObject,
  { guess, all, items }: { guess: Guess; all: readonly Guess[]; items: readonly Item[] },
): Json {
  const { path } = guess
  const place = placeAt(context, operation, body, path)
  if (place === undefined) return body
  if (guess.isMoment !== true) return withValueAt(body, [...path], guessed(context, guess, place, items))
  const own = new Set(all.flatMap((one) => one.path.at(-1) ?? []))
  const next = guessed(context, guess, place, items)
  return withValueAt(body, path.slice(0, -1), withMoment(guess, place, { next, own }))
}

/** The object with another moment; those without a guess of their own move with it, unless it is the end of a range. */
function withMoment(
  guess: Guess,
  { name, current, inside }: Place,
  { next, own }: { next: Json; own: ReadonlySet<string> },
): JsonObject {
  const days = Math.round((Date.parse(String(next)) - Date.parse(String(current))) / DAY)
  const movesOthers = !isUpperEnd(name, inside, guess.base)
  const other = (one: string, value: Json | undefined): Json =>
    movesOthers && !own.has(one) && isMomentText(value) ? moved(value, days) : (value ?? null)
  return Object.fromEntries(
    Object.entries(inside).map(([one, value]) => [one, one === name ? next : other(one, value)]),
  )
}

/** Has the next request try the next value: of what the error response blames, else of a choice in the body. */
export function tryAnother(
  context: CheckContext,
  operation: ApiOperation,
  known: Lesson[],
  {
    read,
    sent: { body },
    when,
    items,
  }: { read: unknown; sent: Parts; when: JsonObject | undefined; items: readonly Item[] },
): void {
  if (!isObject(body)) return
  const choices = choicesSent(context, operation, body).map((path) => ({ path, text: '' }))
  for (const { path, text } of [...blamedIn(context, operation, read, body), ...choices]) {
    const place = placeAt(context, operation, body, path)
    if (place === undefined) continue
    const base = momentNamedIn(text, place)
    const around = valuesIn(text, items)
    const count = alternativesTo(context, { ...place, base, around }).length
    const guess = known.find(
      (one): one is Guess => isGuess(one) && isDeepStrictEqual([one.path, one.when], [path, when]),
    )
    const nth = guess === undefined ? 0 : guess.demand.nth + 1
    // After the last one its own value is sent again.
    if (count === 0 || nth > count) continue
    if (guess !== undefined) guess.demand = { kind: 'another', nth }
    else
      known.push({
        place: 'body',
        path,
        demand: { kind: 'another', nth },
        isMoment: isMomentAt(context, place),
        base,
        isLater: isUpperEnd(place.name, place.inside, base),
        ...(around.length > 0 && { hint: text }),
        ...(when && { when }),
      })
    if (nth < count) return
  }
}

/** @returns undefined where the body has no value there */
function placeAt(
  context: CheckContext,
  operation: ApiOperation,
  body: JsonObject,
  path: readonly string[],
): Place | undefined {
  const parent = at(body, path.slice(0, -1))
  const [name = '', current] = [path.at(-1), at(body, path)]
  const { schema } = declaredAt(context, operation, body, path)
  return current === undefined ? undefined : { name, schema, current, inside: isObject(parent) ? parent : {} }
}

const isMomentAt = ({ api: { document } }: CheckContext, { schema }: Place): boolean =>
  isMoment(withoutNull(document, viewOf(document, schema)))

/**
 * Lessons to refer to what the item of the path refers to by properties of the same name: only the vet of the
 * appointment may prescribe. The error response has to be about them, or about permission.
 */
export function sharedReferences(
  { api, graph }: CheckContext,
  operation: ApiOperation,
  { known, sent: { body }, response }: { known: readonly Lesson[]; sent: Parts; response: Recorded },
): Lesson[] {
  const around = graph.alongPath(operation.path).at(-1)
  if (!isObject(body) || around === undefined) return []
  const shown = responseProperties(api, around.read)
  const texts = messagesIn(response.json ?? response.body.toString())
  return Object.keys(body).flatMap((name): Lesson[] => {
    const isKnown = known.some((one) => one.demand.kind === 'shown' && isDeepStrictEqual(one.path, [name]))
    const isShared = shown.has(name) && graph.referredBy(name, shown.get(name), around) !== undefined
    const isMeant = response.status === 403 || texts.some((text) => blames(text, name))
    return isShared && isMeant && !isKnown ? [{ place: 'body', path: [name], demand: { kind: 'shown' } }] : []
  })
}

/** The range of time of an item that a text names, in milliseconds since 1970; of several, the last one's. */
function rangeNamedIn(text: string, items: readonly Item[]): { from: number; until: number } | undefined {
  const ranges = items
    .filter(({ resource }) => mentions(text, nounOf(resource)))
    .flatMap(({ body }) => spansIn(body).map((one) => ({ body, ...one })))
  const { body = {}, from = '', until = '' } = ranges.at(-1) ?? {}
  const [low, high] = [Date.parse(String(body[from])), Date.parse(String(body[until]))]
  return low < high ? { from: low, until: high } : undefined
}

/** Lessons to put a moment, or a range of time, into the range of an item: a session must not end after its event. */
export function withinNamed(
  context: CheckContext,
  operation: ApiOperation,
  {
    known,
    read,
    sent: { body },
    items,
  }: { known: readonly Lesson[]; read: unknown; sent: Parts; items: readonly Item[] },
): Lesson[] {
  if (!isObject(body)) return []
  const placed = blamedIn(context, operation, read, body)
  const [only, ...others] = spansIn(body)
  // "The session is outside of the event."
  const spoken = only !== undefined && others.length === 0 ? messagesIn(read) : []
  const blamed = placed.length > 0 ? placed : spoken.map((text) => ({ path: [only?.from ?? ''], text }))
  return blamed
    .filter(({ path, text }) => {
      const inside = at(body, path.slice(0, -1))
      const name = path.at(-1) ?? ''
      const isTime =
        isObject(inside) && (spanOf(inside, name) !== undefined || isMomentText(inside[name] ?? null))
      return isTime && comparesTimes(text) && rangeNamedIn(text, items) !== undefined
    })
    .map(({ path, text }): Lesson => ({ place: 'body', path, demand: { kind: 'within' }, hint: text }))
    .filter(
      (one) => !known.some((other) => isDeepStrictEqual([other.path, other.demand], [one.path, one.demand])),
    )
    .slice(0, 1)
}

/** The body with a moment, or a range of time, within the range of the item that the error response named. */
export function withRange(
  { random }: Pick<CheckContext, 'random'>,
  body: JsonObject,
  { path, hint = '' }: Lesson,
  items: readonly Item[],
): Json {
  const inside = at(body, path.slice(0, -1))
  const name = path.at(-1) ?? ''
  const span = isObject(inside) ? spanOf(inside, name) : undefined
  const outer = rangeNamedIn(hint, items)
  if (!isObject(inside) || outer === undefined) return body
  if (span === undefined) {
    const format = String(inside[name]).length === 10 ? 'date' : 'date-time'
    return withValueAt(body, [...path], momentText(outer.from, format))
  }
  return withValueAt(body, path.slice(0, -1), withinSpan(inside, span, outer, random.next()))
}

/** The places in the body that an error response names, or that its text begins with. */
function blamedIn(
  { api }: CheckContext,
  operation: ApiOperation,
  read: unknown,
  body: JsonObject,
): { path: readonly string[]; text: string }[] {
  const texts = placedTexts(read)
  const placed = texts.flatMap(({ path, text }) => {
    const found = path.length === 0 ? undefined : placeIn(api.document, operation.body?.schema, path)
    return found !== undefined && found.length > 0 && at(body, found) !== undefined
      ? [{ path: found, text }]
      : []
  })
  if (placed.length > 0) return placed
  return Object.keys(body).flatMap((name) => {
    const found = texts.find(({ text }) => blames(text, name))
    return found === undefined ? [] : [{ path: [name], text: found.text }]
  })
}

/** The name of another moment of an object in the text about one. */
const momentNamedIn = (text: string, { name, inside }: Place): string | undefined =>
  Object.entries(inside).find(([one, value]) => one !== name && isMomentText(value) && names(text, one))?.[0]

/** The properties of a body with a choice, any of which may not go together with the rest. */
function choicesSent(
  { api }: CheckContext,
  operation: ApiOperation,
  body: JsonObject,
): (readonly string[])[] {
  const members = new Map(membersOf(viewOf(api.document, operation.body?.schema)))
  const isChoice = (name: string) =>
    Array.isArray(withoutNull(api.document, viewOf(api.document, members.get(name))).enum)
  return Object.keys(body)
    .filter(isChoice)
    .map((name) => [name])
}
