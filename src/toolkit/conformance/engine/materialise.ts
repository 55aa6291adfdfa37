/** Adapts an example or a generated value to the target: real ids, unique names. */

import type { ApiOperation, Parameter } from '../../model/api.ts'
import { descriptionOf, mentionsId } from '../../model/description.ts'
import { type NaturalKey, naturalKey } from '../../model/naturalKeys.ts'
import { actionOn } from '../../model/paths.ts'
import { collectionNamed, type Resource } from '../../model/resources.ts'
import { hasRole } from '../../model/roles.ts'
import { isIdName, listsItems, normal, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { Random } from '../../schema/values/random.ts'
import { fits, stringFor } from '../../schema/values/strings.ts'
import { validValue } from '../../schema/values/valid.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { Parts } from './requests.ts'
import type { Item, Plan } from './rule.ts'

export interface Surroundings {
  plan: Plan
  random: Random
  /** The resource whose collection or item the request goes to. */
  from: Resource | undefined
  /** The resource on several of whose items the request acts: `POST /tickets/bulk_update` with `ids`. */
  several?: Resource | undefined
  /** The id of the item that the request changes. */
  ownId?: Json | undefined
  /** The id of an item of the resource; undefined when none can be had. */
  idOf(resource: Resource, nth: number): Promise<Json | undefined>
  /** The value of a property of such an item. */
  keyOf(key: NaturalKey, nth: number): Promise<Json | undefined>
  /** The id of an item of the resource that the item of the path refers to; undefined if it refers to none. */
  idShown(resource: Resource): Promise<Json | undefined>
  /**
   * A value of an earlier response; undefined if none was seen. See `SeenValues.referred`.
   * @param names what the value may be called, in words
   */
  seen(names: readonly string[]): Json | undefined
  /** The id of what a procedure of the run created. See `MadeValues.idFor`. */
  made(name: string, isId: boolean): Json | undefined
  /** The items of the path and of the body, as they were created. */
  itemsOf(parts: Pick<Parts, 'params' | 'body'>): readonly Item[]
  /** False leaves names unchanged. */
  renames: boolean
}

/** The value fitted to the target; undefined where a required reference cannot be had. */
export async function materialise(
  surroundings: Surroundings,
  schema: Json | undefined,
  value: Json,
  name = '',
  nth = 0,
): Promise<Json | undefined> {
  const { plan, from } = surroundings
  const { document } = plan.api
  const view = withoutNull(document, viewOf(document, schema))
  if (typeof value === 'string' || typeof value === 'number') {
    const target = referenceTarget(surroundings, name, schema)
    if (target !== undefined) return surroundings.idOf(target, nth)
    const key = keyTarget(surroundings, name, schema)
    const known = key && (await surroundings.keyOf(key, nth))
    if (known !== undefined) return known
    const made = surroundings.made(name, mentionsId(descriptionOf(view)))
    if (typeof made === 'string' || typeof made === 'number') return likeType(plan, schema, made)
    return typeof value === 'string' && surroundings.renames
      ? renamed(view, value, name, surroundings)
      : value
  }
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const [index, item] of value.entries()) {
      const made = await materialise(surroundings, view.items, item, name, index)
      if (made !== undefined) items.push(made)
    }
    return items.length === 0 && value.length > 0 ? undefined : items
  }
  if (!isObject(value)) return value
  const branch = branchFor(document, view, value)
  const schemas = new Map(membersOf(branch))
  const required = requiredOf(branch)
  const made: JsonObject = {}
  for (const [member, inside] of Object.entries(value)) {
    if (inside === undefined) continue
    if (soundsLike('precondition', member) && !required.has(member) && from !== undefined) continue
    const memberSchema =
      schemas.get(member) ?? (isObject(branch.additionalProperties) ? branch.additionalProperties : undefined)
    const result = isIdName(member)
      ? await identifier(surroundings, { name, value, member, schema: memberSchema, nth })
      : await materialise(surroundings, memberSchema, inside, member, nth)
    if (result !== undefined) made[member] = result
    else if (required.has(member)) return undefined
  }
  return made
}

interface IdentifierPlace {
  /** The property whose value is the object with the identifier; '' for the whole body. */
  name: string
  value: JsonObject
  member: string
  schema: Json | undefined
  nth: number
}

/**
 * An identifier in an object: that of the item to change, or of another one, which the object's `type`
 * (`{ "type": "artists", "id": "1" }`) or its own name (`"artist": { "id": "1" }`) shows.
 */
async function identifier(
  surroundings: Surroundings,
  { name, value, member, schema, nth }: IdentifierPlace,
): Promise<Json | undefined> {
  const { plan, from, ownId, idOf } = surroundings
  const given = value[member]
  if (given === undefined) return undefined
  const usual = () => materialise(surroundings, schema, given, member, nth)
  const isWhole = name === '' || soundsLike('envelope', name)
  const target =
    (typeof value.type === 'string' ? collectionNamed(plan.graph.resources, value.type) : undefined) ??
    (isWhole ? from : namedOnly(surroundings, name, value))
  if (target === undefined) return usual()
  if (!isWhole || target !== from) return idOf(target, nth)
  const isOwn = normal(member) === normal(from.idMember)
  return isOwn && ownId !== undefined ? likeType(plan, schema, ownId) : usual()
}

/** The resource that the name of an object with no more than an identifier refers to. */
const namedOnly = ({ plan, from }: Surroundings, name: string, value: JsonObject): Resource | undefined =>
  Object.keys(value).every((member) => isIdName(member) || member === 'type')
    ? plan.graph.referredBy(`${name}Id`, undefined, from)
    : undefined

/** An identifier from a path, as the type of a property wants it. */
function likeType({ api: { document } }: Plan, schema: Json | undefined, id: Json): Json {
  const types = typesOf(withoutNull(document, viewOf(document, schema)))
  if (types.includes('string')) return String(id)
  return types.includes('integer') && typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
}

/** The resource that a string identifies, from the property's name and schema. */
export function referenceTarget(
  { plan, from, several }: Pick<Surroundings, 'plan' | 'from' | 'several'>,
  name: string,
  schema: Json | undefined,
): Resource | undefined {
  const view = withoutNull(plan.api.document, viewOf(plan.api.document, schema))
  if (view.enum !== undefined || view.const !== undefined) return undefined
  const types = typesOf(view)
  if (types.length > 0 && !types.includes('string') && !types.includes('integer')) return undefined
  if (listsItems(name) && several !== undefined) return several
  // `cardUid` is not the id of a card where cards have a `uid`.
  return keyTarget({ plan, from }, name, schema) === undefined
    ? plan.graph.referredBy(name, schema, from)
    : undefined
}

/** The property of another resource's items that a text repeats, instead of the id: `cardUid`. */
export function keyTarget(
  { plan, from }: Pick<Surroundings, 'plan' | 'from'>,
  name: string,
  schema: Json | undefined,
): NaturalKey | undefined {
  const { api, graph } = plan
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const isText = view.enum === undefined && view.const === undefined && typesOf(view).includes('string')
  return isText ? naturalKey(api, graph, name, from) : undefined
}

/** The resource on several of whose items an action of a collection acts, such as `POST /tickets/bulk_update`. */
export const severalOf = (
  { graph }: Pick<Plan, 'graph'>,
  { method, path }: ApiOperation,
): Resource | undefined =>
  method === 'POST'
    ? graph.resources.find(({ collection }) => actionOn(collection, path) !== undefined)
    : undefined

function renamed(view: JsonObject, value: string, name: string, { random, plan }: Surroundings): string {
  if (view.enum !== undefined || view.const !== undefined) return value
  if (view.format === 'email' || view.format === 'uuid') return stringFor(view, random, name) ?? value
  const { document } = plan.api
  if (!(hasRole(document, 'handle', name, view) || hasRole(document, 'name', name, view))) return value
  for (const text of likeExample(value, random.word(7), view.pattern !== undefined))
    if (fits(view, text)) return text
  // Of short ones there are few, which others may have.
  const made = Array.from({ length: 4 }, () => stringFor(view, random, name) ?? value)
  return made.reduce((one, other) => (other.length > one.length ? other : one))
}

/**
 * Names made of an example and a new word, with the characters of the example only: most servers restrict names more
 * than their schemas do. An ending such as `.jpg` stays the ending.
 */
function likeExample(example: string, word: string, hasPattern: boolean): string[] {
  const [, head = example, end = ''] = /^(\S*?[^\s.])((?:\.[a-z]{2,4})*\.?)$/i.exec(example) ?? []
  const sign = / /.test(head) ? ' ' : (/.*[\p{L}\p{N}]([-_])[\p{L}\p{N}]/u.exec(head)?.[1] ?? '')
  const own = /\p{Lu}/u.test(head) && !/\p{Ll}/u.test(head) ? word.toUpperCase() : word
  // Only a pattern shows whether a sign that the example lacks is allowed.
  const signs = sign === '' && hasPattern ? ['_', ''] : [sign, '']
  return [...signs.map((one) => head + one + own + end), own]
}

/** The name of an item that a PUT is to make. */
export function newName(context: { api: Plan['api']; random: Random }, input: Parameter): Json | undefined {
  const { document } = context.api
  const view = viewOf(document, input.schema)
  return typesOf(view).includes('string')
    ? (stringFor(view, context.random, 'made') ?? input.examples[0])
    : validValue(input.schema, { document, random: context.random, extent: 'minimal' }, input.name)
}
