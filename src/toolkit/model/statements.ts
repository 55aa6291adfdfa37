/** What the document itself states or denies of the model: `x-conformance` at parameters, properties and path parameters. */
import { DocumentError, isObject, type Json, type JsonObject } from '../openapi/index.ts'
import type { Parameter } from './api.ts'

export type Operator = 'eq' | 'contains' | 'prefix' | 'search' | 'lt' | 'lte' | 'gt' | 'gte'

/** The key that the document's own statements stand under. */
const KEY = 'x-conformance'

const OPERATORS: readonly string[] = [
  'eq',
  'contains',
  'prefix',
  'search',
  'lt',
  'lte',
  'gt',
  'gte',
] satisfies Operator[]

const statementsAt = (node: Json | undefined): JsonObject => {
  const found = isObject(node) ? node[KEY] : undefined
  return isObject(found) ? found : {}
}

/**
 * `filter: false`, `filter: status` or `filter: { property: owner.id, operator: eq }` at a parameter.
 * @returns `none` where it is denied, undefined where nothing is stated
 * @throws DocumentError
 */
export function statedFilter({
  node,
  name,
}: Parameter): { property: string; operator: Operator } | 'none' | undefined {
  const { filter } = statementsAt(node)
  if (filter === undefined) return undefined
  if (filter === false) return 'none'
  if (typeof filter === 'string' && filter !== '') return { property: filter, operator: 'eq' }
  const { property, operator = 'eq' } = isObject(filter) ? filter : {}
  if (typeof property !== 'string' || typeof operator !== 'string' || !OPERATORS.includes(operator))
    throw new DocumentError(
      'MALFORMED',
      `x-conformance.filter of the parameter ${name} is ${JSON.stringify(filter)}; expected false, the name of a property, or { property, operator } with one of ${OPERATORS.join(', ')}`,
    )
  return { property, operator: operator as Operator }
}

/** `paging: limit|cursor|page|offset`, or false, at a parameter. @throws DocumentError */
export function statedPaging({
  node,
  name,
}: Parameter): 'limit' | 'cursor' | 'page' | 'offset' | 'none' | undefined {
  const { paging } = statementsAt(node)
  if (paging === undefined) return undefined
  if (paging === false) return 'none'
  if (paging === 'limit' || paging === 'cursor' || paging === 'page' || paging === 'offset') return paging
  throw new DocumentError(
    'MALFORMED',
    `x-conformance.paging of the parameter ${name} is ${JSON.stringify(paging)}; expected limit, cursor, page, offset or false`,
  )
}

/** `sort: true`, `sort: direction` or false at a parameter. @throws DocumentError */
export function statedSort({ node, name }: Parameter): 'sort' | 'direction' | 'none' | undefined {
  const { sort } = statementsAt(node)
  if (sort === undefined) return undefined
  if (sort === true) return 'sort'
  if (sort === false) return 'none'
  if (sort === 'direction') return sort
  throw new DocumentError(
    'MALFORMED',
    `x-conformance.sort of the parameter ${name} is ${JSON.stringify(sort)}; expected true, direction or false`,
  )
}

/** `property: uuid` at a path parameter: the property of an item that holds its value. @throws DocumentError */
export function statedIdentifier({ node, name }: Parameter): string | undefined {
  const { property } = statementsAt(node)
  if (property === undefined) return undefined
  if (typeof property === 'string' && property !== '') return property
  throw new DocumentError(
    'MALFORMED',
    `x-conformance.property of the parameter ${name} is ${JSON.stringify(property)}; expected the name of a property`,
  )
}

/** `role: createdAt` at a property, or false. @throws DocumentError */
export function statedRole<Role extends string>(
  node: Json | undefined,
  property: string,
  roles: readonly Role[],
): Role | false | undefined {
  const { role } = statementsAt(node)
  if (role === undefined || role === false) return role
  const known = roles.find((one) => one === role)
  if (known !== undefined) return known
  throw new DocumentError(
    'MALFORMED',
    `x-conformance.role of the property ${property} is ${JSON.stringify(role)}; expected false or one of ${roles.join(', ')}`,
  )
}
