import type { ApiOperation } from '../api/api.ts'
import { type Bench, defineRule, NotObserved } from '../run/rule.ts'
import { expectSuccess } from './expectation.ts'

/** What the document shows as valid is answered with a success that it declares. */
export const validRequestSucceeds = defineRule({
  id: 'valid-request-succeeds',
  title: 'A valid request gets a success that the document declares.',
  basis: 'the document',
  pack: 'core',
  *trials({ api }) {
    for (const operation of api.operations) {
      yield {
        name: 'base',
        constraint: 'success',
        operation,
        run: (bench) => tryOne(bench, operation),
      }
    }
  },
})

async function tryOne(bench: Bench, operation: ApiOperation): Promise<void> {
  try {
    const { exchange } = await bench.succeed(operation, { fresh: operation.method !== 'GET' })
    expectSuccess(bench, operation, exchange, 'a valid request')
  } catch (error) {
    if (!(error instanceof NotObserved) || error.exchange === undefined) throw error
    const { exchange } = error
    if (exchange.operationId !== operation.operationId || !isNoAnswer(operation, exchange.status)) throw error
    expectSuccess(bench, operation, exchange, 'a valid request')
  }
}

/**
 * Which values mean something is often more than a schema says, so that a refusal of values proves nothing. A failure
 * of the server does, an unknown caller, and the refusal of a request in which nothing had to be chosen.
 */
function isNoAnswer({ method, inputs, responses }: ApiOperation, status: number): boolean {
  if (status >= 500) return status <= 501 || !responses.has(String(status))
  const nothingChosen = method === 'GET' && inputs.every(({ required }) => !required)
  return status === 401 || (nothingChosen && status >= 400 && status !== 429)
}
