/** Sends numbers and lengths beyond the limits that the document states: one guest too many, a night too long. */
import { type Expression, evaluated, operandsOf } from '../../../model/expressions.ts'
import { lengthsOf } from '../../../model/namedValues.ts'
import { type NumberLimit, numberLimits } from '../../../model/numberLimits.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { relatedLimits } from '../../../model/relatedValues.ts'
import type { Relation } from '../../../model/relations.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { idOf } from '../../engine/items.ts'
import type { Parts } from '../../engine/requests.ts'
import {
  type Check,
  type CheckContext,
  type Item,
  NotObserved,
  type Plan,
  rejected,
} from '../../engine/rule.ts'
import { isSame, shownAt } from '../compare.ts'
import { holdersFor, setOwn, type Wanted, type Wishes } from './arranged.ts'
import { relatedItems, valuesOf } from './sourceValues.ts'

/** @param breaks reports an accepted request: the exchanges before it, then the request */
export function* promisedNumbers(
  { api, graph }: Pick<Plan, 'api' | 'graph'>,
  breaks: (context: CheckContext, limit: NumberLimit, exchanges: Recorded[]) => void,
): Generator<Check> {
  const known = graph.resources
    .flatMap((one) => relatedLimits(api, graph, one))
    .map(({ property, of }) => `${property} ${of}`)
  for (const resource of graph.resources)
    for (const limit of numberLimits(api, graph, resource)) {
      const [of] = limit.bound.kind === 'operand' ? [limit.sources.get(limit.bound.name)] : []
      const isKnown =
        of?.kind === 'related' && known.includes(`${operandsOf(limit.left).join()} ${of.property}`)
      if (isKnown && limit.side === 'most') continue
      yield {
        name: `${operandsOf(limit.left).join(' and ')} ${BEYOND[limit.side]} of ${operandsOf(limit.bound).join(' and ') || 'the limit'}`,
        constraint: `response ${limit.status}`,
        operation: limit.operation,
        async run(context) {
          const exchanges = await exceed(context, resource, limit)
          if (exchanges !== undefined) breaks(context, limit, exchanges)
        },
      }
    }
}

const BEYOND = { most: 'above', least: 'below', multiple: 'no multiple' }
/** A number of a related item that a limit is about. */
const SMALL = 5

/** Sends a number beyond the limit in each case. @returns the exchanges, where it was accepted */
async function exceed(
  context: CheckContext,
  resource: Resource,
  limit: NumberLimit,
): Promise<Recorded[] | undefined> {
  const flags = [...limit.sources].flatMap(([name, { kind }]) => (kind === 'flag' ? [name] : []))
  const related = operandsOf(limit.bound).filter((name) => limit.sources.get(name)?.kind === 'related')
  const numbers = related.filter((name) => !flags.includes(name)).map((name) => [name, SMALL] as const)
  // At most one condition is met. With several, the case in which none is met has no limit, or is one of few.
  const cases = [...(flags.length > 1 ? [] : [[]]), ...flags.map((name) => [name])]
  let failure: NotObserved | undefined
  let isObserved = false
  for (const met of cases) {
    const chosen = met.length > 0 ? met : flags
    const wishes = new Map([...numbers, ...chosen.map((name) => [name, met.includes(name) ? 1 : 0] as const)])
    try {
      const found = await exceedIn(context, resource, limit, wishes)
      if (found !== undefined) return found
      isObserved = true
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error
      failure ??= error
    }
  }
  if (!isObserved && failure !== undefined) throw failure
  return undefined
}

/** A request that should succeed, for an item with the wished values. */
interface Prepared {
  parts: Parts
  body: JsonObject
  /** The value of an operand. */
  valueFor: (name: string) => Json | undefined
  proof: Recorded[]
}

async function exceedIn(
  context: CheckContext,
  resource: Resource,
  limit: NumberLimit,
  wishes: Wishes,
): Promise<Recorded[] | undefined> {
  const { operation } = limit
  const send = async (isBeyond: boolean) => {
    const wanted = [...wishes].flatMap(([name, value]) => {
      const source = limit.sources.get(name)
      return source === undefined ? [] : [{ source, value }]
    })
    const { parts, body, valueFor, proof } =
      operation === resource.create
        ? await preparedNew(context, limit, wanted)
        : await preparedAction(context, resource, limit, wanted)
    const bound = boundFor(limit, valueFor)
    const values = bound && numbersFor(context, limit, body, isBeyond ? beyond(limit, bound) : bound)
    const whole = { ...body, ...(values ?? {}) }
    if (!isObject(values) || !context.isValidBody(operation, whole))
      return context.notObserved({
        code: 'invalid-together',
        what: `number ${BEYOND[limit.side]} ${bound ?? 'the limit'}`,
      })
    const exchange = await context.send(operation, { ...parts, body: whole })
    return { exchange, values, proof }
  }
  const { exchange: allowed } = await send(false)
  if (allowed.status >= 300) return context.notObserved(rejected('the number at the limit', allowed))
  const { exchange, values, proof } = await send(true)
  return isAccepted(exchange, values) ? [...proof, exchange] : undefined
}

async function preparedNew(
  context: CheckContext,
  limit: NumberLimit,
  wanted: readonly Wanted[],
): Promise<Prepared> {
  const { operation } = limit
  const holders = await holdersFor(context, wanted)
  const [within] = [...holders].flatMap(([{ property }, one]) => (property === undefined ? [one] : []))
  const parts = await context.parts(operation, { fresh: true, params: within?.params ?? {} })
  const body: JsonObject = isObject(parts.body) ? { ...parts.body } : {}
  for (const [{ property }, holder] of holders) if (property !== undefined) body[property] = idOf(holder)
  for (const one of wanted) setOwn(context, operation, body, one)
  const found = await readHolders(context, holders, limit)
  return {
    parts,
    body,
    valueFor: (name) => valueIn(limit, name, body, found),
    proof: [...holders.values()].map(({ made }) => made),
  }
}

/** An item in the state in which the action is possible. */
async function preparedAction(
  context: CheckContext,
  resource: Resource,
  { operation, sources }: NumberLimit,
  wanted: readonly Wanted[],
): Promise<Prepared> {
  const holders = await holdersFor(context, wanted)
  const item = await context.item(resource, {
    fresh: true,
    readyFor: operation,
    body(sent) {
      for (const [{ property }, holder] of holders) if (property !== undefined) sent[property] = idOf(holder)
      for (const one of wanted) setOwn(context, resource.create, sent, one)
    },
  })
  const last = await context.read(item)
  const related = await relatedItems(context, item, last, sources)
  const parts = await context.parts(operation, { params: item.params })
  const body: JsonObject = isObject(parts.body) ? { ...parts.body } : {}
  return {
    parts: { ...parts, params: { ...parts.params, ...item.params } },
    body,
    valueFor(name) {
      const source = sources.get(name)
      const own = source?.kind === 'own' ? body[source.property] : undefined
      return own ?? (source && valuesOf(source, last, related)[0])
    },
    proof: [item.made, last, ...related.values()],
  }
}

const isAccepted = (exchange: Recorded, values: JsonObject): boolean =>
  exchange.status < 300 &&
  exchange.status !== 202 &&
  Object.entries(values).every(([name, value]) => isSame(shownAt(exchange, [name]) ?? value, value))

function beyond({ side, left, sources }: NumberLimit, bound: number): number {
  if (side !== 'least') return bound + 1
  // The last day may count as one.
  const isOfDays = operandsOf(left).some((name) => {
    const source = sources.get(name)
    return source?.kind === 'period' && source.unit === 'days'
  })
  return bound - (isOfDays ? 2 : 1)
}

const boundFor = ({ bound }: NumberLimit, valueFor: (name: string) => Json | undefined): number | undefined =>
  evaluated(bound, (name) => {
    const value = valueFor(name)
    return typeof value === 'number' ? value : undefined
  })

/** The responses that show the holders, by how the new item refers to them. */
async function readHolders(
  context: CheckContext,
  holders: ReadonlyMap<Relation, Item>,
  { sources }: NumberLimit,
): Promise<Map<Relation, Recorded>> {
  const found = new Map<Relation, Recorded>()
  for (const [relation, holder] of holders) {
    const shown = await context.read(holder)
    found.set(relation, shown)
    for (const [other, far] of await relatedItems(context, holder, shown, throughs(sources, relation)))
      found.set(other, far)
  }
  return found
}

/** The sources beyond an item, as they are seen from there. */
const throughs = (sources: NumberLimit['sources'], near: Relation): NumberLimit['sources'] =>
  new Map(
    [...sources].flatMap(([name, source]) => {
      const of = source.kind === 'flag' ? source.of : source
      return of.kind === 'related' && of.through === near
        ? [[name, { kind: 'related' as const, relation: of.relation, property: of.property }] as const]
        : []
    }),
  )

/** The value of an operand of a request. */
function valueIn(
  { sources }: NumberLimit,
  name: string,
  body: JsonObject,
  found: ReadonlyMap<Relation, Recorded>,
): Json | undefined {
  const source = sources.get(name)
  if (source === undefined) return undefined
  if (source.kind === 'period') {
    const [start, end] = [body[source.start], body[source.end]]
    return typeof start === 'string' && typeof end === 'string' ? lengthsOf(source, start, end)[0] : undefined
  }
  const of = source.kind === 'flag' ? source.of : source
  const response = of.kind === 'related' ? found.get(of.relation) : undefined
  const value = of.kind === 'related' ? response && shownAt(response, [of.property]) : body[of.property]
  if (source.kind !== 'flag') return value
  return value === undefined || value === null
    ? undefined
    : source.values.some((one) => one === value)
      ? 1
      : 0
}

/** The properties of a body in which the limited number has a value; undefined where it cannot. */
function numbersFor(
  context: CheckContext,
  { left, operation, sources }: NumberLimit,
  body: JsonObject,
  wanted: number,
): JsonObject | undefined {
  const names = [...new Set(operandsOf(left))]
  const [first = '', ...others] = names
  const source = sources.get(first)
  if (source?.kind === 'period') {
    const changed = { ...body }
    setOwn(context, operation, changed, { source, value: wanted })
    const end = changed[source.end]
    return end === undefined || end === null ? undefined : { [source.end]: end }
  }
  const properties = bodyProperties(context.api, operation)
  const leastOf = (name: string): number => {
    const { minimum, type } = withoutNull(
      context.api.document,
      viewOf(context.api.document, properties.get(name)),
    )
    const isWhole = typesOf({ type: type ?? null }).includes('integer')
    return Math.max(typeof minimum === 'number' ? minimum : 0, isWhole ? 1 : 0)
  }
  const rest = others.map((name) => [name, leastOf(name)] as const)
  const sum = rest.reduce((all, [, value]) => all + value, 0)
  const values = { [first]: wanted - sum, ...Object.fromEntries(rest) }
  const isReached = evaluatedFor(left, values) === wanted
  return isReached && wanted - sum >= 0 ? values : undefined
}

const evaluatedFor = (left: Expression, values: Readonly<Record<string, number>>): number | undefined =>
  evaluated(left, (name) => values[name])
