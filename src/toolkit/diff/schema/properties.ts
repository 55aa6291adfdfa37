/** Properties of objects: declared, required and additional ones. */
import type { Segment, Where } from '../finding.ts'
import { inlined } from '../inlined.ts'
import { areUnchanged } from '../unchanged.ts'
import { missingSchema, type SchemaComparison } from './comparison.ts'
import { matches } from './finish.ts'
import { compareItems } from './items.ts'
import { compareLogic } from './logic.ts'
import { shapeOf } from './read.ts'
import { noteRule } from './rules.ts'
import { allowsType, type Schema, type Shape } from './shape.ts'

export function compareMembers(comparison: SchemaComparison): void {
  const both = (type: 'object' | 'array') =>
    allowsType(comparison.old.types, type) &&
    allowsType(comparison.new.types, type) &&
    !comparison.old.values &&
    !comparison.new.values
  if (both('object')) {
    compareNamed(comparison)
    compareRequired(comparison)
    compareAdditional(comparison)
    compareRejected(comparison)
    comparePatterned(comparison)
  }
  if (both('array')) compareItems(comparison)
  compareLogic(comparison)
}

/** `` `address.street` `` from a sentence's subject and the property's name. */
const inside = ({ subject }: Where, name: string): string =>
  subject.startsWith('`') ? subject.replace('`', '').replace(/^([^`]*)`/, `\`$1.${name}\``) : `\`${name}\``

/** Whether consumers never send, or never receive, the property. */
function isHidden(schema: Schema | undefined, { direction }: SchemaComparison): boolean {
  if (!schema) return false
  const { notes } = shapeOf(schema)
  return (direction === 'request' ? notes.readOnly : notes.writeOnly) === true
}

function compareNamed(comparison: SchemaComparison): void {
  const { old, new: now } = comparison
  const names = new Set([...old.properties.keys(), ...now.properties.keys()])
  for (const name of names) {
    const [before, after] = [old.properties.get(name), now.properties.get(name)]
    const segment: Segment = { kind: 'member', name }
    if (before && after) compareBoth(comparison, name, before, after, segment)
    else if (after) {
      const map = old.additional
      if (map && map !== 'closed') comparison.below(map, after, segment)
      else if (!isHidden(after, comparison)) noteAdded(comparison, name, after)
      else noteHidden(comparison, name, after)
    } else if (before) {
      const map = now.additional
      if (map && map !== 'closed') comparison.below(before, map, segment)
      else if (!isHidden(before, comparison)) noteRemoved(comparison, name, before)
      else noteHidden(comparison, name, before)
    }
  }
}

function compareBoth(
  comparison: SchemaComparison,
  name: string,
  before: Schema,
  after: Schema,
  segment: Segment,
): void {
  if (areUnchanged(before, after)) return
  const [was, is] = [isHidden(before, comparison), isHidden(after, comparison)]
  if (was && is) return
  if (was) noteAdded(comparison, name, after)
  else if (is) noteNowHidden(comparison, name, after)
  else comparison.below(before, after, segment)
}

const sameForm = (schema: Schema, others: ReadonlyMap<string, Schema>, not: Shape): string | undefined => {
  const text = schema.map(inlined).join()
  for (const [name, other] of others) {
    if (!not.properties.has(name) && other.map(inlined).join() === text) return name
  }
  return undefined
}

function noteAdded(comparison: SchemaComparison, name: string, schema: Schema): void {
  const { direction, old, new: now, note } = comparison
  const required = now.required.has(name)
  const location = schema[0]
  const former = old.properties.has(name) ? undefined : sameForm(schema, old.properties, now)
  const renamed = former === undefined ? '' : ` It has the form of the removed \`${former}\`.`
  const demanded = required && direction === 'request'
  note({
    rule: demanded ? 'required-property-added' : 'property-added',
    effect: demanded ? 'narrower' : 'wider',
    ...(!demanded && { level: 'compatible' as const }),
    keyword: 'properties',
    detail: name,
    ...(location && { new: location }),
    say: (where) =>
      (demanded
        ? `${where.who} that send ${where.sent} without ${inside(where, name)} ${where.context} ${where.rejected}.`
        : direction === 'request'
          ? `${where.who} may send ${inside(where, name)} ${where.context}.`
          : `${where.who} ${required ? 'receive' : 'can receive'} ${inside(where, name)} ${where.context}.`) +
      renamed,
  })
}

function noteRemoved(comparison: SchemaComparison, name: string, schema: Schema): void {
  const { direction, new: now, old, note } = comparison
  const location = schema[0]
  const closed = now.additional === 'closed'
  const latter = sameForm(schema, now.properties, old)
  const renamed = latter === undefined ? '' : ` \`${latter}\` has the same form.`
  note({
    rule: 'property-removed',
    effect: direction === 'request' ? 'narrower' : 'wider',
    level: direction === 'request' && !closed ? 'risky' : 'breaking',
    keyword: 'properties',
    detail: name,
    ...(location && { old: location }),
    say: (where) =>
      (direction === 'response'
        ? `${where.who} that read ${inside(where, name)} ${where.context} no longer receive it.`
        : closed
          ? `${where.who} that send ${inside(where, name)} ${where.context} ${where.rejected}.`
          : `${where.who} may still send ${inside(where, name)} ${where.context}, but it is ignored.`) +
      renamed,
  })
}

function noteNowHidden(comparison: SchemaComparison, name: string, schema: Schema): void {
  const { direction, note } = comparison
  const location = schema[0]
  note({
    rule: direction === 'request' ? 'property-became-read-only' : 'property-became-write-only',
    effect: direction === 'request' ? 'narrower' : 'wider',
    level: direction === 'request' ? 'risky' : 'breaking',
    keyword: 'properties',
    detail: name,
    ...(location && { new: location }),
    say: (where) =>
      direction === 'request'
        ? `${where.who} may still send ${inside(where, name)} ${where.context}, but it is ignored: it is read-only.`
        : `${where.who} that read ${inside(where, name)} ${where.context} no longer receive it: it is write-only.`,
  })
}

/** A property of one side that this direction never contains. Consumers are not affected, but it is a change. */
function noteHidden(comparison: SchemaComparison, name: string, schema: Schema): void {
  const added = comparison.new.properties.has(name)
  const location = schema[0]
  comparison.note({
    rule: added ? 'hidden-property-added' : 'hidden-property-removed',
    effect: 'wider',
    level: 'compatible',
    detail: name,
    ...(location && (added ? { new: location } : { old: location })),
    say: (where) =>
      `${inside(where, name)} ${where.context} was ${added ? 'added' : 'removed'}; ${
        comparison.direction === 'request'
          ? 'it is read-only, so that clients do not send it'
          : 'it is write-only, so that clients do not receive it'
      }.`,
  })
}

function compareRequired(comparison: SchemaComparison): void {
  const { direction, old, new: now, note } = comparison
  /** Whether the presence of the property is reported elsewhere, or has no effect in this direction. */
  const isReportedElsewhere = (name: string) => {
    const [before, after] = [old.properties.get(name), now.properties.get(name)]
    if (isHidden(before, comparison) || isHidden(after, comparison)) return true
    return (before === undefined) !== (after === undefined) && !mapOf(comparison, name)
  }
  for (const [name, location] of now.required) {
    if (old.required.has(name) || isReportedElsewhere(name)) continue
    note({
      rule: 'property-became-required',
      effect: 'narrower',
      detail: name,
      new: location,
      keyword: 'required',
      say: (where) =>
        direction === 'request'
          ? `${where.who} that send ${where.sent} without ${inside(where, name)} ${where.context} ${where.rejected}.`
          : `${inside(where, name)} is always present ${where.context}.`,
    })
  }
  for (const [name, location] of old.required) {
    if (now.required.has(name) || isReportedElsewhere(name)) continue
    note({
      rule: 'property-became-optional',
      effect: 'wider',
      detail: name,
      old: location,
      keyword: 'required',
      say: (where) =>
        direction === 'request'
          ? `${where.who} may leave out ${inside(where, name)} ${where.context}.`
          : `${where.who} that read ${inside(where, name)} ${where.context} can find it missing.`,
    })
  }
}

/** Whether only one side declares the property and the other allows it as an additional one: neither added nor removed. */
const mapOf = ({ old, new: now }: SchemaComparison, name: string): boolean => {
  const other = old.properties.has(name) ? now.additional : old.additional
  return other !== undefined && other !== 'closed'
}

function compareAdditional(comparison: SchemaComparison): void {
  const [before, after] = [comparison.old.additional, comparison.new.additional]
  if (before === undefined && after === undefined) return
  if (before === 'closed' && after === 'closed') return
  if (before === 'closed' || after === 'closed') {
    const closes = after === 'closed'
    comparison.note({
      rule: closes ? 'object-closed' : 'object-opened',
      effect: closes ? 'narrower' : 'wider',
      keyword: ['additionalProperties', 'unevaluatedProperties'].find(
        (key) => comparison.new.keywords.has(key) || comparison.old.keywords.has(key),
      ) as string,
      ...(!closes && comparison.direction === 'response' && { level: 'risky' as const }),
      say: ({ subject, context, who, rejected }) =>
        comparison.direction === 'request'
          ? closes
            ? `${who} that send properties that ${subject} ${context} does not declare ${rejected}.`
            : `${who} may send properties that ${subject} ${context} does not declare.`
          : closes
            ? `${subject} ${context} contains only the declared properties.`
            : `${who} can receive properties that ${subject} ${context} does not declare.`,
    })
    return
  }
  const anywhere = (location: Schema | undefined, shape: Shape) => location ?? missingSchema(shape.location)
  comparison.below(anywhere(before, comparison.old), anywhere(after, comparison.new), { kind: 'values' })
}

/**
 * Properties that one part declares and another rejects: `additionalProperties: false` only knows the
 * properties of its own part.
 */
function rejectedOf({ properties, closings }: Shape): Set<string> {
  const isRejected = (name: string) =>
    closings.some(
      ({ names, patterns }) => !names.has(name) && !patterns.some((pattern) => matches(pattern, name)),
    )
  return new Set([...properties.keys()].filter(isRejected))
}

function compareRejected(comparison: SchemaComparison): void {
  const [before, after] = [rejectedOf(comparison.old), rejectedOf(comparison.new)]
  for (const name of new Set([...before, ...after])) {
    if (before.has(name) === after.has(name)) continue
    // A property on only one side is reported as added or removed.
    if (!comparison.old.properties.has(name) || !comparison.new.properties.has(name)) continue
    const rejected = after.has(name)
    comparison.note({
      rule: rejected ? 'property-rejected' : 'property-no-longer-rejected',
      effect: rejected ? 'narrower' : 'wider',
      ...(comparison.direction === 'response' && rejected && { level: 'risky' as const }),
      keyword: 'additionalProperties',
      detail: name,
      say: (where) =>
        rejected
          ? `${inside(where, name)} ${where.context} is rejected by \`additionalProperties: false\`, which only allows the properties of its own part.`
          : `${inside(where, name)} ${where.context} is no longer rejected by \`additionalProperties: false\` of another part.`,
    })
  }
}

function comparePatterned(comparison: SchemaComparison): void {
  const names = new Set([
    ...comparison.old.patternProperties.keys(),
    ...comparison.new.patternProperties.keys(),
  ])
  for (const name of names) {
    const before = comparison.old.patternProperties.get(name)
    const after = comparison.new.patternProperties.get(name)
    if (before && after) comparison.below(before, after, { kind: 'member', name })
    else
      noteRule(
        comparison,
        'patternProperties',
        after !== undefined,
        `properties whose name matches ${name}`,
        name,
      )
  }
  const [before, after] = [comparison.old.propertyNames, comparison.new.propertyNames]
  if (before && after) comparison.below(before, after, { kind: 'member', name: '(name)' })
  else if (before || after) {
    noteRule(
      comparison,
      'propertyNames',
      after !== undefined,
      'properties with a name that does not match its schema',
    )
  }
}
