/** `x-conformance` statements at parameters and properties, which override what the model infers. */
import { DocumentError, isObject, type Json, type JsonObject } from '../openapi/document.ts'
import type { Parameter } from './api.ts'

export type Operator = 'eq' | 'contains' | 'prefix' | 'search' | 'lt' | 'lte' | 'gt' | 'gte'

/** The extension that contains the statements. */
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

const malformed = (key: string, place: string, value: Json, expected: string): DocumentError =>
  new DocumentError(
    'MALFORMED',
    `x-conformance.${key} of the ${place} is ${JSON.stringify(value)}; expected ${expected}`,
  )

/**
 * Reads `filter: false`, `filter: status` or `filter: { property: owner.id, operator: eq }` at a parameter.
 * @returns `none` for `false`; undefined without a statement
 * @throws DocumentError for an invalid statement
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
    throw malformed(
      'filter',
      `parameter ${name}`,
      filter,
      `false, the name of a property, or { property, operator } with one of ${OPERATORS.join(', ')}`,
    )
  return { property, operator: operator as Operator }
}

/** Reads `paging: limit|cursor|page|offset` or `paging: false` at a parameter. @throws DocumentError if it is invalid */
export function statedPaging({
  node,
  name,
}: Parameter): 'limit' | 'cursor' | 'page' | 'offset' | 'none' | undefined {
  const { paging } = statementsAt(node)
  if (paging === undefined) return undefined
  if (paging === false) return 'none'
  if (paging === 'limit' || paging === 'cursor' || paging === 'page' || paging === 'offset') return paging
  throw malformed('paging', `parameter ${name}`, paging, `limit, cursor, page, offset or false`)
}

/** Reads `sort: true`, `sort: direction` or `sort: false` at a parameter. @throws DocumentError if it is invalid */
export function statedSort({ node, name }: Parameter): 'sort' | 'direction' | 'none' | undefined {
  const { sort } = statementsAt(node)
  if (sort === undefined) return undefined
  if (sort === true) return 'sort'
  if (sort === false) return 'none'
  if (sort === 'direction') return sort
  throw malformed('sort', `parameter ${name}`, sort, `true, direction or false`)
}

/** Reads `property: uuid` at a path parameter: the item's property with the parameter's value. @throws DocumentError if it is invalid */
export function statedIdentifier({ node, name }: Parameter): string | undefined {
  const { property } = statementsAt(node)
  if (property === undefined) return undefined
  if (typeof property === 'string' && property !== '') return property
  throw malformed('property', `parameter ${name}`, property, `the name of a property`)
}

/** Reads `role: createdAt` or `role: false` at a property. @throws DocumentError if it is invalid */
export function statedRole<Role extends string>(
  node: Json | undefined,
  property: string,
  roles: readonly Role[],
): Role | false | undefined {
  const { role } = statementsAt(node)
  if (role === undefined || role === false) return role
  const known = roles.find((one) => one === role)
  if (known !== undefined) return known
  throw malformed('role', `property ${property}`, role, `false or one of ${roles.join(', ')}`)
}
