/** The lists of the document, with their filters and sorts. */
import openapi from '../../generated/openapi.v1.json' with { type: 'json' }

export interface Parameter {
  name: string
  in: string
  example?: unknown
  examples?: Record<string, { value: unknown }>
  schema: Schema
}

interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: string[]
  const?: unknown
  example?: unknown
  examples?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export interface List {
  id: string
  path: string
  filters: Parameter[]
  sorts: (string | undefined)[]
}

function resolved<T extends object>(value: T & { $ref?: string }): T {
  if (value.$ref === undefined) return value
  const keys = value.$ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = keys.reduce((node: unknown, key) => Reflect.get(node as object, key), openapi)
  return resolved(found as T & { $ref?: string })
}

export const enumOf = (parameter: Parameter) => resolved(parameter.schema).enum

/** How a list is read, not what is in it. */
const PAGING = ['limit', 'cursor', 'sort', 'order']
/** Which version of the items is listed: another list, not a filter of one. */
const ANOTHER_LIST = ['listDatasetItems version']

export const lists: List[] = Object.entries(openapi.paths).flatMap(([path, item]) => {
  const operation = Reflect.get(item, 'get') as { operationId: string; parameters?: Parameter[] } | undefined
  const query = (operation?.parameters ?? []).map((one) => resolved(one)).filter((one) => one.in === 'query')
  if (operation === undefined || !query.some(({ name }) => name === 'cursor')) return []
  const sort = query.find(({ name }) => name === 'sort')
  return {
    id: operation.operationId,
    path,
    filters: query.filter(
      ({ name }) => !PAGING.includes(name) && !ANOTHER_LIST.includes(`${operation.operationId} ${name}`),
    ),
    sorts: sort === undefined ? [undefined] : (enumOf(sort) ?? [undefined]),
  }
})

/** A value that the filter accepts, from the document. */
export function exampleOf(parameter: Parameter): string {
  const visit = (given: Schema): unknown => {
    const schema = resolved(given)
    const [branch] = schema.oneOf ?? schema.anyOf ?? []
    const stated = schema.enum?.[0] ?? schema.const ?? schema.example ?? schema.examples?.[0]
    if (stated !== undefined) return stated
    if (branch !== undefined) return visit(branch)
    if (schema.format === 'date-time') return '2026-11-01T00:00:00Z'
    return schema.type === 'integer' ? 1 : 'x'
  }
  const [named] = Object.values(parameter.examples ?? {})
  return String(parameter.example ?? named?.value ?? visit(parameter.schema))
}
