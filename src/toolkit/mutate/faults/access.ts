/** Requests that a server must reject for their credentials, and accepts. */
import { isObject as isNode, objectAt } from '../../openapi/document.ts'
import { responseFor } from '../../openapi/operations.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import type { Recording } from '../recording.ts'
import { type Fields, type Handle, pathOf, succeeded, type WireRequest } from '../wire.ts'
import { type Fault, type FaultSource, faultId, type Wrong } from './fault.ts'

export const accessFaults: FaultSource = (recording) => {
  const credentialsOf = credentialsIn(recording)
  const faults = new Map<string, Fault>()
  for (const { operationId, request, response } of recording.exchanges) {
    const { status } = response
    const operation = recording.operations.get(operationId)
    if (operation === undefined) continue
    const add = (wrong: Wrong, plant: () => Handle) => {
      const id = faultId(operationId, wrong)
      const pointer = responseFor(operation, status)?.pointer ?? operation.pointer
      faults.set(id, { id, family: 'access', operationId, pointer, wrong, isStateful: true, plant })
    }
    if (status === 401)
      add({ kind: 'credential-not-checked', status }, () =>
        accepting(recording, credentialsOf, operationId, status),
      )
    if (status === 403)
      add({ kind: 'permission-not-checked', status }, () =>
        accepting(recording, credentialsOf, operationId, status),
      )
    if (request.method === 'GET' && (status === 404 || status === 403) && credentialsOf(request).length > 0)
      add({ kind: 'tenant-not-checked', status }, () => mixing(recording, credentialsOf, operationId))
  }
  return [...faults.values()]
}

type CredentialsOf = (request: WireRequest) => Fields

/** Sends a rejected request again with credentials of a request that was accepted. */
function accepting(
  recording: Recording,
  credentialsOf: CredentialsOf,
  operationId: string,
  status: number,
): Handle {
  const accepted = recording.exchanges.filter(
    ({ request, response }) => succeeded(response) && credentialsOf(request).length > 0,
  )
  const best = accepted.find((one) => one.operationId === operationId) ?? accepted[0]
  return async (request, send) => {
    const response = await send(request)
    if (best === undefined || response.status !== status || recording.operationOf(request) !== operationId)
      return response
    const second = await send(withCredentials(request, credentialsOf, best.request))
    return succeeded(second) ? second : response
  }
}

/** Reads with the credentials of another client that could read the same path. */
function mixing(recording: Recording, credentialsOf: CredentialsOf, operationId: string): Handle {
  const readers = new Map<string, WireRequest>()
  return async (request, send) => {
    const response = await send(request)
    if (request.method !== 'GET' || recording.operationOf(request) !== operationId) return response
    if (succeeded(response)) readers.set(pathOf(request), request)
    const reader = readers.get(pathOf(request))
    const isForeign =
      reader !== undefined &&
      (response.status === 404 || response.status === 403) &&
      String(credentialsOf(reader)) !== String(credentialsOf(request))
    return isForeign ? send(withCredentials(request, credentialsOf, reader)) : response
  }
}

const withCredentials = (
  request: WireRequest,
  credentialsOf: CredentialsOf,
  other: WireRequest,
): WireRequest => {
  const own = credentialsOf(request).map(([name]) => name)
  return {
    ...request,
    fields: [...request.fields.filter(([name]) => !own.includes(name)), ...credentialsOf(other)],
  }
}

/** Headers with credentials, by the security schemes of the document. */
function credentialsIn({ document }: Recording): CredentialsOf {
  const names = new Set(['authorization'])
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  for (const key of Object.keys(schemes)) {
    const { node } = locate(document, pointerOf('components', 'securitySchemes', key))
    if (!isNode(node) || node.type !== 'apiKey') continue
    if (node.in === 'cookie') names.add('cookie')
    if (node.in === 'header') names.add(String(node.name).toLowerCase())
  }
  return ({ fields }) => fields.filter(([name]) => names.has(name.toLowerCase()))
}
