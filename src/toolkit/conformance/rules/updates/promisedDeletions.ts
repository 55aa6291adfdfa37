/** Deletions that a declared 409 or 422 rejects while another resource refers to the item: "The customer has orders." */

import type { Api, ApiOperation } from '../../../model/api.ts'
import { preventsDeletion } from '../../../model/description.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import type { Resource, ResourceGraph } from '../../../model/resources.ts'
import { lastSegment, singularOf } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'

/** Levels of a body at which a reference is looked for. */
const MAX_LEVELS = 4

interface DeletionPromise {
  operation: ApiOperation
  status: number
  description: string
}

/** @param breaks reports an accepted deletion: the exchanges of the item and of what refers to it, then the deletion */
export function* promisedDeletions(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, promise: DeletionPromise, exchanges: Recorded[]) => void,
): Generator<Check> {
  for (const resource of graph.resources) {
    const { delete: operation } = resource
    if (operation === undefined || resource.create === undefined) continue
    for (const { status, cause, description } of rejectionsOf(operation)) {
      const other = graph.resources.find(
        (one) =>
          one !== resource &&
          one.create !== undefined &&
          preventsDeletion(cause, singularOf(lastSegment(one.collection))) &&
          (one.parent === resource || refersTo(api, graph, one, resource).length > 0),
      )
      if (other === undefined) continue
      yield {
        name: `with ${lastSegment(other.collection)}`,
        constraint: `response ${status}`,
        operation,
        async run(context) {
          const item = await context.item(resource, { fresh: true })
          const names = refersTo(api, graph, other, resource)
          const within = other.parent === resource ? item : undefined
          const one = await context.item(other, {
            fresh: true,
            ...(within === undefined ? {} : { within }),
            body: (sent) => refer(sent, names, idOf(item)),
          })
          const exchange = await context.send(operation, { params: item.params, query: {}, headers: {} })
          if (exchange.status < 300)
            breaks(context, { operation, status, description }, [item.made, one.made, exchange])
        },
      }
    }
  }
}

/** The properties, at any level of the body that creates an item of a resource, that refer to the target. */
function refersTo(api: Api, graph: ResourceGraph, from: Resource, target: Resource): string[] {
  const inside = (schema: Json | undefined, level: number): string[] => {
    const view = viewOf(api.document, schema)
    if (level > MAX_LEVELS) return []
    return [
      ...(view.items === undefined ? [] : inside(view.items, level + 1)),
      ...membersOf(view).flatMap(([name, inner]) =>
        graph.referredBy(name, inner, from) === target ? [name] : inside(inner, level + 1),
      ),
    ]
  }
  return [...new Set(inside(from.create?.body?.schema, 0))]
}

/** Sets the references in a body. */
function refer(body: JsonObject, names: readonly string[], id: Json): void {
  for (const [name, value] of Object.entries(body)) {
    if (names.includes(name)) body[name] = Array.isArray(value) ? [id] : id
    else for (const one of [value].flat()) if (isObject(one)) refer(one, names, id)
  }
}
