import { Agent, request as send } from 'undici'
import { unreachable } from '../unknownAuthority.ts'

/**
 * A `fetch` that trusts one more CA. The client decides about repetitions.
 *
 * @param ca PEM; only the public CAs when undefined
 */
export function fetchOver(ca: string | undefined): (request: Request) => Promise<Response> {
  const dispatcher = new Agent({ ...(ca !== undefined && { connect: { ca } }) })
  return async (request) => {
    const body = Buffer.from(await request.arrayBuffer())
    const response = await send(request.url, {
      method: request.method as 'GET',
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      dispatcher,
      ...(body.length > 0 && { body }),
    }).catch((error: unknown) => {
      if (request.signal.aborted) throw error
      throw unreachable(
        request.url,
        error,
        'of the service on this machine, "caFile" of data/credentials.json.',
      )
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      for (const one of [value ?? []].flat()) headers.append(name, one)
    const text = await response.body.text()
    return new Response(text === '' ? null : text, { status: response.statusCode, headers })
  }
}
