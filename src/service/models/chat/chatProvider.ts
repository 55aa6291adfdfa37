/**
 * Chat completions in the form that OpenAI defined and many servers speak: `POST {baseUrl}/chat/completions` with
 * one user message. Retries: docs/internals/decisions.md, "model providers".
 */
import { ApiError } from '../../errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Random } from '../../runtime/random.ts'
import { MODEL_DEADLINE } from '../callModel.ts'
import type { Completion, ModelProvider, ModelRequest } from '../models.ts'
import { costOf, type Price } from '../prices.ts'
import { MalformedResponse, parseCompletion } from './parseCompletion.ts'
import { MAX_ATTEMPTS, pauseBefore } from './retries.ts'

/** A model as the service calls it and as its provider does. */
interface ChatModel {
  id: string
  /** The provider's own name for it. */
  upstream: string
  price: Price | undefined
}

interface ChatProviderParts {
  name: string
  /** Up to and without `/chat/completions`. */
  baseUrl: string
  key: string | undefined
  models: readonly ChatModel[]
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** Open connections at a time. */
  connections: number
}

/** Bytes of a response that are read; a longer one is not a completion. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/** The result of one request. */
type Attempt =
  | { kind: 'answered'; completion: Omit<Completion, 'cost' | 'attempts'> }
  | { kind: 'refused'; status: number; retryAfter: string | undefined }
  | { kind: 'malformed' }
  | { kind: 'dropped'; cause: unknown }

export function chatProvider(parts: ChatProviderParts): ModelProvider {
  const { clock, random } = parts
  const models = new Map(parts.models.map((model) => [model.id, model]))
  const url = `${parts.baseUrl.replace(/\/+$/, '')}/chat/completions`
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(parts.key !== undefined && { Authorization: `Bearer ${parts.key}` }),
  }

  // Loaded for the first call: a tenth of the time of a start.
  const openClient = async () => {
    const { Agent, request } = await import('undici')
    return { send: request, dispatcher: new Agent({ connections: parts.connections }) }
  }
  let client: ReturnType<typeof openClient> | undefined

  async function attempt(model: ChatModel, request: ModelRequest): Promise<Attempt> {
    const { prompt, temperature, signal } = request
    const messages = [{ role: 'user', content: prompt }]
    const body = JSON.stringify({ model: model.upstream, messages, temperature, stream: false })
    try {
      client ??= openClient()
      const { send, dispatcher } = await client
      // The deadline of the call is the only clock: undici's own timeouts would end it at another time.
      const response = await send(url, {
        method: 'POST',
        dispatcher,
        headers,
        body,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const { statusCode: status } = response
      if (status !== 200) {
        await response.body.dump({ limit: 65_536, signal })
        return { kind: 'refused', status, retryAfter: response.headers['retry-after']?.toString() }
      }
      return { kind: 'answered', completion: parseCompletion(await readText(response.body)) }
    } catch (error) {
      if (error instanceof MalformedResponse) return { kind: 'malformed' }
      return { kind: 'dropped', cause: error }
    }
  }

  return {
    name: parts.name,
    async complete(request) {
      const model = models.get(request.model)
      if (model === undefined) throw failed(request.model, 'there is no such model', 0)
      const deadline = clock.now() + MODEL_DEADLINE
      for (let attempts = 1; ; attempts++) {
        const outcome = await attempt(model, request)
        request.signal.throwIfAborted()
        if (outcome.kind === 'answered') {
          const { completion } = outcome
          return { ...completion, cost: costOf(model.price, completion.usage), attempts }
        }
        // A pause that would outlast the call is not begun.
        const pause =
          attempts < MAX_ATTEMPTS ? pauseBefore(attempts, outcome, clock.now(), random) : undefined
        if (pause === undefined || clock.now() + pause >= deadline)
          throw describe(request.model, outcome, attempts)
        await wait(clock, pause, request.signal)
      }
    },
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES) throw new MalformedResponse(`has more than ${MAX_RESPONSE_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function describe(
  model: string,
  outcome: Exclude<Attempt, { kind: 'answered' }>,
  attempts: number,
): ApiError {
  if (outcome.kind === 'refused') {
    const { status } = outcome
    return failed(model, `the provider returned ${status}`, attempts, { providerStatus: status })
  }
  if (outcome.kind === 'malformed') {
    return failed(model, 'the response of the provider was not a completion', attempts)
  }
  return failed(model, 'the connection to the provider broke', attempts, {}, outcome.cause)
}

/** Neither the provider's own words nor its address are shown: they may contain what is not the caller's to see. */
function failed(
  model: string,
  meaning: string,
  attempts: number,
  details: object = {},
  cause?: unknown,
): ApiError {
  const words = `The model ${model} failed: ${meaning}${attempts > 1 ? `, ${attempts} times` : ''}.`
  return new ApiError('MODEL_PROVIDER_ERROR', words, { details: { ...details, attempts }, cause })
}

function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    signal.addEventListener('abort', abort, { once: true })
  })
}
