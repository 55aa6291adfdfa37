/** Violations of object keywords that depend on other properties or on property names. */
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { membersOf, typesOf, viewOf } from '../view.ts'
import { createRandom } from './random.ts'
import { fits, stringFor } from './strings.ts'

export interface Violation {
  /** The keyword that is broken, such as `maxLength`. */
  keyword: string
  /** JSON Pointer of the invalid property in the value. */
  pointer: string
  /** The whole value, with exactly one violation. */
  value: Json
  /** Description of the violation. */
  what: string
}

/** A value with a keyword broken, put where it belongs. */
export type Broken = (keyword: string, what: string, changed: Json) => Violation

interface Around {
  pointer: string
  wrap(value: Json): Json
}

export function* dependentViolations(
  document: ContractDocument,
  view: JsonObject,
  value: JsonObject,
  { pointer, wrap }: Around,
): Iterable<Violation> {
  const broken = (keyword: string, member: string, what: string, changed: JsonObject): Violation => ({
    keyword,
    what,
    pointer: pointer + pointerOf(member),
    value: wrap(changed),
  })
  const without = (name: string) =>
    Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
  for (const [trigger, names] of entriesOf(view.dependentRequired))
    if (Object.hasOwn(value, trigger) && Array.isArray(names))
      for (const name of names)
        if (typeof name === 'string' && Object.hasOwn(value, name))
          yield broken('dependentRequired', name, `${trigger} without ${name}`, without(name))
  for (const [pattern, schema] of entriesOf(view.patternProperties)) {
    const key =
      Object.keys(value).find((name) => fits({ pattern }, name)) ??
      stringFor({ pattern }, createRandom(11), 'key')
    const types = typesOf(viewOf(document, schema))
    const wrong = types.includes('object') ? 'text instead' : { unexpected: 'object' }
    if (key !== undefined && types.length > 0)
      yield broken('patternProperties', key, 'a value of another type', { ...value, [key]: wrong })
  }
  const names = view.propertyNames === undefined ? undefined : viewOf(document, view.propertyNames)
  if (names !== undefined) {
    const [any = 'text'] = Object.values(value)
    const wrong = ['!', 'Not A Name', '', 'x'.repeat(300)].find((name) => !fits(names, name))
    if (wrong !== undefined)
      yield broken('propertyNames', wrong, 'a property of a name that is not allowed', {
        ...value,
        [wrong]: any,
      })
  }
  const never = isObject(view.not) ? viewOf(document, view.not) : undefined
  const forbidden = Array.isArray(never?.required) ? never.required : []
  const added = forbidden.flatMap((name) =>
    typeof name === 'string' && !Object.hasOwn(value, name)
      ? [[name, memberValue(document, view, name)] as const]
      : [],
  )
  const [first] = added
  if (first !== undefined)
    yield broken('not', first[0], `with ${added.map(([name]) => name).join(' and ')}`, {
      ...value,
      ...Object.fromEntries(added),
    })
  const most = typeof view.maxProperties === 'number' ? view.maxProperties : undefined
  if (most !== undefined && most < 100) {
    const many: JsonObject = { ...value }
    // Add declared properties first, since others may be forbidden.
    for (const [name] of membersOf(view))
      if (Object.keys(many).length <= most) many[name] ??= memberValue(document, view, name)
    const closed = view.additionalProperties === false || view.unevaluatedProperties === false
    for (let nth = 0; !closed && Object.keys(many).length <= most; nth++)
      many[`extra${nth}`] = Object.values(value)[0] ?? 'text'
    if (Object.keys(many).length > most)
      yield { keyword: 'maxProperties', what: `${most + 1} members`, pointer, value: wrap(many) }
  }
}

const entriesOf = (node: Json | undefined): [string, Json][] =>
  isObject(node)
    ? Object.entries(node).filter((entry): entry is [string, Json] => entry[1] !== undefined)
    : []

/** A simple valid value of a property. */
function memberValue(document: ContractDocument, view: JsonObject, name: string): Json {
  const schema = viewOf(document, isObject(view.properties) ? view.properties[name] : undefined)
  const [type] = typesOf(schema)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null
  const simple: Record<string, Json> = {
    integer: 1,
    number: 1,
    boolean: true,
    array: [],
    object: {},
    null: null,
  }
  return simple[type ?? ''] ?? stringFor(schema, createRandom(13), name) ?? 'text'
}
