/** The resources that a stateful mock stores: those with item paths, and lists to which clients can add items. */
import type { Api, ApiOperation } from '../../model/api.ts'
import { gatheredBy, type Home, homesOf, isMade } from '../../model/homes.ts'
import { listPlace } from '../../model/listPlace.ts'
import { actionOn, isAt } from '../../model/paths.ts'
import {
  identifierNames,
  idNames,
  inferResources,
  NO_OPERATIONS,
  type Resource,
} from '../../model/resources.ts'
import { leadsTo, normal } from '../../model/vocabulary.ts'
import { membersOf } from '../../schema/view.ts'
import { listTargetOf, type Maker, type Target, targetOf } from './targets.ts'

export interface StoredGraph {
  resources: Resource[]
  /** Path templates of the collections of a resource: where its items are created, and its own collection last. */
  placesOf(resource: Resource): string[]
  /** The resource of which an operation creates an item. */
  madeBy(operation: ApiOperation): Resource | undefined
  /** The resource whose items a list shows, of one collection or of several. */
  listedBy(operation: ApiOperation): Resource | undefined
  /** The resources whose items a path goes through, the innermost last. */
  alongPath(path: string): Resource[]
}

/** The resource whose item an action such as `POST /orders/{id}/cancel` changes and returns. */
export function actedOn(
  { api }: Maker,
  graph: StoredGraph,
  targetFor: Targets['targetFor'],
  operation: ApiOperation,
): Resource | undefined {
  const { path, method, successes } = operation
  const resource = graph.alongPath(path).at(-1)
  if (resource?.read === undefined || method !== 'POST' || successes[0] === 201) return undefined
  const action = actionOn(resource.item, path)
  if (action === undefined || leadsTo('copy', action)) return undefined
  if (api.operations.some((one) => one.path === path && one.method === 'GET')) return undefined
  const shape = (one: ApiOperation) => membersOf(targetFor(one, resource)?.view ?? {}).map(([name]) => name)
  const names = shape(operation)
  // Other properties in the response, such as a secret, are only shown once.
  return names.includes(resource.idMember) && shape(resource.read).every((name) => names.includes(name))
    ? resource
    : undefined
}

export function storedResources(maker: Maker): StoredGraph {
  const { api } = maker
  const homes = new Map<Resource, Home[]>()
  const found = inferResources(api, { compoundKeys: false, homes: false }).resources.map((one, _, all) => {
    const elsewhere = homesOf(api, one, (path) => all.some(({ collection }) => collection === path))
    const [first] = elsewhere
    const list = one.list ?? listAt(api, one.collection) ?? first?.list
    const whole = { ...one, create: first?.create ?? one.create, list }
    const resource = { ...whole, idMember: idMemberOf(maker, whole) }
    if (first !== undefined) homes.set(resource, elsewhere)
    return resource
  })
  const inHomes = new Set([...homes.values()].flat().map(({ path }) => path))
  const single = listsWithoutItems(api, found).filter(({ collection }) => !inHomes.has(collection))
  const resources = [...found, ...single.map((one) => ({ ...one, idMember: idMemberOf(maker, one) }))]
  const placesOf = (resource: Resource) => [
    ...(homes.get(resource) ?? []).map(({ path }) => path),
    resource.collection,
  ]
  const stored = resources.filter(isMade).map((resource) => ({ resource, places: placesOf(resource) }))
  const gathered = new Map<ApiOperation, Resource | undefined>()
  return {
    resources,
    placesOf,
    madeBy: (operation) =>
      resources.find((one) => one.create === operation) ??
      [...homes].find(([, elsewhere]) => elsewhere.some(({ create }) => create === operation))?.[0],
    listedBy(operation) {
      if (!gathered.has(operation)) {
        const own = resources.find((one) => one.collection === operation.path && one.list === operation)
        const home = [...homes].find(([, elsewhere]) => elsewhere.some(({ list }) => list === operation))?.[0]
        gathered.set(operation, own ?? home ?? gatheredBy(api, operation, stored))
      }
      return gathered.get(operation)
    },
    alongPath: (path) => found.filter(({ item }) => isAt(item, path)),
  }
}

const listAt = (api: Api, path: string): ApiOperation | undefined =>
  api.operations.find((one) => one.method === 'GET' && one.path === path && listPlace(api, one) !== undefined)

/** `POST /things` and `GET /things` without `/things/{id}`: no path leads to an item, and the list shows it. */
function listsWithoutItems(api: Api, found: readonly Resource[]): Resource[] {
  const { operations } = api
  return operations.flatMap((create) => {
    const { method, path } = create
    if (method !== 'POST' || /\}$/.test(path) || found.some((one) => one.collection === path)) return []
    if (found.some((one) => one.create === create)) return []
    const list = listAt(api, path)
    if (list === undefined) return []
    const names = { collection: path, item: `${path}/{}`, parameter: '', idMember: 'id', parent: undefined }
    return [{ ...NO_OPERATIONS, ...names, create, list }]
  })
}

/** The property with the value of the path parameter, also inside an envelope. */
function idMemberOf(maker: Maker, resource: Resource): string {
  const { create, put, read, list, parameter, collection } = resource
  const targets = [read, create, put].flatMap((one) =>
    one === undefined ? [] : [targetOf(maker, one, resource)],
  )
  const listed =
    list !== undefined && listPlace(maker.api, list) !== undefined ? listTargetOf(maker, list) : undefined
  const names = [...targets, listed].map((target) => membersOf(target?.view ?? {}).map(([name]) => name))
  // Where an item is read decides; the response of its creation may call the identifier by another name.
  const [decisive = []] = names.filter((own) => own.length > 0)
  const found = likeAny(decisive, idNames(parameter, collection))
  const isKnown = names.some((own) => own.includes(resource.idMember)) && resource.idMember !== 'id'
  if (isKnown && (decisive.includes(resource.idMember) || found === undefined)) return resource.idMember
  if (found !== undefined) return found
  for (const want of identifierNames(parameter, collection))
    for (const own of names) {
      const name = likeAny(own, [want])
      if (name !== undefined) return name
    }
  return resource.idMember
}

/** The first of the wanted names that is there; JSON-LD's `@id` is an address. */
const likeAny = (names: readonly string[], wanted: readonly string[]): string | undefined =>
  wanted.flatMap(
    (want) => names.find((one) => want !== '' && normal(one) === normal(want) && !one.startsWith('@')) ?? [],
  )[0]

export interface Targets {
  /** The schema of one item in an operation's response. */
  targetFor(operation: ApiOperation, resource: Resource): Target | undefined
  /** The schema with the most complete view of an item: that of its GET, otherwise of its list or its creation. */
  seenIn(resource: Resource, operation: ApiOperation): Target | undefined
}

/** Caches the results. */
export function createTargets(maker: Maker): Targets {
  const targets = new Map<ApiOperation, Map<Resource, Target | undefined>>()
  const isListOf = (operation: ApiOperation, { list, read }: Resource) =>
    operation === list ||
    (operation.method === 'GET' && operation !== read && listPlace(maker.api, operation) !== undefined)
  function targetFor(operation: ApiOperation, resource: Resource): Target | undefined {
    const known = targets.get(operation) ?? new Map<Resource, Target | undefined>()
    targets.set(operation, known)
    if (!known.has(resource))
      known.set(
        resource,
        isListOf(operation, resource) ? listTargetOf(maker, operation) : targetOf(maker, operation, resource),
      )
    return known.get(resource)
  }
  const at = (operation: ApiOperation | undefined, resource: Resource) =>
    operation && targetFor(operation, resource)
  return {
    targetFor,
    seenIn: (resource, operation) =>
      at(resource.read, resource) ?? at(resource.list, resource) ?? targetFor(operation, resource),
  }
}
