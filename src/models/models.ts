/** What every model provider offers, offline or across the network (docs/decisions.md, 5). */
export interface Completion {
  output: string
  finishReason: string
  usage: { inputTokens: number; outputTokens: number; totalTokens: number }
  /** US dollars; null when the price of the model is not known. */
  cost: number | null
}

export interface ModelRequest {
  model: string
  prompt: string
  temperature: number
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal
}

export interface ModelProvider {
  name: string
  /** Runs the model; throws ApiError MODEL_PROVIDER_ERROR or MODEL_TIMEOUT. */
  complete(request: ModelRequest): Promise<Completion>
}

export interface Models {
  /** The model used when neither the request nor the prompt names one; null when the operator configured none. */
  defaultModel: string | null
  /** The provider of `model`, or undefined when no provider knows it. */
  find(model: string): ModelProvider | undefined
  /** Names of all known models. */
  names(): string[]
}
