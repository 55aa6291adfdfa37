import createOpenApiClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../generated/openapi.v1.ts'
import type { Wire } from './wire.ts'

/** A client typed by the document. */
export type TypedClient = Client<paths>

/** A typed client over a checked wire, with one credential. */
export function createClient(wire: Wire, key: string): TypedClient {
  return createOpenApiClient<paths>({
    baseUrl: 'https://server.invalid',
    fetch: (request) => overWire(wire, key, request),
  })
}

async function overWire(wire: Wire, key: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const bytes = Buffer.from(await request.arrayBuffer())
  const { status, headers, body } = await wire.send({
    method: request.method,
    path: pathname + search,
    key,
    headers: Object.fromEntries(request.headers),
    ...(bytes.length > 0 && { body: bytes }),
  })
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one]])),
  )
  const bodiless = status === 204 || status === 304 || request.method === 'HEAD'
  return new Response(bodiless ? null : new Uint8Array(body), { status, headers: fields })
}
