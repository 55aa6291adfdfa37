/**
 * The resources of an API, inferred only from paths, schemas and names. A resource is a
 * collection path with an item path below it, such as `/prompts` and `/prompts/{promptId}`.
 */
import { soundsLike } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../openapi/document.ts'
import { branchesOf, membersOf, typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, operationAt, type Parameter, successSchema } from './api.ts'
import {
  calledParent,
  contentNamed,
  descriptionOf,
  identifiedIn,
  names,
  namesOwnId,
  saysCreatesIt,
  saysIdentifier,
  saysNumber,
} from './description.ts'
import { homesOf, isMadeElsewhere, nameOf } from './homes.ts'
import { listItems, listPlace } from './listPlace.ts'
import { decoded, isAt, prefixesOf } from './paths.ts'
import { statedRoleOf } from './roles.ts'
import { statedIdentifier } from './statements.ts'
import {
  GENERAL_WORDS,
  isForeign,
  isIdName,
  isKeyName,
  isKind,
  isMeasure,
  KEY_NAMES,
  lastSegment,
  normal,
  shortKind,
  singularOf,
  withoutId,
  withoutList,
  wordsOf,
} from './vocabulary.ts'
import { linkedType, shownMembers, thingSchema } from './wrapping.ts'

export interface Resource {
  /** The collection's path, which names the resource. */
  collection: string
  item: string
  /** The path parameter that identifies an item. */
  parameter: string
  /** Path parameters before it that are part of the key, such as `owner` of `/repos/{owner}/{name}`. */
  further?: readonly string[]
  /** The resource whose items contain this one's collection. */
  parent: Resource | undefined
  create: ApiOperation | undefined
  list: ApiOperation | undefined
  read: ApiOperation | undefined
  /** PATCH, or PUT where there is no PATCH. */
  update: ApiOperation | undefined
  /** PUT, if the item also has PATCH. */
  replace: ApiOperation | undefined
  /** PUT on an item path whose last segment the client chooses; without one, `named`. */
  put: ApiOperation | undefined
  /** POST on an item path that creates the item: `POST /groups/{name}`. */
  named?: ApiOperation
  delete: ApiOperation | undefined
  /** The property that contains the value of `parameter`. */
  idMember: string
}

export interface ResourceGraph {
  resources: Resource[]
  /** The resources whose items are on a path, innermost last. */
  alongPath(path: string): Resource[]
  /** The resource that a property or parameter such as `folderId` refers to, from its name, its pattern and where it is used. */
  referredBy(name: string, schema: Json | undefined, from?: Resource): Resource | undefined
}

/** The resource, once for each operation that changes its items. */
export const byUpdate = (resource: Resource): Resource[] =>
  resource.replace === undefined ? [resource] : [resource, { ...resource, update: resource.replace }]

const graphs = new WeakMap<Api, ResourceGraph>()

/** The resources of a document, inferred once. */
export function findResources(api: Api): ResourceGraph {
  const graph = graphs.get(api) ?? inferResources(api, { compoundKeys: true, homes: true })
  graphs.set(api, graph)
  return graph
}

/**
 * @param compoundKeys whether several parameters at the end of a path can be one key
 * @param homes whether items can be created elsewhere than below the path of their kind, as by
 *   `POST /articles/{id}/comments` for `/comments/{id}`, and listed without an address of their own
 */
export function inferResources(
  api: Api,
  { compoundKeys, homes }: { compoundKeys: boolean; homes: boolean },
): ResourceGraph {
  const isItem = (path: string) => /\/\{[^}/]+\}$/.test(path)
  // A created resource has its own URL, even if only paths below it are declared.
  const paths = new Set(api.operations.map(({ path }) => path))
  const through = [...paths]
    .flatMap(prefixesOf)
    .filter((path) => isItem(path) && isCollection(api, path.replace(/\/[^/]+$/, ''), homes))
  const items = [...new Set([...[...paths].filter(isItem), ...through])].filter(
    (path) => !isListOf(api, path) && !isOfChoices(api, path),
  )
  items.sort((a, b) => a.split('/').length - b.split('/').length)
  const resources: Resource[] = []
  const byItem = new Map<string, Resource>()
  for (const item of items) {
    const place = collectionOf(item, paths, (path) => compoundKeys && isMadeOrListed(api, path))
    const resource = resourceAt(api, item, place, innermostOn(byItem, place.collection))
    byItem.set(item, resource)
    resources.push(resource)
  }
  shareIdentifiers(resources)
  if (homes) {
    moveHome(api, resources, byItem)
    resources.push(...withoutAddress(api, resources, byItem))
  }
  const referable = resources.filter((one) => !isLookup(one, resources))
  const references = createReferences(api, homes ? [...referable, ...listedOnly(api, resources)] : referable)
  return {
    resources,
    alongPath: (path) => resources.filter((one) => isAt(one.item, path)),
    referredBy(name, schema, from) {
      const type = linkedType(schema)
      return type === undefined
        ? referred(references, withoutList(name), schema, from)
        : collectionNamed(resources, type)
    },
  }
}

/** Items that the API lists and has no other operation for, such as branches, to which others refer by their ids. */
function listedOnly(api: Api, resources: readonly Resource[]): Resource[] {
  return api.operations.flatMap((list) => {
    const { method, path } = list
    const isKnown = resources.some(({ collection, list: other }) => collection === path || other === list)
    if (method !== 'GET' || path.includes('{') || isKnown || listPlace(api, list) === undefined) return []
    const idMember = idMemberIn(api, listItems(api, list), idNames('id', path))
    if (idMember === undefined) return []
    const names = { collection: path, item: `${path}/{${idMember}}`, parameter: idMember, idMember }
    return [{ ...NO_OPERATIONS, ...names, parent: undefined, list }]
  })
}

/**
 * Gives items that only paths below them have the identifier of those with another name of the parameter:
 * `/tenants/{tenant}/databases` next to `/tenants/{tenant_name}`.
 */
function shareIdentifiers(resources: readonly Resource[]): void {
  for (const one of resources) {
    if ((one.read ?? one.update ?? one.delete ?? one.put) !== undefined) continue
    const same = resources.find(({ collection, read }) => collection === one.collection && read !== undefined)
    if (same !== undefined) one.idMember = same.idMember
  }
}

/** The innermost resource that a path is below. */
function innermostOn(byItem: ReadonlyMap<string, Resource>, path: string): Resource | undefined {
  for (let end = path.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
    const found = byItem.get(path.slice(0, end))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * `POST /orders/{id}/payments` where no path leads to one payment, but the list of the same path, or the order, contains
 * all of them.
 */
function withoutAddress(
  api: Api,
  found: readonly Resource[],
  byItem: ReadonlyMap<string, Resource>,
): Resource[] {
  const collections = new Set(found.map(({ collection }) => collection))
  const creations = new Set(found.map(({ create }) => create))
  return api.operations.flatMap((create) => {
    const { method, path } = create
    if (method !== 'POST' || collections.has(path) || creations.has(create)) return []
    const list = listAt(api, operationAt(api, path, 'GET'))
    const parent = innermostOn(byItem, path)
    const made = nameOf(thingSchema(api, create))
    const listed = list === undefined ? entriesIn(api, parent, path) : nameOf(listItems(api, list))
    if (made === undefined || made !== listed) return []
    const idMember = idMemberIn(api, { $ref: made }, idNames('id', path))
    if (idMember === undefined) return []
    const names = { collection: path, item: `${path}/{${idMember}}`, parameter: idMember }
    return [{ ...NO_OPERATIONS, ...names, parent, create, list, idMember }]
  })
}

/** The name of the schema of the entries that an item shows of a collection below it: `connectors` of a charger. */
function entriesIn(api: Api, holder: Resource | undefined, collection: string): string | undefined {
  const shown = holder?.read && viewOf(api.document, thingSchema(api, holder.read))
  const [, entries] =
    membersOf(shown ?? {}).find(([name]) => normal(name) === normal(lastSegment(collection))) ?? []
  return nameOf(withoutNull(api.document, viewOf(api.document, entries)).items)
}

/** Whether a parameter is an id or has the name of the collection's items: `country_code` of `/countries/{country_code}`. */
const isOfKind = (parameter: string, path: string): boolean =>
  /ids?$/i.test(parameter) || normal(parameter).includes(normal(singularOf(lastSegment(path))))

/**
 * Whether a parameter selects entries of a list by another property than their id: `GET /resources/{account}` returns an
 * array of what `GET /resources` returns.
 */
function isOtherKey(
  api: Api,
  read: ApiOperation,
  path: string,
  parameter: string,
  members: readonly string[],
): boolean {
  const list = operationAt(api, path.replace(/\/[^/]+$/, ''), 'GET')
  const name = nameOf(listItems(api, read))
  const isSame = name !== undefined && list !== undefined && name === nameOf(listItems(api, list))
  return (
    isSame &&
    !isOfKind(parameter, path) &&
    !KEY_NAMES.includes(normal(parameter)) &&
    !members.includes(normal(parameter))
  )
}

/** Whether two operations return one schema with a name. */
function isSameResponse(api: Api, one: ApiOperation, other: ApiOperation | undefined): boolean {
  const name = nameOf(successSchema(api, one)?.schema)
  return name !== undefined && other !== undefined && name === nameOf(successSchema(api, other)?.schema)
}

/** Whether the GET of a path returns a bare array of entries that its parameter does not identify: `/models/{organization}`. */
function isListOf(api: Api, path: string): boolean {
  const read = operationAt(api, path, 'GET')
  const isChanged = ['PUT', 'PATCH', 'DELETE'].some((method) => operationAt(api, path, method) !== undefined)
  const place = read && listPlace(api, read)
  if (read === undefined || isChanged || place === undefined) return false
  const members = membersOf(viewOf(api.document, listItems(api, read))).map(([name]) => normal(name))
  const parameter = /\{([^}/]+)\}$/.exec(path)?.[1] ?? ''
  const own = idNames(parameter, path.replace(/\/[^/]+$/, ''))
  const isKey =
    own.some((name) => members.includes(normal(name))) && !isOtherKey(api, read, path, parameter, members)
  if (members.length === 0 || isKey) return false
  // `GET /projects/{owner}` returns what `GET /projects` returns.
  const list = operationAt(api, path.replace(/\/[^/]+$/, ''), 'GET')
  return place.length === 0 || (!isOfKind(parameter, path) && isSameResponse(api, read, list))
}

/** Whether the last parameter of a path has declared values, and items below it an id: `/entity/{entity}` of `/entity/{entity}/{id}`. */
function isOfChoices(api: Api, path: string): boolean {
  const operations = api.operations.filter((one) => one.path === path)
  const isChanged = operations.some(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))
  const isAbove = api.operations.some((one) => one.path.startsWith(`${path}/{`))
  const name = /\{([^}/]+)\}$/.exec(path)?.[1]
  const input = operations
    .flatMap(({ inputs }) => inputs)
    .find((one) => one.in === 'path' && one.name === name)
  if (isChanged || !isAbove || input === undefined) return false
  const view = viewOf(api.document, input.schema)
  return [view, ...branchesOf(view).map((one) => viewOf(api.document, one))].some((one) =>
    Array.isArray(one.enum),
  )
}

/** Whether items are made or listed at a path, or, with `homes`, made elsewhere under its name: `/cards` of `POST /users/{id}/cards`. */
const isCollection = (api: Api, path: string, homes: boolean): boolean =>
  isMadeOrListed(api, path) || (homes && isMadeElsewhere(api, path))

const isMadeOrListed = (api: Api, path: string): boolean =>
  (operationAt(api, path, 'POST') ?? operationAt(api, path, 'GET')) !== undefined

function resourceAt(
  api: Api,
  item: string,
  { collection, further }: { collection: string; further: string[] },
  parent: Resource | undefined,
): Resource {
  const at = (path: string, method: string) => operationAt(api, path, method)
  const post = at(collection, 'POST')
  const read = at(item, 'GET')
  const put = at(item, 'PUT')
  const named = namedCreation(api, item, read)
  const elsewhere = (post ?? put) ? undefined : creatorElsewhere(api, item, read)
  const keys =
    further.length > 0 || elsewhere === undefined ? further : keysChosenAt(api, collection, elsewhere)
  const resource: Resource = {
    collection,
    item,
    parameter: /\{([^}/]+)\}$/.exec(item)?.[1] ?? '',
    ...(keys.length > 0 && { further: keys }),
    parent,
    create: post ?? elsewhere,
    list: listAt(api, at(collection, 'GET')) ?? listAt(api, at(`${collection}/list`, 'GET')),
    read,
    update: at(item, 'PATCH') ?? (post ? put : undefined),
    replace: post && at(item, 'PATCH') ? put : undefined,
    put: post ? undefined : (put ?? named),
    ...(named && { named }),
    delete: at(item, 'DELETE'),
    idMember: 'id',
  }
  resource.idMember = idMemberOf(api, resource)
  return resource
}

/** A POST on the path of an item that creates it by its text, and returns what the item's GET returns, or nothing. */
function namedCreation(api: Api, item: string, read: ApiOperation | undefined): ApiOperation | undefined {
  const post = operationAt(api, item, 'POST')
  if (post === undefined || read === undefined) return undefined
  const isShown = [undefined, nameOf(thingSchema(api, read))].includes(nameOf(thingSchema(api, post)))
  const { summary, description } = post.operation
  const kind = wordsOf(singularOf(lastSegment(item.slice(0, item.lastIndexOf('/'))))).join(' ')
  const isSaid = [summary, description].some((text) => typeof text === 'string' && saysCreatesIt(text, kind))
  return isShown && isSaid && post.successes.includes(201) ? post : undefined
}

/** Gives the resources whose items are created elsewhere that creation, and the list there, unless they have one. */
function moveHome(api: Api, resources: readonly Resource[], byItem: ReadonlyMap<string, Resource>): void {
  const isCollection = (path: string) => resources.some(({ collection }) => collection === path)
  for (const one of resources) {
    if (one.create !== undefined) continue
    const [home] = homesOf(api, one, isCollection)
    if (home === undefined) continue
    one.create = home.create
    if (one.put !== undefined) {
      if (one.update === undefined) one.update = one.put
      else one.replace = one.put
      one.put = undefined
    }
    if (one.list !== undefined) continue
    one.collection = home.path
    one.list = home.list
    one.parent = innermostOn(byItem, home.path)
    one.idMember = idMemberOf(api, one)
  }
}

/**
 * The collection of an item: its path without the last part, or without several parameters of which each is part of the
 * key, as in `/repos/{owner}/{name}` below `/repos`.
 */
function collectionOf(
  item: string,
  paths: ReadonlySet<string>,
  isCollection: (path: string) => boolean,
): { collection: string; further: string[] } {
  const usual = item.replace(/\/\{[^}/]+\}$/, '')
  const [keys = ''] = /(?:\/\{[^}/]+\})+$/.exec(usual) ?? []
  const collection = usual.slice(0, usual.length - keys.length)
  const isCompound = keys !== '' && collection !== '' && !paths.has(usual) && isCollection(collection)
  if (!isCompound || prefixesOfKeys(usual, collection).some((path) => paths.has(path)))
    return { collection: usual, further: [] }
  return { collection, further: [...keys.matchAll(/\{([^}/]+)\}/g)].map((match) => match[1] ?? '') }
}

/**
 * Parameters at the end of a collection that are part of the key, because the creation of its items elsewhere has none of
 * them: `owner` of `/repos/{owner}/{name}`, created by `POST /user/repos`.
 */
function keysChosenAt(api: Api, collection: string, create: ApiOperation): string[] {
  const [end = ''] = /(?:\/\{[^}/]+\})+$/.exec(collection) ?? []
  const first = collection.length - end.length
  const isLed = [collection, ...prefixesOfKeys(collection, collection.slice(0, first))].some((path) =>
    api.operations.some((one) => one.path === path),
  )
  if (first === 0 || isLed) return []
  const names = [...end.matchAll(/\{([^}/]+)\}/g)].map((match) => match[1] ?? '')
  return names.some((name) => create.path.includes(`{${name}}`)) ? [] : names
}

/** The item paths between a collection and the last part of its compound key. */
const prefixesOfKeys = (path: string, collection: string): string[] =>
  [...path.slice(collection.length).matchAll(/\}/g)].map(({ index }) =>
    path.slice(0, collection.length + index + 1),
  )

/** The initial value for a resource without operations; resources that users describe add their own. */
export const NO_OPERATIONS = {
  create: undefined,
  list: undefined,
  read: undefined,
  update: undefined,
  replace: undefined,
  put: undefined,
  delete: undefined,
} satisfies Partial<Resource>

/**
 * A POST on another path that returns the same schema as the item's GET: `POST /users/register` for `/users/{id}`, or
 * `POST /prompts/{id}/execute` for `/prompts/{id}/executions/{executionId}`.
 */
function creatorElsewhere(api: Api, item: string, read: ApiOperation | undefined): ApiOperation | undefined {
  const wanted = read && thingSchema(api, read)
  if (!isObject(wanted) || typeof wanted.$ref !== 'string') return undefined
  const collection = item.replace(/\/\{[^}/]+\}$/, '')
  const around = collection.replace(/\/[^/]+$/, '')
  const variables = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1])
  const given = new Set(variables(collection))
  return postsReturning(api, wanted.$ref).find(({ path, successes }) => {
    // Only asynchronous operations create jobs this way. If the jobs have a list, other operations create them too.
    const isLater =
      successes.length > 0 &&
      successes.every((status) => status === 202) &&
      given.size === 0 &&
      operationAt(api, collection, 'GET') === undefined
    if (!isLater && !variables(path).every((name) => given.has(name))) return false
    return isLater || path.startsWith(`${around}/`) || path.split('/').includes(lastSegment(collection))
  })
}

const returning = new WeakMap<Api, ReadonlyMap<string, readonly ApiOperation[]>>()

/** The POST operations that return a schema with a name. */
function postsReturning(api: Api, name: string): readonly ApiOperation[] {
  const found =
    returning.get(api) ??
    grouped(api.operations, (one) => (one.method === 'POST' ? nameOf(thingSchema(api, one)) : undefined))
  returning.set(api, found)
  return found.get(name) ?? []
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

const listAt = (api: Api, operation: ApiOperation | undefined): ApiOperation | undefined =>
  operation !== undefined && listPlace(api, operation) !== undefined ? operation : undefined

function idMemberOf(api: Api, resource: Resource): string {
  const stated = inputsOf(resource).flatMap((one) => statedIdentifier(one) ?? [])[0]
  if (stated !== undefined) return stated
  // The response to an accepted request (202) is a job with its own id.
  const isLater = resource.create?.successes.every((status) => status === 202) && resource.read !== undefined
  const maker = (isLater ? resource.read : resource.create) ?? resource.put ?? resource.read
  const items = resource.list && listItems(api, resource.list)
  const made = maker && thingSchema(api, maker)
  // The creation of an attribute of a user may return the user.
  const response = isOther(api, made, items) ? undefined : made
  const linking = resource.create ?? maker
  const linked = linking && linkedMember(api, linking, resource)
  if (linked !== undefined) return linked
  // A response may contain only the secret of the new resource, next to an object with the other properties.
  const schemas = [response, resource.read && thingSchema(api, resource.read), items]
  const names = namesOfId(resource)
  const found = (wanted: readonly string[], from: readonly (Json | undefined)[]) => {
    for (const schema of from) {
      const member = idMemberIn(api, schema, wanted)
      if (member !== undefined) return member
    }
    return undefined
  }
  return (
    ofSameForm(api, resource, schemas) ?? found(names, schemas) ?? found(KEY_NAMES, schemas.reverse()) ?? 'id'
  )
}

/** The only id of an item with the pattern or the format of the path parameter: `documentId` next to a numeric `id`. */
function ofSameForm(
  api: Api,
  resource: Resource,
  schemas: readonly (Json | undefined)[],
): string | undefined {
  const input = inputsOf(resource).find(({ name }) => name === resource.parameter)
  const formOf = (schema: Json | undefined) => {
    const { pattern, format } = viewOf(api.document, schema)
    return pattern ?? (format === 'uuid' ? format : undefined)
  }
  const form = formOf(input?.schema)
  if (form === undefined) return undefined
  const ids = schemas
    .flatMap((schema) => shownMembers(api.document, schema))
    .filter(([name]) => isIdName(name) || isKeyName(name))
  const alike = new Set(ids.flatMap(([name, inner]) => (formOf(inner) === form ? [name] : [])))
  const [found] = alike
  return alike.size === 1 ? found : undefined
}

/** Whether two schemas describe different resources: they have no property in common. */
function isOther(api: Api, a: Json | undefined, b: Json | undefined): boolean {
  const [some, others] = [a, b].map((schema) => membersOf(viewOf(api.document, schema)).map(([name]) => name))
  return some?.length !== 0 && others?.length !== 0 && some?.some((name) => others?.includes(name)) === false
}

function idMemberIn(api: Api, schema: Json | undefined, wanted: readonly string[]): string | undefined {
  const members = shownMembers(api.document, schema)
  const roles = new Map(members.map(([name, inner]) => [name, statedRoleOf(api.document, name, inner)]))
  const statedId = members.find(([name]) => roles.get(name) === 'id')
  if (statedId !== undefined) return statedId[0]
  // A property with another role, or with none, is not an identifier. Neither is an object.
  const names = members.flatMap(([name, inner]) =>
    roles.get(name) === undefined && !typesOf(viewOf(api.document, inner)).includes('object') ? [name] : [],
  )
  for (const want of wanted) {
    const found =
      names.find((name) => name === want) ??
      // `@id` of JSON-LD is a URL.
      names.find((name) => normal(name) === normal(want) && !name.startsWith('@'))
    if (found !== undefined) return found
  }
  const isStatedBelow = members.some(
    ([name, inner]) =>
      soundsLike('metadata', name) &&
      membersOf(viewOf(api.document, inner)).some(([below]) => below === 'id'),
  )
  return isStatedBelow ? 'id' : undefined
}

/** Whether the identifier is only a guess, such as the name of an item without an id. */
export const isGuessedId = (resource: Resource): boolean =>
  !namesOfId(resource).some((name) => normal(name) === normal(resource.idMember)) &&
  KEY_NAMES.includes(normal(resource.idMember))

/** See `idNames`; `name` is before `id` where the path parameter is "The name of the repository". */
function namesOfId(resource: Resource): string[] {
  const contents = inputsOf(resource).flatMap(({ node }) => contentNamed(descriptionOf(node)) ?? [])
  const keys = contents.filter((one) => KEY_NAMES.includes(one))
  return idNames(resource.parameter, resource.collection, keys)
}

/** The path parameter that identifies items, as the operations on an item declare it. */
const inputsOf = ({ parameter, read, update, delete: remove, put }: Resource): Parameter[] =>
  [read, update, remove, put].flatMap(
    (one) => one?.inputs.filter(({ in: place, name }) => place === 'path' && name === parameter) ?? [],
  )

/** Likely names of the property that identifies an item, the likeliest first. Compare by their `normal` forms. */
export const identifierNames = (parameter: string, collection: string): string[] => [
  ...idNames(parameter, collection),
  ...KEY_NAMES,
]

/** The subset of `identifierNames` that no other property is likely to have, with those that the document describes. */
export const idNames = (
  parameter: string,
  collection: string,
  described: readonly string[] = [],
): string[] => [
  // `comment` of `/comments/{comment}` is also the name of the comment's text.
  ...(soundsLike('prose', parameter) ? ['id'] : []),
  parameter,
  ...ownName(parameter, collection),
  ...described,
  // `/issues/{index}` counts the issues of one repository.
  ...(normal(parameter) === 'index' ? ['number'] : []),
  'id',
  `${singularOf(lastSegment(collection))}Id`,
  `${singularOf(wordsOf(lastSegment(collection)).at(-1) ?? '')}Id`,
  '_id',
  'gid',
  'uuid',
  'uid',
  'sid',
  'oid',
  'guid',
  'identifier',
  ...['Identifier', 'Uuid', 'Guid', 'Key'].map((ending) => singularOf(lastSegment(collection)) + ending),
  ...lastWordOf(parameter, collection),
]

/** `level` of `/levels/{subclass_level}`. */
function lastWordOf(parameter: string, collection: string): string[] {
  const thing = singularOf(lastSegment(collection))
  return thing !== '' && normal(parameter) !== normal(thing) && normal(parameter).endsWith(normal(thing))
    ? [thing]
    : []
}

/** Parts of a parameter name: `number` for `/issues/{issue_number}`, `key` for `{platformKey}`. */
function ownName(parameter: string, collection: string): string[] {
  const thing = normal(singularOf(lastSegment(collection)))
  const rest = normal(parameter).startsWith(thing) ? normal(parameter).slice(thing.length) : ''
  const words = wordsOf(parameter)
  // `id_or_slug` is an id.
  const last = words.includes('id') ? '' : (words.at(-1) ?? '')
  return [...(rest === '' ? [] : [rest]), ...(KEY_NAMES.includes(last) && last !== 'token' ? [last] : [])]
}

/** The response property that an OpenAPI link to an operation on the items passes to the path parameter. */
export function linkedMember(
  api: Api,
  maker: ApiOperation,
  { parameter, item }: Pick<Resource, 'parameter' | 'item'>,
): string | undefined {
  for (const { node } of maker.responses.values()) {
    for (const link of Object.values(objectAt(node, 'links'))) {
      if (!isObject(link) || !isBelow(item, targetOf(api, link))) continue
      const expression = objectAt(link, 'parameters')[parameter]
      const found = typeof expression === 'string' && /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1]
      if (found) return found
    }
  }
  return undefined
}

/** The path to which a link leads, which may be that of what the new item refers to: `GetAuthorById` of a new book. */
function targetOf(api: Api, { operationId, operationRef }: JsonObject): string {
  if (typeof operationId === 'string') return api.byId.get(operationId)?.path ?? ''
  const [, token = ''] = /#\/paths\/([^/]+)/.exec(typeof operationRef === 'string' ? operationRef : '') ?? []
  return decoded(token).replaceAll('~1', '/').replaceAll('~0', '~')
}

const isBelow = (item: string, path: string): boolean => path === item || path.startsWith(`${item}/`)

/** The resources by what a property that refers to one may have in common with it. */
interface References {
  api: Api
  /** By the pattern, or the name of the schema, of the path parameter. */
  byIds(schema: Json | undefined): Resource[]
  /** By the name of the path parameter. */
  byParameter(name: string): readonly Resource[]
  /** By the singular of the collection's name. */
  byKind(kind: string): readonly Resource[]
}

/** Whether a path finds items of another collection by a further key: `/users/external_id/{external_id}`. */
const isLookup = ({ collection, parameter }: Resource, resources: readonly Resource[]): boolean =>
  [normal(parameter), `by${normal(parameter)}`].includes(normal(lastSegment(collection))) &&
  resources.some((one) => one.collection === collection.slice(0, collection.lastIndexOf('/')))

/** Groups the resources on first use. */
function createReferences(api: Api, resources: readonly Resource[]): References {
  const idsOf = ({ read, parameter }: Resource) =>
    read?.inputs.find((one) => one.in === 'path' && one.name === parameter)?.schema
  const patternOf = (schema: Json | undefined) => {
    const pattern = patternIn(viewOf(api.document, schema))
    return pattern !== undefined && REPORTING.test(outsideClasses(pattern)) ? pattern : undefined
  }
  const group = (keyOf: (one: Resource) => string | undefined) => {
    let groups: ReadonlyMap<string, readonly Resource[]> | undefined
    return (key: string | undefined): readonly Resource[] => {
      if (key === undefined) return []
      groups ??= grouped(resources, keyOf)
      return groups.get(key) ?? []
    }
  }
  const named = group((one) => nameOf(idsOf(one)))
  const kinds = group((one) => shortKind(kindOf(one)))
  const alike = group((one) => patternOf(idsOf(one)))
  return {
    api,
    byIds(schema) {
      const found = new Set([...named(nameOf(schema)), ...alike(patternOf(schema))])
      return found.size > 1 ? resources.filter((one) => found.has(one)) : [...found]
    },
    byParameter: group(({ parameter }) => normal(parameter)),
    byKind: (kind) => kinds(shortKind(kind)),
  }
}

/** The singular of a collection's name. */
const kindOf = ({ collection }: Resource): string => normal(singularOf(lastSegment(collection)))

function referred(
  references: References,
  name: string,
  schema: Json | undefined,
  from?: Resource,
): Resource | undefined {
  const { api } = references
  const stated = statedRoleOf(api.document, name, schema)
  if (stated !== undefined && stated !== 'reference') return undefined
  const same = references.byIds(schema)
  const [alike] = same
  if (from !== undefined && same.includes(from) && choosesId(api, from, name)) return undefined
  // A format that several resources share, such as UUID, identifies none of them.
  if (same.every((one) => one.parameter === alike?.parameter) && alike !== undefined) return alike
  const bare = withoutId(name)
  if (bare === 'parent' || normal(name) === `parent${normal(from?.idMember ?? '')}`)
    return parentIn(references, schema) ?? from
  if (from !== undefined && isOwnId(from, name, bare, descriptionOf(viewOf(api.document, schema))))
    return lentId(references, from, name, bare)
  const named = namedAlike(references, name)
  if (named !== undefined) return named
  return bare === '' ? undefined : referredByName(references, name, bare, schema)
}

/**
 * The resource whose id the items of another kind have as well: `/patrons`, for the `patron_id` of
 * `/groups/{group_id}/members/{patron_id}`.
 */
function lentId({ byKind }: References, from: Resource, name: string, bare: string): Resource | undefined {
  if (bare === normal(name) || bare === kindOf(from) || normal(from.parameter) !== normal(name))
    return undefined
  const others = byKind(singularOf(bare)).filter(({ parameter }) => normal(parameter) === normal(name))
  return others.find((one) => kindOf(one) === bare && one.create !== undefined)
}

/** The resource that a description calls the parent: "Code of the parent product model". */
function parentIn({ api, byKind }: References, schema: Json | undefined): Resource | undefined {
  const kinds = calledParent(descriptionOf(viewOf(api.document, schema)))
  return kinds.flatMap((kind) => byKind(singularOf(kind)))[0]
}

/** @param bare the name without the ending of an identifier */
function referredByName(
  references: References,
  name: string,
  bare: string,
  schema: Json | undefined,
): Resource | undefined {
  const isReference = bare !== normal(name) || isIdentifier(references.api, schema)
  const found = isReference
    ? referredByKind(references, name, bare, schema)
    : referredByNumber(references, name, schema)
  return found ?? referredByActor(references, name, schema, isReference)
}

/** The users, for `created_by` with an id. */
function referredByActor(
  { api, byKind }: References,
  name: string,
  schema: Json | undefined,
  isReference: boolean,
): Resource | undefined {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  const isId = isReference || typesOf(view).join() === 'integer' || view.format === 'uuid'
  if (!isId || !soundsLike('actor', name)) return undefined
  const text = descriptionOf(view)
  const kind = identifiedIn(text)
  const users = byKind('user')
  const named = kind === undefined ? [] : byKind(singularOf(kind))
  // "ID of the team that manages it", "Number of projects that use it"
  const isOther = named.length > 0 && !named.some((one) => users.includes(one))
  if (isOther || saysNumber(text)) return undefined
  return users.find(({ idMember }) => !KEY_NAMES.includes(normal(idMember)))
}

/** @param bare the name without the ending of an identifier */
function referredByKind(
  references: References,
  name: string,
  bare: string,
  schema: Json | undefined,
): Resource | undefined {
  const found = references.byKind(singularOf(bare)).find(
    // `integrationId` is not the key in `/integrations/{key}`.
    ({ idMember }) => bare === normal(name) || !KEY_NAMES.includes(normal(idMember)),
  )
  return found ?? referredInWords(references, name, schema)
}

/** The resource of a number with its name, such as `patient` for `/patients/{id}` with a number as the id. */
function referredByNumber(
  { api, byKind }: References,
  name: string,
  schema: Json | undefined,
): Resource | undefined {
  const isInteger = (one: Json | undefined) =>
    typesOf(withoutNull(api.document, viewOf(api.document, one))).join() === 'integer'
  if (!isInteger(schema) || isMeasure(name)) return undefined
  return byKind(normal(name)).find(
    ({ create, list, ...one }) =>
      (create ?? list) !== undefined &&
      inputsOf({ create, list, ...one }).some((input) => isInteger(input.schema)),
  )
}

/** The resource of a longer name, such as `primary_practitioner_id`, or of a description, "A practitioner of the clinic". */
function referredInWords(
  { api, byKind }: References,
  name: string,
  schema: Json | undefined,
): Resource | undefined {
  const text = descriptionOf(viewOf(api.document, schema))
  const last = wordsOf(name.replace(/_?ids?$/i, '')).at(-1) ?? ''
  const noun = identifiedIn(text)
  // "The ID of the meeting session" for `sessionId` names no meeting.
  const thing = noun !== undefined && last !== '' && names(text, `${noun} ${last}`) ? undefined : noun
  const words = wordsOf(name.replace(/_?ids?$/i, ''))
  // Without the sign of an id, only the description names the resource.
  const endings =
    isForeign(name) || withoutId(name) === normal(name)
      ? []
      : words.slice(1).map((_, index) => words.slice(index + 1).join(''))
  return [...(thing === undefined ? [] : [normal(thing)]), ...endings]
    .flatMap((one) => byKind(singularOf(one)))
    .find(({ idMember }) => !KEY_NAMES.includes(normal(idMember)))
}

/** The resource whose collection has a name in the singular or plural, such as the `type` of an object. */
export const collectionNamed = (resources: readonly Resource[], name: string): Resource | undefined =>
  resources.find((one) => kindOf(one) === normal(singularOf(name)))

/** Whether a property is another identifier of its own resource: `lead_id` of a lead, or "The meeting ID" of a meeting. */
const isOwnId = ({ collection, parameter }: Resource, name: string, bare: string, text: string): boolean =>
  namesOwnId(text, singularOf(lastSegment(collection))) ||
  (bare !== normal(name) && bare === normal(singularOf(lastSegment(collection)))) ||
  (!GENERAL_WORDS.includes(normal(name)) && normal(parameter) === normal(name))

/** The resource whose path parameter has the name of the property. General words such as `name` match none. */
function namedAlike(references: References, name: string): Resource | undefined {
  const { api, byParameter } = references
  if (GENERAL_WORDS.includes(normal(name)) || isKind(name)) return undefined
  const found = ofOneKind(byParameter(normal(name)), name).find(
    (resource) =>
      (resource.read ?? resource.list ?? resource.create ?? resource.put ?? resource.update) !== undefined &&
      !inputsOf(resource).some((one) => viewOf(api.document, one.schema).enum !== undefined),
  )
  return (found && putThere(references, found)) ?? found
}

/** The resource whose items a PUT puts into another item, by their ids: articles of `PUT /carts/{id}/articles/{article_id}`. */
const putThere = ({ byKind }: References, resource: Resource): Resource | undefined =>
  resource.put === undefined || resource.create !== undefined || resource.parent === undefined
    ? undefined
    : byKind(kindOf(resource)).find((one) => one !== resource && one.create !== undefined)

/** The resources of a parameter's name. If they are of several kinds, as for `{index}`, only those whose kind is in the name. */
const ofOneKind = (found: readonly Resource[], name: string): readonly Resource[] =>
  new Set(found.map(kindOf)).size > 1 ? found.filter((one) => normal(name).includes(kindOf(one))) : found

/** Whether a property contains ids although its name does not show it: `user`, "The UUID of the user", or `servers`, an array of integers. */
function isIdentifier({ document }: Api, schema: Json | undefined): boolean {
  const view = withoutNull(document, viewOf(document, schema))
  if (view.format === 'uuid' || saysIdentifier(descriptionOf(view))) return true
  const entry = withoutNull(document, viewOf(document, view.items))
  return typesOf(view).includes('array') && (typesOf(entry).join() === 'integer' || entry.format === 'uuid')
}

/** A pattern such as `^prompt_[a-z]+$` is specific to one resource; `^[A-Z]{2,6}$` is not. */
const REPORTING = /_|-/
const outsideClasses = (pattern: string): string => pattern.replace(/\[(?:\\.|[^\]\\])*\]/g, '')

/** Whether a client chooses the id when it creates a resource: such an id does not refer to an existing one. */
const choosesId = (api: Api, { parameter, idMember, create }: Resource, name: string): boolean =>
  [parameter, idMember].some((own) => normal(own) === normal(name)) &&
  membersOf(viewOf(api.document, create?.body?.schema)).some(([own]) => own === name)

const patternIn = (view: JsonObject): string | undefined =>
  typeof view.pattern === 'string' ? view.pattern : undefined
