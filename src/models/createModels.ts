import type { Clock } from '../runtime/clock.ts'
import type { ModelProvider, Models } from './models.ts'
import { offlineProvider } from './offlineProvider.ts'

/** What the operator says about models, for one environment. */
export interface ModelConfiguration {
  /** The model of calls that name none, in place of the environment's own default. */
  defaultModel?: string
  /** Answers of `mock/fixture`, by rendered prompt. */
  fixtures?: Readonly<Record<string, string>>
}

/**
 * The models of one environment. The offline ones may be asked for by name everywhere; development falls back to
 * `mock/echo`, production to nothing, so that no customer pays for or relies on a model that nobody chose.
 *
 * @throws Error when the configured default is no known model: better at start than at the first call.
 */
export function createModels(given: {
  environment: 'production' | 'development'
  clock: Clock
  configuration?: ModelConfiguration
}): Models {
  const { defaultModel, fixtures } = given.configuration ?? {}
  const offline = offlineProvider(given.clock, new Map(Object.entries(fixtures ?? {})))
  const providers = new Map<string, ModelProvider>(offline.names.map((name) => [name, offline.provider]))

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
