/**
 * Splits a schema without alternatives in the same way as the alternatives of the other side, so that each
 * form is compared with its counterpart.
 * - A property with listed values becomes a form for each value, with the conditions on that value.
 * - A condition on the presence of a property becomes one form with the property and one without it.
 */
import { canonical } from '../location.ts'
import { finish } from './finish.ts'
import { shapeOf } from './read.ts'
import { intersect, type Schema, type Shape } from './shape.ts'

/** Forms by name, such as `type: "equals"`, without the property that only distinguishes them. */
type Parts = Map<string, Shape>

/** @returns the alternatives and the forms of `whole`, by one name each; undefined where they cannot be split alike */
export function split(
  alternatives: readonly Shape[],
  whole: Shape,
): [listed: Parts, made: Parts] | undefined {
  if (whole.unions.length > 0 || whole.values) return undefined
  return byTag(alternatives, whole) ?? byPresence(alternatives, whole)
}

function byTag(alternatives: readonly Shape[], whole: Shape): [Parts, Parts] | undefined {
  for (const tag of whole.properties.keys()) {
    const values = valuesOf(whole.properties.get(tag))
    if (!values) continue
    const listed: Parts = new Map()
    const isTagged = alternatives.every((alternative) => {
      const own = alternative.required.has(tag) ? valuesOf(alternative.properties.get(tag)) : undefined
      for (const value of own ?? []) {
        if (listed.has(value)) return false
        listed.set(value, without(alternative, tag))
      }
      return own !== undefined
    })
    if (!isTagged) continue
    const made = new Map([...values].map((value) => [value, without(decided(whole, tag, value), tag)]))
    const named = (parts: Parts) => new Map([...parts].map(([value, part]) => [`${tag}: ${value}`, part]))
    return [named(listed), named(made)]
  }
  return undefined
}

/** The schema for one value of the tag: conditions that only test the tag are evaluated. */
function decided(whole: Shape, tag: string, value: string): Shape {
  let shape: Shape = { ...whole, conditions: [] }
  for (const condition of whole.conditions) {
    const tested = testedValues(condition.if, tag)
    const demanded = tested?.has(value) ? condition.met : condition.unmet
    if (!tested) shape.conditions = [...shape.conditions, condition]
    else if (demanded) shape = intersect(shape, shapeOf(demanded))
  }
  return finish(shape)
}

/** The values for which a condition on one property is true; undefined for any other condition. */
function testedValues(test: Schema, tag: string): Set<string> | undefined {
  const shape = shapeOf(test)
  const asks = [...shape.keywords.keys()].filter(
    (keyword) => !['type', 'required', 'properties'].includes(keyword),
  )
  if (asks.length > 0 || shape.properties.size !== 1) return undefined
  if ([...shape.required.keys()].some((name) => name !== tag)) return undefined
  const member = shape.properties.get(tag)
  const plain = member && [...shapeOf(member).keywords.keys()].every(isPlainTest)
  return plain ? valuesOf(member) : undefined
}

const isPlainTest = (keyword: string) =>
  ['const', 'enum', 'type'].includes(keyword) || keyword.startsWith('x-')

const valuesOf = (schema: Schema | undefined): Set<string> | undefined => {
  const values = schema && shapeOf(schema).values
  return values && new Set([...values].map(([, value]) => canonical(value)))
}

function byPresence(alternatives: readonly Shape[], whole: Shape): [Parts, Parts] | undefined {
  const [name, ...others] = whole.dependentSchemas.keys()
  if (name === undefined || others.length > 0 || alternatives.length !== 2) return undefined
  const present = alternatives.find((shape) => shape.required.has(name))
  const absent = alternatives.find((shape) => isNever(shape.properties.get(name)))
  const demanded = whole.dependentSchemas.get(name)
  if (!present || !absent || present === absent || !demanded) return undefined
  const base: Shape = { ...whole, dependentSchemas: new Map() }
  const required = new Map([...base.required, ...present.required])
  const made = intersect({ ...base, required }, shapeOf(demanded))
  return [
    new Map([
      [`with ${name}`, present],
      [`without ${name}`, without(absent, name)],
    ]),
    new Map([
      [`with ${name}`, finish(made)],
      [`without ${name}`, without(base, name)],
    ]),
  ]
}

const isNever = (schema: Schema | undefined): boolean => schema !== undefined && shapeOf(schema).never

/** Neither declares nor requires the property: each form has its own schema for it. */
function without(shape: Shape, name: string): Shape {
  const [properties, required] = [new Map(shape.properties), new Map(shape.required)]
  properties.delete(name)
  required.delete(name)
  return { ...shape, properties, required }
}
