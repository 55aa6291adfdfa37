/** Fixtures of checks: items, created on demand, and requests that should succeed. */

import type { ApiOperation } from '../../model/api.ts'
import { isMade, isUnlisted, sameItemsElsewhere } from '../../model/homes.ts'
import type { NaturalKey } from '../../model/naturalKeys.ts'
import { isUnguessable } from '../../model/paths.ts'
import { putInto, type Relation } from '../../model/relations.ts'
import type { Resource } from '../../model/resources.ts'
import { specialValue } from '../../model/shownValues.ts'
import { procedureOf } from '../../model/verbs.ts'
import { isIdempotencyHeader, lastSegment, singularOf } from '../../model/vocabulary.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { hasGenerated } from '../../schema/values/random.ts'
import { stringFor } from '../../schema/values/strings.ts'
import { validValue } from '../../schema/values/valid.ts'
import { viewOf } from '../../schema/view.ts'
import type { SkipFact } from '../messages/skips.ts'
import { type Alignment, alignmentsOf } from './alignment.ts'
import { beginningOf } from './beginnings.ts'
import { bodyFor, candidateCount } from './bodies.ts'
import { itemNow, withItsVersion } from './bodyVersion.ts'
import { Conflicts } from './conflicts.ts'
import { Creation, includes } from './creation.ts'
import type { Recorded } from './events.ts'
import { GivenUp } from './givenUp.ts'
import { type Issuer, issuedFor, issuersOf } from './issued.ts'
import { holderOf, idOf, itemIn, itemOf, itemsOf, parentIn, parentOf } from './items.ts'
import { itemMadeBy } from './jobs.ts'
import { Lessons } from './lessons.ts'
import { materialise, newName, type Surroundings, severalOf } from './materialise.ts'
import {
  actedOn,
  inWrongState,
  isConflict,
  isNamedIn,
  isPartRead,
  type Move,
  type Moved,
  movesOn,
  searchStates,
  setting,
  type Way,
} from './moves.ts'
import { type OtherDates, otherDatesFor, withFirstDate } from './otherDates.ts'
import { headerText } from './parameterStyles.ts'
import { type CreateItem, Prerequisites } from './prerequisites.ts'
import { inOrder } from './ranges.ts'
import type { Recipes } from './recipes.ts'
import { type Reference, referencesIn } from './references.ts'
import type { Repair } from './repair.ts'
import { referring, repairsFor, replacing } from './repairs.ts'
import { CURRENT_TAG, type Parts, requiredTag } from './requests.ts'
import { type CheckContext, type Item, NotObserved } from './rule.ts'
import type { Preset, SeenValues } from './seenValues.ts'
import { OutOfTime } from './send.ts'
import { createSettling } from './settling.ts'
import { registrationFor, withCredentialsOf, withValuesOf } from './signIn.ts'

/** Resources that need each other form a chain; longer ones are a circle. */
const MAX_CHAIN = 8
/** Requests that one candidate body is repeated with, each as the error response before wants it. */
const MAX_ROUNDS = 8
/** Further ones with other values. */
const MAX_GUESSES = 24
/** Requests on the items around that one request is repeated after. */
const MAX_REPAIRS = 3
/** A return needs an active contract, and its activation an inspection of the machine. */
const MAX_REPAIR_DEPTH = 2
/** Requests that are tried for one check before its searches end: each search multiplies those inside of it. */
const MAX_TRIES = 400
/** The same after several such searches, which show that some states of the target cannot be reached. */
const MAX_LATER_TRIES = 100
const MAX_SPENT = 4

type ItemOptions = NonNullable<Parameters<CheckContext['item']>[1]>

/** One of the bodies that can be tried (see `candidateCount`). */
interface Candidate {
  nth: number
  /** Whether the example is sent as the document shows it, with its own names. */
  unchanged: boolean
}

/** Statuses by which servers reject the values of a body. */
const REJECTED_VALUES = [400, 409, 422]

/** One operation that is to be called, and the items that are being created for it. */
interface Call {
  context: CheckContext
  operation: ApiOperation
  chain: readonly Creation[]
  fresh: boolean
  /** The items that the request refers to, where these are chosen already. */
  using?: ReadonlyMap<Resource, Item>
  /** The dates of the items that it refers to. */
  dates?: OtherDates | undefined
  /** How many requests that each need the next one lead to this one. */
  repairs?: number
}

type Change = (parts: Parts) => void

/** A request that was accepted. */
interface Success {
  exchange: Recorded
  parts: Parts
}

/** A request that was rejected. */
interface Rejected {
  last: Recorded
  sent: Parts
}

const keyOf = ({ operationId }: ApiOperation, { item }: Resource): string => `${operationId} ${item}`

const bodyOf = (response: Recorded | undefined): JsonObject | undefined =>
  isObject(response?.json as Json) ? (response?.json as JsonObject) : undefined

/** Creates what checks need: items, and requests that should succeed. */
export class Fixtures {
  readonly #recipes: Recipes
  readonly #settled: ReturnType<typeof createSettling>
  /** Items that several checks use, by resource; and by operation and resource, those that one operation refers to. */
  readonly #shared = new Map<Resource | string, { creation: Creation; item: Promise<Item> }>()
  /** Which of an operation's candidate bodies the target accepts. */
  readonly #chosen = new Map<string, Candidate>()
  /** Examples that were sent unchanged. */
  readonly #sentUnchanged = new Set<string>()
  readonly #lessons = new Lessons()
  readonly #conflicts = new Conflicts()
  readonly #prerequisites = new Prerequisites()
  /** The items that were created, by resource and id. */
  readonly #items = new Map<string, Item>()
  /** The moves that an action needs before it, and its body; where none helped, how many were known then. */
  readonly #enabling = new Map<string, { way: Way; candidate: Candidate } | number>()
  /** By operation, the resources whose items it refers to in a state that the target rejects, and the body that does. */
  readonly #rejected = new Map<string, Map<Resource, Candidate>>()
  /** The moves that an item needs before an operation refers to it, by operation and resource. */
  readonly #ways = new Map<string, Way>()
  /** The referenced resources of which each item must have its own, because an action on another item changes their state. */
  readonly #unshared = new Map<Resource, Set<Resource>>()
  /** By operation, the items that it refers to only together. */
  readonly #alignments = new Map<string, Alignment>()
  /** Operations that had succeeded when items that belong together were tried. */
  readonly #triedTogether = new Set<string>()
  /** By resource that no request creates, the other one from whose items its items follow, after these moves. */
  readonly #issuers = new Map<Resource, Issuer & { way: Way }>()
  /** The operations and resources for which other states were searched, and how much was known then. */
  readonly #searched = new Map<string, number>()
  /** By operation, the dates that an item needs to which it refers. */
  readonly #dates = new Map<string, OtherDates>()
  readonly #givenUp = new GivenUp()
  /** The last response of each operation. */
  readonly #last = new Map<string, Recorded>()
  /** How often each repair was tried. */
  readonly #repairs = new Map<string, number>()
  /** How many requests were tried for each check, and the checks whose searches ended because of it. */
  readonly #tries = new WeakMap<CheckContext, number>()
  readonly #spent = new Set<CheckContext>()
  readonly #seen: SeenValues
  /** By operation, parameters with values of earlier responses that the target accepts. */
  readonly #presets = new Map<string, Preset>()
  /** By operation, the resource that it signs in, or the name and the password of an earlier request. */
  readonly #signedIn = new Map<string, Resource | Map<string, Json>>()

  /**
   * @param seen values of the responses of the run
   * @param isSlow receives each resource whose items become ready late
   */
  constructor(recipes: Recipes, seen: SeenValues, isSlow: (resource: Resource) => void) {
    this.#recipes = recipes
    this.#seen = seen
    this.#settled = createSettling(isSlow)
  }

  /** See `CheckContext.parts`. */
  parts(
    context: CheckContext,
    operation: ApiOperation,
    {
      fresh = false,
      example,
      unchanged = false,
      params,
    }: NonNullable<Parameters<CheckContext['parts']>[1]> = {},
  ): Promise<Parts> {
    const chosen = example === undefined ? this.#chosen.get(operation.operationId) : undefined
    const candidate = chosen ?? { nth: example ?? 0, unchanged }
    return this.#partsOf({ context, operation, chain: [], fresh }, candidate, params)
  }

  /** Whether a request of the operation was accepted in this run. */
  hasSucceeded = (operationId: string): boolean => this.#chosen.has(operationId)

  /** See `CheckContext.succeed`. */
  succeed(
    context: CheckContext,
    operation: ApiOperation,
    { fresh = false, change, params }: NonNullable<Parameters<CheckContext['succeed']>[1]> = {},
  ): Promise<{ exchange: Recorded; parts: Parts }> {
    return this.#succeed({ context, operation, chain: [], fresh }, change, params)
  }

  /** See `CheckContext.item`. */
  item(
    context: CheckContext,
    resource: Resource,
    options: ItemOptions = {},
    chain: readonly Creation[] = [],
  ): Promise<Item> {
    const isShared = options.fresh !== true && options.within === undefined && options.body === undefined
    const { readyFor } = options
    if (readyFor !== undefined) return this.#itemReadyFor(context, resource, readyFor, options.body)
    const create = (creation: Creation) => this.#create(context, creation, options, chain)
    return isShared
      ? this.#sharedAs(resource, { context, resource, chain, create })
      : this.#create(context, new Creation(resource), options, chain)
  }

  async #itemReadyFor(
    context: CheckContext,
    resource: Resource,
    operation: ApiOperation,
    body: ((sent: JsonObject) => void) | undefined,
  ): Promise<Item> {
    const item = await this.item(context, resource, { fresh: true, ...(body !== undefined && { body }) })
    const way = this.#wayTo(operation)?.way ?? []
    for (const move of way)
      await this.#make({ context, operation, chain: [], fresh: true }, move, item.params)
    return item
  }

  /** The item of this key; the first call creates it for all. */
  #sharedAs(
    key: Resource | string,
    {
      context,
      resource,
      chain,
      create,
    }: {
      context: CheckContext
      resource: Resource
      chain: readonly Creation[]
      create: (creation: Creation) => Promise<Item>
    },
  ): Promise<Item> {
    const known = this.#shared.get(key)
    if (known !== undefined) return known.creation.waitedForBy(chain, known.item)
    const creation = new Creation(resource)
    const item = context.keep(() => create(creation))
    this.#shared.set(key, { creation, item })
    item.then(
      () => creation.end(),
      () => this.#shared.delete(key),
    )
    return item
  }

  async #partsOf(
    call: Call,
    { nth, unchanged }: Candidate,
    preset: Record<string, Json> = {},
  ): Promise<Parts> {
    const { context, operation } = call
    const { operationId } = operation
    const recipe = Object.hasOwn(this.#recipes, operationId) ? this.#recipes[operationId] : undefined
    const given = recipe === undefined ? {} : await recipe(context)
    if (given.params !== undefined) context.state(operation, given.params)
    const around = this.#surroundings(call)
    if (unchanged) around.renames = false
    const known = this.#presets.get(operationId)
    around.params = given.params ?? (await this.#paramsOf(call, around, { ...known?.params, ...preset }))
    const { query = { ...known?.query }, headers = {}, cookies = {}, raw } = given
    const parts: Parts = { params: around.params, query, headers, cookies, raw }
    if (around.from?.item === operation.path) around.ownId = around.params[around.from.parameter]
    await addRequired(call, parts, around)
    if (given.body !== undefined) parts.body = given.body
    else if (given.raw === undefined && operation.body !== undefined) {
      const body = await bodyFor(context, operation, around, nth)
      if (body !== undefined) parts.body = body
    }
    if (recipe !== undefined || unchanged) return parts
    await this.#lessons.follow(context, operation, parts, around)
    await this.#addCredentials(call, parts)
    if (isObject(parts.body)) {
      const isNear = this.#lessons.triesMoments(operation)
      parts.body = await this.#conflicts.vary(context, operation, parts.body, { around, isNear })
      // Other dates have to be within those of another item as well.
      await this.#lessons.follow(context, operation, parts, around, 'within')
    }
    const { params, body } = parts
    if (isObject(body))
      parts.body = await withItsVersion(context, operation, { params, body }, this.#made(call, params))
    await this.#provide(call, parts)
    return parts
  }

  /** The innermost item on the path, as it was created. */
  #made({ context, operation }: Call, params: Parts['params']): JsonObject | undefined {
    const resource = context.graph.alongPath(operation.path).at(-1)
    return resource && this.#items.get(`${resource.item} ${params[resource.parameter]}`)?.body
  }

  /** Creates what the request needs in addition to the items that it refers to. */
  #provide({ context, operation, chain }: Call, parts: Parts): Promise<void> {
    const create: CreateItem = (creation, options) => this.#create(context, creation, options, chain)
    return this.#prerequisites.provide(context, operation, { parts, find: this.#found }, chain, create)
  }

  /** An item that was created, by its id or another property. */
  readonly #found = ({ item }: Resource, id: Json, by?: string): Item | undefined =>
    by === undefined
      ? this.#items.get(`${item} ${id}`)
      : [...this.#items.values()].find((one) => one.resource.item === item && one.body[by] === id)

  #surroundings(call: Call): Surroundings & { params: Record<string, Json> } {
    const { context, operation } = call
    const from = context.graph.resources.find(
      ({ collection, item }) =>
        collection === operation.path || item === operation.path || operation.path.startsWith(`${item}:`),
    )
    const around: Surroundings & { params: Record<string, Json> } = {
      params: {},
      plan: context,
      random: context.random,
      from,
      several: from === undefined ? severalOf(context, operation) : undefined,
      renames: operation.method !== 'GET',
      itemsOf: (parts) => this.#itemsOf(context, operation, parts),
      seen: (names) => this.#valueSeen(call, names),
      made: (name, isId) => this.#seen.made.idFor(operation, name, isId),
      idOf: (resource, nth) => this.#idOf(call, { resource }, nth, around.params),
      keyOf: (key, nth) => this.#idOf(call, key, nth, around.params),
      idShown: async (resource) => {
        const shown = await this.#shownBy(call, around.params, true)
        return shown.find(({ target, by }) => target === resource && by === undefined)?.id
      },
    }
    return around
  }

  /** A value of an earlier response for a read, or for what a creation or an update refers to. */
  #valueSeen({ context, operation }: Call, names: readonly string[]): Json | undefined {
    if (operation.method === 'GET') return this.#seen.referred(names, '')[0]
    // A procedure acts on what it names. A write that names an item of its own kind could change that one.
    return refersOnly(context, operation) ? this.#seen.referred(names, collectionOf(operation))[0] : undefined
  }

  /** The items of a request's path and body. */
  #itemsOf(
    context: CheckContext,
    operation: ApiOperation,
    { params, body }: Pick<Parts, 'params' | 'body'>,
  ): Item[] {
    const { graph } = context
    const from = graph.resources.find(({ create }) => create === operation)
    return [
      ...graph.alongPath(operation.path).map((one) => this.#found(one, params[one.parameter] ?? null)),
      ...referencesIn({ plan: context, from }, operation.body?.schema, body).map(({ target, id, by }) =>
        this.#found(target, id, by),
      ),
    ].filter((one) => one !== undefined)
  }

  /** The id of an item that a request refers to, or the value of a property of it. */
  async #idOf(
    call: Call,
    { resource, member }: Pick<NaturalKey, 'resource'> & Partial<NaturalKey>,
    nth: number,
    params: Record<string, Json>,
  ): Promise<Json | undefined> {
    const { context, operation, chain, fresh } = call
    // A new folder needs no parent folder, and what is being created cannot be waited for.
    if (chain.length >= MAX_CHAIN || includes(chain, resource)) return undefined
    // An action could change an item that the run did not create.
    const isOnlyListed = !context.graph.resources.includes(resource)
    if (isOnlyListed && !refersOnly(context, operation)) return undefined
    try {
      const item =
        (await this.#inHolder(call, resource, nth)) ??
        (await this.#referred(call, resource, fresh || nth > 0))
      // A version that a body names is one of the prompt that the path names.
      const isAround = context.graph.alongPath(operation.path).some((one) => one === resource.parent)
      const within = isAround ? parentIn(resource, params) : await this.#holderShown(call, resource, params)
      const isElsewhere =
        within !== undefined &&
        Object.entries(within.params).some(([name, value]) => parentOf(item)[name] !== value)
      const meant = isElsewhere ? await this.item(context, resource, { within }, chain) : item
      return member === undefined ? idOf(meant) : meant.body[member]
    } catch (error) {
      if (!(error instanceof NotObserved)) throw error
      return member === undefined ? this.#listedElsewhere(call, resource, error) : undefined
    }
  }

  /** A new item in the one that the request refers to: each ticket of an order is one of its event. */
  async #inHolder(call: Call, resource: Resource, nth: number): Promise<Item | undefined> {
    const { context, using, chain } = call
    const holder = holderOf(context, resource)
    const within = holder && using?.get(holder)
    if (within === undefined || (nth === 0 && using?.has(resource))) return undefined
    const days = call.dates?.resource === resource ? call.dates.days : undefined
    const body =
      days === undefined ? {} : { body: (sent: JsonObject) => withFirstDate(sent, days, context.now()) }
    return this.item(context, resource, { within, fresh: true, ...body }, chain)
  }

  /** The item in which a new one is created, where the item of the path refers to it: a unit in the model of the rental. */
  async #holderShown(
    call: Call,
    resource: Resource,
    params: Record<string, Json>,
  ): Promise<Item | undefined> {
    const holder = holderOf(call.context, resource)
    if (holder === undefined) return undefined
    const shown = await this.#shownBy(call, params, false)
    const reference = shown.find(({ target, by }) => target === holder && by === undefined)
    return reference && itemIn(holder, { [holder.parameter]: reference.id })
  }

  /** The references of the item of the path: as it was created, or as it is now. */
  async #shownBy(
    { context, operation }: Call,
    params: Record<string, Json>,
    isNow: boolean,
  ): Promise<readonly Reference[]> {
    const from = context.graph.alongPath(operation.path).at(-1)
    const shows = from?.read ?? from?.create
    if (from === undefined || shows === undefined || params[from.parameter] === undefined) return []
    const made = this.#items.get(`${from.item} ${params[from.parameter]}`)?.body
    const body = isNow ? ((await itemNow(context, from, params)) ?? made) : made
    return referencesIn({ plan: context, from }, thingSchema(context.api, shows), body)
  }

  async #paramsOf(
    { context, operation, chain, fresh }: Call,
    around: Surroundings,
    preset: Record<string, Json>,
  ): Promise<Record<string, Json>> {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
    const params: Record<string, Json> = { ...preset }
    const innermost = context.graph.alongPath(operation.path).at(-1)
    const isNew = operation === innermost?.put || operation === innermost?.named
    const chosenByClient = isNew ? innermost?.parameter : undefined
    const isMissing = names.some((name) => params[name] === undefined && name !== chosenByClient)
    const holder = chosenByClient === undefined ? innermost : innermost?.parent
    const call = { context, operation, chain, fresh }
    const named = isMissing && holder !== undefined ? await this.#named(call, holder) : undefined
    Object.assign(params, named?.params)
    for (const name of names) {
      if (params[name] !== undefined) continue
      const input = operation.inputs.find((one) => one.in === 'path' && one.name === name)
      const value =
        name === chosenByClient
          ? await this.#nameForNew(call, innermost, input, params)
          : input && (await inputValue(context, input, around))
      if (value === undefined)
        throw new NotObserved({ code: 'no-path-value', name, operationId: operation.operationId })
      params[name] = value
    }
    if (named?.isAlias === true) context.state(operation, params)
    return params
  }

  /** Parameters of the item on a path, which may be an item that only another path creates or lists. */
  async #named(
    call: Call,
    holder: Resource,
  ): Promise<{ params: Record<string, Json>; isAlias?: boolean } | undefined> {
    if (!isUnlisted(holder)) return this.#itemFor(call, holder)
    const isReading = call.operation.method === 'GET'
    const within = holder.parent && (await this.#itemFor(call, holder.parent))
    const others = sameItemsElsewhere(call.context.graph, holder)
    for (const alias of isReading ? others : others.filter(isMade)) {
      const item = await this.#itemIfAny(call, alias)
      const isAlias = [item, within].every((one) => one === undefined || this.#isMadeHere(one))
      if (item !== undefined && (isReading || isAlias))
        return {
          params: { ...within?.params, [holder.parameter]: item.params[alias.parameter] ?? null },
          isAlias,
        }
    }
    // A value of the schema may do for a read.
    return isReading ? within && { params: within.params } : this.#itemFor(call, holder)
  }

  async #itemIfAny(call: Call, resource: Resource): Promise<Item | undefined> {
    try {
      return await this.#itemFor(call, resource)
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      return undefined
    }
  }

  /** Whether the run created the item, by an id that no other item has at any path. */
  #isMadeHere(item: Item): boolean {
    const id = String(idOf(item))
    return this.#items.has(`${item.resource.item} ${id}`) && (isUnguessable(id) || hasGenerated(id))
  }

  /** The id of an existing item that another path lists. */
  async #listedElsewhere(call: Call, resource: Resource, otherwise: NotObserved): Promise<Json | undefined> {
    const alias = sameItemsElsewhere(call.context.graph, resource).find((one) => !isMade(one))
    if (alias === undefined) return undefined
    try {
      return (await this.#existing(call, alias, otherwise)).params[alias.parameter]
    } catch (error) {
      if (error instanceof NotObserved) return undefined
      throw error
    }
  }

  /** The last part of the path of a PUT that creates an item: the id of another one that it puts there, or a new name. */
  async #nameForNew(
    call: Call,
    resource: Resource | undefined,
    input: ApiOperation['inputs'][number] | undefined,
    params: Record<string, Json>,
  ): Promise<Json | undefined> {
    const other = resource && putInto(call.context.graph, resource)
    // Two items with one id would be the same item.
    const id = other && (await this.#idOf(call, { resource: other }, 1, params))
    return id ?? (input && newName(call.context, input))
  }

  /**
   * An item that a request refers to; one that was there before, where none can be created. An operation with
   * prerequisites refers to items of its own, so that no other check meets what is created for them.
   */
  async #referred(call: Call, resource: Resource, isFresh: boolean): Promise<Item> {
    const given = call.using?.get(resource)
    if (given !== undefined) return given
    const fresh = isFresh || this.#isUnshared(call, resource)
    const key = keyOf(call.operation, resource)
    const way = this.#ways.get(key)
    const isOwn = !fresh && (way || this.#prerequisites.count(call.operation) > 0)
    const { context, chain } = call
    try {
      if (!isOwn && !way) return await this.item(context, resource, { fresh }, chain)
      const made = (creation: Creation) => this.#createMoved(call, creation, way ?? [])
      return await (isOwn
        ? this.#sharedAs(key, { context, resource, chain, create: made })
        : made(new Creation(resource)))
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      return this.#existing(call, resource, error)
    }
  }

  #isUnshared({ context, operation }: Call, resource: Resource): boolean {
    const from = context.graph.resources.find(({ create }) => create === operation)
    return from !== undefined && this.#unshared.get(from)?.has(resource) === true
  }

  /** A new item, moved into the state that a request needs. */
  async #createMoved(call: Call, creation: Creation, way: Way): Promise<Item> {
    const body = await this.#beginning(call.context, way, call.chain)
    const item = await this.#create(
      call.context,
      creation,
      { fresh: true, ...(body && { body }) },
      call.chain,
    )
    const inner = { ...call, chain: [...call.chain, creation] }
    for (const move of way) if (move.begins === undefined) await this.#make(inner, move, item.params)
    return item
  }

  /** A new item that begins as the way wants it. */
  async #begun(context: CheckContext, resource: Resource, way: Way, chain: Call['chain']): Promise<Item> {
    const body = await this.#beginning(context, way, chain)
    return this.item(context, resource, { fresh: true, ...(body && { body }) }, chain)
  }

  /** How the way changes the creation of the item. */
  async #beginning(
    context: CheckContext,
    way: Way,
    chain: Call['chain'],
  ): Promise<((sent: JsonObject) => void) | undefined> {
    const values = await beginningOf(way, (target, body) =>
      this.item(context, target, { fresh: true, body }, chain),
    )
    return Object.keys(values).length === 0 ? undefined : (sent) => void Object.assign(sent, values)
  }

  /**
   * An item for a check. If none can be created, reads may use an existing one, and so may creations inside of it, which
   * are sent only if the user allows writes to existing data.
   */
  async #itemFor(call: Call, resource: Resource): Promise<Item> {
    const { context, operation, chain, fresh } = call
    try {
      return await this.item(context, resource, { fresh }, chain)
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      const isInside = ({ create, parent }: Resource) => create === operation && parent === resource
      const mayBeExisting = operation.method === 'GET' || context.graph.resources.some(isInside)
      const isCreatable = resource.create !== undefined || resource.put !== undefined
      if (!mayBeExisting || !isCreatable) throw error
      return this.#existing(call, resource, error)
    }
  }

  /**
   * An item that a list shows.
   * @throws otherwise where there is none
   */
  async #existing({ context, chain }: Call, resource: Resource, otherwise: NotObserved): Promise<Item> {
    if (includes(chain, resource) || chain.length > MAX_CHAIN) throw otherwise
    const { parent, list } = resource
    try {
      const within =
        parent && list && (await this.#itemFor({ context, operation: list, chain, fresh: false }, parent))
      const inside = [...chain, new Creation(resource)]
      return await this.#find(context, resource, within === undefined ? {} : { within }, inside)
    } catch (error) {
      throw error instanceof NotObserved && !(error instanceof OutOfTime) ? otherwise : error
    }
  }

  /** Sends requests until one succeeds. A check's own change of a request states nothing about the operation. */
  async #succeed(call: Call, change?: Change, given: Record<string, Json> = {}): Promise<Success> {
    if (change !== undefined) return this.#tryAll(call, change, given)
    const { operation } = call
    if (!this.#chosen.has(operation.operationId))
      this.#givenUp.requireProgress(operation, this.#progress(operation))
    try {
      return await this.#tryAll(call, change, given)
    } catch (error) {
      if (error instanceof NotObserved) this.#givenUp.noteFailure(operation, error, this.#progress(operation))
      throw error
    }
  }

  async #tryAll(outer: Call, change: Change | undefined, given: Record<string, Json>): Promise<Success> {
    const { operation, chain } = outer
    this.#givenUp.requireImplemented(operation)
    const call = await this.#withKnownItems(outer)
    let last: Recorded | undefined
    let sent: Parts | undefined
    let reason: SkipFact | undefined
    for (const candidate of this.#candidates(call.context, operation)) {
      if (!this.#isWorthSending(operation, candidate, last)) continue
      this.#givenUp.requireImplemented(operation)
      try {
        const { parts, response } = await this.#sendUntilLearnt(call, candidate, given, change)
        last = response
        sent = parts
        this.#givenUp.noteResponse(operation, response)
        if (last.status >= 300) continue
        if (change === undefined || chain.length > 0) this.#chosen.set(operation.operationId, candidate)
        return { exchange: last, parts }
      } catch (error) {
        if (!(error instanceof NotObserved)) throw error
        reason = error.fact
      }
    }
    const later = last && sent && (await this.#otherwise(call, { last, sent, given, change }))
    if (later !== undefined) return later
    throw notAccepted(operation, last, reason)
  }

  /** Other ways to success after the last body was rejected. */
  async #otherwise(
    call: Call,
    { last, sent, given, change }: Rejected & { given: Record<string, Json>; change: Change | undefined },
  ): Promise<Success | undefined> {
    return (
      (await this.#signIn(call, { last, sent, given, change })) ??
      (await this.#withSeen(call, { last, sent }, change)) ??
      this.#inOtherStates(call, last, given, change)
    )
  }

  /** Gives a request that signs an item in the name and the password of the item. */
  async #addCredentials(call: Call, parts: Parts): Promise<void> {
    const known = this.#signedIn.get(call.operation.operationId)
    if (known === undefined || parts.body === undefined) return
    if (known instanceof Map) parts.body = withValuesOf(known, parts.body)
    else {
      const item = await this.#itemIfAny(call, known)
      if (item !== undefined) parts.body = withCredentialsOf(item, parts.body)
    }
  }

  /** Repeats a request with the name and the password with which an item was created. */
  async #signIn(
    call: Call,
    { last, sent, given, change }: Rejected & { given: Record<string, Json>; change: Change | undefined },
  ): Promise<Success | undefined> {
    const { context, operation } = call
    const { operationId } = operation
    if (change !== undefined || this.#signedIn.has(operationId)) return undefined
    const resource = registrationFor(context, operation, last, sent.body)
    const known = resource ?? this.#seen.registrations.for(operation, sent.body)
    if (known === undefined || (resource !== undefined && includes(call.chain, resource))) return undefined
    this.#signedIn.set(operationId, known)
    const found = await this.#trySending(call, new Map(), given)
    if (found === undefined) this.#signedIn.delete(operationId)
    return found
  }

  /** Repeats a request with values that earlier responses had. */
  async #withSeen(
    call: Call,
    { last, sent }: Rejected,
    change: Change | undefined,
  ): Promise<Success | undefined> {
    const { context, operation } = call
    if (change !== undefined) return undefined
    for (const preset of this.#seen.presetsFor(context, operation, last, sent)) {
      const setting: Change = (parts) => void Object.assign(parts.query, preset.query)
      const [first] = this.#candidates(context, operation)
      const params = { ...sent.params, ...preset.params }
      const found = await this.#tryCandidates(call, first ? [first] : [], params, setting)
      if (found === undefined) continue
      this.#presets.set(operation.operationId, preset)
      this.#chosen.set(operation.operationId, found.candidate)
      return found
    }
    return undefined
  }

  /** Grows with each operation that succeeds for the first time, and with what errors state about this one. */
  #progress = (operation: ApiOperation): number => this.#chosen.size + this.#known(operation)

  /**
   * Repeats a request that conflicts with a state: that of the item on its path, or of an item that it refers to. An
   * issue is closed before it is reopened, and a rental is handed out before there is an invoice for it. Else it may
   * refer to items that do not belong together.
   */
  async #inOtherStates(
    call: Call,
    last: Recorded,
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<Success | undefined> {
    const isAbsent = last.status === 404 && isPartRead(call.context.api, call.operation)
    const moved =
      isConflict(last) || isAbsent
        ? ((await this.#afterMoves(call, given, change)) ?? (await this.#withMoved(call, given, change)))
        : undefined
    return (
      moved ??
      (await this.#withAligned(call, last, given, change)) ??
      this.#withOtherDates(call, last, given, change)
    )
  }

  /** Repeats an action on an item, or a creation in it, after moves of the item. */
  async #afterMoves(
    call: Call,
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<Success | undefined> {
    const { context, operation } = call
    const { operationId } = operation
    const resource = actedOn(context, operation)
    const isGiven = Object.keys(given).length > 0
    // On the item of a check nothing is tried out, for its state would be another one afterwards.
    if (isGiven && !this.#enabling.has(operationId)) await this.#afterMoves(call, {}, undefined)
    const known = this.#wayTo(operation)
    const isHopeless = known === undefined && this.#enabling.get(operationId) === this.#countWays()
    if (resource === undefined || isHopeless || (isGiven && known === undefined)) return undefined
    const all = this.#candidates(context, operation).filter(({ unchanged }) => !unchanged)
    const attempt = ({ params }: Moved, candidates = all) =>
      this.#tryCandidates({ ...call, fresh: true }, candidates, params, change)
    if (known !== undefined) {
      const moved = await this.#bring(call, resource, known.way, given)
      return moved && attempt(moved, [known.candidate])
    }
    const found = await searchStates(context, resource, {
      moves: this.#movesOn(context, resource, operation),
      known: this.#neededBefore,
      bring: (way) => this.#bring(call, resource, way, {}),
      rejection: (move) => this.#last.get((move?.operation ?? operation).operationId),
      isOver: () => this.#isSpent(context),
      attempt,
    })
    if (found !== undefined) {
      const { candidate } = found.result
      this.#enabling.set(operationId, { way: found.way, candidate })
      this.#chosen.set(operationId, candidate)
      this.#conflicts.forget(operation)
    } else if (change === undefined && this.#wayTo(operation) === undefined)
      this.#enabling.set(operationId, this.#countWays())
    return found?.result
  }

  /** Repeats a request with a new item, in another state, instead of the one that it refers to. */
  async #withMoved(
    call: Call,
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<Success | undefined> {
    const { context, operation, chain } = call
    for (const [resource, candidate] of this.#rejected.get(operation.operationId) ?? []) {
      const key = keyOf(operation, resource)
      const isHopeless = this.#searched.get(key) === this.#countWays()
      if (this.#ways.has(key) || isHopeless || includes(chain, resource)) continue
      const attempt = async ({ item }: Moved) => {
        const moved = { ...call, using: new Map(item && [[resource, item]]) }
        return (
          (await this.#tryCandidates(moved, [candidate], given, change)) ??
          this.#withOtherDates(moved, this.#last.get(operation.operationId), given, change)
        )
      }
      const found = await searchStates(context, resource, {
        moves: this.#movesOn(context, resource),
        known: this.#neededBefore,
        bring: (way) => this.#bring(call, resource, way, {}),
        rejection: (move) => this.#last.get((move?.operation ?? operation).operationId),
        isOver: () => this.#isSpent(context),
        attempt,
      })
      if (found === undefined) {
        if (change === undefined) this.#searched.set(key, this.#countWays())
        continue
      }
      this.#ways.set(key, found.way)
      this.#chosen.set(operation.operationId, found.result.candidate)
      this.#conflicts.forget(operation)
      return found.result
    }
    return undefined
  }

  /** With the items that the operation refers to only together. */
  async #withKnownItems(call: Call): Promise<Call> {
    if (call.using !== undefined) return call
    const { operationId } = call.operation
    const [alignment, dates] = [this.#alignments.get(operationId), this.#dates.get(operationId)]
    const using = alignment && (await this.#aligned(call, alignment))
    const aligned = using === undefined ? call : { ...call, using }
    const dated = dates && (await this.#dated(aligned, dates))
    return dated === undefined ? aligned : { ...call, using: dated, dates }
  }

  /** Repeats a request with items that refer to the same third one. */
  async #withAligned(
    call: Call,
    last: Recorded,
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<Success | undefined> {
    const { context, operation } = call
    const { operationId } = operation
    // Shared items may belong together by chance: it is tried once more after the first success.
    const isKnown = this.#chosen.has(operationId) && !this.#alignments.has(operationId)
    if ((isKnown && this.#triedTogether.has(operationId)) || change !== undefined) return undefined
    if (isKnown) this.#triedTogether.add(operationId)
    for (const alignment of alignmentsOf(context, operation, last)) {
      const found =
        (await this.#trySending(call, await this.#aligned(call, alignment), given)) ??
        (await this.#withAlignedMoved(call, alignment, given))
      if (found === undefined) continue
      this.#alignments.set(operationId, alignment)
      return found
    }
    return undefined
  }

  /** Repeats a request with items that were made for it; undefined where there are none, or it is rejected. */
  async #trySending(
    call: Call,
    using: ReadonlyMap<Resource, Item> | undefined,
    given: Record<string, Json>,
  ): Promise<(Success & { candidate: Candidate }) | undefined> {
    const { context, operation } = call
    const candidates = this.#candidates(context, operation).filter(({ unchanged }) => !unchanged)
    const found = using && (await this.#tryCandidates({ ...call, using }, candidates, given, undefined))
    if (found !== undefined) this.#chosen.set(operation.operationId, found.candidate)
    return found
  }

  /** Repeats a request with a new item that has other dates, instead of the one that it refers to. */
  async #withOtherDates(
    call: Call,
    last: Recorded | undefined,
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<(Success & { candidate: Candidate }) | undefined> {
    const { context, operation } = call
    const { operationId } = operation
    if (last === undefined || this.#chosen.has(operationId) || change !== undefined) return undefined
    for (const dates of otherDatesFor(context, operation, last)) {
      const found = await this.#trySending({ ...call, dates }, await this.#dated(call, dates), given)
      if (found === undefined) continue
      this.#dates.set(operationId, dates)
      return found
    }
    return undefined
  }

  /** A new item with other dates, in the item that contains it, where the request refers to that one, too. */
  async #dated(call: Call, { resource, days }: OtherDates): Promise<ReadonlyMap<Resource, Item> | undefined> {
    const { context, operation, chain, using = new Map<Resource, Item>() } = call
    if (includes(chain, resource)) return undefined
    const body = (sent: JsonObject) => withFirstDate(sent, days, context.now())
    try {
      const holder = holderOf(context, resource)
      const isMoved = holder !== undefined && this.#ways.has(keyOf(operation, holder))
      const within =
        holder && (using.get(holder) ?? (isMoved ? await this.#referred(call, holder, true) : undefined))
      const options = { fresh: true, body, ...(within !== undefined && { within }) }
      const item = await this.#create(context, new Creation(resource), options, chain)
      const outer = holder !== undefined && within !== undefined ? [[holder, within] as const] : []
      return new Map([...using, ...outer, [resource, item]])
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      return undefined
    }
  }

  /** Repeats a request with items that belong together, one of them in another state: a ticket of a published event. */
  async #withAlignedMoved(
    call: Call,
    alignment: Alignment,
    given: Record<string, Json>,
  ): Promise<Success | undefined> {
    const { context, operation, chain } = call
    const { fixed } = alignment
    const last = this.#last.get(operation.operationId)
    const key = keyOf(operation, fixed)
    if (last === undefined || !isConflict(last) || !isNamedIn(last, fixed)) return undefined
    if (this.#searched.get(key) === this.#countWays() || includes(chain, fixed)) return undefined
    this.#searched.set(key, this.#countWays())
    const found = await searchStates(context, fixed, {
      moves: this.#movesOn(context, fixed),
      known: this.#neededBefore,
      bring: (way) => this.#bring(call, fixed, way, {}),
      rejection: (move) => this.#last.get((move?.operation ?? operation).operationId),
      isOver: () => this.#isSpent(context),
      attempt: async ({ item }) =>
        (await this.#trySending(call, item && (await this.#aligned(call, alignment, item)), given)) ??
        this.#withOtherDates(
          { ...call, using: new Map(item && [[fixed, item]]) },
          this.#last.get(operation.operationId),
          given,
          undefined,
        ),
    })
    if (found !== undefined) this.#ways.set(key, found.way)
    return found?.result
  }

  /** An item, and another one that is in it or refers to the same third one. */
  async #aligned(
    call: Call,
    { fixed, adapted, properties }: Alignment,
    known?: Item,
  ): Promise<ReadonlyMap<Resource, Item> | undefined> {
    const { context, chain } = call
    if (includes(chain, fixed) || includes(chain, adapted)) return undefined
    try {
      const one = known ?? (await this.#referred(call, fixed, call.fresh))
      const value = one.body[properties?.own ?? fixed.idMember]
      if (value === undefined) return undefined
      const body = (sent: JsonObject) => {
        if (properties !== undefined) sent[properties.adapted] = value
      }
      const within = properties === undefined ? { within: one } : {}
      const other = await this.#create(
        context,
        new Creation(adapted),
        { fresh: true, body, ...within },
        chain,
      )
      return new Map([
        [fixed, one],
        [adapted, other],
      ])
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      // A shared event has no room for further tickets.
      if (known === undefined && !call.fresh)
        return this.#aligned({ ...call, fresh: true }, { fixed, adapted, properties })
      return undefined
    }
  }

  /** A recipe chooses its item itself. */
  #movesOn(context: CheckContext, resource: Resource, except?: ApiOperation): Move[] {
    return movesOn(context, resource, except).filter(
      ({ operation }) => !Object.hasOwn(this.#recipes, operation.operationId),
    )
  }

  /**
   * Moves an item: that of the path parameters, or a new one.
   * @returns undefined where one of the moves is rejected, or no item can be created
   */
  async #bring(
    call: Call,
    resource: Resource,
    way: Way,
    given: Record<string, Json>,
  ): Promise<Moved | undefined> {
    const { context, chain } = call
    try {
      const isGiven = given[resource.parameter] !== undefined
      const item = isGiven ? undefined : await this.#begun(context, resource, way, chain)
      // An existing item, which a list shows, must stay in its state.
      if (item !== undefined && !context.isOwn(resource, item.params)) return undefined
      const params = item === undefined ? given : { ...given, ...item.params }
      const known = this.#countUnshared(resource)
      const made = await this.#makeEach(call, way, params)
      if (made === undefined && this.#countUnshared(resource) > known && !isGiven)
        return this.#bring(call, resource, way, given)
      if (made === undefined) return undefined
      const before = item?.body ?? {}
      const body = (await itemNow(context, resource, params)) ?? bodyOf(made.last) ?? before
      return { params, before, body, ...(item && { item: { ...item, body } }) }
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      return undefined
    }
  }

  /** Whether the requests of a check have been tried often enough to search no further. */
  #isSpent(context: CheckContext): boolean {
    const isOver =
      (this.#tries.get(context) ?? 0) > (this.#spent.size < MAX_SPENT ? MAX_TRIES : MAX_LATER_TRIES)
    if (isOver) this.#spent.add(context)
    return isOver
  }

  #countUnshared = (resource: Resource): number => this.#unshared.get(resource)?.size ?? 0

  /** Sends the moves of an item and returns the last exchange, if any; undefined where a move is rejected. */
  async #makeEach(
    call: Call,
    way: Way,
    params: Record<string, Json>,
  ): Promise<{ last: Recorded | undefined } | undefined> {
    let last: Recorded | undefined
    for (const move of way) {
      if (move.begins !== undefined) continue
      last = await this.#make(call, move, params)
      if (last === undefined) return undefined
    }
    return { last }
  }

  /** The moves of the item that a move is known to need before it. */
  readonly #neededBefore = ({ operation, by }: Move): Way | undefined =>
    this.#wayTo(by?.child.create ?? operation)?.way

  /** The moves that an action needs before it, and its body; undefined where none are known. */
  #wayTo({ operationId }: ApiOperation): { way: Way; candidate: Candidate } | undefined {
    const known = this.#enabling.get(operationId)
    return typeof known === 'object' ? known : undefined
  }

  /** Grows with each operation that succeeds for the first time, and with each action for which moves are found. */
  #progressOfAll = (): number => this.#chosen.size + this.#countWays()

  /** Grows with each action for which moves are found. */
  #countWays = (): number => [...this.#enabling.values()].filter((one) => typeof one === 'object').length

  /** Sends one move of an item; undefined where it is rejected. */
  async #make(outer: Call, move: Move, given: Record<string, Json>): Promise<Recorded | undefined> {
    const { context } = outer
    const { operation, nth } = move
    const other = move.by && (await this.#related(outer, move.by, given))
    if (move.by !== undefined && (other === undefined || operation === move.by.child.create))
      return other?.made
    const params = other?.params ?? given
    if (move.by !== undefined && move.by.property === undefined)
      this.#prerequisites.fill(move.by.child, given)
    const candidates =
      nth === undefined
        ? this.#candidates(context, operation).filter(({ unchanged }) => !unchanged)
        : [{ nth, unchanged: false }]
    // The state of a shared item has to stay as it is.
    const inner = await this.#withKnownItems({ ...outer, operation, fresh: true })
    return (await this.#tryCandidates(inner, candidates, params, setting(context, move)))?.exchange
  }

  /** A new item of another resource that belongs to the item of the path parameters; undefined where none can be created. */
  async #related(
    { context, chain }: Call,
    { child, holder, property }: Relation,
    params: Record<string, Json>,
  ): Promise<Item | undefined> {
    const within = itemIn(holder, params)
    if (within === undefined || includes(chain, child)) return undefined
    const body = (sent: JsonObject) => {
      if (property !== undefined) sent[property] = idOf(within)
    }
    const options = property === undefined ? { within } : { body }
    try {
      return await this.#create(context, new Creation(child), { fresh: true, ...options }, chain)
    } catch (error) {
      if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      return undefined
    }
  }

  /** Sends a request with one body after another until one is accepted. */
  async #tryCandidates(
    call: Call,
    candidates: readonly Candidate[],
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<(Success & { candidate: Candidate }) | undefined> {
    for (const candidate of candidates) {
      try {
        const { parts, response } = await this.#sendUntilLearnt(call, candidate, given, change)
        if (response.status < 300) return { exchange: response, parts, candidate }
      } catch (error) {
        if (!(error instanceof NotObserved) || error instanceof OutOfTime) throw error
      }
    }
    return undefined
  }

  /** The bodies to be tried; each example with names of its own first. */
  #candidates({ api }: CheckContext, operation: ApiOperation): Candidate[] {
    const known = this.#chosen.get(operation.operationId)
    if (known?.unchanged === true) return [known, { ...known, unchanged: false }]
    if (known !== undefined) return [known]
    const examples = operation.body?.examples.length ?? 0
    return [...Array(candidateCount(api, operation)).keys()].flatMap((nth) => [
      { nth, unchanged: false },
      ...(nth < examples ? [{ nth, unchanged: true }] : []),
    ])
  }

  /** An unchanged example is sent once, where the server rejected the values of the changed one. */
  #isWorthSending(
    operation: ApiOperation,
    { nth, unchanged }: Candidate,
    last: Recorded | undefined,
  ): boolean {
    if (!unchanged || this.#chosen.get(operation.operationId)?.unchanged === true) return true
    const key = `${operation.operationId} ${nth}`
    if (last === undefined || !REJECTED_VALUES.includes(last.status) || this.#sentUnchanged.has(key))
      return false
    this.#sentUnchanged.add(key)
    return !isSameBody(last, operation.body?.examples[nth])
  }

  /** Sends a request; what an error response wants of the next one is followed, a few times. */
  async #sendUntilLearnt(
    call: Call,
    candidate: Candidate,
    given: Record<string, Json>,
    change: Change | undefined,
  ): Promise<{ parts: Parts; response: Recorded }> {
    const { operation } = call
    // A request that a check changed proves nothing about the operation.
    const isPlain = change === undefined && !candidate.unchanged
    const guesses = this.#lessons.guesses(operation)
    for (let round = 0; ; round++) {
      this.#tries.set(call.context, 1 + (this.#tries.get(call.context) ?? 0))
      const known = { count: this.#known(operation), level: this.#conflicts.level(operation) }
      const parts = await this.#partsOf(call, candidate, given)
      change?.(parts)
      if (change !== undefined) await this.#provide(call, parts)
      const first = await sendMakingRoom(call, parts)
      const response = (await this.#repaired(call, parts, first, given)) ?? first
      const isSuccess = response.status < 300
      this.#last.set(operation.operationId, response)
      if (isPlain) this.#noteStates(call, candidate, response, parts)
      await this.#noteUnshared(call, response, parts)
      const further = Math.min(this.#lessons.guesses(operation) - guesses, MAX_GUESSES)
      const mayRepeat = !isSuccess && round < MAX_ROUNDS + further && !candidate.unchanged
      if (mayRepeat && this.#nextDiffers(call, response, parts, { ...known, round, isPlain })) continue
      if (isPlain || isSuccess) this.#conflicts.conclude(operation, known.level, isSuccess)
      return { parts, response }
    }
  }

  /** Repeats a request after requests on other items that its error response suggests; undefined: none helped. */
  async #repaired(
    call: Call,
    parts: Parts,
    rejection: Recorded,
    given: Record<string, Json>,
  ): Promise<Recorded | undefined> {
    const { context, operation } = call
    if ((call.repairs ?? 0) >= MAX_REPAIR_DEPTH || rejection.status < 300) return undefined
    let response: Recorded | undefined
    for (let round = 0; round < MAX_REPAIRS; round++) {
      const seen = { response: response ?? rejection, sent: parts, given, find: this.#found }
      const repairs = repairsFor(context, operation, seen).filter(
        ({ item, others = [], key, limit }) =>
          (this.#repairs.get(key) ?? 0) < limit &&
          [item, ...others].every((one) => context.isOwn(one.resource, one.params)),
      )
      const made = await this.#repairFirst(call, repairs)
      if (!made) return response
      response = await context.send(operation, parts)
      if (response.status < 300) return response
    }
    return response
  }

  /** Whether one of the repairs succeeds. */
  async #repairFirst(call: Call, repairs: readonly Repair[]): Promise<boolean> {
    for (const { item, operation, params, sets, values, refers, key } of repairs) {
      this.#repairs.set(key, 1 + (this.#repairs.get(key) ?? 0))
      const inner = { ...call, operation, fresh: false, repairs: 1 + (call.repairs ?? 0) }
      const id = sets && (await this.#idOf(inner, { resource: sets.target }, 0, item.params))
      if (sets !== undefined && id === undefined) continue
      const body = sets !== undefined && id !== undefined ? { [sets.property]: id } : values
      const change = body === undefined ? refers && referring(refers) : replacing(body)
      const candidates = this.#candidates(call.context, operation).filter(({ unchanged }) => !unchanged)
      if ((await this.#tryCandidates(inner, candidates, params, change)) !== undefined) return true
    }
    return false
  }

  /** Whether the next request differs from this one: as the error response wants it, or by other values. */
  #nextDiffers(
    call: Call,
    response: Recorded,
    sent: Parts,
    { count, isPlain, ...tried }: { count: number; level: number; round: number; isPlain: boolean },
  ): boolean {
    if (isPlain && this.#learn(call, response, sent, count)) return true
    return this.#varyNext(call, response, sent, tried)
  }

  /**
   * Whether an error response shows what the next request needs.
   * @param known how much was known of the operation when the request was made
   */
  #learn({ context, operation }: Call, response: Recorded, sent: Parts, known: number): boolean {
    // A request that was made before the last lesson shows nothing about what that one changed.
    const isOpen = !this.#chosen.has(operation.operationId) && this.#known(operation) === known
    const items = this.#itemsOf(context, operation, sent)
    this.#lessons.learn(context, operation, response, { sent, isOpen, items })
    this.#prerequisites.learn(context, operation, response, sent)
    return this.#known(operation) > known
  }

  /** Reads an error response for items that the request refers to and that are in another state than it needs. */
  #noteStates({ context, operation }: Call, candidate: Candidate, response: Recorded, sent: Parts): void {
    const known = this.#rejected.get(operation.operationId) ?? new Map<Resource, Candidate>()
    for (const resource of inWrongState(context, operation, response, sent))
      if (!known.has(resource)) known.set(resource, candidate)
    this.#rejected.set(operation.operationId, known)
  }

  /** Reads the error response to an action for what the item refers to: the vehicle of a trip is on another trip. */
  async #noteUnshared(call: Call, response: Recorded, { params }: Parts): Promise<void> {
    const { context, operation } = call
    const resource = isConflict(response) ? actedOn(context, operation) : undefined
    if (resource === undefined) return
    const references = await this.#shownBy(call, params, false)
    const targets = references.map(({ target }) => target).filter((one) => isNamedIn(response, one))
    this.#unshared.set(resource, new Set([...(this.#unshared.get(resource) ?? []), ...targets]))
  }

  #known = (operation: ApiOperation): number =>
    this.#lessons.count(operation) + this.#prerequisites.count(operation)

  /** After a conflict, makes the next request differ, or differ more. @returns whether it can */
  #varyNext(
    { operation }: Call,
    response: Recorded,
    sent: Parts,
    { level, round }: { level: number; round: number },
  ): boolean {
    if (!isObject(sent.body)) return false
    const isUnmet = this.#prerequisites.isUnmet(operation, response)
    if (!isUnmet && response.status !== 409) return false
    // The prerequisite can conflict too, with one that was created for another request.
    return this.#conflicts.note(operation, level, round) || (isUnmet && level > 0)
  }

  async #create(
    context: CheckContext,
    creation: Creation,
    options: ItemOptions,
    chain: readonly Creation[],
  ): Promise<Item> {
    const { resource } = creation
    if (includes(chain, resource) || chain.length > MAX_CHAIN)
      throw new NotObserved({ code: 'needs-itself', item: resource.item })
    const inside = [...chain, creation]
    const operation = resource.create ?? resource.put
    if (operation === undefined) return this.#find(context, resource, options, inside)
    const fresh = options.fresh === true && chain.length < 2
    const call = { context, operation, chain: inside, fresh: false }
    const parentOfNew = async () =>
      options.within ?? (resource.parent && (await this.#itemFor({ ...call, fresh }, resource.parent)))
    const { body: changeBody } = options
    const change =
      changeBody === undefined
        ? undefined
        : (parts: Parts) => {
            if (isObject(parts.body)) changeBody(parts.body)
          }
    this.#givenUp.requireIdentified(resource.item)
    let parent = await parentOfNew()
    const created = await this.#succeed(call, change, parent?.params).catch(async (error: unknown) => {
      // A charger may have no place for another connector.
      if (options.within !== undefined || fresh || !isRejectedByState(error)) throw error
      parent = await this.#anotherParent(resource.parent, parent, parentOfNew)
      return this.#succeed(call, change, parent?.params)
    })
    const made = await itemMadeBy(context, resource, parent, created).catch((error: unknown) => {
      this.#givenUp.noteUnidentified(resource.item, error)
      throw error
    })
    const item = await this.#settled(context, made)
    this.#items.set(`${resource.item} ${idOf(item)}`, item)
    return item
  }

  /** Another shared parent than one in which nothing more can be created. */
  async #anotherParent(
    resource: Resource | undefined,
    full: Item | undefined,
    parentOfNew: () => Promise<Item | undefined>,
  ): Promise<Item | undefined> {
    const shared = resource && this.#shared.get(resource)
    if (resource !== undefined && shared !== undefined && (await shared.item) === full)
      this.#shared.delete(resource)
    return parentOfNew()
  }

  /** An item that follows from a new one of another resource, which may have to be in another state. */
  async #issued(
    context: CheckContext,
    resource: Resource,
    chain: readonly Creation[],
  ): Promise<Item | undefined> {
    const known = this.#issuers.get(resource)
    if (known !== undefined) {
      const moved = await this.#bring(callOf(context, known.holder, chain), known.holder, known.way, {})
      return moved && issuedFor(context, resource, known, moved.params)
    }
    const key = `issued ${resource.item}`
    if (this.#searched.get(key) === this.#progressOfAll()) return undefined
    this.#searched.set(key, this.#progressOfAll())
    for (const issuer of issuersOf(context, resource)) {
      const { holder } = issuer
      if (includes(chain, holder)) continue
      const call = callOf(context, holder, chain)
      const bring = (way: Way) => this.#bring(call, holder, way, {})
      const attempt = ({ params }: Moved) => issuedFor(context, resource, issuer, params)
      const made = await bring([])
      if (made === undefined) continue
      const atOnce = await attempt(made)
      const found =
        atOnce === undefined
          ? await searchStates(context, holder, {
              ...{ bring, attempt, moves: this.#movesOn(context, holder), known: this.#neededBefore },
              rejection: (move) => move && this.#last.get(move.operation.operationId),
              isOver: () => this.#isSpent(context),
            })
          : { way: [], result: atOnce }
      if (found === undefined) continue
      this.#issuers.set(resource, { ...issuer, way: found.way })
      return found.result
    }
    return undefined
  }

  /** Looks for an existing item, or one that was created with its parent. */
  async #find(
    context: CheckContext,
    resource: Resource,
    options: ItemOptions,
    chain: readonly Creation[],
  ): Promise<Item> {
    if (resource.list === undefined) throw new NotObserved({ code: 'no-creation', item: resource.item })
    const parent =
      options.within ?? (resource.parent && (await this.item(context, resource.parent, {}, chain)))
    const call = { context, operation: resource.list, chain, fresh: false }
    const params = await this.#paramsOf(call, this.#surroundings(call), { ...parent?.params })
    const response = await context.send(resource.list, { params, query: {}, headers: {} })
    const items = itemsOf(context, resource, response).map((one) => ({ ...response, json: one }))
    const isOwn = (one: Recorded) => context.isOwn(resource, itemOf(resource, parent, one, undefined).params)
    const own = items.find(isOwn)
    const issued =
      own === undefined || options.fresh === true ? await this.#issued(context, resource, chain) : undefined
    if (issued !== undefined) return issued
    const first = own ?? items[0]
    if (first === undefined)
      throw new NotObserved({ code: 'empty-collection', collection: resource.collection })
    return itemOf(resource, parent, first, undefined)
  }
}

/** A call that creates items of a resource. */
const callOf = (context: CheckContext, resource: Resource, chain: readonly Creation[]): Call => ({
  context,
  operation: resource.create as ApiOperation,
  chain,
  fresh: true,
})

/** The last part of a path that is not a parameter. */
const collectionOf = ({ path }: ApiOperation): string =>
  path.split('/').findLast((one) => one !== '' && !one.includes('{')) ?? ''

/** Whether a write creates an item, or replaces or updates one, so that it only refers to what its body names. */
function refersOnly({ graph }: CheckContext, operation: ApiOperation): boolean {
  const { method, path } = operation
  if (method !== 'POST') return method === 'PUT' || method === 'PATCH'
  if (graph.resources.some(({ create }) => create === operation)) return true
  const last = lastSegment(path)
  return singularOf(last) !== last && (procedureOf(path)?.does ?? 'create') === 'create'
}

/** Whether a creation was rejected because of what there is already. */
const isRejectedByState = (error: unknown): boolean =>
  error instanceof NotObserved && error.exchange !== undefined && isConflict(error.exchange)

const isSameBody = ({ requestBody }: Recorded, example: Json | undefined): boolean =>
  requestBody !== undefined && requestBody.toString() === JSON.stringify(example)

/** Why no request succeeded: the last response, or the reason why none was sent. */
const notAccepted = (
  { operationId }: ApiOperation,
  last: Recorded | undefined,
  reason: SkipFact | undefined,
): NotObserved =>
  last === undefined
    ? new NotObserved(reason ?? { code: 'not-called', operationId })
    : new NotObserved(
        { code: 'valid-requests-rejected', operationId, status: last.status, body: last.body.toString() },
        last,
      )

/** Adds the required query parameters, headers and cookies. */
async function addRequired({ context, operation }: Call, parts: Parts, around: Surroundings): Promise<void> {
  const { query, headers, cookies = {} } = parts
  const tag = requiredTag(operation)
  const isTagged = tag !== undefined && context.graph.alongPath(operation.path).at(-1)?.read !== undefined
  if (isTagged) headers[tag.name] ??= CURRENT_TAG
  for (const input of operation.inputs) {
    if (!input.required || input.in === 'path') continue
    const given: Record<string, Json> = { query, header: headers, cookie: cookies }[input.in]
    if (given[input.name] !== undefined) continue
    const value = await inputValue(context, input, around)
    if (value === undefined)
      throw new NotObserved({
        code: 'no-parameter-value',
        name: input.name,
        operationId: operation.operationId,
      })
    given[input.name] = input.in === 'header' ? headerText(value, input) : value
  }
  Object.assign(query, datesInOrder(query))
}

/** The texts with the upper end of each range above the lower one. Numbers are left out, for a maximum may apply to them. */
const datesInOrder = (values: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(inOrder(values) as JsonObject).filter(([, value]) => typeof value === 'string'),
  )

async function inputValue(
  context: CheckContext,
  input: ApiOperation['inputs'][number],
  around: Surroundings,
): Promise<Json | undefined> {
  const { document } = context.api
  // A key that was used belongs to the request that was sent with it.
  if (input.in === 'header' && isIdempotencyHeader(input.name))
    return stringFor(viewOf(document, input.schema), context.random, input.name) ?? input.examples[0]
  const special = input.in === 'path' ? specialValue(input.node) : undefined
  if (special !== undefined) return special
  const [example] = input.examples
  const value =
    example ?? validValue(input.schema, { document, random: context.random, extent: 'minimal' }, input.name)
  return value === undefined
    ? undefined
    : materialise({ ...around, renames: true }, input.schema, value, input.name)
}

/** Statuses by which servers report that a limit on the number of resources is reached. */
const FULL = [402, 403, 409, 422, 429]

/** Sends a request; where a limit on the number of resources is reached, deletes some of the run's own and repeats it. */
async function sendMakingRoom({ context, operation }: Call, parts: Parts): Promise<Recorded> {
  const response = await context.send(operation, parts)
  const resource = context.graph.resources.find((one) => one.create === operation)
  const isFull = FULL.includes(response.status) && resource !== undefined
  return isFull && (await context.makeRoom(resource)) ? context.send(operation, parts) : response
}
