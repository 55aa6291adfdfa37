/** Parameters of an operation, its path item's included. */
import { compareRest, compareSchemaAt, compareSiblings, type Differ, note, pairOf } from '../differ.ts'
import type { Direction, Where } from '../finding.ts'
import type { Pair } from '../graph.ts'
import { follow, isPresent, isRemote, items, type Location, step } from '../location.ts'
import { shown } from '../messages.ts'
import { shapeOf } from '../schema/read.ts'
import { compareContent } from './content.ts'

interface Parameter {
  location: Location
  /** The location of a reference to it, or the same. */
  given: Location
  name: string
  in: string
}

/** OpenAPI ignores header parameters of these names (section "Parameter Object"). */
const IGNORED = new Set(['accept', 'content-type', 'authorization'])

/**
 * Parameters by the key that matches them across versions; path parameters are matched by their position in
 * the path.
 */
function parametersOf(item: Location, operation: Location, path: string): Map<string, Parameter> {
  const order = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1])
  const all = new Map<string, Parameter>()
  for (const list of [step(item, 'parameters'), step(operation, 'parameters')]) {
    for (const given of items(list)) {
      const location = follow(given)
      const reference = step(location, '$ref').value
      // A parameter on another site is only known by its URL.
      const [name, within] = isRemote(reference)
        ? [reference, 'remote']
        : [String(step(location, 'name').value), String(step(location, 'in').value)]
      const lower = name.toLowerCase()
      if (within === 'header' && IGNORED.has(lower)) continue
      const key =
        within === 'path' ? `path ${order.indexOf(name)}` : `${within} ${within === 'header' ? lower : name}`
      all.set(key, { location, given, name, in: within })
    }
  }
  return all
}

export function compareParameters(
  differ: Differ,
  pair: Pair,
  sides: {
    old: [item: Location, operation: Location, path: string]
    new: [item: Location, operation: Location, path: string]
  },
  direction: Direction,
): void {
  const [before, after] = [parametersOf(...sides.old), parametersOf(...sides.new)]
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)]
    if (was && is) {
      const next = pairOf(differ.graph, 'parameter', was.location, is.location, direction, (made) =>
        compareParameter(differ, made, was, is, direction),
      )
      pair.link(next, { kind: 'parameter', name: is.name, in: is.in })
      const what = `the ${is.in} parameter \`${is.name}\``
      compareSiblings(pair, was.given, is.given, ({ use }) => `${what} of ${use.label}`, direction)
    } else if (is) noteAdded(pair, is, sides.old[1], direction)
    else if (was) noteRemoved(pair, was, sides.new[1], direction)
  }
}

function noteAdded(
  pair: Pair,
  { location, name, in: within }: Parameter,
  old: Location,
  direction: Direction,
): void {
  const demanded = step(location, 'required').value === true && direction === 'request'
  note(pair, {
    rule: demanded ? 'required-parameter-added' : 'parameter-added',
    level: demanded ? 'breaking' : 'compatible',
    direction,
    detail: `${within} ${name}`,
    old,
    new: location,
    say: ({ who, use, rejected }) =>
      direction === 'response'
        ? `${use.label} has the ${within} parameter \`${name}\`.`
        : demanded
          ? `${who} that call ${use.label} without the ${within} parameter \`${name}\` ${rejected}.`
          : `${who} may send the ${within} parameter \`${name}\` to ${use.label}.`,
  })
}

function noteRemoved(
  pair: Pair,
  { location, name, in: within }: Parameter,
  now: Location,
  direction: Direction,
): void {
  note(pair, {
    rule: 'parameter-removed',
    level: 'breaking',
    direction,
    detail: `${within} ${name}`,
    old: location,
    new: now,
    say: ({ who, use }) =>
      direction === 'response'
        ? `${who} that read the ${within} parameter \`${name}\` of ${use.label} no longer receive it.`
        : `${who} that send the ${within} parameter \`${name}\` to ${use.label} will be rejected, or it will have no effect.`,
  })
}

const named = ({ subject, context }: Where) => `${subject} ${context}`

function compareParameter(
  differ: Differ,
  pair: Pair,
  was: Parameter,
  is: Parameter,
  direction: Direction,
): void {
  const [old, now] = [was.location, is.location]
  compareRequired(pair, old, now, direction)
  const item = direction === 'request' ? itemOfList(was, is) : undefined
  if (item === undefined) compareSerialisation(pair, was, is, direction)
  else noteSeveral(pair, was, is, direction)
  if (!hasOtherForm(old, now))
    compareSchemaAt(differ.graph, pair, step(old, 'schema'), item ?? step(now, 'schema'), direction)
  const [oldContent, newContent] = [step(old, 'content'), step(now, 'content')]
  if (isPresent(oldContent) && isPresent(newContent))
    compareContent(differ, pair, oldContent, newContent, direction)
  compareRest(
    pair,
    old,
    now,
    ['name', 'in', 'required', 'schema', 'content', 'style', 'explode', 'allowReserved', 'allowEmptyValue'],
    named,
    direction,
  )
}

/** Whether one side has a schema and the other a media type, so that nothing written one way can be read the other way. */
export function hasOtherForm(old: Location, now: Location): boolean {
  const has = (location: Location, key: string) => isPresent(step(location, key))
  return (has(old, 'schema') && has(now, 'content')) || (has(old, 'content') && has(now, 'schema'))
}

/** Shared with headers, where optional is what breaks the reader. */
export function compareRequired(pair: Pair, old: Location, now: Location, direction: Direction): void {
  const [was, is] = [step(old, 'required').value === true, step(now, 'required').value === true]
  if (was === is) return
  const breaks = is === (direction === 'request')
  note(pair, {
    rule: is ? 'became-required' : 'became-optional',
    level: breaks ? 'breaking' : 'compatible',
    direction,
    old: was ? step(old, 'required') : old,
    new: is ? step(now, 'required') : now,
    say: ({ who, subject, context, rejected, sent }) =>
      direction === 'request'
        ? is
          ? `${who} that send ${sent} without ${subject} ${context} ${rejected}.`
          : `${who} may leave out ${subject} ${context}.`
        : is
          ? `${subject} ${context} is always present.`
          : `${who} that read ${subject} ${context} can find it missing.`,
  })
}

const STYLES: Record<string, string> = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' }

function compareSerialisation(pair: Pair, was: Parameter, is: Parameter, direction: Direction): void {
  const of = ({ location, in: within }: Parameter) => {
    const style = String(step(location, 'style').value ?? STYLES[within])
    return {
      style,
      explode: step(location, 'explode').value ?? style === 'form',
      allowReserved: step(location, 'allowReserved').value ?? false,
      allowEmptyValue: step(location, 'allowEmptyValue').value ?? false,
      'content in place of schema': isPresent(step(location, 'content')),
    }
  }
  const [before, after] = [of(was), of(is)]
  for (const key of Object.keys(before) as (keyof typeof before)[]) {
    if (before[key] === after[key] || (key === 'explode' && isPlain(was) && isPlain(is))) continue
    // Reserved characters no longer need to be encoded, and encoded ones are still accepted.
    const loosened = key.startsWith('allow') && after[key] === true && direction === 'request'
    note(pair, {
      rule: 'serialization-changed',
      level: loosened ? 'compatible' : 'breaking',
      direction,
      detail: key,
      old: step(was.location, key).value === undefined ? was.location : step(was.location, key),
      new: step(is.location, key).value === undefined ? is.location : step(is.location, key),
      say: ({ subject, context }) =>
        `${subject} ${context} is serialized differently: \`${key}\` was ${shown(before[key])} and is ${shown(after[key])}.`,
    })
  }
}

/** The styles in which a single value is written as a list with one item is: `?day=mon`. */
const LIST_STYLES = ['form', 'simple', 'spaceDelimited', 'pipeDelimited']

/** The schema of one item, where a parameter with a single value becomes a list of such values. */
function itemOfList(was: Parameter, { location, in: within }: Parameter): Location | undefined {
  const style = String(step(location, 'style').value ?? STYLES[within])
  const schema = step(location, 'schema')
  if (!isPlain(was) || !isPresent(schema) || !LIST_STYLES.includes(style)) return undefined
  const { types } = shapeOf([schema])
  const list = follow(schema)
  const item = step(list, 'items')
  const isList = types !== undefined && [...types].join() === 'array' && isPresent(item)
  return isList && Number(step(list, 'minItems').value ?? 0) <= 1 ? item : undefined
}

function noteSeveral(pair: Pair, was: Parameter, is: Parameter, direction: Direction): void {
  note(pair, {
    rule: 'type-widened',
    level: 'compatible',
    direction,
    old: step(was.location, 'schema'),
    new: step(is.location, 'schema'),
    say: ({ who, subject, context }) => `${who} may send several values for ${subject} ${context}.`,
  })
}

/** Of a type that has no parts to write one way or the other. */
function isPlain({ location }: Parameter): boolean {
  const schema = step(location, 'schema')
  if (!isPresent(schema)) return false
  const { types } = shapeOf([schema])
  return types !== undefined && !types.has('object') && !types.has('array')
}
