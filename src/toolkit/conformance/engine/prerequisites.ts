/** Items that an operation needs though no parameter or property refers to them: "There is no rate for these nights." */
import type { ApiOperation } from '../../model/api.ts'
import { saysLacking } from '../../model/description.ts'
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
import { idOf, parentIn, parentOf } from './items.ts'
import { referenceTarget } from './materialise.ts'
import type { Parts } from './requests.ts'
import { type CheckContext, type Item, NotObserved, type Plan } from './rule.ts'
import { OutOfTime } from './send.ts'

/** Statuses by which servers report that something else has to exist first. */
const LACKING: readonly number[] = [400, 404, 409, 422]

/** A request, and a look-up of the items that it may refer to. */
interface Request {
  parts: Parts
  find: (resource: Resource, id: Json) => Item | undefined
}

/** Creates an item in the collection of a parent, with a changed body. */
export type CreateItem = (
  creation: Creation,
  options: { within?: Item; body: (body: JsonObject) => void },
) => Promise<unknown>

export class Prerequisites {
  readonly #needed = new Map<string, Set<Resource>>()
  /** Those that were created, by what they are for. */
  readonly #created = new Map<string, Made[]>()

  /** How many kinds of items the operation is known to need. */
  count({ operationId }: ApiOperation): number {
    return this.#needed.get(operationId)?.size ?? 0
  }

  /** Reads an error response for resources of which the target has no suitable item. */
  learn(context: CheckContext, operation: ApiOperation, response: Recorded): void {
    const needed = this.#needed.get(operation.operationId) ?? new Set()
    for (const resource of candidates(context, operation))
      if (isLacking(resource, response)) needed.add(resource)
    this.#needed.set(operation.operationId, needed)
  }

  /** Whether the response still states so, though such an item was to be created: the values of the request did not allow it. */
  isUnmet({ operationId }: ApiOperation, response: Recorded): boolean {
    return [...(this.#needed.get(operationId) ?? [])].some((resource) => isLacking(resource, response))
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
    for (const resource of this.#needed.get(operation.operationId) ?? []) {
      const fitting = new Fitting(context, operation, resource, request)
      const within = fitting.parent()
      // Of two that need each other, neither can be created first.
      if (includes(chain, resource) || (resource.parent !== undefined && within === undefined)) continue
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
}

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
  const isMade = async (span: Span | undefined) => {
    const body = (one: JsonObject) => void Object.assign(one, fitting.values(), fitting.timesOf(span))
    try {
      await create(creation, { ...(within !== undefined && { within }), body })
      return true
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      return false
    }
  }
  const made: Made = { span: fitting.span(), creation, done: Promise.resolve() }
  made.done = context
    .keep(async () => {
      // After a failure there may be one for other times.
      if (!(await isMade(fitting.span())) && !(await isMade(fitting.moments()))) made.span = fitting.moments()
    })
    .finally(() => creation.end())
  return made
}

function isLacking(resource: Resource, { status, json, body }: Recorded): boolean {
  if (!LACKING.includes(status)) return false
  return messagesIn(json ?? body.toString()).some((text) => saysLacking(text, nounOf(resource)))
}

/** Resources that can be created and that the request does not refer to. */
function candidates(plan: Plan, operation: ApiOperation): Resource[] {
  const { api, graph } = plan
  const own = graph.resources.find(({ create }) => create === operation)
  const referred = [...bodyProperties(api, operation)].map(([name, schema]) =>
    referenceTarget({ plan, from: own }, name, schema),
  )
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
  readonly #params: Parts['params']
  readonly #body: JsonObject
  readonly #known: ReadonlyMap<string, Scalar>

  constructor(context: CheckContext, operation: ApiOperation, resource: Resource, request: Request) {
    this.#context = context
    this.#operation = operation
    this.#resource = resource
    const { parts } = request
    this.#used = itemsIn(context, operation, request)
    this.#params = parts.params
    this.#body = isObject(parts.body) ? parts.body : {}
    this.#known = knownValues(this.#body, this.#used)
  }

  /** The item whose collection the new one is created in: one that the request refers to, or one that such an item is in. */
  parent(): Item | undefined {
    const { parent } = this.#resource
    if (parent === undefined) return undefined
    const itself = this.#used.find(({ resource }) => resource === parent)
    if (itself !== undefined) return itself
    const around = this.#isAlong(parent) ? parentIn(this.#resource, this.#params) : undefined
    if (around !== undefined) return around
    for (const item of this.#used) {
      const { body, resource } = item
      if (resource.parent === parent) return parentIn(this.#resource, parentOf(item))
      const [, id] =
        Object.entries(body).find(
          ([name, value]) =>
            isScalar(value) && this.#context.graph.referredBy(name, undefined, resource) === parent,
        ) ?? []
      const inside = isScalar(id) ? parentIn(this.#resource, { [parent.parameter]: id }) : undefined
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

/** The items that the path and the properties of a request refer to. */
function itemsIn(plan: Plan, operation: ApiOperation, { parts, find }: Request): Item[] {
  const from = plan.graph.resources.find(({ create }) => create === operation)
  const along = plan.graph
    .alongPath(operation.path)
    .map((resource) => find(resource, parts.params[resource.parameter] ?? null))
  const named = [...bodyProperties(plan.api, operation)].map(([name, schema]) => {
    const target = referenceTarget({ plan, from }, name, schema)
    return target && isObject(parts.body) ? find(target, parts.body[name] ?? null) : undefined
  })
  return [...along, ...named].filter((item) => item !== undefined)
}

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
