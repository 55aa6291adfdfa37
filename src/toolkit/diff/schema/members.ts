/** Members of objects: what is named, what has to be there, what else may come. */
import type { Segment, Where } from '../finding.ts'
import { inlined } from '../inlined.ts'
import { matches } from './finish.ts'
import { compareItems } from './items.ts'
import { compareLogic } from './logic.ts'
import { shapeOf } from './read.ts'
import { noteRule } from './rules.ts'
import { missingSchema, type Scene } from './scene.ts'
import { allowsType, type Schema, type Shape } from './shape.ts'

export function compareMembers(scene: Scene): void {
  const both = (type: 'object' | 'array') =>
    allowsType(scene.old.types, type) &&
    allowsType(scene.new.types, type) &&
    !scene.old.values &&
    !scene.new.values
  if (both('object')) {
    compareNamed(scene)
    compareRequired(scene)
    compareAdditional(scene)
    compareRefused(scene)
    comparePatterned(scene)
  }
  if (both('array')) compareItems(scene)
  compareLogic(scene)
}

/** `` `address.street` `` from a sentence's subject and the member's name. */
const inside = ({ subject }: Where, name: string): string =>
  subject.startsWith('`') ? subject.replace('`', '').replace(/^([^`]*)`/, `\`$1.${name}\``) : `\`${name}\``

/** Whether consumers never send, or never receive, the member. */
function isHidden(schema: Schema | undefined, { direction }: Scene): boolean {
  if (!schema) return false
  const { notes } = shapeOf(schema)
  return (direction === 'request' ? notes.readOnly : notes.writeOnly) === true
}

function compareNamed(scene: Scene): void {
  const { old, new: now } = scene
  const names = new Set([...old.properties.keys(), ...now.properties.keys()])
  for (const name of names) {
    const [before, after] = [old.properties.get(name), now.properties.get(name)]
    const segment: Segment = { kind: 'member', name }
    if (before && after) compareBoth(scene, name, before, after, segment)
    else if (after) {
      const map = old.additional
      if (map && map !== 'closed') scene.below(map, after, segment)
      else if (!isHidden(after, scene)) noteAdded(scene, name, after)
      else noteHidden(scene, name, after)
    } else if (before) {
      const map = now.additional
      if (map && map !== 'closed') scene.below(before, map, segment)
      else if (!isHidden(before, scene)) noteRemoved(scene, name, before)
      else noteHidden(scene, name, before)
    }
  }
}

function compareBoth(scene: Scene, name: string, before: Schema, after: Schema, segment: Segment): void {
  const [was, is] = [isHidden(before, scene), isHidden(after, scene)]
  if (was && is) return
  if (was) noteAdded(scene, name, after)
  else if (is) noteNowHidden(scene, name, after)
  else scene.below(before, after, segment)
}

const sameForm = (schema: Schema, others: ReadonlyMap<string, Schema>, not: Shape): string | undefined => {
  const text = schema.map(inlined).join()
  for (const [name, other] of others) {
    if (!not.properties.has(name) && other.map(inlined).join() === text) return name
  }
  return undefined
}

function noteAdded(scene: Scene, name: string, schema: Schema): void {
  const { direction, old, new: now, note } = scene
  const required = now.required.has(name)
  const place = schema[0]
  const former = old.properties.has(name) ? undefined : sameForm(schema, old.properties, now)
  const renamed = former === undefined ? '' : ` It has the form of \`${former}\`, which is gone.`
  const demanded = required && direction === 'request'
  note({
    rule: demanded ? 'required-member-added' : 'member-added',
    effect: demanded ? 'narrower' : 'wider',
    ...(!demanded && { level: 'compatible' as const }),
    keyword: 'properties',
    detail: name,
    ...(place && { new: place }),
    say: (where) =>
      (demanded
        ? `${where.who} that send ${where.sent} without ${inside(where, name)} ${where.context} ${where.refused}.`
        : direction === 'request'
          ? `${where.who} may send ${inside(where, name)} ${where.context}.`
          : `${where.who} receive ${inside(where, name)} ${where.context}${required ? '' : ', now and then'}.`) +
      renamed,
  })
}

function noteRemoved(scene: Scene, name: string, schema: Schema): void {
  const { direction, new: now, old, note } = scene
  const place = schema[0]
  const closed = now.additional === 'closed'
  const latter = sameForm(schema, now.properties, old)
  const renamed = latter === undefined ? '' : ` \`${latter}\` has the same form.`
  note({
    rule: 'member-removed',
    effect: direction === 'request' ? 'narrower' : 'wider',
    level: direction === 'request' && !closed ? 'risky' : 'breaking',
    keyword: 'properties',
    detail: name,
    ...(place && { old: place }),
    say: (where) =>
      (direction === 'response'
        ? `${where.who} that read ${inside(where, name)} ${where.context} no longer receive it.`
        : closed
          ? `${where.who} that send ${inside(where, name)} ${where.context} ${where.refused}.`
          : `${where.who} that send ${inside(where, name)} ${where.context} are ignored: it has no meaning any more.`) +
      renamed,
  })
}

function noteNowHidden(scene: Scene, name: string, schema: Schema): void {
  const { direction, note } = scene
  const place = schema[0]
  note({
    rule: direction === 'request' ? 'member-became-read-only' : 'member-became-write-only',
    effect: direction === 'request' ? 'narrower' : 'wider',
    level: direction === 'request' ? 'risky' : 'breaking',
    keyword: 'properties',
    detail: name,
    ...(place && { new: place }),
    say: (where) =>
      direction === 'request'
        ? `${where.who} that send ${inside(where, name)} ${where.context} are no longer heard: it is read-only.`
        : `${where.who} that read ${inside(where, name)} ${where.context} no longer receive it: it is write-only.`,
  })
}

/** A member of one side that this direction never carries: no consumer notices, and yet it is a change. */
function noteHidden(scene: Scene, name: string, schema: Schema): void {
  const added = scene.new.properties.has(name)
  const place = schema[0]
  scene.note({
    rule: added ? 'hidden-member-added' : 'hidden-member-removed',
    effect: 'wider',
    level: 'compatible',
    detail: name,
    ...(place && (added ? { new: place } : { old: place })),
    say: (where) =>
      `${inside(where, name)} ${where.context} was ${added ? 'added' : 'removed'}; ${
        scene.direction === 'request'
          ? 'it is read-only, so that nobody sends it'
          : 'it is write-only, so that nobody receives it'
      }.`,
  })
}

function compareRequired(scene: Scene): void {
  const { direction, old, new: now, note } = scene
  const told = (name: string) => {
    const [before, after] = [old.properties.get(name), now.properties.get(name)]
    if (isHidden(before, scene) || isHidden(after, scene)) return true
    return (before === undefined) !== (after === undefined) && !mapOf(scene, name)
  }
  for (const [name, place] of now.required) {
    if (old.required.has(name) || told(name)) continue
    note({
      rule: 'member-became-required',
      effect: 'narrower',
      detail: name,
      new: place,
      keyword: 'required',
      say: (where) =>
        direction === 'request'
          ? `${where.who} that send ${where.sent} without ${inside(where, name)} ${where.context} ${where.refused}.`
          : `${inside(where, name)} is always there ${where.context}.`,
    })
  }
  for (const [name, place] of old.required) {
    if (now.required.has(name) || told(name)) continue
    note({
      rule: 'member-became-optional',
      effect: 'wider',
      detail: name,
      old: place,
      keyword: 'required',
      say: (where) =>
        direction === 'request'
          ? `${where.who} may leave out ${inside(where, name)} ${where.context}.`
          : `${where.who} that read ${inside(where, name)} ${where.context} can find it missing.`,
    })
  }
}

/** One side names the member, the other has it among its unnamed ones: it was neither added nor removed. */
const mapOf = ({ old, new: now }: Scene, name: string): boolean => {
  const other = old.properties.has(name) ? now.additional : old.additional
  return other !== undefined && other !== 'closed'
}

function compareAdditional(scene: Scene): void {
  const [before, after] = [scene.old.additional, scene.new.additional]
  if (before === undefined && after === undefined) return
  if (before === 'closed' && after === 'closed') return
  if (before === 'closed' || after === 'closed') {
    const closes = after === 'closed'
    scene.note({
      rule: closes ? 'object-closed' : 'object-opened',
      effect: closes ? 'narrower' : 'wider',
      keyword: ['additionalProperties', 'unevaluatedProperties'].find(
        (key) => scene.new.keywords.has(key) || scene.old.keywords.has(key),
      ) as string,
      ...(!closes && scene.direction === 'response' && { level: 'risky' as const }),
      say: ({ subject, context, who, refused }) =>
        scene.direction === 'request'
          ? closes
            ? `${who} that send members that ${subject} ${context} does not name ${refused}.`
            : `${who} may send members that ${subject} ${context} does not name.`
          : closes
            ? `${subject} ${context} holds the named members alone.`
            : `${who} can receive members that ${subject} ${context} does not name.`,
    })
    return
  }
  const anywhere = (place: Schema | undefined, shape: Shape) => place ?? missingSchema(shape.place)
  scene.below(anywhere(before, scene.old), anywhere(after, scene.new), { kind: 'values' })
}

/** Members that are named by one part and refused by another, for `additionalProperties: false` sees its own part alone. */
function refusedOf({ properties, closings }: Shape): Set<string> {
  const isRefused = (name: string) =>
    closings.some(
      ({ names, patterns }) => !names.has(name) && !patterns.some((pattern) => matches(pattern, name)),
    )
  return new Set([...properties.keys()].filter(isRefused))
}

function compareRefused(scene: Scene): void {
  const [before, after] = [refusedOf(scene.old), refusedOf(scene.new)]
  for (const name of new Set([...before, ...after])) {
    if (before.has(name) === after.has(name)) continue
    // A member of one side alone was added or removed.
    if (!scene.old.properties.has(name) || !scene.new.properties.has(name)) continue
    const refused = after.has(name)
    scene.note({
      rule: refused ? 'member-refused' : 'member-no-longer-refused',
      effect: refused ? 'narrower' : 'wider',
      ...(scene.direction === 'response' && refused && { level: 'risky' as const }),
      keyword: 'additionalProperties',
      detail: name,
      say: (where) =>
        refused
          ? `${inside(where, name)} ${where.context} is refused by \`additionalProperties: false\`, which sees the members of its own part alone.`
          : `${inside(where, name)} ${where.context} is no longer refused by \`additionalProperties: false\` of another part.`,
    })
  }
}

function comparePatterned(scene: Scene): void {
  const names = new Set([...scene.old.patternProperties.keys(), ...scene.new.patternProperties.keys()])
  for (const name of names) {
    const before = scene.old.patternProperties.get(name)
    const after = scene.new.patternProperties.get(name)
    if (before && after) scene.below(before, after, { kind: 'member', name })
    else noteRule(scene, 'patternProperties', after !== undefined, `members whose name matches ${name}`, name)
  }
  const [before, after] = [scene.old.propertyNames, scene.new.propertyNames]
  if (before && after) scene.below(before, after, { kind: 'member', name: '(name)' })
  else if (before || after) {
    noteRule(scene, 'propertyNames', after !== undefined, 'members with a name that does not fit its schema')
  }
}
