/** The operations of an API by path, so that facts about one path do not search all of them. */
import type { Api, ApiOperation } from './api.ts'

const known = new WeakMap<Api, ReadonlyMap<string, readonly ApiOperation[]>>()

/** The first operation with a path and a method. */
export const operationAt = (api: Api, path: string, method: string): ApiOperation | undefined =>
  operationsAround(api, path).find((one) => one.path === path && one.method === method)

/**
 * The operations on a path, on the paths one segment below it, and on paths such as `/books:archive` and `/Books({id})`,
 * in the order of the document.
 */
export function operationsAround(api: Api, path: string): readonly ApiOperation[] {
  const index = known.get(api) ?? indexOf(api)
  known.set(api, index)
  return index.get(path) ?? []
}

function indexOf({ operations }: Api): ReadonlyMap<string, readonly ApiOperation[]> {
  const index = new Map<string, ApiOperation[]>()
  for (const operation of operations)
    for (const place of placesOf(operation.path)) {
      const list = index.get(place)
      if (list === undefined) index.set(place, [operation])
      else list.push(operation)
    }
  return index
}

/** A path, and the paths that it is directly below. */
const placesOf = (path: string): ReadonlySet<string> =>
  new Set([
    path,
    ...['/', ':'].flatMap((sign) => {
      const end = path.lastIndexOf(sign)
      return end < 0 ? [] : [path.slice(0, end)]
    }),
    path.replace(/\(['"]?\{[^}/]+\}['"]?\)$/, ''),
  ])
