/** What a run will try, known before the first request. */
import { createApi } from '../../model/api.ts'
import { findResources, type Resource } from '../../model/resources.ts'
import { rolesOf } from './identities.ts'
import type { RunOptions } from './options.ts'
import type { Plan, Rule, Trial } from './rule.ts'
import { readWorkflows } from './workflows/arazzo.ts'
import { addExamples } from './workflows/seeds.ts'

export interface Planned {
  id: string
  rule: Rule
  trial: Trial
}

/**
 * The trials in the order in which they run, breadth first: the plain success of every operation, then the first trial of
 * each rule at every operation, the rules in their order, then the second ones. A run that is cut off is a whole run of
 * less depth.
 */
export function planTrials(
  plan: Plan,
  options: Pick<RunOptions, 'rules' | 'operations' | 'replay'>,
): Planned[] {
  const skipped = new Set(plan.hints.skipOperations ?? [])
  const placed: { one: Planned; depth: number }[] = []
  for (const rule of options.rules) {
    const counts = new Map<string | undefined, number>()
    for (const trial of rule.trials(plan)) {
      const operationId = trial.operation?.operationId
      if (options.operations?.(operationId) === false) continue
      if (operationId !== undefined && skipped.has(operationId)) continue
      const id = `${rule.id}:${operationId ?? '*'}:${trial.name}`
      if (options.replay !== undefined && id !== options.replay) continue
      const depth = counts.get(operationId) ?? 0
      counts.set(operationId, depth + 1)
      placed.push({ one: { id, rule, trial }, depth })
    }
  }
  placed.sort((a, b) => stageOf(a.one) - stageOf(b.one) || a.depth - b.depth)
  return placed.map(({ one }) => one)
}

/** 0: beside all others; 1: once those are done; 2: alone. */
export const phaseOf = ({ trial }: Planned): 0 | 1 | 2 =>
  trial.exclusive === true ? 2 : trial.later === true ? 1 : 0

/** What is done before anything of the next begins: the plain successes, then what the phases are for. */
const stageOf = (one: Planned): number => (one.trial.plain === true ? -1 : phaseOf(one))

/**
 * Moves to the front, each within its stage, what has not begun and is about a resource: what waits for its things then
 * waits while the others send.
 */
export function bringForward(planned: Planned[], begun: number, { collection, create }: Resource): void {
  const rest = planned.splice(begun)
  const isAbout = ({ trial: { operation } }: Planned) =>
    operation !== undefined && (operation === create || operation.path.startsWith(collection))
  for (const stage of [-1, 0, 1, 2])
    for (const first of [true, false])
      planned.push(...rest.filter((one) => stageOf(one) === stage && isAbout(one) === first))
}

export const createPlan = (
  options: Pick<RunOptions, 'document' | 'identities' | 'headers' | 'hints' | 'workflows' | 'messages'> & {
    target?: string
  },
): Plan => {
  const api = createApi(options.document)
  const workflows = (options.workflows ?? []).flatMap(({ file, text }) => readWorkflows(text, file, api))
  addExamples(api, workflows)
  for (const { id, steps } of workflows)
    for (const step of steps)
      if (step.message !== undefined) options.messages?.check(step.message, `workflow ${id}, step ${step.id}`)
  return {
    api,
    graph: findResources(api),
    roles: rolesOf(options.identities),
    identities: options.identities,
    headers: options.headers ?? {},
    hints: options.hints ?? {},
    workflows,
    messages: options.messages,
    target: options.target,
  }
}
