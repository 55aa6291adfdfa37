/** How faults of an authorization server are planted. */
import { createHash, randomBytes } from 'node:crypto'
import {
  editJson,
  fieldOf,
  type Handle,
  type JsonObject,
  pathOf,
  queryOf,
  succeeded,
  type WireRequest,
  type WireResponse,
  withField,
  withQuery,
} from '../faults/fault.ts'

export const at = (end: string) => (request: WireRequest) => pathOf(request).endsWith(end)
export const respondsAt =
  (end: string, edit: (response: WireResponse, request: WireRequest) => WireResponse) =>
  (): Handle =>
  async (request, send) => {
    const response = await send(request)
    return at(end)(request) ? edit(response, request) : response
  }
export const saysAt = (end: string, edit: (body: JsonObject) => void) =>
  respondsAt(end, (response) => (succeeded(response) ? editJson(response, edit) : response))
export const locationOf = (response: WireResponse) => fieldOf(response, 'location') ?? ''
export const redirects = (edit: (query: URLSearchParams) => void) => (): Handle => async (request, send) => {
  const response = await send(request)
  const location = locationOf(response)
  if (!location.startsWith('http://127.0.0.1/')) return response
  const url = new URL(location)
  edit(url.searchParams)
  return withField(response, 'Location', url.href)
}
export const formOf = (request: WireRequest) => new URLSearchParams(request.body.toString())
export const withForm = (request: WireRequest, edit: (form: URLSearchParams) => void): WireRequest => {
  const form = formOf(request)
  edit(form)
  const body = Buffer.from(form.toString())
  return { ...withField(request, 'Content-Length', String(body.length)), body }
}
export const isToken = at('/oauth/token')
export const asksToken = (edit: (request: WireRequest) => WireRequest) => (): Handle => (request, send) =>
  send(isToken(request) ? edit(request) : request)

/** Puts a challenge of its own before every authorization, so that no verifier of a client is looked at. */
export const ownChallenge = (wanted: (query: URLSearchParams) => boolean) => (): Handle => {
  const verifier = randomBytes(32).toString('base64url')
  let planted = false
  return (request, send) => {
    if (at('/oauth/authorize')(request) && request.method === 'GET' && wanted(queryOf(request))) {
      planted = true
      return send(
        withQuery(request, (query) => {
          query.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
          query.set('code_challenge_method', 'S256')
        }),
      )
    }
    return send(
      planted && isToken(request) && formOf(request).has('code')
        ? withForm(request, (form) => form.set('code_verifier', verifier))
        : request,
    )
  }
}
