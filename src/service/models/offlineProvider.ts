import { ApiError } from '../errors.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Completion, ModelProvider, ModelRequest } from './models.ts'

/** How an offline model responds: only the output; usage follows from the texts. */
type OfflineModel = (request: ModelRequest) => Promise<string>

/** Milliseconds of `mock/slow`. */
export const SLOW_RESPONSE_MS = 5_000

/** The response of `mock/fixture` to a prompt without a fixture. */
const FIXTURE_RESPONSE = 'This is the response of mock/fixture.'

/** Failures that can be requested by name, `mock/error-<kind>`: what the provider is meant to return. */
const failures = {
  '400': 'the provider rejected the request with status 400',
  '401': 'the provider rejected its key with status 401',
  '429': 'the provider returned 429, too many requests',
  '500': 'the provider returned 500',
  '503': 'the provider returned 503',
  malformed: 'the response of the provider was not a completion',
  dropped: 'the provider dropped the connection',
} as const

/**
 * The models that need no network and always give the same response to the same prompt. Source:
 * docs/internals/decisions.md, "model providers". `mock/echo` responds with the prompt. `mock/fixture` responds with the
 * text in `fixtures` for exactly this prompt. `mock/slow` echoes after SLOW_RESPONSE_MS. `mock/error-*` fail.
 */
export function offlineProvider(clock: Clock, fixtures: ReadonlyMap<string, string> = new Map()) {
  const models = new Map<string, OfflineModel>([
    ['mock/echo', async ({ prompt }) => prompt],
    ['mock/fixture', async ({ prompt }) => fixtures.get(prompt) ?? FIXTURE_RESPONSE],
    ['mock/slow', (request) => wait(clock, SLOW_RESPONSE_MS, request.signal).then(() => request.prompt)],
    ['mock/error-timeout', async () => Promise.reject(timedOut())],
  ])
  for (const [kind, meaning] of Object.entries(failures)) {
    models.set(`mock/error-${kind}`, async ({ model }) => Promise.reject(failed(model, kind, meaning)))
  }

  const provider: ModelProvider = {
    name: 'mock',
    async complete(request) {
      const response = models.get(request.model)
      if (response === undefined) throw failed(request.model, '404', 'there is no such model')
      return completion(request.prompt, await response(request))
    },
  }
  return { provider, names: [...models.keys()] }
}

/** A word a token, so that the figures depend on only the texts. */
const tokens = (text: string): number => text.match(/\S+/g)?.length ?? 0

function completion(prompt: string, output: string): Completion {
  const inputTokens = tokens(prompt)
  const outputTokens = tokens(output)
  const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
  return { output, finishReason: 'stop', usage, cost: 0 } // a known price, not an unknown one
}

function failed(model: string, kind: string, meaning: string): ApiError {
  const providerStatus = /^\d+$/.test(kind) ? { providerStatus: Number(kind) } : {}
  return new ApiError('MODEL_PROVIDER_ERROR', `The model ${model} failed: ${meaning}.`, {
    details: providerStatus,
  })
}

function timedOut(): ApiError {
  return new ApiError('MODEL_TIMEOUT', 'The model mock/error-timeout did not respond in time.')
}

function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, resolve)
    signal.addEventListener(
      'abort',
      () => {
        cancel()
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
