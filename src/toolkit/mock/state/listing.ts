/** Paginated lists of stored items. */
import type { ApiOperation } from '../../model/api.ts'
import { itemsShown, listPlace } from '../../model/listPlace.ts'
import type { Resource } from '../../model/resources.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { HttpResponse } from '../../requests/exchange.ts'
import type { PlacedRequest } from '../../requests/validate.ts'
import { createCursorSigner, pageOf } from './lists.ts'
import { listHeaders } from './pages.ts'
import type { StateParts } from './parts.ts'
import { collectionIn, GONE } from './stored.ts'
import { exampleOf } from './targets.ts'

type Template = () => Promise<HttpResponse>
type List<Result> = (
  operation: ApiOperation,
  resource: Resource,
  request: PlacedRequest,
  template: Template,
) => Promise<Result>

interface Listing {
  listed: List<HttpResponse>
  /** A list of items that no operation creates: the example's items and those read since; undefined without any. */
  listedAsShown: List<HttpResponse | undefined>
}

export function createListing({
  maker: { api },
  targets,
  presenter,
  store,
  graph,
  stored,
}: StateParts): Listing {
  const signer = createCursorSigner('')

  const listed: Listing['listed'] = async (operation, resource, request, template) => {
    const frame = await template()
    const target = targets.targetFor(operation, resource)
    const own = collectionIn(resource, request.concrete)
    const homes = graph.placesOf(resource).slice(0, -1)
    // A list outside of the collections in which items are created contains the items of all of them.
    const isHome = homes.includes(operation.path)
    const isOwn = homes.length === 0 && resource.collection === operation.path
    const places = isHome ? [request.concrete] : isOwn ? [own] : stored.collectionsOf(resource, request.path)
    const items = places.flatMap((place) => store.all(place))
    const { idMember } = resource
    const show = (item: JsonObject) =>
      (target && presenter.show(target, { resource, item, path: request.path })) ?? item
    const within = (frame: Json) => pageOf(api, { operation, items, request, frame, idMember, signer, show })
    const page = within((frame.body ?? {}) as Json)
    const { body } = target === undefined || target.allows(page.body) ? page : within(target.frame())
    return { ...frame, headers: listHeaders(api, operation, frame, page.facts), body }
  }

  return {
    listed,
    async listedAsShown(operation, resource, request, template) {
      const collection = collectionIn(resource, request.concrete)
      const example = exampleOf(api, operation)
      const place = listPlace(api, operation) ?? []
      for (const item of example === undefined ? [] : itemsShown(place, example)) {
        const id = String(item[resource.idMember])
        if (store.get(collection, id) === undefined && store.get(collection + GONE, id) === undefined)
          store.put(collection, id, item)
      }
      const any = store.all(collection).length > 0 || store.all(collection + GONE).length > 0
      return any ? listed(operation, resource, request, template) : undefined
    },
  }
}
