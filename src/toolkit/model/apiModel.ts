/**
 * The model of an API as plain data: resources, roles of properties, pagination, sorting and filters of lists, the form of
 * errors, and conventions of all operations. Each fact has its evidence.
 */
import { type ContractDocument, type Json, objectAt } from '../openapi/document.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { boundsOf } from '../schema/values/valid.ts'
import { membersOf, typesOf, viewOf } from '../schema/view.ts'
import {
  type Api,
  type ApiOperation,
  createApi,
  operationAt,
  operationsAround,
  type Parameter,
  successSchema,
} from './api.ts'
import {
  descriptionOf,
  saysAllItems,
  saysCreates,
  saysJoins,
  saysOnPage,
  saysUpdates,
  saysWrites,
  sortsByCreation,
} from './description.ts'
import { type Conventions, conventionsOf, type ErrorModel, errorsOf } from './errors.ts'
import { type Evidence, evidence } from './evidence.ts'
import { type Filter, filterInputs, filtersOf } from './filters.ts'
import { listItems, listPlace } from './listPlace.ts'
import {
  afterItemOf,
  cursorInput,
  declaresLinks,
  firstOf,
  limitOf,
  morePointerOf,
  nextAddressOf,
  type Paging,
  pagingOf,
} from './paging.ts'
import { actionOn } from './paths.ts'
import { type PropertyFact, propertiesOf } from './properties.ts'
import { findResources, isGuessedId, linkedMember, type Resource, type ResourceGraph } from './resources.ts'
import { choicesOf, likelyKey, readKey, type SortKey, sortingOf } from './sorting.ts'
import { statedIdentifier, statedPaging, statedSort } from './statements.ts'
import {
  isActionName,
  isIdName,
  isPagedCount,
  isShownCount,
  isTotal,
  isTotalOf,
  lastSegment,
  NEXT_ADDRESS,
  normal,
  PAGE_COUNTS,
  PAGES_IN,
  PREVIOUS,
  soundsLike,
} from './vocabulary.ts'
import { shownMembers, thingSchema, wrapperOf } from './wrapping.ts'

type Role = 'list' | 'create' | 'read' | 'update' | 'replace' | 'upsert' | 'delete' | 'action'

export interface ResourceModel {
  /** Last segment of the collection's path. */
  name: string
  collection: string
  item: string
  /** Collection of the resource whose items contain this one's. */
  parent?: string
  /** `property` is missing if responses do not contain the value of the path parameter. */
  id: { property?: string; parameter: string; evidence: Evidence }
  operations: { role: Role; operationId: string; method: string; path: string; pointer: string }[]
  /** The property that wraps one item in responses. */
  envelope?: string
  list?: ListModel
  properties: PropertyFact[]
}

export interface ListModel {
  operationId: string
  /** JSON Pointer of the operation. */
  pointer: string
  /** JSON Pointer of the items in the response; '' for a bare array. */
  items: string
  pagination: Pagination
  sorting?: {
    parameter?: string
    direction?: string
    keys: SortKey[]
    /** The sort parameter has no enum: it accepts the name of any property. */
    freeKey: boolean
    /** The key is the name of a property, or `creation`. */
    default?: { key: string; descending?: boolean; evidence: Evidence }
    evidence: Evidence
  }
  filters: Filter[]
  /** Query parameters without a known meaning. */
  unknown: string[]
  /** Property of the response that counts the items of all pages. */
  total?: string
}

export interface Pagination {
  style: 'cursor' | 'page' | 'offset' | 'link-header' | 'none'
  /** Parameter that requests the next page. */
  parameter?: string
  /** Parameters that request pages in another way. */
  others?: { style: Pagination['style']; parameter: string; limit?: string }[]
  /**
   * The source of the next page's cursor: a JSON Pointer into the body, a response header, or the last item's id. Without a
   * parameter, the value is the address of the next page.
   */
  cursor?: { in: 'body' | 'header'; at: string } | { in: 'item' }
  /** The number of the first page, or the first offset, where it is not 1 or 0. */
  first?: number
  /** JSON Pointer of the boolean that is false on the last page. */
  more?: string
  limit?: { parameter: string; minimum?: number; maximum?: number; default?: number; evidence: Evidence }
  evidence: Evidence
}

export interface ApiModel {
  resources: ResourceModel[]
  /** Lists that belong to no resource. */
  lists: ListModel[]
  errors: ErrorModel
  conventions: Conventions
}

/**
 * The model of an OpenAPI document.
 * @returns data without references into the document; it can be written as JSON
 * @throws DocumentError for a reference that cannot be resolved, or an invalid statement in `x-conformance`
 * @example
 * modelOf(readDocument('openapi.yaml')).resources.map(({ name, id }) => [name, id.property])
 */
export function modelOf(document: ContractDocument): ApiModel {
  const api = createApi(document)
  const graph = findResources(api)
  const resources = mainResources(graph).map(([resource, group]) => ({
    ...describe(api, graph, resource, group),
    properties: propertiesOf(api, graph, resource),
  }))
  return {
    resources,
    lists: listsOutside(api, resources),
    errors: errorsOf(api),
    conventions: conventionsOf(api),
  }
}

/**
 * The resources of a model without the roles of their properties, and the lists.
 * @throws DocumentError as `modelOf` does
 */
export function resourcesIn(document: ContractDocument): {
  resources: Omit<ResourceModel, 'properties'>[]
  lists: ListModel[]
} {
  const api = createApi(document)
  const graph = findResources(api)
  const resources = mainResources(graph).map(([resource, group]) => describe(api, graph, resource, group))
  return { resources, lists: listsOutside(api, resources) }
}

const mainResources = ({ resources }: ResourceGraph): [Resource, readonly Resource[]][] =>
  [...aliasesOf(resources).values()].flatMap((group) =>
    mainOf(group).map((resource): [Resource, readonly Resource[]] => [resource, group]),
  )

const listsOutside = (api: Api, resources: readonly Pick<ResourceModel, 'list'>[]): ListModel[] =>
  furtherLists(api, new Set(resources.map(({ list }) => list?.operationId)))

/** The resources by path. Those of one path with other names of its parameters, `/users/{id}` and `/users/{userId}`, form a group. */
function aliasesOf(resources: readonly Resource[]): Map<string, Resource[]> {
  const groups = new Map<string, Resource[]>()
  for (const resource of resources) {
    const key = `${shapeOf(resource.collection)} ${shapeOf(resource.item)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [resource])
    else group.push(resource)
  }
  return groups
}

/** The resource of a group with the most operations on an item; of several, the first. */
function mainOf(group: readonly Resource[]): Resource[] {
  const operationsOf = ({ read, update, put, delete: remove }: Resource) =>
    [read, update, put, remove].filter((one) => one !== undefined).length
  const most = Math.max(...group.map(operationsOf))
  return group.filter((one) => operationsOf(one) === most).slice(0, 1)
}

/** A path without the names of its parameters. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/**
 * The lists of an OpenAPI document, in the order of its model.
 * @throws DocumentError as `modelOf` does
 */
export function listsIn(document: ContractDocument): ListModel[] {
  const api = createApi(document)
  const lists = findResources(api).resources.flatMap(({ list }) => (list && listOf(api, list)) ?? [])
  const known = new Set(lists.map(({ operationId }) => operationId))
  return [...lists, ...furtherLists(api, known)]
}

/** All lists, including those of resources. */
export const allLists = ({
  resources,
  lists,
}: {
  resources: readonly Pick<ResourceModel, 'list'>[]
  lists: readonly ListModel[]
}): ListModel[] => [...resources.flatMap(({ list }) => list ?? []), ...lists]

/** The lists that belong to no resource. */
const furtherLists = (api: Api, ofResources: ReadonlySet<string | undefined>): ListModel[] =>
  api.operations
    .filter((one) => one.method === 'GET' && !ofResources.has(one.operationId))
    .flatMap((one) => listOf(api, one) ?? [])

const ROLES = [
  ['list', 'list'],
  ['create', 'create'],
  ['read', 'read'],
  ['update', 'update'],
  ['replace', 'replace'],
  ['upsert', 'put'],
  ['delete', 'delete'],
] as const

/** @param aliases the resources of the same path */
function describe(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
  aliases: readonly Resource[],
): Omit<ResourceModel, 'properties'> {
  const { collection, item, parameter, parent, idMember, list } = resource
  const roleFact = (role: Role, { operationId, method, path, pointer }: ApiOperation) => ({
    role,
    operationId,
    method,
    path,
    pointer,
  })
  const actions = [...new Set(aliases.map((one) => one.item))]
    // `/servers/{id}/reboot` and `/servers/{id}/actions/reboot`
    .flatMap((place) => [place, `${place}/actions`])
    .flatMap((place) => operationsAround(api, place).filter((one) => isAction(api, graph, place, one)))
  const shown = resource.read ?? resource.create
  const envelope = shown && wrapperOf(api, shown)
  const listed = list && listOf(api, list)
  const byId = evidenceOfId(api, resource)
  return {
    name: lastSegment(collection),
    collection: collection || '/',
    item,
    ...(parent !== undefined && { parent: parent.collection }),
    id: {
      ...((byId.source !== 'name' || isShown(api, resource)) && { property: idMember }),
      parameter,
      evidence: byId,
    },
    operations: [
      ...ROLES.flatMap(([role, key]) => {
        const operation = resource[key]
        if (operation === undefined) return []
        return [roleFact(role === 'upsert' && !createsByPut(api, operation) ? 'update' : role, operation)]
      }),
      ...otherUpdates(api, resource).map((one) => roleFact('update', one)),
      ...actions.map((one) => roleFact('action', one)),
    ],
    ...(envelope !== undefined && { envelope }),
    ...(listed !== undefined && { list: listed }),
  }
}

/**
 * The updates of an item by a POST on its path whose text is about a change; else those whose body contains the id, as `PUT /pets` for
 * `/pets/{id}`. None where the item's path has a PUT or a PATCH.
 */
function otherUpdates(api: Api, { collection, item, update, put, idMember }: Resource): ApiOperation[] {
  if (update !== undefined || put !== undefined) return []
  const post = operationAt(api, item, 'POST')
  if (post !== undefined && saysWrites(textOf(post))) return [post]
  const found = ['PUT', 'PATCH'].flatMap((method) => operationAt(api, collection, method) ?? [])
  return found.filter(({ body }) =>
    membersOf(viewOf(api.document, body?.schema)).some(([name]) => name === idMember),
  )
}

const textOf = ({ operation, operationId }: ApiOperation): string =>
  `${operationId} ${String(operation.summary ?? '')} ${descriptionOf(operation)}`

/** Whether a PUT can create the item: always, except where it only updates by its text or has a number as the id. */
function createsByPut(api: Api, put: ApiOperation): boolean {
  const { inputs, path, successes } = put
  const id = inputs.findLast((one) => one.in === 'path' && path.endsWith(`{${one.name}}`))
  const isNumber = typesOf(viewOf(api.document, id?.schema)).join() === 'integer'
  const text = textOf(put)
  return successes.includes(201) || saysCreates(text) || saysJoins(text) || !(isNumber || saysUpdates(text))
}

/** Whether an operation is an action on an item, and not the creation of something else below it. */
function isAction(api: Api, { resources }: ResourceGraph, item: string, { method, path }: ApiOperation) {
  const name = actionOn(item, path)
  const read = operationAt(api, path, 'GET')
  const isRead = read !== undefined && (!isActionName(name ?? '') || listPlace(api, read) !== undefined)
  if (name === undefined || isRead) return false
  if (isActionName(name)) return method === 'POST' || method === 'PUT' || method === 'PATCH'
  // `POST /orders/{id}/charges` creates a charge if there are lists or items of that name.
  const isCollection = resources.some(
    ({ collection }) => collection === path || normal(lastSegment(collection)) === normal(name),
  )
  return method === 'POST' && !isCollection
}

/** Whether responses contain the identifier. Also true if no schema declares any property. */
function isShown(api: Api, resource: Resource): boolean {
  const members = shownNames(api, resource)
  return (
    members.every((names) => names.length === 0) || members.some((names) => isAmong(names, resource.idMember))
  )
}

/** The properties that each response with the resource shows, without metadata that do not contain its identifier. */
function shownNames(api: Api, resource: Resource): string[][] {
  const { read, create, put, list } = resource
  const shown = [read, create, put].flatMap((one) => (one === undefined ? [] : [thingSchema(api, one)]))
  const schemas = list === undefined ? shown : [...shown, listItems(api, list)]
  return schemas.map((schema) =>
    shownMembers(api.document, schema).flatMap(([name, inner]) => {
      const below = soundsLike('metadata', name) ? membersOf(viewOf(api.document, inner)) : []
      return below.length > 0 && !below.some(([one]) => one === resource.idMember) ? [] : [name]
    }),
  )
}

/** Whether the identifier is a property of the resource, or may be part of its metadata. */
const isAmong = (names: readonly string[], idMember: string): boolean =>
  names.includes(idMember) || names.some((name) => soundsLike('metadata', name))

function evidenceOfId(api: Api, resource: Resource): Evidence {
  const { read, update, delete: remove, put, create, list, parameter, idMember } = resource
  const operation = read ?? update ?? remove ?? put
  const input = operation?.inputs.find((one) => one.in === 'path' && one.name === parameter)
  const pointer = input?.pointer ?? operation?.pointer ?? create?.pointer ?? list?.pointer ?? ''
  if (input !== undefined && statedIdentifier(input) !== undefined) return evidence('override', pointer)
  if (create !== undefined && linkedMember(api, create, resource) === idMember)
    return evidence('declared', create?.pointer ?? pointer)
  const isUnseen = !isIdName(parameter) && shownNames(api, resource).every((names) => names.length === 0)
  return evidence('name', pointer, isUnseen || isGuessedId(resource) ? 0.5 : undefined)
}

/** Facts about an operation's list; undefined where its response has no list. */
function listOf(api: Api, list: ApiOperation): ListModel | undefined {
  const place = listPlace(api, list)
  if (place === undefined) return undefined
  const filters = filtersOf(api, list).map(({ filter }) => filter)
  const known = new Set(filters.map(({ parameter }) => parameter))
  const sorting = sortingFacts(api, list)
  const total = totalOf(api, list)
  return {
    operationId: list.operationId,
    pointer: list.pointer,
    items: pointerOf(...place),
    pagination: paginationOf(api, list),
    ...(sorting !== undefined && { sorting }),
    filters,
    unknown: filterInputs(api, list).flatMap(({ name }) => (known.has(name) ? [] : [name])),
    ...(total !== undefined && { total }),
  }
}

function paginationOf(api: Api, list: ApiOperation): Pagination {
  const paging = pagingOf(api, list)
  const input = paging?.limit ?? limitOf(api, list)
  const more = morePointerOf(api, list)
  const around = {
    ...(more !== undefined && { more }),
    ...(input !== undefined && { limit: limitFacts(api, input) }),
  }
  const afterItem = afterItemOf(api, list)
  const token = afterItem ?? cursorInput(api, list)
  if (paging === undefined && token !== undefined)
    return {
      style: 'cursor',
      parameter: token.name,
      ...(token === afterItem && { cursor: { in: 'item' as const } }),
      ...nextLink(api, list),
      ...around,
      evidence: evidence('name', token.pointer, 0.6),
    }
  if (paging === undefined)
    return declaresLinks(list)
      ? { style: 'link-header', ...around, evidence: evidence('declared', list.pointer) }
      : {
          style: 'none',
          ...around,
          ...nextLink(api, list),
          evidence: evidence('schema', list.pointer, input ? 0.5 : 0.8),
        }
  const inBody = paging.cursorPointer || paging.nextPointer
  const cursor =
    paging.fromItem === true
      ? { in: 'item' as const }
      : paging.cursorHeader === undefined
        ? inBody !== undefined && { in: 'body' as const, at: inBody }
        : { in: 'header' as const, at: paging.cursorHeader }
  return {
    style: paging.kind,
    parameter: paging.next.name,
    ...(paging.others.length > 0 && {
      others: paging.others.map(({ kind, next, limit }) => ({
        style: kind,
        parameter: next.name,
        ...(limit !== undefined && limit !== paging.limit && { limit: limit.name }),
      })),
    }),
    ...(cursor && { cursor }),
    ...firstFact(paging),
    ...around,
    evidence: evidence(
      statedPaging(paging.next) === undefined ? 'name' : 'override',
      paging.next.pointer,
      paging.kind === 'cursor' ? 0.9 : undefined,
    ),
  }
}

/** The address of the next page, where no parameter requests pages. */
function nextLink(api: Api, list: ApiOperation): Pick<Pagination, 'cursor'> {
  const at = nextAddressOf(api, list)
  return at === undefined ? {} : { cursor: { in: 'body', at } }
}

/** The first page or offset, if it differs from the usual 1 (pages) or 0 (offsets). */
function firstFact(paging: Paging): { first?: number } {
  const first = paging.kind === 'cursor' ? undefined : firstOf(paging)
  return first === undefined || first === (paging.kind === 'page' ? 1 : 0) ? {} : { first }
}

function limitFacts({ document }: Api, input: Parameter): NonNullable<Pagination['limit']> {
  const { name, schema, pointer } = input
  const view = viewOf(document, schema)
  const sizes = Array.isArray(view.enum) ? view.enum.filter((one) => typeof one === 'number') : []
  const { least, most } =
    sizes.length > 0 ? { least: Math.min(...sizes), most: Math.max(...sizes) } : boundsOf(view, 'integer')
  return {
    parameter: name,
    ...(least !== undefined && { minimum: least }),
    ...(most !== undefined && { maximum: most }),
    ...(typeof view.default === 'number' && { default: view.default }),
    evidence: evidence(statedPaging(input) === undefined ? 'name' : 'override', pointer),
  }
}

function sortingFacts(api: Api, list: ApiOperation): ListModel['sorting'] {
  const sorting = sortingOf(api, list)
  const { sort, direction, defaultDirection, spoken } = sorting
  if (sort === undefined && direction === undefined && spoken === undefined) return undefined
  const choices = choicesOf(api, sort)
  const keys = choices.flatMap((key): SortKey[] => {
    const { property, descending = false } = readKey(key, defaultDirection, sorting)
    return property === undefined ? [] : [{ key, property, descending }]
  })
  const input = sort ?? direction
  const by = input === undefined ? 'description' : statedSort(input) === undefined ? 'name' : 'override'
  const byDefault = defaultOrder(list, sorting)
  return {
    ...(sort !== undefined && { parameter: sort.name }),
    ...(direction !== undefined && { direction: direction.name }),
    keys,
    freeKey: sort !== undefined && choices.length === 0,
    ...(byDefault !== undefined && { default: byDefault }),
    evidence: evidence(by, input?.pointer ?? list.pointer),
  }
}

/** The order of a list without sort parameters in the request, from their defaults or from descriptions. */
function defaultOrder(
  list: ApiOperation,
  sorting: ReturnType<typeof sortingOf>,
): NonNullable<ListModel['sorting']>['default'] {
  const { sort, direction, defaultKey, defaultDirection, spoken } = sorting
  const isGuess = defaultKey === undefined
  const usual = defaultKey ?? (direction === undefined ? undefined : likelyKey(sorting))
  const { property, descending } = readKey(usual, defaultDirection, sorting)
  if (property !== undefined) {
    const declared = readKey(usual, defaultDirection, { ...sorting, usual: undefined })
    const isSaid = sorting.saysDirection && declared.descending === undefined
    const isNamed = isGuess && sort === undefined && sortsByCreation(descriptionOf(direction?.node))
    return {
      key: property,
      ...(descending !== undefined && { descending }),
      evidence: evidence(
        isSaid || isNamed ? 'description' : 'schema',
        (sort ?? direction ?? list).pointer,
        isGuess && !isNamed ? 0.5 : undefined,
      ),
    }
  }
  if (spoken === undefined) return undefined
  const { by, descending: isDescending } = spoken
  return {
    key: by === 'creation' ? 'creation' : by.property,
    descending: isDescending,
    evidence: evidence('description', list.pointer),
  }
}

/** The property of the response, or its header, that counts the items of all pages. */
function totalOf(api: Api, list: ApiOperation): string | undefined {
  const isUnpaged =
    pagingOf(api, list) === undefined && limitOf(api, list) === undefined && !declaresLinks(list)
  const isOwn = (name: string) => isTotal(name) || isTotalOf(name, lastSegment(list.path))
  const found = totalIn(api, successSchema(api, list)?.schema, '', { isUnpaged, isOwn })
  const { responses, successes } = list
  const headers = successes.flatMap((status) =>
    Object.keys(objectAt(responses.get(String(status))?.node ?? {}, 'headers')),
  )
  return found ?? headers.find(isTotal)
}

const isContainer = ({ document }: Api, schema: Json): boolean =>
  typesOf(viewOf(document, schema)).some((type) => type === 'object' || type === 'array')

/**
 * @param isUnpaged whether the list has no pagination, so that a count is that of all items
 * @param isOwn whether a name is that of a total
 */
function totalIn(
  api: Api,
  schema: Json | undefined,
  at: string,
  list: { isUnpaged: boolean; isOwn: (name: string) => boolean },
  depth = 0,
): string | undefined {
  const { isUnpaged, isOwn } = list
  const members = membersOf(viewOf(api.document, schema))
  const isPaged = [NEXT_ADDRESS, PREVIOUS].every((some) =>
    members.some(([name]) => some.includes(normal(name))),
  )
  // Next to links to other pages, a count is the number of all items.
  const isInteger = (inner: Json) => typesOf(viewOf(api.document, inner)).includes('integer')
  const isFlag = (inner: Json) => typesOf(viewOf(api.document, inner)).includes('boolean')
  const isNumber = (inner: Json) =>
    isInteger(inner) || typesOf(viewOf(api.document, inner)).includes('number')
  const isBounded = (['limit', 'offset'] as const).every((wanted) =>
    members.some(([name]) => normal(name) === wanted),
  )
  const countsPages = members.some(([name]) => PAGE_COUNTS.test(normal(name)))
  const own =
    members.find(([name, inner]) => isOwn(name) && !isContainer(api, inner) && !isFlag(inner)) ??
    members.find(
      ([name, inner]) =>
        (isNumber(inner) && !PAGE_COUNTS.test(normal(name)) && saysAllItems(descriptionOf(inner))) ||
        (isPaged && isShownCount(name)) ||
        (isUnpaged && isShownCount(name) && isInteger(inner)) ||
        (isBounded && isShownCount(name) && isInteger(inner) && !saysOnPage(descriptionOf(inner))) ||
        (countsPages && isPagedCount(name) && isInteger(inner)),
    )
  if (own !== undefined) return at + pointerOf(own[0])
  if (depth > 1) return undefined
  for (const [name, inner] of members) {
    const below = PAGES_IN.test(name) ? totalIn(api, inner, at + pointerOf(name), list, depth + 1) : undefined
    if (below !== undefined) return below
  }
  return undefined
}
