/** Counts and sums that an item shows of the items that belong to it: they follow creations, changes and deletions. */

import { type Aggregate, aggregatesShown } from '../../../model/aggregates.ts'
import { type Api, type ApiOperation, actionsOn } from '../../../model/api.ts'
import { bodyProperties, isShown } from '../../../model/operationProperties.ts'
import { isAt } from '../../../model/paths.ts'
import { type Relation, relationsTo } from '../../../model/relations.ts'
import type { Resource, ResourceGraph } from '../../../model/resources.ts'
import { statusOf } from '../../../model/roles.ts'
import { lastSegment } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { withVersion } from '../../engine/bodyVersion.ts'
import type { Recorded } from '../../engine/events.ts'
import { eventually } from '../../engine/eventually.ts'
import { itemsOf } from '../../engine/items.ts'
import { wholeList } from '../../engine/pages.ts'
import { type Check, type CheckContext, type Item, NotObserved, type Plan } from '../../engine/rule.ts'
import { isSame } from '../compare.ts'
import { relatedItem } from '../related.ts'
import { enterState, throughStates } from '../states.ts'
import { storedVariants } from '../storedVariants.ts'
import { addedBy, isTotal, rounded, shownBy, totalOf } from './amounts.ts'

export function* aggregates({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const holder of graph.resources) {
    const shows = holder.read ?? holder.list
    if (shows === undefined || (holder.create ?? holder.put) === undefined) continue
    for (const { relation, aggregate } of shownOf(api, graph, holder)) {
      const at = aggregate.path.join('/')
      yield {
        name: at,
        constraint: `/${at} ${aggregate.of === undefined ? 'counts' : 'adds up'}`,
        operation: shows,
        run: (context) => new Comparison(context, relation, aggregate, shows).run(),
      }
    }
  }
}

/** The aggregates that an item shows, each with the one relation that it can be about. */
function shownOf(
  api: Api,
  graph: ResourceGraph,
  holder: Resource,
): { relation: Relation; aggregate: Aggregate }[] {
  const relations = relationsTo(api, graph, holder)
  const children = [...new Set(relations.map(({ child }) => child))]
  // A number that clients send, such as `seats`, counts nothing.
  const sent = new Set([holder.create, holder.update].flatMap((one) => [...bodyProperties(api, one).keys()]))
  return aggregatesShown(api, holder, children).flatMap((aggregate) => {
    const [relation, ...others] = relations.filter(({ child }) => child === aggregate.resource)
    const isClear = relation !== undefined && others.length === 0 && !sent.has(aggregate.path[0] ?? '')
    return isClear ? [{ relation, aggregate }] : []
  })
}

const MAX_ACTIONS = 3

class Comparison {
  readonly #context: CheckContext
  readonly #relation: Relation
  readonly #aggregate: Aggregate
  readonly #read: ApiOperation
  /** The number of the new holder, which has no children of this check. */
  #start = 0
  readonly #children: Item[] = []
  /** The numbers that were sent instead of usual ones. */
  readonly #varied: Json[] = []
  #exchanges: Recorded[] = []
  /** The total of the children when they were last compared. */
  #last = Number.POSITIVE_INFINITY

  constructor(context: CheckContext, relation: Relation, aggregate: Aggregate, read: ApiOperation) {
    this.#context = context
    this.#relation = relation
    this.#aggregate = aggregate
    this.#read = read
  }

  async run(): Promise<void> {
    const { holder } = this.#relation
    const item = await this.#context.item(holder, { fresh: true })
    const { json } = await this.#context.read(item)
    const start = shownBy(this.#aggregate, json)
    const whole = this.#whole(json)
    // There is no average yet.
    if (start === undefined && this.#aggregate.by === 'sum')
      return this.#context.notObserved({
        code: 'absent',
        from: 'the resource',
        what: `number at ${this.#pointer}`,
      })
    this.#start = whole === undefined ? (start ?? 0) : whole - (start ?? 0)
    this.#exchanges = [item.made]
    await this.#make(item)
    await this.#make(item).catch(unlessNotObserved)
    if (await this.#differs(item, 'created')) return
    if ((await this.#changes()) && (await this.#differs(item, 'changed'))) return
    if (await this.#differsInStates(item)) return
    if (await this.#leaves()) await this.#differs(item, 'left')
  }

  async #make(item: Item): Promise<void> {
    const { of } = this.#aggregate
    const { child } = this.#relation
    const schema = of === undefined ? undefined : bodyProperties(this.#context.api, child.create).get(of)
    const made = await relatedItem(this.#context, this.#relation, item, (sent) => {
      if (of !== undefined && schema !== undefined && this.#children.length > 0) this.#vary(sent, of, schema)
    })
    this.#children.push(made)
    this.#exchanges.push(made.made)
  }

  /** Different numbers show which of them are missing from a sum. */
  #vary(sent: JsonObject, of: string, schema: Json): void {
    const { api, random } = this.#context
    const used = [sent[of], ...this.#children.map(({ body }) => body[of]), ...this.#varied]
    const other = storedVariants(api.document, schema, random, of).find(
      ({ value }) => typeof value === typeof sent[of] && !used.some((one) => isSame(one, value)),
    )
    if (other === undefined) return
    sent[of] = other.value
    this.#varied.push(other.value)
  }

  /** Changes the summed number of the first child, where an update can. */
  async #changes(): Promise<boolean> {
    const { of } = this.#aggregate
    const { update } = this.#relation.child
    const [child] = this.#children
    const schema =
      of === undefined || update?.method !== 'PATCH'
        ? undefined
        : bodyProperties(this.#context.api, update).get(of)
    if (child === undefined || of === undefined || update === undefined || schema === undefined) return false
    const body: JsonObject = { [of]: child.body[of] ?? null }
    this.#vary(body, of, schema)
    return this.#send(update, child, withVersion(this.#context, update, child, body))
  }

  /** Brings the first child from state to state, where only children in some states are counted. */
  async #differsInStates(item: Item): Promise<boolean> {
    const { portion } = this.#aggregate
    const [child] = this.#children
    const status = portion && statusOf(this.#context.api, this.#relation.child)
    if (child === undefined || portion === undefined) return false
    if (status?.property !== portion.property) {
      const isSet = await this.#setsFlag(child, portion.property)
      return isSet && (await this.#differs(item, 'changed'))
    }
    for await (const exchange of throughStates(this.#context, child, status, portion?.states ?? [])) {
      this.#exchanges.push(exchange)
      if (await this.#differs(item, 'changed')) return true
      if ((await this.#changes()) && (await this.#differs(item, 'changed'))) return true
    }
    return false
  }

  /** Sets a boolean of a child to its other value, by an update or by an action of that name. */
  async #setsFlag(child: Item, flag: string): Promise<boolean> {
    const { update } = this.#relation.child
    if (update?.method === 'PATCH' && bodyProperties(this.#context.api, update).has(flag)) {
      const body = withVersion(this.#context, update, child, { [flag]: child.body[flag] !== true })
      return this.#send(update, child, body)
    }
    const exchange = await enterState(this.#context, child, undefined, flag)
    if (exchange !== undefined) this.#exchanges.push(exchange)
    return exchange !== undefined
  }

  /** Deletes the last child, or acts on it, where it cannot be deleted. The first one may be in a final state. */
  async #leaves(): Promise<boolean> {
    const { delete: remove, item: path } = this.#relation.child
    const child = this.#children.at(-1)
    if (child === undefined) return false
    const isPlain = (one: ApiOperation) =>
      !one.inputs.some(({ required, in: at }) => required && at === 'query') && one.body?.required !== true
    const actions = actionsOn(this.#context.api, path)
    const ways = [...(remove === undefined ? [] : [remove]), ...actions.slice(0, MAX_ACTIONS)].filter(isPlain)
    for (const operation of ways) if (await this.#send(operation, child)) return true
    return false
  }

  async #send(operation: ApiOperation, child: Item, body?: JsonObject): Promise<boolean> {
    const parts = await this.#context.parts(operation, { params: child.params })
    const exchange = await this.#context.send(operation, {
      ...parts,
      params: { ...parts.params, ...child.params },
      ...(body !== undefined && { body }),
    })
    this.#exchanges.push(exchange)
    return exchange.status < 300 && exchange.status !== 202
  }

  get #pointer(): string {
    return `/${this.#aggregate.path.join('/')}`
  }

  /** Compares the number with the children as they are now; true once it was reported. */
  async #differs(item: Item, after: 'created' | 'changed' | 'left'): Promise<boolean> {
    const before = this.#last
    const wrong = await eventually(this.#context, async () => {
      const rows = await this.#rows(item)
      const response = await this.#context.read(item)
      const shown = shownBy(this.#aggregate, response.json)
      if (rows === undefined || response.status >= 300) return undefined
      const total = totalOf(this.#aggregate, rows.items)
      // A deleted item may only be marked as deleted, and be counted still.
      const isUnclear = after === 'left' && (this.#aggregate.by !== 'sum' || (total ?? 0) >= before)
      if (total === undefined || isUnclear) return undefined
      this.#last = total
      const expected = this.#expected(total, rows, response.json)
      // An average may need more items than there are.
      const isEarly = shown === undefined && this.#aggregate.by !== 'sum'
      const isRight = isEarly || (shown !== undefined && isTotal(this.#aggregate, shown, expected))
      return isRight ? undefined : { response, shown, expected, rows }
    })
    if (wrong === undefined) return false
    this.#context.broken({
      ...factOf(this.#aggregate, after),
      subject: this.#pointer,
      received: wrong.shown,
      expected: wrong.expected,
      exchange: wrong.response,
      with: [...this.#exchanges, ...wrong.rows.exchanges],
      pointer: this.#pointer,
      place: this.#read.pointer,
    })
    return true
  }

  /** The list below the holder, else the children of this check. Undefined where neither shows what is counted. */
  async #rows(
    item: Item,
  ): Promise<{ items: JsonObject[]; exchanges: Recorded[]; isWhole: boolean } | undefined> {
    const { child, holder } = this.#relation
    if (child.list !== undefined && isAt(holder.item, child.list.path)) {
      const { pages, ended } = await wholeList(this.#context, child, item.params)
      const isRead = ended && pages.every(({ status }) => status < 300)
      const items = pages.flatMap((page) => itemsOf(this.#context, child, page))
      if (isRead && items.every((one) => addedBy(this.#aggregate, one) !== undefined))
        return { items, exchanges: pages, isWhole: true }
      if (child.read === undefined)
        return this.#context.notObserved({ code: 'not-read', what: 'the whole list' })
    }
    if (!isShown(child)) return undefined
    const exchanges = await Promise.all(this.#children.map((one) => this.#context.read(one)))
    const items = exchanges.flatMap(({ status, json }) =>
      status < 300 && isObject(json as Json) ? [json as JsonObject] : [],
    )
    return items.some((one) => addedBy(this.#aggregate, one) === undefined)
      ? undefined
      : { items, exchanges, isWhole: false }
  }

  /** The number that the holder must show for a total. */
  #expected(total: number, { isWhole }: { isWhole: boolean }, json: unknown): number {
    const all = isWhole || this.#aggregate.by !== 'sum' ? total : rounded(this.#start + total)
    const whole = this.#whole(json)
    return whole === undefined ? all : rounded(whole - all)
  }

  /** The number from which the total is subtracted. Undefined: the total is shown as it is. */
  #whole(json: unknown): number | undefined {
    const { from } = this.#aggregate
    return from === undefined ? undefined : shownBy({ path: [from] }, json)
  }
}

function factOf({ of, by, from, resource }: Aggregate, after: 'created' | 'changed' | 'left') {
  const items = lastSegment(resource.collection)
  if (of !== undefined && after === 'created')
    return { code: 'wrong-sum', details: { of, items, by, from } } as const
  if (of !== undefined) return { code: 'sum-not-updated', details: { of, items, by, from } } as const
  if (after === 'left') return { code: 'count-not-reduced', details: { items, from } } as const
  return { code: 'wrong-count', details: { items, from } } as const
}

function unlessNotObserved(error: unknown): void {
  if (!(error instanceof NotObserved)) throw error
}
