import { Agent, fetch } from 'undici'

/** A `fetch` over the network that trusts one more CA, for requests and for addresses. */
export function trustingFetch(ca: string): typeof globalThis.fetch & AsyncDisposable {
  const dispatcher = new Agent({ connect: { ca } })
  const send = async (input: Request | string | URL, init: RequestInit = {}) => {
    const request = new Request(input, init)
    const body = Buffer.from(await request.arrayBuffer())
    const response = await fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      redirect: request.redirect,
      signal: request.signal,
      dispatcher,
      ...(body.length > 0 && { body }),
    })
    return response as unknown as Response
  }
  return Object.assign(send, { [Symbol.asyncDispose]: () => dispatcher.close() })
}
