/** The resources that a stateful mock keeps: those with a path for each item, and lists that grow without one. */
import type { Api, ApiOperation } from '../../conformance/api/api.ts'
import {
  findResources,
  identifierNames,
  listMember,
  normal,
  type Resource,
} from '../../conformance/api/resources.ts'
import { membersOf } from '../../conformance/api/schemaView.ts'
import { listTargetOf, type Maker, type Target, targetOf } from './targets.ts'

export interface KeptGraph {
  resources: Resource[]
  /** The resources whose items a path goes through, the innermost last. */
  alongPath(path: string): Resource[]
}

/** Actions that make another item. */
const COPIES = /^(copy|clone|duplicate|fork|branch)$/i

/** The resource whose item an action such as `POST /orders/{id}/cancel` answers as it then is. */
export function actedOn(
  { api }: Maker,
  graph: KeptGraph,
  targetFor: Targets['targetFor'],
  operation: ApiOperation,
): Resource | undefined {
  const { path, method, successes } = operation
  const resource = graph.alongPath(path).at(-1)
  if (resource?.read === undefined || method !== 'POST' || successes[0] === 201) return undefined
  const action = path.slice(resource.item.length + 1)
  if (/[/{]|^$/.test(action) || COPIES.test(action)) return undefined
  if (api.operations.some((one) => one.path === path && one.method === 'GET')) return undefined
  const shape = (one: ApiOperation) => membersOf(targetFor(one, resource)?.view ?? {}).map(([name]) => name)
  const names = shape(operation)
  return names.includes(resource.idMember) && String(names) === String(shape(resource.read))
    ? resource
    : undefined
}

export function keptResources(maker: Maker): KeptGraph {
  const { api } = maker
  const found = findResources(api).resources.map((one) => ({ ...one, idMember: idMemberOf(maker, one) }))
  const resources = [
    ...found,
    ...listsAlone(api, found).map((one) => ({ ...one, idMember: idMemberOf(maker, one) })),
  ]
  return {
    resources,
    alongPath: (path) => found.filter(({ item }) => path === item || path.startsWith(`${item}/`)),
  }
}

/** `POST /things` and `GET /things` without `/things/{id}`: no path leads to an item, and the list shows it. */
function listsAlone(api: Api, found: readonly Resource[]): Resource[] {
  const { operations } = api
  return operations.flatMap((create) => {
    const { method, path } = create
    if (method !== 'POST' || /\}$/.test(path) || found.some((one) => one.collection === path)) return []
    if (found.some((one) => one.create === create)) return []
    const list = operations.find((one) => one.method === 'GET' && one.path === path)
    if (list === undefined || listMember(api, list) === undefined) return []
    const nothing = { read: undefined, update: undefined, put: undefined, delete: undefined }
    const names = { collection: path, item: `${path}/{}`, parameter: '', idMember: 'id', parent: undefined }
    return [{ ...nothing, ...names, create, list }]
  })
}

/** The member that holds what the path tells items apart by, also inside of an envelope. */
function idMemberOf(maker: Maker, resource: Resource): string {
  const { create, put, read, list, parameter, collection } = resource
  const targets = [read, create, put].flatMap((one) =>
    one === undefined ? [] : [targetOf(maker, one, resource)],
  )
  const listed =
    list !== undefined && listMember(maker.api, list) !== undefined ? listTargetOf(maker, list) : undefined
  const names = [...targets, listed].map((target) => membersOf(target?.view ?? {}).map(([name]) => name))
  if (names.some((own) => own.includes(resource.idMember)) && resource.idMember !== 'id')
    return resource.idMember
  for (const want of identifierNames(parameter, collection))
    for (const own of names) {
      const name = own.find((one) => normal(one) === normal(want))
      if (want !== '' && name !== undefined) return name
    }
  return resource.idMember
}

export interface Targets {
  /** What an operation answers of one item. */
  targetFor(operation: ApiOperation, resource: Resource): Target | undefined
  /** Where an item is seen whole: where it is read, else in the list, else in the answer to who made it. */
  seenIn(resource: Resource, operation: ApiOperation): Target | undefined
}

/** Remembers what it found. */
export function createTargets(maker: Maker): Targets {
  const targets = new Map<ApiOperation, Map<Resource, Target | undefined>>()
  function targetFor(operation: ApiOperation, resource: Resource): Target | undefined {
    const known = targets.get(operation) ?? new Map<Resource, Target | undefined>()
    targets.set(operation, known)
    if (!known.has(resource))
      known.set(
        resource,
        operation === resource.list ? listTargetOf(maker, operation) : targetOf(maker, operation, resource),
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
