/** Pairs of values whose order the document states in words: "`ends_at` must be after `starts_at`". */
import type { ApiOperation, Parameter } from '../../../model/api.ts'
import { descriptionOf, type PromisedOrder, promisedOrder } from '../../../model/description.ts'
import { momentOrders } from '../../../model/momentOrders.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import { promisedSide } from '../../../model/promisedSides.ts'
import { rejectionsOf } from '../../../model/rejections.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { isOfSentForm } from '../compare.ts'
import { expectRejection } from '../expectation.ts'

const STATUSES = [422, 400, 409]

/** Whether the document declares how the operation rejects values. */
const rejects = ({ responses }: ApiOperation): boolean =>
  ['422', '400', '4XX', 'default'].some((status) => responses.has(status))

/** Bodies with the two values in the opposite order. */
export function* ordersOfBodies({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const operation of api.operations) {
    if (operation.body === undefined || !rejects(operation)) continue
    const members = bodyProperties(api, operation)
    const names = [...members.keys()]
    const texts: [text: string, self?: string][] = [
      [descriptionOf(operation.operation)],
      ...[...members].map(([name, schema]): [string, string] => [
        descriptionOf(viewOf(api.document, schema)),
        name,
      ]),
    ]
    const spoken = momentOrders(api, graph, operation).flatMap(({ earlier, later }) =>
      earlier.in === 'body' && later.in === 'body'
        ? [{ earlier: earlier.property, later: later.property }]
        : [],
    )
    for (const order of ordersIn(texts, names, spoken))
      yield {
        name: `${order.later} before ${order.earlier}`,
        constraint: `body.${order.later} after ${order.earlier}`,
        operation,
        run: (context) => swapInBody(context, operation, order),
      }
  }
}

/** Bodies with a moment on the other side of now than the document requires: "Must be in the future". */
export function* sidesOfBodies({ api }: Pick<Plan, 'api'>): Generator<Check> {
  for (const operation of api.operations) {
    if (operation.body === undefined || !rejects(operation)) continue
    const causes = rejectionsOf(operation).map(({ cause }) => cause)
    for (const [name, schema] of bodyProperties(api, operation)) {
      const view = withoutNull(api.document, viewOf(api.document, schema))
      const { format } = view
      const side = promisedSide(descriptionOf(view), [...causes, descriptionOf(operation.operation)], name)
      if (side === undefined || (format !== 'date' && format !== 'date-time')) continue
      yield {
        name: `${name} in the ${side}`,
        constraint: `body.${name} in the ${side}`,
        operation,
        run: (context) => onOtherSide(context, operation, { name, side, format }),
      }
    }
  }
}

const YEAR = 366 * 86_400_000

async function onOtherSide(
  context: CheckContext,
  operation: ApiOperation,
  { name, side, format }: { name: string; side: 'future' | 'past'; format: 'date' | 'date-time' },
): Promise<void> {
  const { parts } = await context.succeed(operation, { fresh: true })
  const again = await context.parts(operation, { fresh: true, params: parts.params })
  const moment = new Date(context.now() + (side === 'future' ? -YEAR : YEAR)).toISOString()
  const value = format === 'date' ? moment.slice(0, 10) : `${moment.slice(0, 19)}Z`
  const body = { ...(isObject(again.body) ? again.body : {}), [name]: value }
  if (!isOfSentForm(context.api, operation, again.body, name))
    return context.notObserved({ code: 'not-made', what: `body of the form with ${name}` })
  if (!context.isValidBody(operation, body))
    return context.notObserved({ code: 'invalid-together', what: `another ${name}` })
  const exchange = await context.send(operation, { ...again, body })
  expectRejection(context, operation, exchange, {
    what: `a ${name} in the ${side === 'future' ? 'past' : 'future'}`,
    value,
    fitting: STATUSES,
    any4xx: true,
  })
}

/** Queries with the two values in the opposite order. */
export function* ordersOfQueries({ api }: Pick<Plan, 'api'>): Generator<Check> {
  for (const operation of api.operations) {
    const inputs = operation.inputs.filter(({ in: place }) => place === 'query')
    if (operation.method !== 'GET' || !rejects(operation)) continue
    const texts = inputs.map(({ node, name }): [string, string] => [descriptionOf(node), name])
    for (const order of ordersIn(
      texts,
      inputs.map(({ name }) => name),
    )) {
      const [later, earlier] = [order.later, order.earlier].map((wanted) =>
        inputs.find(({ name }) => name === wanted),
      )
      if (later === undefined || earlier === undefined) continue
      yield {
        name: `${later.name} before ${earlier.name}`,
        constraint: `query.${later.name} after ${earlier.name}`,
        operation,
        run: (context) => swapInQuery(context, operation, later, earlier),
      }
    }
  }
}

function ordersIn(
  texts: readonly [text: string, self?: string][],
  names: readonly string[],
  spoken: readonly PromisedOrder[] = [],
): PromisedOrder[] {
  const orders = [...spoken, ...texts.flatMap(([text, self]) => promisedOrder(text, names, self))]
  return [...new Map(orders.map((one) => [`${one.later} ${one.earlier}`, one])).values()]
}

async function swapInBody(
  context: CheckContext,
  operation: ApiOperation,
  { later, earlier }: PromisedOrder,
): Promise<void> {
  const { parts } = await context.succeed(operation, { fresh: true })
  const sent = isObject(parts.body) ? parts.body : {}
  const [low, high] = isBefore(sent[earlier], sent[later])
    ? [sent[earlier], sent[later]]
    : await acceptedPair(context, operation, later, earlier)
  const again = await context.parts(operation, { fresh: true, params: parts.params })
  const other = isObject(again.body) ? again.body : {}
  const body = { ...other, [later]: low ?? null, [earlier]: high ?? null }
  const isOfForm = [later, earlier].every((name) => isOfSentForm(context.api, operation, other, name))
  if (low === undefined || !isOfForm || !context.isValidBody(operation, body))
    return context.notObserved({ code: 'not-made', what: `body with ${later} before ${earlier}` })
  const exchange = await context.send(operation, { ...again, body })
  expectRejection(context, operation, exchange, {
    what: `a ${later} before ${earlier}`,
    value: low,
    fitting: STATUSES,
    any4xx: true,
  })
}

/** Two values that the server accepts in their order, where the body has none. */
async function acceptedPair(
  context: CheckContext,
  operation: ApiOperation,
  later: string,
  earlier: string,
): Promise<Json[]> {
  const members = bodyProperties(context.api, operation)
  const [low, high] = pairFor(context, ...[later, earlier].map((name) => ({ schema: members.get(name) })))
  if (low === undefined || high === undefined) return []
  const parts = await context.parts(operation, { fresh: true })
  const body = { ...(isObject(parts.body) ? parts.body : {}), [earlier]: low, [later]: high }
  const isOfForm = [later, earlier].every((name) => isOfSentForm(context.api, operation, parts.body, name))
  if (!isOfForm || !context.isValidBody(operation, body)) return []
  return (await context.send(operation, { ...parts, body })).status < 300 ? [low, high] : []
}

async function swapInQuery(
  context: CheckContext,
  operation: ApiOperation,
  later: Parameter,
  earlier: Parameter,
): Promise<void> {
  const [low, high] = pairFor(context, later, earlier)
  if (low === undefined || high === undefined)
    return context.notObserved({ code: 'not-made', what: `value of ${later.name} and ${earlier.name}` })
  const { parts } = await context.succeed(operation)
  const query = { ...parts.query, [later.name]: low, [earlier.name]: high }
  const exchange = await context.send(operation, { ...parts, query })
  expectRejection(context, operation, exchange, {
    what: `a ${later.name} before ${earlier.name}`,
    value: low,
    fitting: STATUSES,
    any4xx: true,
  })
}

/** Two values for both parameters, the smaller one first; none for types without an order. */
function pairFor({ api }: CheckContext, ...inputs: Pick<Parameter, 'schema'>[]): Json[] {
  const kinds = inputs.map(({ schema }) => {
    const view = withoutNull(api.document, viewOf(api.document, schema))
    return view.format === 'date' || view.format === 'date-time' ? view.format : typesOf(view)[0]
  })
  if (kinds[0] !== kinds[1]) return []
  if (kinds[0] === 'date') return ['2031-03-04', '2031-05-06']
  if (kinds[0] === 'date-time') return ['2031-03-04T09:00:00Z', '2031-05-06T09:00:00Z']
  return kinds[0] === 'integer' || kinds[0] === 'number' ? [10, 20] : []
}

function isBefore(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  return typeof a === 'string' && typeof b === 'string' && Date.parse(a) < Date.parse(b)
}
