/** Media types of a request, a response, a parameter or a header, with their schemas. */
import { isObject } from '../../openapi/document.ts'
import { compareRest, compareSchemaAt, compareSiblings, type Differ, note, pairOf } from '../differ.ts'
import type { Direction, Encoding } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { follow, isPresent, type Location, members, step } from '../location.ts'

/** `Application/JSON; charset=utf-8` and `application/json` are the same: JSON has no other encoding. */
function normalized(type: string): string {
  const [name = '', ...parameters] = type
    .split(';')
    .map((part) => part.trim().toLowerCase().replaceAll('"', ''))
  const relevant = parameters.filter((parameter) => parameter !== 'charset=utf-8').sort()
  return [name, ...relevant].join(';')
}

const covers = (range: string, type: string): boolean =>
  range !== type && (range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1))))

export function compareContent(
  differ: Differ,
  pair: Pair,
  old: Location,
  now: Location,
  direction: Direction,
): void {
  const typesOf = (location: Location) =>
    new Map(members(location).map(([type, given]) => [normalized(type), { type, given, at: follow(given) }]))
  const [before, after] = [typesOf(old), typesOf(now)]
  const groupFindings = new Set<string>()
  const link = (was: Content, is: Content) => {
    const xml = readsAs(is.type)
    const next = pairOf(differ.graph, `media ${xml}`, was.at, is.at, direction, (made) =>
      compareMedia(differ, made, was, is, direction),
    )
    pair.link(next)
    compareSiblings(pair, was.given, is.given, ({ context }) => `the content ${context}`, direction)
  }
  for (const [key, was] of before) {
    const same = after.get(key)
    if (same) {
      link(was, same)
      continue
    }
    const wider = narrowestOf(after, key)
    const narrower = [...after].filter(([type]) => covers(key, type) && !before.has(type))
    if (wider) {
      groupFindings.add(wider[0])
      if (!before.has(wider[0])) noteGeneralized(pair, was, wider[1], direction)
      link(was, wider[1])
    } else if (narrower.length === 0) noteRemoved(pair, was.type, was.at, now, direction)
    else noteSpecialized(pair, was, narrower[0]?.[1] ?? was, direction)
  }
  for (const [key, is] of after) {
    if (before.has(key) || groupFindings.has(key)) continue
    const covering = narrowestOf(before, key)
    if (covering) link(covering[1], is)
    else noteAdded(pair, is.type, is.at, old, direction)
  }
}

interface Content {
  type: string
  /** The location of the use, which can be a reference. */
  given: Location
  at: Location
}

/** The most specific range that covers a media type which is not listed itself. */
const narrowestOf = (types: ReadonlyMap<string, Content>, key: string): [string, Content] | undefined =>
  [...types].filter(([type]) => covers(type, key)).sort(([a], [b]) => b.length - a.length)[0]

/** Whether the `xml` properties of a schema apply. */
const readsAs = (type: string): Encoding => (/[/+]xml\b/i.test(type) ? 'xml' : 'other')

function noteRemoved(pair: Pair, type: string, old: Location, now: Location, direction: Direction): void {
  note(pair, {
    rule: 'media-type-removed',
    level: 'breaking',
    direction,
    detail: type,
    old,
    new: now,
    say: ({ who, use, context }) =>
      direction === 'request'
        ? `${who} that send ${type} to ${use.label} will get 415.`
        : `${who} that read ${type} ${context} no longer receive it.`,
  })
}

function noteAdded(pair: Pair, type: string, now: Location, old: Location, direction: Direction): void {
  note(pair, {
    rule: 'media-type-added',
    level: 'compatible',
    direction,
    detail: type,
    old,
    new: now,
    say: ({ who, use, context }) =>
      direction === 'request'
        ? `${who} may send ${type} to ${use.label}.`
        : `${who} can request ${type} ${context}.`,
  })
}

/**
 * A range was replaced by one media type. Clients that accept that type are not affected; clients that send
 * another one get an error.
 */
function noteSpecialized(pair: Pair, was: Content, is: Content, direction: Direction): void {
  note(pair, {
    rule: 'media-type-specialized',
    level: direction === 'request' ? 'breaking' : 'compatible',
    direction,
    detail: was.type,
    old: was.at,
    new: is.at,
    say: ({ who, use, context }) =>
      direction === 'request'
        ? `${who} that send anything but ${is.type} to ${use.label} will get 415. It accepted ${was.type}.`
        : `${who} receive ${is.type} ${context}, where it was ${was.type}.`,
  })
}

function noteGeneralized(pair: Pair, was: Content, is: Content, direction: Direction): void {
  note(pair, {
    rule: 'media-type-generalized',
    level: direction === 'request' ? 'compatible' : 'breaking',
    direction,
    detail: is.type,
    old: was.at,
    new: is.at,
    say: ({ who, use, context }) =>
      direction === 'request'
        ? `${who} may send ${is.type} to ${use.label}, and not only ${was.type}.`
        : `${who} can receive ${is.type} ${context}, where it was ${was.type}.`,
  })
}

/** The media types of a form's parts; all other properties of an encoding are reported unchanged. */
function compareEncoding(pair: Pair, old: Location, now: Location, direction: Direction): void {
  const parts = new Set([...members(old), ...members(now)].map(([name]) => name))
  for (const name of parts) {
    const [was, is] = [step(old, name), step(now, name)]
    const typesOf = (part: Location) =>
      String(step(part, 'contentType').value ?? '*/*')
        .split(',')
        .map(normalized)
    const [before, after] = [typesOf(was), typesOf(is)]
    const missing = (types: string[], others: string[]) =>
      types.filter((type) => !others.some((other) => other === type || covers(other, type)))
    const narrower = missing(before, after)
    const wider = missing(after, before)
    const breaking = direction === 'request' ? narrower : wider
    // Without one it depends on the schema of the part.
    const stated = [was, is].every((part) => isPresent(step(part, 'contentType')))
    if (narrower.length + wider.length > 0) {
      note(pair, {
        rule: 'part-media-type-changed',
        level: !stated ? 'risky' : breaking.length > 0 ? 'breaking' : 'compatible',
        direction,
        detail: name,
        old: was,
        new: is,
        say: ({ who, context }) =>
          `${who} ${direction === 'request' ? 'that send' : 'receive'} \`${name}\` ${context} as ${after.join(' or ')}, where it was ${before.join(' or ')}.`,
      })
    }
    compareRest(pair, was, is, ['contentType'], ({ context }) => `the part \`${name}\` ${context}`, direction)
  }
}

function compareMedia(differ: Differ, pair: Pair, was: Content, is: Content, direction: Direction): void {
  const [old, now] = [schemaOf(was), schemaOf(is)]
  compareSchemaAt(differ.graph, pair, old, now, direction, undefined, readsAs(is.type))
  compareEncoding(pair, step(was.at, 'encoding'), step(is.at, 'encoding'), direction)
  compareRest(
    pair,
    was.at,
    is.at,
    ['schema', 'encoding'],
    ({ context }) => `the content ${context}`,
    direction,
  )
}

/**
 * OpenAPI 3.0 declares bytes as `type: string, format: binary`, OpenAPI 3.1 without a schema (section
 * "Considerations for File Uploads").
 */
function schemaOf({ type, at }: Content): Location {
  const schema = step(at, 'schema')
  if (/json|xml|^text\/|^multipart\/|x-www-form-urlencoded|\*/i.test(type)) return schema
  const { value } = follow(schema)
  if (!isObject(value) || value.type !== 'string' || value.format !== 'binary') return schema
  const more = Object.keys(value).some((keyword) => !['type', 'format'].includes(keyword))
  return more ? schema : { ...schema, value: {} }
}
