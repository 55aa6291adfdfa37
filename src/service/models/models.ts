/** The interface of every model provider, offline or across the network (docs/internals/decisions.md, 5). */
export interface Completion {
  output: string
  finishReason: string
  /** Null when the provider did not count. */
  usage: { inputTokens: number; outputTokens: number; totalTokens: number } | null
  /** US dollars; null when the price of the model is not known. */
  cost: number | null
  /** The number of requests, retries included; one when absent. */
  attempts?: number
}

export interface ModelRequest {
  model: string
  prompt: string
  temperature: number
  /** Fires when no one waits for the response any more. */
  signal: AbortSignal
}

export interface ModelProvider {
  name: string
  /**
   * Runs the model; throws ApiError MODEL_PROVIDER_ERROR or MODEL_TIMEOUT, with `details.attempts` where it needed
   * more than one.
   */
  complete(request: ModelRequest): Promise<Completion>
}

export interface Models {
  /** The model used when neither the request nor the prompt names one; null when the administrator configured none. */
  defaultModel: string | null
  /** The provider of `model`, or undefined when no provider knows it. */
  find(model: string): ModelProvider | undefined
  /** Names of all known models. */
  names(): string[]
}
