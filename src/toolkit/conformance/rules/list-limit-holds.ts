import { limitOf } from '../api/paging.ts'
import type { Resource } from '../api/resources.ts'
import { viewOf } from '../api/schemaView.ts'
import { itemsOf } from '../run/items.ts'
import { type Bench, defineRule } from '../run/rule.ts'
import { several } from './several.ts'

/** More items than this are not made only to see a page full. */
const MOST_MADE = 25

/** A list holds as many items as was asked for, and as many as the document says when nothing was. */
export const listLimitHolds = defineRule({
  id: 'list-limit-holds',
  title: 'A list holds as many items as the limit says, and the declared number without one.',
  basis: 'the document',
  pack: 'pagination',
  *trials({ api, graph }) {
    for (const resource of graph.resources) {
      const { list } = resource
      const limit = list && limitOf(list)
      if (list === undefined || limit === undefined) continue
      yield {
        name: 'limit',
        constraint: `query.${limit.name} bounds`,
        operation: list,
        run: (bench) => bounded(bench, resource, limit.name),
      }
      const wanted = viewOf(api.document, limit.schema).default
      if (typeof wanted === 'number')
        yield {
          name: 'default limit',
          constraint: `query.${limit.name} default`,
          operation: list,
          run: (bench) => defaultLimit(bench, resource, wanted),
        }
    }
  },
})

async function bounded(bench: Bench, resource: Resource, name: string): Promise<void> {
  const { params, items } = await several(bench, resource, 3)
  const { list } = resource
  if (list === undefined) return
  const one = await bench.send(list, { params, query: { [name]: 1 }, headers: {} })
  if (one.status >= 300) return bench.notObserved(`${name}=1 was refused with ${one.status}`)
  const count = itemsOf(bench, resource, one).length
  if (count > 1)
    bench.broken({
      message: `received ${count} items for ${name}=1`,
      exchange: one,
      with: items.map(({ made }) => made),
    })
  const two = await bench.send(list, { params, query: { [name]: 2 }, headers: {} })
  const got = itemsOf(bench, resource, two).length
  if (items.length >= 2 && (count < 1 || got !== 2))
    bench.broken({
      message: `received ${got} items for ${name}=2 of at least ${items.length}, expected 2`,
      exchange: two,
      with: items.map(({ made }) => made),
    })
  else if (items.length === 0 && got < 2) bench.notObserved('too few items were there')
}

async function defaultLimit(bench: Bench, resource: Resource, wanted: number): Promise<void> {
  const { list, create } = resource
  if (list === undefined) return
  const { params, items } = await several(
    bench,
    resource,
    create !== undefined && wanted <= MOST_MADE ? 1 : 0,
  )
  const within =
    items[0] === undefined || resource.parent === undefined
      ? undefined
      : { ...items[0], resource: resource.parent, params: params as never }
  const first = await bench.send(list, { params, query: {}, headers: {} })
  let count = itemsOf(bench, resource, first).length
  if (create !== undefined && wanted <= MOST_MADE) {
    for (; count <= wanted; count++)
      await bench.item(resource, { fresh: true, ...(within !== undefined && { within }) })
  }
  const answer = await bench.send(list, { params, query: {}, headers: {} })
  const got = itemsOf(bench, resource, answer).length
  const told = { exchange: answer, place: list.pointer }
  if (got > wanted)
    bench.broken({
      ...told,
      message: `received ${got} items without a limit, expected ${wanted} as declared`,
    })
  else if (got < wanted && count > wanted)
    bench.broken({
      ...told,
      message: `received ${got} items without a limit of at least ${count}, expected ${wanted} as declared`,
    })
  else if (got < wanted) bench.notObserved('too few items were there')
}
