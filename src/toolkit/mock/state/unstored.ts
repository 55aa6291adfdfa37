/**
 * Writes that the mock cannot carry out: they get 501 with the reason, so that no success is reported for a write that a
 * later read contradicts.
 */
import type { Api, ApiOperation } from '../../model/api.ts'
import { isMade, nameOf } from '../../model/homes.ts'
import { listItems, listPlace } from '../../model/listPlace.ts'
import type { Resource } from '../../model/resources.ts'
import { thingSchema } from '../../model/wrapping.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { UNSUPPORTED_BY_MOCK } from '../../openapi/unsupportedByMock.ts'
import { HttpError } from '../../requests/exchange.ts'
import { membersOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { StoredGraph, Targets } from './graph.ts'
import type { Target } from './targets.ts'

const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE']

export const isWrite = ({ method }: ApiOperation): boolean => UNSAFE.includes(method)

/** 501 (RFC 9110, section 15.6.2) for a write that the mock does not support. */
export const notStored = ({ method, path }: ApiOperation, reason: string): HttpError =>
  new HttpError(501, `The stateful mock cannot carry out ${method} ${path}: ${reason}`, {
    kind: 'notSupported',
    headers: { [UNSUPPORTED_BY_MOCK]: 'true' },
  })

/** Why a success of this operation would be contradicted by a read; undefined where no read can show its effect. */
export function contradictedBy(
  api: Api,
  graph: StoredGraph,
  targetFor: Targets['targetFor'],
  operation: ApiOperation,
): string | undefined {
  const { method, path } = operation
  const reads = api.operations.filter((one) => one.method === 'GET')
  if (method !== 'POST') {
    const parent = path.replace(/\/[^/]+$/, '')
    const read =
      reads.find((one) => one.path === path) ??
      reads.find((one) => one.path === parent) ??
      reads.find((one) => isAbove(one.path, path))
    if (read !== undefined || method === 'DELETE')
      return read && `GET ${read.path} would not show the change.`
  }
  const things = shownBy(api, operation)
  const alike = reads.find((one) => shownBy(api, one).some((name) => things.includes(name)))
  if (alike !== undefined) return `it cannot infer how to store the result for GET ${alike.path}.`
  const part = graph.alongPath(path).flatMap((one) => sharedPart(targetFor, operation, one) ?? [])[0]
  if (part !== undefined) return part
  const own = graph.alongPath(path).findLast((one) => isMade(one) && one.read !== undefined)
  const isEmpty = thingSchema(api, operation) === undefined && operation.successes.length > 0
  return own !== undefined && isEmpty
    ? `the document does not describe how it changes what GET ${own.item} returns.`
    : undefined
}

/** A part of the item that both the response and the read show: `nav` of `POST /ships/{id}/dock` and of the ship. */
function sharedPart(
  targetFor: Targets['targetFor'],
  operation: ApiOperation,
  resource: Resource,
): string | undefined {
  if (resource.read === undefined) return undefined
  const partsOf = (one: ApiOperation) => membersOf(targetFor(one, resource)?.view ?? {})
  const shown = new Map(partsOf(resource.read).map(([name, schema]) => [name, nameOf(schema)]))
  const part = partsOf(operation).find(
    ([name, schema]) => nameOf(schema) !== undefined && shown.get(name) === nameOf(schema),
  )?.[0]
  return part && `GET ${resource.item} would show another ${part} than the response.`
}

const isAbove = (read: string, path: string): boolean => read.endsWith('}') && path.startsWith(`${read}/`)

/** The named schemas of what an operation responds with, as one resource or as the items of a list. */
function shownBy(api: Api, operation: ApiOperation): string[] {
  const items = listPlace(api, operation) === undefined ? undefined : listItems(api, operation)
  return [nameOf(thingSchema(api, operation)), nameOf(items)].filter(
    (name): name is string =>
      name !== undefined && membersOf(viewOf(api.document, { $ref: name })).length > 0,
  )
}

/** The list of an item that what was sent is an entry of, such as a rule for `rules`; undefined where it is of the item. */
export function listOfEntry({ document }: Api, view: JsonObject, sent: JsonObject): string | undefined {
  const names = Object.keys(sent)
  const members = membersOf(view)
  if (names.length === 0 || members.some(([name]) => names.includes(name))) return undefined
  return members.find(([, schema]) => {
    const { items } = withoutNull(document, viewOf(document, schema))
    const inner = membersOf(viewOf(document, items)).map(([name]) => name)
    return names.every((name) => inner.includes(name))
  })?.[0]
}

/** A property that was sent, that a read can show, and that it shows with another value; undefined where there is none. */
export function droppedFrom(
  target: Target | undefined,
  sent: JsonObject,
  shown: JsonObject | undefined,
): string | undefined {
  if (target === undefined || shown === undefined) return undefined
  return Object.entries(sent).find(([name, value]) => {
    const received = shown[name]
    if (value === undefined || value === null || received === undefined || covers(received, value))
      return false
    return target.faults({ ...shown, [name]: value }).length === 0
  })?.[0]
}

/** Whether a received value contains what was sent. Ignores further properties and defaults. */
function covers(received: Json | undefined, sent: Json): boolean {
  if (received === undefined || received === null) return true
  if (Array.isArray(sent))
    return (
      Array.isArray(received) &&
      received.length === sent.length &&
      sent.every((one, index) => covers(received[index], one))
    )
  if (isObject(sent))
    return (
      isObject(received) &&
      Object.entries(sent).every(([name, value]) => value === undefined || covers(received[name], value))
    )
  return String(received) === String(sent)
}

/** The resource whose item a write names in its body, as `PUT /pet {"id": 7}` does; undefined where the path names it. */
export function namedInBody(
  { document }: Api,
  graph: StoredGraph,
  { method, path, body }: ApiOperation,
): Resource | undefined {
  if (!['PUT', 'PATCH'].includes(method) || body === undefined || path.endsWith('}')) return undefined
  const names = membersOf(viewOf(document, body.schema)).map(([name]) => name)
  return graph.resources.find((one) => one.collection === path && isMade(one) && names.includes(one.idMember))
}
