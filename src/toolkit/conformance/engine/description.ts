/** Information about a run for its first event, and about internal errors. */
import { isObject } from '../../openapi/document.ts'
import type { RunInfo } from './events.ts'
import type { RunOptions } from './options.ts'
import type { Plan } from './rule.ts'
import { faultOf } from './triage.ts'

export function describeRun(options: RunOptions, checks: number, { api }: Plan, startedAt: number): RunInfo {
  const { document, target, seed = 1, profile = 'full', identities, rules } = options
  const { info } = document.root
  return {
    target,
    document: document.source,
    title: isObject(info) && typeof info.title === 'string' ? info.title : document.source,
    seed,
    profile,
    identities: identities.map(({ name }) => name),
    operations: api.operations
      .filter(({ operationId }) => options.operations?.(operationId) ?? true)
      .map(({ operationId, method, path, responses }) => ({
        operationId,
        method,
        path,
        statuses: [...responses.keys()],
      })),
    rules: rules.map(({ id, title, basis }) => ({ id, title, basis, fault: faultOf(id) })),
    checks,
    startedAt: new Date(startedAt).toISOString(),
  }
}

/** Message and source position of an internal error. */
export const failureOf = (error: unknown): string => {
  const { message, stack = '' } = error as Error
  const place = /\/(\w[\w-]*\.[jt]s:\d+)/.exec(stack)?.[1]
  return place === undefined ? message : `${message} (${place})`
}
