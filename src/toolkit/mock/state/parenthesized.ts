/** Keys in parentheses (OData: `/Products({id})`, `/Products('{id}')`), stored as items of `/Products/{id}`. */
import type { Api, ApiOperation } from '../../model/api.ts'
import { filledIn, paramsOf } from '../../requests/path.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { typesOf, viewOf } from '../../schema/view.ts'

const KEY = /\((['"]?)\{([^{}/]+)\}\1\)/g

interface Keys {
  /** The API with a segment of its own for each key. */
  api: Api
  /** The operation as `api` has it, and the request as if it had been sent to its path. */
  inSegments(
    operation: ApiOperation,
    request: PlacedRequest,
  ): { operation: ApiOperation; request: PlacedRequest }
  /** The path that a template of `api` stands for, as clients send it. */
  pathTo(template: string, variables: Record<string, string>): string
}

export function keysInSegments(api: Api): Keys {
  const templates = new Map(api.operations.map(({ path }) => [slashed(path), path]))
  const rewritten = new Map(
    api.operations.map((operation) => {
      const path = slashed(operation.path)
      // If the document has both forms, they are separate resources.
      const isUsed = path !== operation.path && api.operations.some((one) => one.path === path)
      return [operation, isUsed || path === operation.path ? operation : { ...operation, path }]
    }),
  )
  if ([...rewritten].every(([before, after]) => before === after)) {
    const inSegments: Keys['inSegments'] = (operation, request) => ({ operation, request })
    return { api, inSegments, pathTo: filledIn }
  }
  const operations = [...rewritten.values()]
  const byId = new Map(operations.map((one) => [one.operationId, one]))
  return {
    api: { ...api, operations, byId },
    inSegments(operation, request) {
      const known = rewritten.get(operation) ?? operation
      if (known.path === operation.path) return { operation, request }
      const sent = { ...paramsOf(operation, request.concrete), ...request.path }
      const path = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, unquoted(value)]))
      return { operation: known, request: { ...request, path, concrete: filledIn(known.path, path) } }
    },
    pathTo(template, variables) {
      const written = templates.get(template) ?? template
      const inputs = operations.find(({ path }) => path === template)?.inputs ?? []
      const quoted = written.replace(/\(\{([^{}/]+)\}\)/g, (key, name: string) => {
        const schema = inputs.find((one) => one.in === 'path' && one.name === name)?.schema
        const { format, ...view } = viewOf(api.document, schema)
        return typesOf(view).includes('string') && format === undefined ? `('{${name}}')` : key
      })
      return filledIn(quoted, variables)
    },
  }
}

const slashed = (path: string): string => path.replace(KEY, '/{$2}')

/** A text key comes in single quotes, with those inside of it doubled (OData URL Conventions, section 5.1.1.6.2). */
const unquoted = (value: string): string =>
  /^'.*'$/s.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value
