/** Idempotency keys: a repeated request with the same key gets the first response and is not executed again. */

import { type ApiOperation, declares } from '../model/api.ts'
import { isIdempotencyHeader, isReplayHeader } from '../model/vocabulary.ts'
import { latin1Text } from '../openapi/bytes.ts'
import { objectAt } from '../openapi/document.ts'
import { responseFor } from '../openapi/operations.ts'
import { HttpError, type HttpRequest, type HttpResponse } from '../requests/exchange.ts'

/** The oldest keys are forgotten first. */
const MAX_KEYS = 10_000

interface Replays {
  /**
   * Executes a request once per key. Concurrent requests with the same key wait for the first response. Rejected requests
   * can be retried.
   * @throws HttpError if the key was used for a different request
   */
  once(
    asked: { operation: ApiOperation; request: HttpRequest; credential: string },
    work: () => Promise<HttpResponse>,
  ): Promise<{ response: HttpResponse; replayed: boolean }>
  reset(): void
}

export function createReplays(): Replays {
  const known = new Map<string, { request: string; response: Promise<HttpResponse> }>()
  return {
    async once({ operation, request: { url, headers, body }, credential }, work) {
      const header = operation.inputs.find(
        (one) => one.in === 'header' && isIdempotencyHeader(one.name),
      )?.name
      const key = header === undefined ? undefined : headers[header.toLowerCase()]
      if (header === undefined || key === undefined) return { response: await work(), replayed: false }
      const name = JSON.stringify([operation.operationId, credential, key])
      const request = JSON.stringify([url, latin1Text(body)])
      const first = known.get(name)
      if (first !== undefined && first.request !== request)
        throw new HttpError(
          [409, 422].find((status) => declares(operation, status)) ?? 422,
          `header.${header}: received a key of another request; expected the same request, or a new key`,
          {
            kind: 'idempotency',
            issues: [{ field: `header.${header}`, issue: 'received a key of another request' }],
          },
        )
      if (first !== undefined) return { response: marked(operation, await first.response), replayed: true }
      if (known.size >= MAX_KEYS) known.delete(known.keys().next().value ?? '')
      const working = work()
      known.set(name, { request, response: working })
      try {
        const response = await working
        if (response.status >= 300) known.delete(name)
        return { response, replayed: false }
      } catch (error) {
        known.delete(name)
        throw error
      }
    },
    reset: () => known.clear(),
  }
}

/** Adds the header that marks a replayed response, such as `Idempotent-Replayed`, if the document declares one. */
function marked(operation: ApiOperation, response: HttpResponse): HttpResponse {
  const declared = objectAt(responseFor(operation, response.status)?.node ?? {}, 'headers')
  const mark = Object.keys(declared).find(isReplayHeader)
  return mark === undefined ? response : { ...response, headers: { ...response.headers, [mark]: 'true' } }
}
