import type { Clock } from '../runtime/clock.ts'
import type { Random } from '../runtime/random.ts'
import { chatProvider } from './chat/chatProvider.ts'
import type { ModelConfiguration } from './configuration.ts'
import type { ModelProvider, Models } from './models.ts'
import { offlineProvider } from './offlineProvider.ts'
import { listPrice } from './prices.ts'

export type { ModelConfiguration } from './configuration.ts'

/** Connections to one provider at a time: sixteen runs of the widest concurrency. */
const CONNECTIONS = 256

/**
 * The models of one environment. The offline ones may be requested by name everywhere. Development falls back to
 * `mock/echo`, production to nothing, so that no customer pays for or relies on a model that no one chose. Any other
 * model is there only where the administrator configured it.
 *
 * @throws Error when the configured default is an unknown model, or two providers claim one: better at start than at
 *   the first call.
 */
export function createModels(given: {
  environment: 'production' | 'development'
  clock: Clock
  /** Spreads the retries; without it they come at their middle. */
  random?: Pick<Random, 'fraction'>
  configuration?: ModelConfiguration
}): Models {
  const { defaultModel, fixtures, providers: configured = [] } = given.configuration ?? {}
  const offline = offlineProvider(given.clock, new Map(Object.entries(fixtures ?? {})))
  const providers = new Map<string, ModelProvider>(offline.names.map((name) => [name, offline.provider]))

  for (const { name, baseUrl, key, models } of configured) {
    const { host } = new URL(baseUrl)
    const provider = chatProvider({
      name,
      baseUrl,
      key,
      clock: given.clock,
      models: models.map((model) => ({ ...model, price: model.price ?? listPrice(host, model.upstream) })),
      random: given.random ?? { fraction: () => 0.5 },
      connections: CONNECTIONS,
    })
    for (const { id } of models) {
      const other = providers.get(id)?.name
      if (other !== undefined)
        throw new Error(`The model ${JSON.stringify(id)} of the provider ${name} is one of ${other} already.`)
      providers.set(id, provider)
    }
  }
  if (defaultModel !== undefined && !providers.has(defaultModel)) {
    const known = [...providers.keys()].join(', ')
    throw new Error(`The default model ${JSON.stringify(defaultModel)} is not known; known are ${known}.`)
  }
  return {
    defaultModel: defaultModel ?? (given.environment === 'development' ? 'mock/echo' : null),
    find: (model) => providers.get(model),
    names: () => [...providers.keys()],
  }
}
