/** Normalizes a whole schema: the implied type, and bounds and lists in their shortest form. */
import { canonical } from '../location.ts'
import { allowsType, anything, type Bound, isMultiple, type Shape, type Type, typeOf } from './shape.ts'

/** Brings equal schemas to equal shapes. */
export function finish(given: Shape): Shape {
  const shape: Shape = { ...given, limits: new Map(given.limits) }
  if (shape.values) useValues(shape)
  // `unevaluatedItems` has no effect where a part has `items`.
  if (shape.unevaluatedItems && !shape.keywords.has('items')) shape.items = shape.unevaluatedItems
  impliedType(shape)
  readBytes(shape)
  for (const [limit, value] of shape.limits) {
    const idle =
      limit === 'minContains' ? !shape.contains || value === 1 : limit.startsWith('min') && value === 0
    if (idle) shape.limits.delete(limit)
  }
  wholeNumbers(shape)
  onlyNumber(shape)
  return shape
}

/** Removes listed values that the schema's own type excludes. */
function useValues(shape: Shape): void {
  const allowed = [...(shape.values ?? [])].filter(([, value]) => allowsType(shape.types, typeOf(value)))
  shape.values = new Map(allowed)
  // The values true and false together are the type boolean, and null is a type.
  const spelled = [...shape.values.values()]
  if (spelled.length === 0 || !spelled.every((value) => value === null || typeof value === 'boolean')) return
  const types = new Set(spelled.map(typeOf))
  if (types.has('boolean') && spelled.filter((value) => value !== null).length < 2) return
  delete shape.values
  shape.types = types
}

/** The formats `byte` and `binary` of OpenAPI 3.0 are keywords since 3.1. */
function readBytes(shape: Shape): void {
  const byte = shape.formats.has('byte')
  const binary = shape.formats.has('binary')
  if (!byte && !binary) return
  shape.formats = new Set([...shape.formats].filter((format) => format !== 'byte' && format !== 'binary'))
  shape.content = new Map([
    ...(byte ? ([['contentEncoding', 'base64']] as const) : []),
    ...(binary ? ([['contentMediaType', 'application/octet-stream']] as const) : []),
    ...shape.content,
  ])
}

/** The shape with null as an additional value. */
export function withNull(shape: Shape): Shape {
  const wider: Shape = { ...shape }
  impliedType(wider)
  if (wider.types) wider.types = new Set([...wider.types, 'null'])
  if (shape.values) wider.values = new Map([...shape.values, [canonical(null), null]])
  wider.unions = shape.unions.map((union) =>
    union.alternatives.some(({ types, values }) => types?.has('null') && !values)
      ? union
      : { ...union, alternatives: [...union.alternatives, nullAt(shape)] },
  )
  return wider
}

const nullAt = ({ location }: Shape): Shape => ({ ...anything(location), types: new Set<Type>(['null']) })

/** Schemas with `properties` and without `type` are treated as objects. */
function impliedType(shape: Shape): void {
  if (shape.types || shape.values || shape.unions.length > 0) return
  const objects =
    shape.properties.size + shape.required.size + shape.patternProperties.size > 0 || shape.additional
  const arrays = shape.items !== undefined || shape.prefixItems.length > 0
  if (objects && !arrays) shape.types = new Set<Type>(['object'])
  if (arrays && !objects) shape.types = new Set<Type>(['array'])
}

function wholeNumbers(shape: Shape): void {
  const { types } = shape
  if (shape.multipleOf !== undefined && types?.has('number') && Number.isInteger(shape.multipleOf)) {
    shape.types = new Set([...types].map((type) => (type === 'number' ? 'integer' : type)))
  }
  if (!shape.types?.has('integer') || shape.types.has('number')) return
  if (shape.multipleOf !== undefined && isMultiple(1, shape.multipleOf)) delete shape.multipleOf
  if (shape.minimum) shape.minimum = inclusive(shape.minimum, 1)
  if (shape.maximum) shape.maximum = inclusive(shape.maximum, -1)
}

/** Between equal bounds is one number. */
function onlyNumber(shape: Shape): void {
  const { minimum, maximum, types, values } = shape
  if (!minimum || !maximum || minimum.value !== maximum.value || minimum.exclusive || maximum.exclusive)
    return
  if (values || !types || [...types].some((type) => type !== 'integer' && type !== 'number')) return
  shape.values = new Map([[canonical(minimum.value), minimum.value]])
  shape.types = new Set([typeOf(minimum.value)])
  delete shape.minimum
  delete shape.maximum
}

/** Above 0 is from 1 where there are whole numbers only. */
function inclusive({ value, exclusive }: Bound, sign: 1 | -1): Bound {
  const whole = sign === 1 ? Math.ceil(value) : Math.floor(value)
  return { value: exclusive && whole === value ? value + sign : whole, exclusive: false }
}

/** Whether the shape's constraints on plain values allow this value. */
export function allowsValue(shape: Shape, value: unknown): boolean {
  const json = value as Parameters<typeof typeOf>[0]
  if (shape.never || !allowsType(shape.types, typeOf(json))) return false
  if (shape.values && !shape.values.has(canonical(json))) return false
  if (typeof json === 'string') {
    const length = [...json].length
    if (length < (shape.limits.get('minLength') ?? 0)) return false
    if (length > (shape.limits.get('maxLength') ?? Number.POSITIVE_INFINITY)) return false
    return [...shape.patterns].every((pattern) => matches(pattern, json))
  }
  if (typeof json === 'number') {
    const { minimum, maximum } = shape
    if (minimum && (json < minimum.value || (minimum.exclusive && json === minimum.value))) return false
    if (maximum && (json > maximum.value || (maximum.exclusive && json === maximum.value))) return false
    return shape.multipleOf === undefined || isMultiple(json, shape.multipleOf)
  }
  return true
}

export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}
