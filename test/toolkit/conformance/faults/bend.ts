/** How what passes on the wire is bent, whatever the document. */
import { isDeepStrictEqual } from 'node:util'
import {
  asks,
  type Fault,
  type Handle,
  isObject,
  type JsonObject,
  jsonOf,
  queryOf,
  succeeded,
  type WireRequest,
  type WireResponse,
  withJson,
} from './fault.ts'

export type AnywhereFault = Pick<Fault, 'name' | 'suffering'> & { plant(): Handle }

export const fault = (name: string, suffering: string, plant: () => Handle): AnywhereFault => ({
  name,
  suffering,
  plant,
})

export const writes = ({ method }: WireRequest) => ['POST', 'PUT', 'PATCH'].includes(method)
export const always = () => true

export const responses =
  (edit: (response: WireResponse, request: WireRequest) => WireResponse): Handle =>
  async (request, send) =>
    edit(await send(request), request)

/** Every value in a tree, the deepest first. */
export const mapped = (
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  name = '',
): unknown => {
  if (Array.isArray(value))
    return change(
      value.map((one) => mapped(one, change, name)),
      name,
    )
  if (!isObject(value)) return change(value, name)
  const entries = Object.entries(value).map(([key, one]) => [key, mapped(one, change, key)])
  return change(Object.fromEntries(entries), name)
}

export const rewritten = (
  response: WireResponse,
  change: (value: unknown, name: string) => unknown,
): WireResponse => {
  const body = jsonOf(response)
  if (body === undefined || !succeeded(response)) return response
  const changed = mapped(body, change)
  return JSON.stringify(changed) === JSON.stringify(body) ? response : withJson(response, changed)
}

export const shows = (change: (value: unknown, name: string) => unknown) => (): Handle =>
  responses((response) => rewritten(response, change))

export const text = (change: (text: string) => string) => (value: unknown, name: string) =>
  typeof value === 'string' && !/id$|_?at$|cursor|next|token|status/i.test(name) ? change(value) : value

export const stores = (change: (value: unknown, name: string) => unknown) => (): Handle =>
  asks(writes, (request) => {
    const body = jsonOf(request)
    const bent = isObject(body) ? mapped(body, change) : body
    return isDeepStrictEqual(bent, body) ? request : withJson(request, bent)
  })

/** The array of resources in a list response, wherever it is. */
const listIn = (body: unknown): unknown[] | undefined =>
  Array.isArray(body)
    ? body
    : isObject(body)
      ? (Object.values(body).find((one) => Array.isArray(one) && one.every(isObject)) as
          | unknown[]
          | undefined)
      : undefined

export const lists = (edit: (items: unknown[], request: WireRequest, body: unknown) => void) => (): Handle =>
  responses((response, request) => {
    const body = jsonOf(response)
    const items = request.method === 'GET' && succeeded(response) ? listIn(body) : undefined
    if (items === undefined) return response
    const before = JSON.stringify(body)
    edit(items, request, body)
    return JSON.stringify(body) === before ? response : withJson(response, body)
  })

export const status = (from: number, to: number) => (): Handle =>
  responses((response) => (response.status === from ? { ...response, status: to } : response))

export const isPaged = (request: WireRequest) =>
  [...queryOf(request)].some(([name, value]) => /cursor|offset|page$/i.test(name) && !/^[01]$/.test(value))

/** The resource of a response: its first object itself, or the object in a wrapper. */
export const thing = (body: JsonObject): JsonObject =>
  Object.keys(body).length === 1 && isObject(Object.values(body)[0])
    ? (Object.values(body)[0] as JsonObject)
    : body
