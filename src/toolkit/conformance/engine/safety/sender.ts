/** Requests of the guard and of what puts back, outside of any check: not recorded, and writes among them counted. */

import { thingIn } from '../../../model/wrapping.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { readJson } from '../../../openapi/json.ts'
import type { Identity } from '../../config/identity.ts'
import type { Clock } from '../clock.ts'
import type { Recorded } from '../events.ts'
import { present, withQuery } from '../identities.ts'
import type { WireRequest } from '../requests.ts'
import type { Plan } from '../rule.ts'
import { NoResponse, pauseOf, type Transport } from '../send.ts'
import type { Tokens } from '../tokens.ts'
import type { Writes } from './writes.ts'

const MAX_TRIES = 5

interface SenderParts {
  plan: Plan
  transport: Transport
  tokens: Tokens
  clock: Clock
  writes: Writes
  recorded(): number
}

/** Sends as an identity; undefined where no response comes. */
export const createSender =
  ({ plan, transport, tokens, clock, writes, recorded }: SenderParts) =>
  async (wire: WireRequest, caller: Identity): Promise<Recorded | undefined> => {
    await tokens.prepare(caller)
    const shown = present(caller)
    const path = withQuery(wire.path, shown.query)
    const headers = { ...wire.headers, ...shown.headers }
    for (let attempt = 0; ; attempt++) {
      const startedAt = clock.now()
      try {
        const response = await transport.send({ ...wire, path, headers })
        writes.sent(wire, { status: response.status, creates: false })
        const pause = pauseOf(response, clock.now())
        if (response.status === 429 && attempt < MAX_TRIES && Number.isFinite(pause)) {
          await clock.wait(pause)
          continue
        }
        const isJson = /json/i.test(readHeader(response.headers, 'content-type') ?? '')
        const reading = isJson && response.body.length > 0 ? readJson(response.body) : undefined
        const whole = reading !== undefined && 'value' in reading ? reading.value : undefined
        const operation = response.status < 300 ? plan.api.byId.get(wire.operationId ?? '') : undefined
        return {
          ...response,
          json: thingIn(plan.api, operation, whole),
          number: recorded(),
          check: '',
          identity: caller.name,
          operationId: wire.operationId,
          method: wire.method,
          url: wire.path,
          path: wire.path,
          requestHeaders: {},
          requestBody: wire.body,
          startedAt,
          milliseconds: clock.now() - startedAt,
        }
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error
        return undefined
      }
    }
  }
