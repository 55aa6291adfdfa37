import type { Parameter } from '../../../model/api.ts'
import { limitOf, nextPage, pagingOf, sizeFor } from '../../../model/paging.ts'
import type { Resource } from '../../../model/resources.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemsOf } from '../../engine/items.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { several } from './several.ts'

/** More items than this are not made only to see a page full. */
const MAX_MADE = 25

/** A list must have as many items as requested, or as many as the document declares as the default. */
export const listLimitApplied = defineRule({
  ...definitionOf('list-limit-applied'),
  *checks({ api, graph }) {
    for (const resource of graph.resources) {
      const { list } = resource
      const limit = list && limitOf(api, list)
      if (list === undefined || limit === undefined) continue
      yield {
        name: 'limit',
        constraint: `query.${limit.name} bounds`,
        operation: list,
        run: (context) => bounded(context, resource, limit),
      }
      const wanted = viewOf(api.document, limit.schema).default
      if (typeof wanted === 'number')
        yield {
          name: 'default limit',
          constraint: `query.${limit.name} default`,
          operation: list,
          run: (context) => defaultLimit(context, resource, wanted),
        }
    }
  },
})

async function bounded(context: CheckContext, resource: Resource, limit: Parameter): Promise<void> {
  const { params, items } = await several(context, resource, 3)
  const { list } = resource
  if (list === undefined) return
  const { name } = limit
  // The smallest page that the document allows, and one that is larger.
  const [least, more] = [
    sizeFor(context.api, limit, 1),
    sizeFor(context.api, limit, sizeFor(context.api, limit, 1) + 1),
  ]
  const small = await context.send(list, { params, query: { [name]: least }, headers: {} })
  if (small.status >= 300)
    return context.notObserved({ code: 'rejected', what: `${name}=${least}`, status: small.status })
  const count = itemsOf(context, resource, small).length
  if (count > least)
    context.broken({
      code: 'limit-exceeded',
      subject: name,
      received: count,
      expected: least,
      exchange: small,
      with: items.map(({ made }) => made),
    })
  const large = await context.send(list, { params, query: { [name]: more }, headers: {} })
  const got = itemsOf(context, resource, large).length
  const wanted = Math.min(more, items.length)
  if (items.length > 0 && (count < Math.min(least, items.length) || got > more || got < wanted)) {
    const paging = pagingOf(context.api, list)
    // A page may be shorter than requested where it announces a next page.
    const follows = (page: Recorded) =>
      paging?.kind === 'cursor' && nextPage(paging, {}, page, 1) !== undefined
    if (got > more || ![small, large].every((page) => follows(page)))
      context.broken({
        code: 'limit-not-applied',
        subject: name,
        received: got,
        expected: wanted,
        details: { limit: more, items: items.length },
        exchange: large,
        with: items.map(({ made }) => made),
      })
  } else if (items.length === 0 && got < 2) context.notObserved({ code: 'too-few', what: 'items' })
}

async function defaultLimit(context: CheckContext, resource: Resource, wanted: number): Promise<void> {
  const { list, create } = resource
  if (list === undefined) return
  const { params, items } = await several(
    context,
    resource,
    create !== undefined && wanted <= MAX_MADE ? 1 : 0,
  )
  const within =
    items[0] === undefined || resource.parent === undefined
      ? undefined
      : { ...items[0], resource: resource.parent, params: params as never }
  const first = await context.send(list, { params, query: {}, headers: {} })
  let count = itemsOf(context, resource, first).length
  if (create !== undefined && wanted <= MAX_MADE) {
    for (; count <= wanted; count++)
      await context.item(resource, { fresh: true, ...(within !== undefined && { within }) })
  }
  const response = await context.send(list, { params, query: {}, headers: {} })
  const got = itemsOf(context, resource, response).length
  const reported = { exchange: response, place: list.pointer }
  if (got > wanted)
    context.broken({
      ...reported,
      code: 'default-limit-not-applied',
      received: got,
      expected: wanted,
    })
  else if (got < wanted && count > wanted)
    context.broken({
      ...reported,
      code: 'default-limit-not-applied',
      received: got,
      expected: wanted,
      details: { items: count },
    })
  else if (got < wanted) context.notObserved({ code: 'too-few', what: 'items' })
}
