/** The price of a model, in US dollars for a million tokens, as its vendor listed it on a day. */
export interface Price {
  inputPerMillion: number
  outputPerMillion: number
  /** The day of the list, `2025-06-01`. */
  asOf: string
}

const AS_OF = '2025-06-01'
const listed = (inputPerMillion: number, outputPerMillion: number): Price => ({
  inputPerMillion,
  outputPerMillion,
  asOf: AS_OF,
})

/**
 * List prices by the host that they apply to; the configuration may state others. An unlisted model has no
 * known price: its cost is null, never 0.
 */
const PRICES: Readonly<Record<string, Readonly<Record<string, Price>>>> = {
  'api.openai.com': {
    'gpt-4.1': listed(2, 8),
    'gpt-4.1-mini': listed(0.4, 1.6),
    'gpt-4.1-nano': listed(0.1, 0.4),
    'gpt-4o': listed(2.5, 10),
    'gpt-4o-mini': listed(0.15, 0.6),
    'o4-mini': listed(1.1, 4.4),
  },
}

/** The list price of a model at a host, if it is known. */
export function listPrice(host: string, model: string): Price | undefined {
  const models = Object.hasOwn(PRICES, host) ? PRICES[host] : undefined
  return models !== undefined && Object.hasOwn(models, model) ? models[model] : undefined
}

/** US dollars, rounded to a billionth so that sums do not show the noise of binary fractions. */
export function costOf(
  price: Price | undefined,
  usage: { inputTokens: number; outputTokens: number } | null,
): number | null {
  if (price === undefined || usage === null) return null
  const dollars =
    (usage.inputTokens * price.inputPerMillion + usage.outputTokens * price.outputPerMillion) / 1e6
  return Math.round(dollars * 1e9) / 1e9
}
