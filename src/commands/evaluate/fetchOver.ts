import { Agent, request as send } from 'undici'
import { unreachable } from '../unknownAuthority.ts'

/**
 * A `fetch` that trusts one more authority and waits out rate limits: a 429 is sent again after its Retry-After.
 *
 * @param ca PEM; the public authorities alone when undefined
 */
export function fetchOver(ca: string | undefined): (request: Request) => Promise<Response> {
  const dispatcher = new Agent({ ...(ca !== undefined && { connect: { ca } }) })
  return async (request) => {
    const body = Buffer.from(await request.arrayBuffer())
    for (;;) {
      const answer = await send(request.url, {
        method: request.method as 'GET',
        headers: Object.fromEntries(request.headers),
        dispatcher,
        ...(body.length > 0 && { body }),
      }).catch((error: unknown) => {
        throw unreachable(
          request.url,
          error,
          'of the service on this machine, "caFile" of data/credentials.json.',
        )
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 429) {
        const headers = { 'Content-Type': String(answer.headers['content-type'] ?? 'application/json') }
        return new Response(text, { status: answer.statusCode, headers })
      }
      const seconds = Number(answer.headers['retry-after'] ?? 1)
      await new Promise<void>((resolve) => setTimeout(resolve, Math.max(1, seconds) * 1000))
    }
  }
}
