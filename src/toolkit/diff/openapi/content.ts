/** Media types of a request, an answer, a parameter or a header, with their schemas. */
import { compareRest, compareSchemaAt, type Differ, note, pairOf } from '../differ.ts'
import type { Direction } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { follow, isPresent, members, type Place, step } from '../place.ts'

/** `Application/JSON; charset=utf-8` and `application/json` are the same: JSON has no other encoding. */
function normalized(type: string): string {
  const [name = '', ...parameters] = type
    .split(';')
    .map((part) => part.trim().toLowerCase().replaceAll('"', ''))
  const kept = parameters.filter((parameter) => parameter !== 'charset=utf-8').sort()
  return [name, ...kept].join(';')
}

const covers = (range: string, type: string): boolean =>
  range !== type && (range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1))))

export function compareContent(
  differ: Differ,
  pair: Pair,
  old: Place,
  now: Place,
  direction: Direction,
): void {
  const typesOf = (place: Place) =>
    new Map(members(place).map(([type, at]) => [normalized(type), { type, at }]))
  const [before, after] = [typesOf(old), typesOf(now)]
  const told = new Set<string>()
  for (const [key, was] of before) {
    const wider = [...after].find(([type]) => covers(type, key))
    const is = after.get(key) ?? wider?.[1]
    if (!is) {
      noteRemoved(pair, was.type, was.at, now, direction)
      continue
    }
    if (!after.has(key) && wider) {
      told.add(wider[0])
      noteGeneralized(pair, was, is, direction)
    }
    const next = pairOf(differ.graph, 'media', was.at, is.at, direction, (made) =>
      compareMedia(differ, made, was.at, is.at, direction),
    )
    pair.link(next)
  }
  for (const [key, is] of after) {
    if (before.has(key) || told.has(key)) continue
    const covered = direction === 'request' && [...before.keys()].some((type) => covers(type, key))
    if (!covered) noteAdded(pair, is.type, is.at, old, direction)
  }
}

function noteRemoved(pair: Pair, type: string, old: Place, now: Place, direction: Direction): void {
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

function noteAdded(pair: Pair, type: string, now: Place, old: Place, direction: Direction): void {
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
        : `${who} can ask for ${type} ${context}.`,
  })
}

function noteGeneralized(
  pair: Pair,
  was: { type: string; at: Place },
  is: { type: string; at: Place },
  direction: Direction,
): void {
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

/** The media types of a form's parts; the rest of an encoding is told as it stands. */
function compareEncoding(pair: Pair, old: Place, now: Place, direction: Direction): void {
  const parts = new Set([...members(old), ...members(now)].map(([name]) => name))
  for (const name of parts) {
    const [was, is] = [step(old, name), step(now, name)]
    const typesOf = (part: Place) =>
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

function compareMedia(differ: Differ, pair: Pair, old: Place, now: Place, direction: Direction): void {
  compareSchemaAt(differ.graph, pair, step(old, 'schema'), step(now, 'schema'), direction)
  compareEncoding(pair, step(follow(old), 'encoding'), step(follow(now), 'encoding'), direction)
  compareRest(
    pair,
    follow(old),
    follow(now),
    ['schema', 'encoding'],
    ({ context }) => `the content ${context}`,
    direction,
  )
}
