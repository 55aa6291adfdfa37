/** Compares what was sent with what came back, and two representations of one thing. */
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { Api, ApiOperation } from '../api/api.ts'
import { successSchema } from '../api/api.ts'
import { normal } from '../api/resources.ts'
import { membersOf, viewOf } from '../api/schemaView.ts'

export interface Difference {
  pointer: string
  sent: Json | undefined
  received: Json | undefined
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Whether two strings are one point in time, written differently. */
const sameInstant = (a: string, b: string): boolean =>
  DATE_TIME.test(a) && DATE_TIME.test(b) && Date.parse(a) === Date.parse(b)

/**
 * Where `received` lacks or changes what `sent` holds. An object may come back with more members than were sent
 * (defaults), a list may not come back with more items.
 */
export function differences(sent: Json, received: Json | undefined, pointer = ''): Difference[] {
  const differs = [{ pointer, sent, received }]
  if (received === undefined) return differs
  if (Array.isArray(sent)) {
    if (!Array.isArray(received) || received.length !== sent.length) return differs
    return sent.flatMap((item, index) => differences(item, received[index], `${pointer}/${index}`))
  }
  if (isObject(sent)) {
    if (!isObject(received)) return differs
    return Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : differences(value, received[name], `${pointer}/${name}`),
    )
  }
  if (sent === received) return []
  return typeof sent === 'string' && typeof received === 'string' && sameInstant(sent, received)
    ? []
    : differs
}

/** Members that two representations share and that differ. */
export function sharedDifferences(
  one: JsonObject,
  other: JsonObject,
  except: (name: string) => boolean,
): Difference[] {
  return Object.entries(one).flatMap(([name, value]) =>
    value === undefined || !Object.hasOwn(other, name) || except(name)
      ? []
      : JSON.stringify(value) === JSON.stringify(other[name])
        ? []
        : [{ pointer: `/${name}`, sent: value, received: other[name] }],
  )
}

/** Members that a server may change by itself between two looks. */
const VOLATILE =
  /^(last(used|seen|accessed|login)|usage|usedat|viewcount|views|age|expiresin|secondsleft|progress|attempts?|nextattempt|deliveredat|responsetime|latency)/
/** Members of a state that goes on by itself. */
const PASSING =
  /^(status|state|startedat|completedat|finishedat|result|results|resultcounts|summary|verdict|error|data|output)/

export const isVolatile = (name: string, hinted: readonly string[] = []): boolean =>
  hinted.includes(name) || VOLATILE.test(normal(name))
export const mayPass = (name: string): boolean => PASSING.test(normal(name))

/** Members that tell of a change, and so change with it. */
export const tellsOfChange = (name: string): boolean =>
  /^(updated|modified|changed|edited|lastmodified|lastupdated|version|revision|etag|rev)/.test(normal(name))
/** Members that say what a thing is and where it comes from, and never change. */
export const isIdentity = (name: string): boolean =>
  /^(id|uuid|object|kind|created|createdat|createdby|creator|organizationid|tenantid|workspaceid)$/.test(
    normal(name),
  )

/** The members of the operation's success answer. */
export const answerMembers = (api: Api, operation: ApiOperation | undefined): Map<string, Json> =>
  new Map(
    operation === undefined ? [] : membersOf(viewOf(api.document, successSchema(api, operation)?.schema)),
  )

/** The members that an operation's body may have. */
export const bodyMembers = (api: Api, operation: ApiOperation | undefined): Map<string, Json> =>
  new Map(membersOf(viewOf(api.document, operation?.body?.schema)))

/** The object inside an answer that wraps it in one member, `{ "user": { … } }`; else the answer itself. */
export function unwrapped(json: unknown): JsonObject {
  const body = json as Json
  return isObject(body) ? body : {}
}
