import { ApiError } from '../errors.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Completion, ModelProvider, ModelRequest } from './models.ts'

/** Milliseconds that a provider has for one response, its own retries included (docs/internals/decisions.md, "model providers"). */
export const MODEL_DEADLINE = 60_000

/**
 * Runs a model within the deadline; the one way to call a provider. An abort of `signal` ends the call early.
 *
 * @throws ApiError MODEL_TIMEOUT when the deadline passes, MODEL_PROVIDER_ERROR when the provider fails in any way.
 * @example await callModel(clock, provider, { model: 'mock/echo', prompt: 'Hello', temperature: 1 })
 */
export function callModel(
  clock: Clock,
  provider: ModelProvider,
  request: Omit<ModelRequest, 'signal'>,
  signal?: AbortSignal,
): Promise<Completion> {
  const deadline = new AbortController()
  return new Promise((resolve, reject) => {
    const fail = (error: ApiError) => {
      end()
      reject(error)
      deadline.abort(error)
    }
    const abort = () => fail(providerError(request.model, signal?.reason))
    // a provider that ignores its signal must not delay its caller: anyone who settles first wins
    const cancel = clock.after(MODEL_DEADLINE, () => fail(timeout(request.model)))
    // A run of many calls has one signal: none of them may leave a listener behind.
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    run(provider, { ...request, signal: deadline.signal }).then(
      (completion) => {
        end()
        resolve(completion)
      },
      (error) => fail(error instanceof ApiError ? error : providerError(request.model, error)),
    )
  })
}

/** A provider that throws before it returns its promise fails like any other. */
async function run(provider: ModelProvider, request: ModelRequest): Promise<Completion> {
  return provider.complete(request)
}

function timeout(model: string): ApiError {
  return new ApiError(
    'MODEL_TIMEOUT',
    `The model ${model} did not respond within ${MODEL_DEADLINE / 1000} seconds.`,
  )
}

/** The cause goes into the log; the message must not carry what a provider's library states (addresses, keys). */
function providerError(model: string, cause: unknown): ApiError {
  return new ApiError('MODEL_PROVIDER_ERROR', `The provider of the model ${model} failed.`, { cause })
}
