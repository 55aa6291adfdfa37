/** Items that an operation needs though no parameter or property refers to them: "There is no rate for these nights." */
import type { ApiOperation } from '../../model/api.ts'
import { saysLacking, saysTooFew } from '../../model/description.ts'
import { bodyProperties } from '../../model/operationProperties.ts'
import { messagesIn } from '../../model/rejection.ts'
import { nounOf } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { isLowerBound, normal, soundsLike, upperEndsOf } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { isMoment, MAX_DAYS, moved } from './conflicts.ts'
import { Creation, includes } from './creation.ts'
import type { Recorded } from './events.ts'
import { holderOf, idOf, itemIn, parentOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import { type Reference, referencesIn } from './references.ts'
import type { Parts } from './requests.ts'
import { type CheckContext, type Item, NotObserved, type Plan } from './rule.ts'
import { OutOfTime } from './send.ts'

/** Statuses by which servers report that something else has to exist first. */
const LACKING: readonly number[] = [400, 404, 409, 422]

/** A request, and a look-up of the items that it may refer to. */
interface Request {
  parts: Parts
  find: (resource: Resource, id: Json, by?: string) => Item | undefined
}

/** Creates an item in the collection of a parent, with a changed body. */
export type CreateItem = (
  creation: Creation,
  options: { within?: Item; body: (body: JsonObject) => void },
) => Promise<unknown>

export class Prerequisites {
  /** Whether each request uses some of the items up, by resource. */
  readonly #needed = new Map<string, Map<Resource, boolean>>()
  /** Those that were created, by what they are for. */
  readonly #created = new Map<string, Made[]>()
  /** The items that need nothing further, by the collection in them. */
  readonly #filled = new Set<string>()
  /** The items that were created for one request to use up. */
  readonly #supplied = new WeakMap<Parts, string>()
  /** Whether the items are created without the times of the request, because the target rejects these. */
  readonly #untimed = new Set<Resource>()

  /** How many kinds of items the operation is known to need. */
  count({ operationId }: ApiOperation): number {
    return this.#needed.get(operationId)?.size ?? 0
  }

  /** Reads an error response to what was sent for resources of which the target has no suitable item. */
  learn(context: CheckContext, operation: ApiOperation, response: Recorded, sent: Parts): void {
    const needed = this.#needed.get(operation.operationId) ?? new Map<Resource, boolean>()
    for (const resource of candidates(context, operation, sent)) {
      const isUsedUp = isShort(resource, response)
      if (isUsedUp || isLacking(resource, response))
        needed.set(resource, isUsedUp || needed.get(resource) === true)
    }
    this.#needed.set(operation.operationId, needed)
  }

  /** Whether the response still states so, though such an item was to be created: the values of the request did not allow it. */
  isUnmet({ operationId }: ApiOperation, response: Recorded): boolean {
    return [...(this.#needed.get(operationId) ?? [])].some(
      ([resource, isUsedUp]) => (isUsedUp && isShort(resource, response)) || isLacking(resource, response),
    )
  }

  /**
   * Creates the items that a request needs, unless one that was created before covers it. A creation that fails changes
   * nothing, for there may be such an item already.
   * @param request with a look-up of the items that were created
   */
  async provide(
    context: CheckContext,
    operation: ApiOperation,
    request: Request,
    chain: readonly Creation[],
    create: CreateItem,
  ): Promise<void> {
    for (const [resource, isUsedUp] of this.#needed.get(operation.operationId) ?? []) {
      const fitting = new Fitting(context, operation, resource, request)
      const within = fitting.parent()
      // Of two that need each other, neither can be created first.
      if (includes(chain, resource) || (holderOf(context, resource) !== undefined && within === undefined))
        continue
      if (isUsedUp) {
        await this.#supply(context, fitting, { create, parts: request.parts, resource })
        continue
      }
      if (within !== undefined && this.#filled.has(placeOf(resource, within.params))) continue
      const key = JSON.stringify([resource.collection, within?.params, fitting.values()])
      const created = this.#created.get(key) ?? []
      this.#created.set(key, created)
      const known = created.find(({ span }) => fitting.isWithin(span))
      const made = known ?? begin(context, new Creation(resource), fitting, { within, create })
      if (known === undefined) created.push(made)
      await made.creation.waitedForBy(chain, made.done).catch((error: unknown) => {
        if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      })
    }
  }

  /** Notes that an item has what it needs: a line with its receipt; a second one would have none. */
  fill(resource: Resource, within: Parts['params']): void {
    this.#filled.add(placeOf(resource, within))
  }

  /** Creates as many items as the request uses up, in addition to those that there are. */
  async #supply(context: CheckContext, fitting: Fitting, { create, parts, resource }: Supply): Promise<void> {
    const key = JSON.stringify([resource.collection, parts.params, parts.body])
    if (this.#supplied.get(parts) === key) return
    this.#supplied.set(parts, key)
    for (const { within, amount } of fitting.demands()) {
      const make = (span: Span | undefined) =>
        context.keep(() => isCreated(new Creation(resource), fitting, { within, create }, span))
      for (let count = 0; count < Math.min(amount, MAX_SUPPLIED); count++) {
        if (!this.#untimed.has(resource) && (await make(fitting.moments()))) continue
        if (!(await make(undefined))) return
        this.#untimed.add(resource)
      }
    }
  }
}

const placeOf = ({ collection }: Resource, within: Parts['params']): string =>
  JSON.stringify([collection, within])

interface Supply {
  create: CreateItem
  parts: Parts
  resource: Resource
}

/** Items that are created for one request to use up. */
const MAX_SUPPLIED = 5

/** An item that requests of this time need. */
interface Made {
  span: Span | undefined
  creation: Creation
  done: Promise<void>
}

/** Creates an item for as long a time as later requests may want, or for that of the request. */
function begin(
  context: CheckContext,
  creation: Creation,
  fitting: Fitting,
  { within, create }: { within: Item | undefined; create: CreateItem },
): Made {
  const isMade = (span: Span | undefined) => isCreated(creation, fitting, { within, create }, span)
  const made: Made = { span: fitting.span(), creation, done: Promise.resolve() }
  made.done = context
    .keep(async () => {
      // After a failure there may be one for other times.
      if (!(await isMade(fitting.span())) && !(await isMade(fitting.moments()))) made.span = fitting.moments()
    })
    .finally(() => creation.end())
  return made
}

/** Creates an item that fits a request and its times; false where the target rejects it. */
async function isCreated(
  creation: Creation,
  fitting: Fitting,
  { within, create }: { within: Item | undefined; create: CreateItem },
  span: Span | undefined,
): Promise<boolean> {
  const body = (one: JsonObject) => void Object.assign(one, fitting.values(), fitting.timesOf(span))
  try {
    await create(creation, { ...(within !== undefined && { within }), body })
    return true
  } catch (error) {
    if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
    return false
  }
}

/** Whether the target has such items, but too few. */
function isShort(resource: Resource, { status, json, body }: Recorded): boolean {
  if (!LACKING.includes(status)) return false
  return messagesIn(json ?? body.toString()).some((text) => saysTooFew(text, nounOf(resource)))
}

function isLacking(resource: Resource, { status, json, body }: Recorded): boolean {
  if (!LACKING.includes(status)) return false
  const noun = nounOf(resource)
  // "There is no billable time" is about time entries.
  const [first = '', ...further] = noun.split(' ')
  return messagesIn(json ?? body.toString()).some(
    (text) => saysLacking(text, noun) || (further.length > 0 && first.length > 3 && saysLacking(text, first)),
  )
}

/** Resources that can be created and that the request does not refer to. */
function candidates(plan: Plan, operation: ApiOperation, sent: Parts): Resource[] {
  const { graph } = plan
  const own = graph.resources.find(({ create }) => create === operation)
  const referred = referencesOf(plan, operation, sent).map(({ target }) => target)
  const named = new Set([own, ...graph.alongPath(operation.path), ...referred])
  return graph.resources.filter((one) => one.create !== undefined && !named.has(one))
}

/** The first and the last moment, as RFC 3339 dates or date-times. */
type Span = readonly [first: string, last: string]

type Scalar = string | number | boolean

/** Fits a new item to the request that needs it. */
class Fitting {
  readonly #context: CheckContext
  readonly #operation: ApiOperation
  readonly #resource: Resource
  readonly #used: readonly Item[]
  readonly #references: readonly Reference[]
  readonly #params: Parts['params']
  readonly #body: JsonObject
  readonly #known: ReadonlyMap<string, Scalar>

  constructor(context: CheckContext, operation: ApiOperation, resource: Resource, request: Request) {
    this.#context = context
    this.#operation = operation
    this.#resource = resource
    const { parts } = request
    this.#references = referencesOf(context, operation, request.parts)
    this.#used = itemsIn(context, operation, request, this.#references)
    this.#params = parts.params
    this.#body = isObject(parts.body) ? parts.body : {}
    this.#known = knownValues(this.#body, this.#used)
  }

  /** The item whose collection the new one is created in: one that the request refers to, or one that such an item is in. */
  parent(): Item | undefined {
    const parent = holderOf(this.#context, this.#resource)
    if (parent === undefined) return undefined
    const itself = this.#used.find(({ resource }) => resource === parent)
    if (itself !== undefined) return itself
    const around = this.#isAlong(parent) ? itemIn(parent, this.#params) : undefined
    if (around !== undefined) return around
    for (const item of this.#used) {
      const { body, resource } = item
      if (resource.parent === parent) return itemIn(parent, parentOf(item))
      const [, id] =
        Object.entries(body).find(
          ([name, value]) =>
            isScalar(value) && this.#context.graph.referredBy(name, undefined, resource) === parent,
        ) ?? []
      const inside = isScalar(id) ? itemIn(parent, { [parent.parameter]: id }) : undefined
      if (inside !== undefined) return inside
    }
    return undefined
  }

  #isAlong(parent: Resource): boolean {
    return this.#context.graph.alongPath(this.#operation.path).includes(parent)
  }

  /** The properties of the new item that have to agree with the request. */
  values(): JsonObject {
    const { api } = this.#context
    const properties = bodyProperties(api, this.#resource.create)
    return Object.fromEntries(
      [...properties].flatMap(([name, schema]) => {
        const value = this.#valueOf(name, schema)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }

  #valueOf(name: string, schema: Json): Json | undefined {
    const { document } = this.#context.api
    const target = referenceTarget({ plan: this.#context, from: this.#resource }, name, schema)
    const view = withoutNull(document, viewOf(document, schema))
    const value = this.#known.get(normal(name))
    if (target !== undefined) {
      const item = this.#used.find(({ resource }) => resource === target)
      return item === undefined ? value : idOf(item)
    }
    if (isMoment(view)) return undefined
    const types = typesOf(view)
    if (types.includes('integer') && isLowerBound(name)) return boundsOf(view, 'integer').least
    if (Array.isArray(view.enum)) return value !== undefined && view.enum.includes(value) ? value : undefined
    return types.includes(typeof value) && !soundsLike('anyone', name) && !soundsLike('unique', name)
      ? value
      : undefined
  }

  /** How many of the items the request uses up, by the item that these are in: its quantity, or one. */
  demands(): { within: Item | undefined; amount: number }[] {
    const holder = holderOf(this.#context, this.#resource)
    const parents = this.#references.flatMap(({ path, target, id }) => {
      const within = target === holder ? itemIn(target, { [target.parameter]: id }) : undefined
      return within === undefined
        ? []
        : [{ within, amount: demandOf(valueIn(this.#body, path.slice(0, -1))) }]
    })
    return parents.length > 0 ? parents : [{ within: this.parent(), amount: demandOf(this.#body) }]
  }

  /** The first and the last moment of the request; undefined without any. */
  moments(): Span | undefined {
    const found = Object.values(this.#body)
      .filter((one): one is string => typeof one === 'string' && /^\d{4}-\d\d-\d\d/.test(one))
      .sort((a, b) => Date.parse(a) - Date.parse(b))
    const [first, last] = [found[0], found.at(-1)]
    return first === undefined || last === undefined ? undefined : [first, last]
  }

  /** The moments of the request and of later ones that differ from it (see `Conflicts`). */
  span(): Span | undefined {
    const moments = this.moments()
    if (moments === undefined) return undefined
    const [first, last] = moments
    const isPast = Date.parse(first) < this.#context.now()
    return isPast ? [moved(first, -MAX_DAYS), last] : [first, moved(last, MAX_DAYS)]
  }

  isWithin(span: Span | undefined): boolean {
    const moments = this.moments()
    if (moments === undefined || span === undefined) return moments === span
    return Date.parse(span[0]) <= Date.parse(moments[0]) && Date.parse(moments[1]) <= Date.parse(span[1])
  }

  /** The properties of the new item that state when it applies. */
  timesOf(span: Span | undefined): JsonObject {
    if (span === undefined) return {}
    const { api } = this.#context
    const properties = bodyProperties(api, this.#resource.create)
    const isUpper = (name: string) =>
      [...properties.keys()].some((low) => upperEndsOf(low).includes(normal(name)))
    return Object.fromEntries(
      [...properties].flatMap(([name, schema]) => {
        const view = withoutNull(api.document, viewOf(api.document, schema))
        return isMoment(view) ? [[name, inFormat(span[isUpper(name) ? 1 : 0], view, isUpper(name))]] : []
      }),
    )
  }
}

/** The references in the body of a request. */
function referencesOf(plan: Plan, operation: ApiOperation, { body }: Parts): readonly Reference[] {
  const from = plan.graph.resources.find(({ create }) => create === operation)
  return referencesIn({ plan, from }, operation.body?.schema, body)
}

/** The items that the path and the properties of a request refer to. */
function itemsIn(
  plan: Plan,
  operation: ApiOperation,
  { parts, find }: Request,
  references: readonly Reference[],
): Item[] {
  const along = plan.graph
    .alongPath(operation.path)
    .map((resource) => find(resource, parts.params[resource.parameter] ?? null))
  const named = references.map(({ target, id, by }) => find(target, id, by))
  return [...along, ...named].filter((item) => item !== undefined)
}

/** How much an object of a request uses up. */
const demandOf = (values: Json | undefined): number =>
  Math.max(
    1,
    ...Object.entries(isObject(values) ? values : {}).map(([name, value]) =>
      typeof value === 'number' && soundsLike('demand', name) ? value : 1,
    ),
  )

const valueIn = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (here, name) => (isObject(here) ? here[name] : Array.isArray(here) ? here[Number(name)] : undefined),
    value,
  )

function inFormat(moment: string, { format }: JsonObject, isUpper: boolean): string {
  if (format === 'date') return moment.slice(0, 10)
  return moment.length > 10 ? moment : `${moment}T${isUpper ? '23:59:59' : '00:00:00'}Z`
}

const isScalar = (value: Json | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The values of a request and of the items that it refers to, by normal name: `type` of a room is `roomtype` too. */
function knownValues(body: JsonObject, used: readonly Item[]): ReadonlyMap<string, Scalar> {
  const known = new Map<string, Scalar>()
  const add = (name: string, value: Json | undefined) => {
    if (isScalar(value) && !known.has(normal(name))) known.set(normal(name), value)
  }
  for (const [name, value] of Object.entries(body)) add(name, value)
  for (const { resource, body: item } of used)
    for (const [name, value] of Object.entries(item)) add(`${nounOf(resource)}_${name}`, value)
  return known
}
