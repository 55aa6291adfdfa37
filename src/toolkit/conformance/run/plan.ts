/** What a run will try, known before the first request. */
import { createApi } from '../api/api.ts'
import { findResources, type Resource } from '../api/resources.ts'
import { readWorkflows } from '../workflows/arazzo.ts'
import { addExamples } from '../workflows/seeds.ts'
import { rolesOf } from './identities.ts'
import type { RunOptions } from './options.ts'
import type { Plan, Rule, Trial } from './rule.ts'

export interface Planned {
  id: string
  rule: Rule
  trial: Trial
}

/** The trials in the order in which they run: each operation in turn, and of each the rules in turn, so that a short run has touched all. */
export function planTrials(
  plan: Plan,
  options: Pick<RunOptions, 'rules' | 'operations' | 'replay'>,
): Planned[] {
  const skipped = new Set(plan.hints.skipOperations ?? [])
  const queues = options.rules.map((rule) => {
    const trials: Planned[] = []
    for (const trial of rule.trials(plan)) {
      const operationId = trial.operation?.operationId
      if (
        operationId !== undefined &&
        (skipped.has(operationId) || options.operations?.(operationId) === false)
      )
        continue
      const id = `${rule.id}:${operationId ?? '*'}:${trial.name}`
      if (options.replay !== undefined && id !== options.replay) continue
      trials.push({ id, rule, trial })
    }
    return trials
  })
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  const shared: Planned[] = []
  for (let index = 0; index < longest; index++) {
    // Long queues move in larger steps, so that all of them end together.
    for (const queue of queues) {
      const from = Math.floor((index * queue.length) / longest)
      const to = Math.floor(((index + 1) * queue.length) / longest)
      shared.push(...queue.slice(from, to))
    }
  }
  const inTurn = byOperation(shared)
  const phases: Planned[][] = [[], [], []]
  for (const one of inTurn) phases[phaseOf(one)]?.push(one)
  return phases.flat()
}

/** 0: beside all others; 1: once those are done; 2: alone. */
export const phaseOf = ({ trial }: Planned): 0 | 1 | 2 =>
  trial.exclusive === true ? 2 : trial.later === true ? 1 : 0

/**
 * Moves to the front, each within its phase, what has not begun and is about a resource: what waits for its things then
 * waits while the others send.
 */
export function bringForward(planned: Planned[], begun: number, { collection, create }: Resource): void {
  const rest = planned.splice(begun)
  const isAbout = ({ trial: { operation } }: Planned) =>
    operation !== undefined && (operation === create || operation.path.startsWith(collection))
  for (const phase of [0, 1, 2])
    for (const first of [true, false])
      planned.push(...rest.filter((one) => phaseOf(one) === phase && isAbout(one) === first))
}

/** The first trial of every operation, then the others so that all operations end together. */
function byOperation(trials: readonly Planned[]): Planned[] {
  const counts = new Map<string | undefined, number>()
  const operationOf = ({ trial }: Planned) => trial.operation?.operationId
  const placed = trials.map((one) => {
    const nth = counts.get(operationOf(one)) ?? 0
    counts.set(operationOf(one), nth + 1)
    return { one, nth }
  })
  const share = ({ one, nth }: (typeof placed)[number]) => nth / (counts.get(operationOf(one)) ?? 1)
  return placed.sort((a, b) => share(a) - share(b)).map(({ one }) => one)
}

export const createPlan = (
  options: Pick<RunOptions, 'document' | 'identities' | 'hints' | 'workflows' | 'messages'> & {
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
    hints: options.hints ?? {},
    workflows,
    messages: options.messages,
    target: options.target,
  }
}
