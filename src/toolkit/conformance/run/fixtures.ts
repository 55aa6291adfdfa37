/** What the trials act on: items, made when they are needed, and requests that should succeed. */

import type { ApiOperation } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { validValue } from '../../schema/values/valid.ts'
import { bodyFor, candidateCount } from './bodies.ts'
import type { Recorded } from './events.ts'
import { idOf, itemOf, itemsOf, parentIn } from './items.ts'
import { itemMadeBy } from './jobs.ts'
import { materialise, newName, type Surroundings } from './materialise.ts'
import { headerText } from './parameterStyles.ts'
import type { Recipes } from './recipes.ts'
import { CURRENT_TAG, type Parts } from './requests.ts'
import { type Item, NotObserved, type TrialContext } from './rule.ts'
import { createSettling } from './settling.ts'

const DEEPEST = 5

export interface Fixtures {
  parts(
    context: TrialContext,
    operation: ApiOperation,
    options?: Parameters<TrialContext['parts']>[1],
  ): Promise<Parts>
  succeed(
    context: TrialContext,
    operation: ApiOperation,
    options?: Parameters<TrialContext['succeed']>[1],
  ): Promise<{ exchange: Recorded; parts: Parts }>
  item(
    context: TrialContext,
    resource: Resource,
    options?: Parameters<TrialContext['item']>[1],
  ): Promise<Item>
}

/** @param isSlow is told of each resource whose things take long to come about */
export function createFixtures(recipes: Recipes, isSlow: (resource: Resource) => void): Fixtures {
  /** Items that several trials use, by resource. */
  const shared = new Map<Resource, Promise<Item>>()
  const settled = createSettling(isSlow)
  /** Which of an operation's candidates the target takes. */
  const chosen = new Map<string, number>()

  const surroundings = (
    context: TrialContext,
    operation: ApiOperation,
    chain: readonly Resource[],
    fresh: boolean,
  ): Surroundings & { params: Record<string, Json> } => {
    const from = context.graph.resources.find(
      ({ collection, item }) =>
        collection === operation.path || item === operation.path || operation.path.startsWith(`${item}:`),
    )
    const around: Surroundings & { params: Record<string, Json> } = {
      params: {},
      plan: context,
      random: context.random,
      from,
      renames: operation.method !== 'GET',
      async idOf(resource, nth) {
        // A new folder needs no parent folder, and what is being made cannot be waited for.
        if (chain.length >= DEEPEST || chain.includes(resource)) return undefined
        try {
          const item = await itemAt(context, resource, { fresh: fresh || nth > 0 }, chain)
          // A version that a body names is one of the prompt that the path names.
          const within = parentIn(resource, around.params)
          const apart =
            within !== undefined &&
            Object.entries(within.params).some(([name, value]) => item.params[name] !== value)
          return idOf(apart ? await itemAt(context, resource, { within }, chain) : item)
        } catch (error) {
          if (error instanceof NotObserved) return undefined
          throw error
        }
      },
    }
    return around
  }

  const partsOf = async (
    context: TrialContext,
    operation: ApiOperation,
    chain: readonly Resource[],
    fresh: boolean,
    nth: number,
    preset: Record<string, Json> = {},
  ): Promise<Parts> => {
    const recipe = recipes[operation.operationId]
    const given = recipe === undefined ? {} : await recipe(context)
    if (given.params !== undefined) context.state(operation, given.params)
    const around = surroundings(context, operation, chain, fresh)
    const params = given.params ?? (await paramsOf(context, operation, chain, fresh, around, preset))
    around.params = params
    const { query = {}, headers = {}, cookies = {}, raw } = given
    const parts: Parts = { params, query, headers, cookies, raw }
    for (const input of operation.inputs) {
      if (!input.required || input.in === 'path') continue
      const held: Record<string, Json> = { query, header: headers, cookie: cookies }[input.in]
      if (held[input.name] !== undefined) continue
      if (
        /^if-match$/i.test(input.name) &&
        input.in === 'header' &&
        context.graph.alongPath(operation.path).at(-1)?.read
      ) {
        headers[input.name] = CURRENT_TAG
        continue
      }
      const value = await inputValue(context, input, around)
      if (value === undefined)
        throw new NotObserved(
          `no value for the parameter ${input.name} of ${operation.operationId} could be made; an example or a recipe would help`,
        )
      held[input.name] = input.in === 'header' ? headerText(value, input) : value
    }
    if (given.body !== undefined) parts.body = given.body
    else if (given.raw === undefined && operation.body !== undefined) {
      const body = await bodyFor(context, operation, around, nth)
      if (body !== undefined) parts.body = body
    }
    return parts
  }

  const inputValue = async (
    context: TrialContext,
    input: ApiOperation['inputs'][number],
    around: Surroundings,
  ) => {
    const { document } = context.api
    const [example] = input.examples
    const value =
      example ?? validValue(input.schema, { document, random: context.random, extent: 'minimal' }, input.name)
    return value === undefined
      ? undefined
      : materialise({ ...around, renames: true }, input.schema, value, input.name)
  }

  const paramsOf = async (
    context: TrialContext,
    operation: ApiOperation,
    chain: readonly Resource[],
    fresh: boolean,
    around: Surroundings,
    preset: Record<string, Json>,
  ): Promise<Record<string, Json>> => {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
    const params: Record<string, Json> = { ...preset }
    const along = context.graph.alongPath(operation.path)
    const innermost = along.at(-1)
    const makes = innermost !== undefined && operation === innermost.put
    const unknown = names.filter(
      (name) => params[name] === undefined && !(makes && innermost.parameter === name),
    )
    if (innermost !== undefined && !makes && unknown.length > 0) {
      Object.assign(params, (await itemAt(context, innermost, { fresh }, chain)).params)
    } else if (innermost?.parent !== undefined && unknown.length > 0) {
      Object.assign(params, (await itemAt(context, innermost.parent, { fresh }, chain)).params)
    }
    for (const name of names) {
      if (params[name] !== undefined) continue
      const input = operation.inputs.find((one) => one.in === 'path' && one.name === name)
      const value =
        input &&
        (makes && innermost.parameter === name
          ? newName(context, input)
          : await inputValue(context, input, around))
      if (value === undefined)
        throw new NotObserved(`no value for the path parameter ${name} of ${operation.operationId}`)
      params[name] = value
    }
    return params
  }

  const succeedAt = async (
    context: TrialContext,
    operation: ApiOperation,
    chain: readonly Resource[],
    fresh: boolean,
    change?: (parts: Parts) => void,
    given: Record<string, Json> = {},
  ): Promise<{ exchange: Recorded; parts: Parts }> => {
    const known = chosen.get(operation.operationId)
    const all = Array.from({ length: candidateCount(operation) }, (_, index) => index)
    const order = known === undefined ? all : [known]
    let last: Recorded | undefined
    let reason: string | undefined
    for (const nth of order) {
      try {
        const parts = await partsOf(context, operation, chain, fresh, nth, given)
        change?.(parts)
        last = await context.send(operation, parts)
        // An organization that may have a hundred of them has been made a hundred.
        const resource = context.graph.resources.find((one) => one.create === operation)
        const full = [402, 403, 409, 422, 429].includes(last.status) && resource !== undefined
        if (full && (await context.makeRoom(resource))) last = await context.send(operation, parts)
        if (last.status < 300) {
          if (change === undefined || chain.length > 0) chosen.set(operation.operationId, nth)
          return { exchange: last, parts }
        }
      } catch (error) {
        if (!(error instanceof NotObserved)) throw error
        reason = error.message
      }
    }
    throw new NotObserved(
      last === undefined
        ? (reason ?? `${operation.operationId} could not be called`)
        : `${operation.operationId} refused what the document shows: ${last.status} ${last.body.toString().slice(0, 200)}; a recipe would help`,
      last,
    )
  }

  const itemAt = async (
    context: TrialContext,
    resource: Resource,
    options: Parameters<TrialContext['item']>[1] = {},
    chain: readonly Resource[] = [],
  ): Promise<Item> => {
    if (options.fresh !== true && options.within === undefined && options.body === undefined) {
      const known = shared.get(resource)
      if (known !== undefined) return known
      const making = context.keep(() => make(context, resource, options, chain))
      shared.set(resource, making)
      making.catch(() => shared.delete(resource))
      return making
    }
    return make(context, resource, options, chain)
  }

  const make = async (
    context: TrialContext,
    resource: Resource,
    options: NonNullable<Parameters<TrialContext['item']>[1]>,
    chain: readonly Resource[],
  ): Promise<Item> => {
    if (chain.includes(resource) || chain.length > DEEPEST)
      throw new NotObserved(`${resource.item} needs itself to be made`)
    const inside = [...chain, resource]
    const maker = resource.create ?? resource.put
    if (maker === undefined) return found(context, resource, options, chain)
    const parent =
      options.within ??
      (resource.parent &&
        (await itemAt(
          context,
          resource.parent,
          { fresh: options.fresh === true && chain.length < 2 },
          inside,
        )))
    const change = (parts: Parts) => {
      if (isObject(parts.body)) options.body?.(parts.body)
    }
    const { exchange, parts } = await succeedAt(context, maker, inside, false, change, parent?.params)
    return settled(context, await itemMadeBy(context, resource, parent, { exchange, parts }))
  }

  /** What cannot be made may be there already, or come by itself when its parent is made. */
  const found = async (
    context: TrialContext,
    resource: Resource,
    options: NonNullable<Parameters<TrialContext['item']>[1]>,
    chain: readonly Resource[],
  ): Promise<Item> => {
    if (resource.list === undefined)
      throw new NotObserved(`nothing makes or lists ${resource.item}; a recipe would help`)
    const parent =
      options.within ??
      (resource.parent && (await itemAt(context, resource.parent, {}, [...chain, resource])))
    const answer = await context.send(resource.list, {
      params: { ...parent?.params },
      query: {},
      headers: {},
    })
    const items = itemsOf(context, resource, answer).map((one) => ({ ...answer, json: one }))
    const isOwn = (one: Recorded) => context.isOwn(resource, itemOf(resource, parent, one, undefined).params)
    const first = items.find(isOwn) ?? items[0]
    if (first === undefined)
      throw new NotObserved(
        `${resource.collection} has no items, and nothing in the document makes one; a recipe would help`,
      )
    return itemOf(resource, parent, first, undefined)
  }

  return {
    parts: (context, operation, { fresh = false, example, params } = {}) =>
      partsOf(context, operation, [], fresh, example ?? chosen.get(operation.operationId) ?? 0, params),
    succeed: (context, operation, { fresh = false, change, params } = {}) =>
      succeedAt(context, operation, [], fresh, change, params),
    item: (context, resource, options) => itemAt(context, resource, options),
  }
}
