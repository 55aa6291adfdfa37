/** Alternatives: `anyOf`, `oneOf` and the variants of a discriminator, in the shortest form. */
import { isObject, objectAt } from '../../openapi/document.ts'
import { canonical, items, type Location, mappedPointer, members, rootOf, step, target } from '../location.ts'
import { finish, withNull } from './finish.ts'
import { allowsType, type Discriminator, intersect, type Shape, type Union } from './shape.ts'

/** How a schema is read, which begins with its alternatives' owner. */
type Read = (location: Location) => Shape

/** The alternatives at a schema; those of a discriminator without a list are the schemas built upon it. */
export function variantsOf(
  location: Location,
  kind: Union['kind'],
  listed: Location[] | undefined,
  read: Read,
): Union {
  const given = step(location, 'discriminator')
  const alternatives = (listed ?? builtUpon(location)).flatMap((at) =>
    kind === 'anyOf' ? flattened(at) : [at],
  )
  const union: Union = { kind, alternatives: alternatives.map((at) => finish(read(at))) }
  const named = alternatives.map((at, index) => ({ name: nameOf(at) ?? `#${index + 1}`, at }))
  union.alternatives.forEach((shape, index) => {
    const name = alternatives[index] && nameOf(alternatives[index])
    if (name !== undefined) shape.name ??= name
  })
  const discriminator = readDiscriminator(given, named)
  if (discriminator) union.discriminator = discriminator
  return union
}

/** The discriminator of a union; in AsyncAPI it is only the name of a property. */
export function readDiscriminator(
  given: Location,
  alternatives: { name: string; at: Location }[] = [],
): Discriminator | undefined {
  if (typeof given.value === 'string') return discriminatorOf(given, given.value, alternatives)
  if (!isObject(given.value) || typeof given.value.propertyName !== 'string') return undefined
  return discriminatorOf(given, given.value.propertyName, alternatives)
}

/** Flattens an alternative that only consists of `anyOf`. */
function flattened(at: Location): Location[] {
  const says = isObject(at.value) ? Object.keys(at.value) : []
  return says.length === 1 && says[0] === 'anyOf' ? items(step(at, 'anyOf')).flatMap(flattened) : [at]
}

/** The last word of the reference, or the title, of an alternative. */
function nameOf(at: Location): string | undefined {
  const value = isObject(at.value) ? at.value : {}
  if (typeof value.$ref === 'string') return lastWord(value.$ref)
  return typeof value.title === 'string' ? value.title : undefined
}

const lastWord = (reference: string): string =>
  decodeURIComponent(reference.split('/').at(-1) ?? reference)
    .replaceAll('~1', '/')
    .replace(/^.*\//, '')
    .replace(/\.(ya?ml|json)$/, '')

/** A mapping wins; what it does not name goes by the name of its schema, as the specification has it. */
function discriminatorOf(
  location: Location,
  propertyName: string,
  alternatives: { name: string; at: Location }[],
): Discriminator {
  const mapping = new Map<string, string>()
  for (const [value, at] of members(step(location, 'mapping'))) mapping.set(value, lastWord(String(at.value)))
  const mapped = new Set(mapping.values())
  for (const { name, at } of alternatives) {
    if (!mapped.has(name) && target(at)) mapping.set(name, name)
  }
  const rest = members(location).filter(([key]) => key !== 'propertyName' && key !== 'mapping')
  return {
    propertyName,
    mapping,
    location,
    rest: canonical(Object.fromEntries(rest.map(([key, at]) => [key, at.value ?? null]))),
  }
}

/** The components whose `allOf` refers to the schema at `location`, or which its mapping names. */
function builtUpon(location: Location): Location[] {
  const { document } = location
  const schemas = step(step(rootOf(document), 'components'), 'schemas')
  const mapped = new Set(
    members(step(step(location, 'discriminator'), 'mapping')).map(([, { value }]) => mappedPointer(value)),
  )
  return Object.keys(objectAt(objectAt(document.root, 'components'), 'schemas'))
    .map((name) => step(schemas, name))
    .filter(
      (schema) =>
        mapped.has(schema.pointer) ||
        items(step(schema, 'allOf')).some(
          (part) => isObject(part.value) && target(part)?.pointer === location.pointer,
        ),
    )
}

/** The shape with the alternatives added; merged into it where they only list values or types. */
export function addUnion(shape: Shape, union: Union, read: Read): Shape {
  const possible = union.alternatives.filter((alternative) => !alternative.never)
  const nullable = possible.filter(isOnlyNull)
  const others = distinct(possible.filter((alternative) => !isOnlyNull(alternative)))
  const [only] = others
  const orNull = (merged: Shape) => (nullable.length > 0 ? withNull(merged) : merged)
  if (only && others.length === 1) {
    return union.discriminator && union.discriminator.mapping.size > 1
      ? { ...shape, unions: [...shape.unions, { ...union, alternatives: others }] }
      : intersect(shape, orNull(only))
  }
  if (others.length === 0) return nullable[0] ? intersect(shape, nullable[0]) : shape
  if (others.every((alternative) => saysOnly(alternative, 'values'))) {
    const values = new Map(others.flatMap((alternative) => [...(alternative.values ?? [])]))
    const notes = describedValues(others)
    return intersect({ ...shape, notes: { ...notes, ...shape.notes } }, orNull(merged(others, { values })))
  }
  if (others.every((alternative) => saysOnly(alternative, 'types')) && areDisjoint(others, read)) {
    const types = new Set(others.flatMap((alternative) => [...(alternative.types ?? [])]))
    return intersect(shape, orNull(merged(others, { types })))
  }
  const alternatives = nullable[0] ? [...others, nullable[0]] : others
  const kind = union.kind === 'oneOf' && areDisjoint(alternatives, read) ? 'anyOf' : union.kind
  return { ...shape, unions: [...shape.unions, { ...union, kind, alternatives }] }
}

/** The descriptions of constants become a description of the enum, so that they are compared. */
function describedValues(alternatives: Shape[]): Shape['notes'] {
  const words = alternatives.flatMap(({ notes }) => notes.description ?? notes.title ?? [])
  return words.length > 0 ? { description: words } : {}
}

function merged([first]: Shape[], part: Partial<Shape>): Shape {
  const { types: _types, values: _values, name: _name, ...rest } = first as Shape
  return { ...rest, notes: {}, ...part }
}

const isOnlyNull = ({ types, values }: Shape): boolean =>
  (types?.size === 1 && types.has('null')) || (values?.size === 1 && values.has(canonical(null)))

/** Whether the shape only lists values, or only types. */
function saysOnly(shape: Shape, what: 'values' | 'types'): boolean {
  if (what === 'values' ? !shape.values : !shape.types || shape.values) return false
  const said = [...shape.keywords.keys()].filter(
    (keyword) =>
      !['title', 'description', 'type', '$ref', 'example', 'examples', '$comment'].includes(keyword),
  )
  return said.every(
    (keyword) => keyword.startsWith('x-') || (what === 'values' && ['const', 'enum'].includes(keyword)),
  )
}

function distinct(shapes: Shape[]): Shape[] {
  const seen = new Set<string>()
  return shapes.filter(({ location }) => {
    const at = target(location) ?? location
    const key = canonical(at.value)
    return seen.has(key) ? false : Boolean(seen.add(key))
  })
}

/** Whether no value can match two of the shapes, according to types, listed values and required constants. */
const areDisjoint = (shapes: readonly Shape[], read: Read): boolean =>
  shapes.every((a, index) => shapes.slice(index + 1).every((b) => disjoint(a, b, read)))

function disjoint(a: Shape, b: Shape, read: Read): boolean {
  if (a.values && b.values) return ![...a.values.keys()].some((key) => b.values?.has(key))
  if (a.types && b.types && ![...a.types].some((type) => allowsType(b.types, type) || b.types?.has(type))) {
    return ![...b.types].some((type) => allowsType(a.types, type))
  }
  for (const name of a.required.keys()) {
    const [first, second] = [a.properties.get(name)?.[0], b.properties.get(name)?.[0]]
    if (!b.required.has(name) || !first || !second) continue
    const [one, other] = [read(first).values, read(second).values]
    if (one && other && ![...one.keys()].some((key) => other.has(key))) return true
  }
  return false
}
