/** The plan of a run: its checks in their order, known before the first request. */
import { createApi } from '../../model/api.ts'
import { withoutFrames } from '../../model/frames.ts'
import { findResources } from '../../model/resources.ts'
import { withSentencesElsewhere } from '../../model/sentencesElsewhere.ts'
import { rolesOf } from './identities.ts'
import type { RunOptions } from './options.ts'
import type { Check, Plan, Rule } from './rule.ts'
import { readWorkflows } from './workflows/arazzo.ts'
import { addExamples } from './workflows/seeds.ts'

export interface Planned {
  id: string
  rule: Rule
  check: Check
}

/**
 * The checks in order, breadth first: the plain request of every operation, then the first check of each rule for every
 * operation, then the second ones. A run that stops early has covered everything in less depth.
 */
export function planChecks(
  plan: Plan,
  options: Pick<RunOptions, 'rules' | 'operations' | 'replay'>,
): Planned[] {
  const skipped = new Set(plan.hints.skipOperations ?? [])
  const placed: { one: Planned; depth: number }[] = []
  for (const rule of options.rules) {
    const counts = new Map<string | undefined, number>()
    for (const check of rule.checks(plan)) {
      const operationId = check.operation?.operationId
      if (options.operations?.(operationId) === false) continue
      if (operationId !== undefined && skipped.has(operationId)) continue
      const id = `${rule.id}:${operationId ?? '*'}:${check.name}`
      if (options.replay !== undefined && id !== options.replay) continue
      const depth = counts.get(operationId) ?? 0
      counts.set(operationId, depth + 1)
      placed.push({ one: { id, rule, check }, depth })
    }
  }
  placed.sort((a, b) => stageOf(a.one) - stageOf(b.one) || a.depth - b.depth)
  return placed.map(({ one }) => one)
}

/** The phases of a run that send checks, in their order. */
export const CHECK_PHASES = ['checks', 'sequences', 'exclusive'] as const
export type CheckPhase = (typeof CHECK_PHASES)[number]

/** `sequences` run in parallel once the checks are done; `exclusive` ones run one at a time at the end. */
export const phaseOf = ({ check }: Planned): CheckPhase =>
  check.exclusive === true ? 'exclusive' : check.later === true ? 'sequences' : 'checks'

/** All checks of a stage begin before those of the next: the plain request of every operation, then each phase. */
export const stageOf = (one: Planned): number =>
  one.check.plain === true ? -1 : CHECK_PHASES.indexOf(phaseOf(one))

/** The plan as lines, phase by phase: the inferences that the probe tests, then the id of each check. */
export function planLines(planned: readonly Planned[]): string[] {
  const probes = new Set(
    planned.flatMap(({ check }) =>
      (check.probes ?? []).map(({ about }) => `${about.operationId}: ${about.parameter}`),
    ),
  )
  const phases = CHECK_PHASES.map((phase) => ({
    phase,
    ids: planned.filter((one) => phaseOf(one) === phase).map(({ id }) => id),
  }))
  return [{ phase: 'probe', ids: [...probes] }, ...phases].flatMap(({ phase, ids }) =>
    ids.length === 0 ? [] : [`# ${phase}: ${ids.length}`, ...ids],
  )
}

export const createPlan = (
  options: Pick<RunOptions, 'document' | 'identities' | 'headers' | 'hints' | 'workflows' | 'messages'> & {
    target?: string
  },
): Plan => {
  const api = withoutFrames(withSentencesElsewhere(createApi(options.document)))
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
