/** The operations of an API that create, change or delete, read only from its paths, without the mock's inference. */
import type { Api, ApiOperation } from '../../src/toolkit/model/api.ts'
import { listPlace } from '../../src/toolkit/model/listPlace.ts'

export interface Offered {
  /** The printed name: the path of an item, of a list, or of a singleton. */
  path: string
  make: ApiOperation | undefined
  read: ApiOperation | undefined
  list: ApiOperation | undefined
  change: ApiOperation | undefined
  remove: ApiOperation | undefined
  /** The last variable of the item's path; undefined where there is none. */
  variable: string | undefined
}

const LAST = /\/\{([^{}/]+)\}$/

export function resourcesOf(api: Api): Offered[] {
  const at = (path: string, method: string) =>
    api.operations.find((operation) => operation.path === path && operation.method === method)
  const paths = [...api.methods.keys()]
  const items = paths.filter((path) => LAST.test(path))
  /** `/articles/{id}/comments` of `/comments/{id}`: the one path elsewhere that ends in the same word and makes. */
  const elsewhere = (path: string) => {
    const word = (one: string) => one.split('/').findLast((part) => part !== '' && !part.startsWith('{'))
    const found = paths.filter(
      (one) => !LAST.test(one) && word(one) === word(path) && at(one, 'POST') && at(one, 'GET'),
    )
    return found.length === 1 && !items.some((one) => one.replace(LAST, '') === found[0])
      ? found[0]
      : undefined
  }
  const found: Offered[] = items.map((path) => {
    const own = path.replace(LAST, '')
    const isOnly =
      at(own, 'POST') === undefined && at(path, 'PUT') === undefined && at(own, 'GET') === undefined
    const collection = (isOnly ? elsewhere(path) : undefined) ?? own
    const make = at(collection, 'POST')
    return {
      path,
      make: make ?? at(path, 'PUT'),
      read: at(path, 'GET'),
      list: at(collection, 'GET'),
      change: at(path, 'PATCH') ?? (make && at(path, 'PUT')) ?? at(path, 'POST'),
      remove: at(path, 'DELETE'),
      variable: LAST.exec(path)?.[1],
    }
  })
  for (const path of paths) {
    if (LAST.test(path) || items.some((item) => item.replace(LAST, '') === path)) continue
    if (found.some(({ make }) => make?.path === path)) continue
    const [read, make, put] = [at(path, 'GET'), at(path, 'POST'), at(path, 'PUT')]
    const grows = read !== undefined && listPlace(api, read) !== undefined
    const change = at(path, 'PATCH') ?? put ?? (grows ? undefined : make)
    // Without an item's path: a list that grows, or what there is once.
    if (read && make && !change)
      found.push({
        path,
        make,
        read: undefined,
        list: read,
        change: undefined,
        remove: undefined,
        variable: undefined,
      })
    else if (read && change)
      found.push({
        path,
        make: undefined,
        read,
        list: undefined,
        change,
        remove: at(path, 'DELETE'),
        variable: undefined,
      })
  }
  return found.filter(({ make, read, list, change, remove }) => (make || change || remove) && (read || list))
}
