/** Resources that exist once (`/settings`): their state is read before a check writes to them, and put back after it. */

import type { Api, ApiOperation } from '../../../model/api.ts'
import { listPlace } from '../../../model/listPlace.ts'
import type { ResourceGraph } from '../../../model/resources.ts'
import { isMasked } from '../../../model/vocabulary.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { isHeader, readHeader } from '../../../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { validatorOf } from '../../../schema/validators.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import type { Identity } from '../../config/identity.ts'
import type { Recorded } from '../events.ts'
import { requestOf, type WireRequest } from '../requests.ts'
import type { Plan } from '../rule.ts'

/** Whether a path without variables is that of a resource, not of a list. */
export function isSingleton(
  api: Api,
  { resources }: Pick<ResourceGraph, 'resources'>,
  path: string,
): boolean {
  const read = api.operations.find((one) => one.path === path && one.method === 'GET')
  if (read === undefined || path.includes('{')) return false
  return listPlace(api, read) === undefined && !resources.some(({ collection }) => collection === path)
}

type Send = (wire: WireRequest, caller: Identity) => Promise<Recorded | undefined>

interface Claim {
  read: ApiOperation
  update: ApiOperation
  caller: Identity
  before: Promise<JsonObject | undefined>
  /** Checks that wrote to it and are not over. */
  checks: Set<string>
  /** Under way while it is put back. */
  restoring: Promise<unknown> | undefined
}

export interface SingletonState {
  /** Reads the state before a check's first write. Returns a reason if the state could not be restored afterwards. */
  hold(check: string, read: ApiOperation, wire: WireRequest, caller: Identity): Promise<string | undefined>
  /** The check has finished: restores what no other check writes to. */
  release(check: string): Promise<void>
  /** The resources that differ from their initial state. */
  left(): string[]
}

/** @param organizationOf singletons of two organizations are two */
export function createSingletonState(
  { api }: Plan,
  send: Send,
  organizationOf: (identity: string) => string,
): SingletonState {
  const { document } = api
  const claims = new Map<string, Claim>()
  const left = new Map<string, string>()
  const look = (read: ApiOperation, caller: Identity) =>
    send(requestOf(document, read, { params: {}, query: {}, headers: {} }), caller)

  const putBack = async ({ read, update, caller, before }: Claim): Promise<string[]> => {
    const was = await before
    const names = writableNames(document, update)
    const shown = await look(read, caller)
    const changed = was === undefined ? [] : differences(was, shown?.json as Json, names)
    if (was === undefined || changed.length === 0) return []
    const whole = bodyFor(document, update, was, changed)
    // One at a time where all together are not accepted.
    const bodies =
      whole === undefined ? changed.flatMap((name) => bodyFor(document, update, was, [name]) ?? []) : [whole]
    const match = update.inputs.find((one) => one.in === 'header' && isHeader(one.name, 'If-Match'))
    for (const body of bodies) {
      const tag = readHeader((await look(read, caller))?.headers ?? {}, 'etag')
      const headers: Record<string, string> =
        match === undefined || tag === undefined ? {} : { [match.name]: tag }
      await send(requestOf(document, update, { params: {}, query: {}, headers, body }), caller)
    }
    return differences(was, (await look(read, caller))?.json as Json, names)
  }
  const stateOf = async (read: ApiOperation, caller: Identity) => objectIn(await look(read, caller))

  return {
    async hold(check, read, wire, caller) {
      const update = updateOf(api, read.path)
      if (update === undefined) return `nothing puts ${read.path} back`
      const key = `${organizationOf(caller.name)} ${read.path}`
      const one = claims.get(key) ?? {
        read,
        update,
        caller,
        before: stateOf(read, caller),
        checks: new Set(),
        restoring: undefined,
      }
      claims.set(key, one)
      one.checks.add(check)
      await one.restoring
      const before = await one.before
      if (before === undefined) {
        claims.delete(key)
        return `GET ${read.path} does not show what to put back`
      }
      return lossOf(document, { read, update, before, wire })
    },
    async release(check) {
      for (const [key, one] of claims) {
        if (!one.checks.delete(check) || one.checks.size > 0) continue
        const restoring = putBack(one)
        one.restoring = restoring.catch(() => undefined)
        left.set(key, `${one.read.path} (not put back)`) // until it is
        const different = await restoring
        one.restoring = undefined
        if (different.length === 0) left.delete(key)
        else left.set(key, `${one.read.path} (${different.join(', ')} not put back)`)
        // A check that started meanwhile restores the state that was read first.
        if (one.checks.size === 0) claims.delete(key)
      }
    },
    left: () => [...left.values()],
  }
}

const objectIn = (response: Recorded | undefined): JsonObject | undefined => {
  const json = response?.json as Json
  return response !== undefined && response.status < 300 && isObject(json) ? json : undefined
}

const updateOf = (api: Api, path: string): ApiOperation | undefined =>
  ['PATCH', 'PUT'].flatMap(
    (method) => api.operations.find((one) => one.path === path && one.method === method) ?? [],
  )[0]

const writableNames = (document: ContractDocument, { body }: ApiOperation): string[] =>
  membersOf(viewOf(document, body?.schema)).map(([name]) => name)

/** The body that sets these properties to what they were; undefined where the document has none. */
function bodyFor(
  document: ContractDocument,
  update: ApiOperation,
  before: JsonObject,
  names: readonly string[],
): JsonObject | undefined {
  const writable = membersOf(viewOf(document, update.body?.schema)).filter(
    ([, schema]) => viewOf(document, schema).readOnly !== true,
  )
  const isWhole = update.method === 'PUT'
  const body: JsonObject = {}
  for (const [name] of writable) {
    if (!isWhole && !names.includes(name)) continue
    const was = before[name]
    if (was !== undefined) body[name] = was
    else if (!isWhole) body[name] = null
  }
  return Object.keys(body).length > 0 && isValid(document, update, body) ? body : undefined
}

const isValid = (document: ContractDocument, update: ApiOperation, body: JsonObject): boolean =>
  update.body !== undefined && validatorOf(document, 'request')(update.body.schemaPointer, body).length === 0

/** Why the state could not be put back after a write; undefined where it could. */
function lossOf(
  document: ContractDocument,
  { read, update, before, wire }: Pick<Claim, 'read' | 'update'> & { before: JsonObject; wire: WireRequest },
): string | undefined {
  const isWhole = update.method === 'PUT'
  const names = writableNames(document, update)
  // A property that GET does not show, or shows as asterisks, such as a password, cannot be put back.
  const sent = wire.method === 'PUT' ? names : namesIn(wire)
  const lost = names.find(
    (name) =>
      sent.includes(name) &&
      (isWhole
        ? (before[name] === undefined || isMasked(before[name])) && namesIn(wire).includes(name)
        : isMasked(before[name]) || bodyFor(document, update, before, [name]) === undefined),
  )
  const isUnable = isWhole
    ? bodyFor(document, update, before, []) === undefined
    : !isPutBackByParts(wire, names)
  return lost !== undefined || isUnable
    ? `${lost ?? 'the state'} of ${read.path} could not be put back`
    : undefined
}

const differences = (before: JsonObject, now: Json | undefined, names: readonly string[]): string[] =>
  names.filter(
    (name) => !isObject(now) || JSON.stringify(now[name] ?? null) !== JSON.stringify(before[name] ?? null),
  )

/** PATCH cannot remove undeclared properties, so a write must not contain any. */
function isPutBackByParts(wire: WireRequest, names: readonly string[]): boolean {
  try {
    const value = JSON.parse(wire.body?.toString() ?? '{}') as Json
    return isObject(value) && Object.keys(value).every((name) => names.includes(name))
  } catch {
    return true // what cannot be read cannot be stored
  }
}

/** The properties of a JSON body; none if it is not an object. */
function namesIn({ body, headers }: WireRequest): string[] {
  const type = mediaTypeOf(headers['Content-Type'] ?? 'application/json')
  try {
    const value: unknown = body === undefined || !isJson(type) ? {} : JSON.parse(body.toString())
    return isObject(value as Json) ? Object.keys(value as JsonObject) : []
  } catch {
    return []
  }
}
