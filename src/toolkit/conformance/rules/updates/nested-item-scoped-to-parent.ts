import { largestLimit, limitOf } from '../../../model/paging.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { itemsOf } from '../../engine/items.ts'
import { defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'

/** What stands below one parent is not found below another, neither at its address nor in the list. */
export const nestedItemScopedToParent = defineRule({
  ...definitionOf('nested-item-scoped-to-parent'),
  *checks({ graph }) {
    for (const resource of graph.resources) {
      const { parent } = resource
      if (parent?.create === undefined || (resource.create === undefined && resource.put === undefined))
        continue
      const { list, read } = resource
      // A second version may be there of both; it is another one.
      const isNumbered = soundsLike('sequence', resource.idMember)
      if (read?.path.includes(`{${parent.parameter}}`)) {
        yield {
          name: 'address',
          constraint: `path.${parent.parameter} of another`,
          operation: read,
          async run(context) {
            const item = await context.item(resource, { fresh: true })
            const other = await context.item(parent, { fresh: true })
            const params = { ...item.params, ...other.params }
            const exchange = await context.send(read, { params, query: {}, headers: {} })
            const own = isNumbered ? (await context.read(item)).json : undefined
            const names = isObject(own as Json) ? Object.values(own as JsonObject) : []
            const isSameOne =
              isSame(own as Json, exchange.json as Json) &&
              names.some((value) => value === item.params[parent.parameter])
            if (exchange.status < 300 && (!isNumbered || isSameOne))
              context.broken({
                code: 'wrong-status',
                subject: `a resource below another ${parent.parameter}`,
                received: exchange.status,
                expected: 404,
                exchange,
                with: [item.made, other.made],
                place: read.pointer,
              })
          },
        }
      }
      if (list === undefined) continue
      yield {
        name: 'list',
        constraint: `path.${parent.parameter} bounds`,
        operation: list,
        async run(context) {
          const item = await context.item(resource, { fresh: true })
          const other = await context.item(parent, { fresh: true })
          const limit = limitOf(context.api, list)
          const query: Record<string, Json> =
            limit === undefined ? {} : { [limit.name]: largestLimit(context.api, limit, 100) }
          const exchange = await context.send(list, { params: other.params, query, headers: {} })
          const id = String(item.body[resource.idMember] ?? item.params[resource.parameter])
          const name = item.body[resource.idMember]
          // A name that leads through the parent (`shelves/1/books/2`) is no other's, either.
          const isWhole = typeof name === 'string' && name !== String(item.params[resource.parameter])
          const stray = itemsOf(context, resource, exchange).some(
            (one) =>
              (isWhole || (one.id !== undefined && one.id === item.body.id)) &&
              String(one[resource.idMember]) === id,
          )
          if (stray)
            context.broken({
              code: 'listed-below-other-parent',
              subject: parent.parameter,
              details: { id },
              exchange,
              with: [item.made, other.made],
              place: list.pointer,
            })
        },
      }
    }
  },
})
