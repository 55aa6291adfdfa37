/** Answers by idempotency key: a request that is repeated with its key is answered as the first time, and not carried out. */

import { type ApiOperation, declares } from '../model/api.ts'
import { isIdempotencyHeader, isReplayHeader } from '../model/vocabulary.ts'
import { latin1Text } from '../openapi/bytes.ts'
import { objectAt } from '../openapi/document.ts'
import { responseFor } from '../openapi/operations.ts'
import { type HttpAnswer, type HttpRequest, Refusal } from '../requests/exchange.ts'

/** The oldest keys are forgotten first. */
const MAX_KEYS = 10_000

interface Replays {
  /**
   * Carries a request out once for its key; one that comes meanwhile waits for the first one's answer. What is refused
   * may be tried again.
   * @throws Refusal where the key was used for another request
   */
  once(
    asked: { operation: ApiOperation; request: HttpRequest; credential: string },
    work: () => Promise<HttpAnswer>,
  ): Promise<{ answer: HttpAnswer; replayed: boolean }>
  reset(): void
}

export function createReplays(): Replays {
  const known = new Map<string, { request: string; answer: Promise<HttpAnswer> }>()
  return {
    async once({ operation, request: { url, headers, body }, credential }, work) {
      const header = operation.inputs.find(
        (one) => one.in === 'header' && isIdempotencyHeader(one.name),
      )?.name
      const key = header === undefined ? undefined : headers[header.toLowerCase()]
      if (header === undefined || key === undefined) return { answer: await work(), replayed: false }
      const name = JSON.stringify([operation.operationId, credential, key])
      const request = JSON.stringify([url, latin1Text(body)])
      const first = known.get(name)
      if (first !== undefined && first.request !== request)
        throw new Refusal(
          [409, 422].find((status) => declares(operation, status)) ?? 422,
          `header.${header}: received a key of another request; expected the same request, or a new key`,
          {
            kind: 'idempotency',
            issues: [{ field: `header.${header}`, issue: 'received a key of another request' }],
          },
        )
      if (first !== undefined) return { answer: marked(operation, await first.answer), replayed: true }
      if (known.size >= MAX_KEYS) known.delete(known.keys().next().value ?? '')
      const working = work()
      known.set(name, { request, answer: working })
      try {
        const answer = await working
        if (answer.status >= 300) known.delete(name)
        return { answer, replayed: false }
      } catch (error) {
        known.delete(name)
        throw error
      }
    },
    reset: () => known.clear(),
  }
}

/** With the header that tells of a repeated answer, such as `Idempotent-Replayed`, where the document has one. */
function marked(operation: ApiOperation, answer: HttpAnswer): HttpAnswer {
  const declared = objectAt(responseFor(operation, answer.status)?.node ?? {}, 'headers')
  const mark = Object.keys(declared).find(isReplayHeader)
  return mark === undefined ? answer : { ...answer, headers: { ...answer.headers, [mark]: 'true' } }
}
