import type { Api, ApiOperation } from '../../../model/api.ts'
import { nameOf, thingOf } from '../../../model/homes.ts'
import { itemsShown, listItems, listPlace } from '../../../model/listPlace.ts'
import { largestLimit, limitOf } from '../../../model/paging.ts'
import type { Resource, ResourceGraph } from '../../../model/resources.ts'
import { lastSegment, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import { idOf, idsOf, itemsOf } from '../../engine/items.ts'
import { type Check, type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { isSame } from '../compare.ts'

/** A list below one resource with items that are created elsewhere and refer to it: `/customers/{id}/orders`. */
function* relatedLists(api: Api, graph: ResourceGraph): Generator<Check> {
  for (const list of api.operations) {
    const isList = list.method === 'GET' && listPlace(api, list) !== undefined
    const holder = graph.resources.find(({ item }) => list.path === `${item}/${lastSegment(list.path)}`)
    if (!isList || holder?.create === undefined) continue
    if (graph.resources.some((one) => one.list === list)) continue
    const name = nameOf(listItems(api, list))
    const listed = graph.resources.filter((one) => name !== undefined && thingOf(api, one) === name)
    for (const resource of listed) {
      const { create } = resource
      const member = membersOf(viewOf(api.document, create?.body?.schema)).find(
        ([own, schema]) => graph.referredBy(own, schema, resource) === holder,
      )?.[0]
      if (create === undefined || member === undefined) continue
      yield {
        name: 'related list',
        constraint: `path.${holder.parameter} bounds`,
        operation: list,
        run: (context) => listedOnly(context, { list, holder, resource, member }),
      }
    }
  }
}

interface RelatedList {
  list: ApiOperation
  /** The resource in the path of the list. */
  holder: Resource
  resource: Resource
  /** The property of a new item that refers to the holder. */
  member: string
}

async function listedOnly(
  context: CheckContext,
  { list, holder, resource, member }: RelatedList,
): Promise<void> {
  const { api } = context
  const place = listPlace(api, list)
  const related = async () => {
    const parent = await context.item(holder, { fresh: true })
    const body = (sent: JsonObject) => void Object.assign(sent, { [member]: idOf(parent) })
    return { parent, item: await context.item(resource, { fresh: true, body }) }
  }
  const [one, other] = [await related(), await related()]
  const limit = limitOf(api, list)
  const query: Record<string, Json> =
    limit === undefined ? {} : { [limit.name]: largestLimit(api, limit, 100) }
  const exchange = await context.send(list, { params: one.parent.params, query, headers: {} })
  const id = String(idOf(other.item))
  const items = place === undefined ? [] : itemsShown(place, exchange.json as Json, api.isFlat)
  if (idsOf(resource, items).includes(id))
    context.broken({
      code: 'listed-below-other-parent',
      subject: holder.parameter,
      details: { id },
      exchange,
      with: [one.item.made, other.item.made],
      place: list.pointer,
    })
}

/** An item of one parent must not be found below another, neither by its URL nor in the list. */
export const nestedItemScopedToParent = defineRule({
  ...definitionOf('nested-item-scoped-to-parent'),
  *checks({ api, graph }) {
    yield* relatedLists(api, graph)
    yield* belowParents(graph)
  },
})

/** Items below a parent, each at its address and in its list. */
function* belowParents(graph: ResourceGraph): Generator<Check> {
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
        // A name with the path of the parent (`shelves/1/books/2`) is unique across parents as well.
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
}
