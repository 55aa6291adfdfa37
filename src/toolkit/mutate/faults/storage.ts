/** Writes that are not carried out, or twice, and reads that are out of date. */
import type { ResourceModel } from '../../model/apiModel.ts'
import { isObject as isNode, objectAt } from '../../openapi/document.ts'
import { locate } from '../../openapi/resolve.ts'
import { viewOf } from '../../schema/view.ts'
import type { RecordedExchange, Recording } from '../recording.ts'
import {
  type Handle,
  isObject,
  jsonOf,
  pathOf,
  type Send,
  succeeded,
  type WireRequest,
  type WireResponse,
  withField,
  withJson,
} from '../wire.ts'
import { type Fault, type FaultSource, faultId, onRequests } from './fault.ts'

export const storageFaults: FaultSource = (recording) =>
  recording.model.resources.flatMap((resource) =>
    resource.operations.flatMap(({ role, operationId, pointer }) => {
      const successes = recording.exchanges.filter(
        (one) => one.operationId === operationId && succeeded(one.response),
      )
      const [sample] = successes
      if (sample === undefined) return []
      const own = { recording, resource, operationId, successes, response: sample.response }
      const plants = PLANTS[role]?.(own) ?? []
      return plants.map(({ wrong, plant, isStateful }) => ({
        id: faultId(operationId, wrong),
        family: 'storage' as const,
        operationId,
        pointer,
        wrong,
        plant,
        ...(isStateful && { isStateful }),
      }))
    }),
  )

type Plant = Pick<Fault, 'wrong' | 'plant' | 'isStateful'>

/** The faults of an operation by its role. */
const PLANTS: Partial<Record<ResourceModel['operations'][number]['role'], (own: Own) => Plant[]>> = {
  list: (own) => [{ wrong: { kind: 'list-stale' }, plant: () => staleList(own), isStateful: true }],
  read: (own) => [{ wrong: { kind: 'read-stale' }, plant: () => staleRead(own), isStateful: true }],
  create: (own) => [
    { wrong: { kind: 'created-twice' }, plant: () => twice(own) },
    ...unstoredProperties(own),
  ],
  update: changes,
  replace: changes,
  delete: (own) => [{ wrong: { kind: 'delete-not-done' }, plant: () => notDone(own) }],
}

function changes(own: Own): Plant[] {
  return [{ wrong: { kind: 'update-not-stored' }, plant: () => notStored(own) }, ...unstoredProperties(own)]
}

interface Own {
  recording: Recording
  resource: ResourceModel
  operationId: string
  successes: readonly RecordedExchange[]
  /** A successful response of the recording. */
  response: WireResponse
}

/** The response shows the update, and the target does not receive it. */
const notStored =
  ({ recording, operationId, response: sample }: Own): Handle =>
  async (request, send) => {
    const body = recording.operationOf(request) === operationId ? jsonOf(request) : undefined
    if (!isObject(body)) return send(request)
    const shown = await read(request, send)
    const before = jsonOf(shown)
    if (!succeeded(shown) || !isObject(before)) return send(request)
    return isObject(jsonOf(sample))
      ? { ...withJson(shown, merged(before, body)), status: sample.status }
      : sample
  }

/** The resource may be in a property of the response. */
function merged(shown: Record<string, unknown>, body: Record<string, unknown>): Record<string, unknown> {
  const [[name, inner] = []] = Object.entries(shown)
  return name !== undefined && isObject(inner) && Object.keys(shown).length === 1
    ? { [name]: { ...inner, ...body } }
    : { ...shown, ...body }
}

const read = (request: WireRequest, send: Send): Promise<WireResponse> =>
  send({ ...withField(request, 'Content-Type'), method: 'GET', body: Buffer.alloc(0) })

/** The response of the recording, without a request to the target. */
const notDone =
  ({ recording, operationId, response }: Own): Handle =>
  async (request, send) => {
    if (recording.operationOf(request) !== operationId) return send(request)
    const isThere = succeeded(await read(request, send))
    return isThere ? response : send(request)
  }

const twice =
  ({ recording, operationId }: Own): Handle =>
  async (request, send) => {
    const first = await send(request)
    return recording.operationOf(request) === operationId && succeeded(first) ? send(request) : first
  }

/** Reads after a write return the state before it. */
function staleRead({ recording, operationId }: Own): Handle {
  const shown = new Map<string, WireResponse>()
  const changed = new Set<string>()
  return async (request, send) => {
    const path = pathOf(request)
    const response = await send(request)
    if (isUpdate(request) && succeeded(response)) changed.add(path)
    if (recording.operationOf(request) !== operationId || !succeeded(response)) return response
    const before = shown.get(request.target)
    if (changed.has(path) && before !== undefined) return before
    shown.set(request.target, response)
    return response
  }
}

const isUpdate = ({ method }: WireRequest) => method === 'PUT' || method === 'PATCH'

/** Lists after a create or a delete return the state before it. */
function staleList({ recording, resource, operationId }: Own): Handle {
  const writes = new Set(
    resource.operations
      .filter(({ role }) => role === 'create' || role === 'delete')
      .map((one) => one.operationId),
  )
  const shown = new Map<string, WireResponse>()
  let isChanged = false
  return async (request, send) => {
    const operation = recording.operationOf(request) ?? ''
    const response = await send(request)
    if (writes.has(operation) && succeeded(response)) isChanged = true
    if (operation !== operationId || !succeeded(response)) return response
    const before = shown.get(request.target)
    if (isChanged && before !== undefined) return before
    shown.set(request.target, response)
    return response
  }
}

/** Optional properties that the tests sent: the target does not receive them. */
function unstoredProperties({ recording, operationId, successes }: Own): Plant[] {
  const sent = new Set(
    successes.flatMap(({ request }) => {
      const body = jsonOf(request)
      return isObject(body) ? Object.keys(body) : []
    }),
  )
  const required = requiredOf(recording, operationId)
  const without = (property: string) => (request: WireRequest) => {
    const body = jsonOf(request)
    if (!isObject(body) || !(property in body)) return request
    const { [property]: _, ...others } = body
    return withJson(request, others)
  }
  return [...sent]
    .filter((property) => !required.has(property))
    .map((property) => ({
      wrong: { kind: 'property-not-stored', property },
      plant: () => onRequests(recording, operationId, without(property)),
    }))
}

function requiredOf({ document, operations }: Recording, operationId: string): Set<string> {
  const operation = operations.get(operationId)
  if (operation === undefined || !isNode(operation.operation.requestBody)) return new Set()
  const { node } = locate(document, `${operation.pointer}/requestBody`)
  const [media] = Object.values(objectAt(node, 'content'))
  const { required } = viewOf(document, isNode(media) ? media.schema : undefined)
  return new Set(Array.isArray(required) ? required.map(String) : [])
}
