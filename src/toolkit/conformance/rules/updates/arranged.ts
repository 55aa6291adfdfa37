/** Items with chosen values: of their own, of the items to which they refer, and lengths of their periods. */
import { type Aggregate, aggregatesIn } from '../../../model/aggregates.ts'
import type { ApiOperation } from '../../../model/api.ts'
import type { LengthUnit, PropertySource, Source } from '../../../model/namedValues.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { type Relation, relationsTo } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { choicesIn } from '../../../model/roles.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { viewOf, withoutNull } from '../../../schema/view.ts'
import { idOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import type { CheckContext, Item } from '../../engine/rule.ts'
import { relatedItem } from '../related.ts'

type Sources = ReadonlyMap<string, Source>
/** The numbers that operands should have; 1 or 0 for a condition. */
export type Wishes = ReadonlyMap<string, number>

const DAY = 86_400_000
const MS: Readonly<Record<LengthUnit, number>> = {
  minutes: 60_000,
  hours: 3_600_000,
  nights: DAY,
  days: DAY,
}

interface Place {
  resource: Resource
  sources: Sources
  /** The action that is called on the item. */
  readyFor: ApiOperation | undefined
}

/**
 * A new item with values for operands. Those that nothing sets are left as they are.
 * @param change changes the body afterwards
 * @throws NotObserved where no such item could be created
 */
export async function arrangedItem(
  context: CheckContext,
  { resource, sources, readyFor }: Place,
  wishes: Wishes,
  change: (sent: JsonObject) => void = () => {},
): Promise<Item> {
  const wanted = [...wishes].flatMap(([name, value]) => {
    const source = sources.get(name)
    return source === undefined ? [] : [{ source, value }]
  })
  const holders = await holdersFor(context, wanted)
  const within = [...holders].find(([{ property }]) => property === undefined)?.[1]
  const item = await context.item(resource, {
    fresh: true,
    ...(within === undefined ? readyFor && { readyFor } : { within }),
    body(sent) {
      for (const [{ property }, holder] of holders) if (property !== undefined) sent[property] = idOf(holder)
      for (const one of wanted) setOwn(context, resource.create, sent, one)
      change(sent)
    },
  })
  for (const { source, value } of wanted) await addPart(context, item, source, value)
  return item
}

export interface Wanted {
  source: Source
  value: number
}

/** New items with the values that the item should find at them, by how the item refers to them. */
export async function holdersFor(
  context: CheckContext,
  wanted: readonly Wanted[],
): Promise<Map<Relation, Item>> {
  const changes = new Map<Relation, { through: Relation | undefined; values: JsonObject }>()
  for (const { source, value } of wanted) {
    const of = source.kind === 'flag' ? source.of : source
    if (of.kind !== 'related') continue
    const { relation, through, property } = of
    const one = changes.get(relation) ?? { through, values: {} }
    const chosen = valueFor(
      context,
      bodyProperties(context.api, relation.holder.create).get(property),
      source,
      value,
    )
    if (chosen !== undefined) one.values[property] = chosen
    changes.set(relation, one)
  }
  const holders = new Map<Relation, Item>()
  for (const [relation, { through, values }] of changes) {
    const far = await context.item(relation.holder, {
      fresh: true,
      body: (sent) => void Object.assign(sent, values),
    })
    if (through === undefined) holders.set(relation, far)
    else holders.set(through, await relatedItem(context, relation, far))
  }
  return holders
}

/** The value of a property that a wish needs: of a choice, one of the named values or another one. */
function valueFor(
  { api }: CheckContext,
  schema: Json | undefined,
  source: Source,
  value: number,
): Json | undefined {
  if (schema === undefined) return undefined
  if (source.kind !== 'flag') return fitting(withoutNull(api.document, viewOf(api.document, schema)), value)
  const [one] = source.values
  if (typeof one === 'boolean') return value === 1
  return value === 1 ? one : choicesIn(api.document, schema).find((choice) => !source.values.includes(choice))
}

/** A number as a schema allows it; undefined where it does not. */
function fitting(view: JsonObject, value: number): Json | undefined {
  const { type, minimum, maximum, exclusiveMinimum } = view
  const whole = type === 'integer' ? Math.round(value) : value
  if (Array.isArray(view.enum) && !view.enum.includes(whole)) return undefined
  const isWithin =
    !(typeof minimum === 'number' && whole < minimum) &&
    !(typeof maximum === 'number' && whole > maximum) &&
    !(typeof exclusiveMinimum === 'number' && whole <= exclusiveMinimum)
  return isWithin ? (type === 'string' ? String(whole) : whole) : undefined
}

/** Sets the value of an operand in a body. */
export function setOwn(
  context: CheckContext,
  operation: ApiOperation | undefined,
  body: JsonObject,
  { source, value }: Wanted,
  shown: JsonObject = {},
): void {
  const properties = bodyProperties(context.api, operation)
  if (source.kind === 'period') {
    const start = body[source.start] ?? shown[source.start]
    const end = dateAfter(start, value, source.unit)
    if (properties.has(source.end) && end !== undefined) body[source.end] = end
    return
  }
  const of: PropertySource | undefined =
    source.kind === 'flag' ? source.of : source.kind === 'own' ? source : undefined
  if (of?.kind !== 'own') return
  const chosen = valueFor(context, properties.get(of.property), source, value)
  if (chosen !== undefined) body[of.property] = chosen
}

/** A moment some time after another one, in its format. */
function dateAfter(start: Json | undefined, length: number, unit: LengthUnit): string | undefined {
  const from = typeof start === 'string' ? Date.parse(start) : Number.NaN
  if (Number.isNaN(from)) return undefined
  const text = new Date(from + length * MS[unit]).toISOString()
  return String(start).length === 10 ? text.slice(0, 10) : text
}

/** Adds an item to a sum that the server computes: a parcel of 500 kg for the total weight of a shipment. */
async function addPart(context: CheckContext, item: Item, source: Source, value: number): Promise<void> {
  const { api, graph } = context
  const { read, create } = item.resource
  if (source.kind !== 'own' || read === undefined || bodyProperties(api, create).has(source.property)) return
  for (const relation of relationsTo(api, graph, item.resource)) {
    const sum = aggregatesIn(api, read, [relation.child]).find((one) => isSum(one, source.property))
    if (sum?.of === undefined) continue
    const { of } = sum
    if (value > 0)
      await relatedItem(context, relation, item, (sent) => void Object.assign(sent, { [of]: value }))
    return
  }
}

const isSum = ({ path, of, by, from }: Aggregate, property: string): boolean =>
  path.join() === property && of !== undefined && by === 'sum' && from === undefined

/** Sets the values of operands that the body of an action has, where the item shows the rest. */
export function changedParts(
  context: CheckContext,
  action: ApiOperation,
  sources: Sources,
  wishes: Wishes,
  shown: JsonObject,
): (parts: Parts) => void {
  return (parts) => {
    const { body } = parts
    if (!isObject(body)) return
    for (const [name, value] of wishes) {
      const source = sources.get(name)

      if (source !== undefined) setOwn(context, action, body, { source, value }, shown)
    }
  }
}
