/** Singleton resources, such as the caller's own account: read and changed at a path that does not end in a variable. */
import { type ApiOperation, declares } from '../../model/api.ts'
import { listPlace } from '../../model/listPlace.ts'
import { NO_OPERATIONS, type Resource } from '../../model/resources.ts'
import { type HttpResponse, originOf } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { patchSent } from './bodies.ts'
import type { Targets } from './graph.ts'
import { changedItem, newItem } from './items.ts'
import { type Presenter, successOf } from './presenter.ts'
import type { Store } from './store.ts'
import { GONE, missing } from './stored.ts'
import { type Maker, sentItem } from './targets.ts'

/** Its functions return undefined for operations that are not about a singleton. */
export function createSingles(maker: Maker, { seenIn }: Targets, presenter: Presenter, store: Store) {
  const { api } = maker
  const { document } = api
  const found = new Map<string, Resource | undefined>()

  function singleAt(path: string): Resource | undefined {
    const at = (method: string) => api.operations.find((one) => one.path === path && one.method === method)
    const [read, update] = [at('GET'), at('PATCH') ?? at('PUT') ?? at('POST')]
    if (read === undefined || update === undefined || listPlace(api, read) !== undefined) return undefined
    const names = { collection: path, item: path, parameter: '', idMember: '', parent: undefined }
    return { ...NO_OPERATIONS, ...names, read, update }
  }

  return async (
    operation: ApiOperation,
    request: PlacedRequest,
    template: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> => {
    const { path, method } = operation
    if (!found.has(path)) found.set(path, singleAt(path))
    const resource = found.get(path)
    if (resource?.read === undefined || !['GET', 'PATCH', 'PUT', 'POST', 'DELETE'].includes(method))
      return undefined
    const { read } = resource
    // The next change creates a deleted singleton again; so does the next read if it does not declare 404.
    const isGone = store.get(request.concrete + GONE, '') !== undefined && declares(read, 404)
    if (isGone && (method === 'GET' || method === 'DELETE')) throw missing(resource)
    store.delete(request.concrete + GONE, '')
    if (method === 'DELETE') {
      store.delete(request.concrete, '')
      store.put(request.concrete + GONE, '', {})
      return operation.successes.length === 0 ? { status: successOf(operation), headers: {} } : template()
    }
    const target = seenIn(resource, read)
    const before =
      store.get(request.concrete, '') ??
      newItem(maker, read, resource, {}, request.path, target, originOf(request))
    const one = (item: typeof before) => ({ resource, item, path: request.path })
    if (operation === read) {
      store.put(request.concrete, '', before)
      return presenter.present(operation, one(before))
    }
    presenter.requireMatch(operation, one(before), request.headers)
    const given = sentItem(document, operation, resource, request.body)
    const sent = patchSent(document, target?.view ?? {}, before, given, request.headers)
    const item = changedItem(maker, operation, resource, before, sent, target)
    presenter.carry(before, item)
    store.put(request.concrete, '', item)
    return presenter.present(operation, one(item))
  }
}
