/** Values that descriptions compute from related items, from a period or from a moment: "14 days after `issued_on`". */
import { type ApiOperation, actionsOn } from '../../../model/api.ts'
import { type DerivedValue, derivedValues, lengthsOf, type Source } from '../../../model/derivedValues.ts'
import { evaluated, operandsOf } from '../../../model/expressions.ts'
import { currenciesIn, isResult, numberOf } from '../../../model/formulas.ts'
import { isShown } from '../../../model/operationProperties.ts'
import { isPromisedMoment } from '../../../model/promisedMoments.ts'
import type { Relation } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'

export function* computedValues({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { create } = resource
    if (create === undefined || !isShown(resource)) continue
    for (const derived of derivedValues(api, graph, resource))
      yield {
        name: `${derived.property} by its description`,
        constraint: `/${derived.property} is the computed value`,
        operation: create,
        run: (context) => compare(context, resource, derived),
      }
  }
}

/** Compares the value of a new item, or that of an item on which the action was called that sets the value. */
async function compare(context: CheckContext, resource: Resource, derived: DerivedValue): Promise<void> {
  const { property, by } = derived
  const actions = actionsOn(context.api, resource.item)
  const stated = by === resource.create ? undefined : by
  for (const action of by === undefined ? [undefined, ...actions] : [stated]) {
    const item = await context.item(resource, {
      fresh: true,
      body: (sent) => void delete sent[property],
    })
    const acted = action && (await succeeded(context, action, item))
    if (action !== undefined && acted === undefined) continue
    const last = await eventually(
      context,
      () => context.read(item),
      (one) => isSet(shownAt(one, [property])),
    )
    const shown = shownAt(last, [property])
    // An action that ends an item in another way may set it to zero.
    if (!isSet(shown) || (action !== undefined && numberOf(shown) === 0)) continue
    return check(context, {
      item,
      derived,
      last,
      proof: acted === undefined ? [item.made] : [item.made, acted],
    })
  }
  return context.notObserved({ code: 'absent', from: 'the resource', what: property })
}

const isSet = (value: Json | undefined): value is Json => value !== undefined && value !== null

async function succeeded(
  context: CheckContext,
  action: ApiOperation,
  item: Item,
): Promise<Recorded | undefined> {
  try {
    return (await context.succeed(action, { params: item.params })).exchange
  } catch (error) {
    if (error instanceof NotObserved) return undefined
    throw error
  }
}

interface Shown {
  item: Item
  derived: DerivedValue
  /** Shows the value. */
  last: Recorded
  proof: Recorded[]
}

async function check(context: CheckContext, { item, derived, last, proof }: Shown): Promise<void> {
  const { property, sources, text } = derived
  const related = await relatedItems(context, item, last, sources)
  const objects = [last, ...related.values()].map(({ json }) => json as Json)
  if (currenciesIn(objects).size > 1)
    return context.notObserved({ code: 'not-made', what: 'items of one currency' })
  const shown = shownAt(last, [property]) ?? null
  const valuesFor = (name: string): Json[] => {
    const source = sources.get(name)
    return source === undefined ? [] : valuesOf(source, last, related)
  }
  const computed = computedFor(derived, valuesFor, shown)
  if (computed === undefined)
    return context.notObserved({ code: 'absent', from: 'the resource', what: `part of ${property}` })
  if (computed.isRight) return
  context.broken({
    code: 'computed-value-differs',
    subject: `/${property}`,
    received: shown,
    expected: computed.expected,
    details: { text },
    exchange: last,
    with: [...proof, ...related.values()],
    pointer: `/${property}`,
  })
}

/** The items that an item refers to, by the relations of the sources. */
async function relatedItems(
  context: CheckContext,
  item: Item,
  last: Recorded,
  sources: DerivedValue['sources'],
): Promise<Map<Relation, Recorded>> {
  const found = new Map<Relation, Recorded>()
  for (const source of sources.values()) {
    if (source.kind !== 'related' || found.has(source.relation)) continue
    const { holder, property } = source.relation
    const id = property === undefined ? item.params[holder.parameter] : shownAt(last, [property])
    if (holder.read === undefined || (typeof id !== 'string' && typeof id !== 'number'))
      return context.notObserved({ code: 'absent', from: 'the resource', what: property ?? holder.parameter })
    const params = { ...item.params, [holder.parameter]: id }
    const other = await context.send(holder.read, { params, query: {}, headers: {} })
    if (other.status >= 300)
      return context.notObserved({
        code: 'returned',
        what: `GET of the ${property ?? holder.parameter}`,
        status: other.status,
      })
    found.set(source.relation, other)
  }
  return found
}

/** The values that an operand may have. */
function valuesOf(source: Source, last: Recorded, related: ReadonlyMap<Relation, Recorded>): Json[] {
  if (source.kind === 'period') {
    const [start, end] = [source.start, source.end].map((name) => shownAt(last, [name]))
    return typeof start === 'string' && typeof end === 'string' ? lengthsOf(source, start, end) : []
  }
  const from = source.kind === 'related' ? related.get(source.relation) : last
  const value = from && shownAt(from, [source.property])
  if (source.kind === 'entries') return Array.isArray(value) ? [value.length] : []
  return isSet(value) ? [value] : []
}

/** The result by the description; undefined where a value is missing. */
function computedFor(
  { result, isInteger }: DerivedValue,
  valuesFor: (name: string) => readonly Json[],
  shown: Json,
): { isRight: boolean; expected: Json } | undefined {
  if ('expression' in result) {
    const names = operandsOf(result.expression)
    const variants = Math.max(0, ...names.map((name) => valuesFor(name).length))
    const results = Array.from({ length: variants }, (_, nth) =>
      evaluated(result.expression, (name) => numberOf(valuesFor(name)[nth] ?? valuesFor(name)[0])),
    ).flatMap((one) => one ?? [])
    const [expected] = results
    const value = numberOf(shown)
    if (expected === undefined || value === undefined) return undefined
    const { rounding } = result
    return { isRight: results.some((one) => isResult(value, one, { isInteger, rounding })), expected }
  }
  const { unit, isBefore } = result
  const [base] = valuesFor(result.base)
  const amount = numberOf(valuesFor(result.amount)[0] ?? result.amount)
  if (typeof base !== 'string' || typeof shown !== 'string' || amount === undefined) return undefined
  const expected = `${amount} ${unit}${amount === 1 ? '' : 's'} ${isBefore ? 'before' : 'after'} ${base}`
  return { isRight: isPromisedMoment(result, amount, base, shown), expected }
}
