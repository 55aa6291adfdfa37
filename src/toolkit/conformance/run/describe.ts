/** What a run is about, for its reports. */
import { isObject } from '../../contract/index.ts'
import type { RunInfo } from './events.ts'
import type { RunOptions } from './options.ts'
import type { Plan } from './rule.ts'

export function describe(
  options: RunOptions,
  trials: number,
  { api }: Pick<Plan, 'api'>,
  startedAt: number,
): RunInfo {
  const { document, target, seed = 1, profile = 'full', identities, rules } = options
  const { info } = document.root
  return {
    target,
    document: document.source,
    title: isObject(info) && typeof info.title === 'string' ? info.title : document.source,
    seed,
    profile,
    identities: identities.map(({ name }) => name),
    operations: api.operations.map(({ operationId, method, path, responses }) => ({
      operationId,
      method,
      path,
      statuses: [...responses.keys()],
    })),
    rules: rules.map(({ id, title, basis }) => ({ id, title, basis })),
    trials,
    startedAt: new Date(startedAt).toISOString(),
  }
}
