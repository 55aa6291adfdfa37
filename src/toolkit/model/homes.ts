/**
 * Items that are made and listed elsewhere than they are read: `/comments/{id}` of `POST /articles/{id}/comments`, or
 * `/repos/{org}/{repo}` of `POST /orgs/{org}/repos`; and lists over several collections, such as `GET /comments`.
 */

import { isObject, type Json } from '../openapi/document.ts'
import { type Api, type ApiOperation, operationAt } from './api.ts'
import { listItems, listPlace } from './listPlace.ts'
import { lastSegment, normal, singularOf } from './vocabulary.ts'
import { thingSchema } from './wrapping.ts'

/** The operations on the items of a resource, and the path of its collection. */
interface Kind {
  collection: string
  create: ApiOperation | undefined
  list: ApiOperation | undefined
  read: ApiOperation | undefined
  update: ApiOperation | undefined
  put: ApiOperation | undefined
}

/** A collection where items of a resource are made, which is not the one that their own path names. */
export interface Home {
  path: string
  create: ApiOperation
  /** Undefined where only the own collection of the resource lists its items. */
  list: ApiOperation | undefined
}

export const nameOf = (schema: Json | undefined): string | undefined =>
  isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : undefined

const variables = (path: string): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)

/** Whether an operation creates such items. If none does, they exist from the start. */
export const isMade = ({ create, put }: Pick<Kind, 'create' | 'put'>): boolean =>
  create !== undefined || put !== undefined

/** The name of the schema of a resource's items. */
export const thingOf = (
  api: Api,
  { read, update, create }: Pick<Kind, 'read' | 'update' | 'create'>,
): string | undefined =>
  [read, update, create].flatMap((one) => (one && nameOf(thingSchema(api, one))) ?? [])[0]

/**
 * The collections in which items of a resource are created if no operation creates them in the resource's own collection.
 * @param isCollection whether a path is the collection of another resource
 */
export function homesOf(
  api: Api,
  resource: Omit<Kind, 'put'>,
  isCollection: (path: string) => boolean,
): Home[] {
  const wanted = thingOf(api, resource)
  if (resource.create?.path === resource.collection) return []
  const called = lastSegment(resource.collection)
  const own = resource.list && nameOf(listItems(api, resource.list))
  const named = creationsOf(api).flatMap(({ home, listed, made, name }) => {
    // A list may use a separate summary schema.
    const isSameSchema = listed === wanted ? made === undefined || made === wanted : made === wanted
    // `/points/{id}/attributes` and `/elements/{id}/attributes` may list different resources.
    const isElse = own !== undefined && listed !== undefined && own !== listed
    const isSame =
      home.list === undefined
        ? name === called && made !== undefined && (wanted ?? made) === made
        : (wanted !== undefined && isSameSchema) || (name === called && !isElse)
    return isSame && !isCollection(home.path) ? [home] : []
  })
  if (named.length > 0 || wanted === undefined) return named
  // An action on an item, such as `/receipts/{id}/send`, makes none.
  return madeByActions(api, wanted, singularOf(called)).filter(
    ({ path }) => !path.startsWith(`${resource.collection}/{`),
  )
}

/** The actions on other items that make such items: `POST /sessions/{id}/invoice` or `/carts/{id}/checkout`. */
function madeByActions(api: Api, wanted: string, called: string): Home[] {
  const found = creationsOf(api).filter(
    ({ home, made }) =>
      made === wanted && home.list === undefined && home.create.successes.every((status) => status === 201),
  )
  const isCalled = ({ name }: Creation) => normal(name) === normal(called)
  return found.sort((a, b) => Number(isCalled(b)) - Number(isCalled(a))).map(({ home }) => home)
}

/** A collection with a creation, and usually a list. */
interface Creation {
  home: Home
  /** The name of the schema of the list's items. */
  listed: string | undefined
  /** The name of the schema of what is created. */
  made: string | undefined
  /** The last segment of the path. */
  name: string
}

const known = new WeakMap<Api, readonly Creation[]>()

function creationsOf(api: Api): readonly Creation[] {
  const found = known.get(api) ?? api.operations.flatMap((create) => creationOf(api, create) ?? [])
  known.set(api, found)
  return found
}

function creationOf(api: Api, create: ApiOperation): Creation | undefined {
  const { method, path } = create
  if (method !== 'POST' || path.endsWith('}')) return undefined
  const read = operationAt(api, path, 'GET')
  if (read !== undefined && listPlace(api, read) === undefined) return undefined
  return {
    home: { path, create, list: read },
    listed: read && nameOf(listItems(api, read)),
    made: nameOf(thingSchema(api, create)),
    name: lastSegment(path),
  }
}

/** Whether items of a collection that has no operations of its own are made in one collection of that name elsewhere. */
export function isMadeElsewhere(api: Api, collection: string): boolean {
  const called = lastSegment(collection)
  const elsewhere = creationsOf(api).filter(({ name, home }) => name === called && home.path.includes('{'))
  return elsewhere.length === 1 && !collection.includes('{')
}

/** Nothing of the document creates or lists items at this path. */
export const isUnlisted = ({ create, put, list }: Pick<Kind, 'create' | 'put' | 'list'>): boolean =>
  create === undefined && put === undefined && list === undefined

/**
 * Resources whose items are those of another path: `/projects/{projectId}/features/{featureName}` for
 * `/features/{featureName}/tags`. First the one whose items can be created, then the one whose items are only listed; none
 * of several that could be meant.
 */
export function sameItemsElsewhere<T extends Kind & { parameter: string }>(
  { resources }: { resources: readonly T[] },
  resource: T,
): T[] {
  const called = lastSegment(resource.collection)
  const alike = resources.filter(
    (one) =>
      one !== resource &&
      !isUnlisted(one) &&
      lastSegment(one.collection) === called &&
      isNamedAlike(one.parameter, resource.parameter, called),
  )
  const made = alike.filter(isMade)
  const listed = alike.filter((one) => !isMade(one))
  return [made, listed].flatMap(([found, ...others]) =>
    found !== undefined && others.length === 0 ? [found] : [],
  )
}

/** `featureName` at both paths; or `name` at one and the noun of both at the other, as in `/environments/{environment}`. */
const isNamedAlike = (one: string, other: string, called: string): boolean =>
  normal(one) === normal(other) || [one, other].some((name) => normal(name) === normal(singularOf(called)))

/** The resource whose items a list outside of all collections contains; undefined if there is none, or more than one candidate. */
export function gatheredBy<T extends Kind>(
  api: Api,
  list: ApiOperation,
  resources: readonly { resource: T; places: readonly string[] }[],
): T | undefined {
  const wanted = list.method === 'GET' && listPlace(api, list) !== undefined && listItems(api, list)
  const name = wanted ? nameOf(wanted) : undefined
  if (name === undefined) return undefined
  // Exclude resources that another variable of the path would filter by an unknown property.
  const meant = resources.filter(
    ({ resource, places }) =>
      thingOf(api, resource) === name &&
      places.every((place) => variables(list.path).every((one) => variables(place).includes(one))),
  )
  return meant.length === 1 ? meant[0]?.resource : undefined
}
