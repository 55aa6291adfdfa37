/** Adapts an example or a generated value to the target: real ids, unique names. */

import type { Parameter } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { hasRole } from '../../model/roles.ts'
import { soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { Random } from '../../schema/values/random.ts'
import { fits, stringFor } from '../../schema/values/strings.ts'
import { validValue } from '../../schema/values/valid.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { membersOf, requiredOf, typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { Plan } from './rule.ts'

export interface Surroundings {
  plan: Plan
  random: Random
  /** The resource whose collection or item the request goes to. */
  from: Resource | undefined
  /** The id of an item of the resource; undefined when none can be had. */
  idOf(resource: Resource, nth: number): Promise<Json | undefined>
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
    const result = await materialise(surroundings, memberSchema, inside, member, nth)
    if (result !== undefined) made[member] = result
    else if (required.has(member)) return undefined
  }
  return made
}

/** The resource that a string identifies, from the property's name and schema. */
export function referenceTarget(
  { plan, from }: Pick<Surroundings, 'plan' | 'from'>,
  name: string,
  schema: Json | undefined,
): Resource | undefined {
  const view = withoutNull(plan.api.document, viewOf(plan.api.document, schema))
  if (view.enum !== undefined || view.const !== undefined) return undefined
  const types = typesOf(view)
  if (types.length > 0 && !types.includes('string') && !types.includes('integer')) return undefined
  return plan.graph.referredBy(name, schema, from)
}

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
