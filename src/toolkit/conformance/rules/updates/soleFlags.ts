/** A flag that one item of a collection has, while items are added, changed and deleted: the default address. */
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { type SoleFlag, soleFlags } from '../../../model/soleFlags.ts'
import type { JsonObject } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { itemsOf } from '../../engine/items.ts'
import type { Check, CheckContext, Item, Plan } from '../../engine/rule.ts'
import { setBy } from '../states.ts'

export function* flagsOfOne({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    // Elsewhere it is not known which items belong together.
    if (resource.parent === undefined || resource.list === undefined || resource.create === undefined)
      continue
    for (const flag of soleFlags(api, resource))
      yield {
        name: `${flag.property} of one`,
        constraint: `/${flag.property} of one item`,
        operation: resource.list,
        run: (context) => tryFlag(context, resource, flag),
      }
  }
}

async function tryFlag(
  context: CheckContext,
  resource: Resource,
  { property, isExact }: SoleFlag,
): Promise<void> {
  const { list, parent, update } = resource
  if (list === undefined || parent === undefined) return
  const within = await context.item(parent, { fresh: true })
  const proof: Recorded[] = [within.made]
  let isSeen = false
  /** The items with the flag, unless there are too many of them, or none any more, which is reported. */
  const flagged = async (): Promise<JsonObject[] | undefined> => {
    const look = async () => {
      const response = await context.send(list, { params: within.params, query: {}, headers: {} })
      const items = response.status < 300 ? itemsOf(context, resource, response) : []
      const found = items.filter((one) => one[property] === true)
      const isShown = response.status < 300 && items.every((one) => typeof one[property] === 'boolean')
      const mayBeNone = !isExact || !isSeen || items.length === 0
      return { response, found, isShown, isRight: found.length === 1 || (found.length === 0 && mayBeNone) }
    }
    const { response, found, isShown, isRight } = await eventually(
      context,
      look,
      (one) => !one.isShown || one.isRight,
    )
    if (!isShown) return context.notObserved({ code: 'absent', from: 'an item of the list', what: property })
    isSeen ||= found.length > 0
    if (isRight) return found
    context.broken({
      code: 'wrong-flag-count',
      subject: property,
      received: found.length,
      expected: isExact ? 'exactly 1' : 'at most 1',
      exchange: response,
      with: proof,
    })
    return undefined
  }
  const made: Item[] = []
  for (const value of [true, true, undefined]) {
    const item = await context.item(resource, {
      fresh: true,
      within,
      body: (sent) => set(context, resource, sent, { [property]: value }),
    })
    made.push(item)
    proof.push(item.made)
    if ((await flagged()) === undefined) return
  }
  const [first] = made
  if (first !== undefined && update !== undefined && bodyProperties(context.api, update).has(property)) {
    proof.push(await setBy(context, first, update, { [property]: true }))
    if ((await flagged()) === undefined) return
  }
  await afterDeletion(context, resource, { property, made, proof, flagged })
}

/** Deletes the item with the flag. */
async function afterDeletion(
  context: CheckContext,
  resource: Resource,
  {
    property,
    made,
    proof,
    flagged,
  }: {
    property: string
    made: readonly Item[]
    proof: Recorded[]
    flagged: () => Promise<JsonObject[] | undefined>
  },
): Promise<void> {
  if (resource.delete === undefined) return
  const [found] = (await flagged()) ?? []
  const item = made.find(
    ({ params }) => String(params[resource.parameter]) === String(found?.[resource.idMember ?? 'id']),
  )
  if (item === undefined || found?.[property] !== true) return
  const { exchange } = await context.succeed(resource.delete, { params: item.params })
  proof.push(exchange)
  await flagged()
}

/** Sets a property where the body may have it. */
function set(
  context: CheckContext,
  { create }: Resource,
  sent: JsonObject,
  values: { [name: string]: boolean | undefined },
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete sent[name]
    else if (bodyProperties(context.api, create).has(name)) sent[name] = value
  }
}
