/** Responses of an operation, with their headers, contents and links. */
import { compareRest, compareSchemaAt, compareSiblings, type Differ, note, pairOf } from '../differ.ts'
import type { Direction, Where } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { spelledOut } from '../inlined.ts'
import { follow, isPresent, type Location, members, step } from '../location.ts'
import { compareContent } from './content.ts'
import { compareRequired, hasOtherForm } from './parameters.ts'

export function compareResponses(
  differ: Differ,
  pair: Pair,
  old: Location,
  now: Location,
  direction: Direction,
): void {
  const responseExamples = (location: Location) =>
    new Map(
      members(location)
        .filter(([status]) => !status.startsWith('x-'))
        .map(([status, at]) => [status.toUpperCase(), at]),
    )
  const [before, after] = [responseExamples(old), responseExamples(now)]
  for (const [status, was] of before) {
    const is = after.get(status) ?? covering(after, status)
    const within = [...after].filter(([other]) => isWithin(status, other, before))
    if (is) linkResponse(differ, pair, was, is, status, direction)
    else if (within.length === 0) noteRemoved(pair, status, was, now, direction)
    else {
      for (const [other, one] of within) linkResponse(differ, pair, was, one, other, direction)
      noteNarrowed(pair, status, within, was, direction)
    }
  }
  for (const [status, is] of after) {
    if (before.has(status)) continue
    const was = covering(before, status)
    if (was) linkResponse(differ, pair, was, is, status, direction)
    else noteAdded(pair, status, is, old, direction)
  }
}

/** The range, or the default, that declares a status. */
const covering = (responses: Map<string, Location>, status: string): Location | undefined =>
  /^\d/.test(status) ? (responses.get(`${status.charAt(0)}XX`) ?? responses.get('DEFAULT')) : undefined

/** A new status code is within the old `default` where it had no entry of its own. */
const isWithin = (range: string, status: string, before: ReadonlyMap<string, Location>): boolean =>
  range === 'DEFAULT'
    ? !before.has(status)
    : range.endsWith('XX') && /^\d{3}$/.test(status) && status.charAt(0) === range.charAt(0)

/** A range gave way to statuses of its own: nothing comes that could not come before. */
function noteNarrowed(
  pair: Pair,
  range: string,
  within: [string, Location][],
  old: Location,
  direction: Direction,
): void {
  const [first] = within
  if (!first) return
  note(pair, {
    rule: 'status-range-narrowed',
    level: direction === 'response' ? 'compatible' : 'breaking',
    direction,
    detail: spelled(range),
    old,
    new: first[1],
    say: ({ use }) =>
      `Of the statuses ${spelled(range)}, ${use.label} has only ${within.map(([status]) => spelled(status)).join(', ')}.`,
  })
}

/** As documents write it. */
const spelled = (status: string): string => (status === 'DEFAULT' ? 'default' : status)

const isSuccess = (status: string): boolean => /^[123]/.test(status)

function linkResponse(
  differ: Differ,
  pair: Pair,
  was: Location,
  is: Location,
  status: string,
  direction: Direction,
): void {
  const [old, now] = [follow(was), follow(is)]
  const next = pairOf(differ.graph, 'response', old, now, direction, (made) =>
    compareResponse(differ, made, old, now, direction),
  )
  pair.link(next, { kind: 'response', status: spelled(status) })
  compareSiblings(pair, was, is, ({ use }) => `the ${spelled(status)} response of ${use.label}`, direction)
}

function noteRemoved(pair: Pair, status: string, old: Location, now: Location, direction: Direction): void {
  note(pair, {
    rule: isSuccess(status) ? 'success-status-removed' : 'error-status-removed',
    // The receiver of a webhook chooses its response.
    level: isSuccess(status) || direction === 'request' ? 'breaking' : 'risky',
    direction,
    detail: spelled(status),
    old,
    new: now,
    say: ({ who, use, rejected }) =>
      direction === 'request'
        ? `${who} that respond to ${use.label} with ${spelled(status)} ${rejected}.`
        : `${who} that wait for the status ${spelled(status)} of ${use.label} no longer receive it.`,
  })
}

function noteAdded(pair: Pair, status: string, now: Location, old: Location, direction: Direction): void {
  const surprising = isSuccess(status) && direction === 'response'
  note(pair, {
    rule: isSuccess(status) ? 'success-status-added' : 'error-status-added',
    level: surprising ? 'risky' : 'compatible',
    direction,
    detail: spelled(status),
    old,
    new: now,
    say: ({ who, use }) =>
      direction === 'request'
        ? `${who} may respond to ${use.label} with ${spelled(status)}.`
        : `${who} of ${use.label} can get the status ${spelled(status)}${surprising ? ', which they may not handle' : ''}.`,
  })
}

function compareResponse(
  differ: Differ,
  pair: Pair,
  old: Location,
  now: Location,
  direction: Direction,
): void {
  compareContent(differ, pair, step(old, 'content'), step(now, 'content'), direction)
  compareHeaders(differ, pair, step(old, 'headers'), step(now, 'headers'), direction)
  compareLinks(pair, step(old, 'links'), step(now, 'links'))
  compareRest(
    pair,
    old,
    now,
    ['content', 'headers', 'links'],
    ({ subject, context }) =>
      subject === 'the body' ? context.replace(/^in /, '') : `${subject} ${context}`,
    direction,
  )
}

function compareHeaders(
  differ: Differ,
  pair: Pair,
  old: Location,
  now: Location,
  direction: Direction,
): void {
  const headersOf = (location: Location) =>
    new Map(
      members(location)
        .filter(([name]) => name.toLowerCase() !== 'content-type')
        .map(([name, at]) => [name.toLowerCase(), { name, given: at, at: follow(at) }]),
    )
  const [before, after] = [headersOf(old), headersOf(now)]
  for (const [key, was] of before) {
    const is = after.get(key)
    if (!is) {
      noteHeader(pair, was.name, was.at, now, direction, false)
      continue
    }
    const next = pairOf(differ.graph, 'header', was.at, is.at, direction, (made) =>
      compareHeader(differ, made, was.at, is.at, direction),
    )
    pair.link(next, { kind: 'header', name: is.name })
    compareSiblings(
      pair,
      was.given,
      is.given,
      ({ context }) => `the header \`${is.name}\` ${context}`,
      direction,
    )
  }
  for (const [key, is] of after) {
    if (!before.has(key)) noteHeader(pair, is.name, old, is.at, direction, true)
  }
}

function noteHeader(
  pair: Pair,
  name: string,
  old: Location,
  now: Location,
  direction: Direction,
  added: boolean,
): void {
  const promised = step(added ? now : old, 'required').value === true
  const demanded = added && promised && direction === 'request'
  const missed = !added && direction === 'response'
  note(pair, {
    rule: added ? 'header-added' : 'header-removed',
    level: demanded || (missed && promised) ? 'breaking' : missed ? 'risky' : 'compatible',
    direction,
    detail: name,
    old,
    new: now,
    say: ({ who, context }) =>
      added
        ? `${who} receive the header \`${name}\` ${context}.`
        : `${who} that read the header \`${name}\` ${context} no longer receive it.`,
  })
}

const named = ({ subject, context }: Where) => `${subject} ${context}`

function compareHeader(differ: Differ, pair: Pair, old: Location, now: Location, direction: Direction): void {
  compareRequired(pair, old, now, direction)
  compareRest(pair, old, now, ['required', 'schema', 'content', 'style', 'explode'], named, direction)
  const noteSerialization = (what: string) =>
    note(pair, {
      rule: 'serialization-changed',
      level: 'breaking',
      direction,
      old,
      new: now,
      say: (where) => `${named(where)} is serialized differently: ${what}.`,
    })
  const exploded = (location: Location) => step(location, 'explode').value === true
  if (exploded(old) !== exploded(now)) noteSerialization('`explode` changed')
  const [oldContent, newContent] = [step(old, 'content'), step(now, 'content')]
  if (hasOtherForm(old, now)) {
    const [was, is] = isPresent(newContent) ? ['schema', 'content'] : ['content', 'schema']
    noteSerialization(`it had \`${was}\` and has \`${is}\``)
    return
  }
  compareSchemaAt(differ.graph, pair, step(old, 'schema'), step(now, 'schema'), direction)
  if (isPresent(oldContent) || isPresent(newContent))
    compareContent(differ, pair, oldContent, newContent, direction)
}

function compareLinks(pair: Pair, old: Location, now: Location): void {
  const [before, after] = [new Map(members(old)), new Map(members(now))]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)]
    const report = (rule: string, level: 'risky' | 'compatible', text: string) =>
      note(pair, {
        rule,
        level,
        direction: 'response',
        detail: name,
        old: was ?? old,
        new: is ?? now,
        say: ({ context }) => `The link \`${name}\` ${context} ${text}.`,
      })
    if (!is) report('link-removed', 'risky', 'was removed, and clients that follow it fail')
    else if (!was) report('link-added', 'compatible', 'can be followed')
    else if (textOf(was) !== textOf(is)) report('link-changed', 'risky', 'leads elsewhere')
    else if (spelledOut(was) !== spelledOut(is))
      compareRest(pair, was, is, LINK, ({ context }) => `the link \`${name}\` ${context}`)
  }
}

const LINK = ['operationId', 'operationRef', 'parameters', 'requestBody', 'server']

/** Where the link leads and what it carries. */
const textOf = (location: Location): string =>
  LINK.map((key) => spelledOut(step(follow(location), key))).join()
