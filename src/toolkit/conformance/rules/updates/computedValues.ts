/** Values that descriptions compute from related items, from a period or from a moment: "14 days after `issued_on`". */
import { type ApiOperation, actionsOn } from '../../../model/api.ts'
import { type DerivedValue, derivedValues } from '../../../model/derivedValues.ts'
import { evaluated, operandsOf } from '../../../model/expressions.ts'
import { currenciesIn, isResult, numberOf } from '../../../model/formulas.ts'
import { isShown } from '../../../model/operationProperties.ts'
import { isPromisedMoment, type PromisedMoment } from '../../../model/promisedMoments.ts'
import type { Resource } from '../../../model/resources.ts'
import { scenariosOf } from '../../../model/scenarios.ts'
import type { Json } from '../../../openapi/document.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'
import { arrangedItem, changedParts, type Wishes } from './arranged.ts'
import { isSet, relatedItems, valuesOf } from './sourceValues.ts'

export function* computedValues({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources) {
    const { create } = resource
    if (create === undefined) continue
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
  const usual = await firstShown(context, resource, derived)
  const { result, sources } = derived
  const first = await check(context, derived, usual)
  if (first.isRight === false) return
  let isObserved = first.isRight === true
  const scenarios = (
    'expression' in result ? [result.expression] : (result.cases ?? []).map(({ when }) => when)
  ).flatMap((expression) =>
    scenariosOf(
      expression,
      (name) => numberOf(first.valuesFor(name)[0]),
      'expression' in result && result.rounding !== undefined,
      (name) => sources.get(name)?.kind === 'flag',
    ),
  )
  let isConfirmed = usual.action === undefined || numberOf(shownAt(usual.last, [derived.property])) !== 0
  for (const wishes of scenarios) {
    const shown = await observed(context, resource, derived, { action: usual.action, wishes })
    if (shown === undefined) continue
    const isZero = numberOf(shownAt(shown.last, [derived.property])) === 0
    isConfirmed ||= !isZero
    // An action that ends an item in another way may set it to zero.
    if (!isConfirmed) continue
    const { isRight } = await check(context, derived, shown)
    if (isRight === false) return
    isObserved ||= isRight === true
  }
  if (!isObserved) lacks(context, derived)
}

const lacks = (context: CheckContext, { property }: DerivedValue): never =>
  context.notObserved({ code: 'absent', from: 'the resource', what: `part of ${property}` })

/** A sentence about a value that only an action sets: "0 until it is returned". */
const IS_LATER =
  /\b(?:until|while|once|after|before|when|on [a-z]+ing|on (?:check-?out|return|completion|approval))\b/i

/** The value where nothing is special, after the creation or after the first action that sets it. */
async function firstShown(context: CheckContext, resource: Resource, derived: DerivedValue): Promise<Shown> {
  const { by, text, property } = derived
  const actions = actionsOn(context.api, resource.item)
  const stated = by === resource.create ? undefined : by
  const isLater = IS_LATER.test(text) && actions.length > 0
  const zeros: Shown[] = []
  for (const action of by === undefined ? [undefined, ...actions] : [stated]) {
    const shown = await observed(context, resource, derived, { action, wishes: new Map() })
    if (shown === undefined) continue
    const isZero = numberOf(shownAt(shown.last, [property])) === 0
    // An action that ends an item in another way may set it to zero.
    if (!isZero || (action === undefined && !isLater && (await isComplete(context, derived, shown))))
      return shown
    if (action !== undefined || !isLater) zeros.push(shown)
  }
  return (
    zeros.find(({ action }) => action !== undefined) ??
    zeros[0] ??
    context.notObserved({ code: 'absent', from: 'the resource', what: property })
  )
}

/** Whether an item shows all values that the calculation needs. */
async function isComplete(
  context: CheckContext,
  derived: DerivedValue,
  { item, last }: Shown,
): Promise<boolean> {
  const related = await relatedItems(context, item, last, derived.sources)
  return [...derived.sources.values()].every((source) => valuesOf(source, last, related).length > 0)
}

interface Arranged {
  /** The action that sets the value. Undefined: the creation. */
  action: ApiOperation | undefined
  wishes: Wishes
}

/** An item that shows the value; undefined where it could not be created, or does not show it. */
async function observed(
  context: CheckContext,
  resource: Resource,
  { property, sources }: DerivedValue,
  { action, wishes }: Arranged,
): Promise<Shown | undefined> {
  try {
    const item = await arrangedItem(
      context,
      { resource, sources, readyFor: action },
      wishes,
      (sent) => void delete sent[property],
    )
    const change = action && changedParts(context, action, sources, wishes, item.body)
    const acted =
      action && (await context.succeed(action, { params: item.params, ...(change && { change }) })).exchange
    const last = await eventually(
      context,
      async () => (isShown(resource) ? context.read(item) : (acted ?? item.made)),
      (one) => isSet(shownAt(one, [property])),
    )
    const proof = acted === undefined ? [item.made] : [item.made, acted]
    return isSet(shownAt(last, [property])) ? { item, last, action, proof } : undefined
  } catch (error) {
    // The first failure may be the only one: its reason is the better one.
    if (error instanceof NotObserved && (wishes.size > 0 || action !== undefined)) return undefined
    throw error
  }
}

interface Shown {
  item: Item
  action: ApiOperation | undefined
  /** Shows the value. */
  last: Recorded
  proof: Recorded[]
}

interface Checked {
  /** Undefined where a value is missing. */
  isRight: boolean | undefined
  valuesFor: (name: string) => readonly Json[]
}

async function check(
  context: CheckContext,
  derived: DerivedValue,
  { item, last, proof }: Shown,
): Promise<Checked> {
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
  if (computed?.isRight === false)
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
  return { isRight: computed?.isRight, valuesFor }
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
    const value = typeof shown === 'boolean' ? Number(shown) : numberOf(shown)
    if (expected === undefined || value === undefined) return undefined
    const { rounding } = result
    return {
      isRight: results.some((one) => isResult(value, one, { isInteger, rounding })),
      expected: typeof shown === 'boolean' ? expected === 1 : expected,
    }
  }
  const { isBefore } = result
  const [base] = valuesFor(result.base)
  const { amount: stated, unit } = lengthFor(result, valuesFor) ?? {}
  const amount = stated === undefined ? undefined : numberOf(valuesFor(stated)[0] ?? stated)
  if (typeof base !== 'string' || typeof shown !== 'string' || amount === undefined || unit === undefined)
    return undefined
  const expected = `${amount} ${unit}${amount === 1 ? '' : 's'} ${isBefore ? 'before' : 'after'} ${base}`
  return { isRight: isPromisedMoment({ unit, isBefore }, amount, base, shown), expected }
}

/** The length of time in the case of an item; undefined where what decides it is missing. */
function lengthFor(
  { amount, unit, cases = [] }: PromisedMoment,
  valuesFor: (name: string) => readonly Json[],
): Pick<PromisedMoment, 'amount' | 'unit'> | undefined {
  for (const one of cases) {
    const isMet = evaluated(one.when, (name) => numberOf(valuesFor(name)[0]))
    if (isMet === undefined) return undefined
    if (isMet !== 0) return one
  }
  return { amount, unit }
}
