/** Reads a schema of OpenAPI 3.0, 3.1 or AsyncAPI 3 into its shape. */
import { isObject, type Json } from '../../openapi/document.ts'
import { fitsKeyword } from '../../openapi/schemaKeywords.ts'
import {
  canonical,
  componentName,
  isRemote,
  items,
  type Location,
  members,
  step,
  target,
} from '../location.ts'
import { dynamicTargets } from './dynamic.ts'
import { finish, withNull } from './finish.ts'
import {
  anything,
  bothOf,
  commonValues,
  intersect,
  LIMITS,
  type Schema,
  type Shape,
  type Type,
} from './shape.ts'
import { addUnion, readDiscriminator, variantsOf } from './unions.ts'

/** Keywords for readers or tools. They are compared as descriptions or not at all. */
const SILENT = new Set(['$comment', '$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions'])
const shapes = new WeakMap<object, Map<string, Shape>>()

/** The shape of a schema; a value must match every part of the list. */
export function shapeOf(schema: Schema): Shape {
  const [first, ...others] = schema
  if (!first) throw new Error('A schema has at least one place.')
  const known = shapes.get(first.document) ?? new Map<string, Shape>()
  shapes.set(first.document, known)
  const key = schema.map(keyOf).join(' & ')
  const made = known.get(key)
  if (made) return made
  const read = (part: Location) => readNode(part, new Set())
  const shape = finish(others.reduce((all, part) => intersect(all, read(part)), read(first)))
  known.set(key, shape)
  return shape
}

/** A missing schema is read as an empty one, at the location of its parent. */
const keyOf = ({ pointer, value }: Location): string =>
  isObject(value) && Object.keys(value).length === 0 ? `${pointer} {}` : pointer

/**
 * The shape of one schema object, without the implications of the whole schema. `open` are the references
 * being read.
 */
function readNode(location: Location, open: ReadonlySet<string>): Shape {
  const { value } = location
  if (value === false) return { ...anything(location), never: true }
  if (!isObject(value) || open.has(location.pointer)) return anything(location)
  const within = new Set(open).add(location.pointer)
  const read = (at: Location) => readNode(at, within)
  const referenced = target(location)
  let shape = anything(location)
  // OpenAPI 3.0 ignores properties next to a `$ref`.
  if (!referenced || !location.document.version.startsWith('3.0') || location.document.kind === 'asyncapi') {
    for (const [keyword, at] of members(location)) readKeyword(shape, keyword, at, location)
  }
  const name = componentName(location)
  if (name !== undefined) shape.name = name
  if (referenced) shape = intersect(shape, read(referenced))
  for (const part of items(step(location, 'allOf'))) shape = intersect(shape, read(part))
  shape = closeUnevaluated(shape, step(location, 'unevaluatedProperties'))
  for (const kind of ['anyOf', 'oneOf'] as const) {
    const alternatives = items(step(location, kind))
    if (alternatives.length === 0) continue
    shape = addUnion(shape, variantsOf(location, kind, alternatives, read), read)
    shape.keywords.set(kind, step(location, kind))
  }
  if (
    readDiscriminator(step(location, 'discriminator')) &&
    !value.oneOf &&
    !value.anyOf &&
    !open.has(`variants ${location.pointer}`)
  ) {
    // A variant refers back to this schema, which then is its base and not its alternatives again.
    const base = new Set([...open, `variants ${location.pointer}`])
    const readVariant = (at: Location) => readNode(at, base)
    const variants = variantsOf(location, 'anyOf', undefined, readVariant)
    if (variants.alternatives.length > 0) shape = addUnion(shape, variants, readVariant)
  }
  const discriminator = readDiscriminator(step(location, 'discriminator'))
  if (discriminator && !shape.unions.some((union) => union.discriminator)) shape = { ...shape, discriminator }
  return value.nullable === true ? withNull(shape) : shape
}

function readKeyword(shape: Shape, keyword: string, at: Location, node: Location): void {
  const { value } = at
  if (value === undefined) return
  shape.keywords.set(keyword, at)
  if (isMalformed(keyword, value)) {
    shape.unknown.set(keyword, value)
    return
  }
  const limit = LIMITS.find((name) => name === keyword)
  if (limit) {
    if (typeof value === 'number') shape.limits.set(limit, value)
    return
  }
  switch (keyword) {
    case '$ref':
      if (isRemote(value)) shape.unknown.set(keyword, value)
      return
    case '$dynamicRef':
      shape.unknown.set(keyword, dynamicTargets(at))
      return
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
    case 'nullable':
    case 'then':
    case 'else':
    case 'discriminator':
      return
    case 'type':
      shape.types = new Set((Array.isArray(value) ? value : [value]) as Type[])
      if (shape.types.has('number')) shape.types.delete('integer')
      return
    case 'const':
      shape.values = commonValues(shape.values, new Map([[canonical(value), value]]))
      return
    case 'enum':
      if (Array.isArray(value)) {
        shape.values = commonValues(shape.values, new Map(value.map((item) => [canonical(item), item])))
      }
      return
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      readBound(shape, keyword, value, node)
      return
    case 'multipleOf':
      if (typeof value === 'number') shape.multipleOf = value
      return
    case 'pattern':
      if (!['', '.*', '^.*$', '^', '$'].includes(String(value))) shape.patterns.add(String(value))
      return
    case 'format':
      shape.formats.add(String(value))
      return
    case 'contentEncoding':
    case 'contentMediaType':
      shape.content.set(keyword, String(value))
      return
    case 'uniqueItems':
      shape.uniqueItems = value === true
      return
    case 'required':
      for (const item of items(at)) shape.required.set(String(item.value), item)
      return
    case 'if': {
      const negated = saysOnly(at, 'not')
      const [met, unmet] = [step(node, 'then'), step(node, 'else')]
      const [then, otherwise] = negated ? [unmet, met] : [met, unmet]
      if (then.value === undefined && otherwise.value === undefined) return
      if (
        !negated &&
        otherwise.value === undefined &&
        saysOnly(at, 'required') &&
        saysOnly(then, 'required')
      ) {
        const [needing, ...more] = items(step(at, 'required'))
        const needs = items(step(then, 'required')).map((need) => String(need.value))
        if (needing && more.length === 0) {
          const name = String(needing.value)
          shape.dependentRequired.set(name, new Set([...(shape.dependentRequired.get(name) ?? []), ...needs]))
          return
        }
      }
      shape.conditions.push({
        if: [negated ? step(at, 'not') : at],
        ...(then.value !== undefined && { met: [then] }),
        ...(otherwise.value !== undefined && { unmet: [otherwise] }),
      })
      return
    }
    case 'dependentRequired':
      for (const [name, needs] of members(at)) {
        const known = shape.dependentRequired.get(name) ?? []
        shape.dependentRequired.set(
          name,
          new Set([...known, ...items(needs).map((need) => String(need.value))]),
        )
      }
      return
    default:
      if (!readSubschema(shape, keyword, at, node)) readNote(shape, keyword, value)
  }
}

/** Whether a keyword has an invalid value, which cannot be compared. */
function isMalformed(keyword: string, value: Json): boolean {
  // A remark on the bound in 3.0, a tuple in draft 07, and lists that are as good as none.
  if (typeof value === 'boolean' && keyword.startsWith('exclusive')) return false
  if (Array.isArray(value) && (keyword === 'items' || value.length === 0)) return false
  return !fitsKeyword(keyword, value)
}

/** Whether a schema has this one keyword. */
const saysOnly = ({ value }: Location, keyword: string): boolean =>
  isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, keyword)

function readBound(shape: Shape, keyword: string, value: Json, node: Location): void {
  const name = keyword.toLowerCase().endsWith('minimum') ? 'minimum' : 'maximum'
  if (typeof value !== 'number') return
  const exclusive = keyword.startsWith('exclusive')
  // In 3.0 `exclusiveMinimum: true` is a remark on `minimum`.
  const remark = step(node, name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum').value === true
  const bound = { value, exclusive: exclusive || remark }
  const known = shape[name]
  const sign = name === 'minimum' ? 1 : -1
  if (!known || (value - known.value) * sign > 0 || (value === known.value && exclusive)) shape[name] = bound
}

/** Applies `unevaluatedProperties` to the properties that no part declares, unless some part allows all. */
function closeUnevaluated(shape: Shape, at: Location): Shape {
  const { value } = at
  if (value === undefined || shape.keywords.has('additionalProperties') || allowsAll(value)) return shape
  return { ...shape, additional: value === false ? 'closed' : (bothOf(shape.additional, [at]) ?? [at]) }
}

function readSubschema(shape: Shape, keyword: string, at: Location, node: Location): boolean {
  const { value } = at
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      for (const [name, schema] of members(at)) shape[keyword].set(name, [schema])
      return true
    case 'additionalProperties':
      if (value === false) {
        shape.additional = 'closed'
        const named = (key: string) => members(step(node, key)).map(([name]) => name)
        shape.closings = [{ names: new Set(named('properties')), patterns: named('patternProperties') }]
      } else if (!allowsAll(value)) shape.additional = [at]
      return true
    case 'unevaluatedProperties':
      // It speaks of what the parts leave, which is known when they are read.
      return true
    case 'items':
      if (Array.isArray(value)) shape.prefixItems = items(at).map((item) => [item])
      else if (value === false) shape.items = 'closed'
      else if (!allowsAll(value)) shape.items = [at]
      return true
    case 'unevaluatedItems':
      if (value === false) shape.unevaluatedItems = 'closed'
      else if (!allowsAll(value)) shape.unevaluatedItems = [at]
      return true
    case 'prefixItems':
      shape.prefixItems = items(at).map((item) => [item])
      return true
    case 'propertyNames':
    case 'contains':
    case 'contentSchema':
      if (!allowsAll(value) || keyword === 'contains') shape[keyword] = [at]
      return true
    case 'not':
      shape.nots.push([at])
      return true
    default:
      return false
  }
}

/** `true` and `{}` allow everything, as if the keyword were left out. */
const allowsAll = (value: Json | undefined): boolean =>
  value === true || (isObject(value) && Object.keys(value).length === 0)

function readNote(shape: Shape, keyword: string, value: Json): void {
  switch (keyword) {
    case 'title':
    case 'description':
    case 'default':
    case 'externalDocs':
    case 'xml':
      shape.notes[keyword] = value
      return
    case 'example':
    case 'examples':
      shape.notes.examples = [
        ...[shape.notes.examples ?? []].flat(),
        ...(keyword === 'examples' && Array.isArray(value) ? value : [value]),
      ]
      return
    case 'deprecated':
    case 'readOnly':
    case 'writeOnly':
      if (value === true) shape.notes[keyword] = true
      return
    default:
      if (keyword.startsWith('x-')) shape.extensions.set(keyword, value)
      else if (!SILENT.has(keyword)) shape.unknown.set(keyword, value)
  }
}
