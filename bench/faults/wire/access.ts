/** Faults of access and of age, for any document: credentials and states are learned from what passes. */
import { type AnywhereFault, fault } from '../../../test/toolkit/conformance/faults/bend.ts'
import {
  type Fields,
  pathOf,
  succeeded,
  type WireRequest,
  type WireResponse,
} from '../../../test/toolkit/conformance/faults/fault.ts'

const CREDENTIAL = /^(authorization|cookie|private-token|(x-)?api-?key|x-.*(key|token|auth).*|.*-token)$/i

const credentialsOf = ({ fields }: { fields: Fields }) => fields.filter(([name]) => CREDENTIAL.test(name))

const withCredentials = (request: WireRequest, credentials: Fields): WireRequest => ({
  ...request,
  fields: [...request.fields.filter(([name]) => !CREDENTIAL.test(name)), ...credentials],
})

const isRejected = ({ status }: WireResponse) => status === 401 || status === 403

export const accessFaults: readonly AnywhereFault[] = [
  fault('credentials-are-not-checked', 'Strangers read and write.', () => {
    let good: Fields = []
    return async (request, send) => {
      const response = await send(request)
      if (succeeded(response) && credentialsOf(request).length > 0) good = credentialsOf(request)
      if (!isRejected(response) || good.length === 0) return response
      const second = await send(withCredentials(request, good))
      return succeeded(second) ? second : response
    }
  }),
  fault('reads-need-no-credential', 'Strangers read.', () => {
    let good: Fields = []
    return async (request, send) => {
      const response = await send(request)
      if (succeeded(response) && credentialsOf(request).length > 0) good = credentialsOf(request)
      if (request.method !== 'GET' || !isRejected(response) || good.length === 0) return response
      const second = await send(withCredentials(request, good))
      return succeeded(second) ? second : response
    }
  }),
  fault('tenants-are-mixed', 'One tenant reads what belongs to another.', () => {
    const readers = new Map<string, Fields>()
    return async (request, send) => {
      const response = await send(request)
      if (request.method !== 'GET') return response
      const own = credentialsOf(request)
      if (succeeded(response)) readers.set(pathOf(request), own)
      const other = readers.get(pathOf(request))
      const isForeign = [401, 403, 404].includes(response.status) && own.length > 0
      return isForeign && other && String(other) !== String(own)
        ? send(withCredentials(request, other))
        : response
    }
  }),
  fault('reads-are-stale', 'A read after a change shows the state before it.', () => {
    const shown = new Map<string, WireResponse>()
    const stale = new Set<string>()
    return async (request, send) => {
      const path = pathOf(request)
      const response = await send(request)
      if (['PUT', 'PATCH'].includes(request.method) && succeeded(response)) stale.add(path)
      if (request.method !== 'GET' || !succeeded(response)) return response
      const before = shown.get(request.target)
      if (stale.has(path) && before !== undefined) return before
      shown.set(request.target, response)
      return response
    }
  }),
  fault('lists-are-stale', 'A list shows the state before the last creation or deletion.', () => {
    const shown = new Map<string, WireResponse>()
    const stale = new Set<string>()
    return async (request, send) => {
      const path = pathOf(request)
      const response = await send(request)
      if (request.method === 'POST' && succeeded(response)) stale.add(path)
      if (request.method === 'DELETE' && succeeded(response)) stale.add(path.slice(0, path.lastIndexOf('/')))
      if (request.method !== 'GET' || !succeeded(response)) return response
      const before = shown.get(request.target)
      if (stale.has(path) && before !== undefined) return before
      shown.set(request.target, response)
      return response
    }
  }),
]
